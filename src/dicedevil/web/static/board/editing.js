// Setting up: spots set by hand, the position as it is written, a link to it.

import { html, signal, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { readItems, withKey, write } from "../address.js";
import { Copy } from "../copy.js";
import { place, table } from "../state.js";

/** Whether spots are being set by hand. */
export const settingUp = signal(false);

/** What the server says against what was set or typed last, or null. */
export const trouble = signal(null);

/** Ask whether there is such a position, and do it with the board that it is; otherwise tell why not. */
export async function tried(changes, then) {
  const { board } = table.value;
  const players = place.value.players ?? (board.players > 1 ? board.players : null);
  const asked = { game: board.game, state: board.state, objective: board.objective, players, ...changes };
  try {
    const found = await ask("/board", asked);
    trouble.value = null;
    then(found);
  } catch (problem) {
    ahead = null;
    trouble.value = problem;
  }
}

/** What was set last and is perhaps not drawn yet: {state, written}, `written` once the server has read it. */
let ahead = null;
let given = 0; // changes, counted; of those that overtake each other the later one counts
let taken = 0;

/** The position as it was set last, however far it is drawn: the next change is made to that. */
function standing(board) {
  const isAhead = ahead?.game === board.game && ahead.written !== board.state;
  if (isAhead && (ahead.written == null || place.value.state === ahead.state)) return ahead.state;
  return table.value.busy ? place.value.state ?? "" : board.state; // typed, and on its way
}

/** Write the position with a spot set; what no longer fits goes. */
function rewritten(board, edit, value) {
  const fits = readItems(standing(board)).filter(([key]) => !(edit.drops ?? []).includes(key));
  return withKey(fits.map(([key, text]) => `${key}=${text}`).join(","), edit.key, value);
}

const give = (board, edit, value) => {
  const set = { game: board.game, state: rewritten(board, edit, value), written: null };
  const number = (given += 1);
  ahead = set;
  tried({ state: set.state }, (found) => {
    set.written = found.state;
    if (number < taken) return;
    taken = number;
    table.value.edit(set.state);
  });
};

/** The spots that are members of one list. */
function listed(board, { key }) {
  const spots = board.seats.flatMap((seat) => seat.pieces.flatMap((piece) => piece.sections.flat()));
  return spots.filter((spot) => spot.edit?.member && spot.edit.key === key);
}

/** The members that are set now. */
function members(board, edit) {
  const state = standing(board);
  const written = state !== board.state && readItems(state).find(([key]) => key === edit.key);
  if (written) return written[1].split("+");
  return listed(board, edit).filter((spot) => spot.open).map((spot) => spot.edit.member);
}

/** Turn one member of a list on or off; the others stay, in the order of the spots. */
export function toggleMember(board, { edit }) {
  const now = members(board, edit);
  const turned = (one) => (one === edit.member ? !now.includes(one) : now.includes(one));
  const next = listed(board, edit).map((spot) => spot.edit.member).filter(turned);
  give(board, edit, next.join("+") || "none");
}

/** The field by which a spot is set. */
export function SpotEditor({ board, spot, label = spot.label }) {
  const { edit } = spot;
  const set = (event) => give(board, edit, event.target.value.trim());
  const now = readItems(board.state).find(([key]) => key === edit.key)?.[1] ?? "";
  if (edit.values) {
    return html`
      <select class="spot-edit" aria-label=${label} value=${now} onChange=${set}>
        <option value="">open</option>
        ${edit.values.map((value) => html`<option value=${value}>${value}</option>`)}
      </select>`;
  }
  return html`<${NumberEditor} key=${now} ...${{ spot, label, now, set }} />`;
}

/** What is being typed stays, whatever is drawn anew meanwhile. */
function NumberEditor({ spot, label, now, set }) {
  const [text, setText] = useState(now);
  const { low, high, step = 1 } = spot.edit;
  return html`<input class="spot-edit" type="number" aria-label=${label} min=${low} max=${high} step=${step} value=${text}
    placeholder=${spot.points ?? spot.text} onInput=${(event) => setText(event.target.value)} onChange=${set} />`;
}

/** The button that begins and ends setting up. */
export function SetUp() {
  if (!table.value.edit) return null;
  return html`<button class="quiet set-up" aria-pressed=${settingUp.value} onClick=${() => (settingUp.value = !settingUp.value)}>
    ${settingUp.value ? "✓ Done" : "✎ Set up"}</button>`;
}

/** The position in the game's notation, where the panel does not write it: shown, shared, and opened to be changed. */
export function Notation({ board }) {
  return html`
    <div class="notation">
      <label><span>Position</span> <input readonly value=${board.state} placeholder="the start" /></label>
      <${CopyLink} board=${board} />
      <a class="small" href=${positionLink(board)}>Open in Advise</a>
    </div>`;
}

function positionLink({ game, state, roll, objective, players }) {
  const alone = objective === "score"; // everybody for themselves, on boards side by side
  const several = players > (alone ? 1 : 2) ? players : "";
  return write({ tab: "advise", game, state, roll, objective: alone ? "" : objective, players: several });
}

/** A button that copies the address of what lies here. */
export function CopyLink({ board }) {
  const link = () => (table.value.edit ? location.href : location.origin + positionLink(board));
  return html`<${Copy} class="small" label="Copy link" what="The link" text=${link} keys=${[board.state, board.roll]} />`;
}
