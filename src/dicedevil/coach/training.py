"""A round of practice: what to ask next, and what an answer was worth.

Drills that are due come first. New ones follow: the player's own mistakes, now and then a decoy, where
the player was right; and close calls from games played for the purpose when nothing else is left.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from dicedevil.coach.drills import Drills
from dicedevil.coach.grade import GRADE_OF, Decision
from dicedevil.coach.grades import Grades, KeptDecision
from dicedevil.coach.judges import solved
from dicedevil.coach.practice import (
    CLOSE,
    DECOY,
    MISTAKE,
    Answer,
    Drill,
    answered,
    asked,
    close_calls,
    level_named,
)
from dicedevil.coach.records import RecordError
from dicedevil.coach.replay import recorded_game
from dicedevil.coach.spreads import spread_of
from dicedevil.coach.table import GameTable, laid
from dicedevil.errors import NotationError, PositionError, RulesError
from dicedevil.objectives import chosen_objective
from dicedevil.rules import Game
from dicedevil.solvers.advice import Advice
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solution import Solution

DECOY_EVERY = 3
"""Of new drills from one's own games, every third is one that the player got right."""
ANSWERABLE = ("score", "turns", "win")
"""Objectives whose positions stand in a decision whole."""
ROUND = 20
"""Close calls that are made at a time."""


def _now() -> datetime:
    return datetime.now(UTC)


def drills_from(decisions: Iterable[KeptDecision], seed: int = 1) -> Iterator[Drill]:
    """Make drills of a player's own choices: all mistakes, and half as many decoys."""
    mistakes, right = 0, []
    for one in decisions:
        made = one.decision
        if one.objective not in ANSWERABLE or made.is_forced or made.is_estimate:
            continue
        if GRADE_OF[made.grade].is_right:
            right.append(_drill(one, made, DECOY))
        else:
            mistakes += 1
            yield _drill(one, made, MISTAKE)
    source = random.Random(seed)
    yield from source.sample(right, min(len(right), (mistakes + 1) // 2))


def stock(drills: Drills) -> None:
    """Make drills of the player's own choices, as they were graded."""
    drills.keep(drills_from(Grades(drills.store).decisions(drills.player, drills.game)))


def mistakes_of(drills: Drills, number: int) -> list[Drill]:
    """Return the player's mistakes in one kept game that were not answered since, as drills."""
    found = Grades(drills.store).decisions(drills.player, number=number)
    mistakes = [one for one in drills_from(found) if one.source == MISTAKE]
    drills.keep(mistakes)
    return drills.unanswered(mistakes, number)


def natural_objective(game: Game) -> str:
    """Return what is wanted in practice: to win a race, or the score."""
    return "win" if game.view("win").players == 2 else "score"


def nothing_left(training: Training) -> str:
    """Say that there is nothing to practise."""
    if training.game:
        return f"No close calls of level {training.level} were found in {training.game}: --level any."
    due = training.drills.next_due()
    when = f" The next question is due on {due.astimezone():%Y-%m-%d at %H:%M}." if due else ""
    return f"Nothing is due.{when}"


def _drill(kept: KeptDecision, made: Decision, source: str) -> Drill:
    return Drill(kept.game, kept.objective, made.state, made.roll, source)


def table_of(game: Game, drill: Drill) -> GameTable:
    """Return the table of a drill, to be shown."""
    what = "turn" if game.scored_in == "turn" and drill.objective == "score" else ""
    return laid(game, 2 if drill.objective == "win" else 1, drill.state, what)


@dataclass
class Training:
    """A round of practice of one player; `game` and `objective` are for close calls."""

    drills: Drills
    game: str = ""
    objective: str = "score"
    level: str = "any"
    seed: int = 1
    rules: Sequence[Game | str] = ()
    """Games of one's own, that drills may name."""
    budget: Budget = USUAL
    clock: Callable[[], datetime] = _now
    answers: list[Answer] = field(default_factory=list)
    answered_before: int = 0
    """Answers of rounds before this one."""
    _advice: dict[Drill, Advice] = field(default_factory=dict)
    _passed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Refuse an unknown level."""
        level_named(self.level)

    def next(self) -> Drill | None:
        """Return what to ask next; None when there is nothing left."""
        for found in (self._due(), self._own(), self._made()):
            if found is not None:
                return found
        return None

    def _due(self) -> Drill | None:
        return self.first(self.drills.due(self.clock()))

    def _own(self) -> Drill | None:
        """Return a mistake, or every now and then a decoy."""
        turn = (self.answered_before + len(self.answers) + 1) % DECOY_EVERY == 0
        first, second = (DECOY, MISTAKE) if turn else (MISTAKE, DECOY)
        return self.first(self.drills.new(first)) or self.first(self.drills.new(second))

    def _made(self) -> Drill | None:
        """Return a close call; a few new ones are made when there is none."""
        found = self.first(self.drills.new(CLOSE))
        if found is None and self.game:
            self.drills.keep(drill for drill, _ in zip(self._close, range(ROUND), strict=False))
            found = self.first(self.drills.new(CLOSE))
        return found

    def first(self, found: Sequence[Drill]) -> Drill | None:
        """Return the first drill that can be asked: rules of one's own may have changed, or be gone."""
        for drill in found:
            if drill.number not in self._passed:
                try:
                    self.advice(drill)
                except (NotationError, PositionError, RecordError, RulesError):
                    self._passed.add(drill.number)
                else:
                    return drill
        return None

    @cached_property
    def _close(self) -> Iterator[Drill]:
        solution = self._solution(self.game, self.objective)
        unit = spread_of(solution, self.budget)
        return close_calls(solution, self.game, unit, self.level, self.seed)

    def _solution(self, name: str, objective: str) -> Solution:
        aim = chosen_objective(objective)
        return solved(aim.view(recorded_game(name, self.rules)), aim, self.budget)

    def rules_of(self, drill: Drill) -> Game:
        """Return the game of a drill."""
        return recorded_game(drill.game, self.rules)

    def advice(self, drill: Drill) -> Advice:
        """Return what there is to choose, best first: hidden until the drill is answered."""
        if drill not in self._advice:
            self._advice[drill] = asked(self.rules_of(drill), drill, self.budget)
        return self._advice[drill]

    def near(self, drill: Drill) -> float:
        """Return the loss up to which a choice counts as right."""
        spread = spread_of(self._solution(drill.game, drill.objective), self.budget)
        return GRADE_OF["inaccuracy"].from_share * spread

    def answer(self, drill: Drill, text: str) -> Answer:
        """Take an answer as it was typed, and keep it; refuse what is no choice."""
        found = answered(self.rules_of(drill), drill, self.advice(drill), text, self.near(drill))
        self.drills.answer(found, self.clock())
        self.answers.append(found)
        return found

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(one.is_right for one in self.answers)

    def to_dict(self) -> dict[str, object]:
        """Return plain data."""
        due = self.drills.next_due()
        return {
            "player": self.drills.player,
            "game": self.game or None,
            "answers": [one.to_dict() for one in self.answers],
            "right": self.right,
            "loss": sum(one.loss for one in self.answers),
            "next_due": None if due is None else due.isoformat(timespec="seconds"),
        }
