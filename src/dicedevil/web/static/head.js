// The head of the page: its name, the game, the tabs, light or dark.

import { effect, html } from "./vendor/preact.js";
import { TABS } from "./address.js";
import { games, go, goTo, place, tab, theme, titleOf } from "./state.js";

const LABELS = { advise: "Advise", play: "Play", analyse: "Analyse", train: "Train", stats: "Stats", papers: "Papers" };
/** Tabs that are about no game. */
const OF_NO_GAME = ["stats", "papers"];
effect(() => { // what a list of tabs, a bookmark and a screen reader call this page
  const named = OF_NO_GAME.includes(tab.value) ? [] : [titleOf(place.value.game)];
  document.title = [LABELS[tab.value], ...named, "Dice Devil"].join(" · ");
});
const ICON = new URL("./icon.svg", import.meta.url).href;
const THEMES = { auto: "light", light: "dark", dark: "auto" };

function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length];
  go({ tab: next });
  document.getElementById(`tab-${next}`)?.focus();
}

function GamePicker() {
  const named = place.value.game.split(":")[0];
  const known = games.value.some((one) => one.name === named);
  return html`
    <label class="picker"><span class="unseen">Game</span>
      <select value=${named} onChange=${(event) => goTo({ tab: tab.value, game: event.target.value })}>
        ${!known && html`<option value=${named}>${named}</option>`}
        ${games.value.map((one) => html`<option value=${one.name}>${one.title || one.name}</option>`)}
      </select>
    </label>`;
}

/** `soon` hears which tab is about to be opened. */
export function Head({ soon }) {
  return html`
    <header class="head">
      <h1><a href="/"><img src=${ICON} alt="" width="28" height="28" /> Dice Devil</a></h1>
      <${GamePicker} />
      <nav aria-label="What to do"><div role="tablist" aria-label="What to do" onKeyDown=${moveTab}>
        ${TABS.map((name) => html`
          <button role="tab" id=${`tab-${name}`} aria-selected=${tab.value === name} aria-controls="panel"
            tabindex=${tab.value === name ? 0 : -1} onPointerEnter=${() => soon(name)} onClick=${() => go({ tab: name })}>${LABELS[name]}</button>`)}
      </div></nav>
      <button class="quiet theme" onClick=${() => (theme.value = THEMES[theme.value])}
        aria-label=${`Colours: ${theme.value}; change to ${THEMES[theme.value]}`}>${{ auto: "◐", light: "☀", dark: "☾" }[theme.value]}</button>
    </header>`;
}
