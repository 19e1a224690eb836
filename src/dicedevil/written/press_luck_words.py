"""What written press-your-luck rules mean, in words and numbers: what `check` tells a designer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicedevil.dice import Dice, dice_words
from dicedevil.errors import listed
from dicedevil.families.press_luck import PressLuck
from dicedevil.written.scores import ALL, pattern_of, worths

FURTHER = {"doubles": "every further one doubles that", "adds": "every further one adds as much"}


def press_luck_words(rules: PressLuck, scores: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Say what the rules mean, a line a rule."""
    dice = f"{dice_words(rules.dice)} ({Dice((rules.die,) * rules.dice)})"
    if rules.all_at_once:
        turn = f"A turn: {dice}, rolled as often as one likes; what scores is added up, then banked."
    else:
        turn = f"A turn: {dice}; what scores is set aside and the others rolled, or all is banked."
    return [
        turn,
        *(f"{name}: {_entry(rules, told)}" for name, told in scores.items()),
        _busts(rules),
        *_ends(rules),
        *_table(rules),
    ]


def _entry(rules: PressLuck, told: Mapping[str, Any]) -> str:
    """`3 dice alike pay 100 times the face; 200 to 600 points.`"""
    points = sorted({points for _, points in worths(told, rules.dice, rules.die)})
    if not points:
        return "these dice cannot show it."
    rule = f"{_asked(rules, told)} pay{'s' if _is_one(told) else ''} {_paid(told)}"
    if isinstance(told["pays"], int) and told["further"] is None:
        return f"{rule}."
    return (
        f"{rule}; {points[0]:,} to {points[-1]:,} points."
        if len(points) > 1
        else f"{rule}: {points[0]:,}."
    )


def _is_one(told: Mapping[str, Any]) -> bool:
    pattern, value = pattern_of(told)
    return value == 1 or (pattern == "dice" and len(value) == 1)


def _asked(rules: PressLuck, told: Mapping[str, Any]) -> str:
    pattern, value = pattern_of(told)
    if pattern == "dice":
        words = " ".join(map(str, value))
    elif pattern == "equal":
        words = _alike(value)
    elif pattern == "groups":
        match = "which may match" if told["may-match"] else "of different faces"
        words = f"groups of {', '.join(map(str, value))} equal dice, {match},"
    elif pattern == "in-a-row":
        words = f"{value} faces in a row"
    else:
        words = "all dice" if value == ALL else "any die" if value == 1 else f"any {value} dice"
    faces, only = rules.die.faces, told["only"]
    if only and not set(faces) <= set(only):
        words += f" of {listed(face for face in only if face in faces)}"
    return words + (f" without {listed(told['without'])}" if told["without"] else "")


def _alike(value: Any) -> str:
    count = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    return "any die" if count == 1 else f"{count} dice alike"


def _paid(told: Mapping[str, Any]) -> str:
    pays = told["pays"]
    if isinstance(pays, int):
        words = f"{pays:,}"
    elif pays == "total":
        words = "the total"
    elif pays["total"] is not None:
        words = f"{pays['total']:,} times the total"
    else:
        words = f"{pays['times-face']:,} times the face"
    return words + (f", {FURTHER[told['further']]}" if told["further"] else "")


def _busts(rules: PressLuck) -> str:
    """`A roll without a score loses the turn: six dice 2.31%, five dice 7.72%.`"""
    told = [
        f"{dice_words(dice)} {rules.outcomes(dice)[0] / rules.total_weight**dice:.2%}"
        for dice in reversed(rules.hands)
    ]
    return f"A roll without a score loses the turn: {listed(told)}."


def _ends(rules: PressLuck) -> Iterator[str]:
    if rules.free_dice:
        free = " or ".join(map(dice_words, sorted(rules.free_dice)))
        yield f"A roll of {free} always scores: with them in hand nobody banks."
    other = "other dice" if rules.free_dice else "on"
    yield f"Alone, nobody rolls {other} from {rules.threshold:,} points."


def _table(rules: PressLuck) -> Iterator[str]:
    yield f"Races and matches go to {rules.target:,} points, in steps of {rules.unit:,}."
    if rules.minimum:
        yield f"A turn banks {rules.minimum:,} points or more."
    if rules.opening:
        yield f"A player's first bank in a race or a match is {rules.opening:,} points or more."
    if rules.hot_dice_together:
        yield "When every rolled die scores, all are set aside together."
    if rules.resign is not None:
        sets = listed((" ".join(map(str, one)) for one in rules.resign), limit=20)
        yield f"Scoring dice that may be left in hand: {sets or 'none'}."
    if rules.last_round:
        yield "When somebody reaches the target the others have one more turn; the highest total wins."
    if rules.zilches:
        yield f"In the long run {rules.zilches} busts in a row cost {rules.penalty:,} points."
