// Train: a position on the board, choose, told right or wrong with why, next.

import { html, useEffect } from "../vendor/preact.js";
import { EMPTY, go, goTo, place, table, titleOf } from "../state.js";
import { useKeys } from "../board/reach.js";
import { Refused, Thinking } from "../waiting.js";
import { boardValues } from "./advise/figures.js";
import { PlayerName } from "./name.js";
import { worth } from "./telling.js";
import { answer, begin, busy, choose, next, player, problem, question, stop, tally } from "./train/round.js";

const LEVELS = { any: "of any kind", easy: "easy", medium: "medium", hard: "hard" };

function keys(event) {
  if (!answer.value || busy.value) return;
  const onButton = event.target.tagName === "BUTTON" && event.key === "Enter";
  if (event.key.toLowerCase() !== "n" && (event.key !== "Enter" || onButton)) return;
  event.preventDefault();
  next();
}

export function TrainPanel() {
  const { game, level, of, all } = place.value;
  useEffect(() => {
    begin();
    return stop;
  }, [all ? "" : game, level, of, all, place.value.who]);
  useKeys(keys);
  useEffect(() => {
    const told = answer.value;
    const marks = told ? { [told.best]: "best", [told.choice]: told.choice === told.best ? "best" : "made" } : {};
    const board = question.value?.board ?? null;
    const values = told?.advice ? boardValues(told.advice) : null;
    table.value = { ...EMPTY, board, marks, values, choose: board && !told ? choose : null, busy: busy.value };
  }, [question.value, answer.value, busy.value]);
  return html`
    <h2>${of ? "Retry your mistakes" : "Train"}</h2>
    <${Wanted} />
    <${Refused} problem=${problem.value} what="finding a question" again=${next} />
    <${Asked} />
    <${Tally} />`;
}

/** What is practised. */
function Wanted() {
  const { of, level, all, game } = place.value;
  if (of) {
    return html`<p>The choices of game ${of} that gave something away.
      <button class="quiet" onClick=${() => go({ of: "", who: "" })}>Practise everything instead</button></p>`;
  }
  return html`
    <div class="row wanted">
      <label>What <select value=${all ? "all" : "one"} onChange=${(event) => go({ all: event.target.value === "all" ? "yes" : "", state: "", roll: "" })}>
        <option value="one">${titleOf(game)}</option><option value="all">what is due, of all games</option></select></label>
      ${!all && html`<label>Close calls <select value=${level ?? "any"} onChange=${(event) => go({ level: event.target.value === "any" ? "" : event.target.value })}>
        ${Object.entries(LEVELS).map(([name, words]) => html`<option key=${name} value=${name}>${words}</option>`)}</select></label>`}
      <${PlayerName} name=${player()} chosen=${() => (go({ who: "" }), begin())} />
    </div>`;
}

function Asked() {
  const found = question.value;
  if (!found) return problem.value ? null : html`<${Thinking} asked=${{ busy: true }} what="Looking for a question …" />`;
  if (!found.drill) {
    return html`<div class="empty"><p>${found.message}</p>
      <div class="row">${place.value.of && html`<button class="main" onClick=${() => go({ of: "", who: "" })}>Practise close calls</button>`}
        ${place.value.all && html`<button class="main" onClick=${() => go({ all: "" })}>Practise close calls</button>`}
        <button onClick=${() => goTo({ tab: "play", game: place.value.game })}>Play a game</button></div></div>`;
  }
  const told = answer.value;
  return html`
    <section class="asked" aria-label="The question">
      ${!told && html`<p class="status">What do you choose? <small class="quiet">${source(found)}</small></p>
        ${place.value.all && html`<p class="quiet">${found.board.title}</p>`}`}
      ${told && html`<${Verdict} told=${told} />`}
    </section>`;
}

const source = (found) => [found.drill.source, found.left > 1 ? `${found.left - 1} more` : ""].filter(Boolean).join(" · ");

function Verdict({ told }) {
  const nearly = told.right && told.choice !== told.best;
  return html`
    <div class=${told.right ? "verdict right" : "verdict wrong"}>
      <p class="status"><b aria-hidden="true">${told.right ? "✓" : "✗"}</b> ${told.right ? (nearly ? "Right, nearly the best" : "Right") : "Not the best"}</p>
      <p>${told.sentence.replace(/^Right\. /, "")}</p>
      ${told.next_due && html`<p class="quiet">It comes back ${when(told.next_due)}.</p>`}
      <div class="row"><button class="main" onClick=${next} disabled=${busy.value} aria-keyshortcuts="N">Next <kbd>N</kbd></button></div>
    </div>`;
}

/** When something is due, in words. */
function when(text) {
  const days = (new Date(text) - Date.now()) / 86_400_000;
  const count = (number, word) => `in ${number} ${word}${number === 1 ? "" : "s"}`;
  if (days < 1 / 24) return count(Math.max(1, Math.round(days * 1440)), "minute");
  if (days < 1) return count(Math.round(days * 24), "hour");
  return days < 1.5 ? "tomorrow" : count(Math.round(days), "day");
}

function Tally() {
  const { done, right, lost } = tally.value;
  if (!done) return null;
  const told = Object.entries(lost).map(([unit, loss]) => worth(loss, { unit })).join(" and ");
  return html`<p class="tally" role="status">This round: <b>${right} of ${done}</b> right, ${told || "nothing"} given away in all.</p>`;
}
