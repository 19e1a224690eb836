// Bars by name: a line each, with its number, so that nothing hangs on the picture. Where a figure is of a position,
// its tiles and dice can be set.

import { html } from "../../vendor/preact.js";
import { go } from "../../state.js";
import { told } from "./telling.js";

export function Bars({ data }) {
  const most = data.stacked ? 1 : Math.max(...data.series.flatMap((one) => one.y.filter((y) => y != null)), 1e-12);
  return html`
    ${data.tiles && html`<${Setting} data=${data} />`}
    <div class="scroll" tabindex="0" role="region" aria-label=${data.title}>
      <table class="bars"><caption class="unseen">${data.title}</caption>
        <thead><tr><th scope="col">${data.x.label}</th>${data.series.map((one, place) => html`
          <th scope="col"><span class=${`dot c${place % 6}`} aria-hidden="true"></span> ${one.name}</th>`)}
          ${data.best && html`<th scope="col">best</th>`}</tr></thead>
        <tbody>${data.x.values.map((name, row) => html`
          <tr class=${data.turned?.includes(name) ? "turned" : ""}><th scope="row">${name}</th>
            ${data.series.map((one, place) => html`
              <td class="figure">${fine(one.y[row], data.y.unit)}${data.best?.[row] === one.name && html`<span aria-hidden="true"> ★</span>`}
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class=${`c${place % 6}`} x="0" y="0" height="10" width=${100 * (one.y[row] ?? 0) / most} /></svg></td>`)}
            ${data.best && html`<td class="best">${data.best[row]}${data.turned.includes(name) && html` <strong class="turn">⟲ turned</strong>`}</td>`}
          </tr>`)}</tbody>
      </table>
    </div>`;
}

const fine = (value, unit) => (value === 0 ? "0%" : unit === "chance" && value > 0 && value < 0.1 ? `${(100 * value).toPrecision(3)}%` : told(value, unit));

function Setting({ data }) {
  const set = (up, roll) => go({ board: `up=${up.join("+")}`, dice: roll });
  const turn = (tile) => set(data.up.includes(tile) ? data.up.filter((one) => one !== tile) : [...data.up, tile].sort((a, b) => a - b), data.roll);
  return html`
    <div class="setting">
      <div role="group" aria-label="Tiles: press one to have it up or down" class="tile-choice">${data.tiles.map((tile) => html`
        <button aria-pressed=${data.up.includes(tile)} disabled=${data.needed.includes(tile)} onClick=${() => turn(tile)}
          aria-label=${`tile ${tile}, ${data.up.includes(tile) ? "up" : "down"}`}>${tile}</button>`)}</div>
      <label>Roll <select value=${data.roll} onChange=${(event) => set(data.up, event.target.value)}>${data.rolls.map((roll) => html`<option>${roll}</option>`)}</select></label>
      <span class="quiet">Tiles of the roll stay up; rolls that leave a choice are offered.</span>
    </div>`;
}

