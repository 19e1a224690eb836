"""Pig, the simplest game of pressing your luck.

Rules
    A player rolls one die as often as they like. A 1 is a bust: the turn ends and its points are
    lost. Any other face is added to the turn's points, and the player stops, which banks them, or
    rolls again. Alone, one turn is played for the most points, or turns are counted until the target
    is banked; two players take turns, and the first to bank the target wins.

Parameters
    sides   how many sides the die has (6)
    target  points to bank in a race or a match (100)
    dice    a loaded die instead of a fair one, such as 1d{1..5:1;6:2}
    opening the fewest points of a player's first bank in a race or a match (0)
    last-round  whether the others have one more turn when somebody reaches the target of a match (no)

State
    The points in the turn, turn=19. In a race and in a match also what is banked: me=40, and
    them=60 for the other player.

Ambiguities settled
    The first player to bank the target wins at once: the other does not get a last turn, unless
    last-round=yes: then the highest total wins, and equal totals share the win. Stopping
    comes before rolling where both are equally good (hold-at-20 and hold-at-21 are, alone).
    A strategy such as hold-at-20 also stops whenever that reaches the target.

Sources
    F. Crocce and E. Mordecki, A finite exact algorithm to solve a dice game, 2014, section 5.2.
    T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25(1), 2004.

Known values
    One turn is worth 8.14 points; from 20 points on one stops. The first of two best players wins
    with probability .5306.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Die
from dicedevil.errors import RulesError, TooLarge, quoted
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame
from dicedevil.families.press_luck.parameters import HOUSE_RULES, all_dice, target_of
from dicedevil.known import KnownValue
from dicedevil.parameters import Parameter, SomeDice, Values, WholeNumber

TARGET = 100
MOST_SIDES = 1_000

SIDES = Parameter("sides", "6", WholeNumber(2, MOST_SIDES, costly=True), "how many sides the die has")
LOADED = Parameter(
    "dice",
    "",
    SomeDice(single=True),
    "a loaded die instead of a fair one, such as 1d{1..5:1;6:2}",
    may_be_unset=True,
)


def pig_rules(
    die: Die | int = 6, target: int = TARGET, opening: int = 0, last_round: bool = False
) -> PressLuck:
    """Return the rules of Pig with a die, or with so many sides."""
    if isinstance(die, int):
        die = Die.fair(SIDES.require(die))
    if len(die.faces) > MOST_SIDES:
        shown = quoted(f"1d{die}")
        raise TooLarge(f"{shown} has {len(die.faces):,} sides: the most is {MOST_SIDES:,}.")
    scoring = tuple(Combination((face,), face) for face in die.faces if face > 1)
    if not scoring or len(scoring) == len(die.faces):
        raise RulesError(f"Pig needs a die with a 1, which busts, and with a higher face, not 1d{die}.")
    return PressLuck(1, scoring, target, die, opening=opening, last_round=last_round)


RULES = pig_rules()


@dataclass(frozen=True)
class Pig(PressLuckGame):
    """Roll one die until you stop; a 1 loses the turn."""

    rules: PressLuck = RULES

    name = "pig"
    title = "Pig"
    parameters = (SIDES, target_of(TARGET), LOADED, *HOUSE_RULES)
    sources = (
        "F. Crocce and E. Mordecki, A finite exact algorithm to solve a dice game, 2014",
        "T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25(1), "
        "2004",
    )
    known_values = (
        KnownValue("best mean score of a turn", "8.14", "Crocce and Mordecki 2014, section 5.2"),
        KnownValue(
            "chance of the first player to win, both best",
            ".5306",
            "Neller and Presser 2004",
            objective="win",
        ),
    )

    @classmethod
    def from_values(cls, values: Values) -> Pig:
        """Make the game from its parameters."""
        if {"sides", "dice"} <= values.given:
            raise RulesError("Give pig either sides= or dice=, not both.")
        dice = values["dice"]
        die = dice.dice[0] if dice else values["sides"]
        return cls(pig_rules(die, values["target"], values["opening"], values["last-round"]))

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters that make this game: the sides of a fair die, or a loaded one."""
        rules, die = self.rules, self.rules.die
        table = {
            "target": rules.target,
            "opening": rules.opening,
            "last-round": rules.last_round,
        }
        if die == Die.fair(len(die.faces)):
            return {"sides": len(die.faces), **table}
        return {"dice": all_dice(self.rules), **table}
