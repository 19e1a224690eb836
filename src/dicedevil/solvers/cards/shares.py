"""What each box of a score card is expected to bring, from every state on: why a choice is better.

    value(state) = sum over the open boxes of shares(state), + upper bonus + extra Yahtzees

The table is made once, from that of the mean: the same values, the same choices, ties to the first. It
is read by sets of open boxes, each under a seal of its own: one answer needs a few of them. What keeps
bring in mid-turn is worked out when asked, by walking the turn with the same choices.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import TableError, TooLarge
from dicedevil.families.cards.card import joker_boxes
from dicedevil.families.cards.game import CardChoice, CardState, ScoreBox
from dicedevil.families.cards.names import EXTRA_YAHTZEES, UPPER_BONUS
from dicedevil.objectives import Number
from dicedevil.rules import Position
from dicedevil.solvers.budget import A_MOMENT, Budget
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.mean import CardValues, mean_of_keeps, told_with
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, split_groups
from dicedevil.solvers.cards.states import Ints64, write
from dicedevil.solvers.machine import compiled_before, cores
from dicedevil.solvers.outlook import SO_FAR
from dicedevil.solvers.progress import about
from dicedevil.solvers.tables import (
    KEPT,
    StoredArray,
    TableKey,
    load,
    not_kept,
    right_to_make,
    save,
)
from dicedevil.solvers.why import NOW, Outlook

SEAL = 8
"""Bytes of a seal."""
SECONDS_PER_STEP = 1e-8
"""What a keep of a state takes, on one core."""
MOST_TURNS = 64
"""Turns that are remembered: one answer asks for several choices of the same turn."""


@dataclass(eq=False)
class CardShares:
    """The shares of all states: on disk, by sets of open boxes, or in memory."""

    values: CardValues
    budget: Budget
    key: TableKey | None
    _groups: dict[int, Floats] = field(default_factory=dict)
    _refused: bool = False

    # -- the table -------------------------------------------------------------------------------

    def of(self, number: int) -> Floats:
        """Return the shares of a state between turns: by box, upper bonus, extra Yahtzees."""
        open_boxes = self.values.encoding.open_boxes(number)
        if open_boxes not in self._groups:
            self._groups[open_boxes] = self._group(open_boxes)
        found: Floats = self._groups[open_boxes][number - self._base(open_boxes)]
        return found

    def _base(self, open_boxes: int) -> int:
        return int(self.values.encoding.arrays.base[open_boxes])

    def _group(self, open_boxes: int) -> Floats:
        """Return the shares of a set of open boxes; damaged ones are made again."""
        if isinstance(self._table, StoredTable):
            try:
                return self._table.group(open_boxes, self._base(open_boxes), self._size(open_boxes))
            except TableError as error:
                self.budget.announce(f"{error} It is made again.")
                self.__dict__["_table"] = self._made()
        table: Any = self._table
        if isinstance(table, StoredTable):
            return table.group(open_boxes, self._base(open_boxes), self._size(open_boxes))
        base = self._base(open_boxes)
        found: Floats = table[base : base + self._size(open_boxes)]
        return found

    def _size(self, open_boxes: int) -> int:
        return int(self.values.encoding.sizes[open_boxes])

    @cached_property
    def _table(self) -> StoredTable | Floats:
        """The table on disk, or as it was just made."""
        return self._stored() or self._made()

    def _stored(self, quietly: bool = False) -> StoredTable | None:
        try:
            found = None if self.key is None else load(self.key, unchecked=("shares",))
        except TableError as error:
            if not quietly:
                self.budget.announce(f"{error} It is made again.")
            return None
        if found is None or found.facts.get("rules") != self.values.encoding.fingerprint:
            return None
        return StoredTable(found.path.name, found.parts["shares"], found.arrays["seals"])

    def _made(self) -> StoredTable | Floats:
        """Make the table, unless another process has done it in the meantime, and keep it."""
        encoded = self.values.encoding
        with right_to_make(self.key, self.budget):
            is_new = "_table" not in self.__dict__
            found = self._stored(quietly=True) if is_new else None
            if found is not None:
                return found
            shares = share_out(self.values, self.budget)
            if self.key is not None:
                base, sizes = encoded.arrays.base, encoded.sizes
                sums = b"".join(
                    _seal(shares[begin : begin + size])
                    for begin, size in zip(base.tolist(), sizes.tolist(), strict=True)
                )
                seals = np.frombuffer(sums, np.uint8).reshape(-1, SEAL)
                facts = told_with(encoded)
                try:
                    save(self.key, {"shares": shares, "seals": seals}, facts)
                except OSError as error:
                    self.budget.announce(not_kept(self.key, error))
        return shares

    # -- a turn ----------------------------------------------------------------------------------

    @cached_property
    def turn(self) -> Callable[[int], list[Floats]]:
        """What keeps bring, by rerolls left after the coming roll, by keep, and by column.

        Behind the columns of `of` come the chances to fill each box with points in this turn.
        """
        return lru_cache(MOST_TURNS)(self._turn)

    def _turn(self, number: int) -> list[Floats]:
        values, encoded = self.values, self.values.encoding
        lattice, open_boxes = encoded.lattice, encoded.open_boxes(number)
        rows = self._outcomes(number, open_boxes)
        worth = values.sign * values.outcome_values(number, open_boxes)
        best = rows[self._chosen_boxes(open_boxes, worth)]
        levels = []
        for keep_values in values.turn(number):
            kept = mean_of_keeps(lattice, best)
            levels.append(kept)
            best = kept[self._chosen_keeps(values.sign * keep_values)]
        return levels

    def _outcomes(self, number: int, open_boxes: int) -> Floats:
        """Return, by outcome, what it writes and what is to come after it, and the box it fills."""
        card = self.values.encoding.arrays
        boxes, member = len(card.is_upper), number - self._base(open_boxes)
        holds = member >= card.classes[card.upper_open[open_boxes]]
        rows = np.zeros((len(card.outcome_points), 2 * boxes + 2))
        for box in range(boxes):
            if not open_boxes >> box & 1:
                continue
            for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                gain, after = write(card, open_boxes, member, box, outcome)
                points, blocking = card.outcome_points[outcome], card.outcome_extra[outcome]
                earns = holds and blocking >= 0 and open_boxes & blocking == 0
                extra = card.yahtzee_bonus if earns else 0
                rows[outcome, : boxes + 2] = self.of(int(after))
                rows[outcome, [box, boxes, boxes + 1]] += (points, gain - points - extra, extra)
                rows[outcome, boxes + 2 + box] = points > 0
        return rows

    @property
    def _tie(self) -> float:
        return 2 * self.values.error_bound

    def _chosen_boxes(self, open_boxes: int, worth: Floats) -> Ints64:
        """Return, by roll, the outcome of the first of the best boxes."""
        card = self.values.encoding.arrays
        boxes = [box for box in range(len(card.is_upper)) if open_boxes >> box & 1]
        chosen = _first_best(card.outcome_of[:, boxes], worth, self._tie)
        for roll in np.flatnonzero(card.matching >= 0):
            allowed, is_joker = joker_boxes(card, open_boxes, int(card.matching[roll]))
            outcomes = (card.joker_outcome if is_joker else card.outcome_of)[roll]
            may = [outcomes[box] for box in boxes if allowed >> box & 1]
            chosen[roll] = _first_best(np.array([may]), worth, self._tie)[0]
        return chosen

    def _chosen_keeps(self, worth: Floats) -> Ints:
        """Return, by roll, the first of the best keeps inside it."""
        arrays = self.values.encoding.lattice.arrays
        inside, starts = worth[arrays.within], arrays.within_start
        best = np.maximum.reduceat(inside, starts[:-1])
        enough = np.repeat(best - self._tie, np.diff(starts))
        places = np.where(inside >= enough, np.arange(len(inside)), len(inside))
        chosen: Ints = arrays.within[np.minimum.reduceat(places, starts[:-1])]
        return chosen

    # -- choices ---------------------------------------------------------------------------------

    def outlook(self, position: Position, roll: Roll, choice: CardChoice | None) -> Outlook | None:
        """Return what a choice is worth, box by box; None where the table would be too large."""
        if self._refused:
            return None
        try:
            return self._outlook(position, roll, choice)
        except TooLarge as error:
            if not self.budget.missing_ok and error.seconds is not None:
                raise  # whoever may wait has the table made, and asks again
            self._refused = True
            self.budget.announce(f"{error} The rolls that come next are told instead.")
            return None

    def _outlook(self, position: Position, roll: Roll, choice: CardChoice | None) -> Outlook:
        game, state = self.values.game, position.state
        after, now, filled = state, dict[str, int](), ""
        if choice is not None:
            after = game.play(state, roll, choice)[1]
            now = dict(game.points_by_box(state, roll, choice))
            filled = choice.box if isinstance(choice, ScoreBox) else ""
        names = [*game.card.names, UPPER_BONUS, EXTRA_YAHTZEES]
        columns, chances = self._columns(after)
        sure: dict[str, Number] = {SO_FAR: position.points, NOW: now.pop(filled, 0)}
        for place, name in enumerate(names):
            if place >= len(game.card.names) or state.open >> place & 1:
                sure[name] = now.get(name, 0) + float(columns[place])
        this_turn = {names[box]: float(chances[box]) for box in np.flatnonzero(chances)}
        return Outlook(
            sure,
            ends=bool(filled),
            filled=filled,
            this_turn={filled: float(sure[NOW] > 0)} if filled else this_turn,
        )

    def _columns(self, state: CardState) -> tuple[Floats, Floats]:
        """Return what each box brings from a state on, and the chances to fill it in this turn."""
        game, columns = self.values.game, len(self.values.game.card.names) + 2
        if game.is_over(state):
            return np.zeros(columns), np.zeros(0)
        number = self.values.number(state)
        if not game.is_in_turn(state):
            return self.of(number), np.zeros(0)
        keep = self.values.encoding.lattice.number[state.kept]
        row = self.turn(number)[state.rerolls][keep]
        return row[:columns], row[columns:]


@dataclass(frozen=True, eq=False)
class StoredTable:
    """Shares on disk, read by sets of open boxes."""

    name: str
    shares: StoredArray
    seals: Any

    def group(self, open_boxes: int, base: int, size: int) -> Floats:
        """Read and check the shares of a set of open boxes."""
        columns = self.shares.shape[1]
        rows = np.empty(size * columns)
        try:
            self.shares.read(base * columns, rows)
            if _seal(rows) != self.seals[open_boxes].tobytes():
                raise TableError("shares have changed")
        except (OSError, TableError) as error:
            raise TableError(f"The table {self.name} is damaged: {error}.") from None
        return rows.reshape(size, columns)


def _seal(rows: Floats) -> bytes:
    return hashlib.blake2b(np.ascontiguousarray(rows).data, digest_size=SEAL).digest()


def _first_best(outcomes: Any, worth: Floats, tie: float) -> Ints64:
    """Return of each row of outcomes the first that nothing clearly exceeds."""
    found = worth[outcomes]
    first = np.argmax(found >= found.max(axis=1, keepdims=True) - tie, axis=1)
    chosen: Ints64 = np.take_along_axis(outcomes, first[:, None], axis=1)[:, 0]
    return chosen


def share_out(values: CardValues, budget: Budget, threads: int | None = None) -> Floats:
    """Return the shares of every state; the budget's executor, of threads, runs the shards."""
    encoded, executor = values.encoding, budget.executor
    boxes, threads = len(encoded.card.boxes), threads or cores()
    doing = f"sharing out the values of {encoded.states:,} states by box"
    steps = encoded.states * encoded.lattice.arrays.keeps * (encoded.card.rerolls + 1)
    seconds = steps * SECONDS_PER_STEP / threads
    memory = 8 * encoded.states * (boxes + 2)
    budget.require(f"Sharing out {encoded.states:,} states by box", memory=memory, seconds=seconds)
    if seconds > A_MOMENT:
        budget.announce(f"{doing[0].upper()}{doing[1:]}: {about(seconds)}. {KEPT}.")
    if not compiled_before("cards", "share_groups"):
        budget.progress("compiling, the first time only", 0, boxes)
    from dicedevil.solvers.cards.kernels.shares import share_groups  # late: a table needs none

    shares = np.zeros((encoded.states, boxes + 2))
    card, tie = encoded.arrays._replace(sign=values.sign), 2 * values.error_bound
    table = padded(values.sign * values.table)
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        for layer in range(1, boxes + 1):
            parts = split_groups(encoded, encoded.layers[layer], threads * SHARDS_PER_THREAD)
            list(
                workers.map(
                    lambda groups: share_groups(
                        encoded.lattice.arrays, card, encoded.card.rerolls, groups, table, tie, shares
                    ),
                    parts,
                )
            )
            budget.progress(doing, layer, boxes)
    return shares
