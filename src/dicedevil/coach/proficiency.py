"""The proficiency test: positions of typical games, and what the answers lose against best play.

    test = proficiency("yahtzee", questions=20, seed=7)
    while (drill := test.next()) is not None:
        test.answer(input(f"{drill.state} {drill.roll}> "))
    print(test.result())

The questions come from one seed, as `practice.typical` meets them, and nothing is told of an answer
before the end. Then the weaker bots and random play stand beside it: what each loses on average on the
same questions, computed from the weights of its choices.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from dicedevil.ask.strategies import match_strategy
from dicedevil.ask.weaker import LEVELS
from dicedevil.coach.judges import solved
from dicedevil.coach.practice import Answer, Drill, answered, typical
from dicedevil.coach.replay import recorded_name
from dicedevil.coach.report import small
from dicedevil.coach.tested import KeptTests, in_words
from dicedevil.coach.training import ANSWERABLE, natural_objective
from dicedevil.errors import TooLarge, UsageError, listed, nearest, quoted
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.objectives import TIE, chosen_objective
from dicedevil.rules import Game
from dicedevil.solvers.advice import Advice
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Solution
from dicedevil.strategy import Strategy

QUESTIONS = 20
MOST_QUESTIONS = 1000
RANDOM = "random"
BESIDE = (*LEVELS, RANDOM)
"""Who stands beside a result, if the game has such a player."""
A_MOMENT = 10.0
"""Seconds for working out a weaker player, where nobody said how long it may take."""
MOST_SEED = 10**6
"""Seeds that nobody chose are below it: short enough to be typed."""


@dataclass(frozen=True)
class ProficiencyResult:
    """What the answers of a test lost, and what others would have lost."""

    game: str
    objective: str
    seed: int
    questions: int
    """That were to be asked."""
    unit: str
    answers: tuple[Answer, ...]
    bots: Mapping[str, float]
    """By name: what is lost on average on the questions that were answered."""

    @property
    def loss(self) -> float:
        """What all answers lost."""
        return math.fsum(one.loss for one in self.answers)

    @property
    def loss_per_question(self) -> float:
        """What an answer lost, on average."""
        return self.loss / len(self.answers) if self.answers else 0.0

    @property
    def grade(self) -> str:
        """The result in words, by the share of what random play loses; none without an answer."""
        return in_words(self.loss, self.bots[RANDOM]) if self.answers else ""

    @property
    def sentence(self) -> str:
        """How it went."""
        done = len(self.answers)
        if not done:
            return "Nothing was answered."
        asked = "1 question" if done == 1 else f"{done:,} questions"
        of = "" if done == self.questions else f" of {self.questions:,}"
        lost, each = (small(one, self.unit) for one in (self.loss, self.loss_per_question))
        word = "" if self.unit == "chance" else f" {self.unit}"
        beside = small(self.bots[RANDOM], self.unit)
        return (
            f"{asked}{of} of {self.game}: {lost}{word} lost, {each} with each; random play loses "
            f"{beside}. Grade: {self.grade}."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `test --json` prints it."""
        return {
            **{"game": self.game, "objective": self.objective, "seed": self.seed, "unit": self.unit},
            **{"asked": self.questions, "answered": len(self.answers), "loss": self.loss},
            "loss_per_question": self.loss_per_question,
            "grade": self.grade or None,
            "bots": dict(self.bots),
            "sentence": self.sentence,
            "answers": [
                {"number": number}
                | _plain(one.drill)
                | {"choice": one.choice, "best": one.best, "loss": one.loss}
                for number, one in enumerate(self.answers, 1)
            ],
        }

    def __str__(self) -> str:
        """The sentence."""
        return self.sentence

    def _repr_html_(self) -> str:
        rows = [
            (number, one.drill.state, one.drill.roll, one.choice, one.best, small(one.loss, self.unit))
            for number, one in enumerate(self.answers, 1)
        ]
        head = ("", "position", "roll", "answer", "best", "lost")
        return html_table(rows, head, self.sentence)


def _plain(drill: Drill) -> dict[str, str]:
    return {"kind": drill.source, "state": drill.state, "roll": drill.roll}


