// Why one choice is better than another: a sentence, then parts that add up.

import { html } from "../../vendor/preact.js";
import { Thinking, useAnswer, Waiting } from "../../waiting.js";
import { points } from "../../words.js";

/** Parts that make less than this of the largest one share a line. */
const SMALL = 0.02;

export function Why({ asked, choice, first, advice }) {
  const why = useAnswer("/advice", { ...asked, why: true, ...(first ? {} : { than: choice }) });
  if (!why.answer) return html`<${Thinking} asked=${why} /><${Waiting} asked=${why} what="the reason" />`;
  return html`<${Reason} why=${why.answer.why} unit=${advice.unit} />`;
}

/** A reason as the server tells it. */
export function Reason({ why, unit }) {
  const { sentence, parts, choice: best, other, difference } = why;
  return html`
    <div class="why">
      <p>${sentence}</p>
      ${parts.length > 0 && html`<${Parts} parts=${gathered(parts)} best=${best} other=${other} difference=${difference} unit=${unit} />`}
    </div>`;
}

/** Put what hardly matters in one line, so that the sum stays. */
function gathered(parts) {
  const most = Math.max(...parts.map((one) => Math.abs(one.difference)));
  const sorted = [...parts].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const large = sorted.filter((one) => Math.abs(one.difference) >= SMALL * most);
  const rest = sorted.filter((one) => Math.abs(one.difference) < SMALL * most);
  if (rest.length < 2) return sorted;
  const total = (key) => rest.reduce((sum, one) => sum + one[key], 0);
  return [...large, { what: `${rest.length} others`, best: total("best"), other: total("other"), difference: total("difference") }];
}

/** The parts, each with a bar to the side that gains from it; what is shown adds up, digit by digit. */
function Parts({ parts, best, other, difference, unit }) {
  const scale = unit === "chance" ? 100 : 1;
  const most = scale * Math.max(...parts.flatMap((one) => [one.best, one.other, one.difference].map(Math.abs)));
  const decimals = most >= 10 ? 2 : most >= 0.1 ? 3 : most >= 1e-3 ? 5 : 12;
  const { rows, total } = addUp(parts, difference, scale * 10 ** decimals);
  const write = (whole) => points(whole / 10 ** decimals, decimals).replace("-", "−") + (unit === "chance" ? "%" : "");
  const widest = Math.max(...parts.map((one) => Math.abs(one.difference)), 1e-300);
  const cells = (row) => html`<td class="figure">${write(row.best)}</td><td class="figure">${write(row.other)}</td>
    <td class="figure difference">${row.difference > 0 ? "+" : ""}${write(row.difference)}</td>`;
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="What makes the difference"><table class="parts">
      <thead><tr><th scope="col"><span class="unseen">Part</span></th><th scope="col" class="figure">${best}</th>
        <th scope="col" class="figure">${other}</th><th scope="col" class="figure">difference</th><td></td></tr></thead>
      <tbody>${parts.map((one, place) => html`
        <tr key=${one.what}><th scope="row">${one.what}</th>${cells(rows[place])}
          <td class="as-bar" aria-hidden="true"><${Side} share=${one.difference / widest} /></td></tr>`)}
      </tbody>
      <tfoot><tr><th scope="row">together</th>${cells(total)}<td></td></tr></tfoot>
    </table></div>`;
}

/** Round numbers to whole ones whose sum is the rounded sum: those that are nearest to the next go there. */
function rounded(numbers, sum) {
  const whole = numbers.map(Math.round);
  let missing = Math.round(sum) - whole.reduce((all, one) => all + one, 0);
  const step = Math.sign(missing);
  const order = numbers.map((number, place) => [step * (number - whole[place]), place]).sort((a, b) => b[0] - a[0]);
  for (let k = 0; missing !== 0; k = (k + 1) % order.length, missing -= step) whole[order[k][1]] += step;
  return whole;
}

/** Round the columns so that each adds up, and each row too. */
function addUp(parts, difference, scale) {
  const sum = (key) => parts.reduce((all, one) => all + scale * one[key], 0);
  const more = sum("best") >= sum("other") ? 1 : -1; // where less is better, differences are the other way round
  const best = rounded(parts.map((one) => scale * one.best), sum("best"));
  const gaps = rounded(parts.map((one) => scale * one.difference), scale * difference);
  const rows = best.map((one, place) => ({ best: one, difference: gaps[place], other: one - more * gaps[place] }));
  const whole = { best: Math.round(sum("best")), difference: Math.round(scale * difference) };
  return { rows, total: { ...whole, other: whole.best - more * whole.difference } };
}

/** A bar to the right for what the better choice gains, to the left for what it gives up. */
function Side({ share }) {
  const width = Math.max(1, 50 * Math.abs(share));
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none"><line x1="50" x2="50" y1="0" y2="8" />
    <rect class=${share < 0 ? "loses" : "gains"} x=${share < 0 ? 50 - width : 50} width=${width} height="8" /></svg>`;
}
