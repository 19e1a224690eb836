"""Two players, each with a game of their own, turn by turn; the higher score wins.

Any score game whose players do not disturb each other makes a match. The state is whose turn it is,
both players' states and player 0's lead in points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import NotationError, PositionError, UsageError, quoted
from dicedevil.rules import Choice, Game, Position, State, read_whole_number

if TYPE_CHECKING:
    from dicedevil.strategy import Strategy


class MatchState(NamedTuple):
    """Whose turn it is, the two states of play, and player 0's lead."""

    mover: int
    first: State
    second: State
    lead: int


@dataclass(frozen=True)
class TurnByTurn(Game):
    """A match of two players of the same game."""

    game: Game
    players = 2

    @property
    def spec(self) -> str:
        """The name of the game played."""
        return str(self.game)

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

    def mine(self, state: MatchState) -> State:
        """Return the state of play of the player to move."""
        return state.second if state.mover else state.first

    def rolls(self, state: MatchState) -> Mapping[Roll, int]:
        """The rolls of the player to move."""
        return self.game.rolls(self.mine(state))

    def choices(self, state: MatchState, roll: Roll) -> Sequence[Choice]:
        """The choices of the player to move."""
        return self.game.choices(self.mine(state), roll)

    def play(self, state: MatchState, roll: Roll, choice: Choice) -> tuple[int, MatchState]:
        """Play on; when the turn ends the other player moves, if still in the game."""
        mine = self.mine(state)
        points, after = self.game.play(mine, roll, choice)
        first, second = (state.first, after) if state.mover else (after, state.second)
        lead = state.lead + (-points if state.mover else points)
        mover = state.mover
        theirs = first if mover else second
        turn_over = self.game.ends_turn(mine, roll, choice) or self.game.is_over(after)
        if turn_over and not self.game.is_over(theirs):
            mover = 1 - mover
        if self.game.is_over(first) and self.game.is_over(second):
            mover, lead = 0, (lead > 0) - (lead < 0)  # only who won still matters
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
        lead = -state.lead if self.game.lower_is_better else state.lead
        return Fraction(1 + (lead > 0) - (lead < 0), 2)

    def ends_turn(self, state: MatchState, roll: Roll, choice: Choice) -> bool:
        """As in the game played."""
        return self.game.ends_turn(self.mine(state), roll, choice)

    def write_choice(self, choice: Choice) -> str:
        """As in the game played."""
        return self.game.write_choice(choice)

    def write_roll(self, roll: Roll) -> str:
        """As in the game played."""
        return self.game.write_roll(roll)

    def read_roll(self, state: MatchState, text: str) -> Roll:
        """As in the game played."""
        return self.game.read_roll(self.mine(state), text)

    def write_state(self, state: MatchState) -> str:
        """Write both positions; `lead` is what the player to move is ahead."""
        mine, theirs = (state.second, state.first) if state.mover else (state.first, state.second)
        lead = -state.lead if state.mover else state.lead
        keys = [f"lead={lead}", self.game.write_state(mine)]
        other = self.game.write_state(theirs)
        keys.extend(f"them-{item}" for item in other.split(",") if item)
        keys.append(f"mover={state.mover}")
        return ",".join(key for key in keys if key)

    def read_state(self, text: str) -> Position:
        """Read my keys as in the game played and the other's with `them-` in front.

        The lead follows from the points in both positions, unless `lead=` says otherwise. I am the
        first player unless I have fewer turns behind me, or `mover=1` says so.
        """
        state = self.read_boards(text)
        self.require_turns(state)
        return Position(0, state)

    def read_boards(self, text: str) -> MatchState:
        """Read both positions without asking whether the numbers of turns fit."""
        if not text.strip():
            return self.start()
        items = [item.strip() for item in text.split(",")]
        given = {key: self._number(items, key) for key in ("lead", "mover")}
        own = [item for item in items if not item.startswith(("them-", "lead=", "mover="))]
        other = [item.removeprefix("them-") for item in items if item.startswith("them-")]
        if "" in other:
            raise NotationError(
                f"{quoted('them-')} stands alone in {quoted(text)}: say them-KEY=VALUE."
            )
        mine = self.game.read_state(",".join(own))
        theirs = self.game.read_state(",".join(other))
        mover = given["mover"] if given["mover"] is not None else self._seat(mine.state, theirs.state)
        if mover not in (0, 1):
            raise PositionError(f"mover is 0 or 1, not {mover}, in {quoted(text)}.")
        lead = given["lead"] if given["lead"] is not None else mine.points - theirs.points
        if mover:
            return MatchState(1, theirs.state, mine.state, -lead)
        return MatchState(0, mine.state, theirs.state, lead)

    def _seat(self, mine: State, theirs: State) -> int:
        """Return which player I am if it is my turn: who has played less is the second."""
        turns = [self.game.turns_played(one) for one in (mine, theirs)]
        progress = [self.game.progress(one) for one in (mine, theirs)]
        behind, ahead = progress if None in turns else turns
        return int(behind < ahead)  # type: ignore[operator]  # None was sorted out

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

    def _number(self, items: list[str], key: str) -> int | None:
        found = [item.partition("=")[2] for item in items if item.startswith(key + "=")]
        if len(found) > 1:
            raise NotationError(f"{quoted(key)} stands twice in {quoted(','.join(items))}.")
        return read_whole_number(found[0], key) if found else None


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"


