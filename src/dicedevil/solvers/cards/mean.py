"""The keep-and-reroll member: a score card solved for the highest (or lowest) mean score.

    value(state) = mean over rolls, keeping best, of max over open boxes of
                   points(box, roll) + bonuses + value(state after)
    value(full card) = 0

Solved layer by layer, few open boxes first (`mean_making`). Only states between turns are kept in the
table; what a keep is worth in mid-turn is worked out when asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, quoted
from dicedevil.families.cards.card import joker_boxes
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.objectives import TIE, first_best
from dicedevil.remembering import Remembers
from dicedevil.rules import Choice, Position
from dicedevil.solvers.best_play import BestPlay
from dicedevil.solvers.budget import A_MOMENT, Budget, Watch
from dicedevil.solvers.cards.lattice import Floats, Ints, Lattice
from dicedevil.solvers.cards.states import (
    CardArrays,
    Encoding,
    Ints64,
    card_number,
    encoding,
    write,
)
from dicedevil.solvers.machine import megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.written import ValuedGame, WrittenGame

if TYPE_CHECKING:
    from dicedevil.solvers.spread import Spread

MOST_TURNS = 64
"""Turns that are remembered: one answer asks for many keeps of the same turn."""
MOST_WHOLE_TURNS = 2_000
"""The same for players, who come to the same states again and again."""


@dataclass(frozen=True, eq=False)
class CardValues(Remembers):
    """The value of every state of a card; mid-turn values are worked out from those between turns."""

    game: KeepRerollGame
    table: Floats
    """By number of state: the mean of the points to come."""
    sign: int = 1
    """1 where more points are better, -1 where fewer are."""
    shares: Callable[[CardValues], Any] | None = None
    """Finds what each box brings of the values; it does not travel."""

    @cached_property
    def encoding(self) -> Encoding:
        """The numbering of the states."""
        return encoding(self.game.card)

    @cached_property
    def error_bound(self) -> float:
        """No value is further than this from the exact one.

        A turn rounds at most `steps` times on any path from a next value to this one, each time by at
        most 2 ** -53 of the number at hand. Means and maxima do not magnify errors, so a game of n
        boxes rounds n * steps times. Numbers of one sign never exceed the largest value on the way;
        where signs mix, no number exceeds the largest sum of points that a card can hold.
        """
        card = self.game.card
        steps = (card.rerolls + 1) * len(card.dice) * (len(card.faces) + 2) + 3
        small = len(card.boxes) * steps * 2.0**-53
        return small / (1 - small) * self._largest

    @property
    def _largest(self) -> float:
        """No number on the way to a value is larger."""
        card, points = self.game.card, self.encoding.arrays.outcome_points
        if min(points.min(), card.upper_bonus, card.yahtzee_bonus) < 0:
            highest = np.abs(self.encoding.points).max(axis=1).sum() + abs(card.upper_bonus)
            return float(highest) + len(card.boxes) * abs(card.yahtzee_bonus)
        return float(np.abs(self.table).max())

    def after(self, open_boxes: int, member: int, outcomes: Ints | Ints64) -> Floats:
        """Return the mean of all points from each way to end a turn on, more being better."""
        card = self.encoding.arrays
        written = [
            write(card, open_boxes, member, int(card.outcome_box[outcome]), outcome)
            for outcome in outcomes.tolist()
        ]
        return np.array([self.sign * (int(gain) + float(self.table[after])) for gain, after in written])

    def worth(self, points: int, state: CardState) -> float:
        """Return the mean of the final score from a state on, points made so far included."""
        number = self.number(state)
        if state.rerolls == self.game.card.rerolls and state.kept == self.game.nothing_kept:
            return points + float(self.table[number])
        keep = self.encoding.lattice.number.get(state.kept)
        if keep is None or not 0 <= state.rerolls < self.game.card.rerolls:
            raise PositionError(f"The state {quoted(state)} cannot occur in {self.game}.")
        return points + float(self.turn(number)[state.rerolls][keep])

    def outlook(self, position: Position, roll: Roll, choice: Choice) -> Any:
        """Return what a choice is worth, box by box; None where nobody can say."""
        return None if self._shares is None else self._shares.outlook(position, roll, choice)

    @cached_property
    def _shares(self) -> Any:
        return None if self.shares is None else self.shares(self)

    def __getstate__(self) -> dict[str, Any]:
        """Travel without what finds the shares: it may have files open."""
        return super().__getstate__() | {"shares": None}

    def value_games(self, games: Sequence[WrittenGame]) -> list[ValuedGame | None]:
        """Value the moves of many recorded games at once."""
        return self._recorded.valued(games)  # type: ignore[no-any-return]  # as its class says

    @cached_property
    def _recorded(self) -> Any:
        from dicedevil.solvers.cards.recorded import RecordedCards  # late: only grading reads records

        return RecordedCards(self.game, self.table, self.sign, self.error_bound)

    def spread(self, budget: Budget) -> Spread:
        """Return how far the spread of best play depends on how ties are broken."""
        from dicedevil.solvers.cards.spread import card_spread  # late: few ask for it

        return card_spread(self.game, self.table, self.sign, self.error_bound, budget)

    def best_play(self, thresholds: tuple[float, ...], budget: Budget) -> BestPlay:
        """Return what happens in games of best play: decisions, and what boxes bring."""
        from dicedevil.solvers.cards.best_play import card_best_play  # late: few ask for it

        return card_best_play(self.game, self.table, self.sign, self.error_bound, thresholds, budget)

    def number(self, state: CardState) -> int:
        """Return the number of a state's card."""
        return card_number(self.encoding, self.game, state)

    # -- one turn, in plain NumPy: nothing needs compiling, and it takes a millisecond -------------

    @cached_property
    def turn(self) -> Callable[[int], list[Floats]]:
        """What keeps are worth: the mean to come, by rerolls left after the coming roll and by keep."""
        return lru_cache(MOST_TURNS)(self._turn)

    def _turn(self, number: int) -> list[Floats]:
        choose = np.maximum if self.sign > 0 else np.minimum
        return walk_turn(
            self.encoding.lattice, self.roll_values(number), self.game.card.rerolls, choose
        )

    def roll_values(self, number: int) -> Floats:
        """Return, by roll, what the best box brings when no reroll is left."""
        open_boxes = self.encoding.open_boxes(number)
        worth = self.sign * self.outcome_values(number, open_boxes)
        return self.sign * best_boxes(self.encoding.arrays, open_boxes, worth)

    def whole_turn(self, state: CardState) -> SolvedTurn:
        """Return the turn at a state: its choices from one walk."""
        return self._whole_turns(self.number(state))

    @cached_property
    def _whole_turns(self) -> Callable[[int], SolvedTurn]:
        return lru_cache(MOST_WHOLE_TURNS)(self._whole_turn)

    def _whole_turn(self, number: int) -> SolvedTurn:
        return SolvedTurn(self.game, self.sign * np.array(self._turn(number)), self, number)

    def outcome_values(self, number: int, open_boxes: int) -> Floats:
        """Return, by outcome, its points and what is to come after it."""
        card = self.encoding.arrays
        member = number - int(card.base[open_boxes])
        worth = np.zeros(len(card.outcome_points))
        for box in range(len(card.is_upper)):
            if open_boxes >> box & 1:
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    gain, after = write(card, open_boxes, member, box, outcome)
                    worth[outcome] = gain + self.table[after]
        return worth


