// Fields that write into the address: the first key makes a new entry of the history, the next ones change it,
// so that a finished change is one step back.

import { html, useRef, useState } from "../../vendor/preact.js";
import { go } from "../../state.js";

/**
 * Return what an input needs to write a key of the place while it is typed. What is not `ready` yet stays in
 * the field until it is, or until the field is left.
 */
function useTyped(key, value, ready) {
  const typing = useRef(false);
  const [draft, setDraft] = useState(null);
  const give = (text) => {
    setDraft(null);
    go({ [key]: text }, { replace: typing.current });
    typing.current = true;
  };
  const finish = () => {
    if (draft != null) give(draft);
    typing.current = false;
  };
  const onInput = ({ target }) => (ready(target.value) ? give(target.value) : setDraft(target.value));
  return { value: draft ?? value ?? "", onInput, onChange: finish, onBlur: finish };
}

/** A field of the place with its label, and what is wrong with it beside it. */
export function Field({ name, label, value, problem, children, ready = () => true, ...more }) {
  const typed = useTyped(name, value, ready);
  const wrong = problem != null;
  return html`
    <div class=${`field ${name}`}>
      <label for=${`at-${name}`}>${label}</label>
      <div class="abreast">
        <input id=${`at-${name}`} autocomplete="off" autocapitalize="off" spellcheck=${false}
          aria-invalid=${wrong} aria-describedby=${wrong ? `wrong-${name}` : null} ...${typed} ...${more} />
        ${children}
      </div>
      ${wrong && html`<p class="trouble" id=${`wrong-${name}`} role="status"><span aria-hidden="true">▲ </span>${said(problem)}</p>`}
    </div>`;
}

const said = ({ message, hint }) => (hint && !message.includes(hint) ? `${message} ${hint}` : message);
