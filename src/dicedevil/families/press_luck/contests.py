"""One turn for the most points, the race to the target, and the match: first to bank it wins.

Banked totals never fall, so only positions with equal banked totals can return to each other: alone
by a bust, in a match when both players bust. Those two facts are all the solvers use.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from dicedevil.errors import PositionError
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.families.press_luck.turns import TURN_OVER, PressLuckPlay, Turn
from dicedevil.rules import Game, Position, State
from dicedevil.wrapped.boards import require_seat

MOST_COUNTED = 20_000
"""The longest match, in units, whose choices are counted one by one before it is solved."""


class RaceTurn(NamedTuple):
    """What is banked, the points in the turn and the dice about to be rolled."""

    me: int
    turn: int
    dice: int


class MatchTurn(NamedTuple):
    """Whose turn it is, what both have banked, the points in the turn and the dice to roll."""

    mover: int
    first: int
    second: int
    turn: int
    dice: int


@dataclass(frozen=True)
class _Contest(PressLuckPlay):
    """What the race and the match share."""

    game: PressLuckPlay

    @property
    def innermost(self) -> Game:
        """The game played."""
        return self.game

    @cached_property
    def rules(self) -> PressLuck:  # type: ignore[override]
        """As in the game played."""
        return self.game.rules

    @property
    def usual_hold(self) -> int:
        """As in the game played."""
        return self.game.usual_hold

    @property
    def spec(self) -> str:
        """The name of the game played."""
        return str(self.game)

    @cached_property
    def goal(self) -> int:
        """The fewest points that reach the target."""
        return self.rules.goal * self.rules.unit

    def in_turn(self, state: State) -> Turn:
        """Return the turn alone."""
        return Turn(state.turn, state.dice)

    def require_banked(self, key: str, points: int) -> None:
        """Refuse banked points that cannot occur."""
        self.require_points(key, points)
        if points > self.goal:
            raise PositionError(
                f"{key}={points} is past the target of {self.rules.target:,}: the game is over."
            )

    @cached_property
    def spots(self) -> list[tuple[int, int]]:
        """Every (turn, dice) below the target that play can lead to, in rising order."""
        rules = self.rules
        moves = [_asides(rules, dice) for dice in range(1, rules.dice + 1)]
        found = {(0, rules.dice)}
        spots: list[tuple[int, int]] = []
        for turn in range(0, rules.cap(0), rules.unit):
            for dice in range(1, rules.dice + 1):
                if (turn, dice) in found:
                    spots.append((turn, dice))
                    found.update((turn + points, left) for points, left in moves[dice - 1])
        return spots

    @cached_property
    def banked(self) -> list[int]:
        """Every total below the target that can be banked, in rising order."""
        rules = self.rules
        tops = [{one.top for one in rules.outcomes(dice)[1]} for dice in range(1, rules.dice + 1)]
        turns = {turn + top for turn, dice in self.spots for top in tops[dice - 1]}
        # The bits of a whole number are a set that grows by all turns at once.
        steps = sum(1 << turn // rules.unit for turn in turns if rules.minimum <= turn < self.goal)
        found, totals = 1, []
        for total in range(rules.goal):
            if found >> total & 1:
                totals.append(total * rules.unit)
                found |= steps << total
        return totals


def _asides(rules: PressLuck, dice: int) -> set[tuple[int, int]]:
    """Return (points, dice left) of every set-aside of so many dice."""
    return {
        (aside.points, aside.left) for roll in rules.rolls(dice) for aside in rules.set_asides(roll)
    }


def _turn_sizes(rules: PressLuck, spots: list[tuple[int, int]], banked: list[int]) -> tuple[int, int]:
    """Return the states and choices of one player's turns, over all banked totals."""
    import numpy as np

    unit, length = rules.unit, rules.cap(0) // rules.unit + 1
    states, endings, set_asides = (np.zeros(length, np.int64) for _ in range(3))
    for dice in range(1, rules.dice + 1):
        rolls = [rules.set_asides(roll) for roll in rules.rolls(dice)]
        turns = np.array([turn // unit for turn, left in spots if left == dice], np.int64)
        here = np.bincount(turns, minlength=length)
        states += here
        for turn in turns.tolist():  # a bust, or a bank that the minimum allows
            least = rules.minimum - turn * unit
            endings[turn] += sum(not asides or asides[0].points >= least for asides in rolls)
        steps = [one.points // unit for asides in rolls for one in asides]
        within = np.cumsum(np.bincount(steps, minlength=length)[:length])
        # With `room` points to the cap, the set-asides of less than that may be rolled on from.
        set_asides[1:] += np.convolve(here, within)[: length - 1]
    caps = np.array([rules.cap(total) // unit for total in banked])
    below = np.cumsum(states)[caps - 1]
    ends = np.cumsum(endings)[caps - 1]
    return int(below.sum()), int(ends.sum() + set_asides[caps].sum())


@dataclass(frozen=True)
class PressLuckRace(_Contest):
    """Bank the target in as few turns as possible."""

    keys = ("me",)
    scored_in = "race"

    def start(self) -> RaceTurn:
        """Nothing is banked."""
        return RaceTurn(0, 0, self.rules.dice)

    def is_over(self, state: RaceTurn) -> bool:
        """The target is banked."""
        return state.me >= self.goal

    def cap(self, state: RaceTurn) -> int:
        """What is missing to the target."""
        return self.rules.cap(state.me)

    def turn_over(self, state: RaceTurn, points: int) -> tuple[int, RaceTurn]:
        """Bank; everything past the target is the same end."""
        return 0, RaceTurn(min(state.me + points, self.goal), 0, self.rules.dice)

    def roll_on(self, state: RaceTurn, turn: int, dice: int) -> RaceTurn:
        """The same turn, further on."""
        return RaceTurn(state.me, turn, dice)

    def size(self) -> tuple[int, int]:
        """Count positions and choices, without listing them (or at least so many)."""
        if self.rules.goal > MOST_COUNTED:
            return len(self.banked), len(self.banked)
        states, choices = _turn_sizes(self.rules, self.spots, self.banked)
        return states + 1, choices

    def progress(self, state: RaceTurn) -> int:
        """What is banked."""
        return state.me

    def write_state(self, state: RaceTurn) -> str:
        """`me=40,turn=12`."""
        return ",".join([f"me={state.me}", *self.write_turn(state)])

    def read_state(self, text: str) -> Position:
        """Read `me=40,turn=12`."""
        numbers = {"me": 0, **self.read_numbers(text)}
        state = RaceTurn(numbers["me"], numbers["turn"], numbers["dice"])
        self.require_state(state)
        return Position(0, state)

    def require_state(self, state: RaceTurn) -> None:
        """Refuse a position that cannot occur."""
        self.require_banked("me", state.me)
        if not self.is_over(state):
            self.require_turn(state)


@dataclass(frozen=True)
class PressLuckMatch(_Contest):
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

    def cap(self, state: MatchTurn) -> int:
        """What the player to move is missing to the target."""
        return self.rules.cap(state.second if state.mover else state.first)

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
        states, choices = _turn_sizes(self.rules, self.spots, self.banked)
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
        return PressLuckMatch(self) if objective == "win" else self

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
