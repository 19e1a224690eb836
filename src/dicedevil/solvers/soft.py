"""Believable weaker play: choices weighted by what they give away.

    weight(choice) = exp(-loss(choice) / temperature)

The loss is that of the solved game: what a choice gives away if all later play is best. At a
temperature of 0 only the best choices are made, all equally good ones equally often; the higher it is,
the less a loss matters, and without end every choice is made equally often. What a game of such play
gives away in all is the mean of the losses of its choices, added up: luck and losses make a result, and
luck has mean zero.

Weights are whole numbers that add up to 2^48, so that results stay exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.errors import UsageError
from dicedevil.rules import Choice, Position, State
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.worths import WholeTurns

WHOLE = 1 << 48
"""The weights of all choices together: what they are rounded to is below what floats are."""
PRECISION = 1e-6
"""A temperature is found to this part of the loss that is asked for."""
MOST_STEPS = 200
"""More temperatures than any search has tried."""
FARTHEST_STEP = 6.0
"""From one temperature to the next, in its logarithm, where there is none beyond yet."""


@dataclass(frozen=True)
class Soft:
    """Chooses the more seldom, the more a choice gives away."""

    solution: Solution
    temperature: float

    def __call__(self, state: State, roll: Roll) -> Mapping[Choice, int]:
        """Return the choices with their weights; what would weigh nothing is left out."""
        choices = self.solution.game.choices(state, roll)
        found = weights(losses_at(self.solution, state, roll), self.temperature)
        return {choice: weight for choice, weight in zip(choices, found, strict=True) if weight}


def losses_at(solution: Solution, state: State, roll: Roll) -> list[float]:
    """Return what every choice gives away; 0 for all that the error bound cannot tell from the best."""
    position = Position(0, state)
    if isinstance(solution.values, WholeTurns):
        worths = [float(one) for one in solution.values.whole_turn(state).values(position, roll)]
    else:
        sign = 1 if solution.objective.wants_more(solution.game, state) else -1
        worths = [sign * float(one) for one in solution.choice_worths(position, roll)]
    best = max(worths)
    tie = 2 * solution.error_of(worths)
    return [0.0 if best - worth <= tie else best - worth for worth in worths]


def weights(losses: Sequence[float], temperature: float) -> list[int]:
    """Return whole-number weights that add up to `WHOLE`; what rounding leaves goes to the best."""
    if temperature == 0.0:
        parts = [float(loss == 0.0) for loss in losses]
    else:
        parts = [math.exp(-loss / temperature) for loss in losses]
    total = math.fsum(parts)
    found = [int(WHOLE * (part / total)) for part in parts]
    found[losses.index(0.0)] += WHOLE - sum(found)
    return found


class Thermometer:
    """Finds the temperature at which so much is lost in a game; `most` is what random play loses."""

    def __init__(self, lost: Callable[[float], float], most: float) -> None:
        self._lost, self.most = lost, most
        self._tried: dict[float, float] = {}

    def lost(self, temperature: float) -> float:
        """Return what is lost at a temperature."""
        if temperature not in self._tried:
            self._tried[temperature] = self._lost(temperature)
        return self._tried[temperature]

    def temperature(self, loss: float) -> tuple[float, float]:
        """Return the temperature at which so much is lost, to `PRECISION`, and what is lost then.

        Between the logarithms of both the slope changes slowly: a straight line through the two
        nearest points, kept between temperatures that are known to be too low and too high.
        """
        if loss <= 0.0:
            return 0.0, 0.0
        if loss >= self.most * (1.0 - PRECISION):
            return math.inf, self.most
        for _ in range(MOST_STEPS):
            temperature = math.exp(self._guess(loss))
            if abs(self.lost(temperature) - loss) <= PRECISION * loss:
                return temperature, self.lost(temperature)
        raise UsageError(f"No temperature was found at which {loss:g} is lost.")

    def _guess(self, loss: float) -> float:
        """Return the logarithm of a temperature to try next."""
        tried = sorted((math.log(t), found) for t, found in self._tried.items())
        if not tried:
            return math.log(loss)
        low = max((place for place, found in tried if found < loss), default=None)
        high = min((place for place, found in tried if found >= loss), default=None)
        points = [(place, math.log(found / loss)) for place, found in tried if found > 0.0]
        points.sort(key=lambda point: abs(point[1]))
        guess = _on_a_line(points[:2])
        if low is None:
            return max(guess, high - FARTHEST_STEP) if guess < high else high - 1.0  # type: ignore[operator]
        if high is None:
            return min(guess, low + FARTHEST_STEP) if guess > low else low + 1.0
        return guess if low < guess < high else (low + high) / 2


def _on_a_line(points: Sequence[tuple[float, float]]) -> float:
    """Return where the line through one or two points comes to 0; nan for none."""
    if not points:
        return math.nan
    place, height = points[0]
    slope = 2.0  # what is lost grows with about the square, at first
    if len(points) == 2 and points[1][1] != height:
        slope = (points[1][1] - height) / (points[1][0] - place)
    return place - height / slope if slope > 0.0 else math.nan
