"""Ten Thousand with five dice, as Crocce and Mordecki play it.

Rules
    A turn begins with five dice. After each roll some dice score: a 1 is worth 100 points, a 5 is
    worth 50, three equal dice of one roll are worth 100 times their face, three 1s 1,000. A roll in
    which nothing scores is a bust: the turn ends and its points are lost. Otherwise the player sets
    scoring dice aside, at least one, and banks the turn's points or rolls the dice that are left.
    When all five dice have been set aside (hot dice), all five are rolled anew. The first player to
    bank 10,000 points wins. The paper counts in chips of 50 points; here everything is in points.

Parameters
    target   points to bank in a race or a match (10000)
    actions  which scoring dice may be left in hand: all, or only those named (paper, Table 4):
             stop-roll (none), m5 (one 5), m5-m1 (or one 1), m5-m1-m55, m5-m1-m55-m51
    minimum  the fewest points a turn may bank (0)
    dice     the dice, all alike (5d6); loaded ones as in 5d{1..5:1;6:2}
    opening  the fewest points of a player's first bank in a race or a match (0)
    last-round  whether the others have one more turn when somebody reaches the target of a match (no);
             then the highest total wins, and equal totals share the win

State
    The points in the turn and the dice about to be rolled, turn=350,dice=2 (7 chips). In a race and in
    a match also what is banked: me=4000, and them=6000 for the other player.

Ambiguities settled
    When every rolled die scores, all of them are set aside: hot dice are taken together, as in the
    paper. `bank` takes everything that scores. Any scoring dice may be left in hand otherwise, a die
    of three equal ones too (the others then count singly, if at all). Banking comes first where
    choices are equally good, then the set-aside of more points. The first to bank the target wins at
    once. A strategy of one turn also banks whenever that reaches the target.

Sources
    F. Crocce and E. Mordecki, A finite exact algorithm to solve a dice game, 2014.

Known values
    One turn is worth 5.8720189185 chips, 293.6009459 points; from 2,800 points (56 chips) on one
    banks whatever dice are in hand. The paper's Table 4 gives the values of the restricted games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Die, Roll
from dicedevil.errors import listed
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame
from dicedevil.families.press_luck.parameters import (
    HOUSE_RULES,
    all_dice,
    dice_of,
    minimum_of,
    target_of,
    usable,
)
from dicedevil.known import KnownValue
from dicedevil.parameters import OneOf, Parameter, Values

TARGET = 10_000
DIE = Die.fair(6)
CHIP = 50
"""The paper's unit, in points."""

COMBINATIONS = (
    Combination((5,), 50),
    Combination((1,), 100),
    *(Combination((face,) * 3, 1000 if face == 1 else 100 * face) for face in range(1, 7)),
)

ACTIONS: dict[str, tuple[Roll, ...] | None] = {
    "all": None,
    "stop-roll": (),
    "m5": ((5,),),
    "m5-m1": ((5,), (1,)),
    "m5-m1-m55": ((5,), (1,), (5, 5)),
    "m5-m1-m55-m51": ((5,), (1,), (5, 5), (1, 5)),
}
"""The restricted games of the paper's Table 4, by the sets of dice that may be resigned."""
RESIGNED = Parameter(
    "actions",
    "all",
    OneOf(tuple(ACTIONS)),
    "which scoring dice may be left in hand: " + listed(ACTIONS),
)

OTHER_SETS = "others"
"""What is printed for sets that no word names: a text that makes no game."""
_TABLE_4 = "Crocce and Mordecki 2014, Table 4 (chips times 50)"


def ten_thousand_rules(
    target: int = TARGET,
    actions: str = "all",
    minimum: int = 0,
    dice: int = 5,
    die: Die = DIE,
    opening: int = 0,
    last_round: bool = False,
) -> PressLuck:
    """Return the rules of Ten Thousand."""
    return PressLuck(
        dice,
        usable(COMBINATIONS, dice, die),
        target,
        die,
        minimum,
        hot_dice_together=True,
        resign=ACTIONS[RESIGNED.require(actions)],
        opening=opening,
        last_round=last_round,
    )


RULES = ten_thousand_rules()


@dataclass(frozen=True)
class TenThousand(PressLuckGame):
    """Five dice, ones and fives and three of a kind; hot dice are rolled anew."""

    rules: PressLuck = RULES

    name = "ten-thousand"
    title = "Ten Thousand"
    parameters = (target_of(TARGET), RESIGNED, minimum_of(0), dice_of("5d6"), *HOUSE_RULES)
    sources = ("F. Crocce and E. Mordecki, A finite exact algorithm to solve a dice game, 2014",)
    known_values = (
        KnownValue("best mean score of a turn", "293.6009459", _TABLE_4),
        KnownValue(
            "the same, setting everything aside",
            "278.8163139",
            _TABLE_4,
            "ten-thousand:actions=stop-roll",
        ),
        KnownValue(
            "the same, with m5, m1 and m55",
            "293.5374216",
            _TABLE_4,
            "ten-thousand:actions=m5-m1-m55",
        ),
    )

    @classmethod
    def from_values(cls, values: Values) -> TenThousand:
        """Make the game from its parameters."""
        dice = values["dice"]
        table = values["target"], values["actions"], values["minimum"]
        return cls(
            ten_thousand_rules(*table, len(dice), dice.dice[0], values["opening"], values["last-round"])
        )

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters that make this game; no word makes one with other sets of dice."""
        rules = self.rules
        actions = next((word for word, sets in ACTIONS.items() if sets == rules.resign), OTHER_SETS)
        return {
            "target": rules.target,
            "actions": actions,
            "minimum": rules.minimum,
            "dice": all_dice(rules),
            "opening": rules.opening,
            "last-round": rules.last_round,
        }

    @property
    def usual_hold(self) -> int:
        """Six chips: about the value of a turn."""
        return 300
