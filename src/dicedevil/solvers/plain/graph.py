"""The graph lane: any game, enumerated once into flat arrays and solved by compiled kernels.

    V(state) = mean over rolls of  best over choices of  gain + V(next state)

`GameGraph.of(game)` asks the game's own functions about every state once; after that no Python runs.
States are solved successors first. States that can return to each other, which the rules allow only
within equal progress, are solved together to a certified bound (see `kernels.bellman`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import RulesError, UsageError, count_text, quoted
from dicedevil.objectives import MaxScore, Objective, WinAlone, WinMatch, Worst
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import ESTIMATED, USUAL, Budget, Watch
from dicedevil.solvers.plain.asking import BYTES_PER_STATE, ask_one_by_one, beyond_floats
from dicedevil.solvers.plain.expansion import lay_out
from dicedevil.solvers.plain.kernels.bellman import GraphArrays, enclose_in_order
from dicedevil.solvers.plain.kernels.curves import find_point_ranges
from dicedevil.solvers.plain.kernels.cycles import MOST_SLOPES, MOST_SWEEPS, SMALL_COMPONENT, enclose
from dicedevil.solvers.plain.kernels.order import component_order
from dicedevil.solvers.plain.lowered.laying_out import EXACT_FLOAT
from dicedevil.solvers.plain.reference import Decision, solve_block

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BYTES_PER_EDGE = 20
"""What a choice costs in memory at least, while the graph is made and solved."""
SECONDS_PER_EDGE = 4e-9
"""What a choice takes in a sweep, at least."""
PARTS = 64
"""A solve is done in so many parts, with a look at the clock after each."""


@dataclass(frozen=True)
class GameGraph:
    """A game as flat arrays: the shapes are in `kernels.bellman`."""

    game: Game
    states: Sequence[State]
    index: Mapping[State, int]
    state_rolls: Ints
    roll_weight: Floats
    roll_edges: Ints
    edge_points: Ints
    edge_next: NDArray[np.int32]
    is_lowered: bool = False
    """Whether the game's functions were lowered into compiled code (see `lowered`)."""
    why_not: str = ""
    """Why they were not, where the game is large enough for it."""

    @classmethod
    def of(cls, game: Game, roots: Iterable[State] | None = None, budget: Budget = USUAL) -> GameGraph:
        """Ask the game about every state the roots lead to."""
        given = None if roots is None else list(roots)
        size = game.size() if given is None or game.start() in given else None
        if size is not None:
            budget.require(
                f"{game} with its {count_text(size[0])} {game.size_words}",
                size[1] * BYTES_PER_EDGE + size[0] * BYTES_PER_STATE,
                instead=instead_of(game),
            )
        states: list[State] = list(dict.fromkeys(game.roots() if given is None else given))
        watch = budget.watch(str(game), "finding states", instead=instead_of(game))
        layout = lay_out(game, states, watch)
        if layout is None:
            asked = ask_one_by_one(game, states, watch)
            graph = cls(game, asked.states, asked.index, *asked.told, asked.is_lowered, asked.why_not)
        else:
            told = layout.expansion
            graph = cls(
                game,
                layout.states,
                layout.index,
                _starts(told.rolls),
                told.weights.astype(np.float64),
                _starts(told.choices),
                told.points,
                layout.edge_next,
            )
        graph._require_sound()
        return graph

    def _require_sound(self) -> None:
        """Refuse rules that leave a player without a roll or a choice, or weights too large."""
        for place in np.flatnonzero(self.over).tolist():
            if not self.game.is_over(self.states[place]):
                raise RulesError(f"{self.game}: nothing can be rolled at {quoted(self.states[place])}.")
        if (np.diff(self.roll_edges) == 0).any():
            roll = int(np.flatnonzero(np.diff(self.roll_edges) == 0)[0])
            state = self.states[int(np.searchsorted(self.state_rolls, roll, "right")) - 1]
            raise RulesError(f"{self.game}: a roll at {quoted(state)} leaves no choice.")
        if self.roll_weight.max(initial=0) >= EXACT_FLOAT:
            raise beyond_floats(self.game, "weights of rolls")
        farthest = max(self.edge_points.max(initial=0), -self.edge_points.min(initial=0))
        if farthest > EXACT_FLOAT:
            raise beyond_floats(self.game, "points")

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which states are over."""
        over: NDArray[np.bool_] = np.diff(self.state_rolls) == 0
        return over

    @cached_property
    def components(self) -> tuple[Ints, Ints]:
        """The states in solve order and the starts of the sets that can return to each other."""
        order = np.empty(len(self.states), np.int64)
        starts = np.empty(len(self.states) + 1, np.int64)
        count = component_order(self.roll_edges[self.state_rolls], self.edge_next, order, starts)
        return order, starts[: count + 1]

    @property
    def has_cycles(self) -> bool:
        """Whether some state can be reached again."""
        if self.components[1].size <= len(self.states):
            return True
        per_state = np.diff(self.roll_edges[self.state_rolls])
        return bool((np.repeat(np.arange(len(self.states)), per_state) == self.edge_next).any())

    def edge_facts(self, fact: Any, dtype: Any) -> NDArray[Any]:
        """Ask a fact `fact(state, roll, choice)` about every choice, in the order of the edges."""
        game = self.game
        found = (
            fact(state, roll, choice)
            for state in self.states
            if not game.is_over(state)
            for roll in game.rolls(state)
            for choice in game.choices(state, roll)
        )
        return np.fromiter(found, dtype, self.edge_next.size)

    @cached_property
    def point_ranges(self) -> tuple[Ints, Ints, int]:
        """The fewest and the most points still to come from each state; the most rolls in a row."""
        self.require_acyclic("final scores")
        lowest = np.zeros(len(self.states), np.int64)
        highest = np.zeros(len(self.states), np.int64)
        rolls_left = np.zeros(len(self.states), np.int64)
        find_point_ranges(
            self.components[0],
            self.state_rolls,
            self.roll_edges,
            self.edge_points,
            self.edge_next,
            lowest,
            highest,
            rolls_left,
        )
        return lowest, highest, int(rolls_left.max(initial=0))

    def arrays(self, gains: Floats, objective: Objective) -> GraphArrays:
        """Return what the value kernels need."""
        if self.game.players == 1 or type(self.game).to_move is Game.to_move:
            more = np.full(len(self.states), objective.wants_more(self.game, self.states[0]))
        else:
            more = np.array([objective.wants_more(self.game, state) for state in self.states])
        return GraphArrays(
            self.state_rolls, self.roll_weight, self.roll_edges, gains, self.edge_next, more
        )

    def require_acyclic(self, what: str) -> None:
        """Refuse a question that needs a game which cannot return to a state."""
        if self.has_cycles:
            raise UsageError(f"{self.game} can return to a state, so it has no list of {what}.")


def _starts(counts: Ints) -> Ints:
    """Return where each run begins, and where the last one ends."""
    starts: Ints = np.concatenate(([0], np.cumsum(counts)))
    return starts


def instead_of(game: Game) -> str:
    """Say what else there is where a game is too large."""
    return "A smaller variant is solved." if game.players == 1 else ESTIMATED


def solve_graph(
    graph: GameGraph, objective: Objective, budget: Budget = USUAL
) -> tuple[Floats, Floats]:
    """Return a lower and an upper bound of the value of every state."""
    game = graph.game
    watch = budget.watch(str(game), instead=instead_of(game))
    watch.room_for(8 * graph.edge_points.size + BYTES_PER_STATE // 2 * len(graph.states))
    ends = np.zeros(len(graph.states))
    for place in np.flatnonzero(graph.over).tolist():
        ends[place] = objective.end(game, graph.states[place])
    gains = gains_of(graph, objective)
    if graph.has_cycles and min(gains.min(), ends.min()) < 0:
        raise UsageError(f"{game} can return to a state and has negative points: no bound is known.")
    arrays = graph.arrays(gains, objective)
    low, high = ends.copy(), ends.copy()
    _compile_first(graph, arrays, low, high)
    watch.begin("solving", len(graph.states))
    if graph.has_cycles:
        _enclose_components(graph, objective, arrays, watch, low, high)
        return low, high
    for part, done in in_parts(graph.components[0]):
        enclose_in_order(part, arrays, low, high)
        watch.look(done)
    return low, high


def _compile_first(graph: GameGraph, arrays: GraphArrays, low: Floats, high: Floats) -> None:
    """Solve nothing: a kernel that has to be compiled is no sign of how long the states take."""
    order, starts = graph.components
    if graph.has_cycles:
        enclose(0, 0, order, starts, arrays, 0, 0, *(np.empty(0, np.int64),) * 2, low, high)
    else:
        enclose_in_order(order[:0], arrays, low, high)


def in_parts(order: Ints) -> Iterator[tuple[Ints, int]]:
    """Cut the order of solving into parts; each with how many states are done with it."""
    step = max(1, -(-order.size // PARTS))
    for begin in range(0, order.size, step):
        yield order[begin : begin + step], min(begin + step, order.size)


def _enclose_components(
    graph: GameGraph,
    objective: Objective,
    arrays: GraphArrays,
    watch: Watch,
    low: Floats,
    high: Floats,
) -> None:
    """Solve the sets of states that can return to each other, one after the other."""
    game, (order, starts) = graph.game, graph.components
    slopes = min(MOST_SLOPES, watch.budget.room() // 32)
    most_swept = int(min(watch.budget.longest / SECONDS_PER_EDGE, 1 << 62))
    place, hub_of = np.full(low.size, -1), np.full(low.size, -1)
    components, begin = starts.size - 1, 0
    step = max(1, components // PARTS)
    while begin < components:
        stop = min(begin + step, components)
        found = enclose(
            begin, stop, order, starts, arrays, slopes, most_swept, place, hub_of, low, high
        )
        begin = stop if found < 0 else found + 1
        watch.look(int(starts[begin]))
        if found < 0:
            continue
        members = order[starts[found] : starts[found + 1]].tolist()
        if _enclose_exactly(arrays, members, low, high):
            continue
        state_edges = graph.roll_edges[graph.state_rolls]
        edges = int(sum(state_edges[state + 1] - state_edges[state] for state in members))
        if edges * MOST_SWEEPS > most_swept:
            raise watch.budget.no_time(
                f"{game}, with {len(members):,} states that can return to each other,",
                MOST_SWEEPS * edges * SECONDS_PER_EDGE,
                watch.instead,
            )
        raise RulesError(
            f"{game} may go on for ever from {quoted(game.write_state(graph.states[members[0]]))} "
            f"under '{objective.name}': no bound on its value was found."
        )


def _enclose_exactly(arrays: GraphArrays, members: list[int], low: Floats, high: Floats) -> bool:
    """Solve a few states that can return to each other in fractions, between the bounds around them.

    For the rare component that floats cannot bound: choices that may put off the end for ever, or
    that lead out only once in a million rolls. Returns whether there is a value.
    """
    if len(members) > SMALL_COMPONENT:
        return False
    turns = {state: list(_decisions(arrays, state)) for state in members}
    around = {after for rolls in turns.values() for _, options in rolls for _, after in options}
    more = {state: bool(arrays.wants_more[state]) for state in members}
    for bound, outward in ((low, -np.inf), (high, np.inf)):
        values = {state: Fraction(bound[state]) for state in around - turns.keys()}
        try:
            solve_block(members, turns, values, more)
        except RulesError:
            return False
        for state in members:
            nearest = float(values[state])
            exact = Fraction(nearest) == values[state]
            bound[state] = nearest if exact else np.nextafter(nearest, outward)
    return True


def _decisions(arrays: GraphArrays, state: int) -> Iterator[Decision]:
    for roll in range(arrays.state_rolls[state], arrays.state_rolls[state + 1]):
        edges = range(arrays.roll_edges[roll], arrays.roll_edges[roll + 1])
        options = [(int(arrays.edge_gain[edge]), int(arrays.edge_next[edge])) for edge in edges]
        yield int(arrays.roll_weight[roll]), options


def gains_of(graph: GameGraph, objective: Objective) -> Floats:
    """Return what each choice adds to the value: the points themselves for the score objectives."""
    if type(objective) in (MaxScore, Worst):
        return graph.edge_points.astype(np.float64)
    if type(objective) in (WinMatch, WinAlone):
        return np.zeros(graph.edge_points.size)
    game, points = graph.game, map(int, graph.edge_points)
    return graph.edge_facts(
        lambda state, roll, choice: objective.gain(game, state, roll, choice, next(points)), np.float64
    )
