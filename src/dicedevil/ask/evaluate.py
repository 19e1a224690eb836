"""The exact law of the final score under one strategy.

    law(state) = mean over rolls, and over the strategy's choices, of  law(next state) + points

In whole numbers by default (see `solvers.plain.laws`); in floats, compiled, for games with many states,
with a bound on the error (see `solvers.rounding`). A law is that of one strategy: `optimal` takes the
first of the choices that its solution cannot tell from the best.
Not to be mixed up with a target curve, which for every target plays another strategy: see `curve`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from dicedevil.ask.strategies import AnyStrategy, as_strategy
from dicedevil.doors import checked
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table, svg_bars
from dicedevil.rules import Game, Position, State, as_position, written_at
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.plain.exact_law import require_few_states
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.rounding import UNIT, mean_and_error, relative_error, sd_and_error
from dicedevil.solvers.solution import fraction_text
from dicedevil.solvers.solver import lanes_of

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
NOT_DRAWN = 1 / 2000
"""The share of all games at either end that a small picture leaves out."""
GO_EVERYWHERE = ("optimal", "worst", "random")
"""Strategies that come to almost every state of a game; others may need few of very many."""


@dataclass(frozen=True)
class BoxStatistics:
    """What a box brings on average, and how often nothing."""

    mean: float
    zero_share: float
    error_bound: float = 0.0
    """What rounding can have done to either."""


@dataclass(frozen=True)
class Distribution:
    """The law of a final score: each score that can occur and its probability."""

    game: str
    strategy: str
    law: Mapping[int, Fraction] | Mapping[int, float] = field(hash=False)
    boxes: Mapping[str, BoxStatistics] = field(default_factory=dict, hash=False)
    """Where there is a score card: what each box and bonus brings, exactly."""
    what: str = "game"
    """What a score is made in: a whole game, or one turn of it; of a race, its turns."""
    state: str = field(default="", compare=False)
    """Where the games begin, as written; empty for the start."""
    relative_error: float = 0.0
    """No chance is further than this part of it from the exact one; 0.0 for fractions."""

    def __post_init__(self) -> None:
        """Keep the law from being changed."""
        object.__setattr__(self, "law", MappingProxyType(dict(self.law)))
        object.__setattr__(self, "boxes", MappingProxyType(dict(self.boxes)))

    @property
    def score_words(self) -> str:
        """What the scores are."""
        return {"turn": "score of one turn", "race": "turns needed"}.get(self.what, "final score")

    @property
    def is_exact(self) -> bool:
        """Whether the probabilities are fractions."""
        return isinstance(next(iter(self.law.values())), Fraction)

    @property
    def error_bound(self) -> float:
        """No chance, nor a sum of them such as `at_least`, is further than this from the exact one."""
        return 0.0 if self.is_exact else self.relative_error + len(self.law) * UNIT

    @cached_property
    def exact_mean(self) -> Fraction | float:
        """The mean as it was computed: a fraction, or a float."""
        return self._mean_and_error[0]

    @property
    def mean_error_bound(self) -> float:
        """How far the mean can be from the exact one; 0.0 for a fraction."""
        return self._mean_and_error[1]

    @cached_property
    def _mean_and_error(self) -> tuple[Fraction | float, float]:
        if self.is_exact:
            mean: Fraction | float = sum(score * chance for score, chance in self.law.items())
            return mean, 0.0
        return mean_and_error(self._floats, self.relative_error)

    @property
    def _floats(self) -> Mapping[int, float]:
        return {score: float(chance) for score, chance in self.law.items()}

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.exact_mean)

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return self._sd_and_error[0]

    @property
    def sd_error_bound(self) -> float:
        """How far the standard deviation can be from the exact one: a root is mostly no fraction."""
        return self._sd_and_error[1]

    @cached_property
    def exact_variance(self) -> Fraction | None:
        """The square of the standard deviation as a fraction, where the law is in fractions."""
        if not self.is_exact:
            return None
        mean = Fraction(self.exact_mean)
        return sum(((score - mean) ** 2 * Fraction(p) for score, p in self.law.items()), Fraction(0))

    @cached_property
    def _sd_and_error(self) -> tuple[float, float]:
        variance = self.exact_variance
        if variance is None:
            return sd_and_error(self._floats, self.mean, self.mean_error_bound, self.relative_error)
        root = math.sqrt(variance)
        return root, 0.0 if Fraction(root) ** 2 == variance else relative_error(2) * root

    @property
    def min(self) -> int:
        """The lowest score that can occur."""
        return next(iter(self.law))

    @property
    def max(self) -> int:
        """The highest score that can occur."""
        return next(reversed(list(self.law)))

    @checked
    def quantile(self, share: float | Fraction) -> int:
        """Return the lowest score that at least this share of all games does not exceed.

        A share of 0.05 means 1/20, not the float next to it; a law in floats is trusted to its bound.
        """
        if not 0 <= share <= 1:
            raise UsageError(f"A share of the games is between 0 and 1, not {quoted(share)}.")
        wanted = Fraction(str(share)) - Fraction(self.error_bound)
        reached: Fraction | float = 0
        for score, chance in self.law.items():
            reached += chance
            if reached >= wanted:
                return score
        return self.max

    @property
    def median(self) -> int:
        """The lowest score that at least half of all games do not exceed."""
        return self.quantile(Fraction(1, 2))

    @checked
    def at_least(self, target: int) -> Fraction | float:
        """Return the chance of a score of at least `target`."""
        return sum(chance for score, chance in self.law.items() if score >= target)

    @checked
    def at_most(self, target: int) -> Fraction | float:
        """Return the chance of a score of at most `target`."""
        return sum(chance for score, chance in self.law.items() if score <= target)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `evaluate --json` prints it."""
        exact = {str(score): fraction_text(chance) for score, chance in self.law.items()}
        variance = self.exact_variance
        return {
            "game": self.game,
            "strategy": self.strategy,
            "what": self.what,
            "state": self.state,
            "mean": self.mean,
            "exact": fraction_text(self.exact_mean),
            "mean_error_bound": self.mean_error_bound,
            "sd": self.sd,
            "exact_variance": None if variance is None else fraction_text(variance),
            "sd_error_bound": self.sd_error_bound,
            "median": self.median,
            "min": self.min,
            "max": self.max,
            "quantiles": {f"{share:g}": self.quantile(share) for share in QUANTILES},
            "distribution": {str(score): float(chance) for score, chance in self.law.items()},
            "exact_distribution": exact if self.is_exact else None,
            "error_bound": self.error_bound,
            "boxes": boxes_dict(self.boxes),
        }

    def __str__(self) -> str:
        """The main figures in a line."""
        return (
            f"{self.game}, {self.strategy}: mean {self.mean:.6g}, sd {self.sd:.4g}, "
            f"median {self.median}, {self.min} to {self.max}"
            + ("" if self.is_exact else f" (mean off by {self.mean_error_bound:.1e} at most)")
        )

    def __repr__(self) -> str:
        """The same: the whole law would fill pages."""
        return f"<Distribution {self}>"

    def _repr_html_(self) -> str:
        names = ("mean", "sd", "median", "min", "max")
        rows = [(name, f"{getattr(self, name):.6g}") for name in names]
        if not self.is_exact:
            rows.append(("error of the mean", f"at most {self.mean_error_bound:.1e}"))
        ends = self.quantile(NOT_DRAWN), self.quantile(1 - NOT_DRAWN)
        shown = [(k, float(p)) for k, p in self.law.items() if ends[0] <= k <= ends[1]]
        return html_table(rows, caption=f"{self.game}, {self.strategy}") + svg_bars(shown, self.mean)


