// Analyse: the sentence first, then luck and errors over the game, then every decision, on the board.

import { html, useEffect } from "../vendor/preact.js";
import { EMPTY, go, goTo, place, say, table } from "../state.js";
import { Refused, Thinking } from "../waiting.js";
import { CLASSES, points } from "../words.js";
import { List, OnBoard } from "./analyse/decisions.js";
import { Graph } from "./analyse/graph.js";
import { Paste } from "./analyse/paste.js";
import { again, close, game, line, openKept, openPasted, problem, report, working } from "./analyse/report.js";
import { Faces } from "./faces.js";
import { Kept } from "./play/setup.js";
import { typeset } from "./telling.js";

export function AnalysePanel() {
  const { number } = place.value;
  useEffect(() => {
    if (number && report.value?.number !== number) openKept(number);
    else if (!number) openPasted(); // another game's report is put away
  }, [number]);
  if (working.value) return html`<h2>Analyse</h2><${Thinking} asked=${{ busy: true }} what="Grading every move …" />`;
  if (!report.value || !game.value) return html`<${Nothing} />`;
  return html`<${Report} />`;
}

function Nothing() {
  useEffect(() => {
    table.value = EMPTY;
  }, []);
  return html`
    <h2>Analyse</h2>
    <p>How much was luck, how much was you. Every roll and every choice of a game, held against best play; a game that you play here opens by itself at its end.</p>
    <${Refused} problem=${problem.value} what="grading this" again=${again} />
    <${Paste} />
    <${Kept} over=${true} />`;
}

function Report() {
  const found = report.value;
  const one = game.value;
  useEffect(() => say(one.sentence), [one]);
  return html`
    <article class="report" data-game=${one.game}>
      <h2 class="sentence">${typeset(one.sentence)}</h2>
      ${one.sum && html`<${Sum} told=${one.sum} unit=${one.unit} />`}
      ${found.end && html`<p class="end">${found.end}</p>`}
      ${one.estimated && html`<p class="quiet">Values are estimates here: this match is too large to be solved.</p>`}
      <${Games} found=${found} />
      <${Players} />
      <${Actions} found=${found} one=${one} />
      <${Graph} />
      <${Classes} one=${one} />
      ${one.like && html`<p class="like quiet">By what a choice loses: ${one.like}.</p>`}
      <${OnBoard} />
      <${List} />
      <${Faces} rolled=${one.rolled} />
      ${found.refused?.length > 0 && html`<p class="refusal">${found.refused.length === 1 ? "A line" : `${found.refused.length} lines`} could not be graded. Line ${found.refused[0].line}: ${found.refused[0].reason}</p>`}
      <p class="row screen"><button class="quiet" onClick=${() => (close(), goTo({ tab: "analyse", game: one.game }))}>Another record</button></p>
    </article>`;
}

/** par + luck − errors = result, as it stands. */
function Sum({ told, unit }) {
  return html`
    <dl class="sum">
      <div><dt>par</dt><dd>${typeset(told.par)}</dd></div>
      <div class="luck"><dt>luck</dt><dd>${typeset(told.luck)}</dd></div>
      <div class="errors"><dt>errors</dt><dd>${typeset(told.errors)}</dd></div>
      <div class="comes-to"><dt>${unit === "chance" ? "result" : unit}</dt><dd>${typeset(told.result)}</dd></div>
    </dl>`;
}

/** Several games in a record: choose one. */
function Games({ found }) {
  if (found.lines.length < 2) return null;
  return html`
    <label class="games">Game <select value=${line.value.line} onChange=${(event) => go({ line: event.target.value, seat: "", move: "" })}>
      ${found.lines.map((one) => html`<option key=${one.line} value=${one.line}>${one.line}: ${one.games[0].game}, ${one.games.map((game) => `${game.player} ${points(game.score, Number.isInteger(game.score) ? 0 : 1)}`).join(", ")}</option>`)}
    </select></label>`;
}

/** Everybody's report. */
function Players() {
  const { games } = line.value;
  if (games.length < 2) return null;
  return html`
    <div class="row players" role="group" aria-label="Whose game">
      ${games.map((one) => html`<button key=${one.seat} aria-pressed=${one === game.value} onClick=${() => go({ seat: String(one.seat), move: "" })}>${one.player}</button>`)}
    </div>`;
}

function Actions({ found, one }) {
  const wrong = one.decisions.some((decision) => ["inaccuracy", "mistake", "blunder"].includes(decision.class));
  const retry = () => goTo({ tab: "train", game: one.game, of: found.number, who: one.player });
  return html`
    <div class="row screen">
      ${found.number && wrong && html`<button class="main" onClick=${retry}>Retry my mistakes</button>`}
      ${found.number && html`<button onClick=${() => goTo({ tab: "play", game: one.game })}>Play again</button>`}
      <${Download} found=${found} />
      <button class="quiet" onClick=${() => print()}>Print</button>
    </div>`;
}

/** The record as a file. */
function Download({ found }) {
  if (found.number) return html`<a class="button" href=${`/api/v1/play/${found.number}/record`} download=${`game-${found.number}.jsonl`}>Download</a>`;
  return null;
}

function Classes({ one }) {
  const all = Object.entries(one.classes).filter(([, count]) => count);
  return html`<p class="classes">${one.choices} ${one.choices === 1 ? "choice" : "choices"}: ${all.map(([name, count], at) => html`${at > 0 && ", "}<span class=${`grade ${name}`}><b aria-hidden="true">${CLASSES[name].icon}</b> ${count} ${plural(name, count)}</span>`)}.</p>`;
}

const plural = (name, count) => (count === 1 || ["best", "close"].includes(name) ? CLASSES[name].word : `${CLASSES[name].word.replace(/y$/, "ie")}s`);
