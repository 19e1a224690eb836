"""The spread of best play in fractions, for games whose states never come back: `solvers.spread`."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from dicedevil.errors import UsageError
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.plain.exact_law import require_few_states
from dicedevil.solvers.spread import Spread

LOOK = 1_000
"""States after which the budget is asked again."""


class Moments(NamedTuple):
    """Of the points to come: the best mean, and the least and the greatest mean of their square."""

    mean: Fraction
    least: Fraction
    greatest: Fraction


OVER = Moments(Fraction(0), Fraction(0), Fraction(0))


def exact_spread(game: Game, budget: Budget) -> Spread:
    """Go through the states from the end, comparing means in fractions: ties are ties."""
    require_few_states(game, budget)
    start, known, begun = game.start(), dict[State, Moments](), set[State]()
    closest = math.inf
    waiting = [start]
    while waiting:
        state = waiting[-1]
        if state in known:
            waiting.pop()
        elif game.is_over(state):
            known[state] = OVER
        else:
            missing = [after for _, after in _after(game, state) if after not in known]
            if missing and state in begun:
                raise UsageError(
                    f"{game} can come back to where it was: how ties change its spread cannot be told."
                )
            begun.add(state)
            waiting.extend(missing)
            if not missing:
                known[state], gap = _moments(game, state, known)
                closest = min(closest, gap)
                if len(known) % LOOK == 0:
                    require_few_states(game, budget, len(known))
    mean, least, greatest = known[start]
    return Spread(mean, least - mean**2, greatest - mean**2, closest_call=closest)


def _after(game: Game, state: State) -> set[tuple[int, State]]:
    return {
        game.play(state, roll, choice)
        for roll in game.rolls(state)
        for choice in game.choices(state, roll)
    }


def _moments(game: Game, state: State, known: dict[State, Moments]) -> tuple[Moments, float]:
    """Return the moments of a state, and how close a choice comes to the best without being it."""
    sign = -1 if game.lower_is_better else 1
    rolls, closest = game.rolls(state), math.inf
    mean, least, greatest = OVER
    for roll, weight in rolls.items():
        found = []
        for choice in game.choices(state, roll):
            points, after = game.play(state, roll, choice)
            later = known[after]
            sure = points**2 + 2 * points * later.mean
            found.append(Moments(points + later.mean, sure + later.least, sure + later.greatest))
        best = sign * max(sign * one.mean for one in found)
        tied = [one for one in found if one.mean == best]
        closest = min([closest, *(float(abs(best - one.mean)) for one in found if one.mean != best)])
        mean += weight * best
        least += weight * min(one.least for one in tied)
        greatest += weight * max(one.greatest for one in tied)
    total = sum(rolls.values())
    return Moments(mean / total, least / total, greatest / total), closest
