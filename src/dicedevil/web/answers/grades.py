"""Records in, the report out: what `grade --json` says, with a sentence a game."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from dicedevil.coach.endings import graded_data
from dicedevil.coach.many import GradedPart, Grading, Lines
from dicedevil.coach.records import Record, RecordError, read_line, read_lines
from dicedevil.coach.replay import replay
from dicedevil.coach.report import Summary
from dicedevil.coach.rolled import rolled_faces
from dicedevil.objectives import chosen_objective
from dicedevil.web.library import Library
from dicedevil.web.problems import Problem
from dicedevil.web.sessions import as_served, rules_for

AT_A_TIME = 20
MOST_RECORDS = 200
"""In one request: a report on them is read by somebody."""
FILE = "records"
"""What the answer calls what was sent."""


def grade(
    library: Library,
    records: str | Sequence[Any],
    objective: str | None = None,
    target: int | None = None,
) -> dict[str, Any]:
    """Grade records, one a line or one an item; lines that are none are refused with the reason."""
    aim = None if objective is None and target is None else chosen_objective(objective, target)
    text = records if isinstance(records, str) else "\n".join(json.dumps(one) for one in records)
    data = text.encode(errors="surrogatepass")
    read = dict(_read(data))
    if not text.strip():
        raise RecordError("There is no record here: one game a line, as JSON.")
    names = [one.game for one in read.values()]
    grading = Grading(
        aim,
        tuple(rules_for(library, names)),
        wants_json=True,
        wants_games=True,
        raises_missing=not library.budget.missing_ok,
        budget=library.budget,
    )
    summary, games, refused = Summary(), [], []
    for part in _parts(data, grading):
        summary.join(part.summary)
        refused += [{"file": file, **vars(one)} for file, one in part.refused]
        for told, game in zip(part.texts, part.games, strict=True):
            about = json.loads(told) | graded_data(game, library.budget)
            record = read[about["line"]]
            rolled = rolled_faces(replay(record, grading.rules).steps, about["seat"])
            about |= {"players": list(record.players), "rolled": rolled.to_dict()}
            games.append(as_served(library, about))
    summary.compare(grading.rules, library.budget)
    return {
        "games": games,
        "report": summary.to_list(),
        "refused": refused,
        "refusals": len(refused),
    }


def _parts(data: bytes, grading: Grading) -> Iterator[GradedPart]:
    """Grade a few records at a time; refuse the rest when somebody has waited long enough."""
    lines, begun = list(read_lines(BytesIO(data))), time.monotonic()
    for first in range(0, len(lines), AT_A_TIME):
        spent = time.monotonic() - begun
        if spent > grading.budget.longest:
            raise grading.budget.no_time(f"Grading {len(lines)} games", spent / first * len(lines))
        yield grading.graded(Lines(FILE, lines[first : first + AT_A_TIME], 0))


def _read(data: bytes) -> Iterator[tuple[int, Record]]:
    """Yield the records by their lines; refuse too many before any is graded."""
    for place, (number, line) in enumerate(read_lines(BytesIO(data))):
        if place >= MOST_RECORDS:
            raise Problem(
                413,
                "too-large",
                f"These are too many records at once: the most is {MOST_RECORDS}.",
                "'dicedevil grade FILE' takes millions.",
            )
        found = read_line(number, line)
        if isinstance(found, Record):
            yield number, found
