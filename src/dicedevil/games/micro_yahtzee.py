"""Micro Yahtzee.

Rules
    One die, no rerolls and two boxes: Double pays twice the roll, Square pays its square. Each of the
    two rolls goes into a box that is still open.

Parameters
    None.

State
    The filled boxes: double=8 means that a 4 was doubled.

Ambiguities settled
    None.

Sources
    T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999, section 3.1.

Known values
    25 17/18 for the best mean score. The strategy `s.4` scores the first roll as Double if it is at
    most 4; it is the best of the family `s.0` to `s.6`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Dice, Roll
from dicedevil.families.cards.card import Box, ScoreCard
from dicedevil.families.cards.game import CardState, KeepRerollGame, ScoreBox
from dicedevil.families.cards.patterns import SquaredTotal, Total
from dicedevil.known import KnownValue

CARD = ScoreCard(
    (Box("double", Total(2)), Box("square", SquaredTotal())), dice=Dice.parse("1d6"), rerolls=0
)


@dataclass(frozen=True)
class MicroYahtzee(KeepRerollGame):
    """Two rolls of a die: one is doubled, one squared."""

    card: ScoreCard = CARD

    name = "micro-yahtzee"
    title = "Micro Yahtzee"
    sources = ("T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",)
    known_values = (KnownValue("best mean score", "25.944", "Verhoeff 1999, Table 5", "", "s.4"),)

    def strategies(self) -> Mapping[str, Any]:
        """S.t scores the first roll as Double if it is at most t, else as Square."""
        return {f"s.{t}": _double_up_to(t) for t in range(7)}


def _double_up_to(t: int) -> Callable[[CardState, Roll], ScoreBox]:
    def choose(state: CardState, roll: Roll) -> ScoreBox:
        return ScoreBox("double" if roll[0] <= t else "square")

    return choose
