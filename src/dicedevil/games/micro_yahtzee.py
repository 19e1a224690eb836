"""Micro Yahtzee: what its text, `micro-yahtzee.toml`, cannot say are the strategies of the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll
from dicedevil.families.cards.choices import CardState, ScoreBox
from dicedevil.written.cards import WrittenCard


@dataclass(frozen=True)
class MicroYahtzee(WrittenCard, rules="micro-yahtzee"):
    """Two rolls of a die: one is doubled, one squared."""

    def strategies(self) -> Mapping[str, Any]:
        """S.t scores the first roll as Double if it is at most t, else as Square."""
        return {f"s.{t}": _double_up_to(t) for t in range(7)}


def _double_up_to(t: int) -> Callable[[CardState, Roll], ScoreBox]:
    def choose(state: CardState, roll: Roll) -> ScoreBox:
        return ScoreBox("double" if roll[0] <= t else "square")

    return choose
