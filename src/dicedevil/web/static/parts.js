// Parts of the page that come when they are first needed, so that the first view waits for none of them.
//
//     <${Part} from="./panels/stats.js" named="StatsPanel" />      draws what the file exports, once it is here
//     await styled("papers");                                     in such a file: the styles that only it needs

import { html, signal } from "./vendor/preact.js";
import { AWAY, Problem } from "./api.js";
import { Refused, useLong } from "./waiting.js";

/** Files that were asked for: {from: {here}} with what they export, or {from: {problem}}. */
const parts = signal({});
const coming = new Map();

/** Have a file brought, unless it is here or on its way. `sure`: the server has only just answered. */
export function bring(from, { sure = false } = {}) {
  if (parts.peek()[from]?.here) return Promise.resolve();
  if (!coming.has(from)) coming.set(from, brought(from, sure).finally(() => coming.delete(from)));
  return coming.get(from);
}

async function brought(from, sure) {
  const note = (found) => (parts.value = { ...parts.peek(), [from]: found });
  try {
    if (!sure) await mustAnswer(from);
    note({ here: await import(from) });
  } catch (problem) {
    note({ problem: problem instanceof Problem ? problem : new Problem(0, BROKEN) });
  }
}

/** A browser remembers for ever that a module could not be loaded: it is asked for once the server is known to answer. */
async function mustAnswer(from) {
  const answer = await fetch(new URL(from, import.meta.url)).catch(() => null);
  if (!answer) throw new Problem(0, AWAY);
  if (!answer.ok) throw new Problem(answer.status, BROKEN);
}

const BROKEN = {
  code: "broken",
  message: "This part of the page could not be loaded.",
  hint: "The page may be older than the server: open it anew. The address keeps your place.",
};

/** What a file exports, drawn with what else is given; until it is here, room for it. */
export function Part({ from, named, ...given }) {
  const { here, problem } = parts.value[from] ?? {};
  if (here) return html`<${here[named]} ...${given} />`;
  if (!problem) bring(from);
  const again = () => (problem.code === AWAY.code ? bring(from) : location.reload());
  if (problem) return html`<${Refused} problem=${problem} again=${again} />`;
  return html`<${Coming} />`;
}

/** Room for a part that is on its way; that it takes a while is said. */
function Coming() {
  const long = useLong({ busy: true });
  return html`<div class="coming" aria-busy="true">${long && html`<p class="quiet" role="status">One moment …</p>`}</div>`;
}

const styles = new Map();

/** Have styles loaded for which index.html has kept a place among the others: their order says which rule wins. */
export function styled(name) {
  const link = document.getElementById(`style-${name}`);
  if (link && !styles.has(name)) {
    styles.set(name, new Promise((then) => (link.onload = link.onerror = then)));
    link.href = link.dataset.href;
  }
  return styles.get(name);
}
