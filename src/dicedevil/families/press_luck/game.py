"""One turn for the most points; its views are the race to the target and the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dicedevil.families.press_luck.contests import PressLuckMatch, PressLuckRace
from dicedevil.families.press_luck.last_round import PressLuckLastRound
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.families.press_luck.tables import PressLuckTable
from dicedevil.families.press_luck.turns import TURN_OVER, PressLuckPlay, Turn
from dicedevil.rules import Game, Position


@dataclass(frozen=True)
class PressLuckGame(PressLuckPlay):
    """One turn for the most points; its views are the race and the match to the target.

    Rules of your own: `PressLuckGame(PressLuck(...))`.
    """

    rules: PressLuck

    scored_in = "turn"

    @property
    def usual_hold(self) -> int:
        """The points from which nobody rolls on."""
        return self.rules.threshold

    def view(self, objective: str) -> Game:
        """Turns are counted in a race to the target, and a match is won by reaching it first."""
        if objective in ("turns", "within"):
            return PressLuckRace(self)
        if objective == "win":
            return PressLuckLastRound(self) if self.rules.last_round else PressLuckMatch(self)
        return self

    def at_table(self, players: int) -> PressLuckTable:
        """Several race to the target, turn by turn."""
        return PressLuckTable(self, players)

    @cached_property
    def most(self) -> int:
        """The points from which the turn must be banked."""
        return max(self.rules.goal * self.rules.unit, self.rules.threshold)

    def cap(self, state: Turn) -> int:
        """The same in every state."""
        return self.most

    def start(self) -> Turn:
        """No points, all dice."""
        return Turn(0, self.rules.dice)

    def roots(self) -> Iterable[Turn]:
        """Every number of points with every number of dice, also those no play leads to."""
        yield self.start()
        for turn in range(self.rules.unit, self.most, self.rules.unit):
            for dice in range(1, self.rules.dice + 1):
                yield Turn(turn, dice)

    def is_over(self, state: Turn) -> bool:
        """Nothing is left to roll."""
        return state.dice == 0

    def turn_over(self, state: Turn, points: int) -> tuple[int, Turn]:
        """The points count now."""
        return points, TURN_OVER

    def roll_on(self, state: Turn, turn: int, dice: int) -> Turn:
        """The same turn, further on."""
        return Turn(turn, dice)

    def progress(self, state: Turn) -> int:
        """Points only grow; the end comes last."""
        return state.turn if state.dice else self.most

    def write_state(self, state: Turn) -> str:
        """`turn=350,dice=2`; the end is written `over=1`."""
        return ",".join(self.write_turn(state)) if state.dice else "over=1"

    def read_state(self, text: str) -> Position:
        """Read `turn=350,dice=2`."""
        if text.strip() == "over=1":
            return Position(0, TURN_OVER)
        numbers = self.read_numbers(text)
        state = Turn(numbers["turn"], numbers["dice"])
        self.require_turn(state)
        return Position(0, state)

    def in_turn(self, state: Turn) -> Turn:
        """The state itself."""
        return state
