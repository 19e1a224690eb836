// Advice, hidden until it is asked for: a few good choices without their order, then the best, then all of them.

import { html } from "../../vendor/preact.js";
import { Refused, Thinking } from "../../waiting.js";
import { worth } from "../telling.js";
import { asking, askHint, hint, play } from "./game.js";

const NEXT = ["Hint", "Which one?", "Show all"];

/** What the next rung of the ladder is called; null where there is none to climb. */
export function nextHint() {
  const now = play.value;
  const may = now?.board.roll != null && !now.mover_is_bot && !now.over && !now.forced;
  return may ? (NEXT[hint.value?.rung ?? 0] ?? null) : null;
}

/** What a choice is called on the board. */
const labelOn = (board) => (choice) => board.choices.find((one) => one.choice === choice)?.label ?? choice;

/** What has been told so far, in one line. */
export function inALine(board) {
  const { problem, rung, good, best, sentence } = hint.value;
  if (problem) return "There is no hint yet; below is why.";
  if (rung > 1) return `Best: ${best.slice(0, 3).map(labelOn(board)).join(", or ")}.`;
  return good.length ? `One of these: ${good.map(labelOn(board)).join(" · ")}.` : sentence;
}

export function Hints() {
  const now = play.value;
  const found = hint.value;
  const next = nextHint();
  if (!next && !found) return null;
  return html`
    <section class="hints" aria-label="Hints">
      ${found && html`<div class="hint" aria-live="polite"><${Told} found=${found} board=${now.board} /></div>`}
      <${Thinking} asked=${{ busy: asking.value }} />
      ${next && html`<button onClick=${askHint} aria-keyshortcuts="H">${next} <kbd>H</kbd></button>`}
    </section>`;
}

function Told({ found, board }) {
  if (found.problem) return html`<p>There is no hint yet.</p><${Refused} problem=${found.problem} what="the hint" again=${askHint} />`;
  const label = labelOn(board);
  if (found.rung === 1 && found.good.length) {
    return html`<p>One of these is the best:</p><ul class="good">${found.good.map((one) => html`<li key=${one}>${label(one)}</li>`)}</ul>`;
  }
  if (found.rung === 1) return html`<p>${found.sentence}</p>`;
  return html`
    <p><strong>Best: ${found.best.slice(0, 3).map(label).join(", or ")}</strong></p>
    ${found.sentence && html`<p>${found.sentence}</p>`}
    ${found.advice && html`<${Ranked} choices=${found.advice.choices} board=${{ unit: found.unit }} label=${label} />`}`;
}

function Ranked({ choices, board, label }) {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="All choices"><table class="ranked"><thead><tr><th scope="col">choice</th><th scope="col">value</th><th scope="col">loss</th></tr></thead>
      <tbody>${choices.map((one) => html`<tr key=${one.choice}><th scope="row">${label(one.choice)}</th>
        <td>${worth(one.value, board, true)}</td><td>${one.loss ? `−${worth(one.loss, board, true)}` : "best"}</td></tr>`)}</tbody></table></div>`;
}
