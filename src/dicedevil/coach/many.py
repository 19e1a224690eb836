"""Many records graded, line by line: in bounded memory, by several processes where there are many.

What is refused is told with its line and the reason; the rest is graded.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import IO, Any

from dicedevil.coach.grade import GradedGame, grade
from dicedevil.coach.quick import graded_together
from dicedevil.coach.records import Record, Refused, read_line, read_lines
from dicedevil.coach.report import WORST, Summary
from dicedevil.errors import DiceDevilError, TableError, TooLarge, error_words
from dicedevil.objectives import Objective
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.processes import dealt_out, in_order

PART_BYTES = 1 << 20
PART_LINES = 500
"""What is worked on at once: at most so many lines, and not many more bytes."""
RARELY = (100_000, 20, 100)
"""How often a process that helps looks for what is not used any more: games hold on to nothing."""
MOST_REFUSED = 1_000
"""Refused lines that are told one by one; more are counted."""
COLUMNS = (
    *("file", "line", "game", "player", "objective", "result", "start_value", "finished", "move"),
    *("state", "roll", "choice", "best", "loss", "luck", "value", "class"),
)
"""Of the tables of decisions."""

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Grading:
    """How records are graded, and what is wanted of them; it travels to other processes."""

    objective: Objective | None = None
    rules: tuple[str, ...] = ()
    player: str | None = None
    """Only games of the player of this name."""
    worst: int = WORST
    wants_json: bool = False
    wants_rows: bool = False
    wants_games: bool = False
    raises_missing: bool = False
    """Whether a table that may not be made is raised, and not told as a refusal of the line."""
    budget: Budget = USUAL

    def __call__(self) -> Callable[[Lines], GradedPart]:
        """Return who grades parts of files, in a process that does nothing else."""
        gc.set_threshold(*RARELY)
        return self.graded

    def graded(self, lines: Lines) -> GradedPart:
        """Grade a part of a file."""
        part = GradedPart(Summary(self.worst), end=lines.end)
        read = [(number, read_line(number, line)) for number, line in lines.lines]
        quick = self._together([record for _, record in read if isinstance(record, Record)])
        for number, record in read:
            found = (
                record if isinstance(record, Refused) else next(quick) or self._graded(number, record)
            )
            if isinstance(found, Refused):
                part.refuse(lines.file, found)
                continue
            for game in found:
                if self.player is None or game.player == self.player:
                    self._add(part, game, lines.file, number)
        return part

    def _together(self, records: list[Record]) -> Iterator[tuple[GradedGame, ...] | None]:
        """Yield what could be graded all at once, and None for what has to be graded by itself."""
        return iter(graded_together(records, self.objective, self.rules, self.budget))

    def _graded(self, number: int, record: Record) -> tuple[GradedGame, ...] | Refused:
        try:
            return grade(record, self.objective, rules=self.rules, budget=self.budget)
        except DiceDevilError as error:
            if self.raises_missing and isinstance(error, (TableError, TooLarge)):
                raise
            return Refused(number, str(error))
        except RecursionError as error:  # rules of somebody's own may go on for ever
            return Refused(number, error_words(error))

    def _add(self, part: GradedPart, game: GradedGame, file: str, line: int) -> None:
        part.summary.add(game, file, line)
        if self.wants_json:
            told = {"file": file, "line": line, **game.to_dict()}
            part.texts.append(json.dumps(told, allow_nan=False))
        if self.wants_rows:
            part.rows.extend(rows_of(game, file, line))
        if self.wants_games:
            part.games.append(game)


def rows_of(game: GradedGame, file: str, line: int) -> Iterator[Row]:
    """Yield one row a move, under `COLUMNS`."""
    same = (file, line, game.game, game.player, game.objective, game.result, game.start_value)
    for number, one in enumerate(game.decisions, 1):
        yield (
            *(*same, game.is_finished, number, one.state, one.roll, one.choice, one.best),
            *(one.loss, one.luck, one.value, one.grade),
        )


@dataclass(frozen=True)
class Lines:
    """A part of a file: lines with their numbers."""

    file: str
    lines: list[tuple[int, bytes]]
    end: int
    """How many bytes have been read so far."""


@dataclass
class GradedPart:
    """What came of a part of a file."""

    summary: Summary
    refused: list[tuple[str, Refused]] = field(default_factory=list)
    refusals: int = 0
    texts: list[str] = field(default_factory=list)
    """Games as JSON."""
    rows: list[Row] = field(default_factory=list)
    games: list[GradedGame] = field(default_factory=list)
    end: int = 0

    def refuse(self, file: str, one: Refused) -> None:
        """Count a refused line."""
        self.refusals += 1
        if len(self.refused) < MOST_REFUSED:
            self.refused.append((file, one))


def parts_of(files: Iterable[tuple[str, IO[bytes]]]) -> Iterator[Lines]:
    """Read files in parts."""
    read = 0
    for name, file in files:
        lines: list[tuple[int, bytes]] = []
        size = 0
        for number, line in read_lines(file):
            lines.append((number, line))
            size += len(line)
            if size >= PART_BYTES or len(lines) >= PART_LINES:
                read += size
                yield Lines(name, lines, read)
                lines, size = [], 0
        if lines:
            read += size
            yield Lines(name, lines, read)


def graded_parts(
    files: Iterable[tuple[str, IO[bytes]]], grading: Grading, workers: int = 1
) -> Iterator[GradedPart]:
    """Grade files part by part, in order; the first part here, so that its tables are made and told."""
    parts = parts_of(files)
    here = grading.graded
    for number, part in enumerate(parts):
        yield here(part)
        if number == 0 and workers > 1:
            break
    if workers > 1:
        elsewhere = Grading(**{**vars(grading), "budget": grading.budget.without_listeners()})
        with closing(dealt_out(elsewhere, parts, workers)) as done:
            yield from in_order(done)
