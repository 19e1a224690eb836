// Curves, laws and values as lines: a readout follows the pointer and the arrow keys, lines are switched on and off.

import { html, useMemo, useState } from "../../vendor/preact.js";
import uPlot from "../../vendor/uplot.js";
import { axis, Chart, colour } from "../../charts.js";
import { Numbers, told, twice, withSpread } from "./telling.js";

const COLOURS = ["gain", "loss", "hold", "focus", "ink", "soft"];
const WHOLE = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));
const POWERS = Array.from({ length: 13 }, (_, place) => Number(`1e${place - 12}`));
const DASHES = [[], [9, 4], [2, 3], [10, 3, 2, 3], [14, 4], [4, 3]];

export function Lines({ data }) {
  const [off, setOff] = useState([]);
  const [at, setAt] = useState(null);
  const toggle = (name) => setOff(off.includes(name) ? off.filter((one) => one !== name) : [...off, name]);
  const panels = data.below ? [data, data.below] : [data];
  return html`
    <div class="curves">
      ${panels.map((one) => html`<${Panel} data=${one} off=${off} at=${at} setAt=${setAt} key=${one.title} low=${one !== data} />`)}
      ${data.series.length > 1 && html`
        <fieldset class="shown"><legend class="unseen">Lines that are shown</legend>${data.series.map((one, place) => html`
          <label><input type="checkbox" checked=${!off.includes(one.name)} onChange=${() => toggle(one.name)} />
            <${Swatch} place=${place} /> ${one.words ?? one.name}</label>`)}
        </fieldset>`}
      <${Numbers} head=${[data.x.label, ...data.series.map((one) => one.name)]} rows=${() => rowsOf(data)} />
    </div>`;
}

function Swatch({ place }) {
  return html`<svg class=${`swatch c${place % COLOURS.length}`} viewBox="0 0 30 8" width="30" height="8" aria-hidden="true">
    <line x1="0" y1="4" x2="30" y2="4" stroke-width="3" stroke-dasharray=${DASHES[place % DASHES.length].join(" ") || null} /></svg>`;
}

/** One x for all series, lowest first; what a series does not have is null. */
function aligned(series) {
  const all = [...new Set(series.flatMap((one) => one.x))].sort((a, b) => a - b);
  const place = new Map(all.map((x, number) => [x, number]));
  const rows = series.map((one) => {
    const row = new Array(all.length).fill(null);
    one.x.forEach((x, number) => (row[place.get(x)] = one.y[number]));
    return row;
  });
  return [all, ...rows];
}

function rowsOf(data) {
  const [all, ...rows] = aligned(data.series);
  const cell = (value, spread) => (value == null ? "" : `${exact(value)}${spread ? ` ± ${exact(spread)}` : ""}`);
  return all.map((x, place) => [x.toLocaleString("en"), ...rows.map((row, one) => cell(row[place], spreadOf(data, data.series[one], x)))]);
}

/** How far a sampled number may be off, by its standard error. */
function spreadOf(data, series, x) {
  if (data.scale !== "log" || !series.high) return 0;
  const place = series.x.indexOf(x);
  return series.high[place] - series.y[place];
}
const exact = (value) => (Number.isInteger(value) ? String(value) : String(+value.toPrecision(6)));

function Panel({ data, off, at, setAt, low }) {
  const whole = useMemo(() => aligned(data.series), [data]);
  const [xs, ...rows] = whole;
  const shown = data.series.map((one) => !off.includes(one.name));
  const [plot, setPlot] = useState(null);
  const range = data.shown ? [...data.shown].sort((a, b) => a - b) : [xs[0], xs[xs.length - 1]];
  const inside = xs.map((x, place) => place).filter((place) => xs[place] >= range[0] && xs[place] <= range[1]);
  const here = nearest(xs, inside, at ?? middle(range, data));
  const words = readout(data, whole, shown, here);
  const make = (width) => [options(data, rows, shown, width, range, low), [xs, ...rows.map((row) => (data.scale === "log" ? row.map((y) => (y > 0 ? y : null)) : row))]];
  const move = (event) => {
    const box = plot?.over.getBoundingClientRect();
    if (box) setAt(plot.posToVal(event.clientX - box.left, "x"));
  };
  const key = (event) => {
    const spot = inside.indexOf(here);
    const page = Math.max(1, Math.round(inside.length / 20));
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page }[event.key];
    const next = { Home: 0, End: inside.length - 1 }[event.key] ?? (step ? spot + step : null);
    if (next == null) return;
    event.preventDefault();
    setAt(xs[inside[Math.min(inside.length - 1, Math.max(0, next))]]);
  };
  return html`
    ${low && html`<h4>${data.title}</h4>`}
    <p class="reading" aria-hidden="true">${words}</p>
    <div class="reader" role="slider" tabindex="0" aria-label=${data.x.label} aria-valuemin=${range[0]} aria-valuemax=${range[1]} aria-valuenow=${xs[here]}
      aria-valuetext=${words} onPointerMove=${move} onPointerDown=${move} onKeyDown=${key}>
      <${Chart} make=${make} label=${`${data.title}: ${data.y.label} by ${data.x.label}`} keys=${[data, off.join("|")]} drawn=${setPlot} />
      ${plot && html`<span class="needle" style=${needle(plot, xs[here])}></span>`}
    </div>`;
}