@dataclass(frozen=True)
class BestReply(Game):
    """A match against a player whose strategy is known: that player's choices are part of chance.

    Where that player moves, a "roll" is the number of one of the outcomes (roll, choice) the strategy
    can bring, weighted exactly, and nothing is left to choose. The match may be such a game itself:
    then both strategies are known, and solving it says what they do to each other.
    """

    match: Game
    strategy: Strategy
    """For the states of the match."""
    seat: int = 1
    """The player whose strategy is known."""
    players = 2

    @property
    def spec(self) -> str:
        """The match and who is played against."""
        if self.seat == 0:
            return f"{self.strategy.name} plays {self.match}"
        return f"{self.match} against {self.strategy.name}"

    def start(self) -> State:
        """As in the match."""
        return self.match.start()

    def is_over(self, state: State) -> bool:
        """As in the match."""
        return self.match.is_over(state)

    def to_move(self, state: State) -> int:
        """As in the match."""
        return self.match.to_move(state)

    def rolls(self, state: State) -> Mapping[Roll, int]:
        """My rolls, or the numbered outcomes of the other's rolls and choices."""
        if self.to_move(state) != self.seat:
            return self.match.rolls(state)
        return {(k,): weight for k, (weight, _, _) in enumerate(self.outcomes(state))}

    def choices(self, state: State, roll: Roll) -> Sequence[Choice]:
        """My choices; the other's are made."""
        if self.to_move(state) != self.seat:
            return self.match.choices(state, roll)
        return ("their move",)

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """Play on as in the match."""
        if self.to_move(state) != self.seat:
            return self.match.play(state, roll, choice)
        _, rolled, chosen = self.outcomes(state)[roll[0]]
        return self.match.play(state, rolled, chosen)

    def outcomes(self, state: State) -> list[tuple[int, Roll, Choice]]:
        """Return (weight, roll, choice) of the other player, in whole numbers."""
        if state not in self._known:
            rolls = self.match.rolls(state)
            mixes = {roll: self.strategy.mix(self.match, state, roll) for roll in rolls}
            common = math.lcm(*(sum(mix.values()) for mix in mixes.values()))
            self._known.clear()  # a solver asks about one state at a time
            self._known[state] = [
                (weight * (common // sum(mixes[roll].values())) * share, roll, choice)
                for roll, weight in rolls.items()
                for choice, share in mixes[roll].items()
            ]
        return self._known[state]

    @cached_property
    def _known(self) -> dict[State, list[tuple[int, Roll, Choice]]]:
        return {}

    def progress(self, state: State) -> int:
        """As in the match."""
        return self.match.progress(state)

    def size(self) -> tuple[int, int] | None:
        """At least what I meet alone."""
        both = self.match.size()
        return None if both is None else (both[0] // 2, both[1] // 2)

    def win_share(self, state: State) -> Fraction:
        """As in the match."""
        return self.match.win_share(state)

    def write_choice(self, choice: Choice) -> str:
        """As in the match."""
        return choice if choice == "their move" else self.match.write_choice(choice)

    def write_state(self, state: State) -> str:
        """As in the match."""
        return self.match.write_state(state)

    def read_state(self, text: str) -> Position:
        """As in the match."""
        return self.match.read_state(text)


@dataclass(frozen=True)
class OwnBoard:
    """A strategy of the game played, in a match: it looks at nothing but the mover's own board."""

    match: TurnByTurn
    strategy: Strategy

    def __call__(self, state: MatchState, roll: Roll) -> Any:
        """Choose as if alone."""
        return self.strategy.choose(self.match.mine(state), roll)


def best_reply(match: Game, name: str, seat: int = 1) -> BestReply:
    """Return the match against a player, the second or the first, who plays the named strategy."""
    return BestReply(match, match_strategy(match, name), seat)


def match_strategy(match: Game, name: str) -> Strategy:
    """Find a strategy by its name and make it one for the states of a match."""
    from dicedevil.strategy import Strategy, strategy_named

    while isinstance(match, BestReply):
        match = match.match
    played = match.game if isinstance(match, TurnByTurn) else match
    found = strategy_named(played, name)
    if not isinstance(found, Strategy):
        raise UsageError(f"{quoted(name)} knows rolls beforehand, so nobody can play against it.")
    if not isinstance(match, TurnByTurn):
        return found
    return Strategy(name, OwnBoard(match, found))
