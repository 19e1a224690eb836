"""The tables of docs/bots.md: every bot of every listed game with its exact strength.

    python docs/bots.py                 write the tables of all games
    python docs/bots.py pig micro       only those of games whose names contain one of these
    python docs/bots.py --check pig     compare instead of writing; all games, if none is named
    python docs/bots.py --strengths     work out the temperatures that come with Dice Devil anew

Means, spreads and losses are exact; the number of decisions, for the loss a decision, is that of 400
games with a seed. Small games take seconds. Official Yahtzee takes some minutes, cards of fifteen boxes
half an hour, the first time: temperatures are kept in tables.
"""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path

import dicedevil as dd
from dicedevil.ask.weaker import LEVELS, STRENGTHS, weaker, worked_out
from dicedevil.coach.bots import BotStrength, exact_names
from dicedevil.coach.spreads import SPREAD, sampled_spread
from dicedevil.games import names

PAGE = Path(__file__).parent / "bots.md"
FILE = Path(dd.__file__).parent / STRENGTHS
GAMES = 400
ROUNDING = 1e-9
"""A loss below this is none."""
HEADING = "| bot | mean | sd | loss a game | loss a decision |\n|---|--:|--:|--:|--:|"


def decisions(game: dd.Game, strategy: dd.Strategy) -> float:
    """Return how many choices a game has on average, those left aside that leave nothing to choose."""
    chance, made = random.Random(1), 0
    for _ in range(GAMES):
        state = game.start()
        while not game.is_over(state):
            rolls = game.rolls(state)
            (roll,) = chance.choices(list(rolls), list(rolls.values()))
            made += len(game.choices(state, roll)) > 1
            mix = strategy.mix(game, state, roll)
            (choice,) = chance.choices(list(mix), list(mix.values()))
            state = game.play(state, roll, choice)[1]
    return made / GAMES


def row(game: dd.Game, found: BotStrength) -> str:
    """Return the line of a bot."""
    lost, each = "0", ""
    if abs(found.loss) > ROUNDING:
        lost = f"{found.loss:.4g}"
        if found.strategy is not None:
            each = f"{found.loss / decisions(game, found.strategy):.2g}"
    spread = "" if found.sd is None else f"{found.sd:.4g}"
    return f"| `{found.name}` | {found.mean:.6g} | {spread} | {lost} | {each} |"


def table(name: str) -> str:
    """Return the table of a game, best first."""
    game = dd.game(name)
    budget = dd.Budget(patience=float("inf"))
    found = [dd.bot(game, one, budget=budget) for one in exact_names(game)]
    found.sort(key=lambda one: round(one.loss / ROUNDING))
    unit = found[0].unit
    return f"### {name} ({unit})\n\n{HEADING}\n" + "\n".join(row(game, one) for one in found) + "\n"


def marked(name: str) -> tuple[str, str]:
    """Return the lines between which a game's table stands."""
    return f"<!-- {name} -->\n", f"<!-- /{name} -->"


def written(name: str, page: str) -> str:
    """Return the table that stands in the page."""
    begin, end = map(re.escape, marked(name))
    found = re.search(f"{begin}(.*?){end}", page, re.DOTALL)
    return found[1] if found else ""


def strengths(name: str) -> dict[str, list[float]]:
    """Work out what random play of a game loses, and the temperatures of its named players."""
    budget = dd.Budget(patience=float("inf"))
    game = dd.game(name)
    solution = weaker(game, "club", budget).solution
    made = {one: worked_out(solution, one, budget) for one in ("random", *LEVELS)}
    return made | spreads(game)


def spreads(game: dd.Game) -> dict[str, list[float]]:
    """Return by how much results of best play spread, of the score and of the turns of a race."""
    aims = (dd.MaxScore(), *([dd.FewestTurns()] if game.scored_in == "turn" else []))
    budget = dd.Budget(patience=float("inf"))
    return {
        f"{SPREAD}{aim.name}": [sampled_spread(aim.view(game), aim, budget)]
        for aim in aims
        if not game.score_is_win
    }


def write_strengths(chosen: list[str], check: bool) -> int:
    """Write the file of strengths, or compare it: numbers are the same to the last bits."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    made = {name: strengths(name) for name in chosen}
    differ = [name for name in chosen if made[name] != found.get(name)]
    print(f"{len(chosen) - len(differ)} games as they were; {', '.join(differ) or 'none'} not")
    if not check:
        FILE.write_text(json.dumps({**found, **made}, indent=1) + "\n", encoding="utf-8")
    return int(check and bool(differ))


def main(words: list[str]) -> int:
    """Write tables, or compare them; the exit code says whether all agree."""
    only = [word for word in words if not word.startswith("--")]
    chosen = [name for name in names() if not only or any(word in name for word in only)]
    if "--strengths" in words:
        return write_strengths(chosen, "--check" in words)
    differ = 0
    for name in chosen:
        made, page = table(name), PAGE.read_text(encoding="utf-8")
        if made == written(name, page):
            print(f"{name}: the same")
            continue
        differ += 1
        print(f"{name}:\n{made}")
        if "--check" not in words:
            begin, end = marked(name)
            old = f"{begin}{written(name, page)}{end}"
            new = f"{begin}{made}{end}"
            PAGE.write_text(page.replace(old, new) if begin in page else f"{page}\n{new}\n")
    return int("--check" in words and differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
