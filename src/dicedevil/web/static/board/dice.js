// The dice: held by click, key or touch, turned by hand where they may be set.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { held, say, table } from "../state.js";
import { holdsDice, same, typed } from "./choosing.js";
import { arrows, letGo } from "./reach.js";

const [LOW, MID, HIGH] = [17, 32, 47];
const PIPS = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [HIGH, LOW], [LOW, HIGH], [HIGH, HIGH]],
  5: [[LOW, LOW], [HIGH, LOW], [MID, MID], [LOW, HIGH], [HIGH, HIGH]],
  6: [[LOW, LOW], [HIGH, LOW], [LOW, MID], [HIGH, MID], [LOW, HIGH], [HIGH, HIGH]],
};
PIPS[7] = [...PIPS[6], [MID, MID]];
PIPS[8] = [...PIPS[6], [MID, LOW], [MID, HIGH]];
PIPS[9] = [...PIPS[8], [MID, MID]];

/** The face of a die, drawn: pips where there are few, a number otherwise, nothing when it is not rolled. */
function Face({ shows, pips = true }) {
  const spots = pips ? PIPS[shows] : null;
  return html`
    <svg viewBox="0 0 64 64" aria-hidden="true" class=${`face ${shows == null ? "blank" : ""}`}>
      <rect class="side" x="2" y="2" width="60" height="60" rx="14" />
      <rect class="top" x="5" y="4" width="54" height="54" rx="12" />
      ${spots?.map(([x, y]) => html`<circle class=${shows === 1 ? "pip ace" : "pip"} cx=${x} cy=${y - 1} r=${shows === 1 ? 7 : 5.4} />`)}
      ${!spots && shows != null && html`<text x="32" y="41" text-anchor="middle" class="numeral">${shows}</text>`}
    </svg>`;
}

/** Hold a die, or let it go. */
export function toggle(place) {
  const { dice, spots } = held.value;
  const on = !dice.includes(place);
  held.value = { spots, dice: on ? [...dice, place] : dice.filter((one) => one !== place) };
  say(`Die ${place + 1}, ${table.value.board.dice.faces[place]}, ${on ? "held" : "let go"}.`);
}

function HeldDie({ place, shows, pips, rolled }) {
  const on = held.value.dice.includes(place);
  const hold = (event) => {
    toggle(place);
    letGo(event);
  };
  return html`
    <button class=${`die ${on ? "held" : ""} ${rolled}`} aria-pressed=${on} onClick=${hold}
      aria-label=${`die ${place + 1}, shows ${shows}${on ? ", held" : ""}`} aria-keyshortcuts=${place < 9 ? place + 1 : null}>
      <${Face} shows=${shows} pips=${pips} /><span class="word" aria-hidden="true">${on ? "held" : place < 9 ? place + 1 : ""}</span>
    </button>`;
}

function TurnedDie({ place, shows, pips, sides, turn }) {
  const keys = { "+": 1, "=": 1, ArrowUp: 1, "-": -1, ArrowDown: -1 };
  const press = (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    turn(place, keys[event.key]);
  };
  return html`
    <button class="die turned" onClick=${() => turn(place, 1)} onKeyDown=${press}
      aria-label=${`die ${place + 1}, ${shows == null ? "not set" : `shows ${shows}`}; turn it by click, plus or minus`}>
      <${Face} shows=${shows} pips=${pips} /><span class="word" aria-hidden="true">turn</span>
    </button>`;
}

/** The dice as they are turned by hand: each stays in its place, though the server may put them in order. */
function useDraft(board, setting) {
  const [draft, setDraft] = useState(null);
  const { faces, count, sides } = board.dice;
  useEffect(() => {
    if (!setting || (draft && !(faces && same(draft, faces)))) setDraft(null);
  }, [board.game, board.state, board.roll, setting]);
  const now = draft ?? faces ?? lying(board);
  const turn = (place, step) => {
    const next = [...now];
    while (next.length < count) next.push(null);
    const at = sides.indexOf(next[place]);
    next[place] = at < 0 ? sides[step > 0 ? 0 : sides.length - 1] : sides[(at + step + sides.length) % sides.length];
    setDraft(next);
    if (next.every((face) => face != null)) table.value.setRoll(typed(next));
  };
  return [now, turn];
}

/** The dice before a roll: those that lie there already, and blank ones. */
function lying(board) {
  const { count, lying: known = [] } = board.dice;
  return Array.from({ length: count ?? 0 }, (_, place) => known[place] ?? null);
}

/** All dice in a row. `setting`: they are turned by hand. */
export function Dice({ board, setting }) {
  const [faces, turn] = useDraft(board, setting);
  const { pips, sides, kept = [] } = board.dice;
  const rolled = useRolled(board, setting);
  const holding = !setting && table.value.choose && board.dice.faces && holdsDice(board);
  return html`
    <div class="dice" role="group" aria-label="Dice" onKeyDown=${arrows}>
      ${faces.map((shows, place) => {
        if (setting && sides) return html`<${TurnedDie} key=${place} ...${{ place, shows, pips, sides, turn }} />`;
        const moved = kept.includes(place) ? "" : rolled;
        if (holding) return html`<${HeldDie} key=${place} ...${{ place, shows, pips }} rolled=${moved} />`;
        const lies = !board.dice.faces && shows != null;
        const marked = lies || held.value.dice.includes(place) ? "held" : "";
        const name = shows == null ? `die ${place + 1}, not rolled` : `die ${place + 1}, shows ${shows}${marked && ", held"}`;
        return html`<span key=${place} class=${`die ${moved} ${marked}`} role="img" aria-label=${name}><${Face} shows=${shows} pips=${pips} />${marked && html`<span class="word" aria-hidden="true">held</span>`}</span>`;
      })}
    </div>`;
}

/** A class that changes whenever dice were rolled, so that they are seen to roll; not when they are set by hand. */
function useRolled(board, setting) {
  const seen = useRef({ key: "", times: 0 });
  const key = `${board.game} ${board.state} ${board.roll}`;
  if (seen.current.key !== key) {
    seen.current = { key, times: seen.current.times + (board.roll && !setting ? 1 : 0) };
    if (board.roll && !setting) queueMicrotask(() => say(`Rolled ${board.dice.faces?.join(", ") ?? board.roll}.`));
  }
  return !board.roll || setting ? "" : seen.current.times % 2 ? "tumble" : "tumble-again";
}
