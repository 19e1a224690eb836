"""Strategies that look at one turn only: hold at a number of points, or as in a single turn.

In a race or a match each of them also banks whenever that reaches the target. What may not be banked
yet, by a minimum for the first bank, is rolled on with everything that scores set aside; and so is
every turn of a last round until it beats the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll


@dataclass(frozen=True)
class HoldAt:
    """Set everything that scores aside; bank at the first total of `points` or more."""

    game: Any
    """The turn, race or match that is played."""
    points: int

    @property
    def name(self) -> str:
        """The word for it."""
        return f"hold-at-{self.points}"

    def __call__(self, state: Any, roll: Roll) -> Any:
        """Return the choice."""
        game = self.game
        asides = game.rules.set_asides(roll)
        if not asides:
            return "bust"
        total = state.turn + asides[0].points
        hold = min(max(self.points, game.least_bank(state)), game.enough(state))
        if game.is_last(state):
            hold = game.cap(state)
        return "bank" if total >= hold else asides[0].dice


@dataclass(frozen=True)
class Solitaire:
    """Play every turn for the most points, as if it were the only one; but bank to reach the target.

    The single turn has to be solved first, which is done where strategies are looked up.
    """

    game: Any
    """The turn, race or match that is played."""
    name: str = "solitaire"
    solved: Any = None
    """The single turn, once it is solved: what can be done with a roll, best first."""

    def __call__(self, state: Any, roll: Roll) -> Any:
        """Return the choice."""
        asides = self.game.rules.set_asides(roll)
        if not asides:
            return "bust"
        if self.game.is_enough(state, state.turn + asides[0].points):
            return "bank"
        if self.game.is_last(state):
            return asides[0].dice
        action, aside, _ = self.solved.choices(state.turn, roll)[0]
        if action == "bank" and state.turn + asides[0].points >= self.game.least_bank(state):
            return "bank"
        return aside.dice


@dataclass(frozen=True)
class EachTurnAlone:
    """Play every turn as somebody plays one alone; but bank to reach the target."""

    game: Any
    """The race or match that is played."""
    choose: Any
    """Chooses in a single turn: a choice, or choices with their weights."""

    def __call__(self, state: Any, roll: Roll) -> Any:
        """Return what the rules of the match allow of it."""
        game = self.game
        asides = game.rules.set_asides(roll)
        if not asides:
            return "bust"
        if state.turn + asides[0].points >= game.enough(state):
            return "bank"
        if game.is_last(state):
            return asides[0].dice
        made = self.choose(game.turn_alone(state), roll)
        mix = made if isinstance(made, Mapping) else {made: 1}
        allowed = set(game.choices(state, roll))
        return {choice: w for choice, w in mix.items() if choice in allowed} or asides[0].dice
