// A grid of cells, each with its number: colour only helps.

import { html, useState } from "../../vendor/preact.js";
import { told } from "./telling.js";

export function Grid({ data }) {
  const [at, setAt] = useState(null);
  const rows = data.y.values.map((_, place) => data.y.values.length - 1 - place); // the lowest below
  const shade = (value, column) => {
    if (value == null) return "none";
    const share = data.unit === "place" ? (value - 1) / Math.max(1, data.x.values[column] - 1) : value;
    return `s${Math.round(8 * share)}`;
  };
  const words = at && `${data.y.label} ${data.y.values[at[0]]}, ${data.x.label} ${data.x.values[at[1]]}: ${cell(data, at[0], at[1])}`;
  return html`
    <p class="reading" aria-hidden="true">${words ?? `${data.ends[0]} … ${data.ends[1]}`}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${data.title}>
      <table class="grid" onPointerLeave=${() => setAt(null)}><caption class="unseen">${data.title}</caption>
        <tbody>${rows.map((row) => html`
          <tr><th scope="row">${data.y.values[row]}</th>${data.x.values.map((_, column) => {
            const value = data.cells[row][column];
            return html`<td class=${shade(value, column)} onPointerEnter=${() => setAt([row, column])}>${value == null ? html`<span class="unseen">${data.empty}</span>` : data.unit === "place" ? value : told(value, data.unit)}</td>`;
          })}</tr>`)}</tbody>
        <tfoot><tr><td></td>${data.x.values.map((value) => html`<th scope="col">${value}</th>`)}</tr></tfoot>
      </table>
    </div>
    <p class="legend"><span>up: ${data.y.label}</span> <span>across: ${data.x.label}</span> <span class="cell s0" aria-hidden="true"></span> ${data.ends[0]} <span class="cell s8" aria-hidden="true"></span> ${data.ends[1]}
      ${data.empty && html`<span class="cell none" aria-hidden="true"></span> ${data.empty}`}</p>`;
}

function cell(data, row, column) {
  const value = data.cells[row][column];
  if (value == null) return data.empty;
  return data.unit === "place" ? `place ${value} from the lowest` : told(value, data.unit);
}
