// A game that is being played: what the server told of it last, and what comes next.
//
// The server has the game: the page asks, shows and waits. Every move is sent with `at`, the number of
// moves that the page has seen, so that one that is sent again is not made again.

import { signal } from "../../vendor/preact.js";
import { ask, send } from "../../api.js";
import { go, notice, pace, place, say } from "../../state.js";

/** The game, as the server tells it; null when there is none. */
export const play = signal(null);
/** What lies on the board: {board, marks}. It lags behind while a bot's move is shown. */
export const seen = signal(null);
/** The rungs of the ladder of hints that have been asked for, for these dice. */
export const hint = signal(null);
/** What bots have done since the person's last turn: [{name, moves: ["33456 keep 3456", ...]}]. */
export const turns = signal([]);
/** Why nothing comes: {away: bool, message, hint, job?}, or null. */
export const trouble = signal(null);
/** Whether something is under way. */
export const busy = signal(false);
/** Whether a hint is being waited for. */
export const asking = signal(false);

const DICE = 600; // milliseconds for which a bot's dice lie there, and then its choice
const CHOICE = 500;
const AGAIN = 1000; // until the server is asked again

let run = 0; // whatever was begun for another run has nothing to say any more
let skipping = false;
let hurry = () => {};

/** Sit down at a game that is kept; a link to one that is not shows its position. */
export async function sit(number, seed) {
  const mine = ++run;
  forget();
  try {
    const found = await sure(mine, () => ask(`/play/${number}`));
    if (mine !== run) return;
    if (seed && String(found.seed) !== String(seed)) throw { status: 404 };
    take(found);
    drive(mine, found.over);
  } catch (problem) {
    if (mine !== run) return;
    if (problem.status !== 404) return fail(problem);
    notice.value = `Game ${number} with seed ${seed ?? "?"} is not kept here: this is the position that the link tells.`;
    go({ tab: "advise", number: "", seed: "" }, { replace: true });
  }
}

/** Go on after a refusal: the work that was missing may have moved for the bot. */
export function goOn() {
  trouble.value = null;
  if (play.value) recover(run, { code: "moved-on" });
  else sit(place.value.number, place.value.seed);
}

/** Get up: nothing more is shown of the game. */
export function rise() {
  run += 1;
  forget();
}

function forget() {
  play.value = seen.value = hint.value = trouble.value = null;
  turns.value = [];
  busy.value = asking.value = skipping = false;
  hurry();
}

/** Begin a game: {game, people, bots, seed}. Returns it; refusals are the caller's. */
export async function begin(asked) {
  const found = await send("/play", asked);
  go({ game: asked.game, number: found.number, seed: found.seed, state: "", roll: "", move: "", seat: "", of: "" });
  return found;
}

// -- what a person does ----------------------------------------------------------------------------

/** Roll: for oneself, or to let the others go on; while bots play, to skip the waiting. */
export function roll() {
  if (busy.value) return skip();
  if (play.value?.board.roll == null && !play.value?.over) act(() => send(`${here()}/throw`));
}

/** Make a choice, and roll again if the turn goes on. */
export function choose(choice) {
  const { board, moves, mover_is_bot } = play.value;
  if (busy.value || mover_is_bot) return;
  const again = board.choices.find((one) => one.choice === choice)?.again;
  turns.value = [];
  act(async () => {
    const after = await send(`${here()}/choose`, { choice, at: moves });
    return again && !after.over && !after.mover_is_bot ? send(`${here()}/throw`) : after;
  });
}

/** Take the last choice back. */
export function undo() {
  const { can_undo, moves } = play.value ?? {};
  if (!can_undo || busy.value) return;
  say("The choice is taken back.");
  act(() => send(`${here()}/undo`, { at: moves }));
}

/** Climb the ladder of hints by a rung. */
export async function askHint() {
  const { board, mover_is_bot, over } = play.value ?? {};
  if (!board?.roll || mover_is_bot || over || busy.value || asking.value || hint.value?.rung === 3) return;
  const mine = run;
  asking.value = true;
  try {
    const found = await sure(mine, () => send(`${here()}/hint`));
    if (mine === run) hint.value = found;
  } catch (problem) {
    if (mine === run) hint.value = { problem };
  } finally {
    if (mine === run) asking.value = false;
  }
}

/** Leave the table; the game is kept. */
export async function leave() {
  const path = here();
  rise();
  await send(`${path}/leave`).catch(() => {});
  go({ number: "", seed: "", state: "", roll: "", objective: "", players: "" });
}

