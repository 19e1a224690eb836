"""Sections 3.3 and 4.1, Figure 3 and appendix C: the curves the paper calls distributions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from dicedevil.ask.curve import curve
from dicedevil.errors import TableError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.objectives import MaxScore, ReachTarget
from dicedevil.players.player import player
from dicedevil.players.standings import Standings
from dicedevil.reproduce import PICTURE, Row
from dicedevil.reproduce.pawlewicz.telling import figure, number, statement, timed
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.curve_making import curve_cost
from dicedevil.solvers.cards.curves import CardCurves
from dicedevil.solvers.cards.states import card_state, encoding
from dicedevil.solvers.progress import about
from dicedevil.solvers.solver import solve

SHOWN = (100, 150, 200, 250, 300, 350, 400, 500)
"""Targets at which the curve of Figure 3 is told in numbers."""


def curve_rows(game: KeepRerollGame, budget: Budget) -> Iterator[Row]:
    """Make the curves of all states, if they are not on disk, and read the start's."""
    cost = curve_cost(encoding(game.card))
    values = solve(game, ReachTarget(), budget=budget).values
    if not isinstance(values, CardCurves):
        raise TableError(f"The curves of {game} are not those of a score card.")
    sure, chances = values.row(card_state(game, 0))
    yield statement(
        "Section 3.3, curve of the final state",
        "s0 = 1, s1 = 0, no values",
        sure == 0 and not len(chances),
        "any positive score has the chance 0, any other 1",
    )
    stored = sum(int(layer.layer.first[-1] - layer.layer.first[0]) for layer in values.layers.sealed)
    note = f"{stored:,} chances of 8 bytes, in 2^30 bytes; kept here with 4"
    yield number("Section 3.3, size in GB", "1.3", Fraction(8 * stored, 2**30), note)
    yield timed(
        "Section 3.3, time for all curves",
        "6 hours",
        about(cost.seconds),
        "estimate for the cores here; python -m bench curves measures it",
    )
    yield _time_of_a_turn(game)
    yield from _figure_3(game)


def _time_of_a_turn(game: KeepRerollGame) -> Row:
    emp, start = player("emp-0", game), Standings.start(game)
    emp.turn(start)  # kernels are loaded
    started = time.perf_counter()
    emp.turn(start)
    taken = time.perf_counter() - started
    note = "the curves of all keeps of the first turn, as EMP(0) needs them"
    return timed("Section 3.3, a turn", "150 ms", f"{1000 * taken:.1f} ms", note)


def _figure_3(game: KeepRerollGame) -> Iterator[Row]:
    start = curve(game)
    points = ", ".join(f"{target}: {start.chance(target):.4f}" for target in SHOWN)
    falls = all(a >= b for a, b in zip(start.probability, start.probability[1:], strict=False))
    yield figure(
        "Figure 3, chance of each score",
        PICTURE,
        points,
        falls and start.probability[0] == 1,
        f"the picture: dicedevil plot curve {game} -o figure3.png",
    )
    yield number(
        "Section 4.1, mean of the start's curve",
        "264.449",
        start.mean,
        "with the rules that give the paper's 254.589 and its count of positions; no joker rule gives "
        "the printed number (docs/target-curves.md), and the error bound is "
        f"{start.error_bound * start.mean:.0e}: a slip of the paper, or curves cut off by it",
    )
    best = solve(game, MaxScore()).value
    yield statement("Section 4.1, that mean", "above the best mean score", start.mean > best)


def formula_rows() -> Iterator[Row]:
    """Check appendix C: a curve holds, for every target, what solving for that target alone gives."""
    game = game_named("micro-yahtzee")
    found = curve(game, exact=True)
    chances = found.exact or ()
    same = all(
        chance == _alone(game, target) for target, chance in zip(found.targets, chances, strict=True)
    )
    yield statement(
        "Appendix C, mean, maximum and shift of curves",
        "the best chance of every score",
        same,
        f"micro-yahtzee in fractions, {len(found.targets)} targets solved one by one",
    )


def _alone(game: Game, target: int) -> Fraction:
    """Return the best chance of one target, by going through the game with the points made."""

    @cache
    def chance(points: int, state: State) -> Fraction:
        if game.is_over(state):
            return Fraction(points >= target)
        rolls = game.rolls(state)
        total = Fraction(0)
        for roll, weight in rolls.items():
            after = [game.play(state, roll, choice) for choice in game.choices(state, roll)]
            total += weight * max(chance(points + gain, state) for gain, state in after)
        return total / sum(rolls.values())

    return chance(0, game.start())
