"""The lane of score cards that save throws: mean scores, from tables that are made layer by layer.

Every other question, and fractions, go to the plain lanes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError, UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import OBJECTIVES, MaxScore, Worst
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget, Cost, resident
from dicedevil.solvers.cards.kinds import saves_throws
from dicedevil.solvers.lane import Lane, Played, Size
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.tables import KEPT, default_folder, key_of, right_to_make
from dicedevil.strategy import Foreseeing, Strategy

if TYPE_CHECKING:
    from dicedevil.solvers.cards.saved_making import SavedTable
    from dicedevil.solvers.cards.saved_shelf import SavedShelf
    from dicedevil.solvers.cards.shelf import SealedLayer
    from dicedevil.solvers.held import Look
    from dicedevil.solvers.layers import Shard

LANE = "saved-throws"
BETWEEN_TURNS = "states between turns, with the throws saved"


@dataclass(frozen=True)
class SavedThrowsLane(Lane):
    """Score cards that save throws, best or worst mean score, in floats."""

    name = LANE

    def fits(self, question: Question) -> bool:
        """Tell whether the question is about the mean score of such a card, in floats."""
        known = type(question.objective) in (MaxScore, Worst)
        return saves_throws(question.game) and known and not question.exact

    def solve(self, question: Question) -> Solution:
        """Read the tables; make those that are missing."""
        game = question.game
        if not saves_throws(game) or not self.fits(question):
            raise UsageError(
                f"The {self.name} lane does not answer this for {game}: it is for mean scores of cards "
                "that save throws, in floats."
            )
        from dicedevil.solvers.cards.saved import SavedValues
        from dicedevil.solvers.cards.saved_shelf import SavedLayers

        table = _table(question, game)
        known = _make(question, table)

        def mend(damage: TableError) -> None:
            table.shelf.say_damage(damage)
            known.update(_make(question, table))

        values = SavedValues(game, SavedLayers(table.shelf, known, mend), table.sign)
        at = question.at if table.boxes < len(game.card.boxes) else None
        more = {"counted": BETWEEN_TURNS, "at": at}
        return Solution.of(question, self.name, values, _states(game), values.error_bound, **more)

    def cost(self, question: Question) -> Cost | None:
        """The tables that are not on disk."""
        if not saves_throws(question.game):
            return None
        return _table(question, question.game).missing_cost(_keeps(question))

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play best play together; who else is too large to list, game by game."""
        if not saves_throws(game) or not isinstance(strategy, Strategy):
            return None
        from dicedevil.solvers.cards.following import is_large

        solution = behind(strategy)
        if solution is not None and solution.lane == self.name and solution.game == game:
            from dicedevil.solvers.cards.saved_played import play_saved_games

            return play_saved_games(solution.values, games, seed, budget)  # type: ignore[arg-type]
        if not is_large(game):
            return None
        from dicedevil.solvers.cards.several_played import play_one_by_one

        return play_one_by_one(game, strategy, games, seed, budget)

    def plays(self, game: Game, strategy: Strategy | Foreseeing) -> bool | None:
        """Any strategy that can be asked at a roll."""
        return isinstance(strategy, Strategy) if saves_throws(game) else None

    def size(self, game: Game) -> Size | None:
        """States between turns: those of this lane."""
        if not saves_throws(game):
            return None
        table = _table(Question(game, MaxScore(), fresh=True), game)
        cost = table.cost(table.wanted, keeps=True)
        return Size(_states(game), cost.memory_bytes, BETWEEN_TURNS, cost.seconds)


def _states(game: KeepRerollGame) -> int:
    """Return how many states there are between turns, with each number of throws saved."""
    from dicedevil.solvers.cards.saved_shelf import SavedShelf, nowhere
    from dicedevil.solvers.cards.states import encoding

    encoded = encoding(game.card)
    shelf = SavedShelf(encoded, nowhere)
    layers = range(1, len(encoded.layers))
    return int(encoded.sizes[0]) + sum(int(shelf.widths(number).sum()) for number in layers)


