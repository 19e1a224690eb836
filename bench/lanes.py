"""The graph lane against the reference lane, per state, on the same games.

Both first ask the game's own functions about every state: that is the stranger's Python, the same
for both, and is shown apart. Then the reference computes with fractions, and the graph lane with
compiled kernels on flat arrays, twice: a lower and an upper bound.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.figure import Figure, seconds, timed
from dicedevil.dice import Dice, Roll
from dicedevil.games import game
from dicedevil.objectives import MaxScore
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.plain.reference import Turns, solve_reference

TARGET = 100


@dataclass(frozen=True)
class Jumble(Game):
    """A game without sense, for speed alone: each choice jumps ahead by a jumbled distance."""

    length: int = 20_000
    rolled = Dice.parse("2d6").rolls()

    def start(self) -> int:
        """The first place."""
        return 0

    def is_over(self, state: int) -> bool:
        """The last place is reached."""
        return state >= self.length

    def rolls(self, state: int) -> Mapping[Roll, int]:
        """Two dice."""
        return self.rolled

    def choices(self, state: int, roll: Roll) -> Sequence[int]:
        """Three ways on."""
        return (1, 2, 3)

    def play(self, state: int, roll: Roll, choice: int) -> tuple[int, int]:
        """Jump."""
        jumbled = (state * 7919 + roll[0] * 104_729 + roll[1] * 1_299_709 + choice * 15_485_863) % 9_973
        return jumbled % 10, min(state + 1 + jumbled % (self.length // 10), self.length)

    def progress(self, state: int) -> int:
        """How far it got."""
        return state

    def __str__(self) -> str:
        """Its name."""
        return "jumble"


def figures() -> Iterator[Figure]:
    """Measure each game of at least 10,000 states."""
    solve_graph(GameGraph.of(game("klappenspiel:tiles=4")), MaxScore())  # compiled, or read, before
    formulas = "/".join(f"x*{k}" if k % 2 else f"x**2-{k}*x" for k in range(1, 15))
    chosen: list[tuple[str, Game]] = [
        ("shut-the-box, 14 tiles", game("shut-the-box:tiles=14")),
        ("ten-times-18, 14 functions", game(f"ten-times-18:functions={formulas}")),
        ("a jumbled game", Jumble()),
    ]
    for name, rules in chosen:
        yield from _compare(name, rules)


def _ask(rules: Game) -> None:
    """Ask the rules about every state, and do nothing else."""
    Turns(rules, MaxScore(), rules.roots(), USUAL.watch(str(rules))).explore(math.inf)


def _compare(name: str, rules: Game) -> Iterator[Figure]:
    objective = MaxScore()
    asking, _ = timed(lambda: _ask(rules), repeats=2)  # then all is warm
    whole, values = timed(lambda: solve_reference(rules, objective, rules.roots()))
    listing, graph = timed(lambda: GameGraph.of(rules))

    def fresh() -> tuple[object, object]:
        graph.__dict__.pop("components", None)  # the order of solving is part of solving
        return solve_graph(graph, objective)

    solving, (low, high) = timed(fresh, repeats=5)
    start = graph.index[rules.start()]
    if not low[start] <= values[rules.start()] <= high[start]:  # type: ignore[index]
        raise ArithmeticError(f"{name}: the lanes disagree")
    states = len(graph.states)
    fractions = whole - asking
    yield Figure(f"{name}: {states:,} states, {graph.edge_next.size:,} choices", "")
    yield Figure("  reference: asking the rules, per state", seconds(asking / states))
    yield Figure("  reference: solving, per state", seconds(fractions / states))
    yield Figure("  graph: asking the rules, per state", seconds(listing / states))
    yield Figure("  graph: solving, per state", seconds(solving / states))
    ratio = fractions / solving
    yield Figure("  solving, times faster", f"{ratio:,.0f}", f">= {TARGET}", ratio >= TARGET)
    yield Figure("  with asking the rules, times faster", f"{whole / (listing + solving):.1f}")
