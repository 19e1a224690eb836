// The report that is looked at: of a game that is kept, or of a record that was pasted or dropped.

import { computed, signal } from "../../vendor/preact.js";
import { ask, send } from "../../api.js";
import { go, place } from "../../state.js";

/** {number, lines: [{line, games: [one graded game a player]}], refused: [{line, reason}], end}, or null. */
export const report = signal(null);
export const problem = signal(null);
export const working = signal(false);

const PASTED = "pasted"; // kept for this tab of the browser, so that a reload loses nothing
let run = 0;
let last = () => {}; // the question that was asked last

/** Show the report of a kept game. */
export const openKept = (number) => opened(() => ask(`/play/${number}/report`), (found) => ({ number: String(number), ...found }));

/** Grade records: a text of JSON lines. */
export function openText(records) {
  return opened(
    () => send("/grade", { records }),
    (found) => {
      const [first] = found.refused;
      if (!found.games.length) throw { message: `Line ${first.line}: ${first.reason}`, hint: "" };
      keep(records);
      return { number: "", ...found };
    },
  );
}

/** Show what was pasted, also before the page was loaded anew; nothing, if nothing was. */
export function openPasted() {
  if (report.value?.number === "") return;
  run += 1;
  report.value = problem.value = null;
  working.value = false;
  const text = sessionStorage.getItem(PASTED);
  if (text) openText(text);
}

/** Put the report away. */
export function close() {
  run += 1;
  report.value = problem.value = null;
  working.value = false;
  sessionStorage.removeItem(PASTED);
}

function keep(text) {
  try {
    sessionStorage.setItem(PASTED, text);
  } catch {
    sessionStorage.removeItem(PASTED); // too long to be kept: then it is pasted again
  }
}

/** Ask again, after what was missing has been made; or take the answer that this work found. */
export const again = (answer) => last(answer);

async function opened(question, made) {
  const mine = ++run;
  last = (answer) => opened(answer ? () => answer : question, made);
  working.value = true;
  problem.value = null;
  try {
    const found = made(await question());
    if (mine === run) report.value = { ...found, lines: byLine(found.games) };
  } catch (refused) {
    if (mine === run) [problem.value, report.value] = [refused, null];
  } finally {
    if (mine === run) working.value = false;
  }
}

function byLine(games) {
  const lines = new Map();
  for (const game of games) {
    const line = game.line ?? 1;
    lines.set(line, [...(lines.get(line) ?? []), game]);
  }
  return [...lines].map(([line, found]) => ({ line, games: found }));
}

// -- what is chosen in it --------------------------------------------------------------------------

/** The game (line of the record) that is looked at. */
export const line = computed(() => report.value?.lines.find((one) => String(one.line) === place.value.line) ?? report.value?.lines[0] ?? null);

/** The player whose game is looked at: the first person unless another was chosen. */
export const game = computed(() => {
  const found = line.value?.games;
  if (!found) return null;
  return found.find((one) => String(one.seat) === place.value.seat) ?? found.find((one) => !one.is_bot) ?? found[0];
});

/** Every decision with its number, counted from 1. */
export const decisions = computed(() => (game.value?.decisions ?? []).map((one, at) => ({ ...one, number: at + 1 })));

/** Those that lost something, the dearest first. */
export const errors = computed(() => decisions.value.filter((one) => one.loss > 0).sort((one, other) => other.loss - one.loss));

/** The decision that lies on the board. */
export const chosen = computed(() => decisions.value.find((one) => String(one.number) === place.value.move) ?? errors.value[0] ?? decisions.value[0] ?? null);

/** Look at a decision, by its number. */
export const look = (number) => go({ move: String(number) });

/** Look at the next (1) or previous (-1) one, in the order of play. */
export function step(by) {
  const at = (chosen.value?.number ?? 0) + by;
  if (at >= 1 && at <= decisions.value.length) look(at);
}
