"""What a written score card means, in words and numbers: what `dicedevil check` tells a designer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dicedevil.dice import dice_words
from dicedevil.errors import listed
from dicedevil.families.cards.card import ScoreCard

ASKED: Mapping[str, Callable[[Any], str]] = {
    "equal": lambda count: "all dice alike" if count == "all" else f"{count} dice alike",
    "groups": lambda sizes: f"groups of {' and '.join(map(str, sizes))} equal dice, of different faces",
    "in-a-row": lambda count: f"{count} faces in a row",
    "shows": lambda faces: f"each of the faces {listed(faces)}",
    "only": lambda faces: f"no faces but {listed(faces)}",
    "different": lambda count: f"{count} different faces",
    "total-at-least": lambda total: f"a total of at least {total:,}",
    "total-at-most": lambda total: f"a total of at most {total:,}",
}
PAID: Mapping[str, Callable[[Any], str]] = {
    "total": lambda times: f"{times:,} times the total of all dice",
    "face": lambda face: f"the dice that show {face}",
    "groups": lambda sizes: f"the dice of the best group of {' and '.join(map(str, sizes))}",
    "highest": lambda count: f"the {count} highest dice",
    "lowest": lambda count: f"the {count} lowest dice",
    "each": lambda points: ", ".join(f"{paid:,} for a {face}" for face, paid in points.items()),
}
TOTALS = {"total": "the total of all dice", "squared-total": "the square of the total"}


def card_words(card: ScoreCard, boxes: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Say what a card means, a line a rule."""
    again = {0: "none is rolled again", 1: "some may be rolled again once"}
    often = again.get(card.rerolls, f"some may be rolled again up to {card.rerolls} times")
    told = [f"A turn: {dice_words(len(card.dice))} ({card.dice}), {often}; then a box is filled."]
    if card.saved:
        told.append(
            "Rerolls that a turn leaves over are saved: later turns may use any number of them."
        )
    if card.has_upper_bonus:
        told.append(
            f"Above: {card.upper_bonus:,} more for a total of {card.threshold:,}; the most is "
            f"{sum(card.pays[number][-1] for number in card.upper):,}."
        )
    if card.yahtzee_box is not None:
        told.append(
            f"All dice alike once {card.yahtzee_box} holds points: {card.yahtzee_bonus:,} more; "
            f"jokers: {card.joker}."
        )
    weight = dict.fromkeys(card.names, 0)
    for roll, times in card.dice.rolls().items():
        for name, points in zip(card.names, card.scores(roll), strict=True):
            weight[name] += times * (points > 0)
    for name, pays in zip(card.names, card.pays, strict=True):
        chance = weight[name] / card.dice.total_weight
        paid = f"{pays[0]:,} to {pays[-1]:,}" if len(pays) > 2 else " or ".join(map(str, pays))
        first = boxes.get(name) or boxes[name.rpartition("-")[0]]
        told.append(f"{name}: {_rule(first)} {paid} points; a first roll pays with {chance:.2%}.")
    return told


def _rule(told: Mapping[str, Any]) -> str:
    """`asks for 3 dice alike, pays 25, for a joker 25.`"""
    if told["upper"] is not None:
        return f"pays the dice that show {told['upper']}, for the upper total."
    asked = [ASKED[key](value) for key, value in told["asks"].items() if value is not None]
    pays = told["pays"]
    if isinstance(pays, Mapping):
        paid = next(PAID[key](value) for key, value in pays.items() if value is not None)
    else:
        paid = TOTALS[pays] if isinstance(pays, str) else f"{pays:,}"
    words = f"asks for {' and '.join(asked)}, pays {paid}" if asked else f"pays {paid}"
    words += f", otherwise {told['otherwise']:,}" if told["otherwise"] else ""
    return words + ("." if told["joker"] is None else f", for a joker {told['joker']:,}.")
