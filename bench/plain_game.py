"""A cyclic game of 345,000 states written as a plain `Game`, laid out and solved by the graph lane.

Pig to 100, the best reply to hold-at-20, both players rolling die by die, 3.4 million choices. The
Storm model checker needs 1.6 s for a cyclic dice game of 400,000 states; the mark is 1.2 s, 0.4 s of it
for asking. The game's functions are lowered into compiled code (compiled before: the first time takes
some seconds more); how much that gains is measured against the same functions asked one by one.
`expand` answers for many states at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from bench.figure import Figure, seconds, timed
from dicedevil.dice import Dice, Roll
from dicedevil.objectives import WinMatch
from dicedevil.rules import Expansion, Game
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.plain.lowered import speeding

MARK, ASKING = 1.2, 0.4
Table = tuple[int, int, int]


@dataclass(frozen=True)
class ReplyToHold(Game):
    """Pig against a player who holds at 20, as anybody would write it."""

    target: int = 100
    hold: int = 20
    players = 2
    die = Dice.parse("1d6").rolls()

    def start(self) -> Table:
        """Nothing is banked and I roll: (my total, their total, turn), -1 - turn while they roll."""
        return (0, 0, 0)

    def is_over(self, state: Table) -> bool:
        """Someone has the target."""
        return state[0] >= self.target or state[1] >= self.target

    def rolls(self, state: Table) -> Mapping[Roll, int]:
        """One die."""
        return self.die

    def choices(self, state: Table, roll: Roll) -> Sequence[str]:
        """Bank or roll on; a 1 and the other's turn leave no choice."""
        return ("go on",) if roll[0] == 1 or state[2] < 0 else ("bank", "roll")

    def play(self, state: Table, roll: Roll, choice: str) -> tuple[int, Table]:
        """Add the die to the turn, or lose it."""
        me, them, turn = state
        face = roll[0]
        if turn < 0:
            total = face - 1 - turn
            if face == 1:
                return 0, (me, them, 0)
            if them + total >= self.target or total >= self.hold:
                return 0, (me, min(them + total, self.target), 0)
            return 0, (me, them, -1 - total)
        if face == 1:
            return 0, (me, them, -1)
        total = turn + face
        if choice == "bank" or me + total >= self.target:
            return 0, (min(me + total, self.target), them, -1)
        return 0, (me, them, total)

    def progress(self, state: Table) -> int:
        """What is banked."""
        return state[0] + state[1]

    def win_share(self, state: Table) -> Fraction:
        """Whoever has the target wins."""
        return Fraction(int(state[0] >= self.target))


@dataclass(frozen=True)
class ReplyToHoldAtOnce(ReplyToHold):
    """The same game, which also answers for many states at once."""

    def expand(self, states: Any) -> Expansion:
        """The rules above, on arrays."""
        over = (states[:, 0] >= self.target) | (states[:, 1] >= self.target)
        state = np.repeat(np.flatnonzero(~over), 6)
        face = np.tile(np.arange(1, 7), state.size // 6)
        choices = np.where((face == 1) | (states[state, 2] < 0), 1, 2)
        roll = np.repeat(np.arange(state.size), choices)
        second = np.zeros(roll.size, np.bool_)
        second[np.cumsum(choices)[choices == 2] - 1] = True
        me, them, turn = states[state[roll]].T
        face = face[roll]
        mine, bust = turn >= 0, face == 1
        total = np.where(mine, turn, -1 - turn) + face
        full = np.where(mine, me, them) + total >= self.target
        banks = ~bust & (full | np.where(mine, ~second, total >= self.hold))
        after = np.empty((roll.size, 3), np.int64)
        after[:, 0] = np.where(mine & banks, np.minimum(me + total, self.target), me)
        after[:, 1] = np.where(~mine & banks, np.minimum(them + total, self.target), them)
        after[:, 2] = np.where(banks | bust, np.where(mine, -1, 0), np.where(mine, total, -1 - total))
        ones = np.ones(state.size, np.int64)
        return Expansion(np.where(over, 0, 6), ones, choices, np.zeros(roll.size, np.int64), after)


def figures() -> Iterator[Figure]:
    """All ways to lay the game out, and solving it."""
    ways = (
        (ReplyToHold(), "lowered"),
        (ReplyToHold(), "one by one"),
        (ReplyToHoldAtOnce(), "with expand()"),
    )
    spent = {}
    for game, name in ways:
        solve_graph(
            GameGraph.of(type(game)(target=6)), WinMatch()
        )  # compile, or load what was compiled
        with one_by_one() if name == "one by one" else nullcontext():
            if name == "lowered":
                GameGraph.of(game)
            laying, graph = timed(lambda game=game: GameGraph.of(game), 3)  # type: ignore[misc]
        solving, (low, high) = timed(lambda graph=graph: solve_graph(graph, WinMatch()), 3)  # type: ignore[misc]
        start, spent[name] = graph.index[game.start()], laying
        what = f"Pig, best reply to hold-at-20, {len(graph.states):,} states, {name}"
        if name != "lowered":
            yield Figure(f"{what}: asking", seconds(laying))
            continue
        is_quick = graph.is_lowered and laying <= ASKING
        yield Figure(f"{what}: asking", seconds(laying), f"<= {ASKING} s", is_quick)
        yield Figure(f"{what}: solving, error {(high - low).max():.1e}", seconds(solving))
        total = laying + solving
        yield Figure(
            f"{what}: in all, wins {low[start]:.9f}", seconds(total), f"<= {MARK} s", total <= MARK
        )
    gained = spent["one by one"] / spent["lowered"]
    yield Figure("the same: one by one to lowered", f"{gained:.1f}x", ">= 5x", gained >= 5)


@contextmanager
def one_by_one() -> Iterator[None]:
    """Ask plain functions without lowering them."""
    soon, speeding.SOON = speeding.SOON, 1 << 60
    try:
        yield
    finally:
        speeding.SOON = soon
