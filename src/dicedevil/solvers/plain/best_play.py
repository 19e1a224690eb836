"""What happens in best play of any game: its graph with one choice a roll (see `solvers.best_play`).

How exact the floats are
    A sweep takes means of numbers that are off by what the sweep before left, and rounds them r times:
    if one sweep more changes no number by more than d, all are within (d + r * largest) * rolls of the
    truth, where `rolls` is the most rolls that are still to come on average. That itself is known to be
    at most a billionth more than what the sweeps found, since one sweep adds no billionth to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TooLarge
from dicedevil.objectives import Objective
from dicedevil.rules import Game, Position, State
from dicedevil.solvers.best_play import SELDOM, BestPlay, Counted, Occurring, around
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.solvers.plain.graph import GameGraph, gains_of, solve_graph
from dicedevil.solvers.plain.kernels.best_play import follow_sure, mark_reached, pass_on
from dicedevil.solvers.plain.kernels.losses import sweep_losses
from dicedevil.solvers.rounding import relative_error

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SETTLED = 1e-12
"""Sweeps over states that can return to each other end when nothing changes by more than this part."""
HAIR = 1e-9
"""By this part more rolls may be to come than the sweeps found."""
MOST_SWEEPS = 20_000
BYTES_PER_EDGE = 60
"""What finding the second best of all choices takes."""


@dataclass(frozen=True, eq=False)
class BestGraph:
    """A game with one choice for every roll: the first of the best."""

    graph: GameGraph
    chosen: Ints
    """By roll: the edge that is taken."""
    losses: Floats
    """By roll: what the second best gives away; infinite where there is nothing to choose."""
    doubt: float
    """How far a loss can be off."""
    watch: Watch

    @classmethod
    def of(cls, game: Game, objective: Objective, budget: Budget = USUAL) -> BestGraph:
        """Solve a game and find the two best choices of every roll."""
        graph = GameGraph.of(game, (game.start(),), budget)
        low, high = solve_graph(graph, objective, budget)
        watch = budget.watch(f"Best play of {game}", "comparing choices")
        watch.room_for(BYTES_PER_EDGE * graph.edge_next.size)
        middle = low + (high - low) / 2
        bound = float(np.maximum(high - middle, middle - low).max())
        gains = gains_of(graph, objective)
        more = graph.arrays(gains, objective).wants_more
        per_state = np.diff(graph.roll_edges[graph.state_rolls])
        worth = gains + middle[graph.edge_next]
        worth[np.repeat(~more, per_state)] *= -1.0
        # What `Solution.best_choice` takes: the first that the bound cannot tell from the best.
        starts, choices = graph.roll_edges[:-1], np.diff(graph.roll_edges)
        best = np.maximum.reduceat(worth, starts)
        places = np.arange(worth.size)
        good = worth >= np.repeat(best - 2 * bound, choices)
        chosen = np.minimum.reduceat(np.where(good, places, worth.size), starts)
        others = np.where(_same(graph, chosen), -np.inf, worth)
        losses = np.maximum(worth[chosen] - np.maximum.reduceat(others, starts), 0.0)
        largest = float(np.abs(worth).max(initial=1.0))
        return cls(graph, chosen, losses, 4 * bound + relative_error(4) * largest, watch)

    @property
    def game(self) -> Game:
        """The game."""
        return self.graph.game

    @cached_property
    def start(self) -> int:
        """Where it begins."""
        return self.graph.index[self.game.start()]

    @cached_property
    def best_next(self) -> NDArray[np.int32]:
        """By roll: where best play goes on."""
        return self.graph.edge_next[self.chosen]

    @cached_property
    def order(self) -> Ints:
        """The states that best play comes to, successors first."""
        reached = np.zeros(len(self.graph.states), np.bool_)
        mark_reached(self.start, self.graph.state_rolls, self.best_next, reached)
        order = self.graph.components[0]
        found: Ints = order[reached[order]]
        return found

    @cached_property
    def one_choice(self) -> Ints:
        """Where the choices of every roll begin: each has one."""
        return np.arange(self.chosen.size + 1)

    def often(self) -> Floats:
        """Return, by roll, how often a game comes to it; where states come back, to `SETTLED`."""
        graph = self.graph
        coming, visits = np.zeros((2, len(graph.states)))
        coming[self.start] = 1.0
        onward = np.ascontiguousarray(self.order[::-1])
        for sweep in range(1, MOST_SWEEPS + 1):
            left = pass_on(onward, graph.state_rolls, graph.roll_weight, self.best_next, coming, visits)
            if left <= SETTLED:
                break
            self.watch.look(sweep)
        rolls = np.diff(graph.state_rolls)
        weights = np.repeat(
            np.add.reduceat(np.append(graph.roll_weight, 0.0), graph.state_rolls[:-1]), rolls
        )
        times: Floats = np.repeat(visits, rolls) * graph.roll_weight / weights
        return times

    def mean(self, per_roll: Floats, share: Floats | None = None, at_end: float = 0.0) -> Mean:
        """Add up what rolls bring on the way to the end, and how far off the sum can be.

        With `share` rolls bring nothing and a game goes on with that part of it, to be `at_end`.
        """
        graph = self.graph
        found = np.where(graph.over, at_end, 0.0)
        shares = np.ones(self.chosen.size) if share is None else share
        for sweep in range(1, MOST_SWEEPS + 1):
            change = sweep_losses(
                self.order,
                graph.state_rolls,
                graph.roll_weight,
                self.one_choice,
                shares,
                per_roll,
                self.best_next,
                found,
            )
            if not graph.has_cycles or change <= SETTLED * np.abs(found).max():
                last = 0.0 if not graph.has_cycles else change
                largest = float(np.abs(found).max() + np.abs(per_roll).max(initial=0.0))
                return Mean(float(found[self.start]), last + self._rounding * largest, found)
            self.watch.look(sweep)
        raise TooLarge(f"Best play of {self.game} goes round and round for too long to be followed.")

    @cached_property
    def _rounding(self) -> float:
        """What one step of a sweep rounds, relatively: products and sums over all rolls of a state."""
        return relative_error(2 * int(np.diff(self.graph.state_rolls).max(initial=0)) + 4)

    @cached_property
    def steps(self) -> Mean:
        """How many rolls are to come, those that cannot fall in two ways included."""
        return self.mean(np.ones(self.chosen.size))

    @cached_property
    def longest(self) -> float:
        """The most rolls that are to come anywhere: what every step's error counts."""
        if not self.steps.change <= HAIR:
            raise TooLarge(f"Best play of {self.game} takes too many rolls to bound what is counted.")
        return float(self.steps.by_state.max()) * (1 + HAIR)

    def choice_of(self, state: State, roll: Any, number: int) -> Any:
        """Return the choice that is taken at a roll."""
        return self.game.choices(state, roll)[self.chosen[number] - self.graph.roll_edges[number]]


