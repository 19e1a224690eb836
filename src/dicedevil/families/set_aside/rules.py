"""The rules of a set-aside game as data, and which positions an attempt can come to.

An attempt begins with all dice. After each roll some of them, at least one, are set aside for good,
and the others are rolled again until none is left. Dice count what they show unless `counts` says
otherwise.

- needs: faces that must be aside in the end, or the attempt counts nothing. The dice that meet them
  count nothing themselves; further dice of such a face do.
- only: no other faces may be set aside. A roll that shows none of them is a foul: the attempt counts
  nothing.
- one by one: a single die is rolled at a time.
- may stop: once a die is aside the attempt may be ended, with what it counts by then.
- run-up: the attempt itself is made with the dice that were set aside in a run-up, however many; there
  their total must not exceed a limit.
- attempts: the best one counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

from dicedevil.dice import Dice, Roll
from dicedevil.errors import RulesError, TooLarge, listed
from dicedevil.remembering import Remembers

MOST_DICE = 12
MOST_FACES = 100
MOST_ATTEMPTS = 100
MOST_POINTS = 10**6
MOST_STATES = 2_000_000
"""Of a game whose states are listed one by one."""


class Heap(NamedTuple):
    """Dice aside: how many, which needed faces are still missing (bits), what the others count."""

    dice: int
    missing: int
    points: int


@dataclass(frozen=True)
class AsideRules(Remembers):
    """What may be set aside, and what it counts."""

    dice: Dice
    counts: tuple[tuple[int, int], ...] = ()
    """Faces that count something else than they show."""
    needs: tuple[int, ...] = ()
    only: tuple[int, ...] = ()
    """The faces that may be set aside; none named means all."""
    one_by_one: bool = False
    may_stop: bool = False
    run_up: int = 0
    """The highest total of a run-up; 0: there is none."""
    attempts: int = 1
    low_wins: bool = False

    def __post_init__(self) -> None:
        """Refuse rules that contradict themselves, and those too large to solve."""
        faces = self.dice.dice[0].faces
        if len(set(self.dice.dice)) != 1:
            raise RulesError(f"The dice must be alike, as in 5d6, not {self.dice}.")
        if len(self.dice) > MOST_DICE:
            raise TooLarge(f"{len(self.dice)} dice are too many to set aside: the most is {MOST_DICE}.")
        if len(faces) > MOST_FACES:
            raise TooLarge(f"A die of {len(faces):,} faces is too large: the most is {MOST_FACES}.")
        for what, named in (
            ("counts", [face for face, _ in self.counts]),
            ("needs", self.needs),
            ("only", self.only),
        ):
            strange = sorted(set(named) - set(faces))
            if strange:
                raise RulesError(f"{what}: no die shows {listed(strange)}.")
        self._require_sense()
        if self.size[0] > MOST_STATES:
            raise TooLarge(
                f"These rules have {self.size[0]:,} positions: the most is {MOST_STATES:,}. Use fewer "
                "dice, faces or attempts."
            )

    def _require_sense(self) -> None:
        if len(self.needs) > len(self.dice):
            raise RulesError(
                f"{len(self.needs)} faces are needed, but there are {len(self.dice)} dice."
            )
        if self.only and not set(self.needs) <= set(self.only):
            raise RulesError("needs: a face that is needed must be one that may be set aside.")
        if not 1 <= self.attempts <= MOST_ATTEMPTS:
            raise RulesError(f"There are 1 to {MOST_ATTEMPTS} attempts, not {self.attempts}.")
        if self.low_wins and self.can_fail:
            raise RulesError(
                "Where low wins nothing may fail: an attempt that counts nothing would win."
            )
        if self.run_up and self.one_by_one:
            raise RulesError("A run-up needs dice that are rolled together, not one by one.")
        if self.run_up and self.run_up < min(self.allowed):
            raise RulesError(f"A run-up of at most {self.run_up} has room for no die.")
        if any(abs(points) > MOST_POINTS for _, points in self.counts):
            raise RulesError(f"A die counts at most {MOST_POINTS:,} points.")

    # -- single dice -----------------------------------------------------------------------------

    @cached_property
    def allowed(self) -> frozenset[int]:
        """The faces that may be set aside."""
        return frozenset(self.only or self.dice.dice[0].faces)

    @cached_property
    def worth(self) -> Mapping[int, int]:
        """What a die counts, by the face it shows."""
        return {face: face for face in self.dice.dice[0].faces} | dict(self.counts)

    @cached_property
    def nothing(self) -> Heap:
        """No die is aside."""
        return Heap(0, (1 << len(self.needs)) - 1, 0)

    def with_die(self, heap: Heap, face: int) -> Heap:
        """Return what is aside with one more die: a needed face first, else it counts."""
        dice, missing, points = heap
        for place, needed in enumerate(self.needs):
            if needed == face and missing >> place & 1:
                return Heap(dice + 1, missing & ~(1 << place), points)
        return Heap(dice + 1, missing, points + self.worth[face])

    def with_dice(self, heap: Heap, faces: Roll) -> Heap:
        """Return what is aside with some more dice."""
        if not self.needs:
            return Heap(
                heap.dice + len(faces), 0, heap.points + sum(map(self.worth.__getitem__, faces))
            )
        for face in faces:
            heap = self.with_die(heap, face)
        return heap

    # -- whole attempts --------------------------------------------------------------------------

    @property
    def can_foul(self) -> bool:
        """Whether a roll may leave nothing to set aside."""
        return bool(self.run_up) or self.allowed < set(self.dice.dice[0].faces)

    @property
    def can_fail(self) -> bool:
        """Whether an attempt may count nothing whatever its dice show."""
        return self.can_foul or bool(self.needs)

    @cached_property
    def counts_at_once(self) -> bool:
        """Whether points are made as dice are set aside: then a position need not remember them."""
        return self.attempts == 1 and not self.can_fail

    @cached_property
    def heaps(self) -> frozenset[Heap]:
        """All that can ever lie aside in an attempt."""
        layer, found = {self.nothing}, {self.nothing}
        for _ in range(max(self.carried)):
            layer = {self.with_die(heap, face) for heap in layer for face in self.allowed}
            found |= layer
            if len(found) > MOST_STATES:
                raise TooLarge(f"{self.dice} and what they count make too many positions to list.")
        return frozenset(found)

    @cached_property
    def carried(self) -> tuple[int, ...]:
        """With how many dice an attempt may be made: all of them, or what a run-up brings."""
        if not self.run_up:
            return (len(self.dice),)
        least = min(self.allowed)
        return tuple(dice for dice in range(1, len(self.dice) + 1) if dice * least <= self.run_up)

    @cached_property
    def run_ups(self) -> frozenset[tuple[int, int]]:
        """The dice left in a run-up, at least one, and the total of those aside."""
        if not self.run_up:
            return frozenset()
        layer, found = {(len(self.dice), 0)}, {(len(self.dice), 0)}
        for _ in range(len(self.dice) - 1):
            layer = {
                (left - 1, total + face)
                for left, total in layer
                for face in self.allowed
                if total + face <= self.run_up
            }
            found |= layer
        return frozenset(found)

    @cached_property
    def places(self) -> frozenset[tuple[int, int, int]]:
        """The dice left in an attempt, at least one, what is missing, and what the dice aside count."""
        return self._places(0)

    @cached_property
    def decisions(self) -> frozenset[tuple[int, int, int]]:
        """The same where dice are aside and the player decides whether to stop."""
        return self._places(1) if self.may_stop and not self.one_by_one else frozenset()

    def _places(self, least: int) -> frozenset[tuple[int, int, int]]:
        return frozenset(
            (dice - heap.dice, heap.missing, 0 if self.counts_at_once else heap.points)
            for heap in self.heaps
            for dice in self.carried
            if least <= heap.dice < dice
        )

    @cached_property
    def finals(self) -> tuple[int, ...]:
        """What an attempt can count in the end, in rising order."""
        found = {0} if self.can_foul else set()
        for heap in self.heaps:
            if heap.dice in self.carried or (self.may_stop and heap.dice):
                found.add(0 if heap.missing else heap.points)
        return tuple(sorted(found))

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many positions there are, the end included, and at least how many choices."""
        attempts = 1 + (self.attempts - 1) * len(self.finals)
        run_ups = [left for left, _ in self.run_ups]
        decisions = len(self.decisions) + sum(left < len(self.dice) for left in run_ups)
        states = len(self.places) + len(run_ups) + decisions
        choices = 2 * decisions + sum(self._rolls(left) for left in run_ups)
        choices += sum(self._set_asides(left) for left, _, _ in self.places)
        return 1 + attempts * states, attempts * choices

    def _rolls(self, dice: int) -> int:
        faces = len(self.worth)
        return comb(faces + dice - 1, dice)

    def _set_asides(self, dice: int) -> int:
        """Count what may be set aside of all rolls together: what is kept, and what is left, freely."""
        if self.one_by_one:
            return len(self.worth)
        faces, may = len(self.worth), len(self.allowed)
        return sum(
            comb(may + kept - 1, kept) * comb(faces + dice - kept - 1, dice - kept)
            for kept in range(1, dice + 1)
        )
