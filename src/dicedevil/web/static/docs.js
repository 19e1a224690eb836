// The API for people: what /openapi.json describes, with questions that can be asked from here.

import { html, render, useEffect, useState } from "./vendor/preact.js";
import "./state.js"; // light or dark, as on the page

const METHODS = ["get", "post", "delete"];
/** What is asked for a start where more than the least is worth to be seen. */
const FIRST = {
  "/api/v1/advice": "game=yahtzee&state=ones=3,rerolls=1&roll=33456",
  "/api/v1/board": "game=yahtzee&state=ones=3,rerolls=1&roll=33456",
  "/api/v1/next": "game=yahtzee&state=ones=3,rerolls=1&roll=33456&choice=keep 3456",
  "/api/v1/curve": "game=ten-times-18:slots=5",
  "/api/v1/law": "game=ten-times-18:slots=5&strategy=random",
};

/** All addresses by their group: [[tag, [{method, path, about}, ...]], ...]. */
function groups({ paths }) {
  const found = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of METHODS.filter((one) => methods[one])) {
      const about = methods[method];
      const tag = about.tags?.[0] ?? "others";
      found.set(tag, [...(found.get(tag) ?? []), { method, path, about }]);
    }
  }
  return [...found];
}

const exampleOf = (one) => one.schema?.examples?.[0] ?? one.examples?.[0] ?? one.example;

/** An address to begin with: what must be told, by its example. */
function addressOf(path, parameters) {
  if (FIRST[path]) return `${path}?${FIRST[path]}`;
  const told = (where) => parameters.filter((one) => one.in === where && one.required && exampleOf(one) !== undefined);
  const filled = told("path").reduce((text, one) => text.replace(`{${one.name}}`, exampleOf(one)), path);
  const query = told("query").map((one) => `${one.name}=${exampleOf(one)}`).join("&");
  return query ? `${filled}?${query}` : filled;
}

/** A body as it may be sent: examples and defaults of what its schema names. */
function bodyOf(schema, all) {
  if (!schema) return undefined;
  if (schema.$ref) return bodyOf(all[schema.$ref.split("/").at(-1)], all);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const one = (schema.oneOf ?? schema.anyOf)?.[0];
  if (one) return bodyOf(one, all);
  if (schema.type === "array") return [bodyOf(schema.items, all)];
  if (schema.type !== "object") return { string: "", integer: 0, number: 0, boolean: false }[schema.type] ?? null;
  const needed = Object.entries(schema.properties ?? {}).filter(([name, part]) => schema.required?.includes(name) || part.examples);
  return Object.fromEntries(needed.map(([name, part]) => [name, bodyOf(part, all)]));
}

/** Words with commands and values in them, as they are typed. */
const typeset = (text = "") => text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));

/** A question that can be changed and asked. What changes something here is only shown. */
function Try({ path, parameters }) {
  const [address, setAddress] = useState(addressOf(path, parameters));
  const [found, setFound] = useState(null);
  const ask = async (event) => {
    event.preventDefault();
    setFound({ text: "…" });
    try {
      const response = await fetch(address.replaceAll("+", "%2B"));
      const text = await response.text();
      const json = response.headers.get("content-type")?.startsWith("application/json");
      setFound({ status: response.status, text: json ? JSON.stringify(JSON.parse(text), null, 2) : text });
    } catch (error) {
      setFound({ text: `There was no answer: ${error.message}` });
    }
  };
  return html`
    <form class="try" onSubmit=${ask}>
      <label><span class="unseen">Address</span><input value=${address} spellcheck=${false} onInput=${(event) => setAddress(event.target.value)} /></label>
      <button class="main">Ask</button>
    </form>
    ${found && html`<div role="status"><p>${found.status && html`Status <b>${found.status}</b>`}</p><pre tabindex="0" aria-label="The answer">${found.text}</pre></div>`}`;
}

function Parameters({ list }) {
  if (!list.length) return null;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table>
    <thead><tr><th scope="col">Parameter</th><th scope="col">Example</th><th scope="col">What it is</th></tr></thead>
    <tbody>${list.map((one) => html`<tr key=${one.name}><th scope="row"><code>${one.name}</code>${one.required ? " *" : ""}</th>
      <td>${exampleOf(one) !== undefined && html`<code>${String(exampleOf(one))}</code>`}</td>
      <td>${typeset(one.description ?? one.schema?.description)}</td></tr>`)}</tbody></table></div>`;
}

function Operation({ one: { method, path, about }, all }) {
  const [open, setOpen] = useState(false);
  const parameters = about.parameters ?? [];
  const schema = about.requestBody?.content?.["application/json"]?.schema;
  const streams = path.endsWith("/events");
  const name = `${method} ${path}`;
  return html`
    <details id=${name.replace(/\W+/g, "-")} open=${open} onToggle=${(event) => setOpen(event.target.open)}>
      <summary><b class=${`method ${method}`}>${method.toUpperCase()}</b> <code>${path}</code> <span class="quiet">${about.summary}</span></summary>
      ${open && html`<div class="inside">
        <p>${typeset(about.description)}</p>
        <${Parameters} list=${parameters} />
        ${schema && html`<h4>The body</h4><pre tabindex="0" aria-label="A body">${JSON.stringify(bodyOf(schema, all), null, 2)}</pre>`}
        ${method === "get" && !streams && html`<${Try} path=${path} parameters=${parameters} />`}
        <h4>Answers</h4>
        <dl>${Object.entries(about.responses).map(([status, { description }]) => html`<div key=${status}><dt>${status}</dt><dd>${typeset(description)}</dd></div>`)}</dl>
      </div>`}
    </details>`;
}

function Page() {
  const [told, setTold] = useState(null);
  useEffect(() => {
    fetch("/openapi.json").then((response) => response.json()).then(setTold);
  }, []);
  return html`
    <header class="head"><h1><a href="/"><img src=${new URL("./icon.svg", import.meta.url).href} alt="" width="28" height="28" /> Dice Devil</a></h1></header>
    <main class="alone docs">
      <h2>The API</h2>
      ${told && html`
        ${told.info.description.split("\n\n").map((part) => html`<p>${typeset(part)}</p>`)}
        <p>For programs: <a href="/openapi.json">/openapi.json</a>.</p>
        ${groups(told).map(([tag, list]) => html`<section key=${tag}><h3>${tag[0].toUpperCase() + tag.slice(1)}</h3>
          ${list.map((one) => html`<${Operation} key=${one.method + one.path} one=${one} all=${told.components.schemas} />`)}</section>`)}`}
    </main>`;
}

render(html`<${Page} />`, document.getElementById("app"));
