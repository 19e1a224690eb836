"""Progress: how somebody plays, over time, where points are lost, and whether the dice are fair.

Everything is worked out from the games that are kept and their grades; nothing is kept beside them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dicedevil.coach.drills import Drills, Practised
from dicedevil.coach.grade import FORCED, GRADE_OF
from dicedevil.coach.grades import Grades, KeptDecision, KeptGrade
from dicedevil.coach.records import Record, RecordError
from dicedevil.coach.replay import replay
from dicedevil.coach.report import Tally, amount, shares
from dicedevil.coach.rolled import Counting, RolledFaces
from dicedevil.coach.store import Store
from dicedevil.coach.tested import KeptTest, KeptTests
from dicedevil.notebook import html_table
from dicedevil.rules import Game

MOST_LEAKS = 8
"""Kinds of errors that are told, of each game."""
PERIODS = (("day", 10), ("month", 7), ("year", 4))
"""By what games are gathered over time, and how much of the date that is."""
MOST_PERIODS = 12


@dataclass(frozen=True)
class LossKind:
    """A kind of error: what was done, what should have been, how often, and what it cost in all."""

    done: str
    better: str
    times: int
    loss: float


@dataclass(frozen=True)
class Period:
    """The games of a day, a month or a year."""

    when: str
    games: int
    score: float
    """The mean."""
    luck: float
    """The mean of a game."""
    loss: float
    """The mean of a game."""
    loss_per_choice: float


@dataclass(frozen=True)
class GameStats:
    """One player's games of one kind."""

    game: str
    objective: str
    games: int
    score: float
    start_value: float
    luck: float
    luck_error: float
    """The standard error of the mean luck: fair dice bring 0, give or take this."""
    loss: float
    loss_per_choice: float
    choices: int
    classes: dict[str, int]
    leaks: tuple[LossKind, ...]
    periods: tuple[Period, ...]
    rolled: RolledFaces
    unit: str
    """What values count: points, a chance, turns, opponents beaten."""
    sign: int
    """1 where more is better, -1 where less is."""

    @property
    def sentence(self) -> str:
        """How it goes, in a line."""
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        result = amount(self.sign * (self.start_value + self.luck - self.loss), self.unit)
        word = "won" if self.unit == "chance" else f"{self.unit} on average"
        told = shares(self.luck, self.loss, self.sign, self.unit)
        return f"{games}, {result} {word}: {told} a game."

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `stats --json` prints it."""
        return {
            **{name: value for name, value in vars(self).items() if not isinstance(value, tuple)},
            "leaks": [vars(one) for one in self.leaks],
            "periods": [vars(one) for one in self.periods],
            "rolled": self.rolled.to_dict(),
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Stats:
    """All that is known of how somebody plays."""

    player: str
    games: tuple[GameStats, ...]
    practice: tuple[Practised, ...]
    tests: tuple[KeptTest, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `stats --json` prints it."""
        return {
            "player": self.player,
            "games": [one.to_dict() for one in self.games],
            "practice": [vars(one) for one in self.practice],
            "tests": [one.to_dict() for one in self.tests],
        }

    def __str__(self) -> str:
        """A line a game."""
        return "\n".join(f"{one.game}: {one.sentence}" for one in self.games) or "No games yet."

    def _repr_html_(self) -> str:
        rows = [
            (one.game, one.games, f"{one.score:.5g}", f"{one.luck:+.3g}", f"{one.loss:.3g}")
            for one in self.games
        ]
        return html_table(rows, ("game", "games", "score", "luck", "loss"), self.player)


