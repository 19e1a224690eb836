// Advise: any position, the choices there with what they cost, and why; what best means; how it may end.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { settingUp } from "../board/editing.js";
import { EMPTY, go, held, place, say, table } from "../state.js";
import { Refused, Thinking, Trouble, useAnswer, useLong, Waiting } from "../waiting.js";
import { Aims, mine } from "./advise/aims.js";
import { Outlook } from "./advise/outlook.js";
import { Position } from "./advise/position.js";
import { Ranking } from "./advise/ranking.js";
import { Rolls } from "./advise/rolls.js";
import { boardValues } from "./advise/figures.js";

const MATCHES = ["win", "win-alone"];
/** Who estimates where a match cannot be solved exactly. */
const ESTIMATES = "emp-1";

/** The question that is asked about: with everybody's boards where it is about winning, else with the mover's. */
function asksAbout({ game, state, roll, objective, target, turns, player, players }) {
  const all = !players || player || MATCHES.includes(objective);
  return { game, roll, objective, target, turns, ...(all ? { state, player, players } : { state: mine(state) }) };
}

/** Ask for advice; where a match cannot be solved at once, for an estimate too: {exact, estimate, cannot, advice, asked}. */
function useAdvice(info, open) {
  const { objective, player, players } = place.value;
  const question = asksAbout(place.value);
  const many = objective === "win" && !player && players > 2; // nobody solves that
  const exact = useAnswer(open && !many ? "/advice" : null, question);
  const several = info.answer?.players.least === 1; // of boards of their own: then somebody can estimate
  const cannot = many || (objective === "win" && !player && several && [409, 413].includes(exact.problem?.status));
  const estimated = { ...question, player: ESTIMATES };
  const estimate = useAnswer(cannot && open ? "/advice" : null, estimated);
  return { exact, estimate, cannot, advice: cannot ? estimate : exact, asked: cannot ? estimated : question };
}

/** What a person does with the dice and the choices: throw them, play on; and what was refused of it. */
function useMoves(here) {
  const [trouble, setTrouble] = useState(null);
  const attempt = async (work) => {
    try {
      await work();
    } catch (problem) {
      setTrouble(problem);
      say(problem.message);
    }
  };
  const thrown = () => attempt(async () => {
    const found = await ask("/roll", { ...here, roll: "" });
    go({ roll: found.roll });
    say(`Rolled ${found.roll}.`);
  });
  const play = (choice) => attempt(async () => {
    if (choice === "roll" && !here.roll) return thrown();
    const next = await ask("/next", { ...here, choice });
    held.value = { dice: [], spots: [] };
    go({ state: next.state, roll: next.roll ?? "" });
    say(`Played ${choice}.`);
  });
  return { thrown, play, trouble, forget: () => setTrouble(null) };
}

export function AdvisePanel() {
  const { game, state, roll, objective, target, turns, players } = place.value;
  const info = useAnswer(`/games/${encodeURIComponent(game)}`);
  const lacks = { target: !target, within: !turns }[objective]; // a number that is still to be said
  const laid = objective === "target" || lacks ? "" : objective; // the board is the same, whatever the target is
  const here = { game, state, roll, objective: laid, turns, players };
  const board = useBoard(here);
  const over = board.current && board.answer?.over && !board.answer.not_yet;
  const match = MATCHES.includes(objective);
  const notYet = match && board.current ? board.answer?.not_yet : null;
  const half = notYet || (match && settingUp.value && !board.current); // boards are set one after the other
  const { exact, estimate, cannot, advice, asked } = useAdvice(info, !over && !lacks && !half);
  const { thrown, play, trouble, forget } = useMoves(here);
  const [picked, pick] = useState(null);
  useEffect(() => {
    pick(null);
    forget();
  }, [JSON.stringify(asked)]);
  const long = useLong(advice);
  const told = over || long ? null : advice.answer;
  useTable(board, advice, picked, { choose: play, roll: over || roll ? null : thrown });
  if (info.problem?.status === 404) return html`<h2>Advise</h2><${Refused} problem=${info.problem} />`;
  return html`
    <h2 class="unseen">Advise</h2>
    <${Position} board=${board} throwDice=${over ? null : thrown} />
    <${Aims} info=${info.answer} advice=${advice.current ? advice.answer : null} problem=${board.fault || notYet ? null : refused(advice)} />
    ${notYet && html`<${NotYet} ...${notYet} />`}
    <${Trouble} problem=${trouble} />
    ${over && html`<p class="sentence">The game is over${board.answer.result != null ? `: ${resultWords(board.answer.result)}` : ""}.</p>`}
    ${cannot && !over && html`<${Estimated} exact=${exact} estimate=${estimate} />`}
    ${!cannot && html`<${Waiting} asked=${others(exact)} what="the advice" />`}
    <${Thinking} asked=${advice} />
    ${told && html`<${Ranking} advice=${told} asked=${asked} busy=${advice.busy} picked=${picked} pick=${pick} play=${play} />`}
    <${Outlook} info=${info.answer} over=${over} />
    ${told?.rolls?.length > 0 && html`<${Rolls} advice=${told} />`}
  `;
}

