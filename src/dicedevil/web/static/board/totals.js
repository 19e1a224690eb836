// Totals: large numbers, with a bar where there is something to reach.

import { html } from "../vendor/preact.js";
import { table } from "../state.js";
import { Progress } from "./card.js";
import { SpotEditor, settingUp } from "./editing.js";

export function Totals({ board, piece }) {
  return html`<div class="totals">${piece.sections.flat().map((spot) => html`<${Total} key=${spot.name} ...${{ board, spot }} />`)}</div>`;
}

function Total({ board, spot }) {
  const editing = settingUp.value && table.value.edit && spot.edit;
  return html`
    <div class="total">
      <span class="total-label">${spot.label}</span>
      ${editing
        ? html`<${SpotEditor} board=${board} spot=${spot} />`
        : html`<span class=${`total-number ${spot.text.length > 9 ? "long" : ""}`}>${spot.text || "–"}${spot.of ? html`<small>of ${spot.of.toLocaleString("en")}</small>` : null}</span>`}
      ${spot.of ? html`<${Progress} spot=${spot} />` : null}
    </div>`;
}
