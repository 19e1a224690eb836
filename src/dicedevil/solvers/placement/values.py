"""The values of a match of a placement game by state, wherever its rows are: in memory, or on disk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from dicedevil.errors import PositionError, quoted
from dicedevil.families.placement.game import PlacementGame
from dicedevil.objectives import Objective, WinAlone
from dicedevil.rules import State
from dicedevil.solvers.placement.players import PlacementMatch
from dicedevil.solvers.rounding import relative_error
from dicedevil.wrapped.same_rolls import SharedState


def tie_share(objective: Objective) -> float:
    """Return what a tie counts."""
    return 0.0 if isinstance(objective, WinAlone) else 0.5


def error_bound(game: PlacementGame, steps: int = 0, most: int = 0) -> float:
    """Bound the error of a value: a step is a mean over R rolls, perhaps of means over `most` outcomes.

    Each mean of n values in [0, 1] costs n products, n sums and the rounding of n chances. Unless said
    otherwise both players fill all their slots, each with a step of their own.
    """
    return (steps or 2 * game.slots) * 3 * (len(game.chances) + most + 1) * 2.0**-53


def law_error(
    steps: int, slots: int, boards: int, rolls: int, widest: int, pairs: int, mix: int = 1
) -> float:
    """Bound the error of following best play: chances flow forward and are only ever added up.

    On a path, a step rounds a chance and a share, both products, and the sum of what comes to the
    same pair and lead: from so many boards before it, by every roll and whatever a strategy does.
    At the end of the path stands the sum over a pair (rolls, leads, and what a strategy does) and
    then over all pairs; a round's part in `differs` is the difference of two such sums.
    """
    at_the_end = rolls * widest * slots * mix + pairs + widest
    return 2 * relative_error(steps * (4 + boards * rolls * mix) + at_the_end)


class MatchLaw(NamedTuple):
    """How often the first player wins, ties and loses under best play.

    `differs[k]` is the chance that in round k + 1, the match still being open, it would be worse for a
    player who replies to a known strategy to do what that strategy does on the same board.
    """

    win: float
    tie: float
    lose: float
    differs: tuple[float, ...] = ()
    error_bound: float = 0.0
    """None of these is further than this from the exact one, for the strategy that is followed."""


class MatchValues(ABC):
    """A row of values, one a lead, for each pair of open sets; layers are counted from the start."""

    @property
    @abstractmethod
    def match(self) -> PlacementMatch:
        """Who plays what."""

    @abstractmethod
    def came(self, number: int, first: int, second: int) -> tuple[int, int]:
        """Return the leads that can have come up at a pair of a layer."""

    @abstractmethod
    def counting(self, number: int, first: int, second: int) -> tuple[int, int]:
        """Return those that do not decide the match yet."""

    @abstractmethod
    def row(self, number: int, first: int, second: int) -> Any | None:
        """Return the values of these; None in a layer that is told from the one after it."""

    def worth(self, points: int, state: State) -> float:
        """Return player 0's share of the win at a state."""
        if isinstance(state, SharedState):
            if state.waiting:
                return self._waiting_worth(state)
            found = self._found(state.mine, state.theirs)
            return self._value_there(found, state.mine, state.theirs, state.lead)
        found = self._found(state.first, state.second)
        if found % 2 != state.mover and state.first | state.second:
            raise PositionError(
                f"The state {quoted(state)} cannot occur: it is the other player's turn."
            )
        return self._value_there(found, state.first, state.second, state.lead)

    def _waiting_worth(self, state: SharedState) -> float:
        """The mean over what the other may do with the roll."""
        match = self.match
        strategy = match.second
        mix = strategy.mix(match.game, state.theirs, state.waiting) if strategy else {}
        total = 0.0
        for slot, weight in mix.items():
            made, theirs = match.game.play(state.theirs, state.waiting, slot)
            total += weight * self.worth(0, SharedState(state.mine, theirs, state.lead - made))
        return total / sum(mix.values())

    def _found(self, first: int, second: int) -> int:
        """Return the layer of a pair."""
        slots = self.match.game.slots
        everything = (1 << slots) - 1
        if not (isinstance(first, int) and isinstance(second, int)):
            raise PositionError(f"The open slots {quoted(first)} and {quoted(second)} cannot occur.")
        mine, theirs = first.bit_count(), second.bit_count()
        shared = self.match.same_rolls
        if not (0 <= first <= everything and 0 <= second <= everything) or not (
            mine == theirs if shared else 0 <= theirs - mine <= 1
        ):
            raise PositionError(
                f"The players cannot have {mine} and {theirs} slots open: "
                + ("both fill one with every roll." if shared else "they take turns.")
            )
        return slots - mine if shared else 2 * slots - mine - theirs

    def _value_there(self, number: int, first: int, second: int, lead: int) -> float:
        """Return a value; refuse a lead that cannot have come up."""
        low, high = self.came(number, first, second)
        if first | second and not low <= lead <= high:
            possible = f"from {low:,} to {high:,}" if low <= high else "none"
            raise PositionError(
                f"A lead of {lead:,} cannot come up at this position: possible leads are {possible}."
            )
        return self._value(number, first, second, lead)

    def _value(self, number: int, first: int, second: int, lead: int) -> float:
        low, high = self.counting(number, first, second)
        if lead > high:
            return 1.0
        if lead < low:
            return 0.0
        row = self.row(number, first, second)
        return self._one_step(number, first, second, lead) if row is None else float(row[lead - low])

    def _one_step(self, number: int, first: int, second: int, lead: int) -> float:
        """Work out a value from the layer after: the second player is to move."""
        match, strategy = self.match, self.match.second
        game, total = match.game, 0.0
        for roll, chance in zip(game.rolls(second), game.chances, strict=True):
            worths = {}
            for slot in game.choices(second, roll):
                made, theirs = game.play(second, roll, slot)
                worths[slot] = self._value(number + 1, first, theirs, lead - made)
            if strategy is None:
                total += chance * min(worths.values())
            else:
                mix = strategy.mix(game, second, roll)
                whole = sum(mix.values())
                total += chance * sum(weight * worths[slot] for slot, weight in mix.items()) / whole
        return total
