"""What a box asks of the dice, and what it pays: conditions and scores as plain data.

A roll is the sorted tuple of the faces shown. A condition answers yes or no, a score answers an
integer; both are small frozen objects, so that two cards written alike compare equal. Any other
callable with the same signature may be used instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dicedevil.dice import Roll

Condition = Callable[[Roll], bool]
Score = Callable[[Roll], int]


@dataclass(frozen=True)
class Anything:
    """No condition."""

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return True


ANYTHING = Anything()


@dataclass(frozen=True)
class Equals:
    """At least `count` dice show the same face."""

    count: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return max(Counter(roll).values()) >= self.count


@dataclass(frozen=True)
class Groups:
    """At least these many equals, each group of another face: (3, 2) is a full house."""

    sizes: tuple[int, ...]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        counts = sorted(Counter(roll).values(), reverse=True)
        wanted = sorted(self.sizes, reverse=True)
        return len(counts) >= len(wanted) and all(
            count >= size for count, size in zip(counts, wanted, strict=False)
        )


@dataclass(frozen=True)
class Sequence:
    """At least `length` successive faces."""

    length: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        shown = set(roll)
        return any(all(low + step in shown for step in range(self.length)) for low in shown)


@dataclass(frozen=True)
class Shows:
    """Every one of these faces is shown."""

    faces: tuple[int, ...]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return set(self.faces) <= set(roll)


@dataclass(frozen=True)
class Different:
    """At least `count` different faces are shown."""

    count: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return len(set(roll)) >= self.count


@dataclass(frozen=True)
class Only:
    """No die shows another face than these."""

    faces: tuple[int, ...]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return set(roll) <= set(self.faces)


@dataclass(frozen=True)
class TotalAtLeast:
    """The total of all dice is not lower."""

    total: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return sum(roll) >= self.total


@dataclass(frozen=True)
class TotalAtMost:
    """The total of all dice is not higher."""

    total: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return sum(roll) <= self.total


@dataclass(frozen=True)
class AllOf:
    """Every one of these conditions is met."""

    conditions: tuple[Condition, ...]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the roll meets it."""
        return all(condition(roll) for condition in self.conditions)


@dataclass(frozen=True)
class Fixed:
    """Always the same points."""

    points: int

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return self.points


@dataclass(frozen=True)
class Total:
    """The total of all dice, times a factor."""

    times: int = 1

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return self.times * sum(roll)


@dataclass(frozen=True)
class SquaredTotal:
    """The total of all dice, squared."""

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        total = sum(roll)
        return total * total


@dataclass(frozen=True)
class FaceTotal:
    """The total of the dice that show one face."""

    face: int

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return self.face * roll.count(self.face)


@dataclass(frozen=True)
class Highest:
    """The total of the `count` highest dice."""

    count: int

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return sum(sorted(roll)[-self.count :])


@dataclass(frozen=True)
class Lowest:
    """The total of the `count` lowest dice."""

    count: int

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return sum(sorted(roll)[: self.count])


@dataclass(frozen=True)
class EachDie:
    """Every die pays by the face it shows: ((1, 100), (5, 50)); other faces pay nothing."""

    points: tuple[tuple[int, int], ...]

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return sum(points * roll.count(face) for face, points in self.points)


@dataclass(frozen=True)
class OrElse:
    """A score where a condition is met, and some points where it is not."""

    score: Score
    condition: Condition
    otherwise: int

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        return self.score(roll) if self.condition(roll) else self.otherwise


@dataclass(frozen=True)
class GroupsTotal:
    """The highest total of groups of these sizes, each of another face: (2,) is the best pair."""

    sizes: tuple[int, ...]

    def __call__(self, roll: Roll) -> int:
        """Return the points."""
        sizes = tuple(sorted(self.sizes, reverse=True))
        return max(_group_totals(Counter(roll), sizes), default=0)


def _group_totals(counts: Counter[int], sizes: tuple[int, ...]) -> Iterator[int]:
    """Every total of groups of all these sizes."""
    if not sizes:
        yield 0
        return
    for face, count in counts.items():
        if count >= sizes[0]:
            others = counts - Counter({face: count})
            yield from (sizes[0] * face + rest for rest in _group_totals(others, sizes[1:]))
