// Help: the keys, and a word for whoever is here for the first time.

import { html, useRef } from "./vendor/preact.js";
import { useKeys } from "./board/reach.js";
import { kept } from "./state.js";

const KEYS = [
  ["1 – 9", "hold a die by its place, or pick a tile or slot of that number (0 is ten)"],
  ["R", "throw, or roll the dice that are not held"],
  ["Enter", "do what is held: roll, set aside, flip, place"],
  ["Esc", "let everything go"],
  ["U", "undo, when playing"],
  ["H", "a hint, when playing; again for more"],
  ["S", "to your turn at once, while others play"],
  ["N, P", "the next decision of a report and the one before; the next question, when training"],
  ["← →", "from tab to tab, die to die, tile to tile"],
  ["↑ ↓", "from row to row"],
  ["+ −", "turn a die, when dice are set by hand"],
  ["?", "this list"],
];

const met = kept("met", "");

/** A word for newcomers, until it was read. */
export function Welcome() {
  if (met.value) return null;
  return html`
    <aside class="welcome" aria-label="Welcome">
      <p><strong>Dice games, solved exactly.</strong> Choose one above and play; click dice to hold them, or press their
        number, and <kbd>R</kbd> rolls. Advice comes only when you ask for it. At the end you see how much was luck.</p>
      <button class="small" onClick=${() => (met.value = "yes")}>Got it</button>
    </aside>`;
}

/** The foot of the page, with the keys. */
export function Foot() {
  const dialog = useRef(null);
  useKeys((event) => {
    if (event.key !== "?") return;
    event.preventDefault();
    dialog.current.showModal();
  });
  return html`
    <footer class="foot">
      <span>Everything is computed on this machine.</span>
      <button class="quiet small" onClick=${() => dialog.current.showModal()}>Keys <kbd>?</kbd></button>
      <a href="/docs">API</a>
    </footer>
    <dialog class="keys" ref=${dialog} aria-labelledby="keys-title" onClick=${(event) => event.target === dialog.current && dialog.current.close()}>
      <h2 id="keys-title">Keys</h2>
      <dl>${KEYS.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
      <form method="dialog"><button class="main">Close</button></form>
    </dialog>`;
}
