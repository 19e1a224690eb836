"""What a state of a score card and its choices are."""

from __future__ import annotations

from typing import NamedTuple

from dicedevil.dice import Roll


class CardState(NamedTuple):
    """What matters of a half-filled card, and where in its turn the player is."""

    open: int
    upper: int
    yahtzee: int
    rerolls: int
    kept: Roll = ()
    saved: int = 0
    """Throws of earlier turns that were not used, where the card saves them."""


class KeepDice(NamedTuple):
    """Keep these dice and roll the others."""

    dice: Roll


class ScoreBox(NamedTuple):
    """Fill this box."""

    box: str


CardChoice = KeepDice | ScoreBox
