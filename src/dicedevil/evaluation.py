"""The exact law of the final score under one strategy.

    law(state) = mean over rolls, and over the strategy's choices, of  law(next state) + points

In whole numbers by default (see `solve.laws`); in floats, compiled, for games with many states. Not
to be mixed up with a target curve, which for every target plays another strategy: see `curve`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from dicedevil.errors import TooLarge, UsageError, count_text
from dicedevil.families.placement import Omniscient, PlacementGame, omniscient_law
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.rules import Game, Position, State, as_position, require_points
from dicedevil.solvers.laws import ExactLaw
from dicedevil.strategy import Chooser, Strategy, strategy_named

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
MOST_EXACT_STATES = 50_000
GO_EVERYWHERE = ("optimal", "worst", "random")
"""Strategies that come to almost every state of a game; others may need few of very many."""


@dataclass(frozen=True)
class Distribution:
    """The law of a final score: each score that can occur and its probability."""

    game: str
    strategy: str
    law: Mapping[int, Fraction] | Mapping[int, float] = field(hash=False)

    def __post_init__(self) -> None:
        """Keep the law from being changed."""
        object.__setattr__(self, "law", MappingProxyType(dict(self.law)))

    @property
    def is_exact(self) -> bool:
        """Whether the probabilities are fractions."""
        return isinstance(next(iter(self.law.values())), Fraction)

    @cached_property
    def exact_mean(self) -> Fraction | float:
        """The mean as it was computed: a fraction, or a float."""
        return sum(score * chance for score, chance in self.law.items())

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.exact_mean)

    @cached_property
    def sd(self) -> float:
        """The standard deviation."""
        mean = self.exact_mean
        return math.sqrt(sum((score - mean) ** 2 * p for score, p in self.law.items()))

    @property
    def min(self) -> int:
        """The lowest score that can occur."""
        return next(iter(self.law))

    @property
    def max(self) -> int:
        """The highest score that can occur."""
        return next(reversed(list(self.law)))

    def quantile(self, share: float | Fraction) -> int:
        """Return the lowest score that at least this share of all games does not exceed.

        A share of 0.05 means 1/20, not the float next to it; a law in floats is trusted to 1e-12.
        """
        wanted = Fraction(str(share)) - (0 if self.is_exact else Fraction(1, 10**12))
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

    def at_least(self, target: int) -> Fraction | float:
        """Return the chance of a score of at least `target`."""
        return sum(chance for score, chance in self.law.items() if score >= target)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `evaluate --json` prints it."""
        mean = self.exact_mean
        return {
            "game": self.game,
            "strategy": self.strategy,
            "mean": self.mean,
            "exact": f"{mean.numerator}/{mean.denominator}" if isinstance(mean, Fraction) else None,
            "sd": self.sd,
            "median": self.median,
            "min": self.min,
            "max": self.max,
            "quantiles": {f"{share:g}": self.quantile(share) for share in QUANTILES},
            "distribution": {str(score): float(chance) for score, chance in self.law.items()},
        }

    def __str__(self) -> str:
        """The main figures in a line."""
        return (
            f"{self.game}, {self.strategy}: mean {self.mean:.6g}, sd {self.sd:.4g}, "
            f"median {self.median}, {self.min} to {self.max}"
        )

    def __repr__(self) -> str:
        """The same: the whole law would fill pages."""
        return f"<Distribution {self}>"

    def _repr_html_(self) -> str:
        names = ("mean", "sd", "median", "min", "max")
        rows = [(name, f"{getattr(self, name):.6g}") for name in names]
        return html_table(rows, caption=f"{self.game}, {self.strategy}")


def evaluate(
    game: Game | str,
    strategy: Strategy | Omniscient | Chooser | str = "optimal",
    *,
    exact: bool = True,
    state: Position | State | str = "",
) -> Distribution:
    """Return the law of the final score under a strategy: a name, a `Strategy` or a function.

    Exact fractions, unless `exact` is False. From the start, or from a position as an object or as
    written; points made so far count.
    """
    rules = game_named(game) if isinstance(game, str) else game
    points, start = as_position(rules, state)
    if exact and strategy in GO_EVERYWHERE and start == rules.start():
        size = rules.size()
        if size is not None and size[0] > MOST_EXACT_STATES:
            raise _too_many_states(rules, size[0])
    plan = as_strategy(rules, strategy)
    if isinstance(plan, Omniscient):
        if start != rules.start():
            raise UsageError("Whoever knows all rolls beforehand is evaluated from the start only.")
        if not isinstance(rules, PlacementGame) or not rules.is_linear:
            raise UsageError(f"Nobody can be omniscient at {rules}.")
        law = omniscient_law(rules.totals, rules.multipliers or ())
        return Distribution(str(rules), plan.name, law)
    if exact:
        to_come: Mapping[int, Any] = exact_law(rules, plan, start)
    else:
        from dicedevil.solvers.playing import float_law

        to_come = float_law(rules, plan, start)
    return Distribution(str(rules), plan.name, {points + more: p for more, p in to_come.items()})


