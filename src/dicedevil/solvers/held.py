"""Solved values held against the rules: one step by the plain functions of the game, nothing compiled.

    V(state) = mean over rolls of  best over choices of  gain + V(next state)

Whoever solved a table used kernels, numberings and layers; here positions are looked at one by one, as
a reader of the rules would, to see whether the values of neighbours agree. A few are looked at before
any table is written; `tables verify --rules` looks at as many as it is asked to.
"""

from __future__ import annotations

import math
import random
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from dicedevil.errors import TableError
from dicedevil.objectives import Number, ReachTarget
from dicedevil.remembering import Remembers
from dicedevil.rules import Position, State
from dicedevil.solvers.machine import cache_folder
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.sources import room_name
from dicedevil.solvers.tables import Arrays
from dicedevil.solvers.worths import Curves, StateValues, TurnWorths

A_GLANCE = 0.01
"""Seconds of looking before a table is written; one position is looked at in any case."""
ROUNDING = 2.0**-50
"""Of each value, for the arithmetic done here."""
LONGEST = 1_000
"""Choices of a random game after which another is begun."""
IDLE = 100
"""Random games in a row without a new position: there is hardly one."""


Look = tuple[Solution, Position]
"""A position to look at, and what is said of it."""


@dataclass(frozen=True)
class Agreement:
    """How well solved values agree with the rules."""

    positions: int
    worst: float
    """The largest difference between a value and what its neighbours say."""
    where: str
    """The position with it."""


def glance(room: str, arrays: Arrays, looks: Iterable[Look]) -> None:
    """Look at a few positions before a table is written, and for what is no number.

    On trouble the room's compiled code is not believed any more either: the next process makes it anew.
    """
    until = time.monotonic() + A_GLANCE
    seen: Any = None
    try:
        _require_numbers(arrays)
        for solution, position in looks:
            if seen is not solution.values:
                _let_go(seen)
                seen = solution.values
            require_step(solution, position, quick=True)
            if time.monotonic() > until:
                return
    except TableError as trouble:
        raise TableError(f"{trouble} {_forget_code(room)}") from None
    finally:
        _let_go(seen)


def _let_go(values: Any) -> None:
    """Drop what was worked out for a look: the values may hold a whole layer."""
    if isinstance(values, Remembers):
        values.forget()


def looks_at(solution: Solution, seed: int = 1) -> Iterator[Look]:
    """Look at positions of random games; where all targets are meant, at one after the other."""
    rng = random.Random(seed)
    curves = solution.values if isinstance(solution.values, Curves) else None
    all_targets = isinstance(solution.objective, ReachTarget) and solution.objective.target is None
    for position in sampled(solution, seed):
        if all_targets and curves is not None:
            sure, row = curves.row(solution.game.start())
            target = sure + 1 + rng.randrange(max(1, len(row)))
            yield aimed_at(solution, -target if solution.game.lower_is_better else target), position
        else:
            yield solution, position


def aimed_at(solution: Solution, target: int) -> Solution:
    """Return what a solution for all targets says of one."""
    values: Any = solution.values
    return replace(solution, objective=ReachTarget(target), values=replace(values, target=target))


def _require_numbers(arrays: Arrays) -> None:
    import numpy as np

    for name, array in arrays.items():
        if array.dtype.kind != "f" or not array.size:
            continue
        if not np.isfinite((array.min(), array.max())).all():  # what is no number is either of them
            raise TableError(f"Solved values are no numbers, in {name!r}. They are not believed.")


def _forget_code(room: str) -> str:
    """Throw away the compiled code of a room; say so."""
    folder = cache_folder(room_name(room))
    if folder is None:
        return "Ask again in another process."
    shutil.rmtree(folder, ignore_errors=True)
    return f"The compiled code in {folder.name} was thrown away: ask again, and it is made anew."


def hold(looks: Iterable[Look]) -> Agreement:
    """Hold values against the rules; refuse those that contradict them."""
    held = Agreement(0, 0.0, "")
    for count, (solution, position) in enumerate(looks, 1):
        gap = require_step(solution, position)
        where = solution.game.write_state(position.state) if gap >= held.worst else held.where
        held = Agreement(count, max(gap, held.worst), where)
    return held


def require_step(solution: Solution, position: Position, quick: bool = False) -> float:
    """Return how far a value is from what one step of the rules says; refuse more than its error."""
    told = float(solution.values.worth(position.points, position.state))
    found = one_step(solution, position, quick)
    allowed = solution.error_at(told) + solution.error_at(found) + ROUNDING * abs(found)
    if not math.isfinite(told) or not abs(told - found) <= allowed:
        raise TableError(
            f"The solved values of {solution.game} ({solution.objective.name}) contradict the rules: "
            f"at {solution.game.write_state(position.state) or 'the start'} they say {told!r}, and one "
            f"step of the rules gives {found!r}. They are not believed."
        )
    return abs(told - found)


def one_step(solution: Solution, position: Position, quick: bool = False) -> float:
    """Return the value of a position from the values of those that can follow it.

    `quick`: as advice finds the values of all choices at once, where it does.
    """
    game, state = solution.game, position.state
    best = max if solution.objective.wants_more(game, state) else min
    if not isinstance(solution.values, TurnWorths):
        solution = replace(solution, values=AskedOnce(solution.values))
    rolls, worths = game.rolls(state), []
    for roll, weight in rolls.items():
        if quick:
            values = solution.choice_worths(position, roll)
        else:
            choices = game.choices(state, roll)
            values = [solution.choice_worth(position, roll, choice) for choice in choices]
        worths.append(weight * float(best(values)))
    return math.fsum(worths) / sum(rolls.values())


@dataclass(frozen=True)
class AskedOnce:
    """Values of which each is asked for once: most choices of a step lead to what others lead to."""

    values: StateValues
    known: dict[tuple[int, State], Number] = field(default_factory=dict)

    def worth(self, points: int, state: State) -> Number:
        """Return the value of standing at a state with so many points made."""
        asked = (points, state)
        found = self.known.get(asked)
        if found is None:
            found = self.known[asked] = self.values.worth(points, state)
        return found


def sampled(solution: Solution, seed: int = 1) -> Iterator[Position]:
    """Yield different positions, one of each random game, as long as there are new ones."""
    rng = random.Random(seed)
    seen: set[State] = set()
    idle = 0
    while idle < IDLE:
        position = rng.choice(_random_game(solution, rng))
        idle += 1
        if position.state not in seen:
            seen.add(position.state)
            idle = 0
            yield position


def _random_game(solution: Solution, rng: random.Random) -> list[Position]:
    game = solution.game
    position = Position(0, game.start() if solution.at is None else solution.at)
    passed: list[Position] = []
    while not game.is_over(position.state) and len(passed) < LONGEST:
        passed.append(position)
        rolls = game.rolls(position.state)
        roll = rng.choices(list(rolls), list(rolls.values()))[0]
        choice = rng.choice(game.choices(position.state, roll))
        points, after = game.play(position.state, roll, choice)
        position = Position(position.points + points, after)
    return passed


def every(solution: Solution) -> Iterator[Position]:
    """Yield every position that play can lead to, the points made on the first way to it."""
    game = solution.game
    waiting = [Position(0, game.start() if solution.at is None else solution.at)]
    seen: set[State] = {waiting[0].state}
    while waiting:
        position = waiting.pop()
        if game.is_over(position.state):
            continue
        yield position
        for roll in game.rolls(position.state):
            for choice in game.choices(position.state, roll):
                points, after = game.play(position.state, roll, choice)
                if after not in seen:
                    seen.add(after)
                    waiting.append(Position(position.points + points, after))
