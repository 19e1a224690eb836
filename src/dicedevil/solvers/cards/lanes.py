"""The room of score cards: what two of its lanes answer, and what else they know.

keep-reroll   mean scores (`mean`) and targets (`curves`); laws, played games and looking ahead
endgames      matches of two, whole or from a position on (`endgames`)

Several cards at once and cards that save throws have lanes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError, TooLarge, UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import (
    UTILITY,
    MaxScore,
    Objective,
    ReachTarget,
    WinAlone,
    WinMatch,
    Worst,
    require_reachable,
)
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import THINKING, Budget, Cost, Patience
from dicedevil.solvers.cards.contests import Contests
from dicedevil.solvers.cards.following import LANE, asked, followed, is_large, require_asked
from dicedevil.solvers.cards.kinds import is_card
from dicedevil.solvers.cards.saved_lane import SavedThrowsLane
from dicedevil.solvers.cards.several_lane import SeveralCardsLane
from dicedevil.solvers.lane import Lane, LastTurns, Law, Looking, Played, Size, TurnSearch
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import Arrays, kept, key_of
from dicedevil.strategy import Foreseeing, Strategy
from dicedevil.wrapped.turn_by_turn import MatchState, TurnByTurn

if TYPE_CHECKING:
    from dicedevil.solvers.cards.endgames import Endgames
    from dicedevil.solvers.cards.mean import CardValues
    from dicedevil.solvers.cards.row_shelf import CurveShelf
    from dicedevil.solvers.cards.shares import CardShares
    from dicedevil.solvers.cards.shelf import SealedLayer
    from dicedevil.solvers.held import Look

BETWEEN_TURNS = "states between turns"
IN_FLOATS = "In floats (--float) its law comes with an error bound."


@dataclass(frozen=True)
class KeepRerollLane(Lane):
    """Score cards, best or worst mean score or any target, in floats."""

    name = LANE

    def fits(self, question: Question) -> bool:
        """Tell whether the question is about one card, in floats."""
        return is_card(question.game) and _is_answered(question.objective) and not question.exact

    def solve(self, question: Question) -> Solution:
        """Solve the card, or read its table."""
        game, objective = question.game, question.objective
        if question.exact:
            raise UsageError(
                "The keep-reroll lane works in floats; exact fractions need the reference."
            )
        if is_card(game) and isinstance(objective, ReachTarget):
            return self._curves(question, game, objective)
        if is_card(game) and objective.name == UTILITY:
            return self._worths(question, game)
        if not is_card(game) or not isinstance(objective, (MaxScore, Worst)):
            raise UsageError(
                "The keep-reroll lane is for scores and targets of games with a score card."
            )
        return self._mean(question, game)

    def _mean(self, question: Question, game: KeepRerollGame) -> Solution:
        from dicedevil.solvers.cards.mean import CardValues, told_with
        from dicedevil.solvers.cards.states import encoding

        encoded, making = encoding(game.card), list[Any]()
        sign = 1 if question.objective.wants_more(game, game.start()) else -1

        def answered(table: Any) -> Solution:
            values = CardValues(game, table, sign, partial(_shares, question))
            return Solution.of(
                question, self.name, values, encoded.states, values.error_bound, counted=BETWEEN_TURNS
            )

        def make() -> Arrays:
            from dicedevil.solvers.cards.mean_making import mean_table
            from dicedevil.solvers.held import glance, looks_at

            making.append(mean_table(question))
            arrays = {"values": making[0].make()}
            if key is not None:
                glance(__name__, arrays, looks_at(answered(arrays["values"])))
            return arrays

        told = told_with(encoded)
        key = key_of(question, "(keep-reroll)", room=__name__)  # other arrays than the graph lane's
        arrays = kept(key, make, told, question.budget)
        for one in making:
            one.discard_all()
        return answered((arrays or {})["values"])

    def _curves(self, question: Question, game: KeepRerollGame, aim: ReachTarget) -> Solution:
        from dicedevil.solvers.cards.curves import CardCurves, chance_error, require_possible
        from dicedevil.solvers.cards.shelf import Layers

        shelf, boxes = _shelf(question, game), _boxes(question, game)
        states, bound = shelf.encoded.states, chance_error(shelf.encoded)
        at = question.at if boxes < len(game.card.boxes) else None
        if at is not None and aim.target is not None:
            require_possible(game, aim.target)  # before the work: the start's curve is not made
        find = partial(_layers, question, shelf, boxes)
        values = CardCurves(game, aim.target or 0, Layers(find(), find), shelf.bases)
        if at is None and aim.target is not None:
            sure, row = values.row(game.start())
            require_reachable(game, aim, sure, sure + len(row))
        more = {"error_is_relative": True, "at": at, "counted": BETWEEN_TURNS}
        return Solution.of(question, self.name, values, states, bound, **more)

    def _worths(self, question: Question, game: KeepRerollGame) -> Solution:
        from dicedevil.solvers.cards.worths import solve_card_worths

        values = solve_card_worths(question, game)
        states, more = values.encoding.states, {"at": question.at, "counted": BETWEEN_TURNS}
        return Solution.of(question, self.name, values, states, values.error_bound, **more)

    def cost(self, question: Question) -> Cost | None:
        """Curves that are not on disk; mean scores take a moment."""
        game = question.game
        if not is_card(game) or not isinstance(question.objective, ReachTarget):
            return None
        from dicedevil.solvers.cards.curve_making import missing_cost

        return missing_cost(_shelf(question, game), _boxes(question, game))

    def require_law(self, game: Game, exact: bool | None, budget: Budget, strategy: str = "") -> None:
        """Fractions ask the rules about every choice; what does not fit into memory has its cost."""
        if not is_card(game) or not is_large(game):
            return
        if exact:
            require_asked(game, budget, 0, IN_FLOATS)
        elif strategy:
            from dicedevil.solvers.cards.large_laws import require_large_law

            require_large_law(game, strategy, budget)

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Follow a known strategy, in floats; a small card can be asked for fractions."""
        if not is_card(game) or (exact is not False and not is_large(game)):
            return None
        self.require_law(game, exact, budget)
        if exact:
            return None
        player = followed(game, strategy) or asked(game, strategy)
        if player is None:
            return None
        from dicedevil.solvers.cards.large_laws import large_law
        from dicedevil.solvers.cards.law_errors import Beginning
        from dicedevil.solvers.cards.laws import card_law, turn_ends
        from dicedevil.solvers.cards.states import card_number, encoding

        encoded = encoding(game.card)
        ends = {(0, position.state): 1.0}
        if game.is_in_turn(position.state) and isinstance(strategy, Strategy):
            ends = turn_ends(game, strategy, position.state)
        starts = [
            Beginning(card_number(encoded, game, state), points, chance)
            for (points, state), chance in ends.items()
        ]
        found = large_law(game, strategy, starts, budget) or card_law(
            encoded, player, starts=starts, budget=budget
        )
        return Law(found.law, found.lines, *found.errors)

    def plays(self, game: Game, strategy: Strategy | Foreseeing) -> bool | None:
        """Any strategy that can be asked at a roll."""
        if not is_card(game):
            return None
        return isinstance(strategy, Strategy)

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play many games of a known strategy."""
        if not is_card(game):
            return None
        player = followed(game, strategy) or (asked(game, strategy) if is_large(game) else None)
        if player is None:
            return None
        from dicedevil.solvers.cards.luck import card_luck
        from dicedevil.solvers.cards.played import play_card_games
        from dicedevil.solvers.cards.states import encoding

        encoded, best = encoding(game.card), Question(game, MaxScore(), budget=budget)
        luck = card_luck(encoded, lambda: self.solve(best).values)
        return Played(*play_card_games(encoded, player, games, seed, budget=budget, luck=luck))

    def strategy(self, game: Game, name: str, budget: Budget) -> Strategy | None:
        """`greedy` plays every turn for the most points in it, as if the card were full afterwards."""
        if not is_card(game) or name != "greedy" or game.own_strategy(name):
            return None
        from dicedevil.solvers.cards.mean import LastTurnValues

        values = LastTurnValues.of(game)
        size, bound = len(values.table), values.error_bound
        turn = Solution(game, MaxScore(), values, self.name, size, 0.0, bound)
        return Strategy(name, turn.best_choice)

    def softened(self, solution: Solution, budget: Budget) -> Callable[[float], float] | None:
        """Follow weaker play from the start to the end of all games, by kernels."""
        game = solution.game
        if not is_card(game) or solution.lane != self.name:
            return None
        from dicedevil.solvers.cards.soft import softened

        return softened(game, solution, budget)

    def search(self, game: Game, looking: Looking, budget: Budget) -> TurnSearch | None:
        """Look ahead on the tables of curves."""
        from dicedevil.solvers.cards.search import KINDS, CardSearch

        if not is_card(game) or looking.evaluation not in KINDS:
            return None
        asked = (position.state for position in looking.at)
        at = max(asked, key=lambda state: state.open.bit_count(), default=None)
        curves = self.solve(Question(game, ReachTarget(), at=at, budget=budget)).values
        patience = Patience(budget.seconds(THINKING))
        return CardSearch(game, curves, KINDS.index(looking.evaluation), looking.depth, patience)  # type: ignore[arg-type]

    def size(self, game: Game) -> Size | None:
        """States between turns: those of this lane."""
        if not is_card(game):
            return None
        from dicedevil.solvers.cards.states import encoding

        size = encoding(game.card).estimate()
        return Size(size.states, size.memory_bytes, BETWEEN_TURNS, size.seconds)

    def looks(self, question: Question) -> Iterator[Look] | None:
        """Of curves those layers that are there: all are not needed."""
        game = question.game
        if not is_card(game) or not isinstance(question.objective, ReachTarget):
            return super().looks(question)
        from dicedevil.solvers.cards.glances import looks_at_curves

        return looks_at_curves(game, _shelf(question, game))


@dataclass(frozen=True)
class EndgamesLane(Contests):
    """Winning a match of two score cards, ties counting half or as lost, in floats."""

    name, alone = "endgames", KeepRerollLane()

    def fits(self, question: Question) -> bool:
        """Tell whether the question is about winning a match of two cards, in floats."""
        known = type(question.objective) in (WinMatch, WinAlone)
        return _is_match(question.game) and known and not question.exact

    def solve(self, question: Question) -> Solution:
        """Answer for the position that is asked about; else solve all, or read the tables."""
        if not self.fits(question):
            raise UsageError(
                f"The endgames lane does not answer '{question.objective.name}' for {question.game}"
                f"{' in fractions' if question.exact else ''}: it is for winning matches of games with "
                "a score card."
            )
        from dicedevil.solvers.cards.endgames import EndgameValues

        endgames = _endgames(question)
        boxes, at = endgames.all_boxes, question.at
        if at is not None and _reaches(endgames, at):
            boxes = endgames.place(at).open_boxes
        else:
            endgames.make(boxes)
            at = None
        bound = endgames.error_bound(boxes)
        values = EndgameValues(endgames)
        counted = "pairs of states between turns, with a lead"
        return Solution.of(
            question, self.name, values, endgames.positions, bound, at=at, counted=counted
        )

    def cost(self, question: Question) -> Cost | None:
        """The tables of the whole match that are not on disk; a position alone is searched."""
        if question.at is not None:
            return None
        found = _endgames(question)
        return found.missing(found.all_boxes) if found.is_small else None

    def endgames(self, game: Game, budget: Budget) -> LastTurns | None:
        """Every turn fills a box: the tables are by the number of open boxes."""
        if not is_card(game):
            return None
        from dicedevil.solvers.cards.endgames import Endgames

        return Endgames.found(game, budget=budget)

    def looks(self, question: Question) -> Iterator[Look] | None:
        """Those with few open boxes, as far as there are tables."""
        from dicedevil.solvers.cards.glances import looks_at_endgames

        found = _endgames(question)
        known = 0
        while known < found.all_boxes and found.layer(known + 1) is not None:
            known += 1
        return looks_at_endgames(found.solution(), known)


LANES = (KeepRerollLane(), EndgamesLane(), SeveralCardsLane(), SavedThrowsLane())


def _is_answered(aim: Objective) -> bool:
    """Tell whether an objective is one of this lane's."""
    return isinstance(aim, (MaxScore, Worst, ReachTarget)) or aim.name == UTILITY


