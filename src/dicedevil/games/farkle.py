"""Farkle with six dice: an example of press-your-luck rules that are only data.

Rules
    A turn begins with six dice. After each roll some dice score: a 1 is worth 100 points, a 5 is worth
    50, three equal dice 100 times their face (three 1s 1,000), four equal dice 1,000, five 2,000, six
    3,000, a straight from 1 to 6 is worth 1,500, three pairs 1,500 and two triplets 2,500. A roll in
    which nothing scores is a farkle: the turn ends and its points are lost. Otherwise the player sets
    scoring dice aside, at least one, and banks the turn's points, if they are enough, or rolls the
    dice that are left; when all have been set aside, all six are rolled anew. The first player to bank
    10,000 points wins.

Parameters
    target   points to bank in a race or a match (10000)
    minimum  the fewest points a turn may bank (500)
    dice     the dice, all alike (6d6); with fewer only what they can form scores
    opening  the fewest points of a player's first bank in a race or a match (0): with 500 to get on
             the board and no minimum afterwards the game is farkle:minimum=0,opening=500
    last-round  whether the others have one more turn when somebody reaches the target of a match (no);
             then the highest total wins, and equal totals share the win

State
    The points in the turn and the dice about to be rolled, turn=350,dice=2. In a race and in a match
    also what is banked: me=4000, and them=6000 for the other player.

Ambiguities settled
    Box rules differ; these are common ones. Any scoring dice may be left in hand, hot dice included.
    Equal pairs or triplets may match, so that four and two equal dice are three pairs; a set-aside
    always counts its best division. The minimum holds for every turn, not only the first that banks.
    One turn alone is a later one: the opening minimum holds in races and matches.
    The first to bank the target wins at once.

Sources
    House rules of the kind that circulate under the names Farkle and Zilch; no paper.

Known values
    None is published for just these rules; the lanes are compared with each other instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Die
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame, same_groups
from dicedevil.families.press_luck.parameters import (
    HOUSE_RULES,
    all_dice,
    dice_of,
    minimum_of,
    target_of,
    usable,
)
from dicedevil.parameters import Values

TARGET, MINIMUM = 10_000, 500
DIE = Die.fair(6)
FACES = (1, 2, 3, 4, 5, 6)

COMBINATIONS = (
    Combination((5,), 50),
    Combination((1,), 100),
    *(Combination((face,) * 3, 1000 if face == 1 else 100 * face) for face in FACES),
    *(Combination((face,) * 4, 1000) for face in FACES),
    *(Combination((face,) * 5, 2000) for face in FACES),
    *(Combination((face,) * 6, 3000) for face in FACES),
    Combination(FACES, 1500),
    *same_groups(2, 3, 1500, FACES),
    *same_groups(3, 2, 2500, FACES),
)


def farkle_rules(
    target: int = TARGET,
    minimum: int = MINIMUM,
    dice: int = 6,
    die: Die = DIE,
    opening: int = 0,
    last_round: bool = False,
) -> PressLuck:
    """Return the rules, for fewer dice with the combinations they can form."""
    return PressLuck(
        dice,
        usable(COMBINATIONS, dice, die),
        target,
        die,
        minimum,
        opening=opening,
        last_round=last_round,
    )


RULES = farkle_rules()


@dataclass(frozen=True)
class Farkle(PressLuckGame):
    """Six dice, straights, pairs, triplets, four to six of a kind, at least 500 to bank."""

    rules: PressLuck = RULES

    name = "farkle"
    title = "Farkle"
    parameters = (target_of(TARGET), minimum_of(MINIMUM), dice_of("6d6"), *HOUSE_RULES)
    sources = ("House rules of the kind that circulate as Farkle and Zilch",)

    @classmethod
    def from_values(cls, values: Values) -> Farkle:
        """Make the game from its parameters."""
        dice = values["dice"]
        table = values["target"], values["minimum"]
        return cls(
            farkle_rules(*table, len(dice), dice.dice[0], values["opening"], values["last-round"])
        )

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters that make this game."""
        rules = self.rules
        return {
            "target": rules.target,
            "minimum": rules.minimum,
            "dice": all_dice(rules),
            "opening": rules.opening,
            "last-round": rules.last_round,
        }

    @property
    def usual_hold(self) -> int:
        """The fewest points that may be banked by the usual rules."""
        return MINIMUM
