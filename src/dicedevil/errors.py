"""What can go wrong, as one small tree.

    DiceDevilError                1   something failed
      UsageError                  2   a question the command or call cannot take
      RulesError                  3   an unknown game, a bad parameter, rules that contradict themselves
      NotationError               3   a text that cannot be read
      PositionError               3   a position, roll or choice that cannot occur
      TableError                  4   a solved table that is missing or damaged
      TooLarge                    5   more states or memory than allowed

The number is the exit code of the command line; the HTTP status stands beside it. A message quotes
the input, says what would be right and, where a name is misspelt, the nearest one.
"""

from __future__ import annotations

from collections.abc import Iterable


class DiceDevilError(Exception):
    """Anything the library refuses, in a sentence for a person."""

    exit_code = 1
    http_status = 500


class UsageError(DiceDevilError):
    """A question that does not fit: an unknown strategy, an objective the game does not have."""

    exit_code = 2
    http_status = 400


class RulesError(DiceDevilError):
    """An unknown game, an unknown or bad parameter, or rules that contradict themselves."""

    exit_code = 3
    http_status = 422


class NotationError(DiceDevilError):
    """A text that cannot be read."""

    exit_code = 3
    http_status = 422


class PositionError(DiceDevilError):
    """A position, roll or choice that the rules do not allow."""

    exit_code = 3
    http_status = 422


class TableError(DiceDevilError):
    """A solved table that is missing, damaged or made for other rules."""

    exit_code = 4
    http_status = 503


class TooLarge(DiceDevilError):
    """More states, memory or digits than allowed."""

    exit_code = 5
    http_status = 413


def nearest(word: str, names: Iterable[str]) -> str:
    """Say which of the names was probably meant: " Did you mean 'pig'?", or nothing."""
    import difflib  # only ever needed once something has gone wrong

    close = difflib.get_close_matches(word, list(names), n=1, cutoff=0.5)
    return f" Did you mean '{close[0]}'?" if close else ""


def listed(names: Iterable[object], limit: int = 12) -> str:
    """Spell out a few names: "a, b, c" and how many more there are."""
    all_names = [str(name) for name in names]
    shown = ", ".join(all_names[:limit])
    more = len(all_names) - limit
    return f"{shown} and {more} more" if more > 0 else shown


def quoted(text: object, limit: int = 60) -> str:
    """Quote an input so that a huge one stays readable."""
    shown = repr(text)
    return shown if len(shown) <= limit else shown[: limit - 4] + "...'"
