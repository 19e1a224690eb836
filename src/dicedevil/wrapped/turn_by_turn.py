"""Two players, each with a game of their own, turn by turn; the better score wins.

Any score game whose players do not disturb each other makes a match. The state is whose turn it is,
both players' states and player 0's lead in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, UsageError, quoted
from dicedevil.rules import Choice, Position, State
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.boards import own_text, read_boards, write_boards, written


class MatchState(NamedTuple):
    """Whose turn it is, the two states of play, and player 0's lead."""

    mover: int
    first: State
    second: State
    lead: int


@dataclass(frozen=True)
class TurnByTurn(Wrapped):
    """A match of two players of the same game."""

    players = 2

    def __post_init__(self) -> None:
        """Refuse a race: whoever is left alone can take ever more turns, so leads have no end."""
        if self.game.scored_in == "race":
            raise UsageError(
                f"{self.game} counts turns, of which there can always be more: no match of two is "
                "solved. Everybody can play it for the fewest turns."
            )

    def inner(self, state: MatchState) -> State:
        """The state of play of the player to move."""
        return state.second if state.mover else state.first

    def seen_by(self, state: MatchState, seat: int) -> State:
        """The state of play of either player."""
        return state.second if seat else state.first

    def mine(self, state: MatchState) -> State:
        """Return the state of play of the player to move."""
        return self.inner(state)

    def turns_played(self, state: MatchState) -> int | None:
        """Those of both players."""
        turns = [self.game.turns_played(one) for one in (state.first, state.second)]
        return None if None in turns else sum(turns)  # type: ignore[arg-type]  # None was sorted out

    def turns_in_all(self) -> int | None:
        """Those of both players."""
        each = self.game.turns_in_all()
        return None if each is None else 2 * each

    def start(self) -> MatchState:
        """Both are at the start, player 0 begins."""
        start = self.game.start()
        return MatchState(0, start, start, 0)

    def is_over(self, state: MatchState) -> bool:
        """Both games are over."""
        return self.game.is_over(state.first) and self.game.is_over(state.second)

    def to_move(self, state: MatchState) -> int:
        """Whose turn it is."""
        return state.mover

    def play(self, state: MatchState, roll: Roll, choice: Choice) -> tuple[int, MatchState]:
        """Play on; when the turn ends the other player moves, if still in the game."""
        game, mine = self.game, self.inner(state)
        points, after = game.play(mine, roll, choice)
        first, second = (state.first, after) if state.mover else (after, state.second)
        lead = state.lead + (-points if state.mover else points)
        mover = state.mover
        theirs = first if mover else second
        is_done, are_done = game.is_over(after), game.is_over(theirs)
        if not are_done and (is_done or game.ends_turn(mine, roll, choice)):
            mover = 1 - mover
        if is_done and are_done:
            mover, lead = 0, sign(lead)  # only who won still matters
        return 0, MatchState(mover, first, second, lead)

    def progress(self, state: MatchState) -> int:
        """What both have got behind them."""
        return self.game.progress(state.first) + self.game.progress(state.second)

    def size(self) -> tuple[int, int] | None:
        """At least what both players meet alone; the lead makes it more."""
        alone = self.game.size()
        return None if alone is None else (2 * alone[0], 2 * alone[1])

    def win_share(self, state: MatchState) -> Fraction:
        """The better score wins; equal scores share."""
        return share_of_win(state.lead, self.game.lower_is_better)

    def write_state(self, state: MatchState) -> str:
        """Write both positions; `lead` is what the player to move is ahead."""
        mine, theirs = (state.second, state.first) if state.mover else (state.first, state.second)
        lead = -state.lead if state.mover else state.lead
        boards = [f"lead={lead}", *written(self.game, mine)], written(self.game, theirs)
        return write_boards(boards, f"mover={state.mover}")

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """What the player to move is ahead, and their own board."""
        lead = -position.state.lead if position.state.mover else position.state.lead
        told = f"{abs(lead):,} points {'ahead' if lead > 0 else 'behind'}" if lead else "level"
        if not written or "lead" in written.lower():
            return (told,)  # nobody knows the points themselves
        mine = read_boards(self.game, written, players=2).in_turn[0]
        return (told, *self.game.facts(mine, own_text(written)))

    def read_state(self, text: str) -> Position:
        """Read my keys as in the game played and the other's with `them-` in front."""
        if "them2-" in text:
            raise UsageError("Two players are solved exactly; of more say whose view: --player emp-1.")
        state = self.read_boards(text)
        self.require_turns(state)
        return Position(0, state)

    def read_boards(self, text: str) -> MatchState:
        """Read both positions without asking whether the numbers of turns fit."""
        (first, second), mover = read_boards(self.game, text, players=2)
        return MatchState(mover, first.state, second.state, first.points - second.points)

    def require_turns(self, state: MatchState) -> None:
        """Refuse a position where the players' numbers of turns do not fit, if the game tells them."""
        theirs = state.first if state.mover else state.second
        if self.game.is_in_turn(theirs):
            raise PositionError(
                f"The other player cannot be in a turn, at {quoted(self.game.write_state(theirs))}: it "
                "is yours, so only your own position has rerolls and kept dice."
            )
        first, second = (self.game.turns_played(one) for one in (state.first, state.second))
        if first is None or second is None or first - second == state.mover:
            return
        mine, others = (second, first) if state.mover else (first, second)
        played = f"You have played {_turns(mine)}, the other player {_turns(others)}"
        if 0 <= others - mine <= 1:
            seat, right = ("second", mine + 1) if state.mover else ("first", mine)
            raise PositionError(f"{played}: as the {seat} player you move when the other has {right}.")
        raise PositionError(
            f"{played}: when it is your turn, the other has played as many as you, or one more."
        )


def share_of_win(lead: int, lower_is_better: bool) -> Fraction:
    """Return what the first player gets of the win with this lead."""
    return Fraction(1 + sign(-lead if lower_is_better else lead), 2)


def sign(lead: int) -> int:
    """Return who is ahead: 1, 0 or -1."""
    return (lead > 0) - (lead < 0)


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"