def table_for(game: KeepRerollGame, objective: str, boxes: int, *, budget: Budget) -> SavedTable:
    """Return the table of a game, for a process that makes shards of it."""
    question = Question(game, OBJECTIVES[objective](), budget=budget)
    return replace(_table(question, game), boxes=boxes)


def _table(question: Question, game: KeepRerollGame) -> SavedTable:
    """Return the layers that a question needs."""
    from dicedevil.solvers.cards.saved_making import SavedTable
    from dicedevil.solvers.cards.saved_shelf import SavedShelf
    from dicedevil.solvers.cards.states import encoding

    key, objective = partial(key_of, question, room=__name__), question.objective
    shelf = SavedShelf(encoding(game.card), key, budget=question.budget)
    boxes = len(game.card.boxes) if question.at is None else int(question.at.open.bit_count())
    sign = 1 if objective.wants_more(game, game.start()) else -1
    test = partial(_glance, question, shelf, sign)
    return SavedTable(shelf, boxes, sign, question.budget, game, objective.name, test)


def _keeps(question: Question) -> bool:
    """Tell whether tables are kept."""
    from dicedevil.solvers.drafts import free_space

    return key_of(question, room=__name__) is not None and free_space(default_folder()) is not None


def _make(question: Question, table: SavedTable) -> dict[Shard, SealedLayer]:
    """Return the shards; what making them takes is told, or refused, beforehand."""
    game, budget, keeps = question.game, question.budget, _keeps(question)
    cost = table.missing_cost(keeps)
    if cost is None:
        return table.found()
    from dicedevil.solvers.cards.saved_making import BESIDE
    from dicedevil.solvers.drafts import require_space

    what = f"Solving {game} with its saved throws"
    in_use = min(resident(), BESIDE)  # what is not loaded yet comes to it
    budget.require(what, cost.memory_bytes - in_use, instead="Fewer boxes or dice take less.")
    budget.where.require_memory(cost.memory_bytes, what)
    in_memory = table.missing_cost(keeps=False)
    if keeps and in_memory is not None and in_memory.memory_bytes > budget.memory:
        require_space(default_folder(), what, cost)
    kept = f" {KEPT}: if this is broken off, at most the shards in work are lost." if keeps else ""
    budget.allow(
        cost,
        f"{what}: {cost}.{kept}",
        f"The tables of {game} are not on disk. They are made by 'dicedevil solve {game}': {cost}.",
    )
    with right_to_make(key_of(question, "(saved throws)", room=__name__), budget):
        return table.make()


def _glance(
    question: Question, shelf: SavedShelf, sign: int, shard: Shard, known: dict[Shard, SealedLayer]
) -> None:
    """Hold a shard against the rules before it is kept."""
    if key_of(question, room=__name__) is None:
        return
    from dicedevil.solvers.cards.saved import SavedValues
    from dicedevil.solvers.cards.saved_shelf import SavedLayers
    from dicedevil.solvers.held import glance

    game: Any = question.game
    values = SavedValues(game, SavedLayers(shelf, known), sign)
    solved = Solution.of(question, LANE, values, 0, values.error_bound)
    glance(__name__, known[shard].layer._asdict(), _drawn(solved, shelf, shard))


def _drawn(solved: Solution, shelf: SavedShelf, shard: Shard) -> Iterator[Look]:
    """Draw positions of a shard."""
    import random

    from dicedevil.solvers.cards.states import card_state

    game: Any = solved.game
    rng, groups = random.Random(shard.place), shelf.groups(shard)
    while True:
        group = int(rng.choice(groups))
        number = int(shelf.encoded.arrays.base[group])
        number += rng.randrange(int(shelf.encoded.sizes[group]))
        saved = rng.randint(0, shelf.most(shard.layer))
        yield solved, Position(0, card_state(game, number)._replace(saved=saved))
