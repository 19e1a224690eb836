// One figure or table: what it shows, drawn by its shape; its caption, its command, and its numbers as a table.

import { html } from "../../vendor/preact.js";
import { Copy } from "../../copy.js";
import { place } from "../../state.js";
import { Thinking, Trouble, useAnswer, Waiting } from "../../waiting.js";
import { duration } from "../../words.js";
import { Bars } from "./bars.js";
import { Grid } from "./grid.js";
import { Lines } from "./lines.js";
import { Solid } from "./solid.js";
import { PaperTable } from "./table.js";
import { Way } from "./way.js";

const SHAPES = { lines: Lines, bars: Bars, grid: Grid, solid: Solid, table: PaperTable };

export function Exhibit({ room, shown }) {
  const { board, dice } = place.value;
  const asked = useAnswer(`/papers/${room.paper}/${shown.name}`, { state: board ?? "", roll: dice ?? "" });
  const data = asked.answer;
  const Shape = data && SHAPES[data.shape];
  const preview = room.figures.find((one) => one.name === shown.preview);
  return html`
    <figure class="exhibit" aria-labelledby="exhibit-title" data-shape=${data?.shape ?? "none"} data-figure=${shown.name}>
      <h3 id="exhibit-title">${shown.title}</h3>
      ${data && html`<${Shape} data=${data} />`}
      ${!data && asked.busy && html`<div class="computing"><${Thinking} asked=${asked} what="Computing …" /></div>`}
      ${asked.problem && !asked.problem.job && html`<${Trouble} problem=${asked.problem} />`}
      ${asked.problem?.job && html`<${Waiting} asked=${asked} what="this" />`}
      ${asked.problem?.job && preview && html`<p>Meanwhile: <${Way} to=${{ paper: room.paper, figure: preview.name }}>${preview.title}</${Way}>.</p>`}
      <figcaption>
        <p>${shown.caption}${data?.note && html` <span class="quiet">${data.note}</span>`}</p>
        <${Command} text=${data?.command ?? shown.command} seconds=${shown.seconds} />
      </figcaption>
    </figure>`;
}

function Command({ text, seconds }) {
  const words = text.split(" ").map((word) => html`<span class="word">${word}</span> `); // none is broken at its hyphens
  return html`
    <div class="command">
      <code tabindex="0" aria-label="The command that makes it">${words}</code>
      <${Copy} class="quiet" label="Copy" what="The command" text=${() => text} keys=${[text]} />
      <span class="quiet">takes about ${duration(Math.max(1, seconds))}; with --json it prints these numbers</span>
    </div>`;
}
