"""Shrunken cards for the tests: two or three dice, few faces, every rule switch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hypothesis import strategies as st

from dicedevil.dice import Dice
from dicedevil.families.cards.card import JOKER_RULES, Box, ScoreCard, fixed_box, upper_box
from dicedevil.families.cards.patterns import Equals, Sequence, Total

ONES, TWOS, THREES = (upper_box(n, f) for f, n in enumerate(("ones", "twos", "threes"), start=1))
STRAIGHT = fixed_box("straight", Sequence(3), 9, joker=9)
PAIR = fixed_box("pair", Equals(2), 5, joker=7)
YAHTZEE = fixed_box("yahtzee", Equals(3), 12)
CHANCE = Box("chance", Total())
FAIR, LOADED = "d3", "d{1:3;2:1;3:2}"


def some(count: int, die: str) -> Dice:
    return Dice.parse(f"{count}{die}")


def small_cards() -> Iterator[tuple[str, ScoreCard]]:
    """Every joker rule, bonus, die and number of rerolls on one card, then oddities."""
    card = ScoreCard((ONES, THREES, STRAIGHT, YAHTZEE), dice=some(3, FAIR), yahtzee_box="yahtzee")
    for joker, bonus, extra, die, rerolls in product(
        JOKER_RULES, (0, 6), (0, 20), (FAIR, LOADED), (0, 1, 2)
    ):
        if rerolls != 1 and not (bonus and extra and (die == LOADED) == (rerolls == 2)):
            continue  # every switch with one reroll; none and two with both bonuses
        made = replace(
            card,
            joker=joker,
            upper_bonus=bonus,
            threshold=7 if bonus else 0,
            yahtzee_bonus=extra,
            dice=some(3, die),
            rerolls=rerolls,
        )
        name = f"{joker}-bonus{bonus}-extra{extra}-{'fair' if die == FAIR else 'loaded'}-{rerolls}"
        yield name, made
    two = fixed_box("yahtzee", Equals(2), 12)
    yield (
        "two-dice-four-faces",
        ScoreCard(
            (TWOS, upper_box("fours", 4), two, replace(PAIR, joker=8)),
            dice=some(2, "d{1:2;2;3;4:5}"),
            rerolls=3,
            upper_bonus=4,
            threshold=8,
            yahtzee_box="yahtzee",
            yahtzee_bonus=10,
            joker="forced",
        ),
    )
    yield (
        "upper-only-last",
        ScoreCard(
            (YAHTZEE, ONES, TWOS),
            dice=some(3, FAIR),
            upper_bonus=10,
            threshold=6,
            yahtzee_box="yahtzee",
            yahtzee_bonus=7,
            joker="forced",
        ),
    )
    yield (
        "threshold-beyond",
        ScoreCard((ONES, THREES), dice=some(2, FAIR), upper_bonus=9, threshold=50),
    )
    yield (
        "big-upper-points",
        ScoreCard(
            (upper_box("tens", 10), ONES, CHANCE),
            dice=some(2, "d{1;5;10}"),
            upper_bonus=9,
            threshold=3,
        ),
    )
    yield "one-box", ScoreCard((THREES,), dice=some(2, LOADED), upper_bonus=5, threshold=3)
    yield "penalty", ScoreCard((Box("minus", Total(-1)), CHANCE), dice=some(2, LOADED), rerolls=1)
    yield (
        "no-upper-joker",
        replace(card, boxes=(STRAIGHT, PAIR, YAHTZEE), joker="forced", yahtzee_bonus=5),
    )


def own_dice_cards() -> Iterator[tuple[str, ScoreCard]]:
    """Dice loaded each in its own way."""
    three = Dice.parse("1d{1:1;2:2;3:3}+1d{1:5;2:1;3:1}+1d3")
    for joker in JOKER_RULES:
        yield (
            f"own-{joker}",
            ScoreCard(
                (THREES, STRAIGHT, YAHTZEE),
                dice=three,
                upper_bonus=5,
                threshold=6,
                yahtzee_box="yahtzee",
                yahtzee_bonus=20,
                joker=joker,
            ),
        )
    yield (
        "own-faces",
        ScoreCard(
            (ONES, THREES, fixed_box("yahtzee", Equals(2), 12), CHANCE),
            dice=Dice.parse("1d3+1d{1;4:2}"),
            rerolls=2,
            upper_bonus=5,
            threshold=3,
            yahtzee_box="yahtzee",
            yahtzee_bonus=20,
            joker="forced",
        ),
    )


TINY = (
    ONES,
    TWOS,
    fixed_box("yahtzee", Equals(2), 7),
    fixed_box("straight", Sequence(2), 4, joker=5),
    CHANCE,
)
"""Boxes for two dice."""


@st.composite
def tiny_cards(draw: st.DrawFn, boxes: int, rerolls: int, saved: bool = False) -> ScoreCard:
    """Cards of one or two dice with up to so many boxes and rerolls, whatever their rules."""
    chosen = draw(st.lists(st.sampled_from(TINY), min_size=1, max_size=boxes, unique=True))
    held = any(box.name == "yahtzee" for box in chosen)
    return ScoreCard(
        tuple(chosen),
        dice=Dice.parse(draw(st.sampled_from(("2d2", "1d3", "2d{1:1;2:2}", "1d2+1d3")))),
        rerolls=draw(st.integers(0, rerolls)),
        upper_bonus=draw(st.sampled_from((0, 3))),
        threshold=draw(st.integers(1, 4)),
        yahtzee_box="yahtzee" if held else None,
        yahtzee_bonus=draw(st.sampled_from((0, 10))) if held else 0,
        joker=draw(st.sampled_from(JOKER_RULES)) if held else "none",
        saved=saved,
    )
