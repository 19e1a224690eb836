"""Dice and rolls, with exact integer weights.

A roll is a multiset of faces, written as a sorted tuple: `(5, 6, 6)`. Dice may be loaded (integer
weights per face) and may differ from each other. The chance of a roll is its weight over the total
weight: never a float.

    >>> Dice.parse("3d6").totals()[10]
    27
    >>> Dice.parse("2d{1..11:1;12:2}").total_weight
    169
    >>> str(Dice.parse("1d6 + 1d{2;4;6}"))
    '1d6+1d{2;4;6}'
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from dicedevil.errors import (
    NotationError,
    PositionError,
    RulesError,
    TooLarge,
    UsageError,
    listed,
    quoted,
)

Roll = tuple[int, ...]

MOST_GAMES = 10**8  # the scores of more would not fit in an ordinary memory
MOST_DICE = 1_000
MOST_FACES = 10_000
MOST_ROLLS = 2_000_000
MOST_SUMS = 5_000_000
"""How many sums of faces may be formed to find the totals: a second or two."""

_EXAMPLES = "Write dice like 3d6, 2d12, 1d6+1d8 or, loaded, 2d{1..11:1;12:2}."


@dataclass(frozen=True)
class Die:
    """One die: its faces and their integer weights, in rising order of face."""

    weights: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        """Refuse a die that the notation could not write."""
        pairs = isinstance(self.weights, tuple) and all(
            isinstance(pair, tuple) and len(pair) == 2 and type(pair[0]) is int for pair in self.weights
        )
        if not pairs:
            raise RulesError(f"A die is pairs of a face and its weight, not {quoted(self.weights)}.")
        faces = [face for face, _ in self.weights]
        if not faces or faces[0] < 0 or any(a >= b for a, b in pairwise(faces)):
            raise RulesError(f"A die has faces of at least 0 in rising order, not {listed(faces)}.")
        if any(type(weight) is not int or weight < 1 for _, weight in self.weights):
            raise RulesError(f"A face weighs a whole number of at least 1 in {listed(self.weights)}.")

    @classmethod
    def fair(cls, sides: int) -> Die:
        """A fair die with faces 1 to `sides`."""
        return cls(tuple((face, 1) for face in range(1, sides + 1)))

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces in rising order."""
        return tuple(face for face, _ in self.weights)

    @property
    def total_weight(self) -> int:
        """The sum of the weights."""
        return sum(weight for _, weight in self.weights)

    def __str__(self) -> str:
        """The die as in `2d{1..11:1;12:2}`, without the number of dice."""
        if self == Die.fair(len(self.weights)):
            return str(len(self.weights))
        return "{" + ";".join(_face_ranges(self.weights)) + "}"


