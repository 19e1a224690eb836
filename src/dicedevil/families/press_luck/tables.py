"""The race of several players at a table: turn by turn, until somebody has the target.

Places go by totals: who has reached the target comes first, since nobody else has it, and the others
follow by what they have banked. With a last round everybody else has one more turn, and again the
highest total wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError
from dicedevil.families.press_luck.contests import Contest, MatchTurn, PressLuckRace, RaceTurn
from dicedevil.rules import Game, Position, State
from dicedevil.wrapped.boards import require_seat


class TableState(NamedTuple):
    """Whose turn it is, what everybody has banked, the points in the turn and the dice to roll.

    No dice are left at the end.
    """

    mover: int
    totals: tuple[int, ...]
    turn: int
    dice: int


@dataclass(frozen=True)
class PressLuckTable(Contest):
    """Two and more players take turns."""

    seats: int

    @property
    def players(self) -> int:  # type: ignore[override]  # elsewhere a number of the class
        """As many as there are seats."""
        return self.seats

    @property
    def keys(self) -> tuple[str, ...]:  # type: ignore[override]  # as above
        """`me`, `them`, `them2`, ... in the order of play."""
        others = (f"them{number if number > 1 else ''}" for number in range(1, self.seats))
        return ("me", *others)

    def start(self) -> TableState:
        """Player 0 begins."""
        return TableState(0, (0,) * self.seats, 0, self.rules.dice)

    def is_over(self, state: TableState) -> bool:
        """No dice are left."""
        return state.dice == 0

    def to_move(self, state: TableState) -> int:
        """Whose turn it is."""
        return state.mover

    def scores(self, state: TableState) -> tuple[int, ...]:
        """Return what everybody comes in with: the totals."""
        return state.totals

    def in_turn(self, state: TableState) -> Any:
        """Return the totals of all players, the mover's first, in the order of play."""
        return state.totals[state.mover :] + state.totals[: state.mover]

    def banked_by(self, state: TableState) -> int:
        """What the player to move has banked."""
        return state.totals[state.mover]

    def is_last(self, state: TableState) -> bool:
        """Somebody has reached the target, and the others have a last turn."""
        return max(state.totals) >= self.goal

    def still_to_play(self, state: TableState) -> int:
        """Return how many have their last turn after the mover's: those before who reached first."""
        others = self.in_turn(state)[1:]
        return next((place for place, total in enumerate(others) if total >= self.goal), len(others))

    def cap(self, state: TableState) -> int:
        """What reaches the target; with a last round so much more that no roll gains."""
        rules, me = self.rules, self.banked_by(state)
        if not rules.last_round:
            return rules.cap(me)
        past = max(self.goal, *state.totals) + rules.margin * rules.unit
        if self.is_last(state) and not self.still_to_play(state):
            past = max(state.totals) + rules.unit
        return max(past - me, rules.cap(me) if not self.is_last(state) else self._least(me))

    def enough(self, state: TableState) -> int:
        """What reaches the target; in a last turn what beats everybody."""
        me = self.banked_by(state)
        if not self.is_last(state):
            return self.rules.cap(me)
        return max(max(state.totals) + self.rules.unit - me, self._least(me))

    def _least(self, me: int) -> int:
        return (self.rules.least if me else self.rules.least_first) * self.rules.unit

    def turn_over(self, state: TableState, points: int) -> tuple[int, TableState]:
        """Bank and pass on; the match is over when the turn would come to who reached the target."""
        mover, totals = state.mover, list(state.totals)
        totals[mover] += points
        after = (mover + 1) % self.seats
        reached = totals[after] if self.rules.last_round else totals[mover]
        dice = 0 if reached >= self.goal else self.rules.dice
        return 0, TableState(after, tuple(totals), 0, dice)

    def roll_on(self, state: TableState, turn: int, dice: int) -> TableState:
        """The same turn, further on."""
        return TableState(state.mover, state.totals, turn, dice)

    def progress(self, state: TableState) -> int:
        """What all have banked."""
        return sum(state.totals) + self.is_over(state)

    # -- smaller games -----------------------------------------------------------------------------

    @property
    def smaller(self) -> Game:
        """The game whose best play is called optimal: the match of two, or the race alone."""
        return self.game.view("win") if self.seats == 2 else PressLuckRace(self.game)

    def in_smaller(self, state: TableState) -> State:
        """Return the state of that game."""
        if self.seats == 2:
            first, second = state.totals
            return MatchTurn(state.mover, first, second, state.turn, state.dice)
        return RaceTurn(self.banked_by(state), state.turn, state.dice)

    def by_smaller(self, choose: Any) -> Any:
        """Return a chooser for the table from one for the smaller game."""
        return InSmaller(self, choose)

    # -- words -------------------------------------------------------------------------------------

    def write_state(self, state: TableState) -> str:
        """`me=40,them=60,them2=50,turn=12`, and `mover=1` where the second player is to move."""
        totals = [f"{key}={total}" for key, total in zip(self.keys, self.in_turn(state), strict=True)]
        turn = ["over=1"] if self.is_over(state) else self.write_turn(state)
        return ",".join([*totals, *turn, *([f"mover={state.mover}"] if state.mover else [])])

    def read_state(self, text: str) -> Position:
        """Read the same; whoever is not told of has nothing."""
        found = self.read_numbers(text, ("mover", "over"))
        mover, over = found.get("mover", 0), found.get("over", 0)
        require_seat(mover, self.seats, text)
        totals = [found.get(key, 0) for key in self.keys]
        turned = tuple(totals[self.seats - mover :] + totals[: self.seats - mover])
        state = TableState(mover, turned, found["turn"], 0 if over else found["dice"])
        self.require_state(state)
        return Position(0, state)

    def require_state(self, state: TableState) -> None:
        """Refuse a position that cannot occur."""
        for key, points in zip(self.keys, self.in_turn(state), strict=True):
            self.require_points(key, points)
        if self.is_over(state):
            return
        if self.banked_by(state) >= self.goal or (self.is_last(state) and not self.rules.last_round):
            raise PositionError(
                f"Somebody has reached the target of {self.rules.target:,}: the match is over, or it "
                "is somebody else's last turn."
            )
        self.require_turn(state)


@dataclass(frozen=True)
class InSmaller:
    """Plays at a table as in a smaller game; a last turn of several goes on until it is ahead."""

    game: PressLuckTable
    choose: Any

    def __call__(self, state: TableState, roll: Roll) -> Any:
        """Return the choice."""
        table = self.game
        if table.seats == 2 or not table.is_last(state):
            return self.choose(table.in_smaller(state), roll)
        asides = table.rules.set_asides(roll)
        if not asides:
            return "bust"
        ahead = state.turn + asides[0].points >= table.enough(state)
        return "bank" if ahead else asides[0].dice
