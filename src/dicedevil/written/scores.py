"""What scores in a press-your-luck game, as its file tells it: the entries of [scores].

    one = { dice = [1], pays = 100 }
    three-alike = { equal = 3, pays = { times-face = 100 } }
    straight = { in-a-row = 6, pays = 1500 }
    three-pairs = { groups = [2, 2, 2], may-match = true, pays = 1500 }
    both = { any = "all", without = [1], pays = "total" }

Dice that score in two ways count the most, and what pays less than a point does not score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any

from dicedevil.dice import Die, Roll, dice_words
from dicedevil.errors import TooLarge, listed
from dicedevil.families.press_luck import Combination
from dicedevil.parameters import FARTHEST, Numbers, OneOf, WholeNumber, YesNo
from dicedevil.written.shape import Either, Keys, Leaf, Mistake, Named, Path
from dicedevil.written.sheet import Misfit

MOST_SCORES = 1_000
"""Entries of a file."""
MOST_COMBINATIONS = 5_000
"""How many combinations of dice they may be: each is tried with every set of dice that scores."""
MOST_POINTS = FARTHEST
SCORES = "scores"
ALL = "all"
PATTERNS = ("dice", "equal", "groups", "in-a-row", "any")
"""What the dice of an entry are told by."""
FURTHER: Mapping[str, Callable[[int], int]] = {
    "doubles": lambda more: 2**more,
    "adds": lambda more: 1 + more,
}
"""What so many further equal dice do to the points."""

MANY = WholeNumber(1, 1_000)
POINTS = WholeNumber(1, MOST_POINTS)

SCORE = Keys(
    {
        "dice": Leaf(Numbers(), "just these dice: [1, 1, 1]", None),
        "equal": Either(
            (Leaf(MANY), Leaf(OneOf((ALL,))), Leaf(Numbers())),
            'so many dice alike: 3, "all" of them, or several numbers: [3, 4, 5]',
            None,
        ),
        "groups": Leaf(Numbers(), "groups of equal dice, each of another face: [3, 2]", None),
        "in-a-row": Leaf(MANY, "so many successive faces", None),
        "any": Either((Leaf(MANY), Leaf(OneOf((ALL,)))), 'any dice, so many, or "all" of them', None),
        "may-match": Leaf(YesNo(), "whether groups may be of the same face", False),
        "only": Leaf(Numbers(), "of no other faces than these", None),
        "without": Leaf(Numbers(), "of none of these faces", None),
        "pays": Either(
            (
                Leaf(POINTS),
                Leaf(OneOf(("total",))),
                Keys(
                    {
                        "times-face": Leaf(POINTS, "so many times the face, of dice alike", None),
                        "total": Leaf(POINTS, "so many times the total of these dice", None),
                    },
                    keys=(1, 1),
                ),
            ),
            'points: a number, "total", or a table such as { times-face = 100 }',
        ),
        "further": Leaf(
            OneOf(tuple(FURTHER)),
            "what every further equal die does to the points: doubles or adds",
            None,
        ),
    }
)
ENTRIES = Named(SCORE, "what scores, by name", least=1, most=MOST_SCORES)

Told = Mapping[str, Any]
"""An entry, as the shape reads it."""


def combinations_of(scores: Mapping[str, Told], dice: int, die: Die) -> tuple[Combination, ...]:
    """Return what so many of these dice can form; too much is refused before anything is made."""
    for name, told in scores.items():
        require_form(name, told)
    count = sum(_how_many(told, dice, die) for told in scores.values())
    if count > MOST_COMBINATIONS:
        words = f"{count:,} combinations of dice score: the most is {MOST_COMBINATIONS:,}."
        raise Misfit(Mistake((SCORES,), words), cause=TooLarge(words))
    found: dict[Roll, int] = {}
    for name, told in scores.items():
        for roll, points in worths(told, dice, die):
            if points > MOST_POINTS:
                words = f"{'+'.join(map(str, roll))} pays more than {MOST_POINTS:,} points."
                raise Misfit(Mistake((SCORES, name, "pays"), words), cause=TooLarge(words))
            found[roll] = max(found.get(roll, 0), points)
    if not found:
        words = f"Nothing scores with {dice}d{die}: at least one combination is needed."
        raise Misfit(Mistake((SCORES,), words))
    return tuple(Combination(roll, points) for roll, points in found.items())


def worths(told: Told, dice: int, die: Die) -> Iterator[tuple[Roll, int]]:
    """Yield the combinations of an entry that these dice can form, with their points."""
    pattern, value = pattern_of(told)
    for roll in SETS[pattern](told, value, dice, _faces(told, die)):
        points = _points(told, roll)
        if points > 0:
            yield roll, points


def pattern_of(told: Told) -> tuple[str, Any]:
    """Return what tells the dice of an entry."""
    return next((key, told[key]) for key in PATTERNS if told[key] is not None)


def _faces(told: Told, die: Die) -> Roll:
    """Return the faces that an entry is about."""
    only, without = told["only"], told["without"] or ()
    return tuple(face for face in die.faces if (only is None or face in only) and face not in without)


# -- the dice --------------------------------------------------------------------------------------


def _just_these(told: Told, value: Roll, dice: int, faces: Roll) -> Iterator[Roll]:
    if len(value) <= dice and set(value) <= set(faces):
        yield tuple(sorted(value))


def _equal(told: Told, value: Any, dice: int, faces: Roll) -> Iterator[Roll]:
    for count in _counts(value, dice):
        if count <= dice:
            yield from ((face,) * count for face in faces)


def _groups(told: Told, value: Roll, dice: int, faces: Roll) -> Iterator[Roll]:
    """Choose the faces of groups of each size, and put them together."""
    if sum(value) > dice:
        return
    sizes, may_match = Counter(value), told["may-match"]
    pick = combinations_with_replacement if may_match else combinations
    for chosen in product(*(pick(faces, times) for times in sizes.values())):
        if may_match or len(set().union(*chosen)) == len(value):
            groups = zip(sizes, chosen, strict=True)
            yield tuple(sorted(face for size, some in groups for face in some for _ in range(size)))


def _in_a_row(told: Told, value: int, dice: int, faces: Roll) -> Iterator[Roll]:
    for first in faces if value <= dice else ():
        row = tuple(range(first, first + value))
        if set(row) <= set(faces):
            yield row


def _any(told: Told, value: Any, dice: int, faces: Roll) -> Iterator[Roll]:
    (count,) = _counts(value, dice)
    if count <= dice:
        yield from combinations_with_replacement(faces, count)


SETS: Mapping[str, Callable[[Told, Any, int, Roll], Iterator[Roll]]] = {
    "dice": _just_these,
    "equal": _equal,
    "groups": _groups,
    "in-a-row": _in_a_row,
    "any": _any,
}


def _counts(value: Any, dice: int = 1) -> Roll:
    """Return the numbers of dice that a value means."""
    return value if isinstance(value, tuple) else (dice if value == ALL else value,)


def dice_needed(told: Told, dice: int) -> int:
    """Return how many dice an entry takes, at least."""
    pattern, value = pattern_of(told)
    if pattern in ("dice", "groups"):
        return len(value) if pattern == "dice" else sum(value)
    return min(_counts(value, dice))


def _how_many(told: Told, dice: int, die: Die) -> int:
    """Return how many combinations an entry can be at most, without making them."""
    if dice_needed(told, dice) > dice:
        return 0
    pattern, value = pattern_of(told)
    faces = len(_faces(told, die))
    if pattern == "groups":
        return prod(comb(faces + times - 1, times) for times in Counter(value).values())
    if pattern == "any":
        count = dice_needed(told, dice)
        return comb(faces + count - 1, count)
    return 1 if pattern == "dice" else faces * len(_counts(value))


# -- the points ------------------------------------------------------------------------------------


def _points(told: Told, roll: Roll) -> int:
    pays = told["pays"]
    if isinstance(pays, int):
        points = pays
    elif pays == "total" or pays["total"] is not None:
        points = sum(roll) * (1 if pays == "total" else pays["total"])
    else:
        points = roll[0] * pays["times-face"]
    if told["further"] is not None:
        points *= FURTHER[told["further"]](len(roll) - min(_counts(told["equal"])))
    return points


# -- what does not fit -----------------------------------------------------------------------------


def require_form(name: str, told: Told) -> None:
    """Refuse an entry that contradicts itself, whatever the dice are."""
    at: Path = (SCORES, name)
    given = [key for key in PATTERNS if told[key] is not None]
    if len(given) != 1:
        has = f"it has {listed(given)}" if given else "it has none"
        raise Misfit(Mistake(at, f"{name} says its dice by one of {listed(PATTERNS)}: {has}."))
    pattern, value = pattern_of(told)
    if pattern in ("equal", "groups") and min(_counts(value)) < 1:
        raise Misfit(Mistake((*at, pattern), f"{name}: equal dice are at least one, not fewer."))
    if told["may-match"] and pattern != "groups":
        raise Misfit(Mistake((*at, "may-match"), f"{name} has no groups that may match."))
    if told["further"] is not None and not (pattern == "equal" and isinstance(value, tuple)):
        words = f'{name}: further is for several numbers of equal dice, such as equal = "3..6".'
        raise Misfit(Mistake((*at, "further"), words))
    pays = told["pays"]
    alike = pattern == "equal" or value == 1 or (pattern == "dice" and len(set(value)) == 1)
    if isinstance(pays, Mapping) and pays["times-face"] is not None and not alike:
        words = f"{name}: times-face is for dice that are alike; others pay points, or their total."
        raise Misfit(Mistake((*at, "pays"), words))


def unformed(name: str, told: Told, dice: int, die: Die) -> Mistake | None:
    """Say why an entry never scores, or names faces that the die does not have; None: it is fine."""
    require_form(name, told)
    at: Path = (SCORES, name)
    for key in ("dice", "only", "without"):
        strange = sorted(set(told[key] or ()) - set(die.faces))
        if strange:
            has = f"the die has no {listed(strange)}: its faces are {listed(die.faces)}"
            return Mistake((*at, key), f"{name}: {has}.")
    needed = dice_needed(told, dice)
    if needed > dice:
        there = f"there {'is' if dice == 1 else 'are'} {dice_words(dice)}"
        return Mistake(at, f"{name} needs {dice_words(needed)}, but {there}.")
    if next(worths(told, dice, die), None) is None:
        return Mistake(
            at, f"{name} never scores: no roll of {dice}d{die} shows it, or it pays nothing."
        )
    return None