@dataclass(frozen=True)
class Dice:
    """Some dice rolled together."""

    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        """Refuse what is no dice."""
        if not isinstance(self.dice, tuple) or not all(isinstance(die, Die) for die in self.dice):
            raise RulesError(f"Dice are a tuple of Die, not {quoted(self.dice)}; see Dice.parse.")

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read `3d6`, `1d6+1d8`, `2d{1..11:1;12:2}`."""
        if not isinstance(text, str):
            raise NotationError(f"Dice are written like 3d6, not {quoted(text)}.")
        dice: list[Die] = []
        for part in text.split("+"):
            dice.extend(_parse_equal_dice(part.strip(), text))
            if len(dice) > MOST_DICE:
                raise TooLarge(f"{quoted(text)} asks for more than {MOST_DICE:,} dice.")
        return cls(tuple(dice))

    @cached_property
    def total_weight(self) -> int:
        """The weight of all rolls together: 216 for 3d6."""
        return math.prod(die.total_weight for die in self.dice)

    def totals(self) -> dict[int, int]:
        """The weight of each total of the dice, in rising order."""
        sums = {0: 1}
        formed, faces_left = 0, sum(len(die.weights) for die in self.dice)
        for die in self.dice:
            if formed + len(sums) * faces_left > MOST_SUMS:  # there will never be fewer sums than now
                raise TooLarge(f"{quoted(str(self))} has too many totals; use fewer dice or faces.")
            formed += len(sums) * len(die.weights)
            faces_left -= len(die.weights)
            longer: dict[int, int] = {}
            for total, weight in sums.items():
                for face, face_weight in die.weights:
                    longer[total + face] = longer.get(total + face, 0) + weight * face_weight
            sums = longer
        return dict(sorted(sums.items()))

    def rolls(self) -> dict[Roll, int]:
        """The weight of each roll (multiset of faces), in rising order."""
        for die, same in groupby(self.dice):  # equal dice alone may be too many: say so at once
            count = len(list(same))
            if math.comb(len(die.weights) + count - 1, count) > MOST_ROLLS:
                raise TooLarge(f"{self} has more than {MOST_ROLLS:,} different rolls.")
        rolls: dict[Roll, int] = {(): 1}
        for die in self.dice:
            longer: dict[Roll, int] = {}
            for roll, weight in rolls.items():
                for face, face_weight in die.weights:
                    key = tuple(sorted((*roll, face)))
                    longer[key] = longer.get(key, 0) + weight * face_weight
                if len(longer) > MOST_ROLLS:
                    raise TooLarge(f"{self} has more than {MOST_ROLLS:,} different rolls.")
            rolls = longer
        return dict(sorted(rolls.items()))

    def __len__(self) -> int:
        """The number of dice."""
        return len(self.dice)

    def __str__(self) -> str:
        """The dice in the notation that `parse` reads."""
        groups = [(die, len(list(same))) for die, same in groupby(self.dice)]
        return "+".join(f"{count}d{die}" for die, count in groups)


def _parse_equal_dice(part: str, whole: str) -> list[Die]:
    """Read one term such as `3d6` or `2d{1..11:1;12:2}`."""
    match = re.fullmatch(r"(\d{1,9})d(?:(\d{1,9})|\{(.*)\})", part)
    if not match:
        raise NotationError(f"Cannot read the dice {quoted(whole)}. {_EXAMPLES}")
    count = int(match[1])
    if count == 0:
        raise NotationError(f"{quoted(whole)} has no dice: at least one is needed. {_EXAMPLES}")
    if count > MOST_DICE:
        raise TooLarge(f"{quoted(whole)} asks for more than {MOST_DICE:,} dice.")
    die = _parse_faces(match[3], whole) if match[2] is None else _fair_die(int(match[2]), whole)
    return [die] * count


def _fair_die(sides: int, whole: str) -> Die:
    if sides == 0:
        raise NotationError(f"{quoted(whole)} has a die without faces. {_EXAMPLES}")
    if sides > MOST_FACES:
        raise TooLarge(f"{quoted(whole)} asks for a die of more than {MOST_FACES:,} faces.")
    return Die.fair(sides)


def _parse_faces(text: str, whole: str) -> Die:
    """Read `1..11:1;12:2`; a face without a weight weighs 1."""
    weights: dict[int, int] = {}
    for item in text.split(";"):
        match = re.fullmatch(r"\s*(\d{1,9})(?:\.\.(\d{1,9}))?(?::(-?\d{1,12}))?\s*", item)
        if not match:
            raise NotationError(f"Cannot read the faces {quoted(item)} in {quoted(whole)}. {_EXAMPLES}")
        first, last, weight = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if weight < 1:
            raise NotationError(f"A face weighs at least 1, not {weight}, in {quoted(whole)}.")
        if last < first:
            raise NotationError(f"The faces {quoted(item)} run backwards in {quoted(whole)}.")
        if last - first >= MOST_FACES:
            raise TooLarge(f"{quoted(whole)} asks for a die of more than {MOST_FACES:,} faces.")
        for face in range(first, last + 1):
            if face in weights:
                raise NotationError(f"Face {face} stands twice in {quoted(whole)}.")
            weights[face] = weight
    return Die(tuple(sorted(weights.items())))


def _face_ranges(weights: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Gather runs of faces with equal weight: `1..11:1`, `12:2`; a weight of 1 alone is left out."""
    runs: list[list[int]] = []
    for face, weight in weights:
        if runs and runs[-1][1] == face - 1 and runs[-1][2] == weight:
            runs[-1][1] = face
        else:
            runs.append([face, face, weight])
    plain = all(weight == 1 for _, _, weight in runs)
    for first, last, weight in runs:
        faces = str(first) if first == last else f"{first}..{last}"
        yield faces if plain else f"{faces}:{weight}"


def write_roll(roll: Roll) -> str:
    """Write a roll as digits, `66654`, or with plus signs where a face has two digits, `12+7`."""
    if all(0 <= face <= 9 for face in roll):
        return "".join(map(str, roll))
    return "+".join(map(str, roll))


def read_roll(text: str) -> Roll:
    """Read `66654` or `12+7` (and `12`, digit by digit) into a sorted roll."""
    return tuple(sorted(read_faces(text)))


def read_faces(text: str) -> tuple[int, ...]:
    """Read the faces of dice in the order they are written: `66654`, `6 6 6 5 4`, `12+7`, `12, 7`."""
    text = text.strip()
    apart = re.split(r"\s*[+,;/-]\s*|\s+", text)
    pattern = r"\d{1,9}" if len(apart) > 1 else r"\d{1,1000}"
    if not all(re.fullmatch(pattern, part, re.ASCII) for part in apart):
        raise NotationError(
            f"Cannot read the roll {quoted(text)}. Write the dice as digits, 66654, or apart: "
            "6 6 6 5 4, 12+7."
        )
    return tuple(int(face) for face in (apart if len(apart) > 1 else text))


def require_count(roll: Roll, possible: Iterable[Roll], text: str) -> None:
    """Refuse a roll of more or fewer dice than can come."""
    due = {len(one) for one in possible}
    if roll and len(due) == 1 and len(roll) not in due:
        raise PositionError(
            f"The roll {quoted(text)} shows {dice_words(len(roll))}: a roll here needs "
            f"{dice_words(*due)}."
        )


def dice_words(count: int) -> str:
    """Return "one die", "five dice" or "12 dice"."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"


def require_games(games: Any, seed: Any) -> None:
    """Refuse a number of games or a seed that makes no sense."""
    for what, number in (("games", games), ("seed", seed)):
        if not hasattr(number, "__index__") or isinstance(number, bool):
            raise UsageError(f"{what} is a whole number, not {quoted(number)}.")
    if games < 1:
        raise UsageError(f"At least 1 game can be played, not {games:,}.")
    if games > MOST_GAMES:
        raise TooLarge(f"{games:,} games are too many at once: the most is {MOST_GAMES:,}.")
    if seed < 0:
        raise UsageError(f"A seed is a whole number of at least 0, not {seed}.")
