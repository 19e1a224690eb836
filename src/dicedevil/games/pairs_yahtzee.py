"""Yahtzee with one pair and two pairs.

Rules
    As Yahtzee, with two more lower boxes: one pair pays the dice of the highest pair, two pairs pay
    the dice of two pairs of different numbers.

Parameters
    joker  free, forced, used or none, as in Yahtzee (free)

State
    As in Yahtzee, with the boxes one-pair and two-pairs: one-pair=12,two-pairs=22,rerolls=1.

Ambiguities settled
    Four or five dice alike are one pair but not two pairs. Of several pairs the highest count.

Sources
    T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999, section 2.6.

Known values
    None: the variant is described in the paper but not solved there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from dicedevil.families.cards.boxes import LOWER, PAIRS, UPPER, changed, read_word
from dicedevil.families.cards.card import JOKER_RULES, JokerRule, ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games.yahtzee import JOKER, OFFICIAL

CARD = replace(OFFICIAL, boxes=UPPER + PAIRS + LOWER)


@dataclass(frozen=True)
class PairsYahtzee(KeepRerollGame):
    """Yahtzee with two boxes more."""

    card: ScoreCard = CARD

    name = "pairs-yahtzee"
    title = "Yahtzee with pairs"
    parameters = (JOKER,)
    sources = ("T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",)

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> PairsYahtzee:
        """Make the game from its parameters."""
        joker = read_word(texts, JOKER, JOKER_RULES)
        card = replace(CARD, joker=cast(JokerRule, joker))
        return cls(card, changed(cls.parameters, {"joker": joker}))
