"""How much skill matters: the results of random, greedy, thumbed and best play of a game, side by side.

    span     from random to best play, in standard deviations of best play
    moved    the share of the score's variance that choices can move

At a table where every second game is played best and every second at random, with means b and r and
standard deviations s and t, the variance of the scores has a part between the players and one within:

    moved = between / (between + within),  between = ((b - r) / 2)^2,  within = (s^2 + t^2) / 2

It is 0 where choices change nothing but luck, and 1 where luck changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from dicedevil.ask.evaluate import Distribution, evaluate
from dicedevil.ask.measures import Answers, Figure
from dicedevil.ask.simulate import simulate_alone
from dicedevil.ask.strategies import EVERYWHERE
from dicedevil.ask.versus import versus
from dicedevil.errors import TooLarge, UsageError
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.rounding import UNIT
from dicedevil.solvers.solver import lanes_of
from dicedevil.strategy import Foreseeing, Strategy
from dicedevil.wrapped.counted import TurnsCounted

GAMES = 10_000
"""Games that are simulated where a strategy's law is too large."""
RANDOM, GREEDY, BEST = "random", "greedy", "optimal"


@dataclass(frozen=True)
class Result:
    """What a strategy comes to in a game: exact but for rounding, or of games that were simulated."""

    strategy: str
    mean: float
    sd: float | None
    """None in a match of two: its result is a chance."""
    error_bound: float = 0.0
    """How far off rounding can have made the mean."""
    sd_error_bound: float = 0.0
    games: int | None = None
    """How many games were simulated; None where the law is known."""
    standard_error: float | None = None
    """Of the mean of games that were simulated."""
    law: Distribution | None = field(default=None, repr=False)

    @classmethod
    def of(cls, law: Distribution) -> Result:
        """Take the figures of a law."""
        return cls(law.strategy, law.mean, law.sd, law.mean_error_bound, law.sd_error_bound, law=law)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "strategy": self.strategy,
            "mean": self.mean,
            "sd": self.sd,
            "error_bound": self.error_bound,
            "sd_error_bound": self.sd_error_bound,
            "games": self.games,
            "standard_error": self.standard_error,
        }


def result_of(asked: Answers, name: str, seed: int = 1) -> Result:
    """Return what a strategy comes to: by its law, or simulated where that is too large."""
    game, budget = asked.game, asked.budget
    if game.players == 2:
        return _against_best(asked, name)
    plays: Any = Strategy(name, asked.best.best_choice) if name == BEST else name
    try:
        return Result.of(_law(_scored(game), plays, budget))
    except (TooLarge, UsageError):
        budget.announce(
            f"The law of {name} play of {game} is too large: {GAMES:,} games of it are simulated."
        )
    played = simulate_alone(game, plays, games=GAMES, seed=seed, budget=budget)
    off = played.error_bound
    return Result(name, played.mean, played.sd, off, off, GAMES, played.standard_error)


def _law(game: Game, plays: Any, budget: Budget) -> Distribution:
    """Return a law: in fractions, or in floats where those would take long."""
    try:
        return evaluate(game, plays, budget=budget)
    except TooLarge:
        return evaluate(game, plays, exact=False, budget=budget)


def _scored(game: Game) -> Game:
    """Return the game whose score is told: in somebody's own race the turns, which pay no points."""
    own_race = game.scored_in == "race" and game.solved_in == Game.solved_in
    return TurnsCounted(game) if own_race else game


def _against_best(asked: Answers, name: str) -> Result:
    """Return the chance to win a match of two, beginning against best play."""
    if name == BEST:
        best, results = asked.best, asked.results
        share = float(results.win) + float(results.tie) / 2
        square = float(results.win) + float(results.tie) / 4
        sd, off = math.sqrt(max(0.0, square - share * share)), 2 * results.error_bound + 4 * UNIT
        return Result(name, best.value, sd, best.error_at(best.value), off / sd if sd else off)
    found = versus(asked.game, name, BEST, budget=asked.budget)
    return Result(name, float(found.first), None, found.error_bound)


