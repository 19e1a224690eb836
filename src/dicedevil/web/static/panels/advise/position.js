// The position and the dice, as they are written: typed here or set on the board.

import { html } from "../../vendor/preact.js";
import { go, place } from "../../state.js";
import { CopyLink, trouble } from "../../board/editing.js";
import { Field } from "./typed.js";

export function Position({ board, throwDice }) {
  const { state, roll } = place.value;
  const { shown, fault, problem } = board;
  const example = shown?.rolls?.[0] ?? diceExample(shown?.dice);
  return html`
    <form class="position" aria-label="The position and the dice" onSubmit=${(event) => event.preventDefault()}>
      <${Field} name="state" label="Position" value=${state} placeholder="the start" problem=${fault === "state" ? problem : trouble.value}>
        ${(state || roll) && html`<button type="button" class="quiet" onClick=${() => go({ state: "", roll: "" })}>Start over</button>`}
        ${shown && html`<${CopyLink} board=${shown} />`}
      <//>
      <${Field} name="roll" label="Dice" value=${roll} placeholder=${example ? `such as ${example}` : "before the roll"} ready=${isWhole(board.current ? shown?.dice : null)} inputmode="text"
        problem=${fault === "roll" ? problem : null}>
        ${throwDice && html`<button type="button" onClick=${throwDice}>Throw</button>`}
        ${roll && html`<button type="button" class="quiet" onClick=${() => go({ roll: "" })}>Clear</button>`}
      <//>
    </form>`;
}

/** Return what tells whether dice that are typed are all there: a half-typed roll is nothing to ask about. */
const isWhole = (dice) => (text) => !dice?.pips || !text || /\D/.test(text) || text.length >= dice.count;

/** Dice as they might fall: 13346. */
function diceExample(dice) {
  if (!dice?.sides?.length || !dice.count) return "";
  const faces = Array.from({ length: dice.count }, (_, place) => dice.sides[(2 * place + 2) % dice.sides.length]);
  return faces.sort((a, b) => a - b).join(Math.max(...dice.sides) > 9 ? "+" : "");
}
