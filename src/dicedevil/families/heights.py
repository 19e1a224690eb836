"""Heights to be cleared: skip one or try it, with so many tries for each; the highest counts.

Heights rise by steps. At each the player skips it or tries; there are three tries, say, to clear it,
and whoever misses them all is out. A try is cleared if the dice total at least the height and none
shows a face that fails. Where the player chooses the dice, each try may be made with another number.

The state is the height, the tries left at it, the highest that was cleared, and the dice that were
chosen (0: nothing has been said yet). Tries with dice that cannot total the height are not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from dicedevil.dice import Dice, Roll, dice_words, read_roll
from dicedevil.errors import PositionError, RulesError, TooLarge, listed, quoted
from dicedevil.furniture import TOTALS, Edit, Piece, Spot, Uses
from dicedevil.remembering import Remembers
from dicedevil.rules import Game, Position, read_fields

TRY, SKIP, CLEARED, MISSED = "try", "skip", "cleared", "missed"
Choice = int | str
"""A number is that of the dice to try with, where the player says it."""
_NO_ROLL: Mapping[Roll, int] = {(): 1}
MOST_DICE = 12
MOST_HEIGHTS = 1_000
MOST_TRIES = 100
MOST_STATES = 2_000_000


class AtHeight(NamedTuple):
    """The height, the tries left at it, the highest cleared, and the dice that were chosen."""

    height: int
    tries: int
    best: int
    dice: int = 0


OVER = AtHeight(0, 0, 0)


@dataclass(frozen=True)
class HeightsRules(Remembers):
    """The heights, the tries, and the dice with which they are made."""

    dice: Dice
    first: int
    step: int = 1
    tries: int = 3
    fails: tuple[int, ...] = ()
    """Faces that make a try a miss."""
    choose_dice: bool = False
    """Whether the player says how many dice a try is made with."""

    def __post_init__(self) -> None:
        """Refuse rules without a height, and those too large to solve."""
        faces = self.dice.dice[0].faces
        if len(set(self.dice.dice)) != 1:
            raise RulesError(f"The dice must be alike, as in 5d6, not {self.dice}.")
        if len(self.dice) > MOST_DICE:
            raise TooLarge(f"{len(self.dice)} dice are too many for a try: the most is {MOST_DICE}.")
        if self.first < 1 or self.step < 1:
            raise RulesError("The first height and the step are at least 1.")
        if not 1 <= self.tries <= MOST_TRIES:
            raise RulesError(f"There are 1 to {MOST_TRIES} tries at a height, not {self.tries}.")
        strange = sorted(set(self.fails) - set(faces))
        if strange or set(self.fails) == set(faces):
            what = f"no die shows {listed(strange)}" if strange else "with all faces nothing is cleared"
            raise RulesError(f"fails: {what}.")
        if not self.heights:
            raise RulesError(f"Nobody clears a first height of {self.first} with {self.dice}.")
        if len(self.heights) > MOST_HEIGHTS:
            raise TooLarge(f"There are {len(self.heights):,} heights: the most is {MOST_HEIGHTS:,}.")

    @cached_property
    def highest_face(self) -> int:
        """The highest face that does not fail."""
        return max(face for face in self.dice.dice[0].faces if face not in self.fails)

    @cached_property
    def heights(self) -> range:
        """All heights that can be cleared."""
        return range(self.first, len(self.dice) * self.highest_face + 1, self.step)

    def may_use(self, height: int) -> Sequence[int]:
        """Return with how many dice a height may be tried: with which it can be cleared."""
        most = len(self.dice)
        least = -(-height // self.highest_face) if self.choose_dice else most
        return range(least, most + 1)

    @cached_property
    def rolls(self) -> Callable[[int], Mapping[Roll, int]]:
        """The rolls of so many dice."""
        return cache(lambda dice: Dice(self.dice.dice[:dice]).rolls())

    def clears(self, height: int, roll: Roll) -> bool:
        """Tell whether a try clears a height."""
        return sum(roll) >= height and not any(face in self.fails for face in roll)

    def may_miss(self, height: int, dice: int) -> bool:
        """Tell whether a try with so many dice may go wrong."""
        return bool(self.fails) or dice * self.dice.dice[0].faces[0] < height

    @cached_property
    def states(self) -> frozenset[AtHeight]:
        """Every position that can come up, the end too."""
        start = AtHeight(self.first, self.tries, 0)
        found, waiting = {start}, [start]
        while waiting:
            for after in self._after(waiting.pop()):
                if after not in found:
                    found.add(after)
                    waiting.append(after)
            if len(found) > MOST_STATES:
                raise TooLarge(f"These heights make more than {MOST_STATES:,} positions.")
        return frozenset(found)

    def _after(self, bar: AtHeight) -> list[AtHeight]:
        if bar == OVER:
            return []
        if not bar.dice:
            skipped = [self.above(bar.height, bar.best)] if bar.tries == self.tries else []
            return skipped + [bar._replace(dice=dice) for dice in self.may_use(bar.height)]
        missed = [self.missed(bar)] if self.may_miss(bar.height, bar.dice) else []
        return [self.above(bar.height, bar.height), *missed]

    def above(self, height: int, best: int) -> AtHeight:
        """Return the position at the next height, or the end."""
        following = height + self.step
        return AtHeight(following, self.tries, best) if following in self.heights else OVER

    def missed(self, bar: AtHeight) -> AtHeight:
        """Return the position after a miss: the next try, or the end."""
        return AtHeight(bar.height, bar.tries - 1, bar.best) if bar.tries > 1 else OVER


@dataclass(frozen=True)
class HeightsGame(Game):
    """Clear heights, as high as you can; whoever misses one out is out."""

    rules: HeightsRules

    def start(self) -> AtHeight:
        """The first height."""
        return AtHeight(self.rules.first, self.rules.tries, 0)

    def is_over(self, state: AtHeight) -> bool:
        """No height is left, or all tries at one were missed."""
        return state.height == 0

    def rolls(self, state: AtHeight) -> Mapping[Roll, int]:
        """The dice that were chosen; nothing before that."""
        if state not in self.rules.states:
            raise PositionError(f"{self.write_state(state)} cannot come up in {self}.")
        return self.rules.rolls(state.dice) if state.dice else _NO_ROLL

    def choices(self, state: AtHeight, roll: Roll) -> Sequence[Choice]:
        """Try with so many dice, or skip the height; after a roll what it is."""
        if state.dice:
            return (CLEARED if self.rules.clears(state.height, roll) else MISSED,)
        tries: Sequence[Choice] = self.rules.may_use(state.height) if self.rules.choose_dice else (TRY,)
        return (*tries, SKIP) if state.tries == self.rules.tries else tuple(tries)

    def play(self, state: AtHeight, roll: Roll, choice: Choice) -> tuple[int, AtHeight]:
        """A height that is cleared counts what it is above the last one."""
        if choice == MISSED:
            return 0, self.rules.missed(state)
        if choice == CLEARED:
            return state.height - state.best, self.rules.above(state.height, state.height)
        if choice == SKIP:
            return 0, self.rules.above(state.height, state.best)
        return 0, state._replace(dice=len(self.rules.dice) if isinstance(choice, str) else choice)

    def progress(self, state: AtHeight) -> int:
        """Heights behind, tries used, and whether dice were chosen."""
        each = 2 * self.rules.tries
        if self.is_over(state):
            return each * len(self.rules.heights)
        behind = (state.height - self.rules.first) // self.rules.step
        return each * behind + 2 * (self.rules.tries - state.tries) + (state.dice > 0)

    def size(self) -> tuple[int, int]:
        """Known from the rules."""
        by_dice = {dice: len(self.rules.rolls(dice)) for dice in range(1, len(self.rules.dice) + 1)}
        return len(self.rules.states), sum(by_dice.get(bar.dice, 1) for bar in self.rules.states)

    def ends_turn(self, state: AtHeight, roll: Roll, choice: Choice) -> bool:
        """A height is a turn, with all its tries."""
        return self.play(state, roll, choice)[1].height != state.height

    def is_in_turn(self, state: AtHeight) -> bool:
        """A height was tried."""
        return not self.is_over(state) and (state.dice > 0 or state.tries < self.rules.tries)

    def stage(self, state: AtHeight) -> int:
        """Heights behind."""
        return self.progress(state) // (2 * self.rules.tries)

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "heights behind"

    # -- words -----------------------------------------------------------------------------------

    def write_choice(self, choice: Choice) -> str:
        """`try`, `try with 3`, `skip`, `cleared`, `missed`."""
        return try_words(choice)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """The height, the tries left at it, and the highest that was cleared."""
        state = position.state
        left = f"{state.tries} {'try' if state.tries == 1 else 'tries'} left"
        told = [f"height {state.height}", left]
        return (*told, *([f"{dice_words(state.dice)} to roll"] if state.dice else []))

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """The highest that was cleared, the height, and the tries."""
        state, rules = position.state, self.rules
        best = position.points if self.is_over(state) else state.best
        spots = [Spot("best", "Cleared", str(best) if best else "nothing", best)]
        if not self.is_over(state):
            low, high = max(rules.first, state.best + rules.step), rules.heights[-1]
            edit = Edit("height", low=low, high=high, step=rules.step, drops=("tries", "dice"))
            spots.append(Spot("height", "Height", str(state.height), state.height, edit=edit))
            spots.append(Spot("tries", "Tries left", str(state.tries), state.tries, of=rules.tries))
        return (Piece(TOTALS, (spots,)),)

    def uses(self, state: AtHeight, roll: Roll, choice: Choice) -> Uses:
        """Everything is a button."""
        if choice in (CLEARED, MISSED):
            return Uses(f"{str(choice).capitalize()}: {sum(roll)} of {state.height}")
        if isinstance(choice, str):
            return Uses(f"{choice.capitalize()} {state.height}")
        return Uses(f"Try {state.height} with {dice_words(choice)}")

    def lying(self, state: AtHeight) -> Sequence[int | None]:
        """All dice are rolled."""
        return ()

    def write_state(self, state: AtHeight) -> str:
        """`height=16,tries=2,best=14`, `dice=3` if so many are rolled now; `height=0` is the end."""
        items = [f"height={state.height}"]
        if not self.is_over(state):
            items += [f"tries={state.tries}"] if state.tries < self.rules.tries else []
            items += [f"best={state.best}"] if state.best else []
            items += [f"dice={state.dice}"] if state.dice else []
        return ",".join(items)

    def read_state(self, text: str) -> Position:
        """Read `height=16,tries=2,best=14`; the first height and all tries unless said otherwise."""
        if not text.strip():
            return Position(0, self.start())
        said = read_fields(text, ("height", "tries", "best", "dice", "points"), whole_numbers=True)
        height = said.get("height", self.rules.first)
        if height == 0:
            return Position(said.get("points", 0), OVER)
        bar = AtHeight(
            height, said.get("tries", self.rules.tries), said.get("best", 0), said.get("dice", 0)
        )
        if bar not in self.rules.states:
            known = f"{listed(self.rules.heights, limit=40)}, each with 1 to {self.rules.tries} tries"
            raise PositionError(f"{self.write_state(bar)} cannot come up. The heights are {known}.")
        return Position(said.get("points", bar.best), bar)

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll; the number of dice in the roll says how many were chosen."""
        points, bar = self.read_state(state_text)
        if self.is_over(bar):
            raise PositionError(f"The game is over at {quoted(state_text)}: nothing is left to choose.")
        if roll_text.strip() and not bar.dice:
            count = len(read_roll(roll_text))
            if count in self.rules.may_use(bar.height):
                bar = bar._replace(dice=count)
        return Position(points, bar), self.read_roll(bar, roll_text)


def try_words(choice: Choice) -> str:
    """`try`, `try with 3`, `skip`, `cleared`, `missed`."""
    return choice if isinstance(choice, str) else f"{TRY} with {choice}"
