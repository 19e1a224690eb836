"""Rules that somebody sends as a text: data, and nothing else.

No file is opened for them, and none is run: a text that is sent tells its game itself, or is like a
listed one.
"""

from __future__ import annotations

from dicedevil.errors import RulesError, TooLarge, listed, nearest, quoted
from dicedevil.games import told_by
from dicedevil.rules import Game
from dicedevil.written.base import problems_of
from dicedevil.written.shape import Mistake
from dicedevil.written.sheet import LIKE, MOST_BYTES, Sheet, require_plain, sheet_names

FILE = "rules.toml"
"""What a text without a file is called where something is wrong with it."""


def sent_sheet(text: str) -> Sheet:
    """Return a text as a sheet, within the limits of files; refuse one that leads elsewhere."""
    size = len(text.encode(errors="surrogatepass"))
    if size > MOST_BYTES:
        raise TooLarge(f"The rules have {size:,} bytes: rules have at most {MOST_BYTES:,}.")
    plain = text.removeprefix("\ufeff")
    require_plain(plain, FILE)
    sheet = Sheet(plain, FILE)
    if "game" in sheet.written:
        raise RulesError("Rules that are sent tell a game: one that has a name is asked for by it.")
    other = sheet.written.get(LIKE)
    if isinstance(other, str) and other not in sheet_names():
        hint = nearest(other, sheet_names()) or f" Known are {listed(sheet_names(), limit=30)}."
        words = f"Rules that are sent are like a listed game, not like {quoted(other)}.{hint}"
        raise sheet.refusal([Mistake((LIKE,), words)])
    return sheet


def sent_problems(sheet: Sheet) -> list[str]:
    """Return all that is wrong with rules that were sent, each with its line and column."""
    return [sheet.told(one) for one in problems_of(sheet)]


def sent_game(sheet: Sheet) -> Game:
    """Return the game that is all in a text that was sent."""
    return told_by(sheet, {})
