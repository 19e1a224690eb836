"""The long run: what took too long to be computed each time, kept with its seed, command and day.

It is shown as stored, beside what is computed now and never in its place.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dicedevil.players.duels import Duel
from dicedevil.players.move_errors import ErrorRow, MoveErrors

FILE = "long_run.json"


@dataclass(frozen=True)
class LongRun:
    """Errors of moves in many positions, and many matches against the best mean score."""

    day: str
    commands: tuple[str, str]
    """That make the errors, and the matches, again."""
    errors: MoveErrors
    duel: Duel

    def told(self) -> str:
        """As notes say it."""
        return f"stored run of {self.day}: {self.errors.games:,} matches, seed {self.errors.seed}"

    def told_of_duel(self) -> str:
        """The same of the matches that were played."""
        return f"stored run of {self.day}: {2 * self.duel.pairs:,} matches, seed {self.duel.seed}"


@cache
def long_run() -> LongRun:
    """Read the long run."""
    found = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    errors, duel = found["errors"], found["duel"]
    rows = tuple(ErrorRow(**row) for row in errors.pop("rows"))
    duel["sums"] = tuple(duel["sums"])
    return LongRun(
        found["day"], tuple(found["commands"]), MoveErrors(**errors, rows=rows), Duel(**duel)
    )
