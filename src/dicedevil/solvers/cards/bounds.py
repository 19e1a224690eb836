"""Several cards that are too many to solve: the value of the start, between two that are.

From below, ways to play, of which the best counts:

- the cards are filled one after the other, or in groups of as many as can be solved, each as well as
  can be;
- where nothing but upper bonuses link the boxes: as well as can be without them, so that they only add;
- upper sections are filled one after the other, and all other boxes on any card (`simpler`). Extra
  Yahtzees and jokers only add to that, unless the joker rule forces something.

From above an easier game, in which only how often each box is open matters:

- upper bonus: a card with U upper points earns at most U * bonus / threshold, since it earns nothing
  below the threshold. So that share is paid for every upper point, on whatever card it is. Where that
  fits, all upper points are added up instead, and a bonus is paid for each threshold (`simpler`).
- extra Yahtzees and jokers: they count as soon as the Yahtzee box of *some* card holds points, or is
  filled; each in any open box. On its own card every such Yahtzee would have had to wait for as much.

The easier game gives every player of the true one at least as many points for the same choices. Points
are multiplied by the threshold, so that shares are whole numbers too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import TooLarge
from dicedevil.families.cards.card import Box, ScoreCard
from dicedevil.families.cards.numbered import CardsState
from dicedevil.families.cards.patterns import Score
from dicedevil.families.cards.several import SeveralCards
from dicedevil.objectives import MaxScore
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.layered import INSTEAD
from dicedevil.solvers.cards.several import CardsEncoding, CardsValues
from dicedevil.solvers.cards.several_making import solve_several
from dicedevil.solvers.cards.simpler import in_order, one_total
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import answer
from dicedevil.solvers.tables import Arrays

Closer = Callable[[Budget], tuple[float, float]]
"""Returns a bound from below and one from above; infinite where it has none."""


@dataclass(frozen=True)
class ManyTimes:
    """What a box pays, several times."""

    score: Score
    factor: int

    def __call__(self, roll: Roll) -> int:
        """Return so many times the points."""
        return self.factor * int(self.score(roll))


def enclose(game: SeveralCards, budget: Budget) -> Arrays:
    """Return a lower and an upper bound of the best mean score.

    What takes least comes first; closer bounds are left out where they would take too long.
    """
    easier, scale = relaxed(game)
    what = f"Enclosing the value of {game}, from above by {easier.states:,} states,"
    budget.require(what, easier.memory_bytes, easier.seconds, INSTEAD)
    begun = time.monotonic()
    low = _in_groups(game, 1, budget)
    value, error = _start(game, easier, budget)
    high = (value + error) / scale
    for closer in _closer(game, easier.pooled):
        left = replace(budget, patience=budget.longest - (time.monotonic() - begun))
        with suppress(TooLarge):
            below, above = closer(left)
            low, high = max(low, below), min(high, above)
    return {"bounds": np.array([np.nextafter(low, -np.inf), np.nextafter(high, np.inf)])}


def _closer(game: SeveralCards, has_extras: bool) -> Iterator[Closer]:
    """Yield what may bring the bounds closer."""
    card = game.card
    yield partial(_in_large_groups, game)
    least = min(min(points) for points in card.possible_points)
    if least < 0 or not (card.upper and card.has_upper_bonus and card.upper_bonus > 0):
        return
    if not has_extras or _extras_only_add(card):
        yield partial(_in_order, game)
    if not has_extras:
        yield partial(_without_bonuses, game)
        yield partial(_one_total, game)


def _in_large_groups(game: SeveralCards, budget: Budget) -> tuple[float, float]:
    sizes = range(game.count - 1, 1, -1)
    solved = (k for k in sizes if CardsEncoding(game.card, k, game.linked).fits(budget))
    return _in_groups(game, next(solved, 1), budget), np.inf


def _in_order(game: SeveralCards, budget: Budget) -> tuple[float, float]:
    value, error = in_order(game.card, game.count).solve(budget, f"Enclosing the value of {game}")
    return value - error, np.inf


def _without_bonuses(game: SeveralCards, budget: Budget) -> tuple[float, float]:
    plain = CardsEncoding(replace(game.card, upper_bonus=0, threshold=0), game.count, 0)
    value, error = _start(game, plain, budget)
    return value - error, np.inf


def _one_total(game: SeveralCards, budget: Budget) -> tuple[float, float]:
    value, error = one_total(game.card, game.count).solve(budget, f"Enclosing the value of {game}")
    return -np.inf, value + error


def _extras_only_add(card: ScoreCard) -> bool:
    """Tell whether extra Yahtzees and jokers leave every choice open, and never pay less."""
    yahtzees = [roll for roll in card.dice.rolls() if card.is_yahtzee(roll)]
    jokers = [box for box in card.boxes if box.joker is not None]
    pay_less = any((box.joker or 0) < box.points(roll) for box in jokers for roll in yahtzees)
    return card.joker != "forced" and card.yahtzee_bonus >= 0 and not pay_less


def _in_groups(game: SeveralCards, size: int, budget: Budget) -> float:
    """Return what it is worth to fill so many cards at once, then as many again, and so on."""
    low = 0.0
    for count in [size] * (game.count // size) + [game.count % size]:
        if count:
            cards = game.one if count == 1 else replace(game, count=count)
            found = answer(Question(cards, MaxScore(), budget=budget))
            low += found.value - found.error_bound
    return low


def _start(game: SeveralCards, other: CardsEncoding, budget: Budget) -> tuple[float, float]:
    """Solve another game of as many cards; its value, and how far off that can be."""
    table = solve_several(other, 1, budget, f"Enclosing the value of {game}")
    cards = replace(game, one=replace(game.one, card=other.card))
    return float(table[-1]), CardsValues(cards, other, table).error_bound


def relaxed(game: SeveralCards) -> tuple[CardsEncoding, int]:
    """Return the easier game, and by how much its points are multiplied."""
    card = game.card
    has_bonus = card.has_upper_bonus and card.upper_bonus > 0
    scale = card.threshold if has_bonus else 1
    above = card.threshold + card.upper_bonus if has_bonus else 1
    boxes = tuple(_times(box, above if box.is_upper else scale) for box in card.boxes)
    pooled = card.yahtzee_box is not None and (card.joker != "none" or card.yahtzee_bonus != 0)
    easier = ScoreCard(
        boxes,
        dice=card.dice,
        rerolls=card.rerolls,
        yahtzee_box=card.yahtzee_box if pooled else None,
        yahtzee_bonus=scale * max(0, card.yahtzee_bonus),
        joker=card.joker if pooled else "none",
        told_apart=card.told_apart,
    )
    return CardsEncoding(easier, game.count, card.yahtzee_bit if pooled else 0, pooled), scale


def _times(box: Box, factor: int) -> Box:
    joker = None if box.joker is None else factor * box.joker
    return replace(box, score=ManyTimes(box.score, factor), joker=joker)


@dataclass(frozen=True)
class BoundValues:
    """The start alone, in the middle of its bounds."""

    game: SeveralCards
    low: float
    high: float

    @property
    def error_bound(self) -> float:
        """Half of what lies between them."""
        return float(np.nextafter((self.high - self.low) / 2, np.inf))

    def worth(self, points: int, state: CardsState) -> float:
        """Return the middle; refuse any other state."""
        if state != self.game.start():
            raise TooLarge(
                f"Of {self.game} only the value of the start is known, between {self.low:.4f} and "
                f"{self.high:.4f}: its positions are too many to solve."
            )
        return points + (self.low + self.high) / 2
