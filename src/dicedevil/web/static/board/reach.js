// Reaching things: by keys, by arrow keys within a group, and without focus staying behind after a click.

import { useEffect } from "../vendor/preact.js";

/** Arrow keys go from button to button within a group. */
export function arrows(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || event.defaultPrevented || event.target.tagName === "SELECT" || event.target.tagName === "INPUT") return;
  const all = [...event.currentTarget.querySelectorAll("button:not(:disabled)")];
  const at = all.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  all[(at + step + all.length) % all.length].focus();
}

/** Up and down go from row to row of a list, by the buttons in them; `then` hears which button it is. */
export function rowArrows(event, then = null) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [...event.currentTarget.querySelectorAll(".pick, li > button")];
  const at = rows.indexOf(event.target);
  const next = rows[at + step];
  if (!step || at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  then?.(next);
}

/** After a click by hand the focus goes, so that Enter commits and does not take the click back. */
export function letGo(event) {
  if (event.detail > 0) event.currentTarget.blur();
}

/** Whether a key is meant for something else: for a field, a menu, a button that is focused, or with a modifier. */
function isTaken(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  const { tagName, type } = event.target;
  return tagName === "TEXTAREA" || tagName === "SELECT" || (tagName === "INPUT" && !["checkbox", "radio", "button"].includes(type));
}

/** Have `press` hear every key that is not meant for something else, as long as what calls this is shown. */
export function useKeys(press) {
  useEffect(() => {
    const hear = (event) => isTaken(event) || press(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
