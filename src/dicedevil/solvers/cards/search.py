"""EMP(d) and DynS(d) for score cards: the search of `solvers.plain.search` on the tables of cards.

A turn has few different ends (an outcome is a box with the points written into it): their values are
worked out first, by one product with a stored curve each, and one walk through the lattice of kept dice
gives the values of all keeps; of two players 16 turns are walked side by side. Without looking ahead,
keeps are valued by their own curves, which the same walk makes, 16 targets at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.remembering import Remembers
from dicedevil.rules import Position
from dicedevil.solvers.budget import Patience
from dicedevil.solvers.cards.alike import OpenTurn, open_outcomes, ways_to_write
from dicedevil.solvers.cards.curves import CardCurves
from dicedevil.solvers.cards.mean import CardTurn
from dicedevil.solvers.cards.sharing import share_scores
from dicedevil.solvers.cards.shelf import CurveLayer
from dicedevil.solvers.cards.states import CardArrays, Encoding, Ints64, card_number, encoding, write
from dicedevil.solvers.machine import SIMD

Floats = NDArray[np.float64]
MOST_REMEMBERED = 100_000
KINDS = ("emp", "dyns")
"""Evaluations, as the kernels number them."""


class BetweenTurns(NamedTuple):
    """A player between two turns: the open boxes, the state's place among theirs, points made."""

    open: int
    member: int
    points: int


Spots = tuple[BetweenTurns, ...]
"""Of all players, the one to move first, in the order of play."""


