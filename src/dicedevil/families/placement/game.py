"""Placement games: roll, then put the roll into a free slot that scores it in its own way.

The state is the set of open slots, as the bits of a whole number (slot 1 is bit 0). What stands in
the filled slots no longer matters, so a position is an open set and the points made so far.

When every slot multiplies the roll by its own number and the numbers do not decrease, the best
choice depends only on how many slots are open, not on which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dicedevil.dice import Dice, Roll, read_faces
from dicedevil.errors import NotationError, PositionError, TooLarge, listed, quoted
from dicedevil.families.placement.slots import (
    MOST_POINTS,
    Way,
    multiplied,
    require_ways,
    rises,
    way_scores,
    way_words,
)
from dicedevil.furniture import SLOTS, Edit, Piece, Spot, Uses, stands
from dicedevil.naming import refuse_match_key
from dicedevil.rules import Game, Position, read_fields, read_whole_number
from dicedevil.strategy import Foreseeing

_DICE_APART = re.compile(r"\d{1,9}([\s+,;/-]+\d{1,9})+")


@dataclass(frozen=True)
class PlacementGame(Game):
    """Fill every slot with one total of the dice."""

    solved_in = "dicedevil.solvers.placement.lanes"
    drawn_in = "dicedevil.figures.placement"

    dice: Dice
    ways: tuple[Way, ...]
    """How each slot scores a total."""

    def __post_init__(self) -> None:
        """Refuse slots that cannot be, and scores that floats would not keep."""
        require_ways(self.ways, len(self.totals))
        if self.multipliers is not None:
            highest = max(self.totals) * sum(map(abs, self.multipliers))
        else:
            highest = sum(max(map(abs, paid.values())) for paid in self._scores)
        if highest > MOST_POINTS:
            raise TooLarge(f"Scores of up to {highest:,} are too high: the most is {MOST_POINTS:,}.")

    @property
    def slots(self) -> int:
        """The number of slots."""
        return len(self.ways)

    def points(self, slot: int, total: int) -> int:
        """Return what a total earns in a slot; slots count from 1."""
        if self.multipliers is not None:
            return self.multipliers[slot - 1] * total
        return self._scores[slot - 1][total]

    @cached_property
    def _scores(self) -> tuple[Mapping[int, int], ...]:
        return tuple(way_scores(way, self.totals) for way in self.ways)

    @cached_property
    def totals(self) -> dict[int, int]:
        """The weight of each total."""
        return self.dice.totals()

    @cached_property
    def _rolls(self) -> dict[Roll, int]:
        return {(total,): weight for total, weight in self.totals.items()}

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The probability of each total; whole-number division, since weights may exceed floats."""
        total_weight = self.dice.total_weight
        return tuple(weight / total_weight for weight in self.totals.values())

    @cached_property
    def multipliers(self) -> tuple[int, ...] | None:
        """Each slot's multiplier, or None where a slot scores in another way."""
        return multiplied(self.ways)

    @cached_property
    def is_linear(self) -> bool:
        """Whether every slot multiplies and no multiplier is below the one before it."""
        return rises(self.ways)

    def start(self) -> int:
        """All slots are open."""
        return self._everything

    @cached_property
    def _everything(self) -> int:
        return (1 << self.slots) - 1

    def is_over(self, state: int) -> bool:
        """No slot is open."""
        return state == 0

    def rolls(self, state: int) -> Mapping[Roll, int]:
        """The totals, always the same."""
        return self._rolls

    def choices(self, state: int, roll: Roll) -> Sequence[int]:
        """The open slots, lowest first."""
        if not isinstance(state, int) or not 0 <= state <= self._everything:
            raise PositionError(
                f"The state {quoted(state)} cannot occur: it is no set of {self.slots} slots."
            )
        return open_slots(state)

    def play(self, state: int, roll: Roll, choice: int) -> tuple[int, int]:
        """Fill the slot."""
        return self.points(choice, roll[0]), state & ~(1 << (choice - 1))

    def progress(self, state: int) -> int:
        """The number of filled slots."""
        return self.slots - state.bit_count()

    def turns_played(self, state: int) -> int:
        """Every turn fills a slot."""
        return self.progress(state)

    def highest_score(self) -> int:
        """Every slot at its best."""
        return sum(max(scores.values()) for scores in self._scores)

    def turns_in_all(self) -> int:
        """As many as there are slots."""
        return self.slots

    @property
    def stage_words(self) -> str:
        """Progress counts slots."""
        return "slots filled"

    def size(self) -> tuple[int, int]:
        """Every set of slots can be open; each total may go into each open slot."""
        sets = 1 << self.slots
        return sets, sets // 2 * self.slots * len(self.totals)

    def box(self, choice: int) -> str:
        """The slot's number."""
        return str(choice)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Points and open slots."""
        left = position.state.bit_count()
        return (f"{position.points:,} points so far", f"{left} of {self.slots} slots open")

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """The slots, what was placed there and what it earned, and the total."""
        placed, spots = stands(written), []
        for slot in range(1, self.slots + 1):
            text, is_open = placed.get(str(slot), ""), bool(position.state >> (slot - 1) & 1)
            earned = self.points(slot, int(text)) if text else None
            text = text or ("" if is_open else "filled")  # told by its sum
            words, edit = self._slot_words(slot), self._placing(slot)
            spots.append(Spot(str(slot), words, text, earned, is_open, edit=edit))
        half = -(-len(spots) // 2)
        total = Spot("total", "Total", f"{position.points:,}", position.points)
        return (Piece(SLOTS, (spots[:half], [*spots[half:], total])),)

    def _placing(self, slot: int) -> Edit:
        low, high = min(self.totals), max(self.totals)
        if len(self.totals) == high - low + 1:
            return Edit(str(slot), low=low, high=high)
        return Edit(str(slot), [str(total) for total in self.totals])

    def _slot_words(self, slot: int) -> str:
        return f"Slot {slot}, {way_words(self.ways[slot - 1])}"

    def uses(self, state: int, roll: Roll, choice: int) -> Uses:
        """The slot."""
        return Uses(self._slot_words(choice), spots=(str(choice),))

    def lying(self, state: int) -> Sequence[int | None]:
        """All dice are rolled."""
        return ()

    def write_choice(self, choice: int) -> str:
        """`place 5`."""
        return f"place {choice}"

    def write_state(self, state: int) -> str:
        """The filled slots; what stands in them is written as the lowest total."""
        low = next(iter(self.totals))
        filled = [slot for slot in range(1, self.slots + 1) if not state >> (slot - 1) & 1]
        return ",".join(f"{slot}={low}" for slot in filled)

    def noted(self, written: str, state: int, roll: Roll, choice: int) -> str:
        """Write what was placed: a state knows only which slots are open."""
        return f"{written},{choice}={roll[0]}".lstrip(",")

    def plainly(self, written: str) -> str:
        """Write what was placed with plain numbers; points are told apart from a board."""
        fields = read_fields(written, None) if written.strip() else {}
        return ",".join(f"{int(key)}={int(total)}" for key, total in fields.items() if key.isdigit())

    def read_state(self, text: str) -> Position:
        """Read `1=4,5=8`: slot 1 holds a 4, slot 5 an 8; or `points=120,open=2+7` without saying so."""
        state, points = self.start(), 0
        if not text.strip():
            return Position(points, state)
        fields = read_fields(text, None)
        if "open" in fields:
            return self._read_summed(fields, text)
        for slot_text, total_text in fields.items():
            if not slot_text.isdigit():
                refuse_match_key(slot_text, text)
            slot = read_whole_number(slot_text, "A slot")
            total = read_whole_number(total_text, f"The roll in slot {slot}")
            if not 1 <= slot <= self.slots:
                raise PositionError(f"There is no slot {slot}: the slots are 1 to {self.slots}.")
            if not state >> (slot - 1) & 1:
                raise PositionError(f"Slot {slot} is filled twice in {quoted(text)}.")
            self._require_total(total)
            earned, state = self.play(state, (total,), slot)
            points += earned
        return Position(points, state)

    def _read_summed(self, fields: Mapping[str, str], text: str) -> Position:
        """Read the points made and the open slots; how many are open says it where all are alike."""
        if fields.keys() != {"open", "points"}:
            raise NotationError(
                f"Cannot read {quoted(text)}: say what stands in each filled slot, or the points and "
                "the open slots, as in points=120,open=2+7."
            )
        told, state = fields["open"].strip().lower(), 0
        counted = {"none": 0, "0": 0, "all": self.slots}.get(told)
        alike = self.multipliers is not None and len(set(self.multipliers)) == 1
        if counted is None and "+" not in told and alike:
            counted = read_whole_number(told, "open", 0, self.slots)
        if counted is not None:
            state = (1 << counted) - 1
        for slot_text in () if counted is not None else told.split("+"):
            slot = read_whole_number(slot_text.strip(), "An open slot", 1, self.slots)
            if state >> (slot - 1) & 1:
                raise PositionError(f"Slot {slot} is open twice in {quoted(text)}.")
            state |= 1 << (slot - 1)
        filled = [slot for slot in range(1, self.slots + 1) if not state >> (slot - 1) & 1]
        holds = [[self.points(slot, total) for total in self.totals] for slot in filled]
        points = read_whole_number(fields["points"], "points")
        low, high = sum(map(min, holds)), sum(map(max, holds))
        if not low <= points <= high:
            raise PositionError(f"points={points}: these filled slots hold {low} to {high}.")
        return Position(points, state)

    def read_roll(self, state: int, text: str) -> Roll:
        """Read the total of the dice, or the dice themselves: `11`, `4 4 3`."""
        if not text.strip():
            self.require_roll(state, (), text)
        faces = read_faces(text) if _DICE_APART.fullmatch(text.strip()) else ()
        if len(faces) == len(self.dice):
            self._require_total(sum(faces))
            return (sum(faces),)
        total = read_whole_number(text.strip(), "The roll (the total of the dice)")
        self._require_total(total)
        return (total,)

    def write_roll(self, roll: Roll) -> str:
        """The total."""
        return "+".join(map(str, roll))

    def _require_total(self, total: int) -> None:
        if total not in self.totals:
            low, high = min(self.totals), max(self.totals)
            whole = len(self.totals) == high - low + 1
            known = f"run from {low} to {high}" if whole else f"are {listed(self.totals)}"
            raise PositionError(f"{self.dice} cannot show {total}: totals {known}.")

    def strategies(self) -> Mapping[str, Any]:
        """The omniscient player knows all rolls beforehand; it needs multipliers to sort by."""
        return {"omniscient": Foreseeing()} if self.is_linear else {}


def open_slots(state: int) -> list[int]:
    """Return the numbers of the open slots, lowest first."""
    return [slot for slot, bit in enumerate(bin(state)[:1:-1], 1) if bit == "1"]