def _endgames(question: Question) -> Endgames:
    """Return what there is of the endgames of a match."""
    from dicedevil.solvers.cards.endgames import Endgames

    return Endgames.found(
        question.game.innermost,
        fresh=question.fresh,
        budget=question.budget,
        alone=isinstance(question.objective, WinAlone),
    )


def _shares(question: Question, values: CardValues) -> CardShares:
    """Return what each box brings of the values: a table of its own, made when first asked for."""
    from dicedevil.solvers.cards.shares import CardShares

    return CardShares(values, question.budget, key_of(question, "(shares)", room=__name__))


def _shelf(question: Question, game: KeepRerollGame) -> CurveShelf:
    """Return where the curves that a question needs are kept."""
    from dicedevil.solvers.cards.row_shelf import CurveShelf
    from dicedevil.solvers.cards.states import encoding

    key = partial(key_of, question, room=__name__)
    return CurveShelf(encoding(game.card), key, budget=question.budget)


def _boxes(question: Question, game: KeepRerollGame) -> int:
    """Return how many boxes are open at most in the positions that a question is about."""
    return len(game.card.boxes) if question.at is None else int(question.at.open.bit_count())


def _layers(
    question: Question, shelf: CurveShelf, boxes: int, damage: TableError | None = None
) -> list[SealedLayer]:
    """Read the layers with up to so many open boxes; make what is not there, or found to be damaged."""
    from dicedevil.solvers.cards.row_shelf import usable_layers

    if damage is not None:
        shelf.say_damage(damage)
    found = usable_layers(shelf, boxes)
    layers = [layer for layer in found if layer is not None]
    if len(layers) < len(found):
        from dicedevil.solvers.cards.curve_making import make_missing

        return make_missing(question, shelf, boxes)
    return layers


def _is_match(game: Game) -> bool:
    return isinstance(game, TurnByTurn) and is_card(game.game)


def _reaches(endgames: Endgames, state: MatchState) -> bool:
    """Tell whether a position can be answered as things are.

    If not, and the match as a whole is too large too, the reason is that of the position.
    """
    try:
        endgames.require_reach(state)
    except TooLarge:
        if endgames.is_small:
            return False
        raise
    return True
