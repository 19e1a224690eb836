"""What people write, and what they mean by it: case, spaces and hyphens do not matter.

Asked only where a word is not written as the games write it themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dicedevil.errors import NotationError, listed, nearest, quoted

Called = Mapping[str, Sequence[str]]
"""By name: what people also call it."""

_OF_A_MATCH = re.compile(r"(them\d*-.+|lead|mover|points)", re.IGNORECASE | re.DOTALL)
_LEAST = 3
"""So many letters of a word say which one is meant, if no other begins with them."""


def folded(text: str) -> str:
    """Return a word without case, spaces, hyphens and underscores."""
    return re.sub(r"[\s_-]+", "", text).casefold()


def meant(word: str, names: Iterable[str], called: Called = {}) -> list[str]:  # noqa: B006 - not changed
    """Return the names that a word can stand for: none, one, or several that it does not tell apart."""
    wanted = folded(word)
    words = {name: {folded(name), *map(folded, called.get(name, ()))} for name in names}
    found = [name for name, known in words.items() if wanted in known]
    if found or len(wanted) < _LEAST:
        return found
    return [name for name, known in words.items() if any(one.startswith(wanted) for one in known)]


def key_meant(
    key: str, text: str, names: Sequence[str], called: Called, elsewhere: Mapping[str, str]
) -> str:
    """Return the key that is meant, or say what would be right."""
    found = meant(key, names, called)
    if len(found) == 1:
        return found[0]
    if found:
        raise NotationError(f"{quoted(key)} can mean {listed(found)}: say which, in {quoted(text)}.")
    refuse_match_key(key, text, elsewhere)
    hint = nearest(key, names) or f" Known: {listed(names, limit=20)}."
    raise NotationError(f"Unknown key {quoted(key)} in {quoted(text)}.{hint}")


def refuse_match_key(key: str, text: str, elsewhere: Mapping[str, str] = {}) -> None:
    """Say so if a key belongs to another question about the game: to a match, above all."""
    known = elsewhere.get(folded(key))
    if known is None and _OF_A_MATCH.fullmatch(key):
        known = "--objective win, or --player emp-1"
    if known is not None:
        raise NotationError(
            f"{quoted(key)} in {quoted(text)} is for another question: advise with {known}."
        )
    if folded(key) in ("me", "them"):
        raise NotationError(
            f"Unknown key {quoted(key)} in {quoted(text)}. In a match (--objective win) your own keys "
            "stand alone and the other player's have them- in front, one by one."
        )


def loosely(words: str) -> tuple[str, tuple[int, ...]]:
    """Return the letters of a choice and its numbers in rising order: `Flip 6, 4` is `flip 4+6`."""
    numbers = sorted(int(one) for one in re.findall(r"\d{1,9}", words))
    return re.sub(r"[\d\s+,_-]+", "", words).casefold(), tuple(numbers)


def shown(name: str, limit: int = 20) -> str:
    """Return a name as it can be shown anywhere: in one line, signs that steer a terminal spelt out.

    It takes at most so many places of a screen, where some signs take two.
    """
    from unicodedata import east_asian_width

    joiner = "\u200d"  # within signs that are drawn as one
    told, places = "", 0
    for sign in name.strip():
        part = sign if sign.isprintable() or sign == joiner else ascii(sign)[1:-1]
        places += sum(2 if east_asian_width(one) in "WF" else 1 for one in part)
        if places > limit:
            return f"{told}…"
        told += part
    return told or "nobody"
