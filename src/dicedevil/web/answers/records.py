"""Games that are kept: what `records list --json` and `records export` print, and `import` keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any

from dicedevil.coach.kept import rows
from dicedevil.coach.records import Record, RecordError, Refused, read_records
from dicedevil.web.answers.grades import MOST_RECORDS
from dicedevil.web.library import Library
from dicedevil.web.problems import Problem
from dicedevil.web.sessions import store_of

MOST_AT_ONCE = 1_000
"""Games in one answer; `after` asks for those that follow."""


def listing(
    library: Library, player: str | None = None, game: str | None = None, after: int = 0
) -> list[dict[str, Any]]:
    """Return games, the oldest first, each by its number."""
    return list(islice(rows(store_of(library), player, game, after), MOST_AT_ONCE))


def export(library: Library, player: str | None = None, game: str | None = None, after: int = 0) -> str:
    """Return the records of the same games, a line of JSON each."""
    games = islice(store_of(library).games(player, game, after), MOST_AT_ONCE)
    return "".join(one.record.to_line() + "\n" for one in games)


def keep(library: Library, records: str | Sequence[Any]) -> dict[str, Any]:
    """Keep games that were played elsewhere: all of them or, if one is no record, none."""
    text = records if isinstance(records, str) else "\n".join(json.dumps(one) for one in records)
    found = list(_read(text.encode(errors="surrogatepass")))
    return {"kept": store_of(library).keep(found)}


def _read(data: bytes) -> Iterator[Record]:
    for place, (_, found) in enumerate(read_records(BytesIO(data))):
        if place >= MOST_RECORDS:
            said = f"These are too many records at once: the most is {MOST_RECORDS}."
            raise Problem(413, "too-large", said, "'dicedevil records import FILE' takes any number.")
        if isinstance(found, Refused):
            raise RecordError(f"{found} Nothing was kept.")
        yield found