@dataclass
class ProficiencyTest:
    """A test under way: the next question, and an answer to it."""

    game: str
    rules: Game
    solution: Solution
    bots: Mapping[str, Strategy]
    seed: int
    questions: tuple[Drill, ...]
    kept: KeptTests | None = None
    """Where answers are kept, if they are."""
    answers: list[Answer] = field(default_factory=list)
    number: int = 0
    """Under which the test is kept; 0 before its first answer."""
    _lost: list[dict[str, float]] = field(default_factory=list)

    def next(self) -> Drill | None:
        """Return what is asked now; None when all questions are answered."""
        done = len(self.answers)
        return self.questions[done] if done < len(self.questions) else None

    def advice(self, drill: Drill) -> Advice:
        """Return what there is to choose, best first: not for whoever is tested."""
        return self.solution.advise(drill.state, drill.roll)

    def choices(self, drill: Drill) -> list[str]:
        """Return what there is to choose, in the game's own order."""
        game = self.solution.game
        position, roll = game.read_position(drill.state, drill.roll)
        return [game.write_choice(one) for one in game.choices(position.state, roll)]

    def answer(self, text: str) -> Answer:
        """Take an answer to the question that is asked now, and keep it; refuse what is no choice."""
        drill = self.next()
        if drill is None:
            raise UsageError(f"All {len(self.questions):,} questions are answered.")
        advice = self.advice(drill)
        found = answered(self.rules, drill, advice, text, TIE)
        lost = {name: self._expected(drill, advice, bot) for name, bot in self.bots.items()}
        if self.kept is not None:
            self._keep(self.kept, found, lost[RANDOM], len(self.answers) + 1)
        self.answers.append(found)
        self._lost.append(lost)
        return found

    def keep(self, kept: KeptTests) -> None:
        """Keep the answers so far, and those to come: for who takes all of them or none."""
        self.kept = kept
        for place, (found, lost) in enumerate(zip(self.answers, self._lost, strict=True), 1):
            self._keep(kept, found, lost[RANDOM], place)

    def _keep(self, kept: KeptTests, found: Answer, chance: float, place: int) -> None:
        if self.number:
            kept.add(self.number, place, found, chance)
            return
        asked, unit = len(self.questions), found.advice.unit
        self.number = kept.begin(self.game, self.seed, asked, unit, found, chance)

    def _expected(self, drill: Drill, advice: Advice, bot: Strategy) -> float:
        """Return what a bot loses at a question, on average."""
        game = self.solution.game
        position, roll = game.read_position(drill.state, drill.roll)
        mix = bot.mix(game, position.state, roll)
        losses = {one.choice: one.loss for one in advice.choices}
        lost = math.fsum(weight * losses[game.write_choice(one)] for one, weight in mix.items())
        return lost / sum(mix.values())

    @property
    def missing(self) -> list[str]:
        """Who should stand beside the result, and would take too long to be worked out."""
        return [name for name in BESIDE if name not in self.bots]

    def result(self) -> ProficiencyResult:
        """Return how it went so far."""
        unit = self.advice(self.questions[0]).unit
        totals = {name: math.fsum(one[name] for one in self._lost) for name in self.bots}
        return ProficiencyResult(
            self.game,
            self.solution.objective.name,
            self.seed,
            len(self.questions),
            unit,
            tuple(self.answers),
            totals,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `test --json` prints it: the result, and all questions with choices.

        What is best stands only where an answer was given.
        """
        questions = [
            {"number": number} | _plain(one) | {"choices": self.choices(one)}
            for number, one in enumerate(self.questions, 1)
        ]
        return self.result().to_dict() | {"questions": questions}


def proficiency(
    game: Game | str,
    questions: int = QUESTIONS,
    seed: int | None = None,
    objective: str | None = None,
    *,
    progress: Progress = silent,
    budget: Budget | None = None,
    kept: KeptTests | None = None,
    named: str = "",
) -> ProficiencyTest:
    """Return a test of so many positions; the same seed asks the same.

    What is wanted is what is natural to the game (to win a race, else the score), unless an objective
    is named: score, turns or win. The game is solved first, and what the bots have to know worked out.
    `named` is how a game of one's own is called that is not given by its name.
    """
    rules = game_named(game) if isinstance(game, str) else game
    name = recorded_name(rules, game if isinstance(game, str) else named)
    if not 1 <= questions <= MOST_QUESTIONS:
        raise UsageError(f"A test has 1 to {MOST_QUESTIONS:,} questions, not {questions:,}.")
    if seed is not None and seed < 0:
        raise UsageError(f"A seed is a whole number of at least 0, not {seed:,}.")
    aim = objective or natural_objective(rules)
    if aim not in ANSWERABLE:
        raise UsageError(
            f"A test is for {listed(ANSWERABLE)}, not for {quoted(aim)}.{nearest(aim, ANSWERABLE)}"
        )
    cost = budget or Budget(progress=progress)
    wanted = chosen_objective(aim)
    solution = solved(wanted.view(rules), wanted, cost)
    drawn = random.SystemRandom().randrange(MOST_SEED) if seed is None else seed
    drills = []
    for drill in islice(typical(solution, name, drawn), questions):
        drills.append(drill)
        cost.progress("looking for positions", len(drills), questions)
    if not drills:
        raise UsageError(f"{name} leaves nothing to choose, so there is nothing to be tested in.")
    bots = _bots(solution.game, cost)
    return ProficiencyTest(name, rules, solution, bots, drawn, tuple(drills), kept)


def _bots(game: Game, budget: Budget) -> dict[str, Strategy]:
    """Return who stands beside a result; weaker players who would take too long are left out.

    Somebody waits for the first question, so without a word on it they have a moment.
    """
    quick = budget if budget.patience is not None else replace(budget, patience=A_MOMENT)
    found = {}
    for name in BESIDE:
        with suppress(TooLarge):
            found[name] = match_strategy(game, name, quick)
    return found