@dataclass(frozen=True, eq=False)
class Mean:
    """What is to come in the mean: at the start, and by state."""

    at_start: float
    change: float
    """What one sweep more can change: see the module's text."""
    by_state: Floats


def _same(graph: GameGraph, chosen: Ints) -> NDArray[np.bool_]:
    """Tell, by edge, whether it comes to the same as the one that is taken at its roll.

    As advice tells it (`AskedSolution.comes_to`): what follows for sure is followed, unless progress
    stays the same, since such states may return to each other.
    """
    game, size = graph.game, len(graph.states)
    after, follows = graph.edge_next[chosen], np.zeros(size, np.bool_)
    for place in np.flatnonzero(np.diff(graph.state_rolls) == 1).tolist():
        then = graph.states[after[graph.state_rolls[place]]]
        follows[place] = game.progress(then) != game.progress(graph.states[place])
    sure_points, sure_end = np.empty(size, np.int64), np.empty(size, np.int32)
    points = graph.edge_points[chosen]
    follow_sure(graph.components[0], graph.state_rolls, follows, points, after, sure_points, sure_end)
    made, end = graph.edge_points + sure_points[graph.edge_next], sure_end[graph.edge_next]
    choices = np.diff(graph.roll_edges)
    same: NDArray[np.bool_] = (made == np.repeat(made[chosen], choices)) & (
        end == np.repeat(end[chosen], choices)
    )
    return same


