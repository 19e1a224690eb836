"""Players with the same rolls, each the best reply to the one before: do they go round in a circle?

The first of them plays for the mean score. Every next one knows how those before would place the rolls
that came, and makes the most of it against the one before. All in fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from dicedevil.families.placement.game import PlacementGame, open_slots
from dicedevil.remembering import Remembers
from dicedevil.solvers.placement.polynomial import expected_rolls, slot_for
from dicedevil.wrapped.turn_by_turn import share_of_win


class Placed(NamedTuple):
    """The open slots of each player, and by how much each leads the one before."""

    sets: tuple[int, ...]
    leads: tuple[int, ...] = ()

    def of(self, players: int) -> Placed:
        """Return the boards of the first so many."""
        return Placed(self.sets[:players], self.leads[: players - 1])

    def after(self, slots: tuple[int, ...], total: int) -> Placed:
        """Place a total, each on a slot of their own; slots multiply by their numbers."""
        sets = tuple(state & ~(1 << (slot - 1)) for state, slot in zip(self.sets, slots, strict=True))
        gains = zip(slots[1:], slots[:-1], strict=True)
        leads = zip(self.leads, gains, strict=True)
        return Placed(sets, tuple(lead + (mine - theirs) * total for lead, (mine, theirs) in leads))


@dataclass(frozen=True)
class Replies(Remembers):
    """Player 0 plays for the mean score, player k + 1 to win against player k."""

    game: PlacementGame

    def chance(self, player: int, against: int) -> Fraction:
        """Return a player's chance to win against one before, ties counting half."""
        law: Counter[Placed] = Counter({self._start(player + 1): Fraction(1)})
        for _ in range(self.game.slots):
            law = self._next_round(law, player)
        return sum(
            (
                chance * share_of_win(sum(boards.leads[against:]), False)
                for boards, chance in law.items()
            ),
            Fraction(0),
        )

    def _start(self, players: int) -> Placed:
        return Placed((self.game.start(),) * players, (0,) * (players - 1))

    def _next_round(self, law: Counter[Placed], player: int) -> Counter[Placed]:
        after: Counter[Placed] = Counter()
        for boards, chance in law.items():
            for total, weight in self.game.totals.items():
                after[boards.after(self._slots(player, boards, total), total)] += chance * weight
        return Counter(
            {boards: chance / self.game.dice.total_weight for boards, chance in after.items()}
        )

    @cached_property
    def _mean_rolls(self) -> list[list[Fraction]]:
        return expected_rolls(self.game.totals, self.game.slots)

    @cached_property
    def _slots(self) -> Callable[[int, Placed, int], tuple[int, ...]]:
        return cache(self._chosen)

    def _chosen(self, player: int, boards: Placed, total: int) -> tuple[int, ...]:
        """Return the slots that everybody up to a player chooses."""
        if player == 0:
            state = open_slots(boards.sets[0])
            return (state[slot_for(self._mean_rolls[len(state) - 1], total)],)
        before = self._slots(player - 1, boards.of(player), total)
        ways = ((*before, slot) for slot in open_slots(boards.sets[-1]))
        return max(ways, key=lambda way: self._worth(boards.after(way, total)))

    @cached_property
    def _worth(self) -> Callable[[Placed], Fraction]:
        return cache(self._won)

    def _won(self, boards: Placed) -> Fraction:
        """Return the last player's chance to win against the one before."""
        if not boards.sets[0]:
            return share_of_win(boards.leads[-1], False)
        player = len(boards.sets) - 1
        total = sum(
            (
                weight * self._worth(boards.after(self._slots(player, boards, rolled), rolled))
                for rolled, weight in self.game.totals.items()
            ),
            Fraction(0),
        )
        return total / self.game.dice.total_weight
