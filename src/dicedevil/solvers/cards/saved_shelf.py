"""Values of cards that save throws, and where they are kept: a layer in shards, a table each.

A layer is all cards with equally many open boxes, in rising order of these. The values of a set of
open boxes lie together, (saved, states): those of all its states with no throw saved, with one, and so
on to as many as can have been saved. A shard is some sets in a row; its tables are those of `shelf`, a
set of open boxes in the place of a curve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from dicedevil.errors import TableError
from dicedevil.families.cards.card import ScoreCard
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer, Shelf, laid_out
from dicedevil.solvers.cards.states import Encoding, Ints64, encoding
from dicedevil.solvers.layers import Shard

PART = 1 << 26
"""Bytes of a part, about: some of them are in memory at a time, and a kill costs the one in work."""
SEALED = 32
"""Sets of open boxes under one seal: together read in a moment."""
NUMBER = 8
"""Bytes of a value."""


@dataclass(frozen=True, eq=False)
class SavedShelf(Shelf[Shard]):
    """The tables of a card that saves throws."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Values are kept in double precision."""
        return np.dtype(np.float64)

    def about(self, part: Shard) -> str:
        """One table a part."""
        return f"{part.layer} open, part {part.place + 1} of {part.of} (saved throws)"

    def stops(self, part: Shard) -> Ints64:
        """One seal for some sets of open boxes."""
        count = part.stop - part.begin
        return np.minimum(np.arange(SEALED, count + SEALED, SEALED), count)

    @cached_property
    def parts(self) -> list[list[Shard]]:
        """The parts of each layer, by open boxes; the full card has none: all its values are 0."""
        return [[], *(self._cut(number) for number in range(1, len(self.encoded.layers)))]

    def _cut(self, open_boxes: int) -> list[Shard]:
        widths = self.widths(open_boxes)
        which = (np.cumsum(widths) - widths) // (PART // NUMBER)
        cuts = [0, *(np.flatnonzero(np.diff(which)) + 1).tolist(), len(widths)]
        return [
            Shard(open_boxes, place, len(cuts) - 1, begin, stop, int(widths[begin:stop].sum()))
            for place, (begin, stop) in enumerate(pairwise(cuts))
        ]

    def most(self, open_boxes: int) -> int:
        """Return how many throws can have been saved with so many boxes open."""
        card = self.encoded.card
        return card.rerolls * (len(card.boxes) - open_boxes)

    def widths(self, open_boxes: int) -> Ints64:
        """Return, by set of open boxes of a layer, how many values it has."""
        return self.encoded.sizes[self.encoded.layers[open_boxes]] * (1 + self.most(open_boxes))

    def groups(self, part: Shard) -> Ints64:
        """Return the sets of open boxes of a part."""
        return self.encoded.layers[part.layer][part.begin : part.stop]

    def before(self, part: Shard) -> list[Shard]:
        """Return the parts with a box less that the turns of this one lead to."""
        groups, needed = self.groups(part), set[int]()
        cuts = [one.begin for one in self.parts[part.layer - 1]]
        for box in range(len(self.encoded.card.boxes)):
            after = groups[groups >> box & 1 == 1] & ~(1 << box)
            places = np.searchsorted(self.encoded.layers[part.layer - 1], after)
            needed.update(np.unique(np.searchsorted(cuts, places, side="right") - 1).tolist())
        return [self.parts[part.layer - 1][place] for place in sorted(needed) if place >= 0]

    def blank(self, part: Shard) -> CurveLayer:
        """Return room for a part."""
        first = laid_out(self.widths(part.layer)[part.begin : part.stop])
        sure = np.zeros(part.stop - part.begin, np.int32)
        return CurveLayer(first, sure, np.zeros(int(first[-1]) + int(first[0])))


def _refuse(error: TableError) -> None:
    raise error


@dataclass(frozen=True, eq=False)
class SavedLayers:
    """The parts that a question needs; a damaged one is made again."""

    shelf: SavedShelf
    known: dict[Shard, SealedLayer] = field(default_factory=dict)
    mend: Callable[[TableError], None] = _refuse
    """Says what is wrong, and makes it again."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as what is in memory, all of it, without the way to mend."""
        return _arrived, (self.encoded.card, self.known)

    @property
    def encoded(self) -> Encoding:
        """The numbering of the cards."""
        return self.shelf.encoded

    def block(self, open_boxes: int) -> Floats:
        """Return the values of a set of open boxes: (saved, states)."""
        if open_boxes == 0:
            return np.zeros((1 + self.shelf.most(0), int(self.encoded.sizes[0])))
        return self._blocks(open_boxes)

    @cached_property
    def _blocks(self) -> Callable[[int], Floats]:
        return lru_cache(1 << 10)(self._block)

    def _block(self, open_boxes: int) -> Floats:
        number = open_boxes.bit_count()
        place = int(np.searchsorted(self.encoded.layers[number], open_boxes))
        part = next(one for one in self.shelf.parts[number] if one.begin <= place < one.stop)
        while True:  # what another process has mended may be damaged again
            sealed = self.known[part]
            try:
                layer = sealed.checked([place - part.begin])
            except TableError as error:
                self.mend(error)
                continue
            values = layer.curve(place - part.begin)[1].astype(np.float64)  # a copy
            return values.reshape(1 + self.shelf.most(number), -1)


def nowhere(about: str) -> None:
    """Name no table: none is kept."""


def _arrived(card: ScoreCard, known: dict[Shard, SealedLayer]) -> SavedLayers:
    return SavedLayers(SavedShelf(encoding(card), nowhere), known)
