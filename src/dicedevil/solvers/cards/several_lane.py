"""The lane of several cards: what is known of them, and who works it out.

Mean scores are solved on the states that stand for all that differ only in which card is which
(`several`); where even those are too many, the value of the start is enclosed (`bounds`). Every other
question, and fractions, go to the plain lanes, on a game whose states are those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError, TooLarge
from dicedevil.families.cards.numbered import CardsState
from dicedevil.families.cards.several import SeveralCards, SortedCards
from dicedevil.objectives import OBJECTIVES, MaxScore, Number, Worst
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.drafts import free_space
from dicedevil.solvers.lane import Lane, Played, Size
from dicedevil.solvers.machine import cores
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import (
    Arrays,
    default_folder,
    kept,
    key_of,
    right_to_make,
    told_where,
)
from dicedevil.solvers.worths import Curves
from dicedevil.strategy import Foreseeing, Strategy

if TYPE_CHECKING:
    from dicedevil.solvers.cards.several import CardsEncoding
    from dicedevil.solvers.cards.several_layers import ShardValues
    from dicedevil.solvers.cards.several_making import SeveralTable
    from dicedevil.solvers.layers import Shard

LANE = "several-cards"
BETWEEN_TURNS = "states between turns, cards in any order"
FEW_CHOICES = 10_000_000
"""So many choices are listed in a moment, and games played on the list."""

LONG = 10.0
"""Seconds of one core that cards take whose shards are kept."""


@dataclass(frozen=True)
class SeveralCardsLane(Lane):
    """Several cards at once."""

    name = LANE

    def fits(self, question: Question) -> bool:
        """Tell whether the question is about several cards of one player."""
        return isinstance(question.game, SeveralCards)

    def solve(self, question: Question) -> Solution:
        """Solve the mean score; any other question on a list of the states that stand for others."""
        game = question.game
        if not isinstance(game, SeveralCards):
            raise TypeError(f"{game} has one card")
        if question.exact or type(question.objective) not in (MaxScore, Worst):
            return _listed(question, game)
        from dicedevil.solvers.cards.several import CardsValues

        encoded, sign = _encoded(game), _sign(question)
        key = key_of(question, "(several)", room=__name__)

        def answered(table: Any) -> Solution:
            values = CardsValues(game, encoded, table, sign)
            return Solution.of(
                question, self.name, values, encoded.states, values.error_bound, counted=BETWEEN_TURNS
            )

        def make() -> Arrays | None:
            from dicedevil.solvers.cards.several_making import solve_several
            from dicedevil.solvers.held import glance, looks_at

            if game.linked and not encoded.fits(question.budget):  # without links nothing is simpler
                return None
            arrays = {"values": solve_several(encoded, sign, question.budget, str(game))}
            if key is not None:
                glance(__name__, arrays, looks_at(answered(arrays["values"])))
            return arrays

        if key is not None and _is_long(encoded) and free_space(default_folder()) is not None:
            found = _sharded(question, encoded)
            return _between(question, game) if found is None else answered(found)
        arrays = kept(key, make, {"states": encoded.states}, question.budget)
        return _between(question, game) if arrays is None else answered(arrays["values"])

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play game by game where the states are too many to list."""
        if not isinstance(game, SeveralCards) or not isinstance(strategy, Strategy):
            return None
        if game.size()[1] <= FEW_CHOICES:
            return None
        from dicedevil.solvers.cards.several_played import play_one_by_one

        return play_one_by_one(game, strategy, games, seed, budget)

    def size(self, game: Game) -> Size | None:
        """States between turns: those of this lane."""
        if not isinstance(game, SeveralCards):
            return None
        encoded = _encoded(game)
        return Size(encoded.states, encoded.memory_bytes, BETWEEN_TURNS, encoded.seconds)


def _encoded(game: SeveralCards) -> CardsEncoding:
    from dicedevil.solvers.cards.several import CardsEncoding

    return CardsEncoding(game.card, game.count, game.linked)


def _sign(question: Question) -> int:
    return 1 if question.objective.wants_more(question.game, question.game.start()) else -1


def _is_long(encoded: CardsEncoding) -> bool:
    """Tell whether shards are worth keeping."""
    return encoded.seconds * cores() > LONG


