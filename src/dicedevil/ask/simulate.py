"""Many random games, from a seed: means with their standard error, medians, statistics by box."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.ask.evaluate import QUANTILES, BoxStatistics, boxes_dict, boxes_of
from dicedevil.ask.strategies import AnyStrategy, as_strategy
from dicedevil.dice import require_games
from dicedevil.doors import checked
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.rounding import UNIT
from dicedevil.solvers.solver import lanes_of
from dicedevil.wrapped.counted import TurnsCounted

NORMAL_95 = 1.96
"""So many standard errors either way hold 95 % of a normal law."""

FEW_GAMES = 50
"""Fewer do not tell how much luck is best taken out: then all of it is."""
ALL_OF_IT = 1e-6
"""A share of luck that is so close to all of it, is: best play has nothing but luck."""
SCORE_BYTES = 64
"""What a score takes while it is made and told: itself, and its like for the spread and the median."""


@dataclass(frozen=True, eq=False)
class WithoutLuck:
    """The same games, each with its luck taken out by the exact values of best play.

    A score is what best play is worth, and luck, less what the player's choices gave away. Luck has
    mean zero, whoever plays: score - c * luck has the mean of the scores for any c that does not look
    at the same games. So the best c for one half of the games is found in the other half.
    """

    results: NDArray[np.float64]
    error_bound: float
    """What rounding can have done to the mean."""
    share: float
    """How much of the luck was taken out, c: the mean of both halves."""

    @classmethod
    def of(cls, scores: NDArray[np.int64], fair: NDArray[np.float64], error: float) -> WithoutLuck:
        """Take out as much luck as helps; `fair` are the results without any."""
        luck = scores - fair
        halves = [_share(scores[half::2], luck[half::2]) for half in (1, 0)]
        results = scores - np.resize(halves, scores.size) * luck
        largest = max(1.0, *map(abs, halves))
        return cls(results, error * largest, sum(halves) / 2)

    def __post_init__(self) -> None:
        """Keep the results from being changed."""
        self.results.setflags(write=False)

    @property
    def mean(self) -> float:
        """The mean result: an estimate of the mean score, as unbiased as that of the scores."""
        return math.fsum(self.results) / self.results.size

    @property
    def sd(self) -> float:
        """The standard deviation of the results; 0.0 where rounding alone tells them apart."""
        spread = float(self.results.std(ddof=1)) if self.results.size > 1 else 0.0
        return spread if spread > self.error_bound else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.sd / math.sqrt(self.results.size)


def _share(scores: NDArray[np.int64], luck: NDArray[np.float64]) -> float:
    """Return how much of the luck is best taken out of other games of the same kind."""
    if scores.size < FEW_GAMES:
        return 1.0
    about = luck - luck.mean()
    spread = float(about @ about)
    share = float(about @ (scores - scores.mean())) / spread if spread else 1.0
    return 1.0 if abs(share - 1.0) < ALL_OF_IT else share


@dataclass(frozen=True, eq=False)
class Simulation:
    """The scores of simulated games; equal if all the scores are."""

    game: str
    strategy: str
    seed: int
    scores: NDArray[np.int64]
    boxes: Mapping[str, BoxStatistics]
    what: str = "game"
    """What was played: whole games, one "turn" each, or a "race", whose score is the turns it took."""
    without_luck: WithoutLuck | None = None
    """The games without their luck, where the values of best play are at hand."""

    def __post_init__(self) -> None:
        """Keep the scores and the boxes from being changed."""
        self.scores.setflags(write=False)
        object.__setattr__(self, "boxes", MappingProxyType(dict(self.boxes)))

    def __eq__(self, other: object) -> bool:
        """The same games were played."""
        return (
            isinstance(other, Simulation)
            and (self.game, self.strategy, self.seed, self.what)
            == (other.game, other.strategy, other.seed, other.what)
            and np.array_equal(self.scores, other.scores)
        )

    def __hash__(self) -> int:
        """Equal simulations have equal hashes."""
        return hash((self.game, self.strategy, self.seed, self.games))

    @property
    def plural(self) -> str:
        """What was played, as a word."""
        return f"{self.what}s"

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.scores.size)

    @property
    def mean(self) -> float:
        """The mean score."""
        return total_of(self.scores) / self.games

    @property
    def sd(self) -> float:
        """The standard deviation of the scores."""
        return float(self.scores.std(ddof=1)) if self.games > 1 else 0.0

    @property
    def median(self) -> float:
        """The median score."""
        return float(np.median(self.scores))

    @checked
    def quantile(self, share: float) -> int:
        """Return the lowest score that at least this share of the games do not exceed."""
        if not 0 <= share <= 1:
            raise UsageError(f"A share of the games is between 0 and 1, not {quoted(share)}.")
        return int(np.quantile(self.scores, share, method="inverted_cdf"))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.sd / math.sqrt(self.games)

    @property
    def error_bound(self) -> float:
        """What rounding can have done to the mean of these games; chance does far more."""
        return UNIT * abs(self.mean)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean is with a confidence of 95 %: 1.96 standard errors either way."""
        return self.mean - NORMAL_95 * self.standard_error, self.mean + NORMAL_95 * self.standard_error

    @property
    def variance_factor(self) -> float | None:
        """How many times as many games would tell the mean as well with luck; None: nobody can say.

        Infinite where all results are the same without luck, as for best play itself.
        """
        if self.without_luck is None or self.games < 2:
            return None
        spread = self.without_luck.sd
        return (self.sd / spread) ** 2 if spread else math.inf

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `simulate --json` prints it."""
        fair, factor = self.without_luck, self.variance_factor
        return {
            "game": self.game,
            "strategy": self.strategy,
            "what": self.what,
            "games": self.games,
            "seed": self.seed,
            "mean": self.mean,
            "sd": self.sd,
            "median": self.median,
            "standard_error": self.standard_error,
            "interval": list(self.interval),
            "error_bound": self.error_bound,
            "controlled_mean": None if fair is None else fair.mean,
            "controlled_standard_error": None if fair is None else fair.standard_error,
            "controlled_error_bound": None if fair is None else fair.error_bound,
            "luck_share": None if fair is None else fair.share,
            "variance_factor": None if factor == math.inf else factor,
            "min": int(self.scores.min()),
            "max": int(self.scores.max()),
            "quantiles": {f"{share:g}": self.quantile(share) for share in QUANTILES},
            "boxes": boxes_dict(self.boxes),
        }

    def __str__(self) -> str:
        """The main figures in a line."""
        return (
            f"{self.game}, {self.strategy}: {self.games:,} {self.plural}, "
            f"mean {self.mean:.6g} ± {self.standard_error:.2g}, median {self.median:g}"
        )

    def __repr__(self) -> str:
        """The same: all the scores would fill pages."""
        return f"<Simulation {self}>"

    def _repr_html_(self) -> str:
        names = ("games", "seed", "mean", "standard_error", "sd", "median")
        rows = [(name, f"{getattr(self, name):.6g}") for name in names]
        return html_table(rows, caption=f"{self.game}, {self.strategy}")


def total_of(scores: NDArray[np.int64]) -> int:
    """Return the sum of scores, without any rounding."""
    largest = max(abs(int(scores.min())), abs(int(scores.max())))
    return int(scores.sum()) if largest * scores.size < 2**62 else sum(scores.tolist())


def simulate_alone(
    game: Game | str,
    strategy: AnyStrategy = "optimal",
    *,
    games: int = 100_000,
    seed: int = 1,
    budget: Budget = USUAL,
) -> Simulation:
    """Play many games of one player, or races; the same seed gives the same ones."""
    require_games(games, seed)
    rules = game_named(game) if isinstance(game, str) else game
    budget.require(f"Playing {games:,} games of {rules}", SCORE_BYTES * games)
    plan = as_strategy(rules, strategy, budget)
    counted = TurnsCounted(rules) if rules.scored_in == "race" else rules
    for lane in lanes_of(rules):
        played = lane.play(counted, plan, games, seed, budget)
        if played is not None:
            fair = played.without_luck
            return Simulation(
                str(rules),
                plan.name,
                seed,
                played.scores,
                boxes_of(played.lines, UNIT),
                rules.scored_in,
                None
                if fair is None
                else WithoutLuck.of(played.scores, fair, played.without_luck_error),
            )
    raise UsageError(f"Nobody can be {plan.name} at {rules}.")
