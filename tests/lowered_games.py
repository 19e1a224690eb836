"""Games as strangers write them, laid out by their plain functions and by what those are lowered to."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

import numpy as np

from dicedevil.games import game as game_named
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL
from dicedevil.solvers.plain.lowered import laying_out
from dicedevil.solvers.plain.lowered.laying_out import Laid, Laying
from dicedevil.solvers.plain.lowered.lowering import Lowered, lower

HEAD = """
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from dicedevil import Dice, Game
"""
SNIPPET = (
    HEAD
    + """
PAYS = {{1: 10, 5: 50, 6: -3}}
WORDS = {{"left": 1, "right": 2}}
TABLE = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
RAGGED = ((1,), (2, 3), (4, 5, 6))
PRIMES = (2, 3, 5, 7)
NAMES = ("left", "right", "up")

class Pair(NamedTuple):
    x: int
    y: int = 7
    def total(self):
        return self.x + self.y
    @property
    def double(self):
        return 2 * self.x

def helper(x, y=3, *, z=0):
    return x * y

def plain_helper(x, y=3):
    if x < 0:
        return -y
    return x * y

@cache
def remembered(x):
    return x * x

class Snippet(Game):
    big = 2**62
    extra = 4
    flags = (True, False, True)

    def start(self):
        return (0, 0, 0)

    def roots(self):
        return [(a, b, 0) for a in self.numbers() for b in self.numbers()]

    def numbers(self):
        return ({numbers})

    def is_over(self, state):
        return state[2] == 1

    def rolls(self, state):
        return {{(1, 3): 1, (2, 2): 2, (5, 6): 1}}

    def choices(self, state, roll):
        return ("left", "right")

    def mine(self, x):
        return x + self.extra

    def play(self, state, roll, choice):
        a, b, over = state
{body}
        return x, (a, b, 1)

    def progress(self, state):
        return state[2]

game = Snippet()
"""
)
FEW = "-7, -1, 0, 1, 2, 3, 6"
FAR = "-2**63 + 1, -2**62, -2**32, -1, 0, 1, 2, 63, 2**31, 2**62, 2**63 - 1"


def load(source: str, folder: Path) -> Game:
    """Load a rules file as the commands do."""
    file = folder / "mine.py"
    file.write_text(source, encoding="utf-8")
    linecache.clearcache()
    return game_named(str(file))


def snippet(body: str, folder: Path, numbers: str = FEW) -> Game:
    """Return a game whose points are what some lines of Python give for `x`."""
    lines = "\n".join(" " * 8 + line for line in body.splitlines())
    return load(SNIPPET.format(body=lines, numbers=numbers), folder)


def uncompiled(lowered: Lowered) -> Any:
    """Return the lowered loop as plain Python: what it calls is compiled, it is not."""
    text = lowered.text.replace(
        "from dicedevil.solvers.machine import kernel", "kernel = lambda one: one"
    )
    space: dict[str, Any] = {}
    exec(compile(text, "<lowered>", "exec"), space)
    return space["expand"]


def lowered_way(game: Game, monkeypatch: Any = None) -> tuple[Laid, list[Any]]:
    """Lay a game out by its lowered functions, compiled if nothing is given to be patched."""
    roots = list(game.roots())
    lowered = lower(game, roots)
    if monkeypatch is not None:
        monkeypatch.setattr(laying_out, "expander", lambda text: uncompiled(lowered))
    laying = Laying(game, roots, lowered)
    laying.ask(USUAL.watch(str(game)))
    return laying.finished(), list(laying.states)


def plain_way(game: Game) -> tuple[Laid, list[Any]]:
    """Lay a game out by its plain functions, as simply as it can be said."""
    states = list(dict.fromkeys(game.roots()))
    index = {state: place for place, state in enumerate(states)}
    state_rolls, weights, roll_edges, points, after = [0], [], [0], [], []
    for state in states:
        for roll, weight in {} if game.is_over(state) else game.rolls(state).items():
            weights.append(weight)
            for choice in game.choices(state, roll):
                earned, then = game.play(state, roll, choice)
                if then not in index:
                    index[then] = len(states)
                    states.append(then)
                points.append(earned)
                after.append(index[then])
            roll_edges.append(len(after))
        state_rolls.append(len(weights))
    whole = np.int64
    return Laid(
        np.array(state_rolls, whole),
        np.array(weights, np.float64),
        np.array(roll_edges, whole),
        np.array(points, whole),
        np.array(after, np.int32),
    ), states


def require_equal(one: tuple[Laid, list[Any]], other: tuple[Laid, list[Any]]) -> None:
    """The same graph: the same numbers of the same type, and states that are written alike."""
    for ours, theirs in zip(one[0], other[0], strict=True):
        assert ours.dtype == theirs.dtype  # type: ignore[attr-defined]
        assert np.array_equal(ours, theirs)
    assert repr(one[1]) == repr(other[1])
