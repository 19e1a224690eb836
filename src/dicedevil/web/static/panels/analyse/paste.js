// A record to be analysed: pasted, dropped, or chosen as a file.

import { html, signal, useState } from "../../vendor/preact.js";
import { goTo, notice } from "../../state.js";
import { openText, working } from "./report.js";

const MOST = 2_000_000; // characters: the server takes no more

const text = signal(""); // what is refused can be mended

function grade(records) {
  if (!records.trim()) return;
  text.value = records;
  goTo({ tab: "analyse" });
  openText(records);
}

async function read(file) {
  if (!file) return;
  const fits = file.size <= MOST;
  notice.value = fits ? "" : `${file.name} is too long for the page. At a terminal: dicedevil grade ${file.name}`;
  if (fits) grade(await file.text());
}

/** A record that is pasted whole is graded at once. */
function paste(event) {
  const pasted = event.clipboardData.getData("text");
  if (text.value || !pasted.trim().startsWith("{")) return;
  event.preventDefault();
  grade(pasted);
}

export function Paste() {
  const [over, setOver] = useState(false);
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) read(file);
    else grade(event.dataTransfer.getData("text"));
  };
  return html`
    <section class=${over ? "paste over" : "paste"} onDragOver=${(event) => (event.preventDefault(), setOver(true))} onDragLeave=${() => setOver(false)} onDrop=${drop}>
      <label>A record: one game a line, as the page and <code>dicedevil play</code> keep it
        <textarea rows="4" spellcheck=${false} value=${text.value} placeholder='{"record": 1, "game": "yahtzee", …}' onInput=${(event) => (text.value = event.target.value)}
          onPaste=${paste}></textarea></label>
      <div class="row">
        <button class="main" disabled=${!text.value.trim() || working.value} onClick=${() => grade(text.value)}>Analyse</button>
        <label class="file">or a file, chosen or dropped here <input type="file" accept=".jsonl,.json,.txt,application/json" onChange=${(event) => read(event.target.files[0])} /></label>
      </div>
    </section>`;
}
