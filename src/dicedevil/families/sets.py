"""Sets of dice, kept as they fall or rolled again as a whole, with rerolls that all sets share.

A set is rolled. It is kept, and the next one comes; or, while rerolls are left, all its dice are rolled
again. Dice count what they show unless the rules say otherwise. The state is the sets left, the one on
the table included, and the rerolls left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dicedevil.dice import Dice, Roll
from dicedevil.errors import PositionError, RulesError, listed
from dicedevil.furniture import TOTALS, Edit, Piece, Spot, Uses
from dicedevil.remembering import Remembers
from dicedevil.rules import Game, Position, read_fields, read_whole_number

KEEP, AGAIN = "keep", "roll again"
MOST_SETS = 1_000
MOST_REROLLS = 1_000
MOST_POINTS = 10**6


@dataclass(frozen=True)
class SetsRules(Remembers):
    """The dice of a set, how many sets there are, and the rerolls of all of them together."""

    dice: Dice
    sets: int = 1
    rerolls: int = 0
    counts: tuple[tuple[int, int], ...] = ()
    """Faces that count something else than they show."""

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        if not 1 <= self.sets <= MOST_SETS:
            raise RulesError(f"There are 1 to {MOST_SETS:,} sets, not {self.sets:,}.")
        if not 0 <= self.rerolls <= MOST_REROLLS:
            raise RulesError(f"There are 0 to {MOST_REROLLS:,} rerolls, not {self.rerolls:,}.")
        shown = {face for die in self.dice.dice for face in die.faces}
        strange = sorted({face for face, _ in self.counts} - shown)
        if strange:
            raise RulesError(f"counts: no die shows {listed(strange)}.")
        if any(abs(points) > MOST_POINTS for _, points in self.counts):
            raise RulesError(f"A die counts at most {MOST_POINTS:,} points.")

    @cached_property
    def rolls(self) -> Mapping[Roll, int]:
        """The rolls of a set."""
        return self.dice.rolls()

    @cached_property
    def points(self) -> Mapping[Roll, int]:
        """What each roll counts."""
        other = dict(self.counts)
        return {roll: sum(other.get(face, face) for face in roll) for roll in self.rolls}


class Sets(NamedTuple):
    """The sets left, the one to be rolled included, and the rerolls left."""

    sets: int
    rerolls: int


OVER = Sets(0, 0)


@dataclass(frozen=True)
class SetsGame(Game):
    """Keep a set of dice, or roll all of it again; rerolls are shared."""

    rules: SetsRules

    def start(self) -> Sets:
        """All sets and all rerolls are left."""
        return Sets(self.rules.sets, self.rules.rerolls)

    def is_over(self, state: Sets) -> bool:
        """All sets are kept."""
        return state.sets == 0

    def rolls(self, state: Sets) -> Mapping[Roll, int]:
        """The dice of a set."""
        sets, rerolls = state
        if not 1 <= sets <= self.rules.sets or not 0 <= rerolls <= self.rules.rerolls:
            raise PositionError(
                f"{self.write_state(state)} cannot come up: the start is {self.start()}."
            )
        return self.rules.rolls

    def choices(self, state: Sets, roll: Roll) -> Sequence[str]:
        """Keep, or roll again."""
        return (KEEP, AGAIN) if state.rerolls else (KEEP,)

    def play(self, state: Sets, roll: Roll, choice: str) -> tuple[int, Sets]:
        """A set that is kept counts."""
        sets, rerolls = state
        if choice == AGAIN:
            return 0, Sets(sets, rerolls - 1)
        return self.rules.points[roll], Sets(sets - 1, rerolls) if sets > 1 else OVER

    def progress(self, state: Sets) -> int:
        """Sets kept, and rerolls used."""
        rules = self.rules
        return (rules.sets - state.sets) * (rules.rerolls + 1) + rules.rerolls - state.rerolls

    def size(self) -> tuple[int, int]:
        """Every number of rerolls can be left for every set."""
        rules = self.rules
        before, rolls = rules.sets * (rules.rerolls + 1), len(rules.rolls)
        return before + 1, rolls * (2 * before - rules.sets)

    def ends_turn(self, state: Sets, roll: Roll, choice: str) -> bool:
        """All sets are one turn."""
        return state.sets == 1 and choice == KEEP

    def turns_played(self, state: Sets) -> int:
        """There is one."""
        return int(self.is_over(state))

    def is_in_turn(self, state: Sets) -> bool:
        """A set was kept or rolled again."""
        return not self.is_over(state) and state != self.start()

    def stage(self, state: Sets) -> int:
        """Sets kept."""
        return self.rules.sets - state.sets

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "sets kept"

    # -- words -----------------------------------------------------------------------------------

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Which set it is, the rerolls left, and the points so far."""
        state, rules = position.state, self.rules
        told = [f"set {rules.sets - state.sets + 1} of {rules.sets}"] if rules.sets > 1 else []
        made = f"{position.points:,} points so far"
        return (*told, f"{state.rerolls} reroll{'s' * (state.rerolls != 1)} left", made)

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """The points, the sets and the rerolls."""
        state, rules = position.state, self.rules
        spots = [Spot("kept", "Points", f"{position.points:,}", position.points)]
        if not self.is_over(state):
            number = rules.sets - state.sets + 1
            which = Edit("set", low=1, high=rules.sets) if rules.sets > 1 else None
            spots.append(Spot("set", "Set", str(number), number, of=rules.sets, edit=which))
            left = Edit("rerolls", low=0, high=rules.rerolls)
            spots.append(Spot("rerolls", "Rerolls left", str(state.rerolls), state.rerolls, edit=left))
        return (Piece(TOTALS, (spots,)),)

    def uses(self, state: Sets, roll: Roll, choice: str) -> Uses:
        """Both are buttons."""
        points = self.rules.points[roll]
        return Uses(f"Keep {points:,}" if choice == KEEP else "Roll all of them again")

    def lying(self, state: Sets) -> Sequence[int | None]:
        """All dice of a set are rolled."""
        return ()

    def write_state(self, state: Sets) -> str:
        """`set=2,rerolls=3`; `set=0` is the end."""
        number = self.rules.sets - state.sets + 1 if state.sets else 0
        return f"set={number},rerolls={state.rerolls}"

    def read_state(self, text: str) -> Position:
        """Read `set=2,rerolls=3`; the first set and all rerolls unless said otherwise."""
        if not text.strip():
            return Position(0, self.start())
        said = read_fields(text, ("set", "rerolls", "points"), whole_numbers=True)
        points = said.get("points", 0)
        number = read_whole_number(str(said.get("set", 1)), "set", 0, self.rules.sets)
        if number == 0:
            return Position(points, OVER)
        most = self.rules.rerolls
        left = read_whole_number(str(said.get("rerolls", most)), "rerolls", 0, most)
        return Position(points, Sets(self.rules.sets - number + 1, left))
