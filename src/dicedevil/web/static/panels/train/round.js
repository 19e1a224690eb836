// A round of practice: the question that lies on the board, what was answered, and how it goes.

import { signal } from "../../vendor/preact.js";
import { ask, send } from "../../api.js";
import { go, place, say, who } from "../../state.js";

/** What the server asks: {drill, left, board} or {drill: null, next_due, message}; null before it has. */
export const question = signal(null);
/** What it said of the answer: {choice, best, loss, right, sentence, why, next_due}, or null. */
export const answer = signal(null);
export const problem = signal(null);
export const busy = signal(false);
const NONE = { done: 0, right: 0, lost: {} };
/** How this round went: answers, right ones, and what the others gave away by what it is counted in. */
export const tally = signal(NONE);

let run = 0;

export const player = () => place.value.who || who.value.trim() || "me";

/** What is asked for: this game's drills or all that are due; a level; the mistakes of one game. */
const wanted = () => {
  const { game, level, of, all } = place.value;
  return { player: player(), game: all ? "" : game, level: level ?? "", of: of ?? "" };
};

/** Begin anew: other drills are wanted. */
export function begin() {
  tally.value = NONE;
  return next();
}

/** Ask the next question. */
export async function next() {
  const mine = ++run;
  busy.value = true;
  answer.value = problem.value = null;
  try {
    const found = await ask("/train", wanted());
    if (mine !== run) return;
    question.value = found;
    if (found.drill) {
      go({ state: found.drill.state, roll: found.drill.roll, objective: found.drill.objective === "score" ? "" : found.drill.objective, ...(place.value.all ? { game: found.drill.game } : {}) }, { replace: true });
      say(`${found.drill.roll ? `Rolled ${found.drill.roll}. ` : ""}What do you choose?`);
    } else say(found.message);
  } catch (refused) {
    if (mine === run) [problem.value, question.value] = [refused, null];
  } finally {
    if (mine === run) busy.value = false;
  }
}

/** Answer it. */
export async function choose(choice) {
  if (busy.value || answer.value) return;
  const mine = run;
  busy.value = true;
  try {
    const found = await send(`/train/${question.value.drill.number}`, { choice, player: player() });
    if (mine !== run) return;
    answer.value = found;
    const { done, right, lost } = tally.value;
    const given = found.loss > 0 ? { [found.unit]: (lost[found.unit] ?? 0) + found.loss } : {};
    tally.value = { done: done + 1, right: right + (found.right ? 1 : 0), lost: { ...lost, ...given } };
    say(found.right ? found.sentence : `Wrong. ${found.sentence}`);
  } catch (refused) {
    if (mine === run) problem.value = refused;
  } finally {
    if (mine === run) busy.value = false;
  }
}

/** Leave: whatever is still being asked has nothing to say. */
export function stop() {
  run += 1;
  question.value = answer.value = problem.value = null;
  busy.value = false;
}
