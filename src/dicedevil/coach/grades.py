"""Grades that are kept: what every choice of a kept game lost, and how lucky every roll was."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from dicedevil.coach.grade import Decision, GradedGame, grade
from dicedevil.coach.records import RecordError
from dicedevil.coach.store import Store
from dicedevil.errors import TableError, TooLarge
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget

_GRADED = (
    "graded.game_id = games.id AND seats.game_id = games.id AND seats.seat = graded.seat "
    "AND players.id = seats.player_id AND players.name = ? AND (? IS NULL OR games.game = ?)"
)
_FROM = "FROM graded, games, seats, players"


@dataclass(frozen=True)
class KeptGrade:
    """One game of a player, as it was graded."""

    number: int
    """Of the game in the database."""
    game: str
    when: str
    seat: int
    objective: str
    result: float
    start_value: float
    luck: float
    loss: float
    score: float
    choices: int
    spread: float
    unit: str
    sign: int


@dataclass(frozen=True)
class KeptDecision:
    """One choice of a player, with the game it was made in."""

    number: int
    game: str
    objective: str
    unit: str
    decision: Decision


class LeftOut(NamedTuple):
    """A kept game that was not graded, and why."""

    number: int
    reason: str
    seconds: float | None
    """What grading it would take; None where no time would do."""


@dataclass(frozen=True)
class Grades:
    """The grades of a database."""

    store: Store

    def keep(self, number: int, graded: Sequence[GradedGame]) -> None:
        """Keep the grades of a game, one a player; those that were kept before make way."""
        with self.store.change() as database:
            database.execute("DELETE FROM graded WHERE game_id = ?", (number,))
            for one in graded:
                database.execute(
                    "INSERT INTO graded VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(number, one.seat, one.objective, one.result, one.start_value),
                        *(one.luck, one.loss, one.score, one.choices, one.spread, one.unit, one.sign),
                    ),
                )
                database.executemany(
                    "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (number, one.seat, place, *_columns(made))
                        for place, made in enumerate(one.decisions, 1)
                    ],
                )

    def ungraded(self) -> list[int]:
        """Return the numbers of the games that are over and were not graded yet."""
        found = self.store.rows(
            "SELECT id FROM games WHERE NOT under_way AND id NOT IN (SELECT game_id FROM graded)"
        )
        return [number for (number,) in found]

    def games(self, player: str, game: str | None = None) -> list[KeptGrade]:
        """Return a player's games, the oldest first."""
        found = self.store.rows(
            "SELECT games.id, games.game, games.begun, graded.seat, objective, graded.result, "
            f"start_value, luck, loss, score, choices, spread, unit, sign {_FROM} WHERE {_GRADED} "
            "ORDER BY games.begun, games.id",
            *(player, game, game),
        )
        return [KeptGrade(*row) for row in found]

    def decisions(
        self, player: str, game: str | None = None, number: int | None = None
    ) -> Iterator[KeptDecision]:
        """Return a player's choices, one by one, in the order they were made; of one kept game, too."""
        found = self.store.each(
            "SELECT games.id, games.game, graded.objective, unit, d.state, d.roll, d.choice, d.best, "
            "d.loss, d.luck, d.value_before, d.value_after, d.grade, d.situation, d.better, "
            f"d.is_estimate {_FROM}, decisions d WHERE {_GRADED} AND d.game_id = games.id "
            "AND d.seat = graded.seat AND (? IS NULL OR games.id = ?) "
            "ORDER BY games.begun, games.id, d.number",
            *(player, game, game, number, number),
        )
        for number, name, objective, unit, *columns in found:
            made = Decision(*columns)
            made = replace(made, is_estimate=bool(made.is_estimate))
            yield KeptDecision(number, name, objective, unit, made)


def grade_kept(
    store: Store,
    rules: Sequence[Game | str] = (),
    budget: Budget = USUAL,
    seconds: float = math.inf,
) -> list[LeftOut]:
    """Grade the games that are over and were not graded yet; return those that cannot be, and why.

    With so many seconds only those that can be graded within them, by tables that are there; else what
    is only a matter of time is refused with its cost.
    """
    grades, refused = Grades(store), list[LeftOut]()
    waiting, until = grades.ungraded(), time.monotonic() + seconds
    for done, number in enumerate(waiting):
        if time.monotonic() > until:
            break
        budget.progress("grading games that were kept", done, len(waiting))
        try:
            grades.keep(number, grade(store.record(number), rules=rules, budget=budget))
        except (RecordError, TableError, TooLarge) as error:
            if error.seconds is not None and seconds == math.inf:
                raise
            refused.append(LeftOut(number, str(error), error.seconds))
    return refused


def _columns(made: Decision) -> tuple[object, ...]:
    return (
        *(made.state, made.roll, made.choice, made.best, made.loss, made.luck, made.before),
        *(made.value, made.grade, made.situation, made.better, int(made.is_estimate)),
    )
