"""Proficiency tests that are kept: every answer is on the disk before the next question is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicedevil.ask.weaker import LEVELS
from dicedevil.coach.practice import Answer
from dicedevil.coach.store import Store, now

PERFECT = "perfect"
GRADES_IN_WORDS = (
    (LEVELS["club"], "expert"),
    (LEVELS["casual"], "club player"),
    (LEVELS["beginner"], "casual player"),
    (0.5, "beginner"),
    (1.0, "a little better than guessing"),
)
"""Up to which share of what random play loses on the same questions a result is called so."""
GUESSING = "no better than guessing"


def in_words(loss: float, by_chance: float) -> str:
    """Return the grade of a result, in words; `by_chance` is what random play loses instead."""
    if loss == 0.0:
        return PERFECT
    found = (words for share, words in GRADES_IN_WORDS if loss < share * by_chance)
    return next(found, GUESSING)


@dataclass(frozen=True)
class KeptTest:
    """A test in the database, as far as it was answered."""

    number: int
    game: str
    objective: str
    seed: int
    questions: int
    unit: str
    begun: str
    answers: int
    loss: float
    by_chance: float
    """What random play loses on average on the same questions."""

    @property
    def grade(self) -> str:
        """The result in words."""
        return in_words(self.loss, self.by_chance)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `stats --json` prints it."""
        return vars(self) | {"loss_per_question": self.loss / self.answers, "grade": self.grade}


@dataclass(frozen=True)
class KeptTests:
    """A player's tests in the database, of all games or of one."""

    store: Store
    player: str
    game: str | None = None

    def begin(
        self, game: str, seed: int, questions: int, unit: str, first: Answer, chance: float
    ) -> int:
        """Keep a test with its first answer; return the number by which it is kept."""
        with self.store.change() as database:
            database.execute("INSERT OR IGNORE INTO players (name) VALUES (?)", (self.player,))
            row = database.execute(
                "INSERT INTO tests (player_id, game, objective, seed, questions, unit, begun) "
                "SELECT id, ?, ?, ?, ?, ?, ? FROM players WHERE name = ?",
                (game, first.drill.objective, str(seed), questions, unit, now(), self.player),
            )
            number = int(row.lastrowid or 0)
            database.execute(_ADD, _row(number, 1, first, chance))
        return number

    def add(self, number: int, place: int, answer: Answer, chance: float) -> None:
        """Keep a test's next answer; it is on the disk when this returns."""
        with self.store.change() as database:
            database.execute(_ADD, _row(number, place, answer, chance))

    def all(self) -> list[KeptTest]:
        """Return the tests, the oldest first."""
        found = self.store.rows(
            "SELECT t.id, t.game, t.objective, t.seed, t.questions, t.unit, t.begun, count(*), "
            "sum(a.loss), sum(a.by_chance) FROM tests t JOIN test_answers a ON a.test_id = t.id "
            "WHERE t.player_id = (SELECT id FROM players WHERE name = ?) AND (? IS NULL OR t.game = ?) "
            "GROUP BY t.id ORDER BY t.id",
            *(self.player, self.game, self.game),
        )
        return [
            KeptTest(number, game, objective, int(seed), *rest)
            for number, game, objective, seed, *rest in found
        ]


_ADD = "INSERT INTO test_answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def _row(number: int, place: int, answer: Answer, chance: float) -> tuple[Any, ...]:
    drill = answer.drill
    return (number, place, drill.state, drill.roll, answer.choice, answer.best, answer.loss, chance)
