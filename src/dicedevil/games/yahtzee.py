"""Yahtzee: what its text, `yahtzee.toml`, cannot say is how beginners are told to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.families.cards.thumb import RuleOfThumb, plays_by_thumb
from dicedevil.written.cards import WrittenCard


@dataclass(frozen=True)
class Yahtzee(WrittenCard, rules="yahtzee"):
    """Thirteen boxes, extra Yahtzees and jokers."""

    def strategies(self) -> Mapping[str, Any]:
        """What the encyclopedia advises, where it knows the card."""
        return {"rule-of-thumb": RuleOfThumb(self)} if plays_by_thumb(self) else {}
