"""Players of official Yahtzee: seconds a decision, and matches a second: `python -m bench players`.

Needs the target curves of official Yahtzee, which take minutes to make: it runs only when named.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from typing import Any

from bench.figure import Figure, seconds, timed

GAME = "yahtzee"
LIMITS = {"emp-0": 0.2, "emp-1": 2.0}
LOOKS = ("emp-0", "dyns-0", "emp-1", "dyns-1", "emp-2", "dyns-2")
TABLES = 12


def figures() -> Iterator[Figure]:
    """Decisions at random positions, then whole matches."""
    import dicedevil as dd

    game = dd.game(GAME)
    ready, _ = timed(lambda: dd.player("emp-0", game))
    yield Figure("curves of official Yahtzee ready", seconds(ready))
    for players in (2, 4):
        tables = list(_tables(game, players))
        for name in LOOKS:
            yield _decisions(dd.player(name, game), players, tables)
    for names, games, least in (
        (("optimal", "random"), 100_000, 10_000),
        (("emp-1", "optimal"), 60, 10),
        (("emp-0", "optimal"), 60, None),
        (("emp-1", "emp-1", "dyns-1"), 40, None),
    ):
        dd.match(game, names, games=2)
        taken, _ = timed(lambda names=names, games=games: dd.match(game, names, games=games))
        pace = games / taken
        goal, ok = ("", None) if least is None else (f">= {least:,}", pace >= least)
        yield Figure(f"matches a second, {' against '.join(names)}", f"{pace:,.1f}", goal, ok)


def _decisions(player: Any, players: int, tables: list[Any]) -> Figure:
    """The first decision of a turn, with nothing worked out before."""
    player.choose(*tables[0])  # compile, or load what was compiled
    times = [timed(lambda table=table: player.choose(*table))[0] for table in tables[1:]]
    what = f"{player.name}, a decision among {players} players, median and slowest of {len(times)}"
    told = f"{seconds(statistics.median(times))}, {seconds(max(times))}"
    limit = LIMITS.get(player.name)
    if limit is None:
        return Figure(what, told)
    return Figure(what, told, f"< {limit:g} s", max(times) < limit)


def _tables(game: Any, players: int) -> Iterator[Any]:
    """Standings and rolls of a match that somebody plays at random, spread over the whole of it."""
    from dicedevil import Standings

    rng = random.Random(players)
    turns = len(game.card.boxes)
    for number in range(TABLES):
        standings = Standings.start(game, players)
        ended = 0
        while True:
            roll = rng.choice(list(game.rolls(standings.mine.state)))
            if ended >= number * (turns - 1) * players // TABLES:
                break
            choices = game.choices(standings.mine.state, roll)
            scores = [
                choice for choice in choices if game.ends_turn(standings.mine.state, roll, choice)
            ]
            standings, ended = standings.play(roll, rng.choice(scores)), ended + 1
        yield standings, roll
