"""Two players who get the same rolls, one of them with a known strategy.

Both place (or flip, or bank) the same roll, each on a board of their own, and the higher score wins.
Rolls are the only chance there is, so against a player whose choices are known the lead depends on
my choices alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import NotationError, PositionError, UsageError, quoted
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.boards import read_boards, write_boards, written
from dicedevil.wrapped.turn_by_turn import share_of_win, sign

THEIRS = "their choice"


class SharedState(NamedTuple):
    """My state of play, theirs, my lead, and a roll that they have yet to use (mostly none)."""

    mine: State
    theirs: State
    lead: int
    waiting: Roll = ()


@dataclass(frozen=True)
class SameRolls(Wrapped):
    """A match in which both players use every roll, against a known strategy.

    The door to "A against B" for the same rolls, exactly: `solve(SameRolls(game, strategy),
    WinMatch())`. With rolls of their own `versus` is exact; `match(same_rolls=True)` plays at random.
    See docs/matches.md.

    I choose before I see what they do. Where the strategy leaves it to chance what they do with a
    roll, that roll waits while the chance is taken.
    """

    strategy: Strategy
    """Theirs, for the states of the game played alone."""
    players = 2

    @property
    def spec(self) -> str:
        """The game, the strategy and how the rolls come."""
        return f"{self.game} against {self.strategy.name}, same rolls"

    def inner(self, state: SharedState) -> State:
        """My state of play; theirs once I am done."""
        return state.theirs if self.game.is_over(state.mine) else state.mine

    def start(self) -> SharedState:
        """Both at the start."""
        return SharedState(self.game.start(), self.game.start(), 0)

    def is_over(self, state: SharedState) -> bool:
        """Both games are over."""
        return self.game.is_over(state.mine) and self.game.is_over(state.theirs)

    def rolls(self, state: SharedState) -> Mapping[Roll, int]:
        """The rolls both get; while a roll waits, the numbers of what they may do with it."""
        if state.waiting:
            return {
                (k,): share for k, share in enumerate(self._mix(state.theirs, state.waiting).values())
            }
        if self.game.is_over(state.mine):
            return self.game.rolls(state.theirs)
        mine = self.game.rolls(state.mine)
        if not self.game.is_over(state.theirs) and self.game.rolls(state.theirs) != mine:
            raise UsageError(
                f"{self.game} cannot be played with the same rolls: the players would have to roll "
                f"different dice, for example at {quoted(self.game.write_state(state.mine))} and "
                f"{quoted(self.game.write_state(state.theirs))}."
            )
        return mine

    def choices(self, state: SharedState, roll: Roll) -> Sequence[Choice]:
        """My choices; nothing is left to choose while they are to move."""
        if state.waiting or self.game.is_over(state.mine):
            return (THEIRS,)
        return self.game.choices(state.mine, roll)

    def play(self, state: SharedState, roll: Roll, choice: Choice) -> tuple[int, SharedState]:
        """Make my choice, then theirs, if there is no chance in it."""
        if state.waiting:
            theirs = list(self._mix(state.theirs, state.waiting))[roll[0]]
            return 0, self._they_choose(state, state.waiting, theirs)
        if not self.game.is_over(state.mine):
            points, mine = self.game.play(state.mine, roll, choice)
            state = state._replace(mine=mine, lead=state.lead + points)
        if self.game.is_over(state.theirs):
            return 0, self._settled(state)
        mix = self._mix(state.theirs, roll)
        if len(mix) > 1:
            return 0, state._replace(waiting=roll)
        return 0, self._they_choose(state, roll, next(iter(mix)))

    def _they_choose(self, state: SharedState, roll: Roll, choice: Choice) -> SharedState:
        points, theirs = self.game.play(state.theirs, roll, choice)
        return self._settled(SharedState(state.mine, theirs, state.lead - points))

    def _settled(self, state: SharedState) -> SharedState:
        """At the end only who won still matters."""
        return state._replace(lead=sign(state.lead)) if self.is_over(state) else state

    def _mix(self, theirs: State, roll: Roll) -> Mapping[Choice, int]:
        mix = self.strategy.mix(self.game, theirs, roll)
        common = math.gcd(*mix.values())
        return {choice: weight // common for choice, weight in mix.items()}

    def progress(self, state: SharedState) -> int:
        """What both have got behind them."""
        return self.game.progress(state.mine) + self.game.progress(state.theirs)

    def to_move(self, state: SharedState) -> int:
        """I move; what they do is part of chance."""
        return 0

    def turns_in_all(self) -> None:
        """Turns of the two go together, so how many end is not told."""
        return None

    def ends_turn(self, state: SharedState, roll: Roll, choice: Choice) -> bool:
        """As in the game played, by whoever uses the roll."""
        if choice != THEIRS:
            return self.game.ends_turn(state.mine, roll, choice)
        rolled = state.waiting or roll
        made = list(self._mix(state.theirs, rolled))
        return self.game.ends_turn(state.theirs, rolled, made[roll[0] if state.waiting else 0])

    def stuck(self, state: SharedState, roll: Roll) -> str:
        """As in the game played, if it is mine."""
        theirs = state.waiting or self.game.is_over(state.mine)
        return "" if theirs else self.game.stuck(state.mine, roll)

    def win_share(self, state: SharedState) -> Fraction:
        """The better score wins; equal scores share."""
        return share_of_win(state.lead, self.game.lower_is_better)

    def box(self, choice: Choice) -> str | None:
        """As in the game played; their choice fills none that is mine."""
        return None if choice == THEIRS else self.game.box(choice)

    def write_choice(self, choice: Choice) -> str:
        """As in the game played."""
        return choice if choice == THEIRS else self.game.write_choice(choice)

    def read_choice(self, state: SharedState, roll: Roll, text: str) -> Choice:
        """As in the game played, if it is mine."""
        if state.waiting or self.game.is_over(state.mine):
            return Game.read_choice(self, state, roll, text)
        return self.game.read_choice(state.mine, roll, text)

    def read_roll(self, state: SharedState, text: str) -> Roll:
        """As in the game played; while a roll waits, the number of what they do with it."""
        return Game.read_roll(self, state, text) if state.waiting else super().read_roll(state, text)

    def require_roll(self, state: SharedState, roll: Roll, text: str) -> None:
        """Refuse a roll that cannot occur."""
        if state.waiting:
            Game.require_roll(self, state, roll, text)
        else:
            super().require_roll(state, roll, text)

    def write_state(self, state: SharedState) -> str:
        """Write both positions, mine first, and my lead."""
        mine = [f"lead={state.lead}", *written(self.game, state.mine)]
        waiting = [f"waiting={self.game.write_roll(state.waiting)}"] if state.waiting else []
        return write_boards((mine, written(self.game, state.theirs)), *waiting)

    def read_state(self, text: str) -> Position:
        """Read my keys as in the game played, theirs with `them-` in front, perhaps `lead=`."""
        items = [item.strip() for item in text.split(",")]
        waiting = [item for item in items if item.startswith("waiting=")]
        if any(item.startswith("mover=") for item in items) or len(waiting) > 1:
            raise NotationError(f"Cannot read {quoted(text)}: with the same rolls nobody is first.")
        rest = ",".join(item for item in items if item not in waiting)
        (first, second), _ = read_boards(self.game, rest, players=2, mover=0)
        roll: Roll = ()
        if waiting:
            roll = self.game.read_roll(second.state, waiting[0].partition("=")[2])
        mine, theirs = (self.game.turns_played(one.state) for one in (first, second))
        if mine is not None and theirs is not None and mine - theirs != len(waiting):
            raise PositionError(
                f"You have filled {mine}, the other player {theirs}, in {quoted(text)}: with the same "
                "rolls both have filled as many, or you one more while the other's roll is waiting."
            )
        lead = first.points - second.points
        return Position(0, SharedState(first.state, second.state, lead, roll))
