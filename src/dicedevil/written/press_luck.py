"""Press-your-luck games as text: dice, what scores, and the rules of the table.

    dice = "6d6"
    target = 10000
    minimum = 500

    [scores]
    one = { dice = [1], pays = 100 }
    three-alike = { equal = 3, pays = { times-face = 100 } }

A roll in which nothing scores loses the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dicedevil.dice import Dice, Die
from dicedevil.errors import DiceDevilError, RulesError, TooLarge, listed, quoted
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame, require_dice
from dicedevil.parameters import Numbers, OneOf, SomeDice, Values, WholeNumber, YesNo
from dicedevil.rules import Game
from dicedevil.written.base import WrittenRules, placed
from dicedevil.written.press_luck_words import press_luck_words
from dicedevil.written.scores import ENTRIES, combinations_of, unformed
from dicedevil.written.shape import Either, Leaf, Mistake, Path, Several, Shape
from dicedevil.written.sheet import Misfit

MOST_SIDES = 1_000
"""Of a die alone."""
MOST_PAID = 100_000
"""For nothing, and for too many busts in a row."""
ANY, NONE = "any", "none"
FREE, TOGETHER = "free", "together"

FIELDS: Mapping[str, Shape] = {
    "dice": Leaf(SomeDice(alike=True), "the dice, all alike", None),
    "sides": Leaf(
        WholeNumber(2, MOST_SIDES, costly=True),
        "instead of dice: how many sides the only die has",
        None,
    ),
    "target": Leaf(WholeNumber(1), "points to bank in a race or a match"),
    "minimum": Leaf(WholeNumber(0), "the fewest points a turn may bank", 0),
    "opening": Leaf(
        WholeNumber(0), "the fewest points of a player's first bank in a race or a match", 0
    ),
    "last-round": Leaf(
        YesNo(),
        "whether the others have one more turn when somebody reaches the target of a match; then the "
        "highest total wins",
        False,
    ),
    "hot-dice": Leaf(
        OneOf((FREE, TOGETHER)),
        "when every rolled die scores: free to set some aside, or all of them together",
        FREE,
    ),
    "leave": Either(
        (Leaf(OneOf((ANY, NONE))), Several(Leaf(Numbers()), least=1)),
        "which scoring dice may be left in hand: any, none, or some sets, such as [[5], [1], [5, 5]]",
        ANY,
    ),
    "nothing": Leaf(
        WholeNumber(0, MOST_PAID), "what all dice are worth that do not score (0: a bust)", 0
    ),
    "zilches": Leaf(
        WholeNumber(0, 100), "how many busts in a row cost points, in the long run (0: none)", 0
    ),
    "penalty": Leaf(WholeNumber(0, MOST_PAID), "what so many busts in a row cost", 0),
    "hold-at": Leaf(
        WholeNumber(1),
        "the points at which the usual strategy banks; else those nobody rolls on from",
        None,
    ),
    "scores": ENTRIES,
}
TABLE = {
    "target": "target",
    "minimum": "minimum",
    "opening": "opening",
    "last-round": "last_round",
    "zilches": "zilches",
    "penalty": "penalty",
}
"""What is taken over as it stands: the key of a file, and the field of the rules."""


@dataclass(frozen=True)
class WrittenPressLuck(WrittenRules, PressLuckGame):
    """A press-your-luck game that is written as text."""

    hold_at: int | None = None
    """What the file calls the usual hold."""

    fields = FIELDS
    usual_state = (
        "The points in the turn and the dice about to be rolled, turn=350,dice=2; where all dice are "
        "always rolled, turn=19. In a race and in a match also what is banked: me=4000, and them=6000 "
        "for the other player."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The rules, and the usual hold."""
        return {"rules": press_luck(facts), "hold_at": facts["hold-at"]}

    @classmethod
    def doubts(cls, facts: Mapping[str, Any]) -> list[Mistake]:
        """Entries that never score, and faces the die does not have, where the file itself says so."""
        if facts["dice"] is not None and facts["sides"] is not None:
            return [
                Mistake(("sides",), "The dice are said twice: by dice and by sides. Leave one out.")
            ]
        (dice, die), own = dice_of(facts), cls.sheet.written.get("scores", {})
        placed(("dice",), require_dice, dice, die)
        found = [unformed(name, one, dice, die) for name, one in facts["scores"].items() if name in own]
        return [one for one in (*found, *_strange_sets(facts["leave"], die)) if one is not None]

    @classmethod
    def from_values(cls, values: Values) -> Game:
        """Make the game; where both are parameters, a fair die is told by its sides, others as dice."""
        names = {one.place: one.parameter.name for one in cls.changes}
        sides, dice = names.get(("sides",)), names.get(("dice",))
        if sides and dice:
            if {sides, dice} <= values.given:
                raise RulesError(f"Give {cls.name} either {sides}= or {dice}=, not both.")
            count = _fair_sides(values[dice])
            if count:
                values[sides], values[dice] = count, None
        return super().from_values(values)

    @property
    def usual_hold(self) -> int:
        """What the file says, or the points from which nobody rolls on."""
        return self.hold_at or super().usual_hold

    def in_words(self) -> list[str]:
        """The turn, what scores, how often nothing does, and the rules of the table."""
        return press_luck_words(self.rules, self.told_with(self.values)["scores"])


