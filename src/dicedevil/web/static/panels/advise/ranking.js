// The choices, best first: what each is worth, what it gives away, and why.

import { html, useState } from "../../vendor/preact.js";
import { rowArrows } from "../../board/reach.js";
import { points } from "../../words.js";
import { figures, rowsOf } from "./figures.js";
import { Why } from "./why.js";

const FEW = 10;
const TIE = 1e-9;

export function Ranking({ advice, asked, busy, picked, pick, play }) {
  const [all, setAll] = useState(false);
  const rows = rowsOf(advice.choices);
  const shown = all ? rows : rows.slice(0, FEW);
  const told = figures(advice);
  const most = Math.max(...shown.map(([one]) => one.loss));
  const hidden = rows.length - shown.length;
  return html`
    <section class="advice" aria-label="Advice" aria-busy=${busy} data-roll=${advice.roll}>
      <p class="sentence" aria-live="polite">${advice.sentence}</p>
      <table class="ranked">
        <caption class="unseen">Choices, best first</caption>
        <thead><tr><th scope="col">Choice</th><th scope="col" class="figure">Value</th><th scope="col" class="figure">Loss</th><th scope="col"><span class="unseen">Loss as a bar</span></th></tr></thead>
        <tbody onKeyDown=${rowArrows}>
          ${shown.map((group, place) => html`
            <${Row} key=${group[0].choice} group=${group} best=${rows[0][0]} forced=${advice.choices.length === 1} first=${place === 0}
              told=${told} most=${most} open=${group.some((one) => one.choice === picked)} pick=${pick} play=${play} asked=${asked} advice=${advice} />`)}
        </tbody>
      </table>
      ${rows.length > FEW && html`<button class="quiet" onClick=${() => setAll(!all)}>
        ${all ? "Only the ten best" : `All ${rows.length}: ${hidden} more lose ${told.loss(rows[shown.length][0].loss).slice(1)} or more`}</button>`}
      <p class="quiet small">Value: ${advice.meaning}. ${errorWords(advice)}</p>
    </section>`;
}

function Row({ group, first, forced, told, most, open, pick, play, asked, advice }) {
  const one = group[0];
  const mark = first ? (forced ? ["·", "forced"] : ["★", "best"]) : one.loss < TIE ? ["=", "as good"] : null;
  return html`
    <tr class=${`choice ${first ? "best" : ""} ${open ? "open" : ""}`} onClick=${(event) => event.target.closest("button") || pick(open ? null : one.choice)}>
      <th scope="row"><button class="pick" aria-expanded=${open} onClick=${() => pick(open ? null : one.choice)}>
        <span>${group.map((each) => each.choice).join(" or ")}</span>
        ${mark && html` <span class="mark"><span aria-hidden="true">${mark[0]}</span> ${mark[1]}</span>`}
      </button></th>
      <td class="figure">${told.value(one.value)}</td>
      <td class="figure lost">${one.loss < TIE ? "" : told.loss(one.loss)}</td>
      <td class="as-bar" aria-hidden="true"><${Bar} share=${most > 0 ? one.loss / most : 0} /></td>
    </tr>
    ${open && html`<tr class="more"><td colspan="4">
      <p class="abreast">${group.map((each) => html`<button class="main" onClick=${() => play(each.choice)}>Play ${each.choice}</button>`)}</p>
      ${!forced && html`<${Why} asked=${asked} choice=${one.choice} first=${first} advice=${advice} />`}
    </td></tr>`}`;
}

/** A loss as a part of the greatest that is shown; drawn as an attribute, which the page's policy allows. */
function Bar({ share }) {
  if (!(share > 0)) return null;
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="lossbar" width=${Math.max(2, 100 * share)} height="8" rx="2" /></svg>`;
}

function errorWords({ error_bound: bound, exact }) {
  if (exact) return "No error: fractions.";
  if (bound == null) return "Values are estimates.";
  const decimals = Math.floor(-Math.log10(bound));
  return decimals > 0 ? `Right to ${decimals} decimals.` : `Right to within ${points(bound)}.`;
}
