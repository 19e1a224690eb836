// What best means: the mean, a target, few turns, winning against these cards, the worst.

import { html } from "../../vendor/preact.js";
import { readItems } from "../../address.js";
import { ask } from "../../api.js";
import { go, place } from "../../state.js";
import { Trouble } from "../../waiting.js";
import { Field } from "./typed.js";

export function Aims({ info, advice, problem }) {
  const { objective, target, turns, players, player } = place.value;
  const natural = info?.natural_objective ?? "score";
  const aim = objective ?? (target ? "target" : turns ? "within" : natural);
  const offered = info?.objectives ?? [{ name: aim, label: "", needs: [] }];
  const needs = offered.find((one) => one.name === aim)?.needs ?? [];
  return html`
    <form class="aims" aria-label="The aim" onSubmit=${(event) => event.preventDefault()}>
      <div class="field">
        <label for="aim">Best means</label>
        <select id="aim" value=${aim} onChange=${(event) => choose(event.target.value, natural, advice)}>
          ${offered.map((one) => html`<option value=${one.name}>${one.label}</option>`)}
        </select>
      </div>
      ${needs.includes("target") && html`<${Field} name="target" label="Target" value=${target} inputmode="numeric" placeholder="a score" problem=${problem} />`}
      ${needs.includes("turns") && html`<${Field} name="turns" label="Turns" value=${turns} inputmode="numeric" placeholder="how many" problem=${problem} />`}
      ${aim === "win" && info?.players.least === 1 && html`<${Opponents} most=${info.players.most} players=${Number(players) || 2} player=${player} />`}
      ${problem && !needs.length && html`<${Trouble} problem=${problem} />`}
    </form>`;
}

/** How many opponents there are, and whether chances are solved or estimated. */
function Opponents({ most, players, player }) {
  const many = Array.from({ length: Math.min(most, 8) - 1 }, (_, place) => place + 1);
  const sit = (count) => go({ players: count > 1 ? count + 1 : "", player: count > 1 ? player || "emp-1" : player });
  return html`
    <div class="field">
      <label for="opponents">Opponents</label>
      <select id="opponents" value=${players - 1} onChange=${(event) => sit(Number(event.target.value))}>
        ${many.map((count) => html`<option value=${count}>${count}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="valued">Chances</label>
      <select id="valued" value=${player ?? (players > 2 ? "emp-1" : "")} onChange=${(event) => go({ player: event.target.value })}>
        <option value="" disabled=${players > 2}>exact</option>
        <option value="emp-1">estimated (emp-1)</option>
        ${player && player !== "emp-1" && html`<option value=${player}>estimated (${player})</option>`}
      </select>
    </div>`;
}

let run = 0; // of aims that are chosen quickly one after the other the last one counts

/** Change what best means: a target is needed where one is asked for, and a match has other people's boards. */
async function choose(aim, natural, advice) {
  const mine = ++run;
  const { game, target, turns, players } = place.value;
  const usual = advice?.unit === "points" ? Math.round(advice.value) : "";
  const next = {
    objective: aim === natural ? "" : aim,
    target: aim === "target" ? target || usual : "",
    turns: aim === "within" ? turns || 10 : "",
    players: aim === "win" && players > 2 ? players : "",
    player: "",
  };
  const start = await ask("/board", { game, ...next, objective: aim === "target" ? "" : aim, target: "" }).catch(() => null);
  const { game: now, state } = place.value;
  if (mine === run && now === game) go({ ...next, state: start ? fitting(state, start) : alone(state) });
}

/** What of a position another board has too: whose banked points and cards are told differs from aim to aim. */
function fitting(state, board) {
  const spots = board.seats.flatMap((seat) => seat.pieces.flatMap((piece) => piece.sections.flat()));
  const known = new Set(spots.map((spot) => spot.edit?.key));
  return written(readItems(state).filter(([key]) => !OF_SEATS.test(key) || known.has(key)));
}

const OF_SEATS = /^(me$|mover$|them\d*(-|$))/;
const OF_OTHERS = /^(mover$|them\d*(-|$))/;
const written = (items) => items.map(([key, value]) => (value ? `${key}=${value}` : key)).join(",");

/** A position as it is for one player alone, without what was banked. */
export const alone = (state) => written(readItems(state).filter(([key]) => !OF_SEATS.test(key)));

/** The mover's part of a position at a table where everybody has a board: what it is asked about, but for winning. */
export const mine = (state) => written(readItems(state).filter(([key]) => !OF_OTHERS.test(key)));
