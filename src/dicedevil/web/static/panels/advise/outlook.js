// How it may end: the chance of at least each score, playing for points and going for it; each score's own chance.

import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { Part } from "../../parts.js";
import { go, place } from "../../state.js";
import { Thinking, useAnswer, Waiting } from "../../waiting.js";
import { oneIn, percent } from "../../words.js";
import { alone } from "./aims.js";

/** A position is not asked about while it is being typed. */
const REST = 250;
/** Chances below this are not worth a place in the picture. */
const NOT_DRAWN = 1e-4;

const KINDS = { reach: "Each score or better", law: "Each score" };

/** Shown when asked for: laws and curves can take long. The address remembers it. */
export function Outlook({ info, over }) {
  const { chart } = place.value;
  if (over || !info || info.score_is_win || info.players.least > 1) return null; // what is only won or lost has no scores
  if (!KINDS[chart]) {
    return html`<p class="show-outlook"><button onClick=${() => go({ chart: "reach" })}>Show how it may end</button></p>`;
  }
  return html`
    <section class="outlook" aria-labelledby="outlook-title">
      <div class="abreast spread"><h3 id="outlook-title">${info.start?.what === "turn" ? "How this turn may end" : "How it may end"}</h3>
        <button class="quiet" onClick=${() => go({ chart: "" })}>Hide</button></div>
      <div class="abreast" role="radiogroup" aria-label="What is drawn">${Object.entries(KINDS).map(([name, label]) => html`
        <label class="radio"><input type="radio" name="chart" checked=${chart === name} onChange=${() => go({ chart: name })} /> ${label}</label>`)}
      </div>
      <${Drawn} kind=${chart} lowWins=${info.lower_is_better} aimed=${info.objectives.some((one) => one.name === "target")} />
    </section>`;
}

/** `aimed`: whether the game can be played for a target; a race has no end of turns to aim at. */
function Drawn({ kind, lowWins, aimed }) {
  const { game, state } = place.value;
  const at = { game, state: alone(state) };
  const law = useAnswer("/law", { ...at, strategy: "optimal" }, { delay: REST });
  const curve = useAnswer(kind === "reach" && aimed ? "/curve" : null, at, { delay: REST });
  const chances = useMemo(() => tellChances(law.answer, curve.answer, lowWins), [law.answer, curve.answer, lowWins]);
  return html`
    ${chances && html`<${Picture} ...${{ kind, chances, mayAim: aimed }} busy=${law.busy || curve.busy} />`}
    <${Thinking} asked=${law} />
    <${Waiting} asked=${law} what="the law of the final score" />
    ${kind === "reach" && html`<${Waiting} asked=${curve} what="the best chance of every target" />`}`;
}

/** Chances by score: {scores, law, played, best, atLeast, what}; `played` and `best` are those of reaching it. */
function tellChances(law, curve, lowWins) {
  if (!law && !curve) return null;
  const ofScore = new Map(Object.entries(law?.distribution ?? {}).map(([score, chance]) => [Number(score), chance]));
  const ofTarget = new Map((curve?.targets ?? []).map((target, place) => [target, curve.probability[place]]));
  const known = [...ofScore.keys(), ...ofTarget.keys()];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const scores = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  const each = law ? scores.map((score) => ofScore.get(score) ?? 0) : null;
  const played = each && reaching(each, lowWins);
  const sure = curve?.targets[0];
  const best = curve && scores.map((score) => ofTarget.get(score) ?? ((lowWins ? score > sure : score < sure) ? 1 : 0));
  return { scores, each, played, best, word: lowWins ? "at most" : "at least", mean: law?.mean ?? curve.mean, what: (law ?? curve).what };
}

/** The chance of each score or better. */
function reaching(each, lowWins) {
  const order = each.map((_, place) => (lowWins ? place : each.length - 1 - place));
  const told = [];
  let sum = 0;
  for (const place of order) told[place] = Math.min(1, (sum += each[place]));
  return told;
}

