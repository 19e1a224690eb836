// A score card as on paper: sections, rows, what stands there, and what could be written now.

import { html, useState } from "../vendor/preact.js";
import { table } from "../state.js";
import { choicesOf } from "./choosing.js";
import { SpotEditor, settingUp } from "./editing.js";
import { arrows } from "./reach.js";
import { isSum, touch } from "./spots.js";
import { Mark, Value, valueText } from "./values.js";

/** One card for all players side by side: `cards` holds each player's piece. */
export function Card({ board, cards }) {
  const [everybody, showEverybody] = useState(false);
  const mine = cards[board.mover] ?? cards[0];
  const writable = Boolean(board.dice.faces && !(settingUp.value && table.value.edit) && board.choices.some((choice) => choice.uses.spots.length));
  const shown = { now: writable, worth: writable && Boolean(table.value.values) };
  const crowd = { 1: "", 2: "pair" }[cards.length] ?? "many"; // whose cards a narrow window leaves out
  return html`
    <div class=${`card ${crowd} ${shown.worth ? "with-worth" : ""} ${everybody ? "everybody" : ""}`}>
      <table onKeyDown=${arrows}>
        <caption class="unseen">Score card</caption>
        <thead><tr>
          <th scope="col" class="label">Box</th>
          ${cards.map((_, seat) => html`<th scope="col" class=${seatClass(board, seat)}>${cards.length > 1 ? board.seats[seat].name : "Score"}</th>`)}
          ${shown.now && html`<th scope="col" class="now">Score now</th>`}
          ${shown.worth && html`<th scope="col" class="worth-column">Value if taken</th>`}
        </tr></thead>
        ${mine.sections.map((_, part) => html`<tbody>
          ${rowsOf(cards.map((card) => card.sections[part] ?? [])).map((name) => {
            const beside = cards.map((card) => card.sections[part]?.find((one) => one.name === name));
            const spot = beside[cards.indexOf(mine)] ?? beside.find(Boolean);
            return html`<${Row} key=${name} ...${{ board, spot, shown, beside }} />`;
          })}
        </tbody>`)}
      </table>
      ${crowd && html`<button class="quiet small all-cards" aria-pressed=${everybody} onClick=${() => showEverybody(!everybody)}>
        ${everybody ? "Only the mover's card" : `All ${cards.length} cards`}</button>`}
    </div>`;
}

/** The rows of a section, in order: what any player has, since some have rows that others lack. */
function rowsOf(sections) {
  const rows = [];
  for (const section of sections) {
    let next = 0;
    for (const { name } of section) {
      const found = rows.indexOf(name);
      if (found < 0) rows.splice(next, 0, name);
      next = (found < 0 ? next : found) + 1;
    }
  }
  return rows;
}

const seatClass = (board, seat) => `score ${seat === board.mover ? "mover" : "other"}`;

function Row({ board, spot, beside, shown }) {
  const editing = settingUp.value && table.value.edit;
  const said = board.dice.faces ? choicesOf(board, spot.name) : [];
  const can = table.value.choose && said.length > 0 && !editing;
  const sum = isSum(spot);
  const mark = said.map((choice) => table.value.marks?.[choice.choice]).find(Boolean) ?? "";
  const name = `row ${can ? "can" : ""} ${sum ? "sum" : ""} ${spot.open ? "open" : ""} ${mark}`;
  return html`
    <tr class=${name} onClick=${can ? () => touch(board, spot.name) : null}>
      <th scope="row" class="label">${spot.label}${spot.of ? html`<${Progress} spot=${spot} />` : null} ${said.map((choice) => html`<${Mark} choice=${choice} beside=${true} />`)}</th>
      ${beside.map((one, seat) => html`<td class=${seatClass(board, seat)}>
        ${editing && one?.edit ? html`<${SpotEditor} board=${board} spot=${one} label=${cellLabel(board, seat, one)} />` : html`<${Stands} spot=${one} />`}</td>`)}
      ${shown.now && html`<td class="now">${said.length > 0 && html`<${Now} ...${{ board, spot, said, can }} />`}</td>`}
      ${shown.worth && html`<td class="worth-column">${said.length === 1 && html`<${Value} choice=${said[0]} />`}</td>`}
    </tr>`;
}

const cellLabel = (board, seat, spot) => (board.seats.length > 1 ? `${board.seats[seat].name}: ${spot.label}` : spot.label);

function Stands({ spot }) {
  if (!spot) return null;
  if (!spot.text) return spot.open ? html`<span class="unseen">open</span>` : null;
  return html`<span class="stands">${spot.text}${spot.of ? html`<small> / ${spot.of}</small>` : null}</span>`;
}

function Now({ board, spot, said, can }) {
  const points = said[0].points;
  const worth = said.length === 1 ? valueText(said[0]) : "";
  const name = `${spot.label}: ${points == null ? "take it" : `score ${points} now`}${worth && `, worth ${worth} if taken`}`;
  const shows = said.length > 1 ? "…" : points ?? "✓";
  if (!can) return html`<span class=${points === 0 ? "zero" : ""}>${shows}</span>`;
  return html`<button class=${`take ${points === 0 ? "zero" : ""}`} aria-label=${name}
    onClick=${(event) => (event.stopPropagation(), touch(board, spot.name))}>${shows}</button>`;
}

/** How far a total has come to what it fills up to. */
export function Progress({ spot }) {
  const share = Math.max(0, Math.min(1, (spot.points ?? 0) / spot.of));
  return html`<span class="bar" aria-hidden="true"><span style=${{ width: `${100 * share}%` }} class=${share >= 1 ? "full" : ""}></span></span>`;
}
