"""The match of two: the first to bank the target wins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dicedevil.errors import PositionError
from dicedevil.families.press_luck.contests import MOST_COUNTED, Contest, turn_sizes
from dicedevil.rules import Position
from dicedevil.wrapped.boards import require_seat


class MatchTurn(NamedTuple):
    """Whose turn it is, what both have banked, the points in the turn and the dice to roll."""

    mover: int
    first: int
    second: int
    turn: int
    dice: int


@dataclass(frozen=True)
class PressLuckMatch(Contest):
    """Two players take turns; the first to bank the target wins."""

    keys = ("me", "them")
    players = 2

    def start(self) -> MatchTurn:
        """Player 0 begins."""
        return MatchTurn(0, 0, 0, 0, self.rules.dice)

    def start_for(self, seat: int) -> MatchTurn:
        """Whoever begins, both are about to roll at no points."""
        return self.start()._replace(mover=seat)

    def is_over(self, state: MatchTurn) -> bool:
        """Somebody has banked the target."""
        return state.first >= self.goal or state.second >= self.goal

    def to_move(self, state: MatchTurn) -> int:
        """Whose turn it is."""
        return state.mover

    def win_share(self, state: MatchTurn) -> Fraction:
        """Whoever has the target wins."""
        return Fraction(int(state.first >= self.goal))

    def banked_by(self, state: MatchTurn) -> int:
        """What the player to move has banked."""
        return state.second if state.mover else state.first

    def cap(self, state: MatchTurn) -> int:
        """What the player to move is missing to the target."""
        return self.rules.cap(self.banked_by(state))

    def turn_over(self, state: MatchTurn, points: int) -> tuple[int, MatchTurn]:
        """Bank and pass on; a match that is won ends in one of two states."""
        mover, first, second, _, _ = state
        dice = self.rules.dice
        if mover:
            second += points
            if second >= self.goal:
                return 0, MatchTurn(1, 0, self.goal, 0, dice)
            return 0, MatchTurn(0, first, second, 0, dice)
        first += points
        if first >= self.goal:
            return 0, MatchTurn(0, self.goal, 0, 0, dice)
        return 0, MatchTurn(1, first, second, 0, dice)

    def roll_on(self, state: MatchTurn, turn: int, dice: int) -> MatchTurn:
        """The same turn, further on."""
        return MatchTurn(state.mover, state.first, state.second, turn, dice)

    def progress(self, state: MatchTurn) -> int:
        """What both have banked; a match that is won is past everything."""
        return 2 * self.goal if self.is_over(state) else state.first + state.second

    def size(self) -> tuple[int, int]:
        """Count positions and choices by banked totals, without listing them (or at least so many)."""
        pairs = 2 * len(self.banked)
        if self.rules.goal > MOST_COUNTED:
            return pairs * len(self.banked), pairs * len(self.banked)
        states, choices = turn_sizes(self.rules, self.spots, self.banked)
        return pairs * states + 2, pairs * choices

    def write_state(self, state: MatchTurn) -> str:
        """`me=40,them=60,turn=12`, and `mover=1` where the second player is to move."""
        me, them = self.totals(state)
        mover = ["mover=1"] if state.mover else []
        return ",".join([f"me={me}", f"them={them}", *self.write_turn(state), *mover])

    def totals(self, state: MatchTurn) -> tuple[int, int]:
        """Return what the player to move and the other have banked."""
        return (state.second, state.first) if state.mover else (state.first, state.second)

    def read_state(self, text: str) -> Position:
        """Read `me=40,them=60,turn=12`; the player to move is the first unless `mover=1`."""
        numbers = {"me": 0, "them": 0, "mover": 0, **self.read_numbers(text, ("mover",))}
        mover, me, them = numbers["mover"], numbers["me"], numbers["them"]
        require_seat(mover, 2, text)
        first, second = (them, me) if mover else (me, them)
        state = MatchTurn(mover, first, second, numbers["turn"], numbers["dice"])
        self.require_state(state)
        return Position(0, state)

    def require_state(self, state: MatchTurn) -> None:
        """Refuse a position that cannot occur."""
        me, them = self.totals(state)
        self.require_banked("me", me)
        self.require_banked("them", them)
        if me >= self.goal and them >= self.goal:
            raise PositionError(f"Only one player can reach the target of {self.rules.target:,}.")
        if not self.is_over(state):
            self.require_turn(state)
