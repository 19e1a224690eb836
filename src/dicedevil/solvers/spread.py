"""How far the standard deviation of best play depends on how ties are broken.

The best mean is one number, but often several choices reach it, and what they do to the spread of the
score differs. With `future` the points still to come, among the choices whose mean is the best,

    least(state)    = mean over rolls of min over them of points^2 + 2 points mean(after) + least(after)
    greatest(state) = the same with max

are the least and the greatest mean of future^2: points made before do not matter, since
(made + future)^2 = made^2 + 2 made future + future^2 and the mean of the future is the same for all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from dicedevil.solvers.budget import Budget


@dataclass(frozen=True)
class Spread:
    """The least and the greatest variance of the score among all strategies with the best mean."""

    mean: Fraction | float
    least: Fraction | float
    greatest: Fraction | float
    error_bound: float = 0.0
    """How far either standard deviation can be off; 0.0 for fractions, but for the root."""
    widest_tie: float = 0.0
    """The largest difference in mean that was taken for a tie."""
    closest_call: float = math.inf
    """The smallest one that was not."""

    @property
    def sd_least(self) -> float:
        """The least standard deviation."""
        return math.sqrt(self.least)

    @property
    def sd_greatest(self) -> float:
        """The greatest standard deviation."""
        return math.sqrt(self.greatest)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `evaluate --ties --json` prints it."""
        exact = isinstance(self.least, Fraction)
        return {
            "sd_least": self.sd_least,
            "sd_greatest": self.sd_greatest,
            "exact_variance_least": str(self.least) if exact else None,
            "exact_variance_greatest": str(self.greatest) if exact else None,
            "sd_ties_error_bound": self.error_bound,
            "widest_tie": self.widest_tie,
            "closest_call": self.closest_call if math.isfinite(self.closest_call) else None,
        }


@runtime_checkable
class TellsSpread(Protocol):
    """Values that know a fast way to it."""

    def spread(self, budget: Budget) -> Spread:
        """Return the least and the greatest variance of best play from the start."""