def as_strategy(game: Game, strategy: Strategy | Omniscient | Chooser | str) -> Strategy | Omniscient:
    """Take a strategy by name, as it is, or as a function."""
    if isinstance(strategy, str):
        return strategy_named(game, strategy)
    if isinstance(strategy, (Strategy, Omniscient)):
        return strategy
    return Strategy(getattr(strategy, "__name__", "own"), strategy)


def exact_law(game: Game, strategy: Strategy, start: State) -> dict[int, Fraction]:
    """Work backwards over the states the strategy can reach."""
    turns = _reached(game, strategy, start)
    order = _successors_first(game, turns)
    bits = _bits_needed(turns, order)
    laws: dict[State, ExactLaw] = {}
    for state in order:
        if not turns[state]:
            laws[state] = ExactLaw.certain(0, bits)
        else:
            laws[state] = ExactLaw.mix(
                [(weight, laws[after].shifted(points)) for weight, points, after in turns[state]]
            )
    law = laws[start]
    return {points: Fraction(weight, law.total) for points, weight in law.weights()}


Reached = dict[State, list[tuple[int, int, State]]]
"""For each state: (weight, points, next state) under the strategy."""


def _reached(game: Game, strategy: Strategy, start: State) -> Reached:
    """Return what the strategy does in every state it can reach."""
    turns: Reached = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in turns:
            continue
        turns[state] = [] if game.is_over(state) else _moves(game, strategy, state)
        waiting.extend(after for _, _, after in turns[state])
        if len(turns) > MOST_EXACT_STATES:
            raise _too_many_states(game, len(turns))
    return turns


def _too_many_states(game: Game, states: int) -> TooLarge:
    return TooLarge(
        f"{game} has {count_text(states)} states or more; exact distributions are for "
        f"{MOST_EXACT_STATES:,} at most. In floats (--float) more may fit."
    )


def _moves(game: Game, strategy: Strategy, state: State) -> list[tuple[int, int, State]]:
    """Gather equal outcomes of a state, with whole-number weights over a common total."""
    rolls = game.rolls(state)
    mixes = [strategy.mix(game, state, roll) for roll in rolls]
    common = math.lcm(*(sum(mix.values()) for mix in mixes))
    gathered: dict[tuple[int, State], int] = {}
    for (roll, weight), mix in zip(rolls.items(), mixes, strict=True):
        scale = weight * (common // sum(mix.values()))
        for choice, share in mix.items():
            outcome = game.play(state, roll, choice)
            require_points(game, state, outcome[0])
            gathered[outcome] = gathered.get(outcome, 0) + scale * share
    return [(weight, points, after) for (points, after), weight in gathered.items()]


def _bits_needed(turns: Reached, order: list[State]) -> int:
    """Return whole bytes of bits that hold any weight: the common totals, without the laws."""
    totals: dict[State, int] = {}
    for state in order:
        weight = sum(weight for weight, _, _ in turns[state]) or 1
        totals[state] = weight * math.lcm(*(totals[after] for _, _, after in turns[state]))
    return -(-(max(totals.values()).bit_length() + 1) // 8) * 8


def _successors_first(game: Game, turns: Reached) -> list[State]:
    """Return the states so that each follows all it leads to; refuse a game that can return."""
    order: list[State] = []
    entered: dict[State, bool] = {}
    for root in turns:
        work: list[tuple[State, bool]] = [(root, False)]
        while work:
            state, done = work.pop()
            if done:
                entered[state] = True
                order.append(state)
                continue
            if state in entered:
                if not entered[state]:
                    raise UsageError(f"{game} can return to a state, so it has no exact law.")
                continue
            entered[state] = False
            work.append((state, True))
            work.extend((after, False) for _, _, after in turns[state] if not entered.get(after, False))
    return order
