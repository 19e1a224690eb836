// Words that several panels use: amounts in what is counted, and classes of choices.

import { html } from "../vendor/preact.js";
import { CLASSES, percent, points, signed } from "../words.js";

const CHANCES = ["win", "target", "chance"];

/** An amount in what is counted; `of` is a board, an advice or a graded game. `bare`: without the word. */
export function worth(value, of, bare = false) {
  const aim = of.unit ?? of.objective;
  if (CHANCES.includes(aim)) return percent(value);
  const text = points(value, Math.abs(value) >= 0.01 || value === 0 ? 2 : 4);
  if (bare) return text;
  return `${text} ${aim === "turns" || aim === "opponents" ? aim : "points"}`;
}

/** The mean of many games to a tenth, chances in per cent; `of` says its unit. */
export function amount(of, value, sign = false) {
  const scale = of.unit === "chance" ? 100 : 1;
  const text = sign ? signed(value * scale, 1) : points(value * scale, 1);
  return scale === 100 ? `${text}%` : text;
}

/** A class of choices: icon and word. */
export function Grade({ name }) {
  const { icon, word } = CLASSES[name] ?? { icon: "", word: name };
  return html`<span class=${`grade ${name}`}><b aria-hidden="true">${icon}</b> ${word}</span>`;
}

/** A sentence of the server with a true minus, its per cent as on all of the page, and a word beside its number. */
export const typeset = (text) => text.replace(/-(?=\d)/g, "−").replace(/(?<=\d) %/g, "%").replace(/(luck|errors|par|of) (?=[−+\d])/g, "$1\u00a0");
