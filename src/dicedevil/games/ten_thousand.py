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
from dataclasses import dataclass, field

from dicedevil.dice import Die, Roll
from dicedevil.errors import RulesError, listed, nearest, quoted
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame
from dicedevil.families.press_luck.parameters import read_dice, read_points, usable
from dicedevil.families.tiles import spec_with
from dicedevil.rules import KnownValue, Parameter

TARGET = 10_000
DICE, DIE = "5d6", Die.fair(6)
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

_TABLE_4 = "Crocce and Mordecki 2014, Table 4 (chips times 50)"


def ten_thousand_rules(
    target: int = TARGET,
    actions: str = "all",
    minimum: int = 0,
    dice: int = 5,
    die: Die = DIE,
) -> PressLuck:
    """Return the rules of Ten Thousand."""
    if actions not in ACTIONS:
        hint = nearest(actions, ACTIONS) or f" Known: {listed(ACTIONS)}."
        raise RulesError(f"Ten Thousand has no actions {quoted(actions)}.{hint}")
    return PressLuck(
        dice,
        usable(COMBINATIONS, dice, die),
        target,
        die,
        minimum,
        hot_dice_together=True,
        resign=ACTIONS[actions],
    )


@dataclass(frozen=True)
class TenThousand(PressLuckGame):
    """Five dice, ones and fives and three of a kind; hot dice are rolled anew."""

    rules: PressLuck = field(default_factory=ten_thousand_rules)

    name = "ten-thousand"
    title = "Ten Thousand"
    parameters = (
        Parameter("target", "10000", "points to bank in a race or a match"),
        Parameter("actions", "all", "which scoring dice may be left in hand: " + listed(ACTIONS)),
        Parameter("minimum", "0", "the fewest points a turn may bank"),
        Parameter("dice", "5d6", "the dice, all alike"),
    )
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
    def from_texts(cls, texts: Mapping[str, str]) -> TenThousand:
        """Make the game from its parameters."""
        return cls(
            ten_thousand_rules(
                read_points(texts, "target", TARGET),
                texts.get("actions", "all"),
                read_points(texts, "minimum", 0),
                *read_dice(texts, DICE),
            )
        )

    @property
    def usual_hold(self) -> int:
        """Six chips: about the value of a turn."""
        return 300

    @property
    def spec(self) -> str:
        """The name with the parameters that differ."""
        actions = next(name for name, resign in ACTIONS.items() if resign == self.rules.resign)
        return spec_with(
            self.name,
            target=(self.rules.target, TARGET),
            actions=(actions, "all"),
            minimum=(self.rules.minimum, 0),
            dice=(f"{self.rules.dice}d{self.rules.die}", DICE),
        )
