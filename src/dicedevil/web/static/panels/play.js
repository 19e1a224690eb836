// Play: a game against bots and people at this screen.

import { html, useEffect } from "../vendor/preact.js";
import { EMPTY, go, pace, place, table } from "../state.js";
import { useKeys } from "../board/reach.js";
import { Refused } from "../waiting.js";
import { boardValues } from "./advise/figures.js";
import { askHint, busy, choose, goOn, hint, leave, play, rise, roll, seen, sit, skip, trouble, turns, undo } from "./play/game.js";
import { Hints, inALine, nextHint } from "./play/hints.js";
import { Setup } from "./play/setup.js";

export function PlayPanel() {
  const { number, seed } = place.value;
  useEffect(() => {
    if (number) sit(number, seed);
    return rise;
  }, [number]);
  if (!number) return html`<${Setup} />`;
  if (!play.value) return html`<h2>Play</h2><${Trouble} />${!trouble.value && html`<p class="quiet">One moment …</p>`}`;
  return html`<${Game} />`;
}

function keys(event) {
  const does = { u: undo, h: askHint, s: skip }[event.key.toLowerCase()];
  if (!does) return;
  event.preventDefault();
  does();
}

/** What choices are worth, once the last rung has told it. */
const values = () => (hint.value?.rung === 3 && hint.value.advice ? boardValues(hint.value.advice) : null);

function Game() {
  const now = play.value;
  const mine = !now.mover_is_bot && !now.over && !busy.value;
  useEffect(() => {
    table.value = {
      ...EMPTY,
      ...seen.value,
      values: values(),
      choose: mine && now.board.roll != null ? choose : null,
      roll: !now.over && now.board.roll == null ? roll : null,
      busy: busy.value,
      aside: Aside,
    };
  }, [seen.value, hint.value, busy.value]);
  useKeys(keys);
  return html`
    <h2 class="status">${status(now)}</h2>
    <${Trouble} />
    ${now.trouble && html`<p class="refusal" role="alert">${now.trouble} The game goes on, but it is not kept.</p>`}
    <div class="row">
      <button onClick=${undo} disabled=${!now.can_undo || busy.value} aria-keyshortcuts="U">Undo <kbd>U</kbd></button>
      ${now.mover_is_bot && busy.value && html`<button onClick=${skip} aria-keyshortcuts="S">Skip <kbd>S</kbd></button>`}
      ${now.over && html`<button class="main" onClick=${() => go({ tab: "analyse" })}>See the report</button>`}
      <button class="quiet" onClick=${leave}>${now.over ? "Another game" : "Leave the table"}</button>
    </div>
    <${Hints} />
    <${Turns} />
    <footer class="about-game">
      <p class="quiet">Game ${now.number} · seed <b class="seed-shown">${now.seed}</b>: whoever begins with this seed gets these dice. ${now.kept && "Every move is kept."}</p>
      ${now.bots?.length > 0 && html`<label class="quiet">Bots play <select value=${pace.value} onChange=${(event) => (pace.value = event.target.value)}>
        <option value="one by one">move by move</option><option value="at once">at once</option></select></label>`}
    </footer>`;
}

function status(now) {
  const name = now.players[now.board.mover];
  if (now.over) return "The game is over.";
  if (now.mover_is_bot && busy.value) return `${name} is playing.`;
  if (now.mover_is_bot) return now.board.roll == null ? `Throw for ${name}, or take your choice back.` : `${name} is to move.`;
  const said = now.board.roll == null ? "throw the dice." : now.forced ? "there is nothing to choose." : "your choice.";
  const people = now.players.length - now.bots.length;
  return people > 1 ? `${name}: ${said}` : said[0].toUpperCase() + said.slice(1); // who sits there alone knows who is meant
}

/** In the tray of a narrow window, where the panel is out of sight: undo, and hints in a line. */
function Aside() {
  const now = play.value;
  const next = nextHint();
  if (!now) return null;
  return html`
    ${hint.value && html`<p class="tray-say">${inALine(now.board)}</p>`}
    ${now.can_undo && !busy.value && html`<button onClick=${undo}>Undo</button>`}
    ${next && html`<button onClick=${askHint}>${next}</button>`}`;
}

/** What the bots did, turn by turn. */
function Turns() {
  if (!turns.value.length) return null;
  return html`
    <section class="turns" aria-label="What the bots did">
      <ul>${turns.value.map((turn, at) => html`<li key=${at}><strong>${turn.name}</strong> ${turn.moves.map((move, place) => html`<span key=${place}>${move}</span>`)}</li>`)}</ul>
    </section>`;
}

function Trouble() {
  const found = trouble.value;
  if (!found) return null;
  if (!found.away) return html`<${Refused} problem=${found} what="what comes next" again=${goOn} />`;
  return html`<div class="refusal away" role="alert"><p><strong>${found.message}</strong> ${found.hint}</p></div>`;
}