function needle(plot, x) {
  const [over, root] = [plot.over.getBoundingClientRect(), plot.root.parentElement.getBoundingClientRect()];
  return { left: `${over.left - root.left + plot.valToPos(x, "x")}px`, top: `${over.top - root.top}px`, height: `${over.height}px` };
}

/** Where the reader stands first: where it is worth reading. */
function middle(range, data) {
  const mean = data.mean ?? data.series.find((one) => one.mean != null)?.mean;
  return mean ?? range[0] + (range[1] - range[0]) / 4;
}

function nearest(xs, inside, x) {
  return inside.reduce((best, place) => (Math.abs(xs[place] - x) < Math.abs(xs[best] - x) ? place : best), inside[0]);
}

/** What is to be read at a place: "at least 300: best for each target 16.13%, 1 in 6.2". */
function readout(data, [xs, ...rows], shown, here) {
  const x = xs[here].toLocaleString("en");
  const many = shown.filter(Boolean).length > 1;
  const parts = data.series.flatMap((one, place) => {
    const value = rows[place][here];
    if (!shown[place] || value == null) return [];
    const name = many ? `${one.name} ` : "";
    if (data.bin) {
      const tail = rows[place].slice(here).reduce((sum, y) => sum + (y ?? 0), 0);
      return [`${name}${told(value, "chance")} (this or more: ${twice(Math.min(1, tail))})`];
    }
    const spread = value ? spreadOf(data, one, xs[here]) : 0;
    if (spread) return [`${name}${withSpread(value, spread)}`];
    return [`${name}${data.reading ? twice(value) : told(value, data.y.unit)}`];
  });
  const where = data.reading ? `${data.reading} ${x}` : data.bin > data.step ? `${x} to ${(xs[here] + data.bin - data.step).toLocaleString("en")}` : data.bin ? `exactly ${x}` : `${x} ${data.x.label}`;
  return `${where}: ${parts.join("; ") || "nothing is shown here"}`;
}

function options(data, rows, shown, width, range, low) {
  const room = 0.02 * (range[1] - range[0]) || 0.5;
  const chance = data.y.unit === "chance";
  const top = Math.max(...rows.flatMap((row, place) => (shown[place] ? row.filter((y, k) => y != null) : [])), 1e-9);
  const least = Math.min(0, ...rows.flatMap((row, place) => (shown[place] ? row.filter((y) => y != null) : [])));
  const floor = low ? Math.max(least, -0.8 * top) : 0;
  const bars = data.look === "bars";
  return {
    width,
    height: Math.round(Math.min(low ? 260 : 400, Math.max(220, width * (low ? 0.3 : 0.46)))),
    legend: { show: false },
    cursor: { show: false },
    hooks: data.scale === "log" ? { draw: [(plot) => spreads(plot, data, shown)] } : {},
    scales: {
      x: { time: false, range: [range[0] - room, range[1] + room] },
      y: data.scale === "log" ? { distr: 3 } : { range: [floor, top * 1.05] },
    },
    axes: [
      axis({ incrs: WHOLE, size: 34, label: width > 500 ? data.x.label : undefined, labelSize: 26, labelFont: "13px system-ui", values: (_, ticks) => ticks.map((tick) => tick.toLocaleString("en")) }),
      axis({ size: data.scale === "log" ? 78 : 62, ...(data.scale === "log" && { splits: (_, __, min, max) => POWERS.filter((one) => one >= 0.99 * min && one <= 1.01 * max) }), values: (_, ticks) => ticks.map((tick) => tick == null ? "" : data.scale === "log" ? `${+(100 * tick).toPrecision(1)}%` : chance ? `${+(100 * tick).toPrecision(3)}%` : tick.toLocaleString("en")) }),
    ],
    series: [{}, ...data.series.map((one, place) => ({
      show: shown[place],
      stroke: colour(COLOURS[place % COLOURS.length]),
      fill: bars ? colour(COLOURS[place % COLOURS.length]) : undefined,
      width: 2.2,
      dash: bars ? undefined : DASHES[place % DASHES.length],
      spanGaps: data.scale !== "log", // where nothing was given away there is no place on a logarithmic scale
      points: { show: data.scale === "log", size: 7 },
      paths: bars ? uPlot.paths.bars({ size: [0.7, 40] }) : data.reading && rows[place].length < 100 ? uPlot.paths.stepped({ align: -1 }) : undefined,
    }))],
  };
}

/** Draw what a sample leaves open: a standard error up and down. */
function spreads(plot, data, shown) {
  const { ctx } = plot;
  ctx.save();
  data.series.forEach((one, place) => {
    if (!shown[place] || !one.high) return;
    ctx.strokeStyle = colour(COLOURS[place % COLOURS.length]);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    one.x.forEach((x, number) => {
      if (!(one.y[number] > 0)) return;
      const along = plot.valToPos(x, "x", true);
      const least = Math.max(one.low[number], plot.scales.y.min);
      ctx.beginPath();
      ctx.moveTo(along, plot.valToPos(least, "y", true));
      ctx.lineTo(along, plot.valToPos(one.high[number], "y", true));
      ctx.stroke();
    });
  });
  ctx.restore();
}
