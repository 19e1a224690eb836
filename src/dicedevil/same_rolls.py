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
from dicedevil.matches import TurnByTurn
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.strategy import Strategy, strategy_named

THEIRS = "their choice"


class SharedState(NamedTuple):
    """My state of play, theirs, my lead, and a roll that they have yet to use (mostly none)."""

    mine: State
    theirs: State
    lead: int
    waiting: Roll = ()


@dataclass(frozen=True)
class SameRolls(Game):
    """A match in which both players use every roll, against a known strategy.

    I choose before I see what they do. Where the strategy leaves it to chance what they do with a
    roll, that roll waits while the chance is taken.
    """

    game: Game
    strategy: Strategy
    """Theirs, for the states of the game played alone."""
    players = 2

    @property
    def spec(self) -> str:
        """The game, the strategy and how the rolls come."""
        return f"{self.game} against {self.strategy.name}, same rolls"

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
        return state._replace(lead=_sign(state.lead)) if self.is_over(state) else state

    def _mix(self, theirs: State, roll: Roll) -> Mapping[Choice, int]:
        mix = self.strategy.mix(self.game, theirs, roll)
        common = math.gcd(*mix.values())
        return {choice: weight // common for choice, weight in mix.items()}

    def progress(self, state: SharedState) -> int:
        """What both have got behind them."""
        return self.game.progress(state.mine) + self.game.progress(state.theirs)

    def win_share(self, state: SharedState) -> Fraction:
        """The better score wins; equal scores share."""
        lead = -state.lead if self.game.lower_is_better else state.lead
        return Fraction(1 + _sign(lead), 2)

    def write_choice(self, choice: Choice) -> str:
        """As in the game played."""
        return choice if choice == THEIRS else self.game.write_choice(choice)

    def write_roll(self, roll: Roll) -> str:
        """As in the game played."""
        return self.game.write_roll(roll)

    def read_roll(self, state: SharedState, text: str) -> Roll:
        """As in the game played."""
        if state.waiting:
            return super().read_roll(state, text)
        return self.game.read_roll(state.theirs if self.game.is_over(state.mine) else state.mine, text)

    def write_state(self, state: SharedState) -> str:
        """Write both positions, mine first, and my lead."""
        keys = [f"lead={state.lead}", self.game.write_state(state.mine)]
        keys.extend(f"them-{item}" for item in self.game.write_state(state.theirs).split(",") if item)
        if state.waiting:
            keys.append(f"waiting={self.game.write_roll(state.waiting)}")
        return ",".join(key for key in keys if key)

    def read_state(self, text: str) -> Position:
        """Read my keys as in the game played, theirs with `them-` in front, perhaps `lead=`."""
        items = [item.strip() for item in text.split(",")]
        waiting = [item for item in items if item.startswith("waiting=")]
        if any(item.startswith("mover=") for item in items) or len(waiting) > 1:
            raise NotationError(f"Cannot read {quoted(text)}: with the same rolls nobody is first.")
        rest = ",".join(item for item in items if item not in waiting)
        found = TurnByTurn(self.game).read_boards(f"{rest},mover=0" if rest else "")
        roll: Roll = ()
        if waiting:
            roll = self.game.read_roll(found.second, waiting[0].partition("=")[2])
        mine, theirs = (self.game.turns_played(one) for one in (found.first, found.second))
        if mine is not None and theirs is not None and mine - theirs != len(waiting):
            raise PositionError(
                f"You have filled {mine}, the other player {theirs}, in {quoted(text)}: with the same "
                "rolls both have filled as many, or you one more while the other's roll is waiting."
            )
        return Position(0, SharedState(found.first, found.second, found.lead, roll))


def same_rolls(game: Game, name: str) -> SameRolls:
    """Return the match against a player of this strategy who gets the same rolls."""
    if game.players != 1:
        raise UsageError(f"{game} is a match already: the same rolls go with a game for one player.")
    found = strategy_named(game, name)
    if not isinstance(found, Strategy):
        raise UsageError(f"{quoted(name)} knows rolls beforehand, so nobody can play against it.")
    return SameRolls(game, found)


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)
