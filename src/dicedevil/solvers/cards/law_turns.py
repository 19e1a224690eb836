"""What the turns of a shard lead to, for players whom kernels can follow through a card of any size.

optimal, worst    the best choices of solved values
club, skill=2.5   choices weighted by what they give away, by the same values
random            every choice equally often
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicedevil.solvers.cards.kernels.choices import random_groups, turn_groups
from dicedevil.solvers.cards.kernels.soft import soft_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import states_of
from dicedevil.solvers.cards.law_shards import BEST_PLAY, EVERYTHING, Cuts, Shares
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.shards import padded, run_pieces
from dicedevil.solvers.cards.states import CardArrays, Ints64, Numbers
from dicedevil.solvers.layers import Shard

Turns = tuple[Ints64, Numbers, Floats]
"""Where those of a state begin, the outcomes that its turn leads to, and their chances."""


@dataclass(frozen=True, eq=False)
class Following:
    """A player, by what another process can be told of it."""

    objective: str
    """By which the values are solved; empty for play at random."""
    values: CardValues | None
    temperature: float | None = None
    """Of weaker play; None for the best choices."""

    @property
    def words(self) -> tuple[str, float | None]:
        """What tells players apart."""
        return self.objective, self.temperature

    @property
    def shares(self) -> Shares:
        """Which part of all that is possible its games come to."""
        return BEST_PLAY if self.objective and self.temperature is None else EVERYTHING

    @property
    def table(self) -> Floats | None:
        """The points to come in every state, where the player makes the most of them."""
        return None if self.values is None or self.temperature is not None else self.values.table

    def turns(
        self,
        cuts: Cuts,
        shard: Shard,
        visits: Floats,
        pieces: Sequence[Ints64],
        threads: Executor | None,
    ) -> Turns:
        """Work out the turns of all states of a shard that games come to."""
        work = self._at_random(cuts) if self.values is None else self._solved(cuts, shard, self.values)
        found: list[Any] = [None] * len(pieces)

        def done(place: int) -> int:
            piece = pieces[place]
            begin = int(cuts.bases[piece[0]]) - shard.begin
            of_piece = visits[begin : begin + int(cuts.encoded.sizes[piece].sum())]
            found[place] = _packed(of_piece > 0, work(piece, begin, of_piece > 0))
            return 0

        run_pieces(done, range(len(pieces)), threads)
        counts, outcomes, prob = (np.concatenate(part) for part in zip(*found, strict=True))
        return np.concatenate(([0], np.cumsum(counts))), outcomes, prob

    def _solved(self, cuts: Cuts, shard: Shard, solved: CardValues) -> Callable[..., Floats]:
        """Turns that differ from state to state."""
        encoded, layers = cuts.encoded, cuts.encoded.layers
        after = states_of(encoded, layers[shard.layer - 1])
        beyond = np.zeros(int(encoded.sizes.max()))  # kernels look at states behind the last one too
        values = padded(np.concatenate((solved.sign * solved.table[after], beyond)))
        base = cuts.bases.copy()
        base[layers[shard.layer]] -= shard.begin
        card: CardArrays = encoded.arrays._replace(base=base, sign=solved.sign)
        wanted = np.full(shard.stop - shard.begin, -1, dtype=np.int64)
        follow: Callable[..., None] = turn_groups
        about = 2 * solved.error_bound
        if self.temperature is not None:
            follow, about = soft_groups, self.temperature

        def work(piece: Ints64, begin: int, visited: Any) -> Floats:
            rows = np.cumsum(visited) - 1
            wanted[begin : begin + len(visited)] = np.where(visited, rows, -1)
            found = np.empty((int(visited.sum()), len(card.outcome_points)))
            lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
            follow(lattice, card, rerolls, piece, values, about, wanted, found)
            return found

        return work

    def _at_random(self, cuts: Cuts) -> Callable[..., Floats]:
        """Turns that are the same for all states with the same open boxes."""
        encoded, card = cuts.encoded, cuts.encoded.arrays

        def work(piece: Ints64, begin: int, visited: Any) -> Floats:
            found = np.empty((len(piece), len(card.outcome_points)))
            rows, rerolls = np.arange(len(piece)), encoded.card.rerolls
            random_groups(encoded.lattice.arrays, card, rerolls, piece, rows, found)
            of_states: Floats = np.repeat(found, encoded.sizes[piece], axis=0)[visited]
            return of_states

        return work


def _packed(visited: Any, outcome_prob: Floats) -> tuple[Ints64, Numbers, Floats]:
    """Return how many outcomes the turn of each state has, those outcomes, and their chances."""
    possible = outcome_prob > 0.0
    counts = np.zeros(len(visited), dtype=np.int64)
    counts[visited] = possible.sum(axis=1)
    return counts, np.nonzero(possible)[1].astype(np.uint16), outcome_prob[possible]
