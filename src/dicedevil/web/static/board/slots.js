// Slots: what stands in each, and what the roll would earn there.

import { html } from "../vendor/preact.js";
import { held, table } from "../state.js";
import { choicesOf } from "./choosing.js";
import { SpotEditor, settingUp } from "./editing.js";
import { arrows, letGo } from "./reach.js";
import { isSum, touch } from "./spots.js";
import { Mark, Value } from "./values.js";
import { Lines } from "./plain.js";

export function Slots({ board, piece, mine }) {
  const spots = piece.sections.flat();
  return html`
    <div class="slots" role="group" aria-label="Slots" onKeyDown=${arrows}>
      ${spots.filter((spot) => !isSum(spot)).map((spot) => html`<${Slot} key=${spot.name} ...${{ board, spot, mine }} />`)}
    </div>
    <${Lines} board=${board} spots=${spots.filter(isSum)} />`;
}

function Slot({ board, spot, mine }) {
  const editing = settingUp.value && table.value.edit && spot.edit;
  const said = mine && board.dice.faces ? choicesOf(board, spot.name) : [];
  const can = table.value.choose && said.length > 0 && !editing;
  const mark = said.map((choice) => table.value.marks?.[choice.choice]).find(Boolean) ?? "";
  const [first, ...rest] = spot.label.split(", ");
  const inside = html`
    <span class="slot-name"><b>${first}</b> ${rest.join(", ")}</span>
    ${editing ? html`<${SpotEditor} board=${board} spot=${spot} />` : html`<span class="stands">${spot.text || gain(said[0])}</span>`}
    <span class="earns">${earns(spot, said[0])}</span>
    ${said.length === 1 && html`<${Value} choice=${said[0]} />`}
    ${said.map((choice) => html`<${Mark} choice=${choice} beside=${true} />`)}`;
  const name = `slot ${spot.open ? "open" : "filled"} ${can ? "can" : ""} ${held.value.spots.includes(spot.name) ? "picked" : ""} ${mark}`;
  if (!can) return html`<div class=${name}>${inside}</div>`;
  return html`<button class=${name} onClick=${(event) => (letGo(event), touch(board, spot.name))}>${inside}</button>`;
}

const gain = (choice) => (choice?.points == null ? "" : `+${choice.points.toLocaleString("en")}`);

function earns(spot, choice) {
  if (choice) return choice.points == null ? "" : "now";
  return !spot.open && spot.points != null ? `= ${spot.points.toLocaleString("en")}` : "";
}
