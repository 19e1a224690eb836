"""How exact the laws of score cards are, and what all who follow games forward share.

Chances are only ever added up and multiplied, so `solvers.rounding` says what to count: the
roundings on a path. Within a turn, the chance of a roll; for each reroll its share (random play),
the sum of the rolls that keep the same dice, and for each die that is added its weight, its share,
the rounding of that and the sum over the faces; at last the sum of the rolls that come to the same
outcome (random play: once a reroll). Then

backward   a product and the sum over the outcomes of the turn
forward    a product and the sum of what comes to a state: from any member of a set of boxes with
           one more, by any outcome; for a box, the sum over a set, and over all sets

once a turn. (Points so far are carried as far as visits are: where a law is found on the way forward,
its chances are as exact as those, `forward_only`.)

Where the games begin within a turn, each roll of it rounds a share, a product and the
sum over all dice kept before it and all rolls, and the law is a sum over where the turn ends.
Who is asked about every keep by itself (`asked`) is added up keep by keep, once a roll more, and a
mix rounds its share and a product.
Weaker players round a weight beside (`weight_error`), once a roll.
Points of both signs can cancel: then the error of a mean is in parts of the largest sum of points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.names import EXTRA_YAHTZEES, UPPER_BONUS
from dicedevil.solvers.cards.asked import AskedPlayer
from dicedevil.solvers.cards.kernels.soft import FARTHEST
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.rounding import UNIT, relative_error
from dicedevil.solvers.soft import Soft


class LawErrors(NamedTuple):
    """How far off a law can be, in parts of what is told."""

    chances: float
    lines: float


@dataclass(frozen=True)
class Beginning:
    """Where games begin: at the state of this number, with points made, with this chance."""

    number: int
    points: int = 0
    chance: float = 1.0


def named_lines(card: ScoreCard, open_boxes: int, paid: Floats) -> dict[str, tuple[float, float]]:
    """Name the rows of `paid`: boxes that were open, then the bonuses that the card has."""
    names = [name if open_boxes >> number & 1 else "" for number, name in enumerate(card.names)]
    names.append(UPPER_BONUS if card.has_upper_bonus else "")
    names.append(EXTRA_YAHTZEES if card.tells_yahtzee_zero else "")
    rows = paid.tolist()
    return {name: (mean, zero) for name, (mean, zero) in zip(names, rows, strict=True) if name}


def states_of(encoded: Encoding, groups: Ints64) -> Ints64:
    """Return the states of these groups, in order."""
    base, members = encoded.arrays.base[groups], encoded.sizes[groups]
    within = np.arange(members.sum()) - np.repeat(np.cumsum(members) - members, members)
    return np.asarray(np.repeat(base, members) + within, dtype=np.int64)


def law_errors(
    encoded: Encoding, starts: Sequence[Beginning], player: Any = None, *, forward_only: bool = False
) -> LawErrors:
    """Bound the errors of a card's laws; see the module's text."""
    card, arrays, rolls = encoded.card, encoded.arrays, encoded.lattice.arrays.rolls
    dice, faces, turns = len(card.dice), len(card.faces), len(card.boxes)
    outcomes, members = len(arrays.outcome_points), int(encoded.sizes.max())
    a_turn = 2 + (card.rerolls + 1) * (1 + 2 * rolls + dice * (faces + 3))
    backward = turns * (a_turn + outcomes + 2)
    forward = turns * (a_turn + members * outcomes + 2) + members * outcomes + len(encoded.sizes)
    if len(starts) > 1 or starts[0].chance < 1.0:
        begun = (card.rerolls + 1) * (4 + encoded.lattice.arrays.keeps * rolls) + len(starts) + 2
        backward, forward = backward + begun, forward + begun
    points = [*arrays.outcome_points.tolist(), card.upper_bonus, card.yahtzee_bonus]
    size = turns * max(map(abs, points)) if min(points) < 0 else 1
    weighed = 0.0
    if isinstance(player, Soft):
        weighed = turns * (card.rerolls + 1) * weight_error(player)
    if isinstance(player, AskedPlayer):
        weighed = relative_error(turns * (card.rerolls + 1) * (encoded.lattice.arrays.keeps + 4))
    chances = forward if forward_only else backward
    return LawErrors(relative_error(chances) + weighed, (relative_error(forward) + weighed) * size)


def weight_error(player: Soft) -> float:
    """Bound the relative error of a weight over a sum of weights: values are off, and so is exp."""
    off = 2 * player.solution.error_bound / player.temperature
    return 2.02 * (off + (FARTHEST + 4) * 2 * UNIT)