# -- shards --------------------------------------------------------------------------------------------


def table_for(
    game: SeveralCards, objective: str, by_parts: bool, shard_size: int, *, budget: Budget
) -> SeveralTable:
    """Return the table of a game, for a process that makes shards of it."""
    question = Question(game, OBJECTIVES[objective](), budget=budget)
    return replace(_table(question, shard_size), by_parts=by_parts)


def _table(question: Question, shard_size: int) -> SeveralTable:
    from dicedevil.solvers.cards.several_layers import CardLayers
    from dicedevil.solvers.cards.several_making import SeveralTable

    game: Any = question.game
    layers = CardLayers(_encoded(game), shard_size)
    name = partial(key_of, question, room=__name__)
    return SeveralTable(layers, _sign(question), question.budget, name, game, question.objective.name)


def _sharded(question: Question, encoded: CardsEncoding) -> ShardValues | None:
    """Return the values in shards; make those that are missing. None where cards are too many."""
    from dicedevil.solvers.cards import several_layers

    budget, what = question.budget, str(question.game)
    if encoded.linked and not several_layers.cost(encoded, encoded.states, budget).fits(budget):
        return None
    table = _table(question, several_layers.SHARD)
    table.look()

    def make() -> None:
        missing = sum(one.values for one in table.wanted if one not in table.known)
        cost = several_layers.cost(encoded, missing, budget)
        cost.require(what, budget)
        table.by_parts = cost.by_parts
        with right_to_make(key_of(question, "(several)", room=__name__), budget):
            table.look()  # another process may have made some in the meantime
            table.make()

    def mend(shard: Shard, error: TableError) -> None:
        table.doubted.add(shard)
        make()  # says what is wrong

    if table.missing:
        make()
    return several_layers.ShardValues(
        table.layers,
        {one: key for one in table.wanted if (key := table.key(one)) is not None},
        told_where() or str(default_folder()),
        table.sign,
        max(table.known.values()),
        several_layers.held(budget),
        table.unkept,
        mend,
    )


def _between(question: Question, game: SeveralCards) -> Solution:
    """Enclose the value of the start; refuse a question about more than that."""
    from dicedevil.solvers.cards.bounds import BoundValues, enclose

    encoded = _encoded(game)
    if question.at is not None or not isinstance(question.objective, MaxScore):
        raise TooLarge(
            f"{game} has {encoded.states:,} {BETWEEN_TURNS}: too many to solve here, so its positions "
            f"have no values. The best mean score of the start is enclosed ('dicedevil solve {game}'); "
            "fewer cards or boxes, or cards without bonuses, are solved."
        ).costing(memory_bytes=encoded.memory_bytes)
    key = key_of(question, "(between)", room=__name__)
    told = kept(key, lambda: enclose(game, question.budget), {}, question.budget)
    low, high = (float(one) for one in (told or {})["bounds"])
    values = BoundValues(game, low, high)
    return Solution.of(
        question,
        LANE,
        values,
        encoded.states,
        values.error_bound,
        counted=BETWEEN_TURNS,
        interval=(low, high),
    )


def _listed(question: Question, game: SeveralCards) -> Solution:
    """Ask the plain lanes about the states that stand for the others."""
    from dicedevil.solvers.plain.lanes import LANES

    plain = replace(question, game=SortedCards(game.one, game.count))
    found = next(lane for lane in LANES if lane.fits(plain)).solve(plain)
    kind = SortedCurves if isinstance(found.values, Curves) else SortedValues
    return replace(found, game=game, values=kind(game, found.values))


@dataclass(frozen=True, eq=False)
class SortedValues:
    """Values of the canonical states, asked for any."""

    game: SeveralCards
    values: Any

    def worth(self, points: int, state: CardsState) -> Number:
        """Return the value of the state that stands for this one."""
        worth: Number = self.values.worth(points, self.game.canonical(state))
        return worth


@dataclass(frozen=True, eq=False)
class SortedCurves(SortedValues):
    """The same, of curves."""

    def row(self, state: CardsState) -> tuple[int, Sequence[Number]]:
        """Return the points that are sure and the chances of each point more."""
        row: tuple[int, Sequence[Number]] = self.values.row(self.game.canonical(state))
        return row
