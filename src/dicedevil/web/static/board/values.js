// What choices are worth, as it stands on the board once it may be seen.

import { html } from "../vendor/preact.js";
import { table } from "../state.js";

/** A choice's value in words, or "". */
export const valueText = (choice) => table.value.values?.[choice.choice]?.text ?? "";

/** What a choice is worth and what it gives away; a star for the best. */
export function Value({ choice }) {
  const worth = table.value.values?.[choice.choice];
  if (!worth) return null;
  const { text, lost } = worth;
  return html`<span class=${`worth ${lost ? "" : "best"}`}>${text}
    <small>${lost ? html`<span class="unseen">, </span>${lost}` : html`<span aria-hidden="true">★</span><span class="unseen">, the best</span>`}</small></span>`;
}

const MARKS = { made: ["●", "made"], best: ["★", "best"] };

/** What a choice is or was: the best, the one made. `beside`: its value stands there too, with a star if it is best. */
export function Mark({ choice, beside = false }) {
  const { marks, values } = table.value;
  const mark = marks?.[choice.choice];
  if (!mark || (beside && mark === "best" && values?.[choice.choice])) return null;
  const [icon, word] = MARKS[mark] ?? ["●", mark];
  return html`<span class=${`mark ${mark}`}><span aria-hidden="true">${icon}</span> ${word}</span>`;
}
