"""The room of plain games: two lanes that fit every game, and know all there is to know of one.

reference   exact fractions (`reference`)
graph       floats with proven bounds (`graph`); laws, played games and looking ahead
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dicedevil.errors import UsageError
from dicedevil.games import is_listed
from dicedevil.objectives import UTILITY, ReachTarget, WinMatch, require_reachable
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import THINKING, Budget, Patience
from dicedevil.solvers.lane import Lane, Law, Looking, Played, TurnSearch
from dicedevil.solvers.plain.mapped import CurveValues, MappedValues
from dicedevil.solvers.question import Question
from dicedevil.solvers.soft import Soft
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.tables import Arrays, kept, key_of
from dicedevil.strategy import AtRandom, Foreseeing, Strategy
from dicedevil.wrapped.turn_by_turn import TurnByTurn

if TYPE_CHECKING:
    from dicedevil.solvers.plain.stored import StoredValues


@dataclass(frozen=True)
class ReferenceLane(Lane):
    """Any game, in fractions."""

    name = "reference"

    def fits(self, question: Question) -> bool:
        """Whenever fractions are asked for."""
        return question.exact

    def solve(self, question: Question) -> Solution:
        """Solve in fractions."""
        from dicedevil.solvers.plain.reference import solve_reference, solve_reference_curves

        game, objective = question.game, question.objective
        if objective.name == UTILITY:
            from dicedevil.solvers.plain.exact_worths import solve_exact_worths

            aim: Any = objective
            exact = solve_exact_worths(game, aim, _asked_about(question), question.budget)
            return Solution.of(question, self.name, exact, len(exact.by_state), 0.0, at=question.at)
        if not isinstance(objective, ReachTarget):
            by_state = solve_reference(game, objective, game.roots(), budget=question.budget)
            values = MappedValues(objective, by_state)
            return Solution.of(question, self.name, values, len(by_state), 0.0)
        curves = solve_reference_curves(game, game.roots(), budget=question.budget)
        start = curves[game.start()]
        require_reachable(game, objective, start.low, start.high)
        of_target = CurveValues(game, objective.target or 0, curves)
        return Solution.of(question, self.name, of_target, len(curves), 0.0)


@dataclass(frozen=True)
class GraphLane(Lane):
    """Any game, in floats with proven bounds."""

    name = "graph"

    def fits(self, question: Question) -> bool:
        """Everything else."""
        return True

    def solve(self, question: Question) -> Solution:
        """Solve on flat arrays, or read the table."""
        from dicedevil.solvers.held import glance, looks_at
        from dicedevil.solvers.plain.stored import StoredValues, encode

        if question.exact:
            raise UsageError("The graph lane works in floats; exact fractions need the reference lane.")
        if question.objective.name == UTILITY:
            return self._worths(question)
        if _is_own_match(question):
            from dicedevil.solvers.plain.duels import solve_duel

            duel = solve_duel(question.game, question.budget)  # type: ignore[arg-type]  # asked above
            if duel is not None:
                return Solution.of(question, self.name, duel, duel.chances.size, duel.error_bound)
        made: list[StoredValues] = []
        key = key_of(question, room=__name__)

        def make() -> Arrays | None:
            made.append(_solved(question))
            found = self._answer(question, made[0])  # refuses a target out of reach
            if key is None:
                return None
            arrays = encode(made[0])
            if arrays is not None:
                glance(__name__, arrays, looks_at(found))
            return arrays

        arrays = kept(key, make, {}, question.budget)
        return self._answer(question, made[0] if made else StoredValues.read(arrays or {}))

    def _worths(self, question: Question) -> Solution:
        """Solve for a utility; no table is kept, since it would be that of one utility alone."""
        from dicedevil.solvers.plain.graph_worths import solve_graph_worths

        aim: Any = question.objective
        found = solve_graph_worths(question.game, aim, _asked_about(question), question.budget)
        states, at = len(found.graph.states), question.at
        return Solution.of(question, self.name, found, states, found.error_bound, at=at)

    def _answer(self, question: Question, stored: StoredValues) -> Solution:
        from dicedevil.solvers.plain.stored import BoundedValues, RowValues

        objective, states = question.objective, len(stored.index)
        if not isinstance(objective, ReachTarget):
            bounded = BoundedValues(objective, stored)
            return Solution.of(question, self.name, bounded, states, bounded.error_bound)
        rows = RowValues(question.game, objective.target or 0, stored)
        rows.require_reachable(objective)
        return Solution.of(question, self.name, rows, states, rows.error_bound)

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Follow a strategy through all states it can reach."""
        if not isinstance(strategy, Strategy):
            return None
        if exact or (exact is None and not isinstance(strategy.choose, Soft)):  # its losses are floats
            from dicedevil.solvers.plain.exact_law import exact_law, require_few_states

            if position.state == game.start() and _goes_everywhere(strategy):
                require_few_states(game, budget)
            return Law(exact_law(game, strategy, position.state, budget), {})
        from dicedevil.solvers.plain.playing import float_law

        chances, error = float_law(game, strategy, position.state, budget)
        return Law(chances, {}, error)

    def plays(self, game: Game, strategy: Strategy | Foreseeing) -> bool | None:
        """Any strategy that can be asked at a roll."""
        return isinstance(strategy, Strategy)

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play random games on the graph."""
        if not isinstance(strategy, Strategy):
            return None
        from dicedevil.solvers.plain.playing import play_games

        return play_games(game, strategy, games, seed, budget)

    def softened(self, solution: Solution, budget: Budget) -> Callable[[float], float] | None:
        """Weigh every choice once, on the graph."""
        from dicedevil.solvers.plain.soft import softened

        return softened(solution, budget)

    def search(self, game: Game, looking: Looking, budget: Budget) -> TurnSearch | None:
        """Look ahead by the rules alone."""
        from dicedevil.solvers.plain.evaluations import EVALUATIONS
        from dicedevil.solvers.plain.search import plain_search

        if looking.evaluation not in EVALUATIONS:
            return None
        solution = self.solve(Question(game, ReachTarget(), budget=budget))
        patience = Patience(budget.seconds(THINKING))
        return plain_search(game, solution.values, looking, patience, budget)


LANES = (ReferenceLane(), GraphLane())


def _is_own_match(question: Question) -> bool:
    """Tell whether this is a match of two of somebody's own game: no table is kept of those."""
    game = question.game
    return (
        type(game) is TurnByTurn
        and type(question.objective) is WinMatch
        and not is_listed(game.innermost)
    )


def _asked_about(question: Question) -> list[Position]:
    """Return where a question whose answer depends on the points made begins."""
    game, points, at = question.game, question.points, question.at
    if at is None:
        return [Position(0, state) for state in game.roots()]
    stops = [] if game.is_over(at) else game.choices_before_roll(at)
    instead = [game.play(at, (), choice) for choice in stops]
    return [Position(points, at), *(Position(points + more, after) for more, after in instead)]


def _goes_everywhere(strategy: Strategy) -> bool:
    """Tell whether a strategy comes to almost every state; others may need few of very many."""
    return behind(strategy) is not None or isinstance(strategy.choose, AtRandom)


def _solved(question: Question) -> StoredValues:
    from dicedevil.solvers.plain.graph import GameGraph, solve_graph
    from dicedevil.solvers.plain.graph_curves import solve_graph_curves
    from dicedevil.solvers.plain.stored import StoredValues

    budget = question.budget
    graph = GameGraph.of(question.game, budget=budget)
    if isinstance(question.objective, ReachTarget):
        return StoredValues(graph.index, solve_graph_curves(graph, budget).arrays())
    low, high = solve_graph(graph, question.objective, budget)
    return StoredValues(graph.index, {"low": low, "high": high})
