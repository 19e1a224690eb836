// A table as a paper prints it, ours below each number, and why they differ where they do.

import { html, useState } from "../../vendor/preact.js";

const MARKS = { agrees: "✓", differs: "▲", undecided: "≈" };

export function PaperTable({ data }) {
  const [full, setFull] = useState(false);
  const notes = [];
  const number = (note) => {
    if (!note) return null;
    if (!notes.includes(note)) notes.push(note);
    return notes.indexOf(note) + 1;
  };
  const told = (cell) => number(["agrees", "blank"].includes(cell.verdict) ? "" : cell.note);
  const body = data.rows.map((row) => html`
    <tr><th scope="row">${row.name}</th>${row.cells.map((cell) => html`<td>${cell && html`<${Cell} cell=${cell} full=${full} note=${told(cell)} />`}</td>`)}</tr>`);
  return html`
    <p class="agreement">${agreement(data)}
      <label><input type="checkbox" checked=${full} onChange=${() => setFull(!full)} /> ours in full</label></p>
    <div class="scroll" tabindex="0" role="region" aria-label=${`${data.title}: as printed, and ours`}>
      <table class="printed"><caption>Above as printed, below ours: ✓ agrees, ▲ differs${data.undecided ? ", ≈ not decided" : ""}</caption>
        <thead><tr><td></td>${data.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${body}</tbody>
      </table>
    </div>
    ${notes.length > 0 && html`<ol class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ol>`}`;
}

function agreement({ compared, agree, differ, undecided, apart }) {
  const others = (differ ? `; ${differ} differ, with the reason below` : "") + (undecided ? `; ${undecided} not decided at this sample` : "");
  return html`<strong>${agree} of ${compared}</strong> printed agree${others}.${apart ? ` Not compared: ${apart}.` : ""}`;
}

function Cell({ cell, full, note }) {
  const ours = full ? cell.exact : cell.computed;
  const mark = MARKS[cell.verdict] ?? "";
  return html`<span class="as-printed">${cell.published}</span>
    <span class=${cell.agrees === false ? "ours differs" : "ours"}>${ours} <span aria-hidden="true">${mark}</span><span class="unseen">${cell.verdict}</span>${note && html`<sup>${note}</sup>`}</span>`;
}
