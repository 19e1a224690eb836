// "The dice are rigged": what was rolled, against what was to be expected.

import { html } from "../vendor/preact.js";
import { points, signed } from "../words.js";
import { typeset } from "./telling.js";

export function Faces({ rolled }) {
  if (!rolled?.faces?.length) return null;
  const most = Math.max(...rolled.faces.map((one) => Math.max(one.rolled, one.expected)));
  return html`
    <section class="faces">
      <h3>Were the dice fair?</h3>
      <p>${typeset(rolled.sentence)}</p>
      <div class="scroll"><table>
        <caption class="unseen">Rolled against expected, ${rolled.rolls} rolls</caption>
        <thead><tr><th scope="col">face</th><th scope="col">rolled</th><th scope="col">expected</th><th scope="col">off by</th><td></td></tr></thead>
        <tbody>${rolled.faces.map((one) => html`<tr key=${one.face}>
          <th scope="row">${one.face}</th><td>${one.rolled}</td><td>${points(one.expected, 1)}</td>
          <td>${one.spread ? `${signed((one.rolled - one.expected) / one.spread, 1)} sd` : ""}</td>
          <td class="bars" aria-hidden="true"><svg viewBox="0 0 100 10" preserveAspectRatio="none">
            <rect x="0" y="2" height="6" width=${(100 * one.rolled) / most} /><line class="expected" x1=${(100 * one.expected) / most} x2=${(100 * one.expected) / most} y1="0" y2="10" /></svg></td></tr>`)}</tbody>
      </table></div>
    </section>`;
}
