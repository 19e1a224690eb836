"""The measures of a game that can be asked for by name: what a designer looks at.

    mean, sd, median   the score of best play
    skill              from random play to best play, in standard deviations of best play's score
    first-player       the first player's chance to win a match of two, ties counting half
    ties               the chance of a tie in that match
    turns              the fewest turns of a race, expected
    length             the turns of a game under best play, expected

A measure says beforehand whether a game has it (`Measure.require`). What several measures need is
worked out once: they all ask the same `Answers`, one for each game.

    >>> from dicedevil.games import game
    >>> found = measured(game("klappenspiel:tiles=4"), measures_named("mean,length"))
    >>> {name: round(figure.value, 4) for name, figure in found.items()}
    {'mean': 0.02, 'length': 1.4292}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from dicedevil.ask.evaluate import Distribution, evaluate
from dicedevil.ask.outcomes import Outcomes, followed, outcomes
from dicedevil.errors import TooLarge, UsageError, listed, nearest, quoted
from dicedevil.objectives import FewestTurns, MaxScore, Objective, WinMatch, natural_aim
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.rounding import UNIT
from dicedevil.solvers.solution import Number, Solution, fraction_text
from dicedevil.solvers.solver import answer, lanes_of, solve
from dicedevil.strategy import Strategy
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.counted import TurnsCounted


@dataclass(frozen=True)
class Figure:
    """What a measure came to: a float, how far it can be off, and the fraction where it is known."""

    value: float
    error_bound: float = 0.0
    exact: Fraction | None = None

    @classmethod
    def of(cls, number: Number, error_bound: float = 0.0) -> Figure:
        """Take a number as it was computed; a fraction is right by itself."""
        exact = number if isinstance(number, Fraction) else None
        return cls(float(number), error_bound, exact)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        exact = None if self.exact is None else fraction_text(self.exact)
        return {"value": self.value, "error_bound": self.error_bound, "exact": exact}

    def __str__(self) -> str:
        """The value."""
        return f"{self.value:.6g}"


@dataclass(frozen=True, eq=False)
class Answers:
    """What is known of one game so far: whatever several measures need is solved once."""

    game: Game
    budget: Budget = USUAL
    fresh: bool = False
    """Whether tables are neither read nor written: nobody wants those of a hundred variants."""
    _laws: dict[str, Distribution] = field(default_factory=dict, repr=False)

    @property
    def best(self) -> Solution:
        """The best mean score; in a race the fewest turns, in a game of two the match itself.

        The middle of two bounds would look like a figure, so what is only enclosed is refused.
        """
        if self._natural.interval is not None:
            low, high = self._natural.interval
            raise TooLarge(
                f"The best mean score of {self.game} is only known to lie between {low:,.4f} and "
                f"{high:,.4f}."
            )
        return self._natural

    @cached_property
    def _natural(self) -> Solution:
        return self._solved(natural_aim(self.game))

    @cached_property
    def match(self) -> Solution:
        """Two players of the game, each doing all to win."""
        return self.best if self.game.players == 2 else self._solved(WinMatch())

    @cached_property
    def race(self) -> Solution:
        """The game played for the fewest turns."""
        return self.best if self.game.scored_in == "race" else self._solved(FewestTurns())

    @cached_property
    def results(self) -> Outcomes:
        """How often the match is won, tied and lost."""
        return outcomes(self.match, self.budget)

    def law(self, strategy: str = "optimal") -> Distribution:
        """Return the law of the final score: of best play, or of another strategy by name."""
        if strategy not in self._laws:
            for lane in lanes_of(self.game):  # before anything is solved
                lane.require_law(self.game, None, self.budget, strategy)
            plays = Strategy(strategy, self.best.best_choice) if strategy == "optimal" else strategy
            self._laws[strategy] = evaluate(self.game, plays, budget=self.budget)
        return self._laws[strategy]

    def _solved(self, aim: Objective) -> Solution:
        return solve(self.game, aim, fresh=self.fresh, budget=self.budget)


Work = Callable[[Answers], Figure]


@dataclass(frozen=True)
class Measure:
    """A number that a game has, by its name."""

    name: str
    about: str
    """What it is, in a few words for a person."""
    unit: str
    """What it counts, as `points`; a `chance` is between 0 and 1."""
    work: Work = field(compare=False)
    refusal: Callable[[Game], str] = field(compare=False)
    """Says why a game does not have this measure; nothing where it has."""

    @property
    def key(self) -> str:
        """The name as Python and JSON have it elsewhere: `first_player`."""
        return self.name.replace("-", "_")

    def is_defined(self, game: Game) -> bool:
        """Tell whether a game has this measure, without solving anything."""
        return not self.refusal(game)

    def require(self, game: Game) -> None:
        """Refuse in words a game that does not have this measure."""
        words = self.refusal(game)
        if words:
            raise UsageError(words)

    def of(self, game: Game | Answers, budget: Budget = USUAL) -> Figure:
        """Work it out, for a game or with what is known of it already."""
        asked = game if isinstance(game, Answers) else Answers(game, budget)
        self.require(asked.game)
        return self.work(asked)


# -- what they are -----------------------------------------------------------------------------------


def _start(solution: Solution) -> Figure:
    """Return the value of a whole game."""
    value = solution.exact if solution.exact is not None else solution.value
    return Figure.of(value, solution.error_at(value))


def _mean(asked: Answers) -> Figure:
    return _start(asked.best)


def _sd(asked: Answers) -> Figure:
    law = asked.law()
    return Figure(law.sd, law.sd_error_bound)


def _median(asked: Answers) -> Figure:
    return Figure.of(Fraction(asked.law().median))


def _first_player(asked: Answers) -> Figure:
    return _start(asked.match)


def _ties(asked: Answers) -> Figure:
    return Figure.of(asked.results.tie, asked.results.error_bound)


def _skill(asked: Answers) -> Figure:
    """Return how far random play is below best play, in standard deviations of best play."""
    best, random = asked.law(), asked.law("random")
    if best.sd <= best.sd_error_bound:
        raise UsageError(
            f"Best play of {asked.game} always scores the same: there is no standard deviation to "
            "count skill in."
        )
    gap = best.exact_mean - random.exact_mean
    span = float(-gap if asked.game.lower_is_better else gap) / best.sd
    off = best.mean_error_bound + random.mean_error_bound + abs(span) * best.sd_error_bound
    return Figure(span, off / (best.sd - best.sd_error_bound) + 4 * UNIT * abs(span))


def _turns(asked: Answers) -> Figure:
    return _start(asked.race)


def _length(asked: Answers) -> Figure:
    """Return the mean number of turns: always the same, those of the race, or best play followed."""
    game = asked.game
    always = game.turns_in_all()
    if always is not None:
        return Figure.of(Fraction(always))
    if _is_race(game):
        return _turns(asked)
    counted = TurnsCounted(game)
    best = Strategy("best", asked.best.best_choice)
    made = followed(counted, asked.best) if game.players == 2 else BestReply(counted, best, 0)
    return _start(answer(Question(made, MaxScore(), budget=asked.budget)))


# -- who has them ------------------------------------------------------------------------------------


def _is_race(game: Game) -> bool:
    """Tell whether the turns of a game are counted up to a target."""
    return game.players == 1 and game.view("turns").scored_in == "race"


def _needs_score(game: Game) -> str:
    if game.players == 1:
        return ""
    return f"{game} is a match of two and has no score: ask for first-player, ties or length."


def _needs_match(game: Game) -> str:
    try:
        WinMatch().view(game)
    except UsageError as error:
        return str(error)
    return ""


def _needs_race(game: Game) -> str:
    try:
        if _is_race(game):
            return ""
    except UsageError as error:
        return str(error)
    return f"{game} is no race to a target, so nobody counts its fewest turns: ask for length."


def _has_length(game: Game) -> str:
    if game.turns_in_all() is not None or game.scored_in == "game":
        return ""
    return _needs_race(game)


_ALL = (
    Measure("mean", "mean score of best play", "points", _mean, _needs_score),
    Measure("sd", "standard deviation of its score", "points", _sd, _needs_score),
    Measure("median", "median of its score", "points", _median, _needs_score),
    Measure(
        "first-player", "first player's chance to win, ties half", "chance", _first_player, _needs_match
    ),
    Measure("ties", "chance of a tie in a match of two", "chance", _ties, _needs_match),
    Measure("skill", "from random to best play", "standard deviations", _skill, _needs_score),
    Measure("turns", "fewest turns to the target, expected", "turns", _turns, _needs_race),
    Measure("length", "turns of a game under best play, expected", "turns", _length, _has_length),
)
MEASURES: dict[str, Measure] = {one.name: one for one in _ALL}
"""All of them, by name."""


def measures_named(names: str | Iterable[str]) -> tuple[Measure, ...]:
    """Find measures by their names: a list, or a text with commas; each once, in this order."""
    given = names.split(",") if isinstance(names, str) else list(names)
    found: dict[str, Measure] = {}
    for one in given:
        name = one.strip() if isinstance(one, str) else one
        if not isinstance(name, str):
            raise UsageError(f"A measure is a name, one of {listed(MEASURES)}, not {quoted(name)}.")
        if name not in MEASURES:
            hint = nearest(name, MEASURES) or f" Known: {listed(MEASURES)}."
            raise UsageError(f"Unknown measure {quoted(name)}.{hint}")
        if name in found:
            raise UsageError(f"The measure {quoted(name)} is asked for twice.")
        found[name] = MEASURES[name]
    if not found:
        raise UsageError(f"At least one measure is needed: {listed(MEASURES)}.")
    return tuple(found.values())


def measured(
    game: Game | Answers, measures: Iterable[Measure], budget: Budget = USUAL
) -> dict[str, Figure]:
    """Work out several measures of a game by name; what it does not have is refused before that."""
    asked = game if isinstance(game, Answers) else Answers(game, budget)
    wanted = tuple(measures)
    for one in wanted:
        one.require(asked.game)
    return {one.name: one.work(asked) for one in wanted}
