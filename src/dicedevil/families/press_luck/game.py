"""One turn for the most points; its views are the race to the target and the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dicedevil.dice import Roll
from dicedevil.errors import UsageError
from dicedevil.families.press_luck.contests import PressLuckMatch, PressLuckRace
from dicedevil.families.press_luck.last_round import PressLuckLastRound
from dicedevil.families.press_luck.long_run import PressLuckLongRun
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.families.press_luck.tables import PressLuckTable
from dicedevil.families.press_luck.turns import TURN_OVER, PressLuckPlay, Turn
from dicedevil.rules import Choice, Game, Position, read_whole_number


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
        if objective in ("turns", "within", "win"):
            self._require_rising()
        if objective in ("turns", "within"):
            return PressLuckRace(self)
        if objective == "average":
            return PressLuckLongRun(self)
        if objective == "win":
            return PressLuckLastRound(self) if self.rules.last_round else PressLuckMatch(self)
        return self

    def _require_rising(self) -> None:
        if self.rules.zilches:
            raise UsageError(
                f"Where zilches cost points totals can fall, and races and matches of {self} are not "
                "solved: leave zilches= out, or ask for the long run (--objective average)."
            )

    @property
    def carries_over(self) -> bool:
        """Zilches in a row, where they cost points."""
        return self.rules.zilches > 0

    def at_table(self, players: int) -> PressLuckTable:
        """Several race to the target, turn by turn."""
        self._require_rising()
        return PressLuckTable(self, players)

    @cached_property
    def most(self) -> int:
        """The points from which the turn must be banked."""
        return max(self.rules.goal * self.rules.unit, self.rules.threshold)

    def cap(self, state: Turn) -> int:
        """The same in every state."""
        return self.most

    @property
    def goes_on(self) -> frozenset[int]:
        """Dice that cannot bust."""
        return self.rules.free_dice

    def is_enough(self, state: Turn, points: int) -> bool:
        """No number of points ends a turn by itself."""
        return False

    def play(self, state: Turn, roll: Roll, choice: Choice) -> tuple[int, Turn]:
        """As everywhere; points past the cap are safe, since only dice that cannot bust go on there."""
        points, after = super().play(state, roll, choice)
        past = max(after.turn - self.most, 0)
        return points + past, Turn(after.turn - past, after.dice)

    def start(self) -> Turn:
        """No points, all dice."""
        return Turn(0, self.rules.dice)

    def roots(self) -> Iterable[Turn]:
        """Every number of points with every number of dice, also those no play leads to."""
        yield self.start()
        for turn in range(self.rules.unit, self.most, self.rules.unit):
            for dice in self.rules.hands:
                yield Turn(turn, dice)
        for dice in sorted(self.goes_on):
            yield Turn(self.most, dice)

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
        return state.turn if state.dice else self.most + (self.rules.unit if self.goes_on else 0)

    def write_state(self, state: Turn) -> str:
        """`turn=350,dice=2`; the end is written `over=1`."""
        return ",".join(self.write_turn(state)) if state.dice else "over=1"

    def read_state(self, text: str) -> Position:
        """Read `turn=350,dice=2`, and the end: `over=1,points=350`."""
        over, _, points = text.replace(" ", "").partition(",points=")
        if over == "over=1":
            made = read_whole_number(points or "0", "points")
            self.require_points("points", made)
            return Position(made, TURN_OVER)
        numbers = self.read_numbers(text)
        past = max(numbers["turn"] - self.most, 0) if numbers["dice"] in self.goes_on else 0
        self.require_points("turn", past)
        state = Turn(numbers["turn"] - past, numbers["dice"])
        self.require_turn(state)
        return Position(past, state)

    def in_turn(self, state: Turn) -> Turn:
        """The state itself."""
        return state
