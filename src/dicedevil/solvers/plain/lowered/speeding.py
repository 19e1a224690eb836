"""When a game is laid out by its lowered functions, and whether they are believed.

Every game begins the plain way. One that goes on beyond a few thousand states is lowered, and laid out
again from the start: at once if its code was compiled before, and after tens of thousands of states if
not, since compiling takes seconds. What the lowered functions say is held against the plain ones: about
all states that were asked before, and about some hundreds spread through the rest. If anything differs,
is raised or cannot be lowered, the plain way goes on where it was, and the reason is told.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicedevil.errors import DiceDevilError, TooLarge, quoted
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Budget, Watch
from dicedevil.solvers.plain.lowered.laying_out import Laid, Laying, LoweredIndex
from dicedevil.solvers.plain.lowered.lowering import Lowered, lower
from dicedevil.solvers.plain.lowered.modules import compiled_before
from dicedevil.solvers.plain.lowered.shapes import NotLowered
from dicedevil.soundness import is_strangers

SOON, LATE = 2_000, 20_000
"""States asked the plain way before code that is there is used, and before code is compiled."""
STILL_WAITING = 1_000
"""With fewer states left to ask, nothing is gained any more."""
HELD_AGAINST = 600
COMPILER = 160 << 20
"""Bytes that Numba takes to compile the functions, or to load them: measured, with some to spare."""


@dataclass(eq=False)
class Speeding:
    """One game that may be laid out by its lowered functions."""

    game: Game
    roots: Sequence[State]
    why_not: str = ""
    next: float = math.inf
    """How many states are to be asked before the next look."""
    _lowered: Lowered | None = None

    def __post_init__(self) -> None:
        """Leave our own games alone: they have rooms, or are quick enough."""
        if is_strangers(self.game):
            self.next = SOON

    def attempt(self, asked: Laid, done: int, known: int, watch: Watch) -> Laying | None:
        """Lay the game out if that pays by now; None if the plain way goes on."""
        try:
            if self._lowered is None:
                self._lowered = lower(self.game, self.roots)
            if done < LATE and not compiled_before(self._lowered.text):
                self.next = LATE
                return None
            self.next = math.inf
            if known - done < STILL_WAITING:
                return None
            if watch.budget.room() < COMPILER:
                self.why_not = "compiling takes more memory than is left"
                return None
            laying = Laying(self.game, self.roots, self._lowered)
            laying.ask(watch.begin(watch.doing))  # at another pace
            _compare(self.game, laying, asked, done)
        except DiceDevilError as error:
            if isinstance(error, TooLarge):
                raise
            self.next, self.why_not = math.inf, f"its functions fail: {error}"
            return None
        except NotLowered as error:
            self.next, self.why_not = math.inf, str(error)
            return None
        return laying


def _compare(game: Game, laying: Laying, asked: Laid, done: int) -> None:
    """Hold the lowered way against the plain one."""
    found = laying.finished()
    rolls = int(asked.state_rolls[done])
    edges = int(asked.roll_edges[rolls])
    sizes = (done + 1, rolls, rolls + 1, edges, edges)
    both: list[tuple[Any, Any]] = list(zip(asked, found, strict=True))
    for (ours, theirs), size in zip(both, sizes, strict=True):
        if not np.array_equal(ours[:size], theirs[:size]):
            raise NotLowered("its lowered functions do not say what the plain ones say")
    places = np.linspace(done, len(laying.states) - 1, HELD_AGAINST).astype(np.int64)
    require_same(game, laying, np.unique(places).tolist())


def require_same(game: Game, laying: Laying, places: Sequence[int]) -> None:
    """Ask the plain functions about states at some places, and compare."""
    told, states = laying.finished(), laying.states
    index: Mapping[State, int] = LoweredIndex(states)
    for place in places:
        state = states[place]
        first, last = told.state_rolls[place : place + 2].tolist()
        weights, ends, points, after = _plainly(game, state, index)
        edges = told.roll_edges[first : last + 1].tolist()
        same = (
            weights == told.roll_weight[first:last].tolist()
            and ends == [edge - edges[0] for edge in edges[1:]]
            and points == told.edge_points[edges[0] : edges[-1]].tolist()
            and after == told.edge_next[edges[0] : edges[-1]].tolist()
        )
        if not same:
            where = quoted(state)
            raise NotLowered(f"its lowered functions do not say what the plain ones say at {where}")


def _plainly(game: Game, state: State, index: Mapping[State, int]) -> tuple[list[Any], ...]:
    """Return what the plain functions say: weights, where choices end, points, numbers of states."""
    weights: list[Any] = []
    ends: list[Any] = []
    points: list[Any] = []
    after: list[Any] = []
    if not game.is_over(state):
        for roll, weight in game.rolls(state).items():
            weights.append(min(weight, 2**53))
            for choice in game.choices(state, roll):
                earned, then = game.play(state, roll, choice)
                points.append(earned)
                after.append(index.get(then, -1))
            ends.append(len(points))
    return weights, ends, points, after


def why_not(game: Game) -> str:
    """Say why a game's functions cannot be lowered; nothing if they can."""
    try:
        lower(game, list(game.roots()))
    except NotLowered as error:
        return str(error)
    return ""


def checked(game: Game, states: Sequence[State], budget: Budget) -> tuple[str, str]:
    """Hold a game's compiled functions against the plain ones at some states, if any.

    Returns why the game cannot be lowered, and what is wrong if the two ways differ; or nothing.
    """
    try:
        lowered = lower(game, list(states or game.roots()))
        laying = Laying(game, states, lowered)
        laying.ask(budget.watch(str(game), "comparing"), len(states))
    except NotLowered as error:
        return str(error), ""
    try:
        require_same(game, laying, range(len(states)))
    except NotLowered as error:
        return str(error), f"{error}: please report this; solving is not affected."
    return "", ""
