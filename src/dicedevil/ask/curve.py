"""Target curves: for every target, the best probability of a final score of at least that.

Each point of the curve is another strategy's, so a curve is not the law of any one of them; its
`mean` (the sum of all its probabilities) is more than anyone can score on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table, svg_line
from dicedevil.objectives import ReachTarget
from dicedevil.rules import Game, Position, State, as_position, written_at
from dicedevil.solvers.budget import MEMORY, Budget
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import fraction_text
from dicedevil.solvers.solver import answer
from dicedevil.solvers.worths import Curves

NOT_DRAWN = 1e-3
"""A chance that a small picture leaves out."""


@dataclass(frozen=True)
class TargetCurve:
    """The best chance of each target, from the last that is certain to the last that is possible.

    Where low scores win, "reaching" a target means a score of at most that.
    """

    game: str
    state: str
    targets: tuple[int, ...]
    probability: tuple[float, ...]
    lower_is_better: bool = False
    exact: tuple[Fraction, ...] | None = None
    error_bound: float = 0.0
    """No chance is further than this from the exact one; 0.0 for fractions."""
    what: str = "game"
    """What a score is made in: a whole game, or one turn of it."""
    error_is_relative: bool = False
    """Whether each chance is right to `error_bound` times itself: tiny chances count too."""

    @property
    def score_words(self) -> str:
        """What the scores are."""
        return "score of one turn" if self.what == "turn" else "final score"

    @property
    def mean(self) -> float:
        """The mean of the curve read as if it were a law."""
        beyond = sum(self.probability[1:])
        return self.targets[0] - beyond if self.lower_is_better else self.targets[0] + beyond

    @property
    def exact_mean(self) -> Fraction | None:
        """The same as a fraction, where the curve was solved in fractions."""
        if self.exact is None:
            return None
        beyond = sum(self.exact[1:], Fraction(0))
        return self.targets[0] - beyond if self.lower_is_better else self.targets[0] + beyond

    @property
    def mean_error_bound(self) -> float:
        """How far the mean of the curve can be from the exact one; 0.0 for a fraction."""
        if self.exact is not None:
            return 0.0
        beyond, size = sum(self.probability), len(self.probability)
        off = self.error_bound * (beyond if self.error_is_relative else size)
        return off + (size + 4) * 2.0**-53 * (beyond + abs(self.targets[0]))

    def chance(self, target: int) -> float:
        """Return the best chance of reaching a target."""
        place = self._place(target)
        if place <= 0:
            return 1.0
        return self.probability[place] if place < len(self.probability) else 0.0

    def _place(self, target: int) -> int:
        if not isinstance(target, int):
            raise UsageError(f"A target is a whole number, not {quoted(target)}.")
        return (self.targets[0] - target) if self.lower_is_better else target - self.targets[0]

    def exact_chance(self, target: int) -> Fraction | None:
        """Return the same as a fraction, where the curve was solved in fractions."""
        place = self._place(target)
        if self.exact is None:
            return None
        if place <= 0:
            return Fraction(1)
        return self.exact[place] if place < len(self.exact) else Fraction(0)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `curve --json` prints it."""
        return {
            "game": self.game,
            "state": self.state,
            "what": self.what,
            "targets": list(self.targets),
            "probability": list(self.probability),
            "exact": None if self.exact is None else [fraction_text(one) for one in self.exact],
            "mean": self.mean,
            "exact_mean": None if self.exact_mean is None else fraction_text(self.exact_mean),
            "mean_error_bound": self.mean_error_bound,
            "error_bound": self.error_bound,
            "error_is_relative": self.error_is_relative,
        }

    def __str__(self) -> str:
        """The last target with an even chance, and the mean."""
        even = max(k for k, chance in enumerate(self.probability) if chance >= 0.5)
        reach = f"{self.targets[even]} or {'less' if self.lower_is_better else 'more'}"
        chance = self.probability[even]
        off = f" (chances off by {self.error_bound:.1e} at most)" if self.error_bound else ""
        told = f"{self.game}: {reach} with a chance of {chance:.4g}, mean of the curve {self.mean:.6g}"
        return told + off

    def __repr__(self) -> str:
        """The same: all the chances would fill pages."""
        return f"<TargetCurve {self}>"

    def _repr_html_(self) -> str:
        rows = [(t, f"{p:.6g}") for t, p in zip(self.targets, self.probability, strict=True)]
        step = max(1, len(rows) // 20)  # a long curve is told by a score of its points
        off = f", right to {self.error_bound:.1e}" if self.error_bound else ""
        heading = f"{self.game}: {self.state or 'start'}{off}"
        seen = [(t, p) for t, p in zip(self.targets, self.probability, strict=True) if p >= NOT_DRAWN]
        return html_table(rows[::step], ("target", "best chance"), heading) + svg_line(seen)


def curve(
    game: Game | str,
    state: Position | State | str = "",
    *,
    exact: bool = False,
    fresh: bool = False,
    memory: int = MEMORY,
    progress: Progress = silent,
    missing_ok: bool = True,
    on: Any = None,
    budget: Budget | None = None,
) -> TargetCurve:
    """Return the target curve of a position: a state as an object or as written.

    With `missing_ok=False` curves that would take long to make are refused, and `on` says where they
    are made (see `solve`).
    """
    cost = budget or Budget(memory, None, progress, None, missing_ok, on=on)
    return curve_of(game, state, exact=exact, fresh=fresh, budget=cost)[0]


def curve_of(
    game: Game | str, state: Position | State | str, *, exact: bool, fresh: bool, budget: Budget
) -> tuple[TargetCurve, Any]:
    """Return the curve of a position, and those of all states."""
    aim = ReachTarget()
    rules = aim.view(game_named(game) if isinstance(game, str) else game)
    position = as_position(rules, state)  # a bad position is refused before any solving
    solution = answer(Question(rules, aim, exact, fresh, at=position.state, budget=budget))
    sure, chances = curve_row(solution.values, position.state)
    sign = -1 if rules.lower_is_better else 1
    targets = tuple(position.points + sign * (sure + k) for k in range(len(chances) + 1))
    fractions = (Fraction(1), *map(Fraction, chances)) if exact else None
    found = TargetCurve(
        str(rules),
        written_at(rules, state),
        targets,
        (1.0, *(float(chance) for chance in chances)),
        rules.lower_is_better,
        fractions,
        solution.error_bound,
        rules.scored_in,
        solution.error_is_relative,
    )
    return found, solution.values


def curve_row(values: Any, state: State) -> tuple[int, Sequence[Any]]:
    """Return the points that are sure and the chances of each point more, the first below 1."""
    if not isinstance(values, Curves):
        raise UsageError("These values know one target only.")
    sure, row = values.row(state)
    certain = int(sum(chance >= 1 for chance in row))  # a curve never rises
    return sure + certain, row[certain:]
