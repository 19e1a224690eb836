// Charts in the colours of the page: thin wrappers of uPlot, drawn anew when the colours or the width change.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import uPlot from "./vendor/uplot.js";
import { styled } from "./parts.js";
import { theme } from "./state.js";

await styled("charts");

const sample = document.head.appendChild(document.createElement("meta"));

/** Return a colour of the page by its name in tokens.css, as it is now: by day or by night. */
export function colour(name) {
  sample.style.color = `var(--${name})`;
  return getComputedStyle(sample).color;
}

/**
 * A chart: `make(width)` returns [options, data] for uPlot; `label` says what is to be seen; it is drawn anew
 * when one of `keys` changes, and `drawn(plot)` is called then.
 */
export function Chart({ make, label, keys = [], drawn = null }) {
  const room = useRef(null);
  useEffect(() => {
    let plot = null;
    const draw = () => {
      plot?.destroy();
      const [options, data] = make(Math.max(240, room.current.clientWidth));
      options.hooks = { ...options.hooks, ready: [(one) => drawn?.(one)] }; // before, it has no size yet
      plot = new uPlot(options, data, room.current);
    };
    draw();
    let width = room.current.clientWidth;
    const watch = new ResizeObserver(() => {
      if (room.current && Math.abs(room.current.clientWidth - width) > 2) {
        width = room.current.clientWidth;
        draw();
      }
    });
    watch.observe(room.current);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      watch.disconnect();
      dark.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [theme.value, ...keys]);
  return html`<div class="chart" role="img" aria-label=${label} ref=${room}></div>`;
}

/** Axes in the page's ink. */
export function axis(more = {}) {
  return {
    stroke: colour("soft"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { stroke: colour("line"), width: 1 },
    font: "12px system-ui",
    ...more,
  };
}

/** Steps of an axis of scores. */
const WHOLE = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

/**
 * A chart of chances by score, with a target that is dragged by pointer or touch, or moved by keys.
 *
 *   scores   the scores, lowest first       series  [{label, chances, colour, bars}], chances by score
 *   target   the score aimed at             moved(target, by)  called when it is moved: by "drag", "drop" or "key"
 *   words    (target) => what is to be read there
 */
export function TargetChart({ scores, series, target, moved, words, label, atMost = false }) {
  const [plot, setPlot] = useState(null);
  const low = scores[0];
  const high = scores[scores.length - 1];
  const within = (score) => Math.min(high, Math.max(low, Math.round(score)));
  const make = (width) => [
    {
      width,
      height: Math.round(Math.min(300, Math.max(200, width * 0.5))),
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, ...(series[0].bars && { range: [low - 0.6, high + 0.6] }) }, y: { range: (_, least, most) => [0, series[0].bars ? Math.max(most, 1e-12) * 1.08 : 1] } },
      axes: [axis({ incrs: WHOLE }), axis({ size: 52, values: (_, ticks) => ticks.map((tick) => `${+(100 * tick).toPrecision(3)}%`) })],
      series: [
        {},
        ...series.map((one) => ({
          label: one.label,
          stroke: colour(one.colour),
          width: one.bars ? 0 : 2,
          fill: one.bars ? colour(one.colour) : undefined,
          dash: one.dash,
          points: { show: false },
          paths: one.bars ? uPlot.paths.bars({ size: [0.9, 60, 1] }) : uPlot.paths.stepped({ align: atMost ? 1 : -1 }),
        })),
      ],
    },
    [scores, ...series.map((one) => one.chances)],
  ];
  const scoreAt = (event) => within(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
  const drag = {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
      moved(scoreAt(event), "drag");
    },
    onPointerMove: (event) => event.currentTarget.hasPointerCapture(event.pointerId) && moved(scoreAt(event), "drag"),
    onPointerUp: (event) => moved(scoreAt(event), "drop"),
  };
  const keyed = (event) => {
    const page = Math.max(1, Math.round((high - low) / 20));
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page }[event.key];
    const next = { Home: low, End: high }[event.key] ?? (step ? target + step : null);
    if (next == null) return;
    event.preventDefault();
    moved(within(next), "key");
  };
  const left = plot ? plot.valToPos(within(target), "x") : 0;
  const [over, root] = plot ? [plot.over.getBoundingClientRect(), plot.root.getBoundingClientRect()] : [null, null];
  const room = plot && { left: `${over.left - root.left}px`, top: `${over.top - root.top}px`, width: `${over.width}px`, height: `${over.height}px` };
  return html`
    <div class="target-chart">
      <${Chart} make=${make} label=${label} keys=${[scores, JSON.stringify(series.map((one) => [one.label, one.bars])), series.length]} drawn=${setPlot} />
      ${plot && html`
        <div class="dragged" style=${room} role="slider" tabindex="0" aria-label="Target" aria-valuemin=${low} aria-valuemax=${high}
          aria-valuenow=${within(target)} aria-valuetext=${words(target)} onKeyDown=${keyed} ...${drag}>
          <span class="line" style=${{ left: `${left}px` }}><span class="grip" aria-hidden="true"></span></span>
        </div>`}
    </div>`;
}