def stats(
    store: Store, player: str, game: str | None = None, rules: Sequence[Game | str] = ()
) -> Stats:
    """Return how a player does, in all games or in one."""
    grades = Grades(store)
    by_game: dict[tuple[str, str, str], list[KeptGrade]] = {}
    for one in grades.games(player, game):
        by_game.setdefault((one.game, one.objective, one.unit), []).append(one)
    decisions = _gathered(grades.decisions(player, game))
    rolled = _rolled(store.records(player, game), player, rules)
    nothing = Counting().result()
    found = [
        _game_stats(kept, decisions.get(name) or _Choices(), rolled.get(name[0], nothing))
        for name, kept in by_game.items()
    ]
    practice, tests = Drills(store, player, game).by_day(), KeptTests(store, player, game).all()
    return Stats(player, tuple(found), tuple(practice), tuple(tests))


class _Choices:
    """Choices of one kind of game, added up one by one."""

    def __init__(self) -> None:
        self.classes = dict.fromkeys(GRADE_OF, 0)
        self.leaks: dict[tuple[str, str], list[float]] = {}

    def add(self, kept: KeptDecision) -> None:
        """Count a choice."""
        made = kept.decision
        if made.grade == FORCED.name:
            return
        self.classes[made.grade] += 1
        if not GRADE_OF[made.grade].is_right:
            self.leaks.setdefault((made.situation, made.better), []).append(made.loss)

    def worst(self) -> tuple[LossKind, ...]:
        """Return the kinds of errors that cost most."""
        kinds = [
            LossKind(done, better, len(losses), math.fsum(losses))
            for (done, better), losses in self.leaks.items()
        ]
        return tuple(sorted(kinds, key=lambda one: -one.loss)[:MOST_LEAKS])


def _gathered(decisions: Iterable[KeptDecision]) -> dict[tuple[str, str, str], _Choices]:
    found: dict[tuple[str, str, str], _Choices] = {}
    for one in decisions:
        found.setdefault((one.game, one.objective, one.unit), _Choices()).add(one)
    return found


def _rolled(
    records: Iterable[Record], player: str, rules: Sequence[Game | str]
) -> dict[str, RolledFaces]:
    """Return what the player rolled, by game; games whose rules are not at hand are passed over."""
    counts: dict[str, Counting] = {}
    for record in records:
        try:
            played = replay(record, rules)
        except RecordError:
            continue
        counting = counts.setdefault(record.game, Counting())
        for step in played.steps:
            if record.players[step.table.mover] == player:
                counting.add(step)
    return {name: counting.result() for name, counting in counts.items()}


def _game_stats(kept: Sequence[KeptGrade], made: _Choices, rolled: RolledFaces) -> GameStats:
    luck = tallied(one.luck for one in kept)
    choices = sum(one.choices for one in kept)
    loss = math.fsum(one.loss for one in kept)
    return GameStats(
        kept[0].game,
        kept[0].objective,
        len(kept),
        tallied(one.score for one in kept).mean,
        tallied(one.start_value for one in kept).mean,
        luck.mean,
        luck.standard_error,
        loss / len(kept),
        loss / choices if choices else 0.0,
        choices,
        made.classes,
        made.worst(),
        tuple(_periods(kept)),
        rolled,
        kept[0].unit,
        kept[0].sign,
    )


def _periods(kept: Sequence[KeptGrade]) -> list[Period]:
    """Gather games by day, or by month or year where these would be many."""
    for _, length in PERIODS:
        by_time: dict[str, list[KeptGrade]] = {}
        for one in kept:
            by_time.setdefault(one.when[:length], []).append(one)
        if len(by_time) <= MOST_PERIODS:
            break
    return [_period(when, games) for when, games in list(by_time.items())[-MOST_PERIODS:]]


def _period(when: str, kept: Sequence[KeptGrade]) -> Period:
    choices, loss = sum(one.choices for one in kept), math.fsum(one.loss for one in kept)
    return Period(
        when,
        len(kept),
        tallied(one.score for one in kept).mean,
        tallied(one.luck for one in kept).mean,
        loss / len(kept),
        loss / choices if choices else 0.0,
    )


def tallied(numbers: Iterable[float]) -> Tally:
    """Add up numbers."""
    tally = Tally()
    for number in numbers:
        tally.add(number)
    return tally