function Picture({ kind, chances, mayAim, busy }) {
  const { scores, each, played, best, word, mean } = chances;
  const aimed = place.value.target != null && place.value.target !== "" ? Number(place.value.target) : null;
  const [mine, setMine] = useState(null);
  const target = mine ?? (Number.isFinite(aimed) && aimed != null ? aimed : Math.round(mean));
  const at = (list, score) => list?.[score - scores[0]] ?? null;
  const words = (score) => tell(kind, score, word, at(each, score), at(played, score), at(best, score));
  const seen = useMemo(() => worthDrawing(chances, kind), [chances, kind]);
  const cut = (list) => list.slice(seen[0], seen[1] + 1);
  const series = kind === "law" && each
    ? [{ label: "chance of each score", chances: cut(each), colour: "gain", bars: true }]
    : [
        ...(best ? [{ label: "going for it", chances: cut(best), colour: "loss" }] : []),
        ...(played ? [{ label: "playing for points", chances: cut(played), colour: "gain", dash: best ? [6, 4] : undefined }] : []),
      ];
  const shown = useMemo(() => cut(scores), [chances, kind]);
  useEffect(() => setMine(null), [aimed]);
  const moved = (score, by) => {
    setMine(score);
    if (by !== "drag" && place.value.objective === "target") go({ target: score }, { replace: by === "key" });
  };
  return html`
    <div aria-busy=${busy}>
      <p class="reading"><output>${words(target)}</output></p>
      ${place.value.roll && html`<p class="quiet small">Told before the dice are thrown: those that lie there are not counted.</p>`}
      <${Part} from="./charts.js" named="TargetChart" scores=${shown} series=${series} target=${target} moved=${moved} words=${words} atMost=${word === "at most"} label=${`Chance of ${word} each score, from ${shown[0]} to ${shown.at(-1)}`} />
      <p class="key">${series.map((one) => html`<span class=${`swatch ${one.colour}`}><span aria-hidden="true">${one.dash ? "╌╌" : one.bars ? "▮" : "━━"}</span> ${one.label}</span> `)}</p>
      <p class="abreast">${mayAim && html`<button onClick=${() => go({ objective: "target", target, players: "", player: "", turns: "", state: alone(place.value.state) })}
        disabled=${place.value.objective === "target" && aimed === target}>Play for ${word} ${target.toLocaleString("en")}</button>`}
        <span class="quiet">Drag the line, or use the arrow keys.</span></p>
    </div>`;
}

/** "At least 250: 42.1%, 1 in 2.4 playing for points; 44.0%, 1 in 2.3 going for it." */
function tell(kind, score, word, each, played, best) {
  const chance = (number) => (number >= 1 - 1e-12 ? "certain" : number > 0 ? `${percent(number)}, ${oneIn(number)}`.replace(/^(1 in .*), \1$/, "$1") : "impossible");
  const reach = [played != null && `${chance(played)}${best != null ? " playing for points" : ""}`, best != null && `${chance(best)}${played != null ? " going for it" : ""}`];
  const told = `${word[0].toUpperCase()}${word.slice(1)} ${score.toLocaleString("en")}: ${reach.filter(Boolean).join("; ")}.`;
  return kind === "law" && each != null ? `${told} Exactly ${score.toLocaleString("en")}: ${chance(each)}.` : told;
}

/** The places of the scores worth drawing: those that are neither nearly certain nor nearly impossible. */
function worthDrawing({ scores, each, played, best }, kind) {
  const worth = scores.map((_, place) => {
    if (kind === "law" && each) return each[place] > NOT_DRAWN / 10;
    const chance = Math.max(played?.[place] ?? 0, best?.[place] ?? 0);
    return chance > NOT_DRAWN && Math.min(played?.[place] ?? 1, best?.[place] ?? 1) < 1 - NOT_DRAWN;
  });
  const [first, last] = [worth.indexOf(true), worth.lastIndexOf(true)];
  return first < 0 ? [0, scores.length - 1] : [Math.max(0, first - 1), Math.min(scores.length - 1, last + 1)];
}
