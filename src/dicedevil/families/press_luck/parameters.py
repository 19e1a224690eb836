"""Reading points and dice from a game's parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dicedevil.dice import Dice, Die
from dicedevil.errors import RulesError, TooLarge, quoted
from dicedevil.families.press_luck.scoring import Combination
from dicedevil.rules import read_whole_number

MOST_DIGITS = 15


def read_points(texts: Mapping[str, str], key: str, default: int) -> int:
    """Read a whole number of any size; the rules refuse what is too small or too large for them."""
    text = texts.get(key, str(default)).strip()
    if re.fullmatch(r"[0-9]+", text) and len(text.lstrip("0")) > MOST_DIGITS:
        raise TooLarge(f"{key}={quoted(text)} is too large: nobody would live to see the end of it.")
    return read_whole_number(text, key, -(10**MOST_DIGITS), 10**MOST_DIGITS)


def read_dice(texts: Mapping[str, str], default: str) -> tuple[int, Die]:
    """Read some dice that are all alike, such as 5d6: how many, and which die."""
    text = texts.get("dice", default)
    dice = Dice.parse(text)
    if len(set(dice.dice)) != 1:
        raise RulesError(f"The dice must be alike, as in {default}, not {quoted(text)}.")
    return len(dice), dice.dice[0]


def usable(combinations: Iterable[Combination], dice: int, die: Die) -> tuple[Combination, ...]:
    """Return the combinations that so many of these dice can form."""
    faces = set(die.faces)
    return tuple(one for one in combinations if len(one.dice) <= dice and faces.issuperset(one.dice))
