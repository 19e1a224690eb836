"""What happens in a game of best play: followed exactly where that can be done, simulated elsewhere.

See `solvers.best_play` for what is counted. Games that are simulated come from a seed, and their means
have standard errors: whoever shows them says so.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dicedevil.dice import Roll
from dicedevil.errors import TooLarge, UsageError
from dicedevil.rules import Choice, Position, State
from dicedevil.solvers.best_play import BestPlay, Occurring, TellsBestPlay
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solution import AskedSolution, Solution

GAMES = 5_000
"""Games that are simulated where all of them cannot be followed."""
FOLLOWING = 60.0
"""Seconds that following a game state by state may take, where nothing else is said."""
MOST_ROLLS = 1_000_000
"""A game of more rolls is taken for one that never ends."""
REMEMBERED = 200_000
"""Decisions that are remembered while games are simulated: most come again."""


def best_play(
    solution: Solution, thresholds: Sequence[float] = (), budget: Budget = USUAL, seed: int = 1
) -> BestPlay:
    """Return the decisions of a game of best play by what their second best loses, and its boxes.

    `solution` says what best means. A threshold is in its unit.
    """
    if solution.interval is not None:
        raise TooLarge(
            f"Best play of {solution.game} is not known choice by choice: its value is enclosed "
            "between two bounds."
        )
    told = tuple(thresholds)
    if isinstance(solution.values, TellsBestPlay):
        return solution.values.best_play(told, budget)
    from dicedevil.solvers.plain.best_play import graph_best_play  # late: it needs compiled code

    hurried = budget if budget.patience is not None else replace(budget, patience=FOLLOWING)
    try:
        return graph_best_play(solution.game, solution.objective, told, hurried)
    except (TooLarge, UsageError):
        budget.announce(
            f"{solution.game} has too many states to follow best play through all of them: "
            f"{GAMES:,} games of it are simulated."
        )
    return simulated_best_play(solution, told, GAMES, seed, budget)


@dataclass
class Sums:
    """What games came to: the sum of a figure and of its square."""

    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Count a game."""
        self.total += number
        self.squares += number * number

    def mean(self, games: int) -> float:
        """Return the mean of a game."""
        return self.total / games

    def standard_error(self, games: int) -> float:
        """Return the standard error of the mean."""
        spread = max(0.0, self.squares - self.total * self.total / games)
        return math.sqrt(spread / max(1, games - 1) / games)


@dataclass
class MetDecision:
    """A decision: what is chosen, what the second best loses (None: there is none), and how often."""

    choice: Choice
    loss: float | None
    doubt: float
    times: int = 0


@dataclass
class PlayedGame:
    """One game: counts of what happened in it."""

    decisions: int = 0
    above: list[int] = field(default_factory=list)
    even: int = 0
    turns: int = 0
    rolls: int = 0
    boxes: dict[str, int] = field(default_factory=dict)


class Simulated:
    """Games of best play, one after the other, by the rules and the values of a solution."""

    def __init__(self, solution: Solution, thresholds: tuple[float, ...], seed: int) -> None:
        self.solution, self.thresholds = solution, thresholds
        self.source = random.Random(seed)
        self.met: dict[tuple[State, Roll], MetDecision] = {}

    def play(self) -> PlayedGame:
        """Play a game to its end."""
        game, done = self.solution.game, PlayedGame(above=[0] * len(self.thresholds))
        state, steps = game.start(), 0
        while not game.is_over(state):
            steps += 1
            if steps > MOST_ROLLS:
                raise UsageError(f"A game of {game} went on for more than {MOST_ROLLS:,} rolls.")
            rolls = game.rolls(state)
            (roll,) = self.source.choices(list(rolls), list(rolls.values()))
            made = self.decided(state, roll)
            made.times += 1
            if made.loss is not None:
                done.decisions += 1
                done.even += made.loss <= made.doubt
                for place, threshold in enumerate(self.thresholds):
                    done.above[place] += made.loss > threshold
            done.rolls += len(rolls) > 1
            done.turns += game.ends_turn(state, roll, made.choice)
            for box, points in game.points_by_box(state, roll, made.choice).items():
                done.boxes[box] = done.boxes.get(box, 0) + points
            state = game.play(state, roll, made.choice)[1]
        return done

    def decided(self, state: State, roll: Roll) -> MetDecision:
        """Return what best play does, and what the second best would lose."""
        key = (state, roll)
        if key not in self.met:
            if len(self.met) >= REMEMBERED:
                return met_at(self.solution, state, roll)
            self.met[key] = met_at(self.solution, state, roll)
        return self.met[key]

    def closest(self, games: int) -> Occurring | None:
        """Return the closest decision that came up."""
        found = [
            (made.loss, place)
            for place, (_, made) in enumerate(self.met.items())
            if made.loss is not None and made.loss > made.doubt and made.times
        ]
        if not found:
            return None
        loss, place = min(found)
        (state, roll), made = list(self.met.items())[place]
        return Occurring(Position(0, state), roll, loss, made.times / games)


def met_at(solution: Solution, state: State, roll: Roll) -> MetDecision:
    """Look at one decision: only what is as good as the best can come to the same."""
    choices, position = solution.game.choices(state, roll), Position(0, state)
    if len(choices) == 1:
        return MetDecision(choices[0], None, 0.0)
    more = solution.objective.wants_more(solution.game, state)
    worths = solution.choice_worths(position, roll)
    first = solution.first_best(worths, more)
    best, doubt = worths[first], 4 * solution.error_of(worths)
    asked = AskedSolution(solution, position, roll)
    same, losses = asked.comes_to(choices[first]), []
    for place, worth in enumerate(worths):
        loss = float(best - worth if more else worth - best)
        if place != first and (loss > doubt or asked.comes_to(choices[place]) != same):
            losses.append(max(0.0, loss))
    return MetDecision(choices[first], min(losses, default=None), doubt)


def simulated_best_play(
    solution: Solution, thresholds: tuple[float, ...], games: int, seed: int, budget: Budget = USUAL
) -> BestPlay:
    """Play games of best play by the rules, from a seed."""
    watch = budget.watch(f"{games:,} games of {solution.game}", "playing", games)
    table = Simulated(solution, thresholds, seed)
    decisions, turns, rolls, even = Sums(), Sums(), Sums(), Sums()
    above = [Sums() for _ in thresholds]
    boxes, empty = dict[str, int](), dict[str, int]()
    for number in range(games):
        watch.look(number)
        one = table.play()
        for sums, count in zip(
            (decisions, turns, rolls, even, *above),
            (one.decisions, one.turns, one.rolls, one.even, *one.above),
            strict=True,
        ):
            sums.add(count)
        for box, points in one.boxes.items():
            boxes[box] = boxes.get(box, 0) + points
            empty[box] = empty.get(box, number) + (points == 0)
        for box in boxes.keys() - one.boxes.keys():
            empty[box] += 1
    return BestPlay(
        thresholds,
        decisions.mean(games),
        tuple(one.mean(games) for one in above),
        even.mean(games),
        turns.mean(games),
        rolls.mean(games),
        table.closest(games),
        {box: (points / games, empty[box] / games) for box, points in boxes.items() if box},
        games=games,
        standard_errors=tuple(one.standard_error(games) for one in (decisions, *above, turns)),
    )
