// Waiting: questions whose answers take a moment, and work that takes long, with its cost and its progress.
//
//     const { answer, problem, busy, job, begin, cancel, again } = useAnswer("/curve", { game, state });
//
// Nothing that takes long begins by itself: the server refuses it with its cost and the job that would do it,
// the page offers that job (`Offer`), and when any job ends the questions that were refused are asked again.

import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { ask, Problem, work } from "./api.js";
import { write } from "./address.js";
import { games, say, tab, titleOf } from "./state.js";
import { duration, size } from "./words.js";

/** The jobs this page has begun, by what they do: {key: {job, cancel, problem}}. */
export const jobs = signal({});
/** How many of them have ended: questions that were refused listen to it. */
const ended = signal(0);

/** A name for what a job does, however it is told. */
const keyOf = ({ ask: what, with: given }) =>
  JSON.stringify([what, ...Object.entries(given ?? {}).filter(([, value]) => value != null).sort(([a], [b]) => (a < b ? -1 : 1))]);
const note = (key, changes) => (jobs.value = { ...jobs.value, [key]: { ...jobs.value[key], ...changes } });
const forget = (key) => {
  const { [key]: _, ...others } = jobs.value;
  jobs.value = others;
};

/** Have a job done; a second time while it runs is the first. */
function beginJob(job) {
  const key = keyOf(job);
  if (jobs.value[key] && !jobs.value[key].problem) return;
  const { done, cancel } = work(job, (now) => note(key, { job: now }));
  jobs.value = { ...jobs.value, [key]: { asked: job, job: null, cancel, problem: null } };
  done
    .then((last) => {
      say("The work is done.");
      if (last.answer != null) found.set(key, last.answer);
      forget(key);
    })
    .catch((problem) => {
      if (problem.code === "cancelled") {
        say("The work was cancelled.");
        forget(key);
      } else note(key, { problem });
    })
    .finally(() => (ended.value += 1));
}

/** Answers of jobs that leave no table behind. */
const found = new Map();

/** What goes on while the page is opened again is followed: the same job is not begun twice. */
const goesOn = ({ status }) => status === "waiting" || status === "running";
ask("/jobs")
  .then((told) => told.jobs.filter(goesOn).forEach((one) => beginJob({ ask: one.ask, with: one.with })))
  .catch(() => {});

/** When some job has ended while `job` was wanted: do something, with what that one has found or null. */
function useEnded(job, then) {
  const over = ended.value;
  const seen = useRef(over);
  useEffect(() => {
    if (seen.current === over) return;
    seen.current = over;
    if (job) then(found.get(keyOf(job)) ?? null);
  }, [over]);
}

/**
 * Ask a question whenever it changes, until the server answers. An answer to an older question is dropped; while a
 * new one is on its way the last stays (`busy`). `path` null: nothing is asked. `delay`: so long a question must stand, in ms.
 */
export function useAnswer(path, params = {}, { delay = 0 } = {}) {
  const key = path == null ? null : `${path} ${JSON.stringify(params)}`;
  const [state, setState] = useState({ key: null, answer: null, problem: null });
  const [turn, setTurn] = useState(0);
  useLayoutEffect(() => { // at once: an effect would wait for the next picture
    if (key == null) {
      setState({ key, answer: null, problem: null });
      return undefined;
    }
    const stop = new AbortController();
    let timer = null;
    async function attempt() {
      try {
        const answer = await ask(path, params, { signal: stop.signal });
        setState({ key, answer, problem: null });
      } catch (problem) {
        if (stop.signal.aborted) return;
        const away = problem.code === "away"; // that is told; what is only busy is not
        if (away || problem.status === 503) timer = setTimeout(attempt, 1000 * (problem.retry_after ?? 1));
        if (problem.status !== 503) setState({ key, answer: null, problem: problem instanceof Problem ? problem : strange(problem) });
      }
    }
    if (delay) timer = setTimeout(attempt, delay);
    else attempt();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, turn]);

  const current = state.key === key;
  const job = current ? state.problem?.job : null;
  const running = job ? jobs.value[keyOf(job)] : null;
  useEnded(job, (made) => (made != null ? setState({ key, answer: made, problem: null }) : setTurn((n) => n + 1)));

  return {
    answer: state.answer,
    problem: current ? state.problem : null,
    busy: key != null && !current,
    current,
    job: running,
    begin: () => beginJob(job),
    cancel: () => running?.cancel(),
    again: () => setTurn((n) => n + 1),
  };
}

const strange = (error) => new Problem(0, { code: "failed", message: `The answer cannot be read (${error.message}).`, hint: "" });

const A_WHILE = 400; // milliseconds
const VERY_LONG = 3000;

/** Whether an answer is being waited for so long that the last one should go. */
export function useLong({ busy }, after = A_WHILE) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!busy) return undefined;
    const timer = setTimeout(() => setLong(true), after);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && long;
}

