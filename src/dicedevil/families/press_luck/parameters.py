"""Reading points and other whole numbers from a game's parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dicedevil.errors import TooLarge, quoted
from dicedevil.rules import read_whole_number

MOST_DIGITS = 15


def read_points(texts: Mapping[str, str], key: str, default: int) -> int:
    """Read a whole number of any size; the rules refuse what is too small or too large for them."""
    text = texts.get(key, str(default)).strip()
    if re.fullmatch(r"[0-9]+", text) and len(text.lstrip("0")) > MOST_DIGITS:
        raise TooLarge(f"{key}={quoted(text)} is too large: nobody would live to see the end of it.")
    return read_whole_number(text, key, -(10**MOST_DIGITS), 10**MOST_DIGITS)
