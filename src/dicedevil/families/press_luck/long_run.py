"""Turn after turn, for as many points a turn as possible in the long run.

What one turn leaves to the next is the number of busts in a row, and a bank or a penalty wipes it out.
So the long run is made of stretches that begin with none and end when there are none again, all alike:
by the theorem on renewals and rewards, points a turn are the mean points of a stretch over its mean
turns. As a game, one such stretch is played; `is_over` means that the next one begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.families.press_luck.turns import BUST, PressLuckPlay, Turn
from dicedevil.rules import Choice, Game, Position


class LongTurn(NamedTuple):
    """The busts in a row before this turn, its points, the dice to roll; no dice: all begins anew."""

    zilches: int
    turn: int
    dice: int


ANEW = LongTurn(0, 0, 0)


@dataclass(frozen=True)
class PressLuckLongRun(PressLuckPlay):
    """A stretch of turns from no busts in a row to no busts in a row."""

    game: Any
    """The turn that is played over and over."""

    scored_in = "turn"

    @property
    def innermost(self) -> Game:
        """The turn itself."""
        return self.game  # type: ignore[no-any-return]

    @cached_property
    def rules(self) -> PressLuck:  # type: ignore[override]
        """As in the turn."""
        return self.game.rules  # type: ignore[no-any-return]

    @property
    def usual_hold(self) -> int:
        """As in the turn."""
        return self.game.usual_hold  # type: ignore[no-any-return]

    @property
    def spec(self) -> str:
        """The name of the turn's game."""
        return str(self.game)

    @property
    def most(self) -> int:
        """The points from which a turn is banked."""
        return self.game.most  # type: ignore[no-any-return]

    @property
    def lengths(self) -> range:
        """The numbers of busts in a row with which a turn can begin."""
        return range(max(self.rules.zilches, 1))

    @property
    def cost(self) -> int:
        """What the last bust in a row costs."""
        return self.rules.penalty if self.rules.zilches else 0

    def cap(self, state: LongTurn) -> int:
        """As in the turn."""
        return self.most

    @property
    def goes_on(self) -> frozenset[int]:
        """As in the turn."""
        return self.rules.free_dice

    def is_enough(self, state: LongTurn, points: int) -> bool:
        """There is nothing to reach."""
        return False

    def in_turn(self, state: LongTurn) -> Turn:
        """Return the turn alone."""
        return Turn(state.turn, state.dice)

    def start(self) -> LongTurn:
        """No busts in a row."""
        return LongTurn(0, 0, self.rules.dice)

    def is_over(self, state: LongTurn) -> bool:
        """All begins anew."""
        return state.dice == 0

    def play(self, state: LongTurn, roll: Roll, choice: Choice) -> tuple[int, LongTurn]:
        """As in the turn; busts in a row are counted, and the last of them costs."""
        if choice == BUST:
            if state.zilches + 1 < self.rules.zilches:
                return 0, LongTurn(state.zilches + 1, 0, self.rules.dice)
            return -self.cost, ANEW
        points, after = super().play(state, roll, choice)
        past = max(after.turn - self.most, 0)
        return points + past, LongTurn(after.zilches, after.turn - past, after.dice)

    def turn_over(self, state: LongTurn, points: int) -> tuple[int, LongTurn]:
        """The points are banked."""
        return points, ANEW

    def roll_on(self, state: LongTurn, turn: int, dice: int) -> LongTurn:
        """The same turn, further on."""
        return LongTurn(state.zilches, turn, dice)

    def progress(self, state: LongTurn) -> int:
        """Busts in a row, then points; the end comes last."""
        length = self.most + 2 * self.rules.unit
        return state.zilches * length + state.turn if state.dice else len(self.lengths) * length

    def write_state(self, state: LongTurn) -> str:
        """`zilches=1,turn=350,dice=2`; the end is written `over=1`."""
        if not state.dice:
            return "over=1"
        zilches = [f"zilches={state.zilches}"] if state.zilches else []
        return ",".join([*zilches, *self.write_turn(state)])

    def read_state(self, text: str) -> Position:
        """Read the same."""
        if text.replace(" ", "") == "over=1":
            return Position(0, ANEW)
        numbers = {"zilches": 0, **self.read_numbers(text, ("zilches",))}
        past = max(numbers["turn"] - self.most, 0) if numbers["dice"] in self.goes_on else 0
        self.require_points("turn", past)
        state = LongTurn(numbers["zilches"], numbers["turn"] - past, numbers["dice"])
        self.require_state(state)
        return Position(past, state)

    def require_state(self, state: LongTurn) -> None:
        """Refuse a position that cannot occur."""
        if state.zilches not in self.lengths:
            raise PositionError(
                f"zilches={state.zilches} cannot be: turns begin with 0 to {self.lengths[-1]} of them."
            )
        super().require_state(state)