def _fair_sides(dice: Dice | None) -> int:
    """Return the sides of a single fair die that can be told by them; 0 for any other dice."""
    if dice is None or len(dice) != 1:
        return 0
    count = len(dice.dice[0].faces)
    return count if 2 <= count <= MOST_SIDES and dice.dice[0] == Die.fair(count) else 0


def dice_of(facts: Mapping[str, Any]) -> tuple[int, Die]:
    """Return how many dice a turn begins with, and what each is like."""
    dice, sides = facts["dice"], facts["sides"]
    if dice is None and sides is None:
        words = 'dice is needed: the dice, all alike, as in dice = "6d6"; or sides, of a single die.'
        raise Misfit(Mistake((), words))
    if dice is None:
        return 1, Die.fair(sides)
    die = dice.dice[0]
    if sides is not None:  # a game of one die, and a parameter says which
        if len(dice) != 1:
            words = f"dice: one die is needed, as in 1d6, not {quoted(str(dice))}."
            raise Misfit(Mistake(("dice",), words))
        if len(die.faces) > MOST_SIDES:
            words = f"{quoted(str(dice))} has {len(die.faces):,} sides: the most is {MOST_SIDES:,}."
            raise Misfit(Mistake(("dice",), words), cause=TooLarge(words))
    return len(dice), die


def press_luck(facts: Mapping[str, Any]) -> PressLuck:
    """Make the rules that a file tells; nothing is listed before it is known how much that is."""
    dice, die = dice_of(facts)
    placed(("dice",), require_dice, dice, die)
    combinations = combinations_of(facts["scores"], dice, die)
    if facts["nothing"]:
        plain = placed(("scores",), PressLuck, dice, combinations, 1, die)
        combinations = (*combinations, *_nothing(plain, facts["nothing"]))
    leave = facts["leave"]
    table = {
        **{key: {field: facts[key]} for key, field in TABLE.items()},
        "hot-dice": {"hot_dice_together": facts["hot-dice"] == TOGETHER},
        "leave": {"resign": None if leave == ANY else () if leave == NONE else tuple(leave)},
    }
    fields = {field: value for one in table.values() for field, value in one.items()}
    try:
        return PressLuck(dice, combinations, die=die, **fields)
    except DiceDevilError as error:
        at = _culprit(dice, combinations, die, table)
        raise Misfit(Mistake(at, str(error)), cause=error) from None


def _nothing(rules: PressLuck, pays: int) -> Iterator[Combination]:
    """Yield the rolls of all dice in which nothing scores."""
    for roll in rules.rolls(rules.dice):
        if not rules.set_asides(roll):
            yield Combination(roll, pays)


def _culprit(
    dice: int, combinations: tuple[Combination, ...], die: Die, table: Mapping[str, Mapping[str, Any]]
) -> Path:
    """Return the key without which rules would do that do not fit together."""
    try:
        plain = PressLuck(dice, combinations, 1, die)
    except DiceDevilError:
        return ("scores",)
    for key, fields in table.items():
        try:
            replace(plain, **fields)
        except DiceDevilError:
            return (key,)
    return ()


def _strange_sets(leave: Any, die: Die) -> Iterator[Mistake]:
    """Yield what is wrong with sets of dice that may be left in hand."""
    for number, dice in enumerate(leave if isinstance(leave, list) else ()):
        strange = sorted(set(dice) - set(die.faces))
        if strange:
            words = f"leave: the die has no {listed(strange)}: its faces are {listed(die.faces)}."
            yield Mistake(("leave", number), words)
