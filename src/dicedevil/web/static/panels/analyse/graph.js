// The graph of luck and errors: what the game was worth after every move, and what it would have been worth with
// ordinary luck. The lower line falls by errors alone; the distance between the two is luck.

import { html, useMemo, useRef } from "../../vendor/preact.js";
import { Chart, axis, colour } from "../../charts.js";
import { CLASSES, points, signed } from "../../words.js";
import { worth } from "../telling.js";
import { chosen, decisions, game, look } from "./report.js";

const WRONG = ["inaccuracy", "mistake", "blunder"];

/** The lines to be drawn: [moves, expected result, with ordinary luck, par]. */
export function lines(one) {
  const sign = one.start_value < 0 ? -1 : 1; // where fewer are better, values are negative
  const scale = sign * (one.unit === "chance" ? 100 : 1);
  let lost = 0;
  const moves = one.decisions.map((_, at) => at + 1);
  const ordinary = one.decisions.map(({ loss }) => scale * (one.start_value - (lost += loss)));
  const par = scale * one.start_value;
  const end = one.decisions.length + 1;
  return {
    x: [0, ...moves, end],
    expected: [par, ...one.decisions.map(({ value }) => scale * value), scale * one.result],
    ordinary: [par, ...ordinary, ordinary.at(-1) ?? par],
    par,
  };
}

export function Graph() {
  const one = game.value;
  const drawn = useMemo(() => lines(one), [one]);
  const room = useRef(null);
  const at = chosen.value?.number ?? 0;
  const make = (width) => options(one, drawn, at, width);
  const moved = (event) => {
    const last = decisions.value.length;
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 1, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 1 && to <= last) look(to);
  };
  const clicked = (event) => {
    const over = room.current.querySelector(".u-over")?.getBoundingClientRect();
    if (!over?.width) return;
    const share = (event.clientX - over.left) / over.width;
    look(Math.min(decisions.value.length, Math.max(1, Math.round(share * (drawn.x.length - 1)))));
  };
  return html`
    <figure class="graph">
      <div class="plot" ref=${room} tabindex="0" role="slider" aria-label="Move" aria-valuemin="1" aria-valuemax=${decisions.value.length}
        aria-valuenow=${at} aria-valuetext=${spoken(one, drawn, at)} onKeyDown=${moved} onClick=${clicked}>
        <${Chart} make=${make} keys=${[one, at]} label=${`Expected result after every move, from par ${points(drawn.par, 1)} to ${points(drawn.expected.at(-1), 1)}`} />
      </div>
      <figcaption>
        <span class="legend expected">expected result</span> <span class="legend ordinary">with ordinary luck: par less errors</span>
        <span class="legend luck">between them: luck</span>
        <p class="at">${soFar(one, drawn, at)}</p>
      </figcaption>
    </figure>`;
}

function spoken(one, drawn, at) {
  const move = one.decisions[at - 1];
  if (!move) return "";
  const rolled = move.roll ? `${move.roll}, ` : "";
  const lost = move.loss > 0 ? `, ${CLASSES[move.class]?.word}: ${worth(move.loss, one)} lost` : "";
  return `Move ${at}: ${rolled}${move.choice}${lost}. ${soFar(one, drawn, at)}`;
}

/** What luck and errors came to by a move; the three numbers add up to the expected result. */
function soFar(one, { expected, ordinary, par }, at) {
  if (!(at in expected)) return "";
  const unit = one.unit === "chance" ? "%" : "";
  const [result, start, errors] = [expected[at], par, ordinary[at] - par].map((value) => Math.round(10 * value) / 10);
  return `After move ${at}: expected ${points(result, 1)}${unit}, by luck ${signed(result - start - errors, 1)}${unit} and errors ${signed(errors, 1)}${unit}.`;
}

function options(one, { x, expected, ordinary, par }, at, width) {
  const marked = x.map((move) => (WRONG.includes(one.decisions[move - 1]?.class) ? expected[move] : null));
  const here = x.map((move) => (move === at ? expected[move] : null));
  const dots = (size, fill, stroke) => ({ show: true, size, width: 2, fill, stroke });
  const chance = one.unit === "chance";
  return [
    {
      width,
      height: Math.min(280, Math.max(180, width * 0.42)),
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false, range: [0, x.length - 1] }, y: { range: (_, low, high) => [low - 0.06 * (high - low || 1), high + 0.06 * (high - low || 1)] } },
      axes: [axis({ size: 28, values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? tick : "")) }), axis({ size: 46, values: (_, ticks) => ticks.map((tick) => (chance ? `${tick}%` : tick)) })],
      bands: [{ series: [1, 2], fill: colour("gain-soft") }, { series: [2, 1], fill: colour("gain-soft") }],
      series: [
        {},
        { stroke: "transparent", points: { show: false } }, // these two bound the luck; the lines lie above it
        { stroke: "transparent", points: { show: false } },
        { stroke: colour("soft"), width: 1, dash: [2, 3], points: { show: false } },
        { stroke: colour("loss"), width: 2, dash: [6, 4], points: { show: false } },
        { stroke: colour("ink"), width: 2, points: { show: false } },
        { stroke: "transparent", points: dots(7, colour("loss"), colour("loss")) },
        { stroke: "transparent", points: dots(13, "transparent", colour("focus")) },
      ],
    },
    [x, expected, ordinary, x.map(() => par), ordinary, expected, marked, here],
  ];
}
