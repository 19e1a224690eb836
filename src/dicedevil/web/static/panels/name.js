// Who is meant: a name that is typed. An answer that comes meanwhile must not wipe the letters.

import { html, useState } from "../vendor/preact.js";
import { who } from "../state.js";

export function PlayerName({ name, chosen }) {
  const [typed, setTyped] = useState(null);
  const choose = (event) => {
    who.value = event.target.value;
    setTyped(null);
    chosen();
  };
  return html`<label>Player <input value=${typed ?? name} maxlength="40" onInput=${(event) => setTyped(event.target.value)} onChange=${choose} /></label>`;
}
