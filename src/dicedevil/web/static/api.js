// Questions to the server: everything that is shown comes from here.

const ROOT = "/api/v1";

/** What went wrong, in the server's words: code, message, hint, and what else it said. */
export class Problem extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    Object.assign(this, error);
  }
}

/** That nobody answers. */
export const AWAY = {
  code: "away",
  message: "The server does not answer.",
  hint: "Is it still running? Start it again with 'make run': nothing is lost.",
};

/** Ask a question; what is null or empty is not sent. */
export function ask(path, params = {}, options = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== "" && value != null);
  const query = new URLSearchParams(given).toString();
  return answered(fetch(`${ROOT}${path}${query ? `?${query}` : ""}`, options));
}

/** Send something. */
export function send(path, body = {}, method = "POST") {
  const headers = { "Content-Type": "application/json" };
  return answered(fetch(`${ROOT}${path}`, { method, headers, body: JSON.stringify(body) }));
}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, AWAY);
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  if (response.ok) return answer;
  throw new Problem(response.status, answer?.error ?? { code: "unknown", message: response.statusText, hint: "" });
}

/** Have long work done. `told` hears of its progress; the promise ends with the job. Returns {done, cancel}. */
export function work(job, told) {
  let number = null;
  const done = send("/jobs", job).then((begun) => {
    number = begun.number;
    told(begun);
    return followed(begun, told);
  });
  const cancel = () => number != null && send(`/jobs/${number}`, {}, "DELETE");
  return { done, cancel };
}

/** Follow a job to its end. A server that was started again has forgotten it, and counts its own from one. */
function followed(begun, told) {
  const what = ({ ask: name, with: given }) => JSON.stringify([name, given]);
  return new Promise((resolve, reject) => {
    const source = new EventSource(`${ROOT}/jobs/${begun.number}/events`);
    const fail = (error) => (source.close(), reject(new Problem(0, error)));
    const heard = (event) => {
      const now = JSON.parse(event.data);
      if (what(now) !== what(begun)) return fail(LOST);
      told(now);
      if (event.type !== "end") return undefined;
      source.close();
      if (now.status === "done") return resolve(now);
      return fail(now.error ?? { code: now.status, message: `The work was ${now.status}.`, hint: "" });
    };
    source.addEventListener("progress", heard);
    source.addEventListener("end", heard);
    source.addEventListener("error", () => source.readyState === EventSource.CLOSED && fail(LOST)); // else it tries again
  });
}

const LOST = { code: "lost", message: "The server knows nothing of this work any more.", hint: "Begin it again." };
