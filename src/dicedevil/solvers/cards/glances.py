"""Layers of curves and endgames, held against the rules before their tables are written.

Positions are drawn from the layer itself; the layer before it is all that one turn needs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from dicedevil.families.cards.game import CardState
from dicedevil.objectives import ReachTarget
from dicedevil.rules import Position
from dicedevil.solvers.cards.curves import CardCurves, chance_error
from dicedevil.solvers.cards.row_shelf import RowShelf, usable_layers
from dicedevil.solvers.cards.shelf import CurveLayer, Layers, SealedLayer, layer_bases
from dicedevil.solvers.cards.states import Encoding, Ints64, card_state, encoding
from dicedevil.solvers.held import Look, glance
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.wrapped.turn_by_turn import MatchState

WIDEST_LEAD = 40
"""Points by which one player is ahead, at most, where endgames are looked at."""


def glance_at_rows(
    game: Any, shelf: RowShelf, shard: Shard, made: CurveLayer, before: SealedLayer, says: RowsSay
) -> None:
    """Look at a shard of a layer of rows: worths go the same way through a turn as chances."""
    layers = Layers([*[before] * shard.layer, SealedLayer(made)])
    bases = shelf.bases.copy()
    bases[shelf.encoded.layers[shard.layer]] -= shard.begin  # it is all of the layer that there is
    looks = _row_looks(game, bases, shard.layer, layers, says)
    try:
        glance(__name__, made._asdict(), looks if says.numbers else ())
    finally:
        layers.sealed.clear()  # what was looked with may live on for a while: not the rows


class RowsSay(NamedTuple):
    """What is said of some rows."""

    numbers: Sequence[int]
    """States of the layer that have one."""
    bound: float
    """No number is further than this from the exact one..."""
    is_relative: bool
    """...or than this part of it."""


def _row_looks(
    game: Any, bases: Ints64, open_boxes: int, layers: Layers, says: RowsSay
) -> Iterator[Look]:
    rng, encoded = random.Random(open_boxes), encoding(game.card)
    while True:
        state = _state(game, encoded, open_boxes, rng.choice(says.numbers))
        sure, row = CardCurves(game, 0, layers, bases).row(state)
        aim = ReachTarget(sure + 1 + rng.randrange(max(1, len(row))))
        values = CardCurves(game, aim.target or 0, layers, bases)
        relative = {"error_is_relative": says.is_relative}
        solution = Solution.of(Question(game, aim), "", values, 0, says.bound, **relative)
        yield solution, Position(0, state)


def looks_at_curves(game: Any, shelf: RowShelf) -> Iterator[Look]:
    """Look at the layers of curves that are on the shelf, in turns."""
    found = usable_layers(shelf, len(shelf.encoded.card.boxes))
    there = found[: found.index(None)] if None in found else found
    layers = Layers([layer for layer in there if layer is not None])
    bound = chance_error(shelf.encoded)
    says = [RowsSay(range(_states(shelf.encoded, one)), bound, True) for one in range(len(there))]
    return _in_turns(
        [_row_looks(game, shelf.bases, one, layers, says[one]) for one in range(1, len(there))]
    )


def looks_at_endgames(solution: Solution, known: int) -> Iterator[Look]:
    """Look at the endgames with up to so many open boxes, in turns."""
    game: Any = solution.game.innermost
    encoded = encoding(game.card)
    movers = [range(_states(encoded, -(-boxes // 2))) for boxes in range(known + 1)]
    return _in_turns([_endgame_looks(solution, boxes, movers[boxes]) for boxes in range(1, known + 1)])


def _in_turns(looks: list[Iterator[Look]]) -> Iterator[Look]:
    return (look for together in zip(*looks, strict=True) for look in together)


def glance_at_endgames(solution: Solution, open_boxes: int, movers: range, made: CurveLayer) -> None:
    """Look at a part of a layer of endgames, as a solution that knows it and the layer before."""
    glance(__name__, made._asdict(), _endgame_looks(solution, open_boxes, movers))


def _endgame_looks(solution: Solution, open_boxes: int, movers: range) -> Iterator[Look]:
    """The mover has half of the boxes open, rounded up; who has one box less has begun."""
    rng = random.Random(open_boxes)
    game: Any = solution.game.innermost
    encoded = encoding(game.card)
    while True:
        mine = _state(game, encoded, -(-open_boxes // 2), rng.choice(movers))
        theirs = _drawn(game, encoded, open_boxes // 2, rng)
        lead, second = rng.randint(-WIDEST_LEAD, WIDEST_LEAD), open_boxes % 2
        pair = (theirs, mine) if second else (mine, theirs)
        yield solution, Position(0, MatchState(second, *pair, lead))


def _drawn(game: Any, encoded: Encoding, open_boxes: int, rng: random.Random) -> CardState:
    return _state(game, encoded, open_boxes, rng.randrange(_states(encoded, open_boxes)))


def _states(encoded: Encoding, open_boxes: int) -> int:
    return int(encoded.sizes[encoded.layers[open_boxes]].sum())


def _state(game: Any, encoded: Encoding, open_boxes: int, number: int) -> CardState:
    """Return the state with a number within its layer."""
    groups, bases = encoded.layers[open_boxes], layer_bases(encoded)
    group = groups[np.searchsorted(bases[groups], number, side="right") - 1]
    return card_state(game, int(encoded.arrays.base[group] + number - bases[group]))