@dataclass(frozen=True, eq=False)
class LastTurnValues(CardValues):
    """Every turn as if it were the last: nothing is worth anything after it."""

    @classmethod
    def of(cls, game: KeepRerollGame) -> LastTurnValues:
        """Return the values of a card on which nothing is to come."""
        table = np.zeros(encoding(game.card).states)
        return cls(game, table, -1 if game.lower_is_better else 1)

    @property
    def _largest(self) -> float:
        card = self.game.card
        points = np.abs(self.encoding.arrays.outcome_points).max()
        return float(points) + abs(card.upper_bonus) + abs(card.yahtzee_bonus)


def best_boxes(card: CardArrays, open_boxes: int, worth: Floats) -> Floats:
    """Return, by roll, the greatest worth of the boxes it may fill; `worth` is by outcome."""
    boxes = [box for box in range(len(card.is_upper)) if open_boxes >> box & 1]
    best: Floats = worth[card.outcome_of[:, boxes[0]]]
    for box in boxes[1:]:
        np.maximum(best, worth[card.outcome_of[:, box]], out=best)
    for roll in np.flatnonzero(card.matching >= 0):
        allowed, is_joker = joker_boxes(card, open_boxes, int(card.matching[roll]))
        outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
        best[roll] = worth[[outcomes[box] for box in boxes if allowed >> box & 1]].max(axis=0)
    return best


def walk_turn(
    lattice: Lattice, best: Floats, rerolls: int, choose: np.ufunc = np.maximum
) -> list[Floats]:
    """Return, by rerolls left after the coming roll, what every keep is worth.

    `best` is what every roll is worth when none is left, one number or a row of them.
    """
    levels = []
    for _ in range(rerolls):
        levels.append(mean_of_keeps(lattice, best))
        best = best_of_keeps(lattice, levels[-1], choose)
    return levels


