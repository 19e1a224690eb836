// The cut through a solid as a map: my score to the right, the opponent's upwards.

import { colour } from "../../charts.js";

const ROOM = { left: 40, right: 8, top: 8, bottom: 38 };

function field(width, height, goal) {
  const cell = Math.min(width - ROOM.left - ROOM.right, height - ROOM.top - ROOM.bottom) / goal;
  return { cell, left: ROOM.left, base: ROOM.top + cell * goal };
}

/** Return the pair of scores under the pointer. */
export function mapPlace(event, goal) {
  const box = event.currentTarget.getBoundingClientRect();
  const { cell, left, base } = field(box.width, box.height, goal);
  const within = (score) => Math.min(goal - 1, Math.max(0, Math.floor(score)));
  return [within((event.clientX - box.left - left) / cell), within((base - (event.clientY - box.top)) / cell)];
}

export function drawMap(context, width, height, { goal, unit, turns }, total, [me, them]) {
  const { cell, left, base } = field(width, height, goal);
  const inks = { roll: colour("loss-soft"), hold: colour("gain"), faint: colour("gain-soft"), won: colour("line") };
  const along = (mine) => Math.round(left + mine * cell); // whole pixels, or cells leave lines between them
  const up = (theirs) => Math.round(base - theirs * cell);
  for (let mine = 0; mine < goal; mine += 1) {
    for (let theirs = 0; theirs < goal; theirs += 1) {
      const points = turns[mine][theirs];
      let holds = false;
      for (const point of points) if (point <= total) holds = !holds;
      const striped = (mine + theirs) % 4 === 0 ? inks.faint : inks.hold; // told apart without colour
      context.fillStyle = total >= goal - mine ? inks.won : holds ? striped : inks.roll;
      context.fillRect(along(mine), up(theirs + 1), along(mine + 1) - along(mine), up(theirs) - up(theirs + 1));
    }
  }
  context.strokeStyle = context.fillStyle = colour("ink");
  context.lineWidth = 2;
  const [x, y] = [left + (me + 0.5) * cell, base - (them + 0.5) * cell];
  context.beginPath();
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    context.moveTo(x + 4 * dx, y + 4 * dy);
    context.lineTo(x + 12 * dx, y + 12 * dy);
  }
  context.strokeStyle = colour("paper");
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = colour("ink");
  context.lineWidth = 2;
  context.stroke();
  context.font = "12px system-ui";
  context.fillStyle = colour("soft");
  const wide = goal * cell;
  for (const share of [0, 0.5, 1]) {
    const label = String(Math.round(share * goal) * unit);
    context.textAlign = share === 1 ? "right" : share ? "center" : "left";
    context.fillText(label, left + share * wide, base + 15);
    context.textAlign = "right";
    context.fillText(label, left - 6, base - share * wide + (share === 1 ? 10 : share ? 4 : 0));
  }
  context.textAlign = "center";
  context.fillText("my score", left + wide / 2, base + 31);
  context.save();
  context.translate(12, base - wide / 2);
  context.rotate(-Math.PI / 2);
  context.fillText("opponent's score", 0, 0);
  context.restore();
}
