"""EMP(d) and DynS(d) for score cards: the search of `players.search` on the tables of cards.

A turn has few different ends (an outcome is a box with the points written into it): their values are
worked out first, by one product with a stored curve each, and one walk through the lattice of kept dice
gives the values of all keeps. Without looking ahead, keeps are valued by their own curves, which the
same walk makes, 16 targets at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.families.keep_reroll.game import CardState, KeepRerollGame
from dicedevil.families.keep_reroll.layers import CurveLayer
from dicedevil.families.keep_reroll.sharing import share_scores
from dicedevil.families.keep_reroll.states import LANES, CardArrays, Ints64, joker_boxes, write
from dicedevil.players.card_turn import CardTurn
from dicedevil.players.standings import Standings
from dicedevil.rules import Position
from dicedevil.solvers.keep_reroll_curves import CardCurves

Floats = NDArray[np.float64]
MOST_REMEMBERED = 100_000


class Spot(NamedTuple):
    """A player between two turns: the open boxes, the state's place among theirs, points made."""

    open: int
    lane: int
    points: int


Spots = tuple[Spot, ...]
"""Of all players, the one to move first, in the order of play."""


@dataclass(frozen=True, eq=False)
class CardSearch:
    """The values of choices in a match of score cards."""

    game: KeepRerollGame
    curves: CardCurves
    kind: int
    """The number of the evaluation in the kernels."""
    depth: int
    _known: dict[tuple[Spots, int], Floats] = field(default_factory=dict)

    def turn(self, standings: Standings) -> SearchedCardTurn:
        """Prepare the turn of the player to move."""
        spots = tuple(self._spot(position) for position in standings.in_turn())
        return SearchedCardTurn(self.game, self._keep_values(spots), self, spots)

    def score_values(self, spots: Spots, outcomes: Ints64) -> Floats:
        """Return the mover's values of ending the turn with each of these outcomes."""
        return self._after(spots, self.depth, outcomes)[:, 0]

    # -- values of all players, the mover's first ------------------------------------------------

    def _after(self, spots: Spots, depth: int, outcomes: Ints64) -> Floats:
        """Return (outcomes, players): the values after each outcome, looking `depth` turns ahead."""
        step = self._next_step(spots)
        if depth == 0 or step is None:
            return self._evaluated(spots)[outcomes]
        if depth == 1:
            return self._turns_after(spots, step, outcomes)
        found = np.empty((len(outcomes), len(spots)))
        for place, outcome in enumerate(outcomes.tolist()):
            there = (self._written(spots[0], outcome), *spots[1:])
            found[place] = np.roll(self._turn_value(there[step:] + there[:step], depth), step)
        return found

    def _turn_value(self, spots: Spots, depth: int) -> Floats:
        """Return the values of the mover's coming turn, and of `depth` - 1 more."""
        found = self._known.get((spots, depth))
        if found is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            found = self._walked(spots, depth)[-1, -1].copy()
            self._known[spots, depth] = found
        return found

    def _walked(self, spots: Spots, depth: int) -> Floats:
        """Return (rerolls + 1, keeps, players): the turn of `walk_turn`, with `depth` turns to come."""
        open_boxes = spots[0].open
        outcomes = self._outcomes_of(open_boxes)
        values = np.zeros((len(self._card.outcome_points), len(spots)))
        values[outcomes] = self._after(spots, depth - 1, outcomes)
        rerolls, keeps = self.game.card.rerolls, self._lattice.keeps
        levels = np.empty((rerolls + 1, keeps, len(spots)))
        listed = np.empty(len(self._card.is_upper), np.int32)
        self._kernels.walk_turn(self._lattice, self._card, open_boxes, values, listed, levels)
        return levels

    def _keep_values(self, spots: Spots) -> Floats:
        """Return (rerolls, keeps): the mover's values, by rerolls left after the coming roll."""
        if self.depth > 0:
            return self._walked(spots, self.depth)[:-1, :, 0]
        mover = spots[0]
        low, width = self._grid(spots)
        chances = self._chances(spots[1:], low, width)
        rivals = self._against(chances)
        weight = rivals.missing if self.kind else rivals.weight.sum(axis=0)
        level = rivals.missing if self.kind else rivals.level.sum(axis=0)
        least, most = self._range(mover.open)
        column = mover.points - low
        sure, stop = column + least, column + most + 1
        out = np.empty((self.game.card.rerolls, self._lattice.keeps))
        self._kernels.value_keeps(
            self._lattice, self._card, self._sharing, self.kind, self._below(mover.open), mover.open,
            mover.lane, column, sure, stop, weight, out,
        )  # fmt: skip
        values: Floats = np.maximum(out, level[sure]) if self.kind else out + level[sure]
        return values

    def _evaluated(self, spots: Spots) -> Floats:
        """Return (all outcomes, players): the values right after each outcome of the mover's boxes."""
        mover = spots[0]
        low, width = self._grid(spots)
        values = np.zeros((len(self._card.outcome_points), len(spots)))
        rivals = self._against(self._chances(spots[1:], low, width))
        self._kernels.value_outcomes(
            self._card, self.kind, self._below(mover.open), mover.open, mover.lane,
            mover.points - low, rivals, values,
        )  # fmt: skip
        return values

    def _turns_after(self, spots: Spots, step: int, outcomes: Ints64) -> Floats:
        """Return (outcomes, players): the values of the turn that follows each outcome.

        `step` is whose turn that is: the first of those behind the mover, or 0 if the mover is alone.
        """
        mover, now = spots[0], spots[step]
        low, width = self._grid(spots)
        written = [self._written(mover, outcome) for outcome in outcomes.tolist()]
        if step == 0:
            movers = [(spot.open, spot.lane, spot.points - low) for spot in written]
            changed = [(0, 0)] * len(written)
            others, changing = spots[1:], -1
            for left in {spot.open for spot in written}:
                below = self._below(left)
        else:
            movers = [(now.open, now.lane, now.points - low)] * len(written)
            bases = self.curves.bases
            changed = [(int(bases[spot.open]) + spot.lane, spot.points - low) for spot in written]
            others, changing = spots[step + 1 :] + spots[:step], len(spots) - 1 - step
            below = self._below(now.open)
        out = np.empty((len(outcomes), len(spots)))
        self._kernels.value_turns(
            self._lattice, self._card, self.game.card.rerolls, self.kind, np.array(movers, np.int64),
            below, changing, np.array(changed, np.int64), self._below(mover.open),
            self._chances(others, low, width), out,
        )  # fmt: skip
        return np.roll(out, step, axis=1)

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
        return low, high - low + 2 + LANES

    def _range(self, open_boxes: int) -> tuple[int, int]:
        """Return bounds of the points still to come."""
        found = self._ranges.get(open_boxes)
        if found is None:
            card = self.game.card
            held = [
                points
                for box, points in enumerate(self.game.encoding.possible_points)
                if open_boxes >> box & 1
            ]
            bonuses = [card.upper_bonus, *[card.yahtzee_bonus] * len(held)] if held else []
            found = self._ranges[open_boxes] = (
                sum(map(min, held)) + sum(min(0, bonus) for bonus in bonuses),
                sum(map(max, held)) + sum(max(0, bonus) for bonus in bonuses),
            )
        return found

    @cached_property
    def _ranges(self) -> dict[int, tuple[int, int]]:
        return {}

    def _chances(self, spots: Sequence[Spot], low: int, width: int) -> Floats:
        """Return (players, targets): the curves of these players."""
        chances = np.zeros((len(spots), width))
        for row, spot in zip(chances, spots, strict=True):
            place = int(self.curves.bases[spot.open]) + spot.lane
            sure, curve = self.curves.layers[spot.open.bit_count()].curve(place)
            begin = spot.points + sure - low + 1
            row[:begin] = 1.0
            row[begin : begin + len(curve)] = curve
        return chances

    def _against(self, chances: Floats) -> Any:
        rivals = self._kernels.against(*chances.shape)
        self._kernels.fill_against(self.kind, chances, rivals)
        return rivals

    # -- the card --------------------------------------------------------------------------------

    def _spot(self, position: Position) -> Spot:
        state: CardState = position.state
        number = self.game.encoding.number(state.open, state.upper, state.yahtzee)
        lane = number - int(self.game.encoding.arrays.base[state.open])
        return Spot(state.open, lane, position.points)

    def _written(self, spot: Spot, outcome: int) -> Spot:
        """Return where a player stands after an outcome."""
        card = self._card
        box = int(card.outcome_box[outcome])
        gain, after = write(card, spot.open, spot.lane, box, outcome)
        left = spot.open & ~(1 << box)
        return Spot(left, int(after) - int(card.base[left]), spot.points + int(gain))

    def _outcomes_of(self, open_boxes: int) -> Ints64:
        """Return every outcome that some roll can bring."""
        found = self._outcomes.get(open_boxes)
        if found is None:
            card, boxes = self._card, range(len(self._card.is_upper))
            met: set[int] = set()
            for roll in range(self._lattice.rolls):
                allowed, is_joker = open_boxes, False
                if card.matching[roll] >= 0:
                    allowed, is_joker = joker_boxes(card, open_boxes, int(card.matching[roll]))
                outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
                met.update(int(outcomes[box]) for box in boxes if allowed >> box & 1)
            found = self._outcomes[open_boxes] = np.array(sorted(met), np.int64)
        return found

    @cached_property
    def _outcomes(self) -> dict[int, Ints64]:
        return {}

    def _below(self, open_boxes: int) -> CurveLayer:
        """Return the layer of the states after a turn, those that can follow checked."""
        layer = self.curves.layers[open_boxes.bit_count() - 1]
        if open_boxes not in self._checked:
            for box in range(len(self._card.is_upper)):
                if open_boxes >> box & 1:
                    layer.curve(int(self.curves.bases[open_boxes & ~(1 << box)]))
            self._checked.add(open_boxes)
        return self._layers[open_boxes.bit_count() - 1]

    @cached_property
    def _checked(self) -> set[int]:
        return set()

    @cached_property
    def _layers(self) -> list[CurveLayer]:
        """Views that cannot be written to, as mapped files are: one kind of array for the kernels."""
        return [
            CurveLayer(_locked(layer.first), _locked(layer.sure), _locked(layer.chances))
            for layer in (sealed.layer for sealed in self.curves.layers)
        ]

    @cached_property
    def _card(self) -> CardArrays:
        return self.game.encoding.arrays._replace(base=self.curves.bases)

    @cached_property
    def _lattice(self) -> Any:
        return self.game.encoding.lattice.arrays

    @cached_property
    def _sharing(self) -> Any:
        return share_scores(self.game.encoding)

    @cached_property
    def _kernels(self) -> Any:
        from dicedevil.solvers.kernels import card_rivals

        return card_rivals


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
