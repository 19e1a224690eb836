// What the page knows: where it is, what lies on the table, and how the person likes it.

import { signal, computed, effect } from "./vendor/preact.js";
import { read, write } from "./address.js";
import { ask } from "./api.js";

/** Where we are: {tab, game, state, roll, objective, target, ...}, as the address says. */
export const place = signal(read(location.search));

/** Go somewhere: a change of the place. `replace` while something is typed or dragged. */
export function go(changes, { replace = false } = {}) {
  const next = read(write({ ...place.value, ...changes }).slice(1));
  if (write(next) === write(place.value)) return;
  history[replace ? "replaceState" : "pushState"](null, "", write(next));
  place.value = next;
}

/** Go to another position, with nothing left of this one but what is named. */
export function goTo(next) {
  const gone = Object.fromEntries(Object.keys(place.value).map((key) => [key, ""]));
  go({ ...gone, ...next });
}

addEventListener("popstate", () => (place.value = read(location.search)));

export const tab = computed(() => place.value.tab);

/**
 * What lies on the table, and what touching it means: the panel of the tab says so.
 *
 *   board      the board as the server tells it, or null
 *   values     what choices are worth, by their words: {"score ones": {text, lost}}, once they may be seen; the best
 *              lose nothing: ""
 *   choose     (choice) => ...   called when a person says a choice; null when nothing may be chosen
 *   roll       () => ...         called when the dice are to be thrown; null when they may not be
 *   edit       (state) => ...    called when a spot is set by hand; null when the board is not to be edited
 *   setRoll    (text) => ...     called when the dice are typed or turned by hand; null when they may not be
 *   marks      {choice: "made" | "best"} to be shown on the board (analyse)
 *   written    whether the panel has fields for the position and the dice: then the board has none
 *   aside      what else stands in the tray where the panel is out of sight, or null
 *   busy       whether something is under way
 */
export const EMPTY = { board: null, values: null, choose: null, roll: null, edit: null, setRoll: null, marks: {}, written: false, aside: null, busy: false };
export const table = signal(EMPTY);

/** Which dice (places) and spots (names) the person holds now. */
export const held = signal({ dice: [], spots: [] });

/** All games: [{name, title, ...}]. */
export const games = signal([]);
/** What a game is called, by its name with or without parameters. */
export const titleOf = (name) => games.value.find((one) => one.name === name.split(":")[0])?.title ?? name;
ask("/games").then((found) => (games.value = found)).catch(() => {});

/** What is said aloud to a screen reader. */
export const said = signal("");
let lately = [];
/** Say something; what was said within the last second is said with it, so that nothing is lost. */
export function say(text) {
  const now = performance.now();
  lately = [...lately.filter((one) => now - one.at < 1000 && one.text !== text), { at: now, text }];
  said.value = lately.map((one) => one.text).join(" ");
}

/** Something that everybody is to read, whatever the tab: such as that a game is not kept here. */
export const notice = signal("");

// -- how the person likes it ---------------------------------------------------------------------

export const kept = (key, first) => {
  const made = signal(localStorage.getItem(key) ?? first);
  effect(() => localStorage.setItem(key, made.value));
  return made;
};
export const theme = kept("theme", "auto"); // auto, light, dark
export const who = kept("name", "me");
export const pace = kept("pace", "one by one"); // how bots' moves are shown: one by one, at once

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
