// Copying: what is shown goes to the clipboard, and the button says so.

import { html, useEffect, useState } from "./vendor/preact.js";
import { say } from "./state.js";

/** Put a text on the clipboard; tell whether it is there. Browsers have none for pages of other machines. */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byHand(text);
  }
}

function byHand(text) {
  const field = document.body.appendChild(document.createElement("textarea"));
  field.className = "unseen";
  field.value = text;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** A button that copies `text()`, called `what` when it is told; it begins anew when one of `keys` changes. */
export function Copy({ label, what, text, keys = [], ...more }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), keys);
  const copy = async () => {
    const done = await toClipboard(text());
    setCopied(done);
    say(done ? `${what} is copied.` : `${what} could not be copied.`);
  };
  return html`<button type="button" onClick=${copy} ...${more}>${copied ? "✓ Copied" : label}</button>`;
}
