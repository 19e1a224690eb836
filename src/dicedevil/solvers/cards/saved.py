"""Score cards that save throws, solved for the highest (or lowest) mean score.

    best(card, t, roll) = max(max over open boxes of points + bonuses + value(card after, saved=t),
                              max over keeps of the mean of best(card, t - 1, roll after))
    best(card, 0, roll) = the first of these alone
    value(card, saved)  = mean over first rolls of best(card, rerolls + saved, roll)
    value(full card)    = 0

for t rerolls left in the turn, saved ones included: what is not rolled is saved. So one ladder of
sweeps through the lattice of kept dice, t = 0, 1, 2, ..., gives the values of a card with every number
of throws saved. In mid-turn the ladder is walked again, in plain NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from dicedevil.errors import PositionError, quoted
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.remembering import Remembers
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.mean import best_boxes, best_of_keeps, mean_of_keeps
from dicedevil.solvers.cards.saved_shelf import SavedLayers
from dicedevil.solvers.cards.states import Encoding, card_number, encoding, write

MOST_TURNS = 64
"""Turns that are remembered: one answer asks for many keeps of the same turn."""


@dataclass(frozen=True, eq=False)
class SavedValues(Remembers):
    """The value of every state of a card that saves throws."""

    game: KeepRerollGame
    layers: SavedLayers
    sign: int = 1
    """1 where more points are better, -1 where fewer are; values in tables are times this."""

    @cached_property
    def encoding(self) -> Encoding:
        """The numbering of the cards."""
        return encoding(self.game.card)

    @cached_property
    def error_bound(self) -> float:
        """No value is further than this from the exact one.

        A throw rounds at most dice * (faces + 2) times on any path from a next value to this one, and
        the end of a turn 3 times, each time by at most 2 ** -53 of the number at hand. A game has as
        many throws as if none could be saved, whenever they are used: see `mean`. No number is larger
        than the largest sum of points that a card can hold.
        """
        card = self.game.card
        steps = (card.rerolls + 1) * len(card.dice) * (len(card.faces) + 2) + 3
        small = len(card.boxes) * steps * 2.0**-53
        highest = np.abs(self.encoding.points).max(axis=1).sum() + abs(card.upper_bonus)
        jokers = sum(abs(box.joker or 0) for box in card.boxes)
        most = float(highest) + jokers + len(card.boxes) * abs(card.yahtzee_bonus)
        return small / (1 - small) * most

    def worth(self, points: int, state: CardState) -> float:
        """Return the mean of the final score from a state on, points made so far included."""
        card, game = self.game.card, self.game
        number = card_number(self.encoding, game, state)
        member = number - int(self.encoding.arrays.base[state.open])
        keep = self.encoding.lattice.number.get(state.kept)
        in_turn = game.is_in_turn(state)
        if (
            keep is None
            or not 0 <= state.rerolls <= card.rerolls
            or not 0 <= state.saved <= card.most_saved(state.open)
            or (in_turn and state.rerolls == card.rerolls)
        ):
            raise PositionError(f"The state {quoted(state)} cannot occur in {game}.")
        if not in_turn:
            return points + self.sign * float(self.layers.block(state.open)[state.saved, member])
        return points + self.sign * float(
            self.ladder(state.open, member)[state.rerolls + state.saved][keep]
        )

    @cached_property
    def ladder(self) -> Callable[[int, int], list[Floats]]:
        """What keeps are worth, times sign: by rerolls left after the coming roll, saved ones too."""
        return lru_cache(MOST_TURNS)(self._ladder)

    def _ladder(self, open_boxes: int, member: int) -> list[Floats]:
        """Walk up: for all rerolls that there can be before the last roll of the turn."""
        card, lattice = self.game.card, self.encoding.lattice
        worths = self.outcome_values(open_boxes, member)
        scored = best_boxes(self.encoding.arrays, open_boxes, worths)
        levels = [mean_of_keeps(lattice, scored[:, 0])]
        for left in range(1, card.rerolls + card.most_saved(open_boxes)):
            best = np.maximum(scored[:, left], best_of_keeps(lattice, levels[-1]))
            levels.append(mean_of_keeps(lattice, best))
        return levels

    def outcome_values(self, open_boxes: int, member: int) -> Floats:
        """Return, by outcome and by rerolls left, its points and what is to come, times sign."""
        card = self.encoding.arrays
        rungs = 1 + self.game.card.rerolls + self.game.card.most_saved(open_boxes)
        worth = np.zeros((len(card.outcome_points), rungs))
        for box in range(len(card.is_upper)):
            if open_boxes >> box & 1:
                left = open_boxes & ~(1 << box)
                block = self.layers.block(left)
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    gain, after = write(card, open_boxes, member, box, outcome)
                    column = block[:rungs, int(after) - int(card.base[left])]
                    worth[outcome] = self.sign * int(gain) + column
        return worth
