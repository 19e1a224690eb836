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
from typing import TYPE_CHECKING, Any, cast

from dicedevil.errors import TooLarge, UsageError, count_text, listed, nearest, quoted
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.families.placement import Omniscient, PlacementGame, omniscient_law
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.objectives import MaxScore, Worst
from dicedevil.rules import Game, Position, State, as_position, require_points
from dicedevil.solvers.laws import ExactLaw
from dicedevil.solvers.progress import Progress, silent
from dicedevil.strategy import Chooser, Strategy, strategy_named, strategy_names

if TYPE_CHECKING:
    from dicedevil.solvers.keep_reroll import CardValues

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
MOST_EXACT_STATES = 50_000
MOST_BYTES = 2 << 30
MOST_CARD_CHOICES = 300_000
"""Choices of a score card that its rules and a strategy are asked about one by one: seconds."""
CARD_STRATEGIES = ("optimal", "worst", "random")
"""What can be followed through a score card of any size."""

GO_EVERYWHERE = ("optimal", "worst", "random")
"""Strategies that come to almost every state of a game; others may need few of very many."""


@dataclass(frozen=True)
class BoxStatistics:
    """What a box brings on average, and how often nothing."""

    mean: float
    zero_share: float


@dataclass(frozen=True)
class Distribution:
    """The law of a final score: each score that can occur and its probability."""

    game: str
    strategy: str
    law: Mapping[int, Fraction] | Mapping[int, float] = field(hash=False)
    boxes: Mapping[str, BoxStatistics] = field(default_factory=dict, hash=False)
    """Where there is a score card: what each box and bonus brings, exactly."""

    def __post_init__(self) -> None:
        """Keep the law from being changed."""
        object.__setattr__(self, "law", MappingProxyType(dict(self.law)))
        object.__setattr__(self, "boxes", MappingProxyType(dict(self.boxes)))

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
            "boxes": boxes_dict(self.boxes),
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


def boxes_dict(boxes: Mapping[str, BoxStatistics]) -> dict[str, dict[str, float]]:
    """Return statistics by box as plain data."""
    return {name: {"mean": box.mean, "zero_share": box.zero_share} for name, box in boxes.items()}


def evaluate(
    game: Game | str,
    strategy: Strategy | Omniscient | Chooser | str = "optimal",
    *,
    exact: bool = True,
    state: Position | State | str = "",
    progress: Progress = silent,
) -> Distribution:
    """Return the law of the final score under a strategy: a name, a `Strategy` or a function.

    Exact fractions, unless `exact` is False; large score cards are worked out in floats always. From
    the start, or from a position as an object or as written; points made so far count.
    """
    rules = game_named(game) if isinstance(game, str) else game
    points, start = as_position(rules, state)
    if isinstance(rules, KeepRerollGame) and (not exact or is_large(rules)):
        if isinstance(strategy, str) and strategy in CARD_STRATEGIES:
            return _card_distribution(rules, strategy, Position(points, start), progress)
        require_small(rules, strategy)
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


def _card_distribution(
    game: KeepRerollGame, strategy: str, position: Position, progress: Progress
) -> Distribution:
    """Follow a strategy through a score card: floats, and statistics by box."""
    points, state = position
    start = game.encoding.number(state.open, state.upper, state.yahtzee)
    if state != game.card_state(start):
        raise UsageError(f"{game} is evaluated from the start of a turn, not within one.")
    from dicedevil.solvers.card_laws import card_law

    values = card_values(game, strategy, progress)
    found = card_law(game.encoding, values, start=start, progress=progress)
    boxes = {name: BoxStatistics(*line) for name, line in found.lines.items()}
    law = {points + more: chance for more, chance in found.law.items()}
    return Distribution(str(game), strategy, law, boxes)


def card_values(game: KeepRerollGame, strategy: str, progress: Progress) -> CardValues | None:
    """Return the solved values that a strategy follows; None for random play."""
    from dicedevil.solvers.solver import solve

    if strategy == "random":
        return None
    values = solve(game, MaxScore() if strategy == "optimal" else Worst(), progress=progress).values
    return cast("CardValues", values)


def is_large(game: KeepRerollGame) -> bool:
    """Tell whether a score card has too many choices to ask its rules about every one."""
    return game.size()[1] > MOST_CARD_CHOICES


def require_small(game: KeepRerollGame, strategy: Strategy | Omniscient | Chooser | str) -> None:
    """Refuse strategies that would have to be asked about every position of a large score card."""
    if isinstance(strategy, str):
        known = strategy_names(game)
        if strategy not in known:
            hint = nearest(strategy, known) or f" Known: {listed(known)}."
            raise UsageError(f"{game} has no strategy {quoted(strategy)}.{hint}")
    if is_large(game):
        raise TooLarge(
            f"{game} has {game.size()[1]:,} choices, and this strategy must be asked about each: at "
            f"most {MOST_CARD_CHOICES:,}. On this card {listed(CARD_STRATEGIES)} can be followed; "
            "your own on a smaller one (fewer boxes, dice or rerolls)."
        )


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
    unit = math.gcd(*(points for moves in turns.values() for _, points, _ in moves)) or 1
    _require_room(game, turns, order, bits // 8, unit)
    laws: dict[State, ExactLaw] = {}
    for state in order:
        if not turns[state]:
            laws[state] = ExactLaw.certain(0, bits)
        else:
            laws[state] = ExactLaw.mix(
                [
                    (weight, laws[after].shifted(points // unit))
                    for weight, points, after in turns[state]
                ]
            )
    law = laws[start]
    return {points * unit: Fraction(weight, law.total) for points, weight in law.weights()}


def _require_room(game: Game, turns: Reached, order: list[State], slot_bytes: int, unit: int) -> None:
    """Refuse laws that would not fit in memory: a slot of so many bytes for each possible score."""
    lowest, highest = dict[State, int](), dict[State, int]()
    room = 0
    for state in order:
        lowest[state] = min((points + lowest[after] for _, points, after in turns[state]), default=0)
        highest[state] = max((points + highest[after] for _, points, after in turns[state]), default=0)
        room += ((highest[state] - lowest[state]) // unit + 1) * slot_bytes
    if room > MOST_BYTES:
        raise TooLarge(
            f"The exact law of {game} would take {room >> 20:,} MB: evaluate it in floats (--float)."
        )


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
