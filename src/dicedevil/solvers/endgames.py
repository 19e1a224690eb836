"""Endgames of a match of two score cards: exact winning chances, from tables and by search.

    value(mover, waiter, lead) = mean over rolls, keeping best, of max over open boxes of
                                 1 - value(waiter, mover after, -(lead + points))
    value(two full cards)      = 1, 1/2 or 0

for every lead at once: a row of chances for each pair of states (`card_pairs`), kept in tables by the
number D of open boxes of both players together (`endgame_making`). A position with more open boxes than
the tables have is searched: forwards, for the states that each player can come to and the points they
then have, and backwards from the tables, for those pairs and leads only. In mid-turn one walk through
the lattice of kept dice gives the values of all choices.

Error. Within a turn everything is double precision; the stored chance of the player who waits is then
rounded to single precision, by at most 2 ** -25, since no chance exceeds 1. Taking a chance from 1
loses no more, and means and maxima do not magnify errors. So with D open boxes a value is off by at most
D * (2 ** -25 + roundings of a turn * 2 ** -53): 1.2e-7 for D = 4. The bound is absolute: a chance to
win of 1e-9 has no digit that counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, TableError, TooLarge, UsageError
from dicedevil.families.keep_reroll.game import CardState, KeepRerollGame, ScoreBox
from dicedevil.families.keep_reroll.lattice import Floats
from dicedevil.families.keep_reroll.states import LANES, Encoding, Ints64, write
from dicedevil.matches import MatchState, TurnByTurn
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.card_pairs import Block, PairRows, PairWork, Side, card_of
from dicedevil.solvers.curve_making import A_MOMENT, SECONDS_PER_ROW
from dicedevil.solvers.curve_shelf import SealedLayer
from dicedevil.solvers.endgame_making import SHARDS, EndgameMaking, EndgameShelf, share_of_lattice
from dicedevil.solvers.keep_reroll import best_boxes, best_of_keeps, cores, walk_turn
from dicedevil.solvers.progress import Progress, about, silent
from dicedevil.solvers.question import MEMORY, Question, right_to_make

BOXES = 4
"""Open boxes that tables hold unless more are asked for."""
SEARCH = 20.0
"""Seconds that a search may be expected to take."""
SMALL = 1 << 18
"""Values that are not worth a second thread."""
MOST_TURNS = 256
"""Turns that are remembered: one answer asks for many keeps of the same turn."""


class Place(NamedTuple):
    """A position between turns, or the one a turn began with, as the player to move sees it."""

    mine: CardState
    theirs: CardState
    need: int
    """Points I am behind."""

    @property
    def open_boxes(self) -> int:
        """Of both players."""
        return self.mine.open.bit_count() + self.theirs.open.bit_count()


class TurnValues(NamedTuple):
    """The mover's chance to win, everywhere in a turn."""

    written: Floats
    """By outcome of the card: after writing it; 0 for boxes that are not open."""
    kept: list[Floats]
    """By rerolls left after the coming roll, and by keep."""
    start: float
    """Before the first roll."""


