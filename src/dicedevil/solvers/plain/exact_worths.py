"""Any utility of the final score in fractions: a value for every state with every number of points.

    V(state, points) = mean over rolls of  best over choices of  V(next state, points + points now)
    V(over, points)  = what a final score of `points` is worth

Only points that can have been made at a state are looked at: first all of them are found, from the
roots on, then the values, from the ends back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dicedevil.errors import RulesError
from dicedevil.objectives import MaxScore
from dicedevil.rules import Game, Position, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.reference import INSTEAD, Decision, Turns, blocks, returns_to_itself
from dicedevil.solvers.solution import look_up, no_such_points
from dicedevil.utility import Utility, untold

ByPoints = dict[int, Fraction]


@dataclass(frozen=True)
class ExactWorths:
    """By state and by the points made so far: the best mean worth."""

    by_state: Mapping[State, ByPoints]

    def worth(self, points: int, state: State) -> Fraction:
        """Return the value of standing at a state with so many points made."""
        found: ByPoints = look_up(self.by_state, state)
        if points not in found:
            raise no_such_points(points, state)
        return found[points]


def solve_exact_worths(
    game: Game, utility: Utility, roots: Iterable[Position], budget: Budget = USUAL
) -> ExactWorths:
    """Return the best mean worth from every state, with all points that can have been made there."""
    utility.require_exact()
    made: dict[State, set[int]] = {}
    for points, state in roots:
        made.setdefault(state, set()).add(points)
    watch = budget.watch(f"{game} for a utility in fractions", instead=INSTEAD)
    turns = Turns(game, MaxScore(), list(made), watch)
    order = list(_successors_first(game, turns))
    for state in reversed(order):
        before = made.setdefault(state, set())
        for gain, after in {option for _, options in turns[state] for option in options}:
            made.setdefault(after, set()).update(points + gain for points in before)
    watch.begin("solving in fractions", len(order))
    values: dict[State, ByPoints] = {}
    for done, state in enumerate(order):
        values[state] = {
            points: _mean(turns[state], points, values)
            if turns[state]
            else _worth(game, utility, points)
            for points in made[state]
        }
        watch.look(done)
    return ExactWorths(values)


def _successors_first(game: Game, turns: Turns) -> Iterable[State]:
    for block in blocks(turns, turns.roots):
        if len(block) > 1 or returns_to_itself(block[0], turns):
            raise RulesError(f"{game} can return to a state, so it has no list of final scores.")
        yield block[0]


def _mean(decisions: list[Decision], points: int, values: Mapping[State, ByPoints]) -> Fraction:
    total = sum(
        (w * max(values[after][points + gain] for gain, after in options) for w, options in decisions),
        Fraction(0),
    )
    return total / sum(weight for weight, _ in decisions)


def _worth(game: Game, utility: Utility, score: int) -> Fraction:
    worth = utility.worth(game, score)
    if worth is None:
        raise untold(utility, game, score)
    return worth
