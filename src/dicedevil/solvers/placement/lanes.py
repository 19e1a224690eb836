"""The room of placement games: what their two lanes answer, and the player who knows all rolls.

polynomial   multipliers that do not fall, mean score (`polynomial`)
pairs        matches of two, whole (`pairs`)
"""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.errors import UsageError
from dicedevil.families.placement.game import PlacementGame
from dicedevil.objectives import MaxScore, WinMatch
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget, Cost
from dicedevil.solvers.lane import Lane, Law, Played, Size
from dicedevil.solvers.placement.players import PlacementMatch, match_of
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import Arrays, TableKey, kept, key_of
from dicedevil.strategy import Foreseeing, Strategy

SECONDS_PER_MEAN = 1e-7
"""Of each number of open slots and each of their places, on one core at 3 GHz."""

ALONE = (
    "This match is made by the threads of this process: to write and read its parts would take longer "
    "than to make them."
)
"""Measured: a core makes 280 MB of values a second, and seals or reads 500 MB of them. What takes long
all the same goes by shards (`large`), if it is a match of two who play their best."""
COUNTED = "pairs of sets of open slots, with a lead"


@dataclass(frozen=True)
class PolynomialLane(Lane):
    """Multipliers that do not fall, and the mean score."""

    name = "polynomial"

    def fits(self, question: Question) -> bool:
        """Tell whether the question is about the mean score of a game with multipliers."""
        return _is_linear(question.game) and isinstance(question.objective, MaxScore)

    def solve(self, question: Question) -> Solution:
        """Solve by the table of mean rolls."""
        from dicedevil.solvers.placement.polynomial import polynomial_values

        game = question.game
        if not isinstance(game, PlacementGame) or not isinstance(question.objective, MaxScore):
            raise UsageError("The polynomial method is for the mean score of placement games.")
        if not game.is_linear:
            raise UsageError(
                f"The polynomial method does not apply to {game}: it needs a multiplier per slot, none "
                "below the one before. The set table (lane 'graph' or 'reference') solves it."
            )
        values, error = polynomial_values(game, question.exact, question.budget)
        return Solution.of(question, self.name, values, 1 << game.slots, error)

    def size(self, game: Game) -> Size | None:
        """Return the size of the table of mean rolls, which stands for all sets of open slots."""
        if not isinstance(game, PlacementGame) or not game.is_linear:
            return None
        means = game.slots * (game.slots + 1) // 2
        return Size(1 << game.slots, 8 * means, game.size_words, means * SECONDS_PER_MEAN)

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Sort all rolls: the law of a player who knows them beforehand."""
        if not isinstance(strategy, Foreseeing) or not _is_linear(game):
            return None
        if position.state != game.start():
            raise UsageError("Whoever knows all rolls beforehand is evaluated from the start only.")
        from dicedevil.solvers.placement.omniscient import omniscient_law

        return Law(omniscient_law(game.totals, game.multipliers or (), budget), {})  # type: ignore[attr-defined]

    def plays(self, game: Game, strategy: Strategy | Foreseeing) -> bool | None:
        """Who knows all rolls needs multipliers to sort by."""
        return _is_linear(game) if isinstance(strategy, Foreseeing) else None

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Roll whole games and sort each."""
        if not isinstance(strategy, Foreseeing) or not _is_linear(game):
            return None
        from dicedevil.solvers.placement.omniscient import omniscient_scores

        return Played(omniscient_scores(game, games, seed, budget), {})  # type: ignore[arg-type]


@dataclass(frozen=True)
class PairsLane(Lane):
    """Winning a match, in floats."""

    name = "pairs"

    def fits(self, question: Question) -> bool:
        """Tell whether the question is about winning a match that this lane knows."""
        return (
            isinstance(question.objective, WinMatch)
            and not question.exact
            and match_of(question.game) is not None
        )

    def solve(self, question: Question) -> Solution:
        """Solve in memory, or by shards; the match of two who play their best is kept."""
        match = match_of(question.game)
        if match is None or not self.fits(question):
            raise UsageError(
                f"The pairs lane does not answer '{question.objective.name}' for {question.game}"
                f"{' in fractions' if question.exact else ''}: it is for winning matches of games in "
                "which rolls are placed."
            )
        key = _key(question, match)
        return _by_shards(question, match, key) or _in_memory(question, match, key)

    def cost(self, question: Question) -> Cost | None:
        """The shards that are not on disk, of a match that is made by shards."""
        match = match_of(question.game) if self.fits(question) else None
        key = None if match is None else _key(question, match)
        if match is None or key is None:
            return None
        from dicedevil.solvers.placement.large import missing_cost

        return missing_cost(question, match.game, key)


def _key(question: Question, match: PlacementMatch) -> TableKey | None:
    """Return what the table of a match of two who play their best answers; no other has one."""
    return key_of(question, "pairs", room=__name__) if match.is_free else None


def _by_shards(question: Question, match: PlacementMatch, key: TableKey | None) -> Solution | None:
    """Solve a match that does not fit in memory, or that others help to make; None for any other."""
    if key is None:
        return None
    from dicedevil.solvers.placement.large import large_match
    from dicedevil.solvers.placement.values import error_bound

    values = large_match(question, match.game, key)
    if values is None:
        return None
    states, error = values.rows.cuts.states, error_bound(match.game)
    return Solution.of(question, PairsLane.name, values, states, error, counted=COUNTED)


def _in_memory(question: Question, match: PlacementMatch, key: TableKey | None) -> Solution:
    """Solve layer by layer; what has a key is kept in one table."""
    from dicedevil.solvers.placement.pairs import Pairs, PairValues

    pairs = Pairs(match, question.budget)

    def answered(arrays: Arrays) -> Solution:
        values = PairValues(pairs, {number: arrays[f"layer{number}"] for number in pairs.kept})
        error = pairs.error_bound
        return Solution.of(question, PairsLane.name, values, pairs.states, error, counted=COUNTED)

    def make() -> Arrays:
        from dicedevil.solvers.held import glance, looks_at
        from dicedevil.solvers.placement.values import tie_share

        if not question.budget.where.is_here:
            question.budget.announce(ALONE)
        solved = pairs.solve(tie_share(question.objective), question.budget)
        arrays = {f"layer{number}": values for number, values in solved.items()}
        if key is not None:
            glance(__name__, arrays, looks_at(answered(arrays)))
        return arrays

    return answered(kept(key, make, {"states": pairs.states}, question.budget) or {})


LANES = (PolynomialLane(), PairsLane())


def _is_linear(game: Game) -> bool:
    return isinstance(game, PlacementGame) and game.is_linear
