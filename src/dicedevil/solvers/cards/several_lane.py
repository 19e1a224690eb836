"""The lane of several cards: what is known of them, and who works it out.

Mean scores are solved on the states that stand for all that differ only in which card is which
(`several`); where even those are too many, the value of the start is enclosed (`bounds`). Every other
question, and fractions, go to the plain lanes, on a game whose states are those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dicedevil.errors import TooLarge
from dicedevil.families.cards.numbered import CardsState
from dicedevil.families.cards.several import SeveralCards, SortedCards
from dicedevil.objectives import MaxScore, Number, Worst
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Lane, Played, Size
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import Arrays, kept, key_of
from dicedevil.solvers.worths import Curves
from dicedevil.strategy import Foreseeing, Strategy

LANE = "several-cards"
BETWEEN_TURNS = "states between turns, cards in any order"
FEW_CHOICES = 10_000_000
"""So many choices are listed in a moment, and games played on the list."""


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
        from dicedevil.solvers.cards.several import CardsEncoding, CardsValues, solve_several

        encoded = CardsEncoding(game.card, game.count, game.linked)
        sign = 1 if question.objective.wants_more(game, game.start()) else -1
        key = key_of(question, "(several)", room=__name__)

        def answered(table: Any) -> Solution:
            values = CardsValues(game, encoded, table, sign)
            return Solution.of(
                question, self.name, values, encoded.states, values.error_bound, counted=BETWEEN_TURNS
            )

        def make() -> Arrays | None:
            from dicedevil.solvers.held import glance, looks_at

            if game.linked and not encoded.fits(question.budget):  # without links nothing is simpler
                return None
            arrays = {"values": solve_several(encoded, sign, question.budget, str(game))}
            if key is not None:
                glance(__name__, arrays, looks_at(answered(arrays["values"])))
            return arrays

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
        from dicedevil.solvers.cards.several import CardsEncoding

        encoded = CardsEncoding(game.card, game.count, game.linked)
        return Size(encoded.states, encoded.memory_bytes, BETWEEN_TURNS, encoded.seconds)


def _between(question: Question, game: SeveralCards) -> Solution:
    """Enclose the value of the start; refuse a question about more than that."""
    from dicedevil.solvers.cards.bounds import BoundValues, enclose
    from dicedevil.solvers.cards.several import CardsEncoding

    encoded = CardsEncoding(game.card, game.count, game.linked)
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
