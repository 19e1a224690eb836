// How the numbers of advice are written: chances in per cent, the rest with the decimals it deserves.

import { oneIn, percent, points } from "../../words.js";

/** Below this a chance is told as 1 in N, and what is lost of it as a share. */
const TINY = 1e-6;

/** Return how values and losses of this advice are written: {value(number), loss(number)}. */
export function figures({ unit, value, choices = [] }) {
  const most = Math.max(Math.abs(value), ...choices.map((one) => Math.abs(one.value)));
  if (unit === "chance" && most > 0 && most < TINY) {
    return { value: oneIn, loss: (loss) => `−${share(loss / most)} of it` };
  }
  if (unit === "chance") return { value: percent, loss: (loss) => `−${small(100 * loss, 2)}%` };
  const decimals = most >= 10 ? 2 : most >= 1 ? 3 : 4;
  return { value: (number) => points(number, decimals), loss: (loss) => `−${small(loss, decimals)}` };
}

const share = (part) => `${small(100 * part, 1)}%`;

/** An amount; one too small for the decimals is not told as nothing. */
function small(amount, decimals) {
  const least = 10 ** -decimals;
  return amount > 0 && amount < least / 2 ? `<${least.toFixed(decimals)}` : points(amount, decimals);
}

/** What the board shows of advice: by the words of the choice, its value and its loss. */
export function boardValues(advice) {
  const told = figures(advice);
  const one = ({ choice, value, loss }) => [choice, { text: told.value(value), lost: loss > 1e-9 ? told.loss(loss) : "" }];
  return Object.fromEntries(advice.choices.map(one));
}

/** Choices that come to the same, together: [[choice, ...], ...], best first. */
export function rowsOf(choices) {
  const rows = [];
  for (const one of choices) (rows[one.row] ??= []).push(one);
  return rows;
}
