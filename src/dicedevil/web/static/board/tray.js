// The tray: the dice, and the buttons that say what can be done with them.

import { html, useState } from "../vendor/preact.js";
import { held, table } from "../state.js";
import { holdsDice, isButton, rollsOn, spoken, words } from "./choosing.js";
import { Dice } from "./dice.js";
import { settingUp } from "./editing.js";
import { sayPicked } from "./spots.js";
import { Mark, Value } from "./values.js";

const MATCHES = ["win", "win-alone"];

/** Whether the dice may be thrown now, and how: a function, or null. */
export function thrower() {
  const { board, roll, busy } = table.value;
  return roll && !busy && !board.over && !board.dice.faces ? roll : null;
}

/** Say a choice. */
export function choose(choice) {
  if (table.value.choose && !table.value.busy) table.value.choose(choice.choice);
}

export function Tray({ board }) {
  const [setting, setSetting] = useState(false);
  const { aside: Aside } = table.value;
  const byHand = table.value.setRoll && !board.over;
  const dice = board.dice.count > 0;
  return html`
    <section class=${`tray ${table.value.busy ? "busy" : ""}`} aria-label="Dice and what to do">
      ${dice && html`<${Dice} board=${board} setting=${byHand && setting} />`}
      <p class="tray-say">${hint(board)}</p>
      <div class="actions">
        <${Actions} board=${board} />
      </div>
      ${Aside && html`<div class="aside"><${Aside} /></div>`}
      ${byHand && dice && board.dice.sides && html`
        <button class="turn-dice" aria-pressed=${setting} onClick=${() => setSetting(!setting)}>${setting ? "✓ Dice are set" : "Set the dice by hand"}</button>`}
    </section>`;
}

/** What is missing, in words; nothing where the buttons say it all. */
function hint(board) {
  if (settingUp.value && table.value.edit && board.not_yet && MATCHES.includes(board.objective)) return "Not all boards are set yet.";
  if (board.over) return "The game is over.";
  if (!board.dice.faces) return board.before.length && !table.value.roll ? "Choose how to go on." : "";
  if (!table.value.choose || (board.choices.length === 1 && !held.value.spots.length)) return "";
  if (held.value.spots.length) return held.value.spots.length === 1 && toSay(board).length ? "" : sayPicked(board);
  if (holdsDice(board) && !spoken(board, held.value).length) {
    return held.value.dice.length ? "There is no choice with these dice held." : "Hold the dice that count.";
  }
  const most = Math.max(0, ...board.choices.map((choice) => choice.uses.spots.length));
  if (most > 1) return sayPicked(board);
  return most && board.choices.every((choice) => choice.uses.spots.length) ? "Choose where it goes." : "";
}

/** The choices that are said by what is held; one that is all there is needs nothing to be held. */
export function toSay(board) {
  const said = spoken(board, held.value);
  return !said.length && board.choices.length === 1 && !isButton(board.choices[0]) ? board.choices : said;
}

/** What R does, as a button; then what is held says; then what uses nothing. */
function Actions({ board }) {
  const { busy } = table.value;
  const roll = thrower();
  if (!board.dice.faces) {
    return html`
      ${roll && html`<button class="main" onClick=${roll} aria-keyshortcuts="R">Throw${counted(board)} <kbd>R</kbd></button>`}
      ${table.value.choose && board.before.map((choice) => html`<${ChoiceButton} ...${{ board, choice, busy }} />`)}`;
  }
  if (!table.value.choose) return null;
  const on = rollsOn(board, held.value);
  const said = toSay(board).filter((choice) => choice !== on);
  const buttons = board.choices.filter((choice) => isButton(choice) && choice !== on);
  const only = board.choices.length === 1;
  return html`
    ${on && html`<${ChoiceButton} ...${{ board, busy }} choice=${on} main=${true} stroke="R" />`}
    ${said.map((choice) => html`<${ChoiceButton} ...${{ board, choice, busy }} main=${!on && said.length === 1} stroke=${!on && said.length === 1 ? "Enter" : ""} />`)}
    ${buttons.length <= 12 && buttons.map((choice) => html`<${ChoiceButton} ...${{ board, choice, busy }} main=${only} stroke=${only ? "Enter" : ""} />`)}`;
}

/** What is thrown: how many dice, as far as dice are told singly. */
function counted({ dice }) {
  const count = dice.count - (dice.lying?.length ?? 0);
  if (!dice.pips) return " the dice";
  return count === 1 ? " the die" : ` ${count} dice`;
}

function ChoiceButton({ board, choice, busy, main = false, stroke = "" }) {
  const [does, which] = words(board, choice);
  return html`
    <button class=${main ? "main" : ""} disabled=${busy} onClick=${() => choose(choice)} aria-keyshortcuts=${stroke || null}>
      <span>${does}${stroke && html` <kbd>${stroke === "Enter" ? "↵" : stroke}</kbd>`}</span>
      <span class="which">${which} <${Value} choice=${choice} /> <${Mark} choice=${choice} beside=${true} /></span>
    </button>`;
}

/** Every choice in words: for whoever prefers them. */
export function AllChoices({ board }) {
  const all = [...board.before, ...board.choices];
  if (all.length < 2 || !table.value.choose) return null;
  return html`
    <details class="all-choices">
      <summary>All ${all.length} choices in words</summary>
      <ul>${all.map((choice) => html`<li key=${choice.choice}>
        <button disabled=${table.value.busy} onClick=${() => choose(choice)}>${choice.label}${choice.points != null && html` <small>${choice.points} now</small>`}
          <${Value} choice=${choice} /><${Mark} choice=${choice} beside=${true} /></button></li>`)}</ul>
    </details>`;
}
