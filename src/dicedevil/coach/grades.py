"""Grades that are kept: what every choice of a kept game lost, and how lucky every roll was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dicedevil.coach.grade import Decision, GradedGame, grade
from dicedevil.coach.records import RecordError
from dicedevil.coach.store import Store
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


@dataclass(frozen=True)
class KeptDecision:
    """One choice of a player, with the game it was made in."""

    number: int
    game: str
    objective: str
    decision: Decision


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
                    "INSERT INTO graded VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(number, one.seat, one.objective, one.result, one.start_value),
                        *(one.luck, one.loss, one.score, one.choices, one.spread),
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
            f"start_value, luck, loss, score, choices, spread {_FROM} WHERE {_GRADED} "
            "ORDER BY games.begun, games.id",
            *(player, game, game),
        )
        return [KeptGrade(*row) for row in found]

    def decisions(self, player: str, game: str | None = None) -> Iterator[KeptDecision]:
        """Return a player's choices, one by one, in the order they were made."""
        found = self.store.each(
            "SELECT games.id, games.game, graded.objective, d.state, d.roll, d.choice, d.best, d.loss, "
            "d.luck, d.value_before, d.value_after, d.grade, d.situation, d.better, d.is_estimate "
            f"{_FROM}, decisions d WHERE {_GRADED} AND d.game_id = games.id AND d.seat = graded.seat "
            "ORDER BY games.begun, games.id, d.number",
            *(player, game, game),
        )
        for number, name, objective, *columns in found:
            made = Decision(*columns)
            yield KeptDecision(
                number, name, objective, replace(made, is_estimate=bool(made.is_estimate))
            )


def grade_kept(
    store: Store, rules: Sequence[Game | str] = (), budget: Budget = USUAL
) -> list[tuple[int, str]]:
    """Grade the games that are over and were not graded yet; return those that cannot be, and why."""
    grades, refused = Grades(store), []
    waiting = grades.ungraded()
    for done, number in enumerate(waiting):
        budget.progress("grading games that were kept", done, len(waiting))
        try:
            grades.keep(number, grade(store.record(number), rules=rules, budget=budget))
        except RecordError as error:
            refused.append((number, str(error)))
    return refused


def _columns(made: Decision) -> tuple[object, ...]:
    return (
        *(made.state, made.roll, made.choice, made.best, made.loss, made.luck, made.before),
        *(made.value, made.grade, made.situation, made.better, int(made.is_estimate)),
    )
