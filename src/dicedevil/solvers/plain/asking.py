"""Asking a game's plain functions about every state, once: the larger part of most solves.

The functions of a large game of somebody's own are lowered on the way, if they can be (see `lowered`).
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from dicedevil.errors import TooLarge
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Watch, growth
from dicedevil.solvers.plain.lowered.laying_out import EXACT_FLOAT, Laid, LoweredIndex
from dicedevil.solvers.plain.lowered.speeding import Speeding

BYTES_PER_STATE = 300
"""What a state costs beside its choices while it is solved and written down."""


@dataclass(frozen=True)
class AskedGame:
    """The states of a game, and the arrays of its graph."""

    states: Sequence[State]
    index: Mapping[State, int]
    told: Laid
    is_lowered: bool = False
    why_not: str = ""


def ask_one_by_one(game: Game, states: list[State], watch: Watch) -> AskedGame:
    """Lay out a game by its plain functions, or by what they are lowered to."""
    speeding = Speeding(game, tuple(states))
    index: dict[State, int] = {state: place for place, state in enumerate(states)}
    state_rolls, roll_edges = array("q", [0]), array("q", [0])
    roll_weight = array("d")
    edge_points, edge_next = array("q"), array("i")
    rolls, choices, play, is_over = game.rolls, game.choices, game.play, game.is_over
    # Names are local, a state costs one look-up, and the garbage collector, which would look
    # through millions of tuples again and again, rests: nothing here is garbage.
    place_of, add_points, add_next = index.setdefault, edge_points.append, edge_next.append
    place, known, next_look = 0, len(states), 1.0
    with collector_resting():
        while place < known:
            state = states[place]
            place += 1
            if not is_over(state):
                for roll, weight in rolls(state).items():
                    # a larger weight is refused once the graph is there
                    roll_weight.append(weight if weight < EXACT_FLOAT else EXACT_FLOAT)
                    for choice in choices(state, roll):
                        points, after = play(state, roll, choice)
                        found = place_of(after, known)
                        if found == known:
                            states.append(after)
                            known += 1
                        try:
                            add_points(points)
                        except OverflowError:
                            raise beyond_floats(game, "points") from None
                        add_next(found)
                    roll_edges.append(len(edge_next))
            state_rolls.append(len(roll_weight))
            if place >= next_look:
                coming = 8 * len(edge_next) + BYTES_PER_STATE * known + growth(index)
                watch.check(place, coming, known)
                if place >= speeding.next:
                    # the arrays are copied: what is looked at in place cannot grow
                    told = _laid(
                        state_rolls[:], roll_weight[:], roll_edges[:], edge_points[:], edge_next[:]
                    )
                    laying = speeding.attempt(told, place, known, watch)
                    if laying is not None:
                        lowered = laying.states
                        return AskedGame(
                            lowered, LoweredIndex(lowered), laying.finished(), is_lowered=True
                        )
                next_look = min(watch.next, speeding.next)
    told = _laid(state_rolls, roll_weight, roll_edges, edge_points, edge_next)
    return AskedGame(states, index, told, why_not=speeding.why_not)


def _laid(
    state_rolls: array[int],
    roll_weight: array[float],
    roll_edges: array[int],
    edge_points: array[int],
    edge_next: array[int],
) -> Laid:
    return Laid(
        np.frombuffer(state_rolls, np.int64),
        np.frombuffer(roll_weight, np.float64) if roll_weight else np.empty(0),
        np.frombuffer(roll_edges, np.int64),
        np.frombuffer(edge_points, np.int64) if edge_points else np.empty(0, np.int64),
        np.frombuffer(edge_next, np.int32) if edge_next else np.empty(0, np.int32),
    )


def beyond_floats(game: Game, what: str) -> TooLarge:
    """Say that floats would have to round whole numbers."""
    return TooLarge(
        f"{game} has {what} beyond 2^53: too large for floats; exact fractions (--exact) can take them."
    )


@contextmanager
def collector_resting() -> Iterator[None]:
    """Keep the garbage collector from running."""
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()
