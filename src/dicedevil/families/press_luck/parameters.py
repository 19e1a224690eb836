"""The parameters that press-your-luck games share."""

from __future__ import annotations

from collections.abc import Iterable

from dicedevil.dice import Dice, Die
from dicedevil.families.press_luck.scoring import Combination, PressLuck
from dicedevil.parameters import Parameter, SomeDice, WholeNumber, YesNo


def target_of(points: int) -> Parameter:
    """The target; how far it may be depends on what scores, so the rules say that."""
    return Parameter("target", str(points), WholeNumber(1), "points to bank in a race or a match")


def minimum_of(points: int) -> Parameter:
    """The minimum, which the rules limit like the target."""
    return Parameter("minimum", str(points), WholeNumber(0), "the fewest points a turn may bank")


OPENING = Parameter(
    "opening", "0", WholeNumber(0), "the fewest points of a player's first bank in a race or a match"
)
LAST_ROUND = Parameter(
    "last-round",
    "no",
    YesNo(),
    "whether the others have one more turn when somebody reaches the target of a match; then the "
    "highest total wins",
)
HOUSE_RULES = (OPENING, LAST_ROUND)


def dice_of(text: str) -> Parameter:
    """The dice in hand at the start of a turn."""
    return Parameter("dice", text, SomeDice(alike=True), "the dice, all alike")


def all_dice(rules: PressLuck) -> Dice:
    """Return the dice in hand at the start of a turn."""
    return Dice((rules.die,) * rules.dice)


def usable(combinations: Iterable[Combination], dice: int, die: Die) -> tuple[Combination, ...]:
    """Return the combinations that so many of these dice can form."""
    faces = set(die.faces)
    return tuple(one for one in combinations if len(one.dice) <= dice and faces.issuperset(one.dice))
