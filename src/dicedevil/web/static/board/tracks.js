// Tracks: climbed from below; what is banked is full, what the turn has made is striped.

import { html } from "../vendor/preact.js";
import { held, say, table } from "../state.js";
import { couldBecome } from "./choosing.js";
import { SpotEditor, settingUp } from "./editing.js";
import { arrows, letGo } from "./reach.js";
import { pick, sayPicked } from "./spots.js";

export function Tracks({ board, piece, mine }) {
  const editing = settingUp.value && table.value.edit;
  const live = mine && table.value.choose && board.dice.faces && !editing;
  const fits = live ? new Set([...couldBecome(board, held.value.spots).flat(), ...held.value.spots]) : new Set();
  return html`
    <div class="tracks" role="group" aria-label="Columns" onKeyDown=${arrows}>
      ${piece.sections.flat().map((spot) => html`<${Track} key=${spot.name} ...${{ board, spot, editing }} can=${fits.has(spot.name)} />`)}
    </div>`;
}

/** Where the marker stands: "3+2" is two spaces of the turn above three. */
const stands = (spot) => spot.text.split("+").reduce((sum, part) => sum + Number(part), 0);

function Track({ board, spot, editing, can }) {
  const now = stands(spot);
  const picked = held.value.spots.includes(spot.name);
  const name = `track ${can ? "can" : ""} ${picked ? "picked" : ""} ${now === spot.of ? "top" : ""}`;
  const turn = now > spot.points ? `, ${now - spot.points} more in the turn` : "";
  const says = `${spot.label}: ${spot.points} of ${spot.of}${turn}${picked ? ", picked" : ""}`;
  const spaces = Array.from({ length: spot.of }, (_, at) => spot.of - at);
  const inside = html`
    ${spaces.map((at) => html`<span class=${`space ${at <= spot.points ? "banked" : at <= now ? "turn" : ""}`}></span>`)}
    <span class="track-name" aria-hidden="true">${now === spot.of ? "★ " : ""}${spot.name}</span>
    ${editing && spot.edit && html`<${SpotEditor} board=${board} spot=${spot} />`}`;
  if (!can) return html`<div class=${name} role=${editing ? null : "img"} aria-label=${editing ? null : says}>${inside}</div>`;
  const press = (event) => {
    pick(spot.name);
    say(sayPicked(board));
    letGo(event);
  };
  return html`<button class=${name} aria-pressed=${picked} aria-label=${says} onClick=${press}>${inside}</button>`;
}
