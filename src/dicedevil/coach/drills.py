"""Drills that are kept: whose they are, how they were answered, and when they are to be asked again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from dicedevil.coach.practice import Answer, Drill, next_time
from dicedevil.coach.store import Store

_DRILL = "SELECT d.game, d.objective, d.state, d.roll, d.source, d.id FROM drills d"
_MINE = "d.player_id = (SELECT id FROM players WHERE name = ?) AND (? IS NULL OR d.game = ?)"


@dataclass(frozen=True)
class Practised:
    """How somebody does in practice: answers of one day."""

    day: str
    answers: int
    right: int
    loss: float


@dataclass(frozen=True)
class Drills:
    """A player's drills in the database, of all games or of one."""

    store: Store
    player: str
    game: str | None = None

    @property
    def _mine(self) -> tuple[str, str | None, str | None]:
        return self.player, self.game, self.game

    def keep(self, drills: Iterable[Drill]) -> int:
        """Keep drills that are new; return how many were."""
        count = 0
        with self.store.change() as database:
            database.execute("INSERT OR IGNORE INTO players (name) VALUES (?)", (self.player,))
            for one in drills:
                row = database.execute(
                    "INSERT OR IGNORE INTO drills (player_id, game, objective, state, roll, source) "
                    "SELECT id, ?, ?, ?, ?, ? FROM players WHERE name = ?",
                    (one.game, one.objective, one.state, one.roll, one.source, self.player),
                )
                count += row.rowcount
        return count

    def due(self, now: datetime) -> list[Drill]:
        """Return the drills that are to be asked again by now, the longest due first."""
        found = self.store.rows(
            f"{_DRILL} WHERE {_MINE} AND d.due <= ? ORDER BY d.due, d.id", *self._mine, _text(now)
        )
        return [Drill(*row) for row in found]

    def new(self, source: str) -> list[Drill]:
        """Return the drills of a kind that were never asked, in the order they were kept."""
        found = self.store.rows(
            f"{_DRILL} WHERE {_MINE} AND d.card IS NULL AND d.source = ? ORDER BY d.id",
            *self._mine,
            source,
        )
        return [Drill(*row) for row in found]

    def unanswered(self, drills: Iterable[Drill], number: int) -> list[Drill]:
        """Return those of these drills that were not answered since a kept game ended."""
        found = []
        for one in drills:
            found += self.store.rows(
                f"{_DRILL} WHERE d.player_id = (SELECT id FROM players WHERE name = ?) AND d.game = ? "
                "AND d.objective = ? AND d.state = ? AND d.roll = ? AND NOT EXISTS (SELECT 1 "
                "FROM answers a, games g WHERE a.drill_id = d.id AND g.id = ? "
                "AND a.at > ifnull(g.ended, g.begun))",
                *(self.player, one.game, one.objective, one.state, one.roll, number),
            )
        return [Drill(*row) for row in found]

    def numbered(self, number: int) -> Drill | None:
        """Return one of the player's drills by its number."""
        found = self.store.rows(f"{_DRILL} WHERE {_MINE} AND d.id = ?", *self._mine, number)
        return Drill(*found[0]) if found else None

    def waiting(self, now: datetime) -> int:
        """Return how many drills are due by now, or were never asked."""
        ((found,),) = self.store.rows(
            f"SELECT count(*) FROM drills d WHERE {_MINE} AND (d.card IS NULL OR d.due <= ?)",
            *self._mine,
            _text(now),
        )
        return int(found)

    def due_of(self, number: int) -> datetime | None:
        """Return when a drill is to be asked again."""
        found = self.store.rows("SELECT due FROM drills WHERE id = ? AND due IS NOT NULL", number)
        return datetime.fromisoformat(found[0][0]) if found else None

    def answered(self) -> int:
        """Return how many answers there were."""
        return sum(day.answers for day in self.by_day())

    def next_due(self) -> datetime | None:
        """Return when the next drill is to be asked again, or None if none was answered yet."""
        ((found,),) = self.store.rows(f"SELECT min(d.due) FROM drills d WHERE {_MINE}", *self._mine)
        return None if found is None else datetime.fromisoformat(found)

    def answer(self, answer: Answer, now: datetime) -> datetime:
        """Keep an answer; return when the drill is to be asked again."""
        number = answer.drill.number
        with self.store.change() as database:
            ((card,),) = database.execute("SELECT card FROM drills WHERE id = ?", (number,)).fetchall()
            kept, due = next_time(card, answer.is_right, number, now)
            database.execute(
                "UPDATE drills SET card = ?, due = ? WHERE id = ?", (kept, _text(due), number)
            )
            database.execute(
                "INSERT INTO answers (drill_id, at, choice, best, loss, is_right) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (number, _text(now), answer.choice, answer.best, answer.loss, int(answer.is_right)),
            )
        return due

    def by_day(self) -> list[Practised]:
        """Return how practice went, day by day."""
        found = self.store.rows(
            "SELECT substr(a.at, 1, 10) AS day, count(*), sum(a.is_right), sum(a.loss) FROM answers a "
            f"JOIN drills d ON d.id = a.drill_id WHERE {_MINE} GROUP BY day ORDER BY day",
            *self._mine,
        )
        return [Practised(*row) for row in found]


def _text(moment: datetime) -> str:
    """Write a moment so that texts sort as moments do."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
