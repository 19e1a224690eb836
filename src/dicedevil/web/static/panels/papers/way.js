// A link within the gallery: it can be opened elsewhere too.

import { html } from "../../vendor/preact.js";
import { write } from "../../address.js";
import { go, place } from "../../state.js";

export function Way({ to, here = false, title, children }) {
  const next = { board: "", dice: "", ...to };
  return html`<a href=${write({ ...place.value, ...next })} aria-current=${here ? "true" : undefined} title=${title}
    onClick=${(event) => follow(event, next)}>${children}</a>`;
}

function follow(event, next) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(next);
}
