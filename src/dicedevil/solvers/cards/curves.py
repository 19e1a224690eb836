"""Target curves of a score card: the best chance of any target, at any position.

The tables hold the curve of every state between turns (`curve_making`). In mid-turn, what a keep is
worth is worked out when asked: one walk through the lattice of kept dice, in plain NumPy, for one
target or for a whole curve.

Error. Within a turn everything is double precision; the stored chance is then rounded to single
precision, by at most 2 ** -24 of it. Means and maxima of chances do not magnify relative errors, so
after n turns a chance is off by at most n * (2 ** -24 + roundings of a turn * 2 ** -53) of itself:
7.8e-7 for 13 boxes. A chance that rounds to 1 is held for certain, which is such a rounding too; one
below 2 ** -149 would be lost, which adds as much.
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
from dicedevil.solvers.cards.mean import best_boxes, walk_turn
from dicedevil.solvers.cards.shelf import Layers
from dicedevil.solvers.cards.states import Encoding, Ints64, card_number, encoding, write

MOST_TURNS = 64
"""Turns that are remembered: one answer asks for many keeps of the same turn."""
CHUNK = 128
"""Targets that are walked through the lattice together: their rows stay in the cache."""


@dataclass(frozen=True, eq=False)
class CardCurves(Remembers):
    """The curves of every state of a card, asked for one target."""

    game: KeepRerollGame
    target: int
    layers: Layers
    """By number of open boxes; up to as many as the position has that is asked about."""
    bases: Ints64
    """By set of open boxes: its first state's number within its layer; -1 where it was let go."""

    @cached_property
    def encoding(self) -> Encoding:
        """The numbering of the states."""
        return encoding(self.game.card)

    @property
    def error_bound(self) -> float:
        """No chance is further than this from the exact one."""
        return chance_error(self.encoding)

    def worth(self, points: int, state: CardState) -> float:
        """Return the best chance of reaching the target from here."""
        missing, member = self.target - points, self._member(state)
        if self._is_between_turns(state):
            return chance_in(*self._curve(state.open, member), missing)
        keep = self._keep(state)
        return float(self._turns(state.open, member, missing)[state.rerolls][keep, 0])

    def row(self, state: CardState) -> tuple[int, Floats]:
        """Return the points that are sure and the chances of each point more."""
        member = self._member(state)
        if self._is_between_turns(state):
            sure, chances = self._curve(state.open, member)
            return sure, chances.astype(np.float64)
        keep = self._keep(state)
        ends = [
            (gain + sure, gain + sure + len(chances))
            for _, gain, (sure, chances) in self._futures(state.open, member)
        ]
        low, high = min(end[0] for end in ends), max(end[1] for end in ends)
        targets = np.arange(low + 1, high + 1)
        parts = [
            self._walk(state.open, member, targets[start : start + CHUNK], state.rerolls + 1)[-1][keep]
            for start in range(0, len(targets), CHUNK)
        ]
        row: Floats = np.concatenate([*parts, np.zeros(0)])
        return low, row[: int(np.count_nonzero(row > 0))]

    # -- finding a state -------------------------------------------------------------------------

    def _is_between_turns(self, state: CardState) -> bool:
        return state.rerolls == self.game.card.rerolls and state.kept == self.game.nothing_kept

    def _member(self, state: CardState) -> int:
        return card_number(self.encoding, self.game, state) - int(self.encoding.arrays.base[state.open])

    def _keep(self, state: CardState) -> int:
        keep = self.encoding.lattice.number.get(state.kept)
        if keep is None or not 0 <= state.rerolls < self.game.card.rerolls:
            raise PositionError(f"The state {quoted(state)} cannot occur in {self.game}.")
        return keep

    def _curve(self, open_boxes: int, member: int) -> tuple[int, Floats]:
        most = len(self.layers.sealed) - 1
        if open_boxes.bit_count() > most:
            raise PositionError(
                f"These curves are those of at most {most} open boxes, and here are "
                f"{open_boxes.bit_count()}: ask about this position, or about the start."
            )
        if self.bases[open_boxes] < 0:
            raise PositionError("These values are those of one turn: ask about this position alone.")
        number = int(self.bases[open_boxes]) + member
        return self.layers.curve(open_boxes.bit_count(), number)  # type: ignore[return-value]

    # -- one turn --------------------------------------------------------------------------------

    @cached_property
    def _turns(self) -> Callable[[int, int, int], list[Floats]]:
        return lru_cache(MOST_TURNS)(self._turn_for_target)

    def _turn_for_target(self, open_boxes: int, member: int, missing: int) -> list[Floats]:
        return self._walk(open_boxes, member, np.array([missing]), self.game.card.rerolls)

    def _walk(self, open_boxes: int, member: int, targets: Ints64, rerolls: int) -> list[Floats]:
        """Return, by rerolls left after the coming roll: (keeps, targets) best chances."""
        best = self._roll_chances(open_boxes, member, targets)
        return walk_turn(self.encoding.lattice, best, rerolls)

    def _roll_chances(self, open_boxes: int, member: int, targets: Ints64) -> Floats:
        """Return, by roll and target, the chance that the best box brings when no reroll is left."""
        card = self.encoding.arrays
        chances = np.zeros((len(card.outcome_points), len(targets)))
        single = int(targets[0]) if len(targets) == 1 else None
        for outcome, gain, (sure, row) in self._futures(open_boxes, member):
            if single is None:
                chances[outcome] = _chances(sure, row, targets - gain)
            else:
                chances[outcome, 0] = chance_in(sure, row, single - gain)
        return best_boxes(card, open_boxes, chances)

    def _futures(self, open_boxes: int, member: int) -> list[tuple[int, int, tuple[int, Floats]]]:
        """Return, for every outcome of the open boxes: its number, the points, and the curve after."""
        card, found = self.encoding.arrays, []
        for box in range(len(card.is_upper)):
            if open_boxes >> box & 1:
                left = open_boxes & ~(1 << box)
                first = int(card.base[left])
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    gain, after = write(card, open_boxes, member, box, outcome)
                    found.append((outcome, int(gain), self._curve(left, int(after) - first)))
        return found


def chance_error(encoded: Encoding) -> float:
    """Bound the relative error of a card's chances; see the module's text."""
    return turn_error(encoded, 2.0**-24) + len(encoded.card.boxes) * 2.0**-149


def require_possible(game: KeepRerollGame, target: int) -> None:
    """Refuse a target above any score."""
    most = game.card.most_points
    if target > most:
        raise PositionError(f"{game} cannot reach {target:,}: no score is above {most:,}.")


def turn_error(encoded: Encoding, stored: float = 0.0) -> float:
    """Bound the relative error of all turns of a card; what is stored is rounded by so much of it."""
    card, lattice = encoded.card, encoded.lattice.arrays
    steps = card.rerolls * len(card.dice.dice) * (len(card.faces) + 2) + 2 * lattice.rolls + 3
    small = len(card.boxes) * (stored + steps * 2.0**-53)
    return small / (1 - small)


def chance_in(sure: int, row: Floats, target: int) -> float:
    """Return the chance of this number of points."""
    place = target - sure - 1
    if place < 0:
        return 1.0
    return float(row[place]) if place < len(row) else 0.0


def _chances(sure: int, row: Floats, targets: Ints64) -> Floats:
    """Return the chances of these numbers of points: `chance_in` for many."""
    places = targets - sure - 1
    if not len(row):
        return np.where(places < 0, 1.0, 0.0)
    inside = row[np.clip(places, 0, len(row) - 1)].astype(np.float64)
    return np.where(places < 0, 1.0, np.where(places < len(row), inside, 0.0))
