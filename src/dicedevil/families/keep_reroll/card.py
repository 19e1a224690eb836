"""A score card as data: boxes, dice, rerolls, bonuses and the joker rule.

Upper bonus. Points in upper boxes add up; the bonus is paid at the moment their total reaches the
threshold. That is the same final score as paying it at the end, and needs fewer states.

Extra Yahtzees. A Yahtzee is a roll of all dice alike. When the Yahtzee box already holds points
(a zero does not count), every further Yahtzee earns the Yahtzee bonus, whatever box it fills (but see
"used"). Once the Yahtzee box is filled (a zero counts) the joker rule speaks:

- free: if the upper box of its face is filled too, boxes with a joker score pay it; any open box
  may be chosen at any time (Verhoeff 1999, section 2.4).
- forced: the upper box of its face must be filled if open; else any open lower box, paying its
  joker score; else a zero in an upper box (the rules printed in the box).
- used: as free, but an extra Yahtzee earns its bonus only in the upper box of its face, or once that
  is filled (Pawlewicz 2010, appendix A: a bonus for each joker used; his count of two-player positions
  shows that this is meant).
- none: a Yahtzee is scored like every other roll.

Ambiguities settled. A face without an upper box counts as one whose upper box is filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from dicedevil.dice import Dice, Die, Roll
from dicedevil.errors import PositionError, RulesError, listed, nearest, quoted
from dicedevil.families.keep_reroll.patterns import ANYTHING, Condition, FaceTotal, Fixed, Score

JokerRule = Literal["free", "forced", "used", "none"]
JOKER_RULES: tuple[JokerRule, ...] = ("none", "free", "forced", "used")
MOST_BOXES = 20
"""The table doubles with every box; each set of open boxes is numbered."""
MOST_REROLLS = 100
MOST_POINTS = 10**6
"""What a box or a bonus may pay: sums of them stay exact in every table."""
NOT_KEPT = -1
"""Where dice are told apart: the place of a die that is rolled again."""
_RESERVED = ("rerolls", "kept", "extra-yahtzees")

FIVE_DICE = Dice((Die.fair(6),) * 5)


@dataclass(frozen=True)
class Box:
    """A line of the score card. `face` marks an upper box; `joker` is paid to a joker Yahtzee."""

    name: str
    score: Score
    condition: Condition = ANYTHING
    face: int | None = None
    joker: int | None = None

    @property
    def is_upper(self) -> bool:
        """Whether its points count towards the upper bonus."""
        return self.face is not None

    def points(self, roll: Roll) -> int:
        """Return what the box pays for a roll."""
        return int(self.score(roll)) if self.condition(roll) else 0


def upper_box(name: str, face: int) -> Box:
    """Return the usual upper box: the total of the dice that show its face."""
    return Box(name, FaceTotal(face), face=face)


def fixed_box(name: str, condition: Condition, points: int, joker: int | None = None) -> Box:
    """Return a box that pays the same points whenever its condition is met."""
    return Box(name, Fixed(points), condition, joker=joker)


@dataclass(frozen=True)
class ScoreCard:
    """The rules of one keep-and-reroll game. See the module's text for what each word means."""

    boxes: tuple[Box, ...]
    dice: Dice = FIVE_DICE
    rerolls: int = 2
    upper_bonus: int = 0
    threshold: int = 0
    yahtzee_box: str | None = None
    yahtzee_bonus: int = 0
    joker: JokerRule = "none"
    told_apart: bool = False
    """Whether alike dice are told apart too; dice that differ always are."""

    def __post_init__(self) -> None:
        """Refuse a card that contradicts itself."""
        self._require_boxes()
        self._require_numbers()
        if self.joker not in JOKER_RULES:
            raise RulesError(f"joker is one of {listed(JOKER_RULES)}, not {quoted(self.joker)}.")
        if self.yahtzee_box is None and (self.yahtzee_bonus or self.joker != "none"):
            raise RulesError("A Yahtzee bonus or a joker rule needs a Yahtzee box.")
        if self.yahtzee_box is not None and self.yahtzee_box not in self.names:
            raise RulesError(
                f"The Yahtzee box {quoted(self.yahtzee_box)} is not on the card: {listed(self.names)}."
            )

    def _require_boxes(self) -> None:
        if not 1 <= len(self.boxes) <= MOST_BOXES:
            raise RulesError(f"A card has 1 to {MOST_BOXES} boxes, not {len(self.boxes)}.")
        for name in self.names:
            if self.names.count(name) > 1:
                raise RulesError(f"Two boxes are called {quoted(name)}.")
            if not name or name in _RESERVED or any(sign in name for sign in ",= "):
                raise RulesError(
                    f"A box cannot be called {quoted(name)}: use one word, without commas or equals "
                    f"signs, and not {listed(_RESERVED)}."
                )
        faces = [box.face for box in self.boxes if box.is_upper]
        if len(set(faces)) != len(faces):
            raise RulesError(f"Two upper boxes share a face: {faces}.")

    def _require_numbers(self) -> None:
        if not isinstance(self.dice, Dice):
            raise RulesError(
                f"The dice are a Dice, such as Dice.parse('5d6'), not {quoted(self.dice)}."
            )
        if not 0 <= self.rerolls <= MOST_REROLLS:
            raise RulesError(f"A turn has 0 to {MOST_REROLLS} rerolls, not {self.rerolls:,}.")
        for what, points in (
            ("upper bonus", self.upper_bonus),
            ("Yahtzee bonus", self.yahtzee_bonus),
            *((f"joker score of {box.name}", box.joker or 0) for box in self.boxes),
        ):
            if abs(points) > MOST_POINTS:
                raise RulesError(f"The {what} is at most {MOST_POINTS:,} points, not {points:,}.")
        if self.threshold < 0:
            raise RulesError(f"A threshold is 0 (none) or more, not {self.threshold:,}.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes, as on the card."""
        return tuple(box.name for box in self.boxes)

    def box_number(self, name: str) -> int:
        """Return the place of a box on the card."""
        if name not in self.names:
            hint = nearest(name, self.names) or f" Boxes: {listed(self.names, limit=20)}."
            raise PositionError(f"No box is called {quoted(name)}.{hint}")
        return self.names.index(name)

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """Every face that some die shows, in rising order."""
        return tuple(sorted({face for die in self.dice.dice for face in die.faces}))

    @cached_property
    def tells_dice_apart(self) -> bool:
        """Whether it matters which die shows which face (the List Model)."""
        return self.told_apart or len(set(self.dice.dice)) > 1

    @property
    def has_upper_bonus(self) -> bool:
        """Whether upper points matter beyond their own worth."""
        return self.upper_bonus != 0 and self.threshold > 0

    @property
    def tells_yahtzee_zero(self) -> bool:
        """Whether a zero and points in the Yahtzee box lead to different futures."""
        return self.yahtzee_box is not None and self.yahtzee_bonus != 0

    def is_yahtzee(self, roll: Sequence[int]) -> bool:
        """Tell whether all dice show the same face."""
        return len(roll) > 1 and len(set(roll)) == 1

    def upper_number(self, face: int) -> int | None:
        """Return the number of the upper box of a face."""
        for number, box in enumerate(self.boxes):
            if box.face == face:
                return number
        return None
