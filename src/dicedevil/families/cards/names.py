"""What people call the boxes of a score card. One table: found by box, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ALSO_CALLED: Mapping[str, Sequence[str]] = {
    "ones": ("1s", "aces", "1"),
    "twos": ("2s", "deuces", "2"),
    "threes": ("3s", "treys", "3"),
    "fours": ("4s", "4"),
    "fives": ("5s", "5"),
    "sixes": ("6s", "6"),
    "one-pair": ("pair", "1 pair", "1p", "pairs"),
    "two-pairs": ("two pair", "2 pairs", "2 pair", "2p", "pairs"),
    "three-of-a-kind": ("3k", "3 of a kind", "3 kind", "three kind", "3x", "trips", "kind"),
    "four-of-a-kind": ("4k", "4 of a kind", "4 kind", "four kind", "4x", "quads", "kind"),
    "full-house": ("fh", "house", "full", "boat"),
    "small-straight": ("ss", "sm straight", "sml straight", "s straight", "small", "straight"),
    "large-straight": ("ls", "lg straight", "lrg straight", "l straight", "large", "straight"),
    "yahtzee": ("5k", "5 of a kind", "five of a kind", "yatzy", "yatzee", "kniffel"),
    "yatzy": ("5k", "5 of a kind", "five of a kind", "yahtzee", "yatzee", "kniffel"),
    "chance": ("ch", "any"),
    "three-pairs": ("three pair", "3 pairs", "3 pair", "3p", "pairs"),
    "five-of-a-kind": ("5k", "5 of a kind", "5 kind", "five kind", "5x", "kind"),
    "full-straight": ("fs", "f straight", "straight"),
    "castle": ("villa", "hut", "two threes"),
    "tower": ("4+2", "four and two"),
    "maxi-yatzy": ("6k", "6 of a kind", "six of a kind", "maxi"),
    "kniffel": ("5k", "5 of a kind", "five of a kind", "yahtzee", "yatzy"),
    "little-straight": ("ls", "low straight", "little", "straight"),
    "big-straight": ("bs", "high straight", "big", "straight"),
    "choice": ("ch", "chance", "any"),
    "yacht": ("5k", "5 of a kind", "five of a kind", "yahtzee"),
    "odd-straight": ("odd", "straight"),
    "even-straight": ("even", "straight"),
    "low-straight": ("low", "straight"),
    "high-straight": ("high", "straight"),
    "thirteen": ("13",),
}
"""A word that stands in two rows is refused, and both are named."""

UPPER_BONUS = "upper-bonus"
EXTRA_YAHTZEES = "extra-yahtzees"
"""What the bonuses are called where points are told by box."""

BLIND = ("blind", "blind-reroll")
"""Strategies that do not look at the dice: they fill at once, or roll all dice again first."""
