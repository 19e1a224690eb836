"""Endgames of official Yahtzee for two, from nothing: `python -m bench endgames`.

Takes minutes, so it runs only when it is named. The mark: a value costs one turn, as a state does when
the card is solved for one player; fewer keeps differ while few boxes are open, so it should cost less.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.apart import own_tables, row_speed, size_of, told_by
from bench.figure import Figure, seconds, timed

GAME, BOXES = "yahtzee", 4
MAKE = """
import json, resource, sys, time
import dicedevil as dd
from dicedevil.solvers.cards.endgame_making import SECONDS_PER_ROW, seconds_per_value
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.machine import SIMD, cores
dd.solve("micro-yahtzee", fresh=True)  # compile, or load what was compiled
Endgames.of(sys.argv[1], 1, fresh=True)  # in its own precision: small matches have another
started, cpu = time.perf_counter(), time.process_time()
dd.solve(sys.argv[1], fresh=True)
alone = (time.process_time() - cpu) / 310_656
started, cpu = time.perf_counter(), time.process_time()
found = Endgames.of(sys.argv[1], int(sys.argv[2]))
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
took = time.perf_counter() - started, time.process_time() - cpu
parts = [part for number in range(1, int(sys.argv[2]) + 1) for part in found.shelf.parts(number)]
each = [seconds_per_value(found.encoding, -(-part.layer // 2)) * cores() for part in parts]
rows = sum(part.values * one for part, one in zip(parts, each)) / SECONDS_PER_ROW / SIMD
print(json.dumps([*took, used, found.positions, alone, rows]))
"""
FILLED = (
    "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-of-a-kind=20,four-of-a-kind=22,"
    "full-house=25,small-straight=30,large-straight=40,yahtzee=50,chance=20"
)
OPEN = (5, 4, 3, 2, 1)
"""Boxes that are opened, the ones with most states first."""


def figures() -> Iterator[Figure]:
    """Search without tables, make them, search with them."""
    with own_tables() as folder:
        yield from _whole()
        yield from _asking("no tables", (4, 6, 8))
        yield from _making(folder)
        yield from _asking(f"tables up to {BOXES}", (4, 5, 6, 7, 8, 9))


def _whole() -> Iterator[Figure]:
    from dicedevil import WinMatch, solve

    solve("micro-yahtzee", WinMatch(), fresh=True)
    for game in ("micro-yahtzee", "junior-yahtzee:bonus=no"):
        taken, solution = timed(lambda game=game: solve(game, WinMatch(), fresh=True))
        yield Figure(f"a whole match of {game}: {solution.value:.7f}", seconds(taken))


def _making(folder: Path) -> Iterator[Figure]:
    wall, cpu, memory, values, alone, rows = told_by(MAKE, GAME, BOXES)
    size = size_of(folder)
    each = cpu / values
    yield Figure(
        f"endgames of {GAME}, up to {BOXES} open boxes", seconds(wall), "<= 4 minutes", wall <= 240
    )
    yield Figure("  time of all cores together", seconds(cpu))
    yield Figure("  values", f"{values:,}")
    yield Figure("  time a value", f"{each * 1e6:.2f} us")
    ratio = each / alone
    yield Figure("  to a state of the card for one player", f"{ratio:.2f}", "< 0.5", ratio < 0.5)
    yield row_speed(rows, cpu)
    yield Figure("  peak memory", f"{memory / 1e9:.2f} GB", "< 4 GB", memory < 4e9)
    yield Figure("  on disk", f"{size / 1e9:.2f} GB")


def _asking(what: str, numbers: tuple[int, ...]) -> Iterator[Figure]:
    from dicedevil import TurnByTurn, game
    from dicedevil.solvers.cards.endgames import Endgames

    marks = {4: 0.005, 5: 0.02, 6: 1.0}
    match = TurnByTurn(game(GAME))
    endgames = Endgames.found(match.game)
    for number in numbers:
        mine, theirs = (set(OPEN[:count]) for count in (-(-number // 2), number // 2))
        items = [item for place, item in enumerate(FILLED.split(",")) if place not in mine]
        items += [f"them-{item}" for place, item in enumerate(FILLED.split(",")) if place not in theirs]
        text = ",".join(items)
        endgames.choice_values(match.read_state(f"{text},lead=1").state, (4, 5, 6, 6, 6))  # once
        state = match.read_state(f"{text},lead=-5").state
        taken, _ = timed(lambda state=state: endgames.choice_values(state, (4, 5, 6, 6, 6)))
        mark = marks.get(number) if what != "no tables" else None
        told = f"< {seconds(mark)}" if mark else ""
        yield Figure(
            f"  all choices with {number} open boxes, {what}",
            seconds(taken),
            told,
            taken < mark if mark else None,
        )
