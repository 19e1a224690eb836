// Before a game: who plays, against whom, with which dice.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { ask } from "../../api.js";
import { EMPTY, goTo, notice, place, say, table, titleOf, who } from "../../state.js";
import { Refused, Thinking, useAnswer } from "../../waiting.js";
import { points } from "../../words.js";
import { begin } from "./game.js";
import { Variant } from "./variant.js";

const USUAL = "casual"; // sits opposite, or whoever is the strongest of those that there are
const ANY = "skill=";

/** What is known of the game that is chosen: its title, its bots, how many may play, the board at the start. */
function useGame(game) {
  const { current, answer, problem } = useAnswer(`/games/${encodeURIComponent(game)}`);
  return { ...(current ? answer : null), problem };
}

export function Setup() {
  const name = place.value.game;
  const known = useGame(name);
  const [others, setOthers] = useState(null);
  const [seed, setSeed] = useState("");
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setProblem(null), [name]);
  const usual = (known.bots?.find((bot) => bot.name === USUAL) ?? known.bots?.[0])?.name;
  const most = known.players?.most ?? 20;
  const seats = (others ?? (usual && most > 1 ? [{ bot: usual }] : [])).slice(0, most - 1);

  const start = async (event) => {
    event?.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const people = [who.value.trim() || "me", ...seats.filter((one) => one.bot == null).map((one, at) => one.name.trim() || `guest ${at + 1}`)];
      const bots = seats.filter((one) => one.bot != null).map((one) => one.bot);
      notice.value = "";
      await begin({ game: name, people, bots, ...(seed === "" ? {} : { seed: Number(seed) }) });
    } catch (found) {
      setProblem(found);
      say(found.message);
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    table.value = known.start ? { ...EMPTY, board: known.start, roll: () => start(), busy } : EMPTY;
  }, [known.start, busy, seed, others, who.value]);

  const change = (at, what) => setOthers(seats.map((one, place) => (place === at ? what : one)));
  return html`
    <h2>Play ${known.title ?? titleOf(name)}</h2>
    <${Refused} problem=${known.problem} what="this game" />
    <form class="setup" onSubmit=${start}>
      <fieldset><legend>Who plays</legend>
        <ol class="seats">
          <li><label><span class="unseen">Your name</span>
            <input value=${who.value} maxlength="40" autocomplete="off" onInput=${(event) => (who.value = event.target.value)} /></label>
            <small class="quiet">you</small></li>
          ${seats.map((one, at) => html`<li key=${at}>
            <${Opponent} one=${one} at=${at} bots=${known.bots ?? []} change=${(what) => change(at, what)} />
            <button type="button" class="quiet" aria-label=${`Without ${one.bot ?? (one.name || `guest ${at + 1}`)}`}
              onClick=${() => setOthers(seats.filter((_, place) => place !== at))}>✕</button></li>`)}
        </ol>
        <div class="row">
          <button type="button" disabled=${seats.length + 1 >= most || !usual} onClick=${() => setOthers([...seats, { bot: usual }])}>+ a bot</button>
          <button type="button" disabled=${seats.length + 1 >= most} onClick=${() => setOthers([...seats, { name: "" }])}>+ a person here</button>
        </div>
      </fieldset>
      <label class="seed">Seed <input type="number" min="0" max="999999999999" step="1" inputmode="numeric" value=${seed} placeholder="any"
        onInput=${(event) => setSeed(event.target.value)} /> <small class="quiet">The same seed rolls the same dice; it is always shown.</small></label>
      <${Refused} problem=${problem} what="what the bots have to know" again=${() => start()} />
      <button class="main begin" disabled=${busy || !known.bots}>${busy ? "One moment …" : "Begin"}</button>
      <${Thinking} asked=${{ busy }} what="The table is being laid …" />
    </form>
    ${known.rules && html`<${Variant} rules=${known.rules} parameters=${known.parameters} />`}
    <${Kept} />`;
}

function Opponent({ one, at, bots, change }) {
  if (one.bot == null) {
    return html`<label><span class="unseen">Name of another person</span>
      <input value=${one.name} maxlength="40" autocomplete="off" placeholder=${`guest ${at + 1}`}
        onInput=${(event) => change({ name: event.target.value })} /></label><small class="quiet">at this screen</small>`;
  }
  const named = one.bot.startsWith(ANY) ? bots.find((bot) => bot.name.startsWith(ANY)) : bots.find((bot) => bot.name === one.bot);
  return html`
    <label><span class="unseen">Bot</span>
      <select value=${named?.name} onChange=${(event) => change({ bot: event.target.value })}>
        ${bots.map((bot) => html`<option key=${bot.name} value=${bot.name}>${bot.name.startsWith(ANY) ? "any strength" : bot.name}</option>`)}
      </select></label>
    ${one.bot.startsWith(ANY) && html`<label class="any">gives away
      <input type="number" min="0" step="any" value=${one.bot.slice(ANY.length)} onChange=${(event) => change({ bot: `${ANY}${event.target.value || 1}` })} /></label>`}
    <small class="quiet about">${named?.label}</small>`;
}

/** Games that are kept: under way, and lately finished. */
export function Kept({ over = false }) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    ask("/play").then((answer) => setFound(answer.games), () => setFound([]));
  }, []);
  const list = (found ?? []).filter((one) => Boolean(one.over) === over && one.served !== false && (over || one.moves > 0));
  if (!list.length) return null;
  const open = (one) => goTo({ tab: over ? "analyse" : "play", game: one.game, number: one.number, seed: one.seed });
  return html`
    <section class="kept"><h3>${over ? "Lately finished" : "Games under way"}</h3>
      <ul>${list.slice(0, 12).map((one) => html`<li key=${one.number}>
        <button onClick=${() => open(one)}>${over ? "Report" : "Go on"}<span class="unseen">: game ${one.number}</span></button>
        <span><strong>${titleOf(one.game)}</strong> ${one.players.join(", ")}
          <small class="quiet"> ${told(one)} · seed ${one.seed}${one.when ? ` · ${new Date(one.when).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}` : ""}</small></span></li>`)}</ul>
    </section>`;
}

function told(one) {
  if (one.over && one.result) return one.result.map((score) => points(score, Number.isInteger(score) ? 0 : 1)).join(" : ");
  return one.moves === 1 ? "1 move" : `${one.moves} moves`;
}
