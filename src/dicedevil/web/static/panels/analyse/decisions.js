// The decisions: the one that lies on the board, with why; and all of them, the dearest first.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { ask } from "../../api.js";
import { EMPTY, go, say, table } from "../../state.js";
import { rowArrows, useKeys } from "../../board/reach.js";
import { Thinking, Waiting, useAnswer } from "../../waiting.js";
import { boardValues } from "../advise/figures.js";
import { Reason } from "../advise/why.js";
import { Grade, worth } from "../telling.js";
import { chosen, decisions, errors, game, line, look, step } from "./report.js";

/** How a decision is asked about: as `advise` takes it. */
function asked(one, decision) {
  return { game: one.game, state: decision.state, roll: decision.roll, objective: one.objective === "score" ? "" : one.objective };
}

/** How many sit at the board of a decision: in a match that is shared, everybody. */
const seats = (one) => (one.objective === "win" ? line.value.games.length : "");

/** Lay the chosen decision on the board, with what was made and what was best. */
function useReplay(one, decision) {
  useEffect(() => {
    if (!decision || decision.number !== chosen.value?.number) return undefined; // the next key has come already
    let gone = false;
    const question = { ...asked(one, decision), players: seats(one) };
    const marks = { [decision.best]: "best", [decision.choice]: decision.choice === decision.best ? "best" : "made" };
    go({ ...question, move: String(decision.number), seat: String(one.seat) }, { replace: true });
    ask("/board", question).then(
      (board) => gone || (table.value = { ...EMPTY, board, marks }),
      () => gone || (table.value = EMPTY),
    );
    say(`Move ${decision.number}: ${decision.choice}${decision.loss > 0 ? `, ${worth(decision.loss, one)} lost; ${decision.best} is best` : ""}.`);
    return () => (gone = true);
  }, [one, decision?.number]);
}

/** Ask why, and show on the board what every choice is worth. */
function useWhy(one, decision) {
  const than = decision?.choice === decision?.best ? {} : { than: decision?.choice };
  const why = useAnswer(decision && !decision.forced ? "/advice" : null, decision ? { ...asked(one, decision), why: true, ...than } : {});
  const { answer, current } = why;
  const { board } = table.value;
  useEffect(() => {
    if (!answer || !current || !board || table.value.values) return;
    table.value = { ...table.value, values: boardValues(answer) };
  }, [answer, current, board]);
  return why;
}

function keys(event) {
  const by = { n: 1, p: -1 }[event.key.toLowerCase()];
  if (!by) return;
  event.preventDefault();
  step(by);
}

/** The decision that lies on the board. */
export function OnBoard() {
  const one = game.value;
  const decision = chosen.value;
  useReplay(one, decision);
  const why = useWhy(one, decision);
  useKeys(keys);
  if (!decision) return html`<p class="quiet">There was nothing to decide.</p>`;
  const right = decision.choice === decision.best;
  const count = decisions.value.length;
  return html`
    <section class="decision" aria-label="The decision on the board">
      <header>
        <h3>Move ${decision.number} of ${count} <${Grade} name=${decision.class} /></h3>
        <div class="row tight">
          <button onClick=${() => step(-1)} disabled=${decision.number <= 1} aria-keyshortcuts="P" aria-label="Previous decision">‹ <kbd>P</kbd></button>
          <button onClick=${() => step(1)} disabled=${decision.number >= count} aria-keyshortcuts="N" aria-label="Next decision"><kbd>N</kbd> ›</button>
        </div>
      </header>
      <p>${decision.roll && html`Rolled <b>${decision.roll}</b>. `}
        ${right ? html`<b>${decision.choice}</b>${decision.forced ? ": nothing else could be chosen." : " is the best there is."}` : html`Chosen <b>${decision.choice}</b>; best is <b>${decision.best}</b>${decision.loss > 0 && html`: <b class="lost">${worth(decision.loss, one)}</b> lost`}.`}</p>
      ${why.current && why.answer?.why && html`<${Reason} why=${why.answer.why} unit=${why.answer.unit} />`}
      <${Thinking} asked=${why} />
      <${Waiting} asked=${why} what="the reason" />
    </section>`;
}

/** All decisions: what was lost, the dearest first; or in the order of play. */
export function List() {
  const [all, setAll] = useState(false);
  const one = game.value;
  const list = all ? decisions.value : errors.value;
  const most = errors.value[0]?.loss ?? 0;
  return html`
    <section class="decisions" aria-label="Decisions">
      <header><h3>${all ? "All moves" : "What it cost"}</h3>
        <button class="quiet" aria-pressed=${all} onClick=${() => setAll(!all)}>${all ? "Errors only, dearest first" : "All in the order of play"}</button></header>
      ${!list.length && html`<p class="quiet">No choice gave anything away. ${one.choices ? "Perfect play." : ""}</p>`}
      <ol onKeyDown=${(event) => rowArrows(event, (button) => button.click())}>${list.map((decision) => html`<li key=${decision.number}>
        <button aria-current=${decision.number === chosen.value?.number ? "true" : null} onClick=${() => look(decision.number)}>
          <span class="nr">${decision.number}.</span>
          <${Grade} name=${decision.class} />
          <span class="what"><b>${decision.roll}</b> ${decision.choice}${decision.loss > 0 && html` <span class="quiet">· better</span> ${decision.best}`}</span>
          <span class="loss">${decision.loss > 0 ? `−${worth(decision.loss, one, true)}` : ""}</span>
          ${decision.loss > 0 && html`<span class="loss-bar" aria-hidden="true"><i style=${{ width: `${(100 * decision.loss) / most}%` }}></i></span>`}
        </button></li>`)}</ol>
    </section>`;
}
