// Progress over time: what a choice loses, period by period; and how practice goes.

import { html } from "../../vendor/preact.js";
import { Chart, axis, colour } from "../../charts.js";
import { points } from "../../words.js";
import { amount, worth } from "../telling.js";

/** What a choice lost, and the mean score, period by period. */
export function OverTime({ one }) {
  const names = one.periods.map((period) => period.when);
  const lost = one.periods.map((period) => period.loss_per_choice);
  const make = (width) => drawn(width, names, lost, "loss");
  return html`
    <section class="over-time"><h4>Over time</h4>
      <${Chart} make=${make} keys=${[one]} label=${`Lost with each choice, from ${worth(lost[0], one)} to ${worth(lost.at(-1), one)}`} />
      <div class="scroll" tabindex="0" role="group" aria-label="Over time, in numbers"><table><caption class="unseen">Over time</caption>
        <thead><tr><th scope="col">when</th><th scope="col">games</th><th scope="col">score</th><th scope="col">luck</th><th scope="col">errors</th><th scope="col">lost a choice</th></tr></thead>
        <tbody>${one.periods.map((period) => html`<tr key=${period.when}><th scope="row">${period.when}</th><td>${period.games}</td><td>${points(period.score, 1)}</td>
          <td>${amount(one, period.luck, true)}</td><td>${amount(one, -period.loss, true)}</td><td>${worth(period.loss_per_choice, one, true)}</td></tr>`)}</tbody></table></div>
    </section>`;
}

/** How much of practice was right, day by day. */
export function Practice({ days }) {
  const shares = days.map((day) => (100 * day.right) / day.answers);
  return html`
    <section class="practice"><h3>Practice</h3>
      ${days.length > 1 && html`<${Chart} make=${(width) => drawn(width, days.map((day) => day.day), shares, "gain")} keys=${[days]} label="How many answers were right, in per cent" />`}
      <table><thead><tr><th scope="col">day</th><th scope="col">answers</th><th scope="col">right</th></tr></thead>
        <tbody>${days.slice(-14).map((day) => html`<tr key=${day.day}><th scope="row">${day.day}</th><td>${day.answers}</td><td>${Math.round((100 * day.right) / day.answers)}%</td></tr>`)}</tbody></table>
    </section>`;
}

function drawn(width, names, values, ink) {
  const every = Math.ceil((90 * names.length) / (width - 50)); // so that dates do not touch
  return [
    {
      width,
      height: 170,
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false, range: [-0.3, names.length - 0.7] }, y: { range: (_, low, high) => [Math.min(0, low), high * 1.1 || 1] } },
      axes: [axis({ splits: names.map((_, at) => at), values: (_, ticks) => ticks.map((tick) => (tick % every ? "" : (names[tick] ?? ""))) }), axis({ size: 50 })],
      series: [{}, { stroke: colour(ink), width: 2, points: { show: true, size: 7, fill: colour(ink) } }],
    },
    [names.map((_, at) => at), values],
  ];
}
