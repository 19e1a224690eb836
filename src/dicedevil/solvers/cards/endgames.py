"""Endgames of a match of two score cards: exact winning chances, from tables and by search.

    value(mover, waiter, lead) = mean over rolls, keeping best, of max over open boxes of
                                 1 - value(waiter, mover after, -(lead + points))
    value(two full cards)      = 1, 1/2 or 0

for every lead at once: a row of chances for each pair of states (`pairs`), kept in tables by the
number D of open boxes of both players together (`endgame_making`). A position with more open boxes than
the tables have is searched: forwards, for the states that each player can come to and the points they
then have, and backwards from the tables, for those pairs and leads only. In mid-turn one walk through
the lattice of kept dice gives the values of all choices.

Error. Chances are kept in double precision where the whole match is small, else in single. A value with
D open boxes is off by at most D * roundings of a turn * 2 ** -53, in single precision by D * 2 ** -25
more (proven in `precision`): 7.9e-13 for a whole match of Junior Yahtzee, 1.2e-7 for D = 4 in the
official game. The bound is absolute: of a chance smaller than it no digit counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any, TypeVar

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, TableError, UsageError, quoted
from dicedevil.families.cards.game import CardState, KeepRerollGame, ScoreBox
from dicedevil.games import game as game_named
from dicedevil.objectives import WinAlone, WinMatch
from dicedevil.remembering import Remembers
from dicedevil.rules import Game
from dicedevil.solvers.budget import A_MOMENT, USUAL, Budget
from dicedevil.solvers.cards.endgame_making import (
    EndgameCost,
    EndgameMaking,
    EndgameShelf,
    endgame_cost,
    require_room,
)
from dicedevil.solvers.cards.endgame_search import Place, Search, TurnValues
from dicedevil.solvers.cards.glances import glance_at_endgames
from dicedevil.solvers.cards.kinds import is_card
from dicedevil.solvers.cards.mean import best_boxes, best_of_keeps, walk_turn
from dicedevil.solvers.cards.pairs import Block, PairRows, Side, card_of
from dicedevil.solvers.cards.precision import Precision, precision_of
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer
from dicedevil.solvers.cards.states import Encoding, Ints64, card_number, encoding, write
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import KEPT, key_of, right_to_make
from dicedevil.wrapped.turn_by_turn import MatchState, TurnByTurn

BOXES = 4
"""Open boxes that tables hold unless more are asked for."""
T = TypeVar("T")
MOST_TURNS = 256
"""Turns that are remembered: one answer asks for many keeps of the same turn."""
MOST_CARDS = 4096
"""Cards of which it is remembered what can be written."""


@dataclass(frozen=True, eq=False)
class Endgames(Remembers):
    """The endgames of a game's matches: what is in memory, on disk, and what can be searched."""

    game: KeepRerollGame
    shelf: EndgameShelf
    question: Question
    _layers: dict[int, PairRows | None] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        game: Game | str,
        boxes: int = BOXES,
        *,
        fresh: bool = False,
        budget: Budget = USUAL,
    ) -> Endgames:
        """Return the endgames with up to so many open boxes; tables that are missing are made.

        With a budget of `missing_ok=False` tables that take longer than a moment are refused with
        `TableError`. Deeper positions are searched, if its patience and memory allow it.
        """
        played = game_named(game) if isinstance(game, str) else game
        found = cls.found(played, fresh=fresh, budget=budget)
        found.make(boxes)
        return found

    @classmethod
    def found(
        cls, game: Game, *, fresh: bool = False, budget: Budget = USUAL, alone: bool = False
    ) -> Endgames:
        """Return what is on disk; nothing is made. `alone`: a tie is lost for player 0."""
        if not is_card(game):
            raise UsageError(f"{game} has no score card for endgames: one without saved throws.")
        aim = WinAlone() if alone else WinMatch()
        question = Question(TurnByTurn(game), aim, fresh=fresh, budget=budget)
        encoded = encoding(game.card)
        key = partial(key_of, question, room=__name__)
        shelf = EndgameShelf(encoded, key, precision_of(encoded), 0.0 if alone else 0.5, budget=budget)
        return cls(game, shelf, question)

    def make(self, boxes: int) -> None:
        """Make the tables with up to so many open boxes that are not there; two processes make once.

        What takes longer than a moment is announced, or refused if it may not be made.
        """
        if not 0 <= boxes <= self.all_boxes:
            raise UsageError(f"Two cards have 0 to {self.all_boxes} open boxes in all, not {boxes}.")
        self.require_small(boxes)
        making = self.making(boxes)
        if making.cost is not None:
            self._allow(making.cost, boxes)
        key = self.shelf.name("(endgames)")
        with right_to_make(key, self.budget):
            if making.cost is not None and key is not None:
                making = self.making(boxes)  # made by others in the meantime?
                making.require_disk()
            self._layers.update(enumerate(making.make()))

    def making(self, boxes: int) -> EndgameMaking:
        """Return the tables with up to so many open boxes, to be made as far as they are missing."""
        return EndgameMaking(self.shelf, boxes, self.game, self._test)

    def _test(self, part: Shard, made: CurveLayer, before: PairRows) -> None:
        """Hold a part of a layer against the rules."""
        boxes, block = part.layer, Block(part.begin, part.stop, SealedLayer(made))
        known: dict[int, PairRows | None] = {boxes - 1: before}
        known[boxes] = self.shelf.rows(boxes, [block])
        seen = replace(self, _layers=known)
        glance_at_endgames(seen.solution(), boxes, range(part.begin, part.stop), made)
        known.clear()  # what was looked with may live on for a while: not the curves
        seen.forget()

    def _allow(self, cost: EndgameCost, boxes: int) -> None:
        self.budget.where.require_memory(cost.worker_bytes, f"Making endgames of {boxes} open boxes")
        self.budget.require(f"Making endgames of {boxes} open boxes", cost.needed_bytes)
        kept = f" {KEPT}: if this is broken off, at most the parts in work are lost."
        self.budget.allow(
            cost,
            f"Making endgames with up to {boxes} open boxes: {cost}."
            f"{kept if self.shelf.writes_tables else ''}",
            f"The endgames of {self.game} with up to {boxes} open boxes are not on disk. They are "
            f"made by 'dicedevil solve {self.game} --objective win --endgames {boxes}': {cost}.",
        )

    @property
    def precision(self) -> Precision:
        """What all tables and searches are kept in."""
        return self.shelf.precision

    @property
    def budget(self) -> Budget:
        """What it may cost."""
        return self.question.budget

    @property
    def all_boxes(self) -> int:
        """Open boxes at the start: as many as two cards have."""
        return 2 * len(self.game.card.boxes)

    all_turns = all_boxes  # every turn fills a box
    usual_turns = BOXES

    def cost(self, boxes: int) -> EndgameCost:
        """Return what it takes to make the tables with up to so many open boxes, if none is there."""
        numbers = range(1, boxes + 1)
        return endgame_cost(
            self.shelf, [part for number in numbers for part in self.shelf.parts(number)]
        )

    @property
    def is_small(self) -> bool:
        """Whether the match can be solved as a whole; else its last turns are, and others searched."""
        return self.cost(self.all_boxes).is_small(self.budget)

    def require_small(self, boxes: int) -> None:
        """Refuse what does not fit into the memory allowed, before any table is looked for."""
        require_room(self.game, self.cost(boxes), boxes, BOXES, self.budget)

    def missing(self, boxes: int) -> EndgameCost | None:
        """Return what it takes to make the tables that are not there; None if all are.

        A service asks this before it says yes.
        """
        return EndgameMaking(self.shelf, boxes).cost

    def solution(self) -> Solution:
        """Return all of it, and what can be searched, as a solution of the match."""
        bound, values = self.error_bound(self.all_boxes), EndgameValues(self)
        return Solution.of(self.question, "endgames", values, self.positions, bound)

    # -- answers -----------------------------------------------------------------------------------

    @cached_property
    def encoding(self) -> Encoding:
        """The numbering of the states."""
        return encoding(self.game.card)

    def error_bound(self, open_boxes: int) -> float:
        """No value with so many open boxes is further than this from the exact one.

        Every turn adds the same to it: see `precision`. For all boxes of Micro and Junior Yahtzee it is
        below 1e-12.
        """
        return self.precision.error_bound(self.encoding, open_boxes)

    @property
    def positions(self) -> int:
        """How many values are at hand without a search."""
        return sum(layer.values for layer in self._layers.values() if layer is not None)

    def worth(self, state: MatchState) -> float:
        """Return the chance to win, ties counting half, of the player to move."""
        return self._undamaged(self._worth, state)

    def _undamaged(self, answer: Callable[[Any], T], about: Any) -> T:
        """Return an answer; tables that are found to be damaged on the way are made again."""
        while True:
            try:
                return answer(about)
            except TableError as error:
                damaged = [number for number, rows in self._layers.items() if rows and rows.damaged]
                if not damaged:
                    raise
                self.shelf.say_damage(error)
                self.make(max(damaged))

    def _worth(self, state: MatchState) -> float:
        place = self.place(state)
        if not place.open_boxes:
            tie = 1 - self.shelf.tie_share if state.mover else self.shelf.tie_share
            return tie if not place.need else float(place.need < 0)
        if self.game.is_in_turn(place.mine):
            keep = self.encoding.lattice.number[place.mine.kept]
            return float(self.turn_values(state).kept[place.mine.rerolls][keep])
        layer = self.layer(place.open_boxes)
        if layer is None:
            return self.turn_values(state).start
        mover, waiter = self._number(place.mine), self._number(place.theirs)
        return 1 - float(layer.chances(mover, np.array([waiter]), np.array([-place.need]))[0])

    def choice_values(self, state: MatchState, roll: Roll) -> list[float]:
        """Return the mover's chance to win with each of the choices, in the game's order."""
        turn, mine = self.turn_values(state), self.place(state).mine
        number, card = self.encoding.lattice.number, self.encoding.arrays
        rolled, values = number[roll], []
        _, is_joker = self.game.allowed(mine, roll)
        outcomes = (card.joker_outcome if is_joker else card.outcome_of)[rolled]
        for choice in self.game.choices(mine, roll):
            if isinstance(choice, ScoreBox):
                values.append(turn.written[outcomes[self.game.card.box_number(choice.box)]])
            else:
                values.append(turn.kept[mine.rerolls - 1][number[choice.dice]])
        return [float(value) for value in values]

    def turn_values(self, state: MatchState) -> TurnValues:
        """Return the values of everything that can be done in the turn: one walk for all of them."""
        place = self.place(state)
        begun = place.mine._replace(kept=self.game.nothing_kept, rerolls=self.game.card.rerolls)
        place = place._replace(mine=begun)
        if not place.open_boxes:
            raise PositionError("The match is over: nothing is left to choose.")
        return self._undamaged(self._turns, place)

    @cached_property
    def _turns(self) -> Callable[[Place], TurnValues]:
        return lru_cache(MOST_TURNS)(self._walk)

    def _walk(self, place: Place) -> TurnValues:
        encoded, lattice = self.encoding, self.encoding.lattice
        outcomes, gains, afters = self._writings(place.mine.open, self._member(place.mine))
        rows = self._known(place)
        written = np.zeros(len(encoded.arrays.outcome_points))
        written[outcomes] = rows.chances(self._number(place.theirs), afters, place.need - gains)
        best = best_boxes(encoded.arrays, place.mine.open, written)
        kept = walk_turn(lattice, best, self.game.card.rerolls)
        if kept:
            best = best_of_keeps(lattice, kept[-1])
        return TurnValues(written, kept, float(best @ lattice.arrays.roll_prob))

    @cached_property
    def _writings(self) -> Callable[[int, int], tuple[Ints64, Ints64, Ints64]]:
        """What can be written: the outcomes, their points and the numbers of the states after."""
        return lru_cache(MOST_CARDS)(self._written)

    def _written(self, open_boxes: int, member: int) -> tuple[Ints64, Ints64, Ints64]:
        card, listed = card_of(self.encoding), []
        for box in range(len(card.is_upper)):
            if open_boxes >> box & 1:
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    listed.append((outcome, *write(card, open_boxes, member, box, outcome)))
        outcomes, gains, afters = np.array(listed, dtype=np.int64).T
        return outcomes, gains, afters

    # -- places ------------------------------------------------------------------------------------

    def place(self, state: MatchState) -> Place:
        """Return a position as the player to move sees it; refuse one that cannot occur."""
        match = TurnByTurn(self.game)
        match.require_turns(state)
        mine, theirs = (state.second, state.first) if state.mover else (state.first, state.second)
        for one in (mine, theirs):
            self._number(one)
        rerolls = self.game.card.rerolls
        if mine.kept not in self.encoding.lattice.number or not (
            0 <= mine.rerolls < rerolls
            or (mine.rerolls == rerolls and mine.kept == self.game.nothing_kept)
        ):
            raise PositionError(f"The state {quoted(mine)} cannot occur in {self.game}.")
        return Place(mine, theirs, state.lead if state.mover else -state.lead)

    def _member(self, state: CardState) -> int:
        return card_number(self.encoding, self.game, state) - int(self.encoding.arrays.base[state.open])

    def _number(self, state: CardState) -> int:
        """Return the number of a state within its layer."""
        return int(card_of(self.encoding).base[state.open]) + self._member(state)

    # -- layers, and search ------------------------------------------------------------------------

    def layer(self, open_boxes: int) -> PairRows | None:
        """Return a layer that is known, or None."""
        if open_boxes not in self._layers:
            self._layers[open_boxes] = self.shelf.layer(open_boxes)
        return self._layers[open_boxes]

    def _deepest(self, open_boxes: int) -> tuple[int, PairRows]:
        """Return the known layer with the most open boxes, up to so many."""
        for number in range(open_boxes, -1, -1):
            layer = self.layer(number)
            if layer is not None:
                return number, layer
        raise PositionError(f"There are no {open_boxes} open boxes.")

    def _known(self, place: Place) -> PairRows:
        """Return the curves that a turn needs: of a layer, or of a search."""
        known, rows = self._deepest(place.open_boxes - 1)
        search = self._search(place, known)
        self._require_quick(place, known, search)
        return search.solve(rows, self.budget.progress)

    def _search(self, place: Place, known: int) -> Search:
        mine, theirs = (
            Side.one(self.encoding, state.open.bit_count(), self._number(state), points)
            for state, points in ((place.mine, 0), (place.theirs, place.need))
        )
        turns = place.open_boxes - known - 1
        return Search.below(mine, theirs, turns, self.budget, self.precision)

    def require_reach(self, state: MatchState) -> None:
        """Refuse a position that is neither known nor quickly searched."""
        place = self.place(state)
        if place.open_boxes:
            known, _ = self._deepest(place.open_boxes - 1)
            search = self._search(place, known)
            self._require_quick(place, known, search)
            if search.seconds > A_MOMENT:
                self.budget.announce(
                    f"Searching {place.open_boxes} open boxes: {about(search.seconds)}."
                )

    def _require_quick(self, place: Place, known: int, search: Search) -> None:
        search.require_quick(
            self.budget,
            f"{place.open_boxes} boxes are open, and the endgames of {self.game} are solved up to "
            f"{known}",
            f"Solving more endgames makes it shorter: 'dicedevil solve {self.game} --objective win "
            f"--endgames {max(known + 1, BOXES)}'.",
        )


def table_for(game: Any, boxes: int, alone: bool, part_bytes: int, *, budget: Budget) -> EndgameMaking:
    """Return the endgames of a game, for a process that makes shards of them."""
    found = Endgames.found(game, budget=budget, alone=alone)
    return replace(found, shelf=replace(found.shelf, part_bytes=part_bytes)).making(boxes)


@dataclass(frozen=True, eq=False)
class EndgameValues:
    """Endgames as the values of a solution: player 0's chance to win."""

    endgames: Endgames

    def worth(self, points: int, state: MatchState) -> float:
        """Return player 0's share of the win."""
        mover = self.endgames.worth(state)
        return 1 - mover if state.mover else mover

    def choice_worths(self, state: MatchState, roll: Roll) -> list[float]:
        """Return player 0's share after each choice."""
        values = self.endgames.choice_values(state, roll)
        return [1 - value for value in values] if state.mover else values