@dataclass(frozen=True, eq=False)
class Endgames:
    """The endgames of a game's matches: what is in memory, on disk, and what can be searched."""

    game: KeepRerollGame
    shelf: EndgameShelf
    _layers: dict[int, PairRows | None] = field(default_factory=dict)
    _turns: dict[Place, TurnValues] = field(default_factory=dict)
    _futures: dict[tuple[int, int], tuple[Ints64, Ints64, Ints64]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        game: KeepRerollGame | str,
        boxes: int = BOXES,
        *,
        memory: int = MEMORY,
        progress: Progress = silent,
        executor: Executor | None = None,
        fresh: bool = False,
        missing_ok: bool = True,
    ) -> Endgames:
        """Return the endgames with up to so many open boxes; tables that are missing are made.

        With `missing_ok=False` tables that take longer than a moment are refused with `TableError`.
        """
        from dicedevil.games import game as game_named

        played = game_named(game) if isinstance(game, str) else game
        found = cls.found(played, fresh)
        most = 2 * len(found.game.card.boxes)
        if not 0 <= boxes <= most:
            raise UsageError(f"Two cards of {played} have 0 to {most} open boxes, not {boxes}.")
        found.make(boxes, memory=memory, progress=progress, executor=executor, missing_ok=missing_ok)
        return found

    @classmethod
    def found(cls, game: Game, fresh: bool = False) -> Endgames:
        """Return what is on disk; nothing is made."""
        if not isinstance(game, KeepRerollGame):
            raise UsageError(f"{game} has no score card: endgames are for the Yahtzee family.")
        question = Question(TurnByTurn(game), WinMatch(), fresh=fresh)
        return cls(game, EndgameShelf(game.encoding, question.table_key))

    def make(
        self,
        boxes: int,
        *,
        memory: int = MEMORY,
        progress: Progress = silent,
        executor: Executor | None = None,
        missing_ok: bool = True,
    ) -> None:
        """Make the tables with up to so many open boxes that are not there; two processes make once."""
        if not missing_ok:
            self.require_tables(boxes)
        EndgameMaking.require_small(self.shelf, boxes, memory)
        key = self.shelf.name("(endgames)")
        if key is None:
            layers = EndgameMaking(self.shelf, boxes).make(progress, executor)
        else:
            with right_to_make(key):
                making = EndgameMaking(self.shelf, boxes)
                making.require_disk()
                layers = making.make(progress, executor)
        self._layers.update(enumerate(layers))

    def require_tables(self, boxes: int) -> None:
        """Refuse if tables are missing that would take longer to make than a moment."""
        cost = EndgameMaking(self.shelf, boxes).cost
        if cost is not None and cost.seconds > A_MOMENT:
            raise TableError(
                f"The endgames of {self.game} with up to {boxes} open boxes are not on disk. They are "
                f"made by 'dicedevil solve {self.game} --objective win --endgames {boxes}': {cost}."
            )

    # -- answers -----------------------------------------------------------------------------------

    @property
    def encoding(self) -> Encoding:
        """The numbering of the states."""
        return self.game.encoding

    def error_bound(self, open_boxes: int) -> float:
        """No value with so many open boxes is further than this from the exact one."""
        card, lattice = self.game.card, self.encoding.lattice.arrays
        steps = card.rerolls * len(card.dice) * (len(card.faces) + 2) + 2 * lattice.rolls + 5
        return open_boxes * (2.0**-25 + 2.0**-140 + steps * 2.0**-53)

    def worth(self, state: MatchState) -> float:
        """Return the chance to win, ties counting half, of the player to move."""
        place = self.place(state)
        if not place.open_boxes:
            return 0.5 * (1 + (place.need < 0) - (place.need > 0))
        mine = self.game.nothing_kept, self.game.card.rerolls
        if (place.mine.kept, place.mine.rerolls) != mine:
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
        found = self._turns.get(place)
        if found is None:
            if not place.open_boxes:
                raise PositionError("The match is over: nothing is left to choose.")
            if len(self._turns) >= MOST_TURNS:
                self._turns.clear()
            found = self._turns[place] = self._walk(place)
        return found

    def _walk(self, place: Place) -> TurnValues:
        encoded, lattice = self.encoding, self.encoding.lattice
        outcomes, gains, afters = self._writings(place.mine)
        rows = self._known(place)
        written = np.zeros(len(encoded.arrays.outcome_points))
        written[outcomes] = rows.chances(self._number(place.theirs), afters, place.need - gains)
        best = best_boxes(encoded.arrays, place.mine.open, written)
        kept = walk_turn(lattice, best, self.game.card.rerolls)
        if kept:
            best = best_of_keeps(lattice, kept[-1])
        return TurnValues(written, kept, float(best @ lattice.arrays.roll_prob))

    def _writings(self, state: CardState) -> tuple[Ints64, Ints64, Ints64]:
        """Return what can be written: the outcomes, their points and the numbers of states after."""
        lane = self._lane(state)
        found = self._futures.get((state.open, lane))
        if found is None:
            card, listed = card_of(self.encoding), []
            for box in range(len(card.is_upper)):
                if state.open >> box & 1:
                    for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                        listed.append((outcome, *write(card, state.open, lane, box, outcome)))
            outcomes, gains, afters = np.array(listed, dtype=np.int64).T
            found = self._futures[state.open, lane] = outcomes, gains, afters
        return found

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
            raise PositionError(f"The state {mine!r} cannot occur in {self.game}.")
        return Place(mine, theirs, state.lead if state.mover else -state.lead)

    def _lane(self, state: CardState) -> int:
        try:
            number = self.encoding.number(state.open, state.upper, state.yahtzee)
            return number - int(self.encoding.arrays.base[state.open])
        except (AttributeError, IndexError, TypeError, ValueError):
            raise PositionError(f"The state {state!r} cannot occur in {self.game}.") from None

    def _number(self, state: CardState) -> int:
        """Return the number of a state within its layer."""
        lane = self._lane(state)
        return int(card_of(self.encoding).base[state.open]) + lane

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
        if known == place.open_boxes - 1:
            return rows
        levels = self._levels(place, known)
        self._require_quick(place, known, levels)
        for movers, waiters in reversed(levels):
            work = PairWork(movers, waiters, rows, 0, len(movers))
            if _values(movers, waiters) < SMALL:
                curves = work.solve()
            else:
                with ThreadPoolExecutor(cores()) as workers:
                    curves = work.solve(workers, SHARDS)
            rows = PairRows(movers, waiters, [Block(0, len(movers), SealedLayer(curves))])
        return rows

    def _levels(self, place: Place, known: int) -> list[tuple[Side, Side]]:
        """Return (movers, waiters) after one turn, after two, ... down to the known layer."""
        encoded = self.encoding
        mover = Side.one(encoded, place.mine.open.bit_count(), self._number(place.mine), 0)
        waiter = Side.one(
            encoded, place.theirs.open.bit_count(), self._number(place.theirs), place.need
        )
        levels = []
        for _ in range(place.open_boxes - known - 1):
            mover, waiter = waiter, mover.after_a_turn()
            levels.append((mover, waiter))
        return levels

    def _require_quick(self, place: Place, known: int, levels: Sequence[tuple[Side, Side]]) -> None:
        """Refuse a search that would take long."""
        seconds = self.search_seconds(levels)
        if seconds > SEARCH:
            raise TooLarge(
                f"{place.open_boxes} boxes are open, and the endgames of {self.game} are solved up to "
                f"{known}: the search would take {about(seconds)}. More endgames can be solved with "
                f"'dicedevil solve {self.game} --objective win --endgames {max(known + 1, BOXES)}'."
            )

    def search_seconds(self, levels: Sequence[tuple[Side, Side]]) -> float:
        """Estimate how long a search takes."""
        lattice, rerolls = self.encoding.lattice.arrays, self.game.card.rerolls
        rows = rerolls * (lattice.more.size + lattice.fewer.size + lattice.keeps) + 6 * lattice.rolls
        work = sum(
            _values(movers, waiters) * share_of_lattice(movers.open_boxes) for movers, waiters in levels
        )
        return work * rows * SECONDS_PER_ROW / cores()


def _values(movers: Side, waiters: Side) -> int:
    """Return how many values a search works out at one level, lanes that are not needed included."""
    return (
        movers.spread * len(waiters)
        + waiters.spread * len(movers)
        + (LANES // 2 + 1) * len(movers) * len(waiters)
    )