/** That something is being worked out: said only when it takes a while, and why when it takes very long. */
export function Thinking({ asked, what = "Working it out …" }) {
  const [long, veryLong] = [useLong(asked), useLong(asked, VERY_LONG)];
  if (!long) return null;
  return html`<p class="quiet" role="status">${what}${veryLong && " The first time, code is compiled for this machine: that may take half a minute."}</p>`;
}

/** What went wrong, in the server's words, and what would be right. */
export function Trouble({ problem, id }) {
  if (!problem) return null;
  const hint = problem.hint && !problem.message.includes(problem.hint) ? ` ${problem.hint}` : "";
  return html`<p class="trouble" id=${id} role="alert"><span aria-hidden="true">▲ </span><${Told} text=${problem.message + hint} /></p>`;
}

/** Words of the server, in which games that are named are ways to go there: cant-stop:sides=4, 'yahtzee'. */
function Told({ text }) {
  const isGame = (name) => games.value.some((one) => one.name === name.split(":")[0]);
  return text.split(NAMED).map((part, at) => (at % 2 && isGame(part)
    ? html`<a href=${write({ tab: tab.value, game: part })}>${part}</a>`
    : part));
}
const NAMED = /\b([a-z][a-z0-9-]+:[a-z-]+=[\w./]+(?:,[a-z-]+=[\w./]+)*\b|(?<=Did you mean ')[\w-]+(?='))/;

/** An answer that takes long: what it costs, and a button; then its progress; else what went wrong. */
export function Waiting({ asked, what = "it" }) {
  const { problem, job, begin, cancel } = asked;
  if (job && !job.problem) return html`<${Here} job=${job} what=${what} cancel=${cancel} />`;
  if (!problem) return null;
  if (!problem.job) return html`<${Trouble} problem=${problem} />`;
  return html`
    <div class="offer">
      ${job?.problem && html`<${Trouble} problem=${job.problem} />`}
      <p>${costWords(problem.cost, what)}</p>
      <button onClick=${begin}>Make it</button>
    </div>`;
}

/**
 * Something that was refused: why, and what would be right; where long work would help, its cost and a button.
 * `again` is called when that work is done, with its answer if it leaves no table behind.
 */
export function Refused({ problem, what, again }) {
  useEnded(problem?.job, (made) => jobs.value[keyOf(problem.job)] || again?.(made));
  if (!problem) return null;
  const running = problem.job ? jobs.value[keyOf(problem.job)] : null;
  const asked = { problem, job: running, begin: () => beginJob(problem.job), cancel: () => running?.cancel() };
  if (problem.job) return html`<${Waiting} asked=${asked} what=${what} />`; // an offer: nothing went wrong
  return html`<div class="refusal"><${Trouble} problem=${problem} />
    ${again && html`<button class="small" onClick=${() => again(null)}>Try again</button>`}</div>`;
}

/** "The curve takes about 56 s and 1.1 GB." */
function costWords(cost, what) {
  const parts = [cost?.seconds != null && `about ${duration(cost.seconds)}`, cost?.memory_bytes && size(cost.memory_bytes)];
  const told = parts.filter(Boolean).join(" and ");
  return `${what[0].toUpperCase()}${what.slice(1)} ${told ? `takes ${told}` : "takes a while"}.`;
}

/** Which jobs are shown where they were asked for: the others are shown below the page. */
const shown = signal({});

/** The work that was asked for elsewhere and goes on. */
export function UnderWay() {
  const others = Object.entries(jobs.value).filter(([key, one]) => !shown.value[key] && !one.problem);
  if (!others.length) return null;
  return html`<aside class="under-way" aria-label="Work under way">${others.map(([key, { asked, job, cancel }]) => html`
    <${Progress} key=${key} job=${job} what=${`${asked.ask} of ${titleOf(asked.with?.game ?? asked.with?.paper ?? "this")}`} cancel=${cancel} />`)}</aside>`;
}

/** Progress where it was asked for. */
function Here({ job, what, cancel }) {
  const key = keyOf(job.asked);
  useLayoutEffect(() => {
    shown.value = { ...shown.value, [key]: (shown.value[key] ?? 0) + 1 };
    return () => (shown.value = { ...shown.value, [key]: shown.value[key] - 1 });
  }, [key]);
  return html`<${Progress} job=${job.job} what=${what} cancel=${cancel} />`;
}

/** How far work has come, how long it still takes, and a way to stop it. */
export function Progress({ job, what = "", cancel }) {
  const share = job?.share ?? null;
  const left = job?.seconds_left != null ? `, ${duration(job.seconds_left)} left` : "";
  const doing = job == null || job.status === "waiting" ? "waiting for its turn" : job.doing || "under way";
  const text = `${doing}${share == null ? "" : `, ${Math.floor(100 * share)}%`}${left}`;
  return html`
    <div class="progress">
      <p><strong>${what && what[0].toUpperCase() + what.slice(1)}</strong> <span>${text}</span></p>
      <progress max="1" value=${share} aria-label=${`${what}: ${text}`}></progress>
      <button onClick=${cancel}>Cancel</button>
    </div>`;
}
