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
    throw new Problem(0, {
      code: "away",
      message: "The server does not answer.",
      hint: "Is it still running? Start it again with 'make run': nothing is lost.",
    });
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  if (response.ok) return answer;
  throw new Problem(response.status, answer?.error ?? { code: "unknown", message: response.statusText, hint: "" });
}

/** Have long work done. `told` hears of its progress; the promise ends with the job. Returns {done, cancel}. */
export function work(job, told) {
  let source = null;
  let number = null;
  const done = send("/jobs", job).then(
    (begun) =>
      new Promise((resolve, reject) => {
        number = begun.number;
        told(begun);
        source = new EventSource(`${ROOT}/jobs/${number}/events`);
        source.addEventListener("progress", (event) => told(JSON.parse(event.data)));
        source.addEventListener("end", (event) => {
          source.close();
          const ended = JSON.parse(event.data);
          told(ended);
          if (ended.status === "done") resolve(ended);
          else reject(new Problem(0, ended.error ?? { code: ended.status, message: `The work was ${ended.status}.`, hint: "" }));
        });
      }),
  );
  const cancel = () => number != null && send(`/jobs/${number}`, {}, "DELETE");
  return { done, cancel };
}
