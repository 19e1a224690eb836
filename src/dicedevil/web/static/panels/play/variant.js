// The rules of the game that is chosen, and what can be changed about them: `yahtzee:joker=forced`.

import { html } from "../../vendor/preact.js";
import { go, place } from "../../state.js";

/** Read the parameters of a name: {joker: "forced"}. */
function read(name) {
  const written = name.split(":").slice(1).join(":");
  return Object.fromEntries(written.split(",").filter(Boolean).map((item) => [item.split("=")[0], item.split("=").slice(1).join("=")]));
}

/** Return the name with one parameter set; those at their defaults are left out. */
function changed(name, parameter, value) {
  const all = { ...read(name), [parameter.name]: value };
  if (value === "" || value === parameter.default) delete all[parameter.name];
  const written = Object.entries(all).map(([key, text]) => `${key}=${text}`);
  return [name.split(":")[0], written.join(",")].filter(Boolean).join(":");
}

export function Variant({ rules, parameters = [] }) {
  const name = place.value.game;
  const now = read(name);
  const set = (parameter) => (event) => go({ game: changed(name, parameter, event.target.value.trim()), state: "", roll: "" });
  return html`
    <details class="variant" open=${name.includes(":")}>
      <summary>Rules${parameters.length > 0 && " and variants"}</summary>
      ${rules && rules.split("\n\n").map((part) => html`<p>${part}</p>`)}
      ${parameters.length > 0 && html`<div class="parameters">
        ${parameters.map((one) => html`<label key=${one.name} title=${one.about}><span>${one.name}</span>
          ${one.choices && one.kind === "word"
            ? html`<select value=${now[one.name] ?? one.default} onChange=${set(one)}>${one.choices.map((word) => html`<option key=${word}>${word}</option>`)}</select>`
            : html`<input type=${one.kind === "whole number" ? "number" : "text"} min=${one.low} max=${one.high} value=${now[one.name] ?? one.default} onChange=${set(one)} />`}
          <small class="quiet">${one.about}</small></label>`)}</div>`}
    </details>`;
}