def graph_best_play(
    game: Game, objective: Objective, thresholds: tuple[float, ...], budget: Budget = USUAL
) -> BestPlay:
    """Follow best play of a game, as its objective sees it, through all states it comes to."""
    best = BestGraph.of(game, objective, budget)
    facts = _Facts.asked(best)
    told = around(thresholds, best.doubt)
    is_decision = np.isfinite(best.losses)
    means = {
        "decisions": best.mean(is_decision.astype(np.float64)),
        "turns": best.mean(facts.ends_turn),
        "rolls": best.mean(facts.is_rolled),
    }
    by_threshold = [best.mean((is_decision & (best.losses > one)).astype(np.float64)) for one in told]
    counted = Counted.of([one.at_start for one in by_threshold])
    change = max(one.change for one in (*means.values(), *by_threshold))
    decisions = means["decisions"].at_start
    boxes, boxes_error = facts.boxes(best)
    return BestPlay(
        thresholds,
        decisions,
        counted.above,
        max(0.0, decisions - counted.above_none),
        means["turns"].at_start,
        means["rolls"].at_start,
        _closest(best),
        boxes,
        counted.off + change * best.longest,
        boxes_error,
    )


def _closest(best: BestGraph) -> Occurring | None:
    """Return the closest decision that is no tie, of those that do not come up too seldom."""
    losses = best.losses
    rivals = np.isfinite(losses) & (losses > best.doubt) & (best.often() >= SELDOM)
    if not rivals.any():
        return None
    least = losses[rivals].min()
    number = int(np.flatnonzero(rivals & (losses <= least))[0])
    state = best.graph.states[int(np.searchsorted(best.graph.state_rolls, number, "right")) - 1]
    place = number - int(best.graph.state_rolls[best.graph.index[state]])
    roll = list(best.game.rolls(state))[place]
    here = np.zeros(best.chosen.size)
    here[number] = 1.0
    return Occurring(Position(0, state), roll, float(least), best.mean(here).at_start)


@dataclass(frozen=True, eq=False)
class _Facts:
    """What the rules say of the choices of best play, by roll."""

    ends_turn: Floats
    is_rolled: Floats
    by_box: dict[str, Floats]
    written: set[str]
    """Boxes that are filled; others are bonuses, which tell nothing where they are never paid."""

    @classmethod
    def asked(cls, best: BestGraph) -> _Facts:
        """Ask the rules about every roll that best play comes to."""
        game, graph, rolls = best.game, best.graph, best.chosen.size
        ends, rolled, by_box = np.zeros(rolls), np.zeros(rolls), dict[str, Floats]()
        written: set[str] = set()
        best.watch.begin("asking what choices bring", best.order.size)
        for done, place in enumerate(best.order.tolist()):
            best.watch.look(done)
            state = graph.states[place]
            first, last = graph.state_rolls[place], graph.state_rolls[place + 1]
            if first == last:
                continue
            for number, roll in zip(range(first, last), game.rolls(state), strict=True):
                choice = best.choice_of(state, roll, number)
                ends[number] = game.ends_turn(state, roll, choice)
                rolled[number] = last - first > 1
                written.add(game.box(choice) or "")
                for box, points in game.points_by_box(state, roll, choice).items():
                    if box and box not in by_box:
                        best.watch.room_for(8 * rolls)
                        by_box[box] = np.zeros(rolls)
                    if box:
                        by_box[box][number] += points
        return cls(ends, rolled, by_box, written)

    def boxes(self, best: BestGraph) -> tuple[dict[str, tuple[float, float]], float]:
        """Return what each box brings and how often nothing, and how far off that can be."""
        found, nothing, off = dict[str, tuple[float, float]](), np.zeros(best.chosen.size), 0.0
        for box, points in self.by_box.items():
            if box not in self.written and not points.any():
                continue
            mean = best.mean(points)
            empty = best.mean(nothing, (points == 0).astype(np.float64), at_end=1.0)
            found[box] = (mean.at_start, empty.at_start)
            off = max(off, empty.change, mean.change / max(1.0, abs(mean.at_start)))
        return found, off * best.longest if found else 0.0
