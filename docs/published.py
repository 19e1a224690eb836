"""The checksums of all listed games' tables: made anew, compared with the published ones, or written.

    python docs/published.py            make the tables in a folder of their own and compare
    python docs/published.py --write    make them and write src/dicedevil/published.json
    python docs/published.py micro pig  only the games whose names contain one of these

All of them take a quarter of an hour, 4 GB of memory and 8 GB of disk, most of it for the matches of
cards and for Maxi Yatzy.

Not published: what does not fit in the 4 GB that a solve may take unless more is allowed. These are the
curves of Pairs Yahtzee, and matches of the large cards before their last turns (see `ENDGAMES`).
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

import dicedevil as dd
from dicedevil.ask.verify import name_of, published, sums_of
from dicedevil.cli.endgames import solve_endgames
from dicedevil.solvers.tables import listing, read

LIST = Path(__file__).parent.parent / "src" / "dicedevil" / "published.json"
SCORE, WIN, CURVE = dd.MaxScore(), dd.WinMatch(), dd.ReachTarget()
TABLES: tuple[tuple[str, dd.Objective], ...] = (
    *((name, SCORE) for name in ("klappenspiel", "shut-the-box", "shut-the-box:score=remaining")),
    *((name, SCORE) for name in ("micro-yahtzee", "junior-yahtzee", "junior-yahtzee:bonus=no")),
    *((name, SCORE) for name in ("basic-yahtzee", "basic-yahtzee:bonus=no", "pairs-yahtzee")),
    *((name, SCORE) for name in ("yahtzee", "yahtzee:joker=forced", "yahtzee:joker=none", "yatzy")),
    *((name, SCORE) for name in ("kniffel", "yacht", "crag", "maxi-yatzy")),
    *((name, SCORE) for name in ("hog", "threes", "midnight", "decathlon")),
    ("cant-stop:sides=3", dd.FewestTurns()),
    *((name, dd.Worst()) for name in ("klappenspiel", "yahtzee")),
    *((name, WIN) for name in ("pig", "farkle", "zilch", "ten-thousand", "ten-times-18")),
    *((name, WIN) for name in ("two-dice-pig", "hog", "threes", "micro-yahtzee")),
    *((name, WIN) for name in ("klappenspiel:tiles=6", "junior-yahtzee", "junior-yahtzee:bonus=no")),
    *((name, CURVE) for name in ("ten-times-18", "micro-yahtzee")),
    *((name, CURVE) for name in ("junior-yahtzee", "basic-yahtzee", "yahtzee", "yatzy")),
)
ENDGAMES = {"yahtzee": 4, "yatzy": 4, "basic-yahtzee": 4, "pairs-yahtzee": 3}
"""Matches of large cards: with up to so many open boxes on both cards together."""


def made(only: list[str]) -> dict[str, dict[str, str]]:
    """Make tables in a folder of their own, and return their checksums."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DICEDEVIL_TABLES"] = folder
        for game, objective in TABLES:
            if not only or any(word in game for word in only):
                print(game, objective.name, file=sys.stderr, flush=True)
                dd.solve(game, objective)
        for game, boxes in ENDGAMES.items():
            if not only or any(word in game for word in only):
                print(game, f"win, up to {boxes} open", file=sys.stderr, flush=True)
                solve_endgames(dd.game(game), boxes, dd.Budget())
        facts = [read(path).facts for path in listing()]
        return {name_of(one): sums_of(one) for one in facts}


def main(words: list[str]) -> int:
    """Compare or write; the exit code says whether all agree."""
    write, only = "--write" in words, [word for word in words if word != "--write"]
    found = made(only)
    if write:
        everything = dict(published()) | found if LIST.exists() and only else found
        LIST.write_text(json.dumps(everything, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    known = published()
    wrong = [name for name, sums in found.items() if known.get(name) != sums]
    for name in wrong:
        print(f"{name}: {'not published' if name not in known else 'other bits'}")
    print(f"{len(found) - len(wrong)} of {len(found)} tables have the published bits.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