/** Do not wait for bots any more, until it is a person's turn. */
export function skip() {
  skipping = true;
  hurry();
}

const here = () => `/play/${play.value.number}`;

async function act(question) {
  const mine = run;
  busy.value = true;
  try {
    const found = await sure(mine, question);
    if (mine !== run) return;
    take(found);
    await drive(mine);
  } catch (problem) {
    if (mine === run) await recover(mine, problem);
  }
}

/** The server has another game in mind than the page: believe the server, and say what it said. */
async function recover(mine, problem) {
  busy.value = false;
  try {
    const found = await sure(mine, () => ask(here()));
    if (mine !== run) return;
    if (problem.code !== "moved-on") fail(problem);
    take(found);
    await drive(mine);
  } catch (other) {
    if (mine === run) fail(other);
  }
}

// -- what goes on by itself ------------------------------------------------------------------------

/** Go on until a person has something to do: choose, or roll while a choice can still be taken back. */
async function drive(mine, wasOver = false) {
  busy.value = true;
  try {
    while (mine === run) {
      const now = play.value;
      if (now.over) return wasOver || end(now);
      if (now.board.roll == null) {
        if (now.can_undo) return;
        take(await sure(mine, () => send(`${here()}/throw`)), mine);
      } else if (now.mover_is_bot) await letBot(mine, now);
      else return tellTurns(now);
    }
  } catch (problem) {
    if (mine === run) fail(problem);
  } finally {
    if (mine === run) busy.value = skipping = false;
  }
}

/** Have the bot move: one move if they are shown one by one, else all of them. */
async function letBot(mine, now) {
  const quick = isQuick();
  await pause(DICE);
  const found = await sure(mine, () => send(`${here()}/bot`, { at: now.moves, ...(quick ? {} : { most: 1 }) }));
  if (mine !== run) return;
  const made = found.since ?? [];
  for (const { player, roll, choice } of made) tell(player, now.players[player], `${roll} ${choice}`.trim());
  if (made.length && !isQuick()) {
    seen.value = { board: now.board, marks: { [made[0].choice]: "made" } };
    await pause(CHOICE);
  }
  if (mine === run) take(found);
}

function tell(seat, name, move) {
  const last = turns.value.at(-1);
  const goesOn = last?.seat === seat;
  const turn = { seat, name, moves: [...(goesOn ? last.moves : []), move] };
  turns.value = [...(goesOn ? turns.value.slice(0, -1) : turns.value), turn].slice(-20);
}

/** Say what the bots did, and whose turn it is; the board says the dice. */
function tellTurns(now) {
  const bots = turns.value.map((turn) => `${turn.name}: ${turn.moves.join(", ")}.`);
  const people = now.players.length - now.bots.length;
  const name = now.players.length === 1 ? "" : people > 1 ? `${now.players[now.board.mover]}: your turn.` : "Your turn.";
  if (bots.length || name) say([...bots, name].join(" "));
}

function end(now) {
  say("The game is over.");
  go({ tab: "analyse", number: now.number, seed: now.seed, state: "", roll: "", seat: "", move: "", players: "", objective: "" });
}

const isQuick = () => skipping || pace.value === "at once" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function pause(time) {
  if (isQuick()) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    hurry = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function take(found, mine = run) {
  if (mine !== run) return;
  if (play.value?.moves !== found.moves || play.value?.board.roll !== found.board.roll) hint.value = null;
  play.value = found;
  seen.value = { board: found.board, marks: {} };
  const { game, state, roll, objective: aim } = found.board;
  const players = found.players.length > 1 ? found.players.length : "";
  const objective = aim === "score" ? "" : aim;
  if (place.value.tab === "play") {
    go({ game, state, roll: roll ?? "", objective, players, number: found.number, seed: found.seed }, { replace: true });
  }
}

/** Ask until the server answers: it may be busy, or may be started again. */
async function sure(mine, question) {
  for (;;) {
    try {
      const found = await question();
      if (trouble.value?.away) {
        trouble.value = null;
        say("The server is back; the game goes on.");
      }
      return found;
    } catch (problem) {
      if (mine !== run || ![0, 503].includes(problem.status)) throw problem;
      const { message } = problem;
      const hint = "Nothing is lost: every move is kept, and the page goes on as soon as the server is back.";
      if (!trouble.value?.away) say(`${message} ${hint}`);
      trouble.value = { away: true, message, hint };
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

function fail(problem) {
  trouble.value = { away: false, ...problem, message: problem.message };
  say(problem.message);
}
