// The papers, alive: a gallery. Each paper has a room, with its figures and tables; the address says which is shown.

import { html, useEffect } from "../vendor/preact.js";
import { styled } from "../parts.js";
import { place } from "../state.js";
import { Trouble, useAnswer } from "../waiting.js";
import { Exhibit } from "./papers/exhibit.js";
import { Way } from "./papers/way.js";

await styled("papers");

/** Where a game is tried: its start, and nothing of the gallery. */
const GAME = { tab: "advise", paper: "", figure: "", state: "", roll: "", objective: "", target: "", number: "", seed: "", move: "", players: "" };

export function PapersPanel() {
  const asked = useAnswer("/papers");
  const rooms = asked.answer;
  useEffect(() => document.querySelector(".rooms [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [rooms, place.value.paper]);
  if (!rooms) return html`<h2>Five papers, alive</h2><${Trouble} problem=${asked.problem} />`;
  const room = rooms.find((one) => one.paper === place.value.paper) ?? rooms[0];
  const all = [...room.figures, ...room.tables];
  const shown = all.find((one) => one.name === place.value.figure) ?? all[0];
  return html`
    <div class="gallery">
      <header><h2>Five papers, alive</h2>
        <p class="quiet">What they print, computed here: every figure from exact values, every table beside ours, each with the command that makes it.</p></header>
      <nav class="rooms" aria-label="Papers">${rooms.map((one) => html`
        <${Way} to=${{ paper: one.paper, figure: "" }} here=${one === room}>
          <strong>${one.title}</strong><span>${one.authors}, ${one.year}</span>
        </${Way}>`)}
      </nav>
      <article class="room">
        <div class="intro"><p class="about">${room.about}</p>
          <p class="try"><${Way} to=${{ ...GAME, game: room.game }}>Try the game</${Way}></p></div>
        <nav class="contents" aria-label="Figures and tables of this paper">
          <${Pieces} label="Figures" of=${room} list=${room.figures} shown=${shown} />
          <${Pieces} label="Tables" of=${room} list=${room.tables} shown=${shown} short />
        </nav>
        <${Exhibit} key=${`${room.paper}/${shown.name}`} room=${room} shown=${shown} />
      </article>
    </div>`;
}

function Pieces({ label, of, list, shown, short }) {
  const words = (one) => (short ? one.title.split(":")[0] : one.title);
  return html`
    <div class="list"><h3>${label}</h3>
      <ul>${list.map((one) => html`
        <li><${Way} to=${{ paper: of.paper, figure: one.name }} here=${one === shown} title=${short ? one.title : undefined}>${words(one)}</${Way}></li>`)}
      </ul></div>`;
}
