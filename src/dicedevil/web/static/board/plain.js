// A plain board: lines of words, for games of no family and for pieces of a kind that is not known.

import { html } from "../vendor/preact.js";
import { table } from "../state.js";
import { SpotEditor, settingUp } from "./editing.js";

export function Plain({ board, piece }) {
  return html`<div class="plain"><${Lines} board=${board} spots=${piece.sections.flat()} /></div>`;
}

/** Spots as lines: a label and what stands there. */
export function Lines({ board, spots }) {
  if (!spots.length) return null;
  const editing = settingUp.value && table.value.edit;
  return html`
    <dl class="lines">${spots.map((spot) => html`
      <div><dt>${spot.label}</dt>
      <dd>${editing && spot.edit && !spot.edit.member ? html`<${SpotEditor} board=${board} spot=${spot} />` : spot.text || (spot.open ? "open" : "–")}</dd></div>`)}
    </dl>`;
}
