// When to roll and when to hold: a solid that can be turned and cut, and the map of the cut with a place to read.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { theme } from "../../state.js";
import { drawMap, mapPlace } from "./map.js";
import { Numbers } from "./telling.js";
import { drawSolid, FIRST_VIEW } from "./voxels.js";

export function Solid({ data }) {
  const { goal, unit, turns } = data;
  const [total, setTotal] = useState(Math.floor(goal / 5));
  const [cut, setCut] = useState(false);
  const [at, setAt] = useState([Math.floor(0.4 * goal), Math.floor(0.6 * goal)]);
  const words = reading(data, at, total);
  const tens = Array.from({ length: 10 }, (_, place) => Math.floor((place * goal) / 10));
  return html`
    <div class="solid-room">
      <${Turned} data=${data} total=${cut ? total : null} at=${at} />
      <div class="cut">
        <label class="slider">This turn's total: <output>${total * unit}</output>
          <input type="range" min="0" max=${goal - 1} value=${total} onInput=${(event) => setTotal(Number(event.target.value))} /></label>
        <${Cut} data=${data} total=${total} at=${at} setAt=${setAt} words=${words} />
        <p class="legend"><span class="cell roll" aria-hidden="true"></span> roll <span class="cell hold" aria-hidden="true"></span> hold <span class="cell won" aria-hidden="true"></span> hold and win</p>
        <label class="check"><input type="checkbox" checked=${cut} onChange=${() => setCut(!cut)} /> cut the solid here</label>
      </div>
      <p class="reading" role="status">${words}</p>
    </div>
    <${Numbers} head=${["my score", ...tens.map((them) => `opponent ${them * unit}`)]}
      rows=${() => tens.map((me) => [me * unit, ...tens.map((them) => habit(turns[me][them], unit))])} />`;
}

/** What to do at a pair of scores as a turn goes on, in words. */
function habit(points, unit) {
  if (!points.length) return "roll always";
  const parts = points.map((point, place) => {
    const next = points[place + 1];
    const to = next == null ? "" : ` to ${(next - 1) * unit}`;
    const here = next === point + 1 ? `${point * unit}` : `${point * unit}${to || "+"}`;
    return place % 2 ? null : `hold at ${here}`;
  });
  const again = points.length % 2 === 0 ? [`roll from ${points[points.length - 1] * unit}`] : [];
  return [...parts.filter(Boolean), ...again].join(", ");
}

export const rolls = (points, total) => points.filter((point) => point <= total).length % 2 === 0;

function reading({ goal, unit, turns }, [me, them], total) {
  const now = total >= goal - me ? "hold and win" : rolls(turns[me][them], total) ? "roll" : "hold";
  return `You ${me * unit}, they ${them * unit}, this turn ${total * unit}: ${now}. At these scores: ${habit(turns[me][them], unit)}.`;
}

/** Draw on a canvas in the pixels of the screen, again when the page's colours or width change. */
function usePainted(paint, keys) {
  const ref = useRef(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const canvas = ref.current;
        if (!canvas) return;
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        const scale = Math.min(2, devicePixelRatio || 1);
        if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
        if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
        const context = canvas.getContext("2d");
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        paint(context, width, height);
        canvas.dataset.drawn = "yes";
      });
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(ref.current);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      dark.removeEventListener("change", draw);
    };
  }, [theme.value, ...keys]);
  return ref;
}

function Turned({ data, total, at }) {
  const [view, setView] = useState(FIRST_VIEW);
  const from = useRef(null);
  const ref = usePainted((context, width, height) => drawSolid(context, width, height, data, view, total, at), [data, view, total, at.join()]);
  const turn = (across, up) => setView(([around, above]) => [around + across, Math.min(1.5, Math.max(0.12, above + up))]);
  const drag = {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = [event.clientX, event.clientY];
    },
    onPointerMove: (event) => {
      if (!from.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const [x, y] = from.current;
      turn((event.clientX - x) * 0.008, event.pointerType === "touch" ? 0 : (event.clientY - y) * 0.006);
      from.current = [event.clientX, event.clientY];
    },
    onPointerUp: () => (from.current = null),
  };
  const key = (event) => {
    const step = { ArrowLeft: [-0.12, 0], ArrowRight: [0.12, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
    if (!step && event.key !== "Home") return;
    event.preventDefault();
    if (step) turn(...step);
    else setView(FIRST_VIEW);
  };
  return html`
    <div class="turned"><canvas ref=${ref} tabindex="0" role="application" aria-roledescription="solid that can be turned" data-view=${view.map((one) => one.toFixed(2)).join()}
      aria-label=${`${data.title}. Arrow keys turn it, Home turns it back.`} onKeyDown=${key} ...${drag}></canvas>
      <p class="quiet small">Drag it, or use the arrow keys, to turn it. Higher is a larger turn total.</p></div>`;
}

function Cut({ data, total, at, setAt, words }) {
  const ref = usePainted((context, width, height) => drawMap(context, width, height, data, total, at), [data, total, at.join()]);
  const point = (event) => setAt(mapPlace(event, data.goal));
  const key = (event) => {
    const far = event.shiftKey ? 10 : 1;
    const step = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] }[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(at.map((score, place) => Math.min(data.goal - 1, Math.max(0, score + step[place]))));
  };
  return html`<canvas class="map" ref=${ref} tabindex="0" role="application" aria-roledescription="map of scores" onPointerMove=${point} onPointerDown=${point} onKeyDown=${key}
    aria-label=${`Roll or hold at every pair of scores with this turn total. Arrow keys move the place that is read. ${words}`}></canvas>`;
}
