// The page: one board, and tabs that change only the panel beside it.

import { html, render, useEffect, useRef } from "./vendor/preact.js";
import { notice, said, tab } from "./state.js";
import { UnderWay } from "./waiting.js";
import { Board } from "./board/board.js";
import { Head } from "./head.js";
import { Foot, Welcome } from "./help.js";
import { bring, Part } from "./parts.js";

const PANELS = {
  advise: "AdvisePanel",
  play: "PlayPanel",
  analyse: "AnalysePanel",
  train: "TrainPanel",
  stats: "StatsPanel",
  papers: "PapersPanel",
};
const fileOf = (name) => `./panels/${name}.js`;
const WITHOUT_BOARD = ["stats", "papers"];
const GAP = 16; // pixels between the board and the edge of the window

/** The board stays in sight beside a long panel; one that is higher than the window by its lower end. */
function Table() {
  const room = useRef(null);
  useEffect(() => {
    const place = () => {
      if (!room.current) return; // a tab without a board came first
      const free = innerHeight - room.current.offsetHeight - GAP;
      room.current.style.top = `${Math.min(GAP, free)}px`;
    };
    const watch = new ResizeObserver(place);
    watch.observe(room.current);
    addEventListener("resize", place);
    return () => {
      watch.disconnect();
      removeEventListener("resize", place);
    };
  }, []);
  return html`<section class="table" aria-label="Board" ref=${room}><${Board} /></section>`;
}

function Page() {
  const alone = WITHOUT_BOARD.includes(tab.value);
  return html`
    <a class="skip" href="#panel">Skip to the panel</a>
    <${Head} soon=${(name) => bring(fileOf(name))} />
    <${Welcome} />
    ${notice.value && html`<p class="notice" role="alert">${notice.value} <button class="quiet" aria-label="Close this note" onClick=${() => (notice.value = "")}>✕</button></p>`}
    <main class=${alone ? "alone" : "beside"}>
      ${!alone && html`<${Table} />`}
      <section class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${tab.value}`} tabindex="-1">
        <${Part} key=${tab.value} from=${fileOf(tab.value)} named=${PANELS[tab.value]} />
      </section>
    </main>
    <${Foot} />
    <${UnderWay} />
    <div class="unseen" role="status" aria-live="polite">${said}</div>
  `;
}

// The first panel is drawn with the page, not after it.
bring(fileOf(tab.value), { sure: true }).then(() => render(html`<${Page} />`, document.getElementById("app")));