def boxes_dict(boxes: Mapping[str, BoxStatistics]) -> dict[str, dict[str, float]]:
    """Return statistics by box as plain data."""
    return {
        name: {"mean": box.mean, "zero_share": box.zero_share, "error_bound": box.error_bound}
        for name, box in boxes.items()
    }


def boxes_of(lines: Mapping[str, tuple[float, float]], error: float) -> dict[str, BoxStatistics]:
    """Return statistics by box, each off by this part of it, or of 1."""
    return {
        name: BoxStatistics(mean, zero_share, error * max(1.0, abs(mean)))
        for name, (mean, zero_share) in lines.items()
    }


def evaluate(
    game: Game | str,
    strategy: AnyStrategy = "optimal",
    *,
    exact: bool | None = None,
    state: Position | State | str = "",
    progress: Progress = silent,
    on: Any = None,
    budget: Budget | None = None,
) -> Distribution:
    """Return the law of the final score under a strategy: a name, a `Strategy` or a function.

    In fractions; a large score card in floats, with an error bound. With `exact=True` what cannot be
    had in fractions is refused, with `exact=False` everything is in floats. From the start, or from a
    position as an object or as written; points made so far count. A law too large for the memory is
    made by shards, `on` the threads of this process or elsewhere (see `solve`).
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress, on=on)
    position = as_position(rules, state)
    lanes = lanes_of(rules)
    everywhere = strategy in GO_EVERYWHERE and position.state == rules.start()
    if (
        exact is not False and everywhere and rules.solved_in == Game.solved_in
    ):  # else a family's lane may know better
        require_few_states(rules, cost)
    for lane in lanes:
        lane.require_law(rules, exact, cost, str(strategy) if everywhere else "")
    plan = as_strategy(rules, strategy, cost)
    for lane in lanes:
        found = lane.law(rules, plan, position, exact, cost)
        if found is not None:
            law: Any = {position.points + more: chance for more, chance in found.chances.items()}
            return Distribution(
                str(rules),
                plan.name,
                law,
                boxes_of(found.lines, found.lines_error),
                what=rules.scored_in,
                state=written_at(rules, state),
                relative_error=found.relative_error,
            )
    raise UsageError(f"Nobody can be {plan.name} at {rules}.")
