// Tiles that flip: pick some that stand, and flip them together.

import { html } from "../vendor/preact.js";
import { held, say, table } from "../state.js";
import { couldBecome } from "./choosing.js";
import { settingUp, toggleMember } from "./editing.js";
import { arrows, letGo } from "./reach.js";
import { pick, sayPicked } from "./spots.js";

export function Tiles({ board, piece, mine }) {
  const editing = settingUp.value && table.value.edit;
  const live = mine && table.value.choose && board.dice.faces && !editing;
  const fits = live ? reachable(board) : new Set();
  return html`
    <div class="tiles" role="group" aria-label="Tiles" onKeyDown=${arrows}>
      ${piece.sections.map((section) => html`<div class="tile-row">
        ${section.map((spot) => html`<${Tile} key=${spot.name} ...${{ board, spot, live, editing }} fits=${fits.has(spot.name)} />`)}
      </div>`)}
    </div>`;
}

/** The tiles that can be added to those that are picked. */
function reachable(board) {
  const more = couldBecome(board, held.value.spots).flat();
  return new Set([...more, ...held.value.spots]);
}

function Tile({ board, spot, live, editing, fits }) {
  const picked = held.value.spots.includes(spot.name);
  const name = `tile ${spot.open ? "up" : "down"} ${picked ? "picked" : ""} ${live && spot.open && !fits ? "unfit" : ""}`;
  const says = `${spot.label}, ${spot.open ? "up" : "down"}${picked ? ", picked" : ""}`;
  const face = html`<span class="leaf" aria-hidden="true"><span class="number">${spot.name}</span></span>`;
  const press = (event) => {
    if (editing) toggleMember(board, spot);
    else {
      pick(spot.name);
      say(sayPicked(board));
    }
    letGo(event);
  };
  const able = (editing && spot.edit?.member) || (live && spot.open);
  if (!able) return html`<span class=${name} role="img" aria-label=${says}>${face}</span>`;
  return html`<button class=${name} aria-pressed=${editing ? spot.open : picked} aria-label=${editing ? spot.label : says} onClick=${press}>${face}</button>`;
}