/** Boards that are being set one after the other are no position yet: what is missing, and nothing is lost. */
function NotYet({ message, state }) {
  return html`
    <div class="note" role="status">
      <p><strong>Not yet a position.</strong> ${message}${state && html` Or did the other player begin? <button class="small" onClick=${() => go({ state })}>The other began</button>`}</p>
    </div>`;
}

/** What cannot be read stands beside its field: it is not told twice. */
const refused = ({ problem }) => (problem?.status === 400 ? problem : null);
const others = (asked) => (refused(asked) ? { ...asked, problem: null } : asked);

const resultWords = (result) => (Array.isArray(result) ? result.join(" : ") : String(result));

/** Why these are estimates, and the work that would make them exact. */
function Estimated({ exact, estimate }) {
  return html`
    <div class="note">
      <p>${estimate.answer && html`<strong>≈ Estimates by ${ESTIMATES}.</strong> `}The match is too large to be solved exactly${exact.problem?.job && " at once"}.</p>
      ${exact.problem?.job && html`<${Waiting} asked=${exact} what="the exact answer" />`}
      <${Waiting} asked=${others(estimate)} what=${`an estimate by ${ESTIMATES}`} />
    </div>`;
}

/**
 * Ask for the board. Where something cannot be read, `fault` says what ("roll" or "state"), and the board is
 * that without the roll, else the last of this game, else that of its start: it stays editable always.
 */
function useBoard(here) {
  const asked = useAnswer("/board", here);
  const unread = asked.problem != null;
  const bare = useAnswer(unread && here.roll ? "/board" : null, { ...here, roll: "" });
  const inState = unread && (!here.roll || bare.problem != null);
  const last = useRef(null);
  const lost = inState && last.current?.game !== here.game;
  const start = useAnswer(lost ? "/board" : null, { ...here, state: "", roll: "" });
  for (const one of [asked, bare, start]) if (one.current && one.answer) last.current = { game: here.game, board: one.answer };
  const fault = inState ? "state" : unread && bare.current && bare.answer ? "roll" : null;
  return { ...asked, shown: last.current?.board ?? null, fault };
}

/** Lay the board on the table, with the values of its choices and what may be done. */
function useTable(board, advice, picked, does) {
  const values = advice.current && advice.answer ? boardValues(advice.answer) : null;
  const marks = values ? { [advice.answer.choices[0].choice]: "best", ...(picked ? { [picked]: "picked" } : {}) } : {};
  useLayoutEffect(() => {
    table.value = {
      ...EMPTY,
      board: board.shown,
      values,
      marks,
      busy: board.busy,
      written: true,
      edit: (state) => go({ state, roll: place.value.roll }),
      setRoll: (roll) => go({ roll }),
      ...does,
    };
  }, [board.shown, board.busy, advice.answer, advice.current, picked, place.value]);
  useEffect(() => () => (table.value = EMPTY), []);
  useLayoutEffect(() => {
    const choice = board.shown?.choices?.find((one) => one.choice === picked);
    if (choice) held.value = { dice: choice.uses?.dice ?? [], spots: choice.uses?.spots ?? [] };
  }, [picked]);
}
