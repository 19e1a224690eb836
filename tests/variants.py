"""Variants of every listed game that are small enough for fractions and brute force.

A new game needs a line here; `golden/test_every_game.py` says so.
"""

from __future__ import annotations

SMALL: dict[str, tuple[str, ...]] = {
    "ten-times-18": (
        "ten-times-18:slots=4",
        "ten-times-18:slots=3,dice=2d{1..3:1;4:2}",
        "ten-times-18:multipliers=-2/0/3/3,dice=1d6",
        "ten-times-18:functions=x/2*x/x**2,dice=2d4",
    ),
    "klappenspiel": ("klappenspiel:tiles=5,sides=3", "klappenspiel:tiles=7"),
    "shut-the-box": (
        "shut-the-box:tiles=6,sides=3",
        "shut-the-box:tiles=6,one-die=sum<=6",
        "shut-the-box:tiles=7,sides=4,one-die=high-tiles-shut",
        "shut-the-box:tiles=5,sides=3,score=remaining",
        "shut-the-box:tiles=7,sides=4,one-die=high-tiles-shut,score=remaining",
        "shut-the-box:tiles=7,sides=4,one-die=must-sum<=6",
        "shut-the-box:tiles=5,sides=4,score=remaining,dice=1",
    ),
    "pig": ("pig:target=6", "pig:sides=4,target=5", "pig:target=6,dice=1d{1:2;3;4:3}"),
    "ten-thousand": (
        "ten-thousand:target=300,dice=2d6",
        "ten-thousand:target=200,dice=2d6,actions=stop-roll,minimum=100",
    ),
    "farkle": (
        "farkle:target=300,minimum=150,dice=2d6",
        "farkle:target=100,minimum=0,dice=2d{1;2;5;6}",
    ),
    "zilch": ("zilch:target=300,minimum=150,dice=2d6,nothing=0",),  # others: test_free_dice.py
    "two-dice-pig": (
        "two-dice-pig:target=12,dice=2d3",
        "two-dice-pig:target=20,dice=2d{1:2;2;3},doubles=twice",
    ),
    "hog": ("hog:target=8,dice=3,sides=4", "hog:target=5,dice=2,sides=3"),
    "cant-stop": (
        "cant-stop:sides=2,length=1",
        "cant-stop:sides=2,length=1,columns=2,neutral=1",
        "cant-stop:sides=2,length=2,columns=2,neutral=2",
    ),
    "micro-yahtzee": ("micro-yahtzee",),
    "junior-yahtzee": (),  # the family's small cards are those of yahtzee
    "basic-yahtzee": (),
    "yahtzee": (
        "yahtzee:boxes=ones/threes/yahtzee,dice=2d3,threshold=5",
        "yahtzee:boxes=ones/full-house/yahtzee,dice=2d2,rerolls=1,joker=forced,yahtzee-bonus=20",
        "yahtzee:boxes=twos/yahtzee/chance,dice=1d3+1d{1;2:2;3},rerolls=1,joker=none",
    ),
    "pairs-yahtzee": (),
    "yatzy": (),
    "maxi-yatzy": ("maxi-yatzy:dice=6d2,boxes=twos/full-house/castle/tower",),
    "kniffel": ("kniffel:dice=3d2,boxes=ones/twos/full-house/kniffel,extra-kniffels=yes",),
    "yacht": ("yacht:rerolls=1,dice=5d2,boxes=full-house/four-of-a-kind/choice",),
    "crag": ("crag:boxes=thirteen/crag",),
    "threes": ("threes:dice=3d4", "threes:dice=2d{1;3:2;6}"),
    "midnight": ("midnight:dice=3d4", "midnight:dice=3d{1;2:2;4},needs=2/2"),
    "decathlon": ("decathlon:events=400-metres/1500-metres",),  # others: test_small_families.py
}
ALL = [spec for name, specs in SMALL.items() if name != "cant-stop" for spec in specs]
"""Games that end however badly they are played; in Can't Stop nobody has to stop (test_columns.py)."""

TINY = (
    "ten-times-18:slots=2,dice=1d3",
    "ten-times-18:functions=x/x**2,dice=1d3",
    "klappenspiel:tiles=3,sides=2",
    "shut-the-box:tiles=4,sides=2,one-die=sum<=6",
    "shut-the-box:tiles=3,sides=2,score=remaining",
    "pig:sides=3,target=3",
    "yahtzee:boxes=twos/yahtzee,dice=2d2,rerolls=1,threshold=3,yahtzee-bonus=5",
)
"""Small enough to walk through every game that can be played."""