@dataclass(frozen=True, eq=False)
class CardSearch(Remembers):
    """The values of choices in a match of score cards."""

    game: KeepRerollGame
    curves: CardCurves
    kind: int
    """The number of the evaluation in the kernels."""
    depth: int
    patience: Patience = field(default_factory=Patience)

    @cached_property
    def encoding(self) -> Encoding:
        """The numbering of the states."""
        return encoding(self.game.card)

    def turn(self, positions: Sequence[Position]) -> SearchedCardTurn:
        """Prepare the turn of the player to move, whose position comes first."""
        self.patience.begin()
        spots = tuple(self._spot(position) for position in positions)
        return SearchedCardTurn(self.game, self.keep_values(spots), self, spots)

    def score_values(self, spots: Spots, outcomes: Ints64) -> Floats:
        """Return the mover's values of ending the turn with each of these outcomes."""
        self.patience.begin()
        return self._after(spots, self.depth, outcomes)[:, 0]

    def ahead(self, depth: int) -> CardSearch:
        """Return the same search, looking so many turns ahead."""
        if depth not in self._others:
            self._others[depth] = replace(self, depth=depth)
        return self._others[depth]

    @cached_property
    def _others(self) -> dict[int, CardSearch]:
        return {}

    def turn_values(self, spots: Spots) -> Floats:
        """Return (rerolls + 1, keeps): a turn evaluated at its end, the mover's values of every keep.

        By rerolls left after the coming roll; rolls, with which nothing is left to roll, come first.
        """
        self.patience.begin()
        return self._walked(spots, 1)[:, :, 0]

    # -- values of all players, the mover's first ------------------------------------------------

    def _after(self, spots: Spots, depth: int, outcomes: Ints64) -> Floats:
        """Return (outcomes, players): the values after each outcome, looking `depth` turns ahead."""
        step = self._next_step(spots)
        if depth == 0 or step is None:
            return self._evaluated(spots, outcomes)
        if depth == 1:
            return self._turns_after(spots, step, outcomes)
        found = np.empty((len(outcomes), len(spots)))
        for place, future in enumerate(self._futures(spots[0], outcomes).tolist()):
            there = (BetweenTurns(*future[:3]), *spots[1:])
            found[place] = np.roll(self._turn_value(there[step:] + there[:step], depth), step)
        return found

    @cached_property
    def _turn_value(self) -> Callable[[Spots, int], Floats]:
        """The values of the mover's coming turn, and of so many turns, that one included."""
        return lru_cache(MOST_REMEMBERED)(self._turn_valued)

    def _turn_valued(self, spots: Spots, depth: int) -> Floats:
        self.patience.check()
        found: Floats = self._walked(spots, depth)[-1, -1].copy()
        return found

    def _walked(self, spots: Spots, depth: int) -> Floats:
        """Return (rerolls + 1, keeps, players): the values of a turn, with `depth` turns to come."""
        turn = self.open_turn(spots[0])
        ways = self._after(spots, depth - 1, turn.outcomes.astype(np.int64))
        levels = np.empty((self.game.card.rerolls + 1, turn.lattice.keeps, len(spots)))
        self._kernels.walk_values(turn, ways, levels)
        return levels

    def keep_values(self, spots: Spots) -> Floats:
        """Return (rerolls, keeps): the mover's values, by rerolls left after the coming roll."""
        mover, encoded = spots[0], self.encoding
        if self.depth > 0:
            return self._walked(spots, self.depth)[:-1, :, 0]
        low, width = self._grid(spots)
        rivals = self._against(self._chances(spots[1:], low, width))
        weight = rivals.missing if self.kind else rivals.weight.sum(axis=0)
        level = rivals.missing if self.kind else rivals.level.sum(axis=0)
        least, most = self._range(mover.open)
        column = mover.points - low
        sure, stop = column + least, column + most + 1
        out = np.empty((self.game.card.rerolls, encoded.lattice.arrays.keeps))
        self._evaluations.value_keeps(
            encoded.lattice.arrays, self._card, self._sharing, self.kind, self._below(mover.open),
            mover.open, mover.member, column, sure, stop, weight, out,
        )  # fmt: skip
        values: Floats = np.maximum(out, level[sure]) if self.kind else out + level[sure]
        return values

    def _evaluated(self, spots: Spots, outcomes: Ints64) -> Floats:
        """Return (outcomes, players): the values right after each outcome of the mover's turn."""
        mover = spots[0]
        low, width = self._grid(spots)
        values = np.empty((len(outcomes), len(spots)))
        place = np.array((mover.open, mover.member, mover.points - low), np.int64)
        chances = self._chances(spots[1:], low, width)
        self._kernels.value_outcomes(
            outcomes, self._card, self.kind, self._below(mover.open), place, chances, values
        )
        return values

    def _turns_after(self, spots: Spots, step: int, outcomes: Ints64) -> Floats:
        """Return (outcomes, players): the values of the turn that follows each outcome.

        `step` is whose turn that is: the first of those behind the mover, or 0 if the mover is alone.
        """
        mover, now = spots[0], spots[step]
        low, width = self._grid(spots)
        futures = self._futures(mover, outcomes)
        if step == 0:
            return self._own_turns(spots, futures, low, width)
        others, changing = spots[step + 1 :] + spots[:step], len(spots) - 1 - step
        movers = np.empty((len(outcomes), 3), np.int64)
        movers[:] = (now.open, now.member, now.points - low)
        changed = np.stack((futures[:, 3], futures[:, 2] - low), axis=1)
        out = np.empty((len(outcomes), len(spots)))
        self._value_turns(len(spots))(
            self.open_turn(now), self._card, self.game.card.rerolls, self.kind, movers,
            self._below(now.open), changing, changed, self._below(mover.open),
            self._chances(others, low, width), out,
        )  # fmt: skip
        return np.roll(out, step, axis=1)

    def _own_turns(self, spots: Spots, futures: Ints64, low: int, width: int) -> Floats:
        """Return (outcomes, players): the values of the mover's next turns, nobody else being left."""
        out = np.empty((len(futures), len(spots)))
        turns = [self.open_turn(BetweenTurns(*future[:3])) for future in futures.tolist()]
        for turn in {id(turn): turn for turn in turns}.values():
            same = np.array([place for place, one in enumerate(turns) if one is turn])
            movers = futures[same, :3].copy()
            movers[:, 2] -= low
            below = self._below(int(movers[0, 0]))
            part = np.empty((len(same), len(spots)))
            self._value_turns(len(spots))(
                turn, self._card, self.game.card.rerolls, self.kind, movers, below, -1,
                np.zeros((len(same), 2), np.int64), below, self._chances(spots[1:], low, width), part,
            )  # fmt: skip
            out[same] = part
        return out

    def _value_turns(self, players: int) -> Any:
        return self._kernels.value_pair_turns if players == 2 else self._kernels.value_turns

    def _next_step(self, spots: Spots) -> int | None:
        """Return how many seats on the next turn is, 0 being the mover again; None after the last."""
        for step, spot in enumerate(spots[1:], 1):
            if spot.open:
                return step
        return 0 if spots[0].open.bit_count() > 1 else None

    # -- curves on one grid of targets -----------------------------------------------------------

    def _grid(self, spots: Spots) -> tuple[int, int]:
        """Return the lowest target that matters and how many columns there are."""
        ranges = [self._range(spot.open) for spot in spots]
        low = min(spot.points + least for spot, (least, _) in zip(spots, ranges, strict=True))
        high = max(spot.points + most for spot, (_, most) in zip(spots, ranges, strict=True))
        return low, high - low + 2 + SIMD

    @cached_property
    def _range(self) -> Callable[[int], tuple[int, int]]:
        """Bounds of the points still to come, by open boxes."""
        return lru_cache(None)(self._ranged)

    def _ranged(self, open_boxes: int) -> tuple[int, int]:
        card = self.game.card
        held = [points for box, points in enumerate(card.possible_points) if open_boxes >> box & 1]
        bonuses = [card.upper_bonus, *[card.yahtzee_bonus] * len(held)] if held else []
        return (
            sum(map(min, held)) + sum(min(0, bonus) for bonus in bonuses),
            sum(map(max, held)) + sum(max(0, bonus) for bonus in bonuses),
        )

    def _chances(self, spots: Sequence[BetweenTurns], low: int, width: int) -> Floats:
        """Return (players, targets): the curves of these players."""
        chances = np.zeros((len(spots), width))
        for row, spot in zip(chances, spots, strict=True):
            place = int(self.curves.bases[spot.open]) + spot.member
            sure, curve = self.curves.layers.curve(spot.open.bit_count(), place)
            begin = spot.points + sure - low + 1
            row[:begin] = 1.0
            row[begin : begin + len(curve)] = curve
        return chances

    def _against(self, chances: Floats) -> Any:
        rivals = self._evaluations.against(*chances.shape)
        self._evaluations.fill_against(self.kind, chances, rivals)
        return rivals

    # -- the card --------------------------------------------------------------------------------

    def _spot(self, position: Position) -> BetweenTurns:
        state: CardState = position.state
        member = card_number(self.encoding, self.game, state) - int(
            self.encoding.arrays.base[state.open]
        )
        return BetweenTurns(state.open, member, position.points)

    def open_turn(self, spot: BetweenTurns) -> OpenTurn:
        """Return a player's coming turn."""
        card = self._card
        holds = spot.member >= card.classes[card.upper_open[spot.open]]
        return whole_turn(self.encoding, spot.open, bool(holds))

    def after(self, spot: BetweenTurns, outcome: int) -> BetweenTurns:
        """Return where a player is after ending a turn so."""
        left, member, gain, _ = self._gains(spot.open, spot.member)[outcome].tolist()
        return BetweenTurns(left, member, spot.points + gain)

    def _futures(self, spot: BetweenTurns, outcomes: Ints64) -> Ints64:
        """Return (outcomes, 4): a player's spot after each outcome, and its number in the layer."""
        futures = self._gains(spot.open, spot.member)[outcomes]
        futures[:, 2] += spot.points
        return futures

    @cached_property
    def _gains(self) -> Callable[[int, int], Ints64]:
        return lru_cache(MOST_REMEMBERED // 10)(self._gained)

    def _gained(self, open_boxes: int, member: int) -> Ints64:
        """Return (outcomes, 4): what is open after each, which state, the points, its number."""
        card = self._card
        known = np.zeros((len(card.outcome_box), 4), np.int64)
        for outcome, box in enumerate(card.outcome_box.tolist()):
            if open_boxes >> box & 1:
                gain, after = write(card, open_boxes, member, box, outcome)
                left = open_boxes & ~(1 << box)
                known[outcome] = left, after - card.base[left], gain, after
        return known

    def _below(self, open_boxes: int) -> CurveLayer:
        """Return the layer of the states after a turn, those that can follow checked."""
        if open_boxes not in self._checked:
            layers, below = self.curves.layers, open_boxes.bit_count() - 1
            boxes = [box for box in range(len(self._card.is_upper)) if open_boxes >> box & 1]
            follow = [int(self.curves.bases[open_boxes & ~(1 << box)]) for box in boxes]
            layer = layers.checked(below, follow)
            self._checked[open_boxes] = CurveLayer(*(_locked(array) for array in layer))
        return self._checked[open_boxes]

    @cached_property
    def _checked(self) -> dict[int, CurveLayer]:
        """By open boxes: views that cannot be written to, one kind of array for the kernels."""
        return {}

    @cached_property
    def _card(self) -> CardArrays:
        return self.encoding.arrays._replace(base=self.curves.bases)

    @cached_property
    def _sharing(self) -> Any:
        return shared_scores(self.encoding)

    @cached_property
    def _kernels(self) -> Any:
        from dicedevil.solvers.cards.kernels import rivals

        return rivals

    @cached_property
    def _evaluations(self) -> Any:
        from dicedevil.solvers.cards.kernels import evaluations

        return evaluations


shared_scores = lru_cache(maxsize=8)(share_scores)


@lru_cache(maxsize=1024)
def whole_turn(encoded: Encoding, open_boxes: int, holds_points: bool) -> OpenTurn:
    """Return the turn with these boxes open, the Yahtzee box holding points or not.

    Not the smaller one of `open_turn`: that takes longer to make than it saves here.
    """
    outcomes = open_outcomes(encoded, open_boxes, holds_points)
    ways = ways_to_write(encoded, open_boxes, holds_points)
    return OpenTurn(
        encoded.lattice.arrays,
        outcomes,
        np.cumsum([0, *map(len, ways)]).astype(np.int32),
        np.searchsorted(outcomes, np.concatenate(ways)).astype(np.int32),
    )


def _locked(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.setflags(write=False)
    return view


@dataclass(frozen=True, eq=False)
class SearchedCardTurn(CardTurn):
    """A turn of a score card, the keeps valued beforehand and the scores when they are asked for."""

    search: CardSearch
    spots: Spots
    _scores: dict[int, float] = field(default_factory=dict)

    def outcome_values(self, outcomes: Sequence[int]) -> Sequence[float]:
        """Return the values of ending the turn like this."""
        missing = [outcome for outcome in outcomes if outcome not in self._scores]
        if missing:
            values = self.search.score_values(self.spots, np.array(missing, np.int64))
            self._scores.update(zip(missing, values.tolist(), strict=True))
        return [self._scores[outcome] for outcome in outcomes]
