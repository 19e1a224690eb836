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


def temperature_of(loss: float, loss_of: Callable[[float], float], most: float) -> tuple[float, float]:
    """Return the temperature at which so much is lost in a game, to `PRECISION`, and what is lost then.

    `loss_of` tells what is lost at a temperature, `most` what is lost at the highest. Between the
    logarithms of both the slope changes slowly: a straight line through the last two points, kept
    between temperatures that are known to be too low and too high.
    """
    if loss <= 0.0:
        return 0.0, 0.0
    if loss >= most * (1.0 - PRECISION):
        return math.inf, most
    low, high = -math.inf, math.inf
    place, before = math.log(loss), None
    for _ in range(MOST_STEPS):
        found = loss_of(math.exp(place))
        if abs(found - loss) <= PRECISION * loss:
            return math.exp(place), found
        low, high = (place, high) if found < loss else (low, place)
        here = (place, math.log(found / loss)) if found > 0.0 else None
        place = _next(here, before, low, high)
        before = here
    raise UsageError(f"No temperature was found at which {loss:g} is lost.")


def _next(
    here: tuple[float, float] | None, before: tuple[float, float] | None, low: float, high: float
) -> float:
    """Return where to look next, between what is too low and what is too high."""
    middle = (low + high) / 2
    if not math.isfinite(middle):  # one side is not known yet
        middle = low + 2.0 if math.isfinite(low) else high - 2.0
    if here is None:
        return middle
    if before is None or here[1] == before[1]:
        guess = here[0] - here[1] / 2  # what is lost grows with about the square, at first
    else:
        guess = here[0] - here[1] * (here[0] - before[0]) / (here[1] - before[1])
    return guess if low < guess < high and abs(guess - here[0]) < 6.0 else middle
