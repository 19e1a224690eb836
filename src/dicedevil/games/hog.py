"""Hog: how many dice do you dare to roll?

These are the only listed rules that are no text: in none of the families of texts does the player say
before a roll how many dice to roll, and then score it once, alone, in a race or in a match.

Rules
    In each turn a player says how many dice to roll, and rolls them once. If a 1 is among them the turn
    scores nothing; otherwise it scores the total of the dice. Alone, one turn is played for the most
    points, or turns are counted until the target is reached; two players take turns, and the first to
    reach the target wins.

Parameters
    target  points to reach in a race or a match (100)
    dice    the most dice that may be rolled at once (10)
    sides   how many sides each die has (6)

State
    Nothing before a number of dice is said, afterwards that number: dice=5. In a race and in a match
    also what players have: me=40, and them=60 for the other. A roll is the total of the dice; it is 1
    if a 1 is among them.

Ambiguities settled
    At least one die is rolled. Of numbers of dice that are equally good the smallest comes first: five
    and six dice score the same on average. Who reaches the target wins at once. Sources recommend that
    there be at least ten dice: more are of use only to who is far behind.

Sources
    L. Feldman and F. Morgan, The Pedagogy and Probability of the Dice Game HOG, Journal of Statistics
    Education 11(2), 2003.
    J. F. Bohan and J. L. Shultz, Revisiting and Extending the Hog Game, The Mathematics Teacher 89(9),
    1996.

Known values
    n dice score 4n (5/6)^n points on average, and the most with five or six: 8.04.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from dicedevil.dice import Dice, Die, Roll, dice_words
from dicedevil.errors import PositionError, TooLarge
from dicedevil.furniture import TOTALS, Edit, Piece, Spot, Uses
from dicedevil.known import KnownValue
from dicedevil.parameters import Parameter, WholeNumber
from dicedevil.rules import Game, Position, read_fields, read_whole_number
from dicedevil.wrapped.boards import require_seat

MOST_WEIGHT = 2**53
"""How much all rolls of the most dice may weigh together: what floats tell apart."""
SCORE, BUST = "score", "bust"
A_ONE: Roll = (1,)
"""The roll in which a 1 is: no total is as low."""
_NO_ROLL: Mapping[Roll, int] = {(): 1}

Choice = int | str
"""A number of dice to roll, or what the roll leaves."""


class HogState(NamedTuple):
    """Whose turn it is, what both players have, and the dice to roll.

    No dice: their number is to be said. Alone the other has nothing, and in a single turn nobody has.
    """

    mover: int
    first: int
    second: int
    dice: int


START = HogState(0, 0, 0, 0)
TURN_OVER = HogState(0, 0, 0, -1)


class HogPlay(Game):
    """What a turn, the race and the match have in common."""

    keys: ClassVar[tuple[str, ...]] = ()
    """What a position says before the dice."""

    @property
    @abstractmethod
    def hog(self) -> Hog:
        """The game that is played."""

    @abstractmethod
    def scored(self, state: HogState, points: int) -> tuple[int, HogState]:
        """Return what a turn of so many points earns, and leads to."""

    def start(self) -> HogState:
        """Nobody has anything."""
        return START

    def rolls(self, state: HogState) -> Mapping[Roll, int]:
        """No roll where a number of dice is to be said; then their totals."""
        if not 0 <= state.dice <= self.hog.dice:
            raise PositionError(f"dice={state.dice} cannot be: 1 to {self.hog.dice} dice are rolled.")
        return self.hog.totals[state.dice]

    def choices(self, state: HogState, roll: Roll) -> Sequence[Choice]:
        """Numbers of dice, the smallest first; after the roll nothing is left to choose."""
        if not state.dice:
            return range(1, self.hog.dice + 1)
        return (BUST,) if roll == A_ONE else (SCORE,)

    def play(self, state: HogState, roll: Roll, choice: Choice) -> tuple[int, HogState]:
        """Say how many dice, or score what they show."""
        if isinstance(choice, int):
            return 0, state._replace(dice=choice)
        return self.scored(state, roll[0] if choice == SCORE else 0)

    def stuck(self, state: HogState, roll: Roll) -> str:
        """A 1 is among the dice."""
        return BUST if roll == A_ONE else ""

    def ends_turn(self, state: HogState, roll: Roll, choice: Choice) -> bool:
        """The roll does."""
        return state.dice > 0

    def strategies(self) -> Mapping[str, Any]:
        """Always roll as many dice as score the most on average."""
        return {f"roll-{self.hog.best_dice}": always(self.hog.best_dice)}

    def own_strategy(self, name: str) -> Any:
        """Find `roll-N` for every number of dice."""
        match = re.fullmatch(r"roll-(\d{1,4})", name)
        return always(int(match[1])) if match and 1 <= int(match[1]) <= self.hog.dice else None

    # -- words -----------------------------------------------------------------------------------

    def write_choice(self, choice: Choice) -> str:
        """`roll 5`, then `score` or `bust`."""
        return f"roll {choice}" if isinstance(choice, int) else choice

    def read_roll(self, state: HogState, text: str) -> Roll:
        """Read the total of the dice."""
        roll = (
            (read_whole_number(text.strip(), "The roll, the total of the dice,"),)
            if text.strip()
            else ()
        )
        self.require_roll(state, roll, text)
        return roll

    def read_numbers(self, text: str, more: tuple[str, ...]) -> dict[str, int]:
        """Read the keys of a position; what is not told is 0."""
        known = (*self.keys, "dice", *more)
        found = read_fields(text, known, whole_numbers=True) if text.strip() else {}
        for key, most in (*((key, self.hog.target) for key in self.keys), ("dice", self.hog.dice)):
            if not 0 <= found.get(key, 0) <= most:
                raise PositionError(f"{key}={found[key]} cannot be: it is 0 to {most}.")
        return dict.fromkeys(known, 0) | found

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """The dice to roll."""
        dice = position.state.dice
        return (f"{dice_words(dice)} to roll",) if dice > 0 else ()

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """What a player has, and the dice of whose turn it is."""
        state, spots = position.state, []
        if self.keys:
            points, key = (state.first, state.second)[seat], self.keys[seat != state.mover]
            edit = None if self.is_over(state) else Edit(key, low=0, high=self.hog.target - 1)
            spots.append(Spot("points", "Points", f"{points:,}", points, of=self.hog.target, edit=edit))
        elif self.is_over(state):
            spots.append(Spot("points", "Points", f"{position.points:,}", position.points))
        if seat == state.mover and not self.is_over(state):
            edit = Edit("dice", low=0, high=self.hog.dice)
            spots.append(Spot("dice", "Dice to roll", str(state.dice), state.dice, edit=edit))
        return (Piece(TOTALS, (spots,)),)

    def uses(self, state: HogState, roll: Roll, choice: Choice) -> Uses:
        """Everything is a button."""
        if isinstance(choice, int):
            return Uses(f"Roll {dice_words(choice)}")
        return Uses(f"Score {roll[0]:,}" if choice == SCORE else "Bust: a 1 is among them")

    def lying(self, state: HogState) -> Sequence[int | None]:
        """All dice are rolled."""
        return ()


def always(dice: int) -> Callable[[HogState, Roll], Choice]:
    """Return the strategy that rolls so many dice in every turn."""

    def choose(state: HogState, roll: Roll) -> Choice:
        if not state.dice:
            return dice
        return BUST if roll == A_ONE else SCORE

    return choose


@dataclass(frozen=True)
class Hog(HogPlay):
    """One turn for the most points; its views are the race and the match to the target."""

    target: int = 100
    dice: int = 10
    sides: int = 6

    name = "hog"
    title = "Hog"
    scored_in = "turn"
    parameters = (
        Parameter("target", "100", WholeNumber(1, 1_000), "points to reach in a race or a match"),
        Parameter("dice", "10", WholeNumber(1, 50), "the most dice that may be rolled at once"),
        Parameter("sides", "6", WholeNumber(2, 30), "how many sides each die has"),
    )
    sources = (
        "L. Feldman and F. Morgan, The Pedagogy and Probability of the Dice Game HOG, Journal of "
        "Statistics Education 11(2), 2003",
        "J. F. Bohan and J. L. Shultz, Revisiting and Extending the Hog Game, The Mathematics Teacher "
        "89(9), 1996",
    )
    known_values = (
        KnownValue(
            "best mean score of a turn", "8.04", "4n (5/6)^n for n = 5 and 6, Feldman and Morgan 2003"
        ),
    )

    def __post_init__(self) -> None:
        """Refuse parameters out of range, and dice with too many rolls."""
        for one in self.parameters:
            one.require(getattr(self, one.attribute))
        if self.sides**self.dice > MOST_WEIGHT:
            many = f"{self.dice} dice of {self.sides} sides have {self.sides**self.dice:,} rolls"
            raise TooLarge(f"{many}: the most is {MOST_WEIGHT:,}.")

    @property
    def hog(self) -> Hog:
        """The game itself."""
        return self

    @cached_property
    def totals(self) -> tuple[Mapping[Roll, int], ...]:
        """What no dice, one die, two dice and so on can show, with integer weights."""
        good = Die(tuple((face, 1) for face in range(2, self.sides + 1)))
        found = [_NO_ROLL]
        for dice in range(1, self.dice + 1):
            scores = Dice((good,) * dice).totals()
            bust = self.sides**dice - (self.sides - 1) ** dice
            found.append({A_ONE: bust, **{(total,): times for total, times in scores.items()}})
        return tuple(found)

    @cached_property
    def best_dice(self) -> int:
        """How many dice score the most on average; of several numbers the smallest."""
        stay = Fraction(self.sides - 1, self.sides)
        return max(range(1, self.dice + 1), key=lambda dice: dice * stay**dice)

    def view(self, objective: str) -> Game:
        """Turns are counted in a race to the target, and a match is won by reaching it first."""
        if objective in ("turns", "within"):
            return HogRace(self)
        return HogMatch(self) if objective == "win" else self

    def is_over(self, state: HogState) -> bool:
        """The dice have been rolled."""
        return state == TURN_OVER

    def scored(self, state: HogState, points: int) -> tuple[int, HogState]:
        """The points count now."""
        return points, TURN_OVER

    def progress(self, state: HogState) -> int:
        """The number is said, the dice are rolled."""
        return 2 if self.is_over(state) else int(state.dice > 0)

    def write_state(self, state: HogState) -> str:
        """`dice=5`; 0 before it is said, and `over=1` at the end."""
        return "over=1" if self.is_over(state) else f"dice={state.dice}"

    def read_state(self, text: str) -> Position:
        """Read the same, and at the end the points: `over=1,points=17`."""
        found = self.read_numbers(text, ("over", "points"))
        state = TURN_OVER if found["over"] else START._replace(dice=found["dice"])
        return Position(found["points"], state)


@dataclass(frozen=True)
class HogContest(HogPlay):
    """The race of one player, or the match of two, to the target."""

    game: Hog

    @property
    def hog(self) -> Hog:
        """The turn that is played again and again."""
        return self.game

    @property
    def innermost(self) -> Game:
        """The turn."""
        return self.game

    @property
    def spec(self) -> str:
        """The name of the game."""
        return str(self.game)

    def is_over(self, state: HogState) -> bool:
        """Somebody has the target."""
        return max(state.first, state.second) >= self.game.target

    def to_move(self, state: HogState) -> int:
        """Whose turn it is."""
        return state.mover

    def scored(self, state: HogState, points: int) -> tuple[int, HogState]:
        """Add the points and pass on; whoever has the target, it is the same end."""
        mover, first, second, _ = state
        total = (second if mover else first) + points
        if total >= self.game.target:
            return 0, HogState(1, 0, self.game.target, 0) if mover else HogState(
                0, self.game.target, 0, 0
            )
        return 0, HogState(
            (mover + 1) % self.players, *((first, total) if mover else (total, second)), 0
        )

    def progress(self, state: HogState) -> int:
        """What players have; the end comes last."""
        return 2 * self.game.target if self.is_over(state) else state.first + state.second

    def write_state(self, state: HogState) -> str:
        """`me=40,them=60,dice=5`, and `mover=1` where the second player is to move."""
        totals = (state.second, state.first) if state.mover else (state.first, state.second)
        told = [f"{key}={points}" for key, points in zip(self.keys, totals, strict=False)]
        dice = [f"dice={state.dice}"] if state.dice else []
        return ",".join([*told, *dice, *(["mover=1"] if state.mover else [])])

    def read_state(self, text: str) -> Position:
        """Read the same."""
        found = {"them": 0, "mover": 0} | self.read_numbers(
            text, ("mover",) if self.players > 1 else ()
        )
        require_seat(found["mover"], self.players, text)
        me, them = found["me"], found["them"]
        first, second = (them, me) if found["mover"] else (me, them)
        if min(me, them) >= self.game.target:
            raise PositionError(f"Only one player can reach the target of {self.game.target:,}.")
        return Position(0, HogState(found["mover"], first, second, found["dice"]))


@dataclass(frozen=True)
class HogRace(HogContest):
    """Reach the target in as few turns as possible."""

    keys = ("me",)
    scored_in = "race"


@dataclass(frozen=True)
class HogMatch(HogContest):
    """Two players take turns; the first to reach the target wins."""

    keys = ("me", "them")
    players = 2

    def start_for(self, seat: int) -> HogState:
        """Whoever begins, both have nothing."""
        return START._replace(mover=seat)

    def win_share(self, state: HogState) -> Fraction:
        """Whoever has the target wins."""
        return Fraction(int(state.first >= self.game.target))
