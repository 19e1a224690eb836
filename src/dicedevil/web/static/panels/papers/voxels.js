// A solid of columns, seen from above at any angle. Columns are painted from the far corner to the near one, each
// with the sides that look here and its top, so that nothing has to be sorted.

import { colour } from "../../charts.js";

/** How far round, and from how high: as in the printed figure. */
export const FIRST_VIEW = [0.62, 0.5];
const SHADES = 48;
/** The colours of heights, by day and by night: from the page's green-blue to its red. */
const LOW_TO_HIGH = ["#3d9c92", "#e9c46a", "#c8452c"];

export function drawSolid(context, width, height, data, [around, above], total, at) {
  const { goal, unit, turns } = data;
  const top = total == null ? Infinity : total + 1;
  const look = viewed(width, height, goal, around, above);
  const inks = painted();
  const order = (rising) => Array.from({ length: goal }, (_, place) => (rising ? place : goal - 1 - place));
  const [mineFirst, theirsFirst] = [order(look.sin < 0), order(look.cos < 0)];
  const [mineSide, theirsSide] = [look.sin > 0 ? -1 : 1, look.cos > 0 ? -1 : 1];
  const rolling = turns.map((row, me) => row.map((points) => spans(points, goal - me, top)));
  const far = frame(context, look, goal);
  for (const me of mineFirst) {
    const x = mineSide < 0 ? me : me + 1;
    let strip = null; // columns alike, one behind the other: painted together
    for (const them of theirsFirst) {
      const own = rolling[me][them];
      const seen = without(own, rolling[me + mineSide]?.[them]);
      if (strip && same(strip.own, own) && same(strip.seen, seen)) strip.last = them;
      else {
        if (strip) paint(strip);
        strip = { own, seen, first: them, last: them };
      }
    }
    paint(strip);
    function paint({ own, seen, first, last }) {
      const [from, to] = [Math.min(first, last), Math.max(first, last) + 1];
      for (const [low, high] of seen) face(context, look, [x, from, low], [x, to, low], [x, to, high], [x, from, high], inks(high / goal, 0));
      const y = theirsSide < 0 ? last : last + 1;
      for (const [low, high] of without(own, rolling[me][last + theirsSide])) {
        face(context, look, [me, y, low], [me + 1, y, low], [me + 1, y, high], [me, y, high], inks(high / goal, 1));
      }
      for (const [, high] of own) face(context, look, [me, from, high], [me + 1, from, high], [me + 1, to, high], [me, to, high], inks(high / goal, 2));
    }
  }
  needle(context, look, at, rolling[at[0]][at[1]]);
  labels(context, look, goal, unit, data.axes);
  const [x, y] = look.point(...far, goal);
  context.textAlign = "center";
  context.fillText(`${data.axes[2]} ${goal * unit}`, x, y - 6);
}

/** The turn totals at which one rolls: [from, to), cut off at the top. */
function spans(points, end, top) {
  const edges = [0, ...points];
  if (edges.length % 2) edges.push(end);
  const found = [];
  for (let place = 0; place < edges.length; place += 2) {
    const high = Math.min(edges[place + 1], top);
    if (high > edges[place]) found.push([edges[place], high]);
  }
  return found;
}

const same = (one, other) => one.length === other.length && one.every(([low, high], place) => low === other[place][0] && high === other[place][1]);

/** What of some spans is not in others: the part of a side that can be seen. */
function without(own, others) {
  if (!others?.length) return own;
  let left = own;
  for (const [low, high] of others) {
    left = left.flatMap(([from, to]) => [[from, Math.min(to, low)], [Math.max(from, high), to]].filter(([a, b]) => b > a));
  }
  return left;
}

function viewed(width, height, goal, around, above) {
  const [sin, cos, rise, lean] = [Math.sin(around), Math.cos(around), Math.cos(above), Math.sin(above)];
  const size = Math.min((width - (width < 480 ? 110 : 30)) / 1.45, (height - 62) / (rise + 1.42 * lean)) / goal;
  const [middle, centre] = [width / 2, height / 2 + (size * goal * rise) / 2 - 4];
  const point = (x, y, z) => {
    const [u, v] = [x - goal / 2, y - goal / 2];
    return [middle + size * (u * cos - v * sin), centre - size * (z * rise + (u * sin + v * cos) * lean)];
  };
  return { sin, cos, point };
}

function painted() {
  const stops = LOW_TO_HIGH.map((hex) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16)));
  const shade = (share, light) => {
    const [first, second, part] = share < 0.5 ? [stops[0], stops[1], 2 * share] : [stops[1], stops[2], 2 * share - 1];
    return `rgb(${first.map((one, place) => Math.round(light * (one + part * (second[place] - one)))).join()})`;
  };
  const all = [0.74, 0.86, 1].map((light) => Array.from({ length: SHADES + 1 }, (_, place) => shade(place / SHADES, light)));
  return (share, side) => all[side][Math.round(SHADES * Math.min(1, share))];
}

function face(context, { point }, a, b, c, d, ink) {
  context.fillStyle = context.strokeStyle = ink;
  context.lineWidth = 0.6; // or the paper shines through between two faces
  context.beginPath();
  context.moveTo(...point(...a));
  for (const corner of [b, c, d]) context.lineTo(...point(...corner));
  context.closePath();
  context.fill();
  context.stroke();
}

function line(context, { point }, from, to) {
  context.beginPath();
  context.moveTo(...point(...from));
  context.lineTo(...point(...to));
  context.stroke();
}

function frame(context, look, goal) {
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  const corners = [[0, 0], [goal, 0], [goal, goal], [0, goal]];
  corners.forEach((corner, place) => line(context, look, [...corner, 0], [...corners[(place + 1) % 4], 0]));
  const far = corners.map((corner) => [look.point(...corner, 0)[1], corner]).sort((a, b) => a[0] - b[0])[0][1];
  line(context, look, [...far, 0], [...far, goal]);
  return far;
}

/** The place that is read: a pin upon its column. */
function needle(context, look, [me, them], own) {
  const high = own.length ? own[own.length - 1][1] : 0;
  const [x, y] = look.point(me + 0.5, them + 0.5, high);
  context.strokeStyle = context.fillStyle = colour("ink");
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x, y - 26);
  context.stroke();
  context.beginPath();
  context.arc(x, y - 28, 4, 0, 7);
  context.fill();
}

function labels(context, look, goal, unit, [mine, theirs]) {
  const near = (a, b) => (look.point(...a)[1] > look.point(...b)[1] ? a : b);
  const half = goal / 2;
  const middleMine = near([half, 0, 0], [half, goal, 0]);
  const middleTheirs = near([0, half, 0], [goal, half, 0]);
  context.font = "12px system-ui";
  context.fillStyle = colour("soft");
  const centre = look.point(half, half, 0)[0];
  for (const [place, name, ends] of [
    [middleMine, mine, [[0, middleMine[1], 0], [goal, middleMine[1], 0]]],
    [middleTheirs, theirs, [[middleTheirs[0], 0, 0], [middleTheirs[0], goal, 0]]],
  ]) {
    const [x, y] = look.point(...place);
    context.textAlign = Math.abs(x - centre) < 12 ? "center" : x > centre ? "left" : "right";
    context.fillText(name, x + Math.sign(x - centre) * 10, y + 20);
    ends.forEach((end, number) => {
      const [tickX, tickY] = look.point(...end);
      context.fillText(String(number ? goal * unit : 0), tickX + Math.sign(x - centre) * 6, tickY + 13);
    });
  }
}
