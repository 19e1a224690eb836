// Stats: how somebody plays, over time; where it is lost; and whether the dice are fair.

import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { go, goTo, place, titleOf, who } from "../state.js";
import { PlayerName } from "./name.js";
import { Refused } from "../waiting.js";
import { Faces } from "./faces.js";
import { OverTime, Practice } from "./stats/overtime.js";
import { Grade, amount, typeset, worth } from "./telling.js";

export function StatsPanel() {
  const player = place.value.who || who.value.trim() || "me";
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState(null);
  const [again, setAgain] = useState(0);
  useEffect(() => {
    let gone = false;
    setProblem(null);
    ask("/stats", { player }).then((answer) => gone || setFound(answer), (refused) => gone || setProblem(refused));
    return () => (gone = true);
  }, [player, again]);
  const shown = found?.games.filter((one) => !place.value.only || one.game === place.value.only) ?? [];
  return html`
    <h2>How ${player === "me" ? "you play" : `${player} plays`}</h2>
    <div class="row wanted">
      <${PlayerName} name=${player} chosen=${() => go({ who: "" })} />
      ${found?.games.length > 1 && html`<label>Game <select value=${place.value.only ?? ""} onChange=${(event) => go({ only: event.target.value })}>
        <option value="">all</option>${[...new Set(found.games.map((one) => one.game))].map((game) => html`<option key=${game} value=${game}>${titleOf(game)}</option>`)}</select></label>`}
    </div>
    <${Refused} problem=${problem} what="grading" again=${() => setAgain(again + 1)} />
    ${found?.job && html`<${Refused} problem=${found} what=${found.ungraded === 1 ? "grading a game that was played" : `grading ${found.ungraded} games that were played`} again=${() => setAgain(again + 1)} />`}
    ${!found && !problem && html`<p class="quiet" role="status">Grading what is kept …</p>`}
    ${found && !shown.length && html`<div class="empty"><p>No games ${player === "me" ? "of yours" : `by ${player}`} are kept yet: luck and errors of every game that is played to its end are added up here.</p>
      <button class="main" onClick=${() => goTo({ tab: "play" })}>Play a game</button>
      ${others(found, player).length > 0 && html`<p class="quiet">Others who played: ${others(found, player).join(", ")}.</p>`}</div>`}
    ${shown.map((one) => html`<${OfGame} key=${one.game + one.objective + one.unit} one=${one} />`)}
    ${found?.refused.length > 0 && !found.job && html`<p class="quiet">Left out: ${found.refused.map((one) => `game ${one.number} (${one.reason})`).join(" ")}</p>`}
    ${found?.practice?.length > 0 && html`<${Practice} days=${found.practice} />`}`;
}

const others = (found, player) => (found.players ?? []).filter((name) => name !== player);

function OfGame({ one }) {
  const total = Object.values(one.classes).reduce((sum, count) => sum + count, 0);
  return html`
    <article class="stats-game">
      <h3>${titleOf(one.game)} <small class="quiet">${one.game.includes(":") ? one.game : ""} ${one.objective === "score" ? "" : one.objective}</small></h3>
      <p class="sentence">${typeset(one.sentence)}</p>
      <dl class="sum">
        <div><dt>games</dt><dd>${one.games}</dd></div>
        <div class="luck"><dt>luck a game</dt><dd>${amount(one, one.luck, true)}${one.games > 1 && html`<small> ± ${amount(one, one.luck_error)}</small>`}</dd></div>
        <div class="errors"><dt>errors a game</dt><dd>${amount(one, -one.loss, true)}</dd></div>
        <div><dt>lost a choice</dt><dd>${worth(one.loss_per_choice, one, true)}</dd></div>
      </dl>
      <div class="stats-parts">
        <section><h4>Choices</h4>
          <ul class="class-bars">${Object.entries(one.classes).map(([name, count]) => html`<li key=${name}>
            <${Grade} name=${name} /><span class="count">${count}</span>
            <svg class=${name} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=${total ? (100 * count) / total : 0} height="8" /></svg></li>`)}</ul></section>
        ${one.leaks.length > 0 && html`<${Leaks} one=${one} />`}
        ${one.periods.length > 1 && html`<${OverTime} one=${one} />`}
        <${Faces} rolled=${one.rolled} />
      </div>
      <p class="row screen"><button onClick=${() => goTo({ tab: "train", game: one.game })}>Practise ${titleOf(one.game)}</button></p>
    </article>`;
}

/** Where it is lost. */
function Leaks({ one }) {
  return html`
    <section><h4>Where it is lost</h4>
      <div class="scroll" tabindex="0" role="group" aria-label="Where it is lost"><table class="leaks"><thead><tr><th scope="col">you</th><th scope="col">better</th><th scope="col">times</th><th scope="col">lost</th></tr></thead>
        <tbody>${one.leaks.map((leak) => html`<tr key=${leak.done + leak.better}><th scope="row">${leak.done}</th><td>${leak.done === leak.better ? "another one" : leak.better}</td><td>${leak.times}</td><td>${worth(leak.loss, one, true)}</td></tr>`)}</tbody></table></div>
    </section>`;
}
