// What lies on the table: everybody's pieces, the dice, and what can be chosen. It knows kinds of pieces, never games.

import { effect, html, useEffect } from "../vendor/preact.js";
import { held, place, say, table } from "../state.js";
import { Card } from "./card.js";
import { holdsDice, rollsOn, usable } from "./choosing.js";
import { toggle } from "./dice.js";
import { Notation, SetUp, settingUp, trouble } from "./editing.js";
import { Plain } from "./plain.js";
import { useKeys } from "./reach.js";
import { Slots } from "./slots.js";
import { pick, sayPicked } from "./spots.js";
import { Tiles } from "./tiles.js";
import { Totals } from "./totals.js";
import { Tracks } from "./tracks.js";
import { AllChoices, Tray, choose, thrower, toSay } from "./tray.js";
import { Mark } from "./values.js";

const KINDS = { tiles: Tiles, slots: Slots, totals: Totals, tracks: Tracks };

// -- what is held, anew with every position ---------------------------------------------------------

let lies = "";
effect(() => {
  const { board } = table.value;
  const now = board ? [board.game, board.objective, board.state, board.roll, board.mover].join(" ") : "";
  if (now === lies) return;
  lies = now;
  held.value = { dice: board && holdsDice(board) ? board.dice.kept : [], spots: [] };
  trouble.value = null;
});

// -- keys -------------------------------------------------------------------------------------------

/** 1 to 9 (0 is ten): hold a die by its place, or pick the spot of that name. */
function digit(board, key) {
  const number = key === "0" ? 10 : Number(key);
  if (holdsDice(board)) return number <= board.dice.faces.length ? toggle(number - 1) : null;
  const name = String(number);
  if (!usable(board).has(name)) return null;
  pick(name, board.choices.every((choice) => choice.uses.spots.length < 2));
  return say(sayPicked(board));
}

function commit(board) {
  const said = toSay(board);
  if (said.length === 1) return choose(said[0]);
  return board.choices.length === 1 ? choose(board.choices[0]) : null;
}

function press(event) {
  const { board, choose: may } = table.value;
  if (!board) return;
  const onButton = ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
  const throws = thrower();
  if (event.key.toLowerCase() === "r" && throws) throws();
  else if (event.key === "Enter" && throws && !onButton) throws();
  else if (!may || !board.dice.faces) return;
  else if (/^[0-9]$/.test(event.key)) digit(board, event.key);
  else if (event.key.toLowerCase() === "r" && rollsOn(board, held.value)) choose(rollsOn(board, held.value));
  else if (event.key === "Enter" && !onButton) commit(board);
  else if (event.key === "Escape") held.value = { dice: [], spots: [] };
  else return;
  event.preventDefault();
}

// -- the board ---------------------------------------------------------------------------------------

/** After a choice by keyboard the focus is not lost with the button that went: the next thing to do has it. */
function useFocus(board) {
  const { busy, choose: may } = table.value;
  useEffect(() => {
    if (document.activeElement === document.body && lastByKey) document.querySelector(".tray .main")?.focus();
  }, [board.state, board.roll, busy, Boolean(may)]);
}
let lastByKey = false;
addEventListener("keydown", (event) => (lastByKey = event.target !== document.body && ["Enter", " "].includes(event.key)), true);
addEventListener("pointerdown", () => (lastByKey = false), true);

function Pieces({ board }) {
  const { seats, mover } = board;
  const cards = seats.map((seat) => seat.pieces.find((piece) => piece.kind === "card"));
  const together = cards.every(Boolean) && cards.length > 0;
  return html`
    ${together && html`<${Card} board=${board} cards=${cards} />`}
    ${seats.map((seat, at) => {
      const rest = seat.pieces.filter((piece) => !together || (piece !== cards[at] && at === mover && settingUp.value));
      if (!rest.length) return null;
      return html`
        <section key=${at} class=${`seat ${at === mover && !board.over ? "mover" : ""}`} aria-label=${seats.length > 1 ? seat.name : null}>
          ${seats.length > 1 && !together && html`<h3>${seat.name}${at === mover && !board.over && html` <small>to move</small>`}</h3>`}
          ${rest.map((piece) => html`<${PieceOf} ...${{ board, piece }} mine=${at === mover} />`)}
        </section>`;
    })}`;
}

function PieceOf({ board, piece, mine }) {
  if (piece.kind === "card") return html`<${Card} board=${{ ...board, mover: 0, seats: board.seats }} cards=${[piece]} />`;
  const Kind = KINDS[piece.kind] ?? Plain;
  return html`<${Kind} ...${{ board, piece, mine }} />`;
}

function Result({ board }) {
  if (!board.over || !board.result) return null;
  const scores = board.result.map((score, at) => (board.seats.length > 1 ? `${board.seats[at].name} ${score.toLocaleString("en")}` : score.toLocaleString("en")));
  return html`<p class="result"><span>Result</span> ${scores.join(" · ")}</p>`;
}

function Marked({ board }) {
  const marked = [...board.choices, ...board.before].filter((choice) => table.value.marks?.[choice.choice]);
  if (!marked.length) return null;
  return html`<p class="marked">${marked.map((choice) => html`<span><${Mark} choice=${choice} /> ${choice.label}</span> `)}</p>`;
}

/** On a phone the panel lies below the board: it is one touch away. */
function toPanel() {
  const panel = document.getElementById("panel");
  panel.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  panel.focus({ preventScroll: true });
}

/** The rules that are not the usual ones, whether the address names them or a rules file. */
const variant = (board) => board.variant.replaceAll(",", ", ");

function Lying({ board }) {
  useFocus(board);
  return html`
    <div class="board">
      <header class="board-head">
        <div><h2>${board.title}${variant(board) && html` <small>${variant(board)}</small>`}</h2><p class="facts">${board.facts.join(" · ")}</p></div>
        <${SetUp} />
        <button class="to-panel" onClick=${toPanel} aria-label="Down to the panel">↓</button>
      </header>
      <${Result} board=${board} />
      <${Tray} board=${board} />
      <${Marked} board=${board} />
      <div class=${`pieces ${board.seats.length > 1 ? "several" : ""}`}><${Pieces} board=${board} /></div>
      <div class="below">
        <${AllChoices} board=${board} />
        ${!table.value.written && html`<${Notation} board=${board} />`}
      </div>
    </div>`;
}

export function Board() {
  const { board } = table.value;
  useKeys(press);
  if (!board) return html`<div class="board empty"><p class="quiet">Nothing lies on the table yet. ${place.value.game && "The panel beside says how to begin."}</p></div>`;
  return html`<${Lying} board=${board} />`;
}
