"""What people type for a choice: its words, a part of them, the dice or the box alone, its number.

    keep 3456, 3456, 6543       the dice to keep, in any order, with the word or without
    score sixes, sixes, six     a box, by its name or what people call it, or how it begins
    abe                         dice by their places, a being the first
    #3                          the third of the choices that are listed

A text that can be two choices is refused, and both are named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, NotationError, PositionError, listed, nearest, quoted
from dicedevil.naming import folded, loosely
from dicedevil.rules import Choice, Game, State

MOST_TEXT = 200
"""Characters of an answer: nothing longer is a choice."""
MOST_PLACES = 26
MOST_LISTED = 10


def understood(rules: Game, state: State, roll: Roll, text: str) -> Choice:
    """Return the choice that is meant, or say what would be right."""
    wanted = " ".join(text.split())
    choices = list(rules.choices(state, roll))
    words = [rules.write_choice(choice) for choice in choices]
    if len(wanted) > MOST_TEXT or not wanted:
        raise NotationError(f"{quoted(text)} is no choice. {examples(words)}")
    for reading in (_as_written, _by_numbers, _without_verb, _by_beginning, _by_number, _by_places):
        found = reading(rules, state, roll, wanted, words)
        if len(found) > 1:
            meant = listed((f"'{words[place]}'" for place in found), limit=6)
            raise PositionError(f"{quoted(text)} can mean {meant}: say which.")
        if found:
            return choices[found[0]]
    near = nearest(wanted, [*words, *map(_object, words)])
    raise PositionError(f"{quoted(text)} is no choice here.{near} {examples(words)}")


def examples(words: Sequence[str]) -> str:
    """Say what could be chosen: all of it, if that is not much, or one of every kind."""
    if len(words) <= MOST_LISTED:
        return f"The choices: {listed(words, MOST_LISTED)}."
    kinds: dict[str, list[str]] = {}
    for word in words:
        kinds.setdefault(word.rpartition(" ")[0] or word, []).append(word)
    told = listed(f"'{kind[len(kind) // 2]}'" for kind in kinds.values())
    return f"There are {len(words)} choices, such as {told}."


def _as_written(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """In the game's own words."""
    return _read(rules, state, roll, text, words)


def _without_verb(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """Without what all choices of a kind begin with: `sixes` for `score sixes`."""
    verbs = dict.fromkeys(word.rpartition(" ")[0] for word in words)
    found = [_read(rules, state, roll, f"{verb} {text}", words) for verb in verbs if verb]
    return sorted({place for places in found for place in places})


def _by_numbers(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """By the numbers alone, in any order, apart or as digits: `46`, `6 4` for `flip 4+6`."""
    if not re.fullmatch(r"[\d\s+,;/]{1,60}", text, re.ASCII):
        return []
    apart = tuple(sorted(int(one) for one in re.findall(r"\d{1,9}", text)))
    numbers = [loosely(word)[1] for word in words]
    if apart in numbers and not rules.tells_dice_apart:
        return [place for place, one in enumerate(numbers) if one == apart]
    digits = [sorted(re.findall(r"\d", word)) for word in words]
    wanted = sorted(re.findall(r"\d", text))
    return [place for place, one in enumerate(digits) if one and one == wanted]


def _by_beginning(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """By how the words begin: `b` for `bank`, `ch` for `score chance`."""
    wanted = folded(text)
    if not wanted or not wanted[0].isalpha():
        return []
    begun = [place for place, one in enumerate(words) if folded(one).startswith(wanted)]
    return begun or [
        place for place, one in enumerate(words) if folded(_object(one)).startswith(wanted)
    ]


def _by_number(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """By its number in the list: `#3`, or `3` where no number can mean anything else."""
    found = re.fullmatch(r"#?\s*(\d{1,6})", text, re.ASCII)
    if found is None or (not text.startswith("#") and any(loosely(one)[1] for one in words)):
        return []
    place = int(found[1]) - 1
    if not 0 <= place < len(words):
        raise PositionError(f"{quoted(text)}: the choices are numbered 1 to {len(words)}.")
    return [place]


def _by_places(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """By the places of the dice, told by letters: `abe` are the first two and the fifth."""
    letters = text.lower().replace(" ", "")
    places = [ord(letter) - ord("a") for letter in letters]
    known = all(0 <= place < min(len(roll), MOST_PLACES) for place in places)
    if not known or len(set(places)) != len(places):
        return []
    if not rules.tells_dice_apart:
        return _by_numbers(rules, state, roll, "+".join(str(roll[place]) for place in places), words)
    shown = [str(face) if place in places else "-" for place, face in enumerate(roll)]
    return _without_verb(rules, state, roll, ("" if max(roll) < 10 else "+").join(shown), words)


def _read(rules: Game, state: State, roll: Roll, text: str, words: Sequence[str]) -> list[int]:
    """Return the place of the choice that the game itself reads."""
    try:
        return [words.index(rules.write_choice(rules.read_choice(state, roll, text)))]
    except DiceDevilError:
        return []


def _object(words: str) -> str:
    """Return what a choice is about: its last word."""
    return words.rpartition(" ")[2]