def rules_of_thumb(game: Game, budget: Budget) -> list[str]:
    """Return the game's own strategies that are rules: nothing is foreseen or worked out for them."""
    own = game.strategies()
    return [
        name
        for name, plays in own.items()
        if name not in EVERYWHERE
        and not isinstance(plays, Foreseeing)
        and all(lane.strategy(game, name, budget) is None for lane in lanes_of(game))
    ]


@dataclass(frozen=True)
class Skill:
    """The results of players of a game, from random to best; what could not be had is None."""

    random: Result | None
    greedy: Result | None
    thumb: Result | None
    """The best of the game's own rules of thumb, where it has any."""
    optimal: Result | None
    lower_is_better: bool = False

    @property
    def rungs(self) -> list[tuple[str, Result]]:
        """The players that are known, by what they are called."""
        named = (
            ("random", self.random),
            ("greedy", self.greedy),
            ("thumb", self.thumb),
            ("optimal", self.optimal),
        )
        return [(name, one) for name, one in named if one is not None]

    @property
    def is_simulated(self) -> bool:
        """Whether some of it comes from games that were simulated."""
        return any(one.games is not None for _, one in self.rungs)

    def below(self, one: Result | None) -> Figure | None:
        """Return how far a player is below best play, in standard deviations of best play."""
        best = self.optimal
        if best is None or one is None or not best.sd or best.sd <= best.sd_error_bound:
            return None
        gap = (one.mean - best.mean) if self.lower_is_better else (best.mean - one.mean)
        span = gap / best.sd
        off = best.error_bound + one.error_bound + abs(span) * best.sd_error_bound
        return Figure(span, off / (best.sd - best.sd_error_bound) + 4 * UNIT * abs(span))

    @property
    def span(self) -> Figure | None:
        """From random to best play, in standard deviations of best play."""
        return self.below(self.random)

    @property
    def moved(self) -> Figure | None:
        """The share of the score's variance that choices can move: see the module's text."""
        best, worse = self.optimal, self.random
        if best is None or worse is None or best.sd is None or worse.sd is None:
            return None
        gap, off = abs(best.mean - worse.mean), best.error_bound + worse.error_bound
        spreads = ((best.sd, best.sd_error_bound), (worse.sd, worse.sd_error_bound))
        share = _between(gap, (sd for sd, _ in spreads))
        if share is None:
            return None
        least = _between(max(0.0, gap - off), (sd + more for sd, more in spreads))
        most = _between(gap + off, (max(0.0, sd - less) for sd, less in spreads))
        doubt = max(share - (least or 0.0), (1.0 if most is None else most) - share)
        return Figure(share, doubt + 8 * UNIT)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: means by player, and what they say of skill."""
        told: dict[str, Any] = {
            name: None if one is None else one.mean
            for name, one in (
                ("random", self.random),
                ("greedy", self.greedy),
                ("thumb", self.thumb),
                ("optimal", self.optimal),
            )
        }
        span, moved = self.span, self.moved
        below = {name: self.below(one) for name, one in self.rungs}
        return {
            **told,
            "span": None if span is None else span.value,
            "span_error_bound": None if span is None else span.error_bound,
            "thumb_name": None if self.thumb is None else self.thumb.strategy,
            "below": {name: None if one is None else one.value for name, one in below.items()},
            "moved": None if moved is None else moved.value,
            "moved_error_bound": None if moved is None else moved.error_bound,
            "players": [one.to_dict() for _, one in self.rungs],
        }


def _between(gap: float, spreads: Iterable[float]) -> float | None:
    """Return the share of the variance between two players; None where nothing varies."""
    between, within = (gap / 2) ** 2, sum(sd * sd for sd in spreads) / 2
    return between / (between + within) if between + within else None
