// What each roll would be worth, before the dice are thrown.

import { html, useState } from "../../vendor/preact.js";
import { rowArrows } from "../../board/reach.js";
import { go } from "../../state.js";
import { percent } from "../../words.js";
import { figures } from "./figures.js";

const MOST = 20; // rolls: of more the best and the worst are shown
const ENDS = 6;

/** What may be rolled: of many the best and the worst; a click lays the dice. */
export function Rolls({ advice }) {
  const { rolls } = advice;
  const told = figures(advice);
  const [all, setAll] = useState(false);
  const few = all || rolls.length <= MOST;
  const shown = few ? rolls : [...rolls.slice(0, ENDS), null, ...rolls.slice(-ENDS)];
  return html`
    <details class="rolls" open>
      <summary>What each roll would be worth</summary>
      <table class="ranked">
        <caption class="unseen">Rolls, best first</caption>
        <thead><tr><th scope="col">Roll</th><th scope="col" class="figure">Chance</th><th scope="col">Best choice</th><th scope="col" class="figure">Value</th></tr></thead>
        <tbody onKeyDown=${rowArrows}>${shown.map((one) => one
          ? html`<tr key=${one.roll}><th scope="row"><button class="pick" onClick=${() => go({ roll: one.roll })}>${one.roll}</button></th>
              <td class="figure">${percent(one.chance)}</td><td>${one.choice}</td><td class="figure">${told.value(one.value)}</td></tr>`
          : html`<tr><td colspan="4"><button class="quiet" onClick=${() => setAll(true)}>… ${rolls.length - 2 * ENDS} more</button></td></tr>`)}
        </tbody>
      </table>
    </details>`;
}
