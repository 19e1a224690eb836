"""The race to the target, the match of two, and what they share.

Banked totals never fall, so only positions with equal banked totals can return to each other: alone
by a bust, in a match when both players bust. Those two facts are all the solvers use.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from dicedevil.errors import PositionError
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.families.press_luck.turns import PressLuckPlay, Turn
from dicedevil.rules import Game, Position, State
from dicedevil.wrapped.boards import require_seat

MOST_COUNTED = 20_000
"""The longest match, in units, whose choices are counted one by one before it is solved."""


class RaceTurn(NamedTuple):
    """What is banked, the points in the turn and the dice about to be rolled."""

    me: int
    turn: int
    dice: int


@dataclass(frozen=True)
class Contest(PressLuckPlay):
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

    def turn_alone(self, state: State) -> Turn:
        """Return the turn as one alone."""
        return Turn(state.turn, state.dice)

    def in_turn(self, state: State) -> Turn:
        """Return the turn alone."""
        return self.turn_alone(state)

    def least_bank(self, state: State) -> int:
        """More before anything is banked, where the rules say so."""
        return self.rules.least_bank(self.banked_by(state))

    @abstractmethod
    def banked_by(self, state: State) -> int:
        """Return what the player to move has banked."""

    def require_banked(self, key: str, points: int) -> None:
        """Refuse banked points that cannot occur."""
        self.require_points(key, points)
        if points > self.goal:
            raise PositionError(
                f"{key}={points} is past the target of {self.rules.target:,}: the game is over."
            )

    @property
    def longest_turn(self) -> int:
        """Points that no turn is rolled on from."""
        return self.rules.cap(0)

    @cached_property
    def spots(self) -> list[tuple[int, int]]:
        """Every (turn, dice) that play can lead to and roll on from, in rising order."""
        rules = self.rules
        moves = [_asides(rules, dice) for dice in range(1, rules.dice + 1)]
        found = {(0, rules.dice)}
        spots: list[tuple[int, int]] = []
        for turn in range(0, self.longest_turn, rules.unit):
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
        first, later = (
            sum(1 << turn // rules.unit for turn in turns if least <= turn < self.goal)
            for least in (rules.least_bank(0), rules.minimum)
        )
        found, totals = 1, []
        for total in range(rules.goal):
            if found >> total & 1:
                totals.append(total * rules.unit)
                found |= later << total if total else first
        return totals


def _asides(rules: PressLuck, dice: int) -> set[tuple[int, int]]:
    """Return (points, dice left) of every set-aside of so many dice."""
    return {
        (aside.points, aside.left) for roll in rules.rolls(dice) for aside in rules.set_asides(roll)
    }


def turn_sizes(rules: PressLuck, spots: list[tuple[int, int]], banked: list[int]) -> tuple[int, int]:
    """Return the states and choices of one player's turns, over all banked totals."""
    caps = [rules.cap(total) // rules.unit for total in banked]
    first = sizes_below(rules, spots, rules.least_bank(0), caps[:1])
    later = sizes_below(rules, spots, rules.minimum, caps[1:])
    return first[0] + later[0], first[1] + later[1]


def sizes_below(
    rules: PressLuck, spots: list[tuple[int, int]], least: int, caps: list[int]
) -> tuple[int, int]:
    """Return the states and choices of turns that are banked from these caps on, in units."""
    import numpy as np

    if not caps:
        return 0, 0
    unit, length = rules.unit, max(caps) + 1
    spots = [(turn, dice) for turn, dice in spots if turn < max(caps) * unit]
    states, endings, set_asides = (np.zeros(length, np.int64) for _ in range(3))
    for dice in range(1, rules.dice + 1):
        rolls = [rules.set_asides(roll) for roll in rules.rolls(dice)]
        turns = np.array([turn // unit for turn, left in spots if left == dice], np.int64)
        here = np.bincount(turns, minlength=length)
        states += here
        for turn in turns.tolist():  # a bust, or a bank that the minimum allows
            missing = least - turn * unit
            endings[turn] += sum(not asides or asides[0].points >= missing for asides in rolls)
        steps = [one.points // unit for asides in rolls for one in asides]
        within = np.cumsum(np.bincount(steps, minlength=length)[:length])
        # With `room` points to the cap, the set-asides of less than that may be rolled on from.
        set_asides[1:] += np.convolve(here, within)[: length - 1]
    tops = np.array(caps)
    below, ends = np.cumsum(states)[tops - 1], np.cumsum(endings)[tops - 1]
    return int(below.sum()), int(ends.sum() + set_asides[tops].sum())


@dataclass(frozen=True)
class PressLuckRace(Contest):
    """Bank the target in as few turns as possible."""

    keys = ("me",)
    scored_in = "race"

    def start(self) -> RaceTurn:
        """Nothing is banked."""
        return RaceTurn(0, 0, self.rules.dice)

    def is_over(self, state: RaceTurn) -> bool:
        """The target is banked."""
        return state.me >= self.goal

    def banked_by(self, state: RaceTurn) -> int:
        """What the only player has banked."""
        return state.me

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
        states, choices = turn_sizes(self.rules, self.spots, self.banked)
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
