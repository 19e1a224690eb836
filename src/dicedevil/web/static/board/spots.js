// Touching a spot: a row or a slot says its choice at once, tiles are picked first.

import { held, table } from "../state.js";
import { choicesOf, couldBecome, spoken } from "./choosing.js";

/** Whether a spot only tells what others come to: nothing is ever put there. */
export const isSum = (spot) => !spot.open && !spot.edit && spot.text !== "filled";

/** Say the choice of one spot; where it could mean several, hold it, and the tray asks which. */
export function touch(board, name) {
  const said = choicesOf(board, name);
  if (said.length === 1) table.value.choose(said[0].choice);
  else if (said.length) held.value = { dice: [], spots: [name] };
}

/** Pick a spot, or let it go. `alone`: only one at a time. */
export function pick(name, alone = false) {
  const { dice, spots } = held.value;
  const on = !spots.includes(name);
  const others = alone ? [] : spots.filter((one) => one !== name);
  held.value = { dice, spots: on ? [...others, name] : others };
}

/** What is picked, its sum, and why it is no choice yet. */
export function sayPicked(board) {
  const { spots } = held.value;
  if (!spots.length) return "Pick what goes together.";
  const numbers = spots.map(Number);
  const sum = numbers.every(Number.isFinite) ? ` = ${numbers.reduce((one, other) => one + other, 0)}` : "";
  const picked = spots.length > 1 ? `${spots.join("+")}${sum}` : spots[0];
  if (spoken(board, held.value).length) return picked;
  const more = couldBecome(board, spots);
  if (!more.length) return `${picked}: there is no such choice with these dice.`;
  const ways = more.slice(0, 4).map((names) => names.join("+"));
  return `${picked}: not yet; add ${ways.join(", or ")}${more.length > 4 ? ", …" : ""}.`;
}