def mean_of_keeps(lattice: Lattice, best: Floats) -> Floats:
    """Return, by keep, the mean over the rolls it can become; `best` is by roll."""
    arrays = lattice.arrays
    values = np.empty((arrays.keeps, *best.shape[1:]))
    values[: arrays.rolls] = best
    for start, stop in lattice.sizes[1:]:
        part = slice(start - arrays.rolls, stop - arrays.rolls)
        weights = arrays.face_weight[part] * arrays.face_share[part, None]
        values[start:stop] = np.einsum("kf,kf...->k...", weights, values[arrays.more[part]])
    return values


def best_of_keeps(lattice: Lattice, values: Floats, choose: np.ufunc = np.maximum) -> Floats:
    """Return, by roll, the best of the keeps inside it."""
    arrays = lattice.arrays
    best: Floats = choose.reduceat(values[arrays.within], arrays.within_start[:-1], axis=0)
    return best


@dataclass(frozen=True, eq=False)
class CardTurn(ABC):
    """A turn whose keeps have been valued: (rerolls left after the coming roll, keeps)."""

    game: KeepRerollGame
    keep_values: Floats

    @property
    def tie(self) -> float:
        """Values that differ by less are equally good."""
        return TIE

    def choose(self, position: Position, roll: Roll, chance: float = 0.0) -> Choice:
        """Return the first of the best choices."""
        choices = self.game.choices(position.state, roll)
        return choices[first_best(self.values(position, roll), self.tie)]

    @abstractmethod
    def outcome_values(self, outcomes: Sequence[int]) -> Sequence[float]:
        """Return the values of ending the turn with each of these outcomes."""

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's value of every choice: the boxes as on the card, then the keeps."""
        state: CardState = position.state
        encoded = self._encoded
        card, lattice = encoded.arrays, encoded.lattice
        number = lattice.number[roll]
        allowed, is_joker = state.open, False
        if card.matching[number] >= 0:
            allowed, is_joker = joker_boxes(card, state.open, int(card.matching[number]))
        outcomes = (card.joker_outcome if is_joker else card.outcome_of)[number].tolist()
        scored = [outcome for box, outcome in enumerate(outcomes) if allowed >> box & 1]
        values = list(self.outcome_values(scored))
        if state.rerolls:
            begin, stop = lattice.arrays.within_start[number : number + 2]
            keeps = lattice.arrays.within[begin:stop]
            values += self.keep_values[state.rerolls - 1][keeps].tolist()
        return values

    @cached_property
    def _encoded(self) -> Encoding:
        return encoding(self.game.card)


@dataclass(frozen=True, eq=False)
class SolvedTurn(CardTurn):
    """A turn by the mean of the points to come: the highest, or the lowest."""

    solved: CardValues
    number: int

    def outcome_values(self, outcomes: Sequence[int]) -> Sequence[float]:
        """Return the points of each outcome and what is to come after it."""
        card, table, found = self._encoded.arrays, self.solved.table, []
        open_boxes = self._encoded.open_boxes(self.number)
        member = self.number - int(card.base[open_boxes])
        for outcome in outcomes:
            box = int(card.outcome_box[outcome])
            gain, after = write(card, open_boxes, member, box, outcome)
            found.append(self.solved.sign * (int(gain) + float(table[after])))
        return found

    @property
    def tie(self) -> float:
        """What rounding may hide."""
        return 2 * self.solved.error_bound


# -- the whole table -----------------------------------------------------------------------------


def begin(encoded: Encoding, budget: Budget, threads: int = 2) -> Watch:
    """Refuse a card that does not fit, announce one that takes longer than a moment; look after it."""
    size, instead = encoded.estimate(threads), "Fewer boxes or dice take less."
    what = f"Solving this card with its {size.states:,} states between turns"
    budget.require(what, size.memory_bytes, instead=instead)
    takes = f"{what} takes {about(size.seconds)}."
    budget.allow(size, takes, f"{takes} 'dicedevil solve' makes the table.")
    doing = f"solving {size.states:,} states between turns ({megabytes(size.memory_bytes)})"
    watch = budget.watch(what, doing, size.states, instead)
    watch.told = max(size.seconds, A_MOMENT)  # not again, unless it is far longer
    return watch


def told_with(encoded: Encoding) -> dict[str, Any]:
    """Return what stands beside a table of the card."""
    return {"states": encoded.states, "rules": encoded.fingerprint}
