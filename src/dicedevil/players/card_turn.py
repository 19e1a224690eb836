"""A turn of a score card: what each keep and each box is worth, by the numbers of the lattice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicedevil.dice import Roll
from dicedevil.families.keep_reroll.game import CardState, KeepRerollGame
from dicedevil.families.keep_reroll.states import joker_boxes
from dicedevil.players.turns import ValuedTurn
from dicedevil.rules import Position

if TYPE_CHECKING:
    from dicedevil.families.keep_reroll.lattice import Floats


@dataclass(frozen=True, eq=False)
class CardTurn(ValuedTurn):
    """A turn whose keeps have been valued: (rerolls left after the coming roll, keeps)."""

    game: KeepRerollGame
    keep_values: Floats

    @abstractmethod
    def outcome_values(self, outcomes: Sequence[int]) -> Sequence[float]:
        """Return the values of ending the turn with each of these outcomes."""

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's value of every choice: the boxes as on the card, then the keeps."""
        state: CardState = position.state
        encoded = self.game.encoding
        card, lattice = encoded.arrays, encoded.lattice
        number = lattice.number[roll]
        allowed, is_joker = state.open, False
        if card.matching[number] >= 0:
            allowed, is_joker = joker_boxes(card, state.open, int(card.matching[number]))
        outcomes = (card.joker_outcome if is_joker else card.outcome_of)[number].tolist()
        scored = [outcome for box, outcome in enumerate(outcomes) if allowed >> box & 1]
        values = list(self.outcome_values(scored))
        if state.rerolls:
            begin, stop = lattice.arrays.within_start[number : number + 2]
            keeps = lattice.arrays.within[begin:stop]
            values += self.keep_values[state.rerolls - 1][keeps].tolist()
        return values
