// How the numbers of the gallery are written, and tables that hold them all.

import { html, useState } from "../../vendor/preact.js";
import { oneIn, percent, points } from "../../words.js";

/** A number in its unit: chances small and large, shares, points. */
export function told(value, unit) {
  if (value == null) return "–";
  if (unit === "share") return `${Math.round(100 * value)}%`;
  if (unit === "chance") return value === 0 ? "nothing" : value < 1e-3 ? `${+(1e6 * value).toPrecision(2)} millionths` : percent(value);
  const text = Number.isInteger(value) ? value.toLocaleString("en") : points(value, Math.abs(value) < 10 ? 3 : 1);
  return text.replace("-", "−");
}

/** A chance twice: 16.13%, 1 in 6.2. */
export const twice = (chance) => (chance > 0 && chance < 0.5 ? `${percent(chance)}, ${oneIn(chance)}` : percent(chance));

/** A sampled chance and its standard error, in one unit. */
export function withSpread(value, spread) {
  const [scale, unit] = value < 1e-3 ? [1e6, " millionths"] : [100, "%"];
  const [told, off] = [value, spread].map((one) => +(scale * one).toPrecision(2));
  return `${told} ± ${off}${unit}`;
}

/** All numbers of a figure, for whoever reads rather than looks; written only when it is opened. */
export function Numbers({ head, rows }) {
  const [open, setOpen] = useState(false);
  return html`
    <details class="numbers" onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>The numbers as a table</summary>
      ${open && html`
        <div class="scroll" tabindex="0" role="region" aria-label="The numbers of this figure">
          <table><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
            <tbody>${rows().map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
          </table>
        </div>`}
    </details>`;
}
