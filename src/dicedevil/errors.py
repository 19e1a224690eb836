"""What can go wrong, as one small tree.

    DiceDevilError                1   something failed
      ClusterError                1   a cluster that is not there, has gone, or does not fit
      UsageError                  2   a question the command or call cannot take
      RulesError                  3   an unknown game, a bad parameter, rules that contradict themselves
        UnknownGame               3   no game of that name
      NotationError               3   a text that cannot be read
      PositionError               3   a position, roll or choice that cannot occur
      TableError                  4   a solved table that is missing or damaged
        Unreadable                4   one that the system does not give now
        BeingMade                 4   one that somebody else is making: it will be there
      NoStore                     4   a store of tables that cannot be used at all
      TooLarge                    5   more states or memory than allowed

The number is the exit code of the command line; the HTTP status stands beside it. A message quotes
the input, says what would be right and, where a name is misspelt, the nearest one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Self


class DiceDevilError(Exception):
    """Anything the library refuses, in a sentence for a person."""

    exit_code = 1
    http_status = 500
    seconds: float | None = None
    """What the work would have taken, where it was refused for that and is known: its time..."""
    memory_bytes: int | None = None
    """...and its memory."""

    def costing(self, seconds: float | None = None, memory_bytes: float | None = None) -> Self:
        """Tell in numbers what was refused."""
        self.seconds = seconds
        self.memory_bytes = None if memory_bytes is None else int(memory_bytes)
        return self


class ClusterError(DiceDevilError):
    """A cluster that is not there, has gone, or has other software."""

    http_status = 503


class UsageError(DiceDevilError):
    """A question that does not fit: an unknown strategy, an objective the game does not have."""

    exit_code = 2
    http_status = 400


class RulesError(DiceDevilError):
    """An unknown game, an unknown or bad parameter, or rules that contradict themselves."""

    exit_code = 3
    http_status = 400


class UnknownGame(RulesError):
    """No game of that name."""

    http_status = 404


class NotationError(DiceDevilError):
    """A text that cannot be read."""

    exit_code = 3
    http_status = 400


class PositionError(DiceDevilError):
    """A position, roll or choice that the rules do not allow."""

    exit_code = 3
    http_status = 400


class TableError(DiceDevilError):
    """A solved table that is missing, damaged or made for other rules."""

    exit_code = 4
    http_status = 409


class Unreadable(TableError):
    """A table that the system does not give now: it may be a good one."""

    http_status = 503


class BeingMade(TableError):
    """A table that somebody else is making: ask again when it is there."""

    http_status = 503


class NoStore(DiceDevilError):
    """A store of tables that cannot be used at all: unknown, not reachable, not ours to read."""

    exit_code = 4
    http_status = 503


class TooLarge(DiceDevilError):
    """More states, memory or digits than allowed."""

    exit_code = 5
    http_status = 413


LONGEST_NAME = 60
"""No name is longer: what is has not been misspelt."""


def nearest(word: str, names: Iterable[str]) -> str:
    """Say which of the names was probably meant: " Did you mean 'pig'?", or nothing."""
    import difflib  # only ever needed once something has gone wrong

    if len(word) > LONGEST_NAME:
        return ""
    known = {name.lower(): name for name in names}
    close = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" Did you mean '{known[close[0]]}'?" if close else ""


def listed(names: Iterable[object], limit: int = 12) -> str:
    """Spell out a few names: "a, b, c" and how many more there are."""
    all_names = [str(name) for name in names]
    shown = ", ".join(shortened(name) for name in all_names[:limit])
    more = len(all_names) - limit
    return f"{shown} and {more} more" if more > 0 else shown


def quoted(text: object, limit: int = 60) -> str:
    """Quote an input; of a huge one both ends, since the end of a path says the most."""
    try:
        shown = repr(text)
    except Exception:  # somebody's object may not even tell that
        shown = f"<{type(text).__name__}>"
    return shortened(shown, limit)


def shortened(text: str, limit: int = 60) -> str:
    """Return a text in one line; of a long one both ends."""
    if len(text) > limit:
        kept = (limit - 3) // 2
        text = f"{text[:kept]}...{text[-kept:]}"
    return " ".join(text.split()) if "\n" in text else text


def error_words(error: BaseException) -> str:
    """Say what went wrong in code that is not ours: `ZeroDivisionError: division by zero`."""
    try:
        words = shortened(str(error), 200)
    except Exception:
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def count_text(count: int) -> str:
    """Write a count; one beyond all counting as a power."""
    if count < 10**15:
        return f"{count:,}"
    if count & (count - 1) == 0:
        return f"2^{count.bit_length() - 1}"
    return f"about 10^{math.floor(count.bit_length() * math.log10(2))}"
