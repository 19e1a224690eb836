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
- any: as free, but whether the upper box of its face is filled does not matter: once the Yahtzee box
  is filled, every further Yahtzee is a joker, in any lower box.
- none: a Yahtzee is scored like every other roll.

Saved throws. With `saved` a turn has its own rerolls and all that earlier turns left over: what is
not rolled is saved, any number of it, for as long as the game lasts. The first roll of a turn cannot
be saved, its own rerolls are used before saved ones, and what is left at the end is worth nothing.

Ambiguities settled. A face without an upper box counts as one whose upper box is filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any, Literal

from dicedevil.dice import Dice, Die, Roll
from dicedevil.errors import NotationError, PositionError, RulesError, TooLarge, listed, nearest, quoted
from dicedevil.families.cards.patterns import ANYTHING, Condition, FaceTotal, Fixed, Score
from dicedevil.remembering import Remembers

JokerRule = Literal["free", "forced", "used", "any", "none"]
JOKER_RULES: tuple[JokerRule, ...] = ("none", "free", "forced", "used", "any")
MOST_BOXES = 20
"""The table doubles with every box; each set of open boxes is numbered."""
MOST_REROLLS = 100
MOST_POINTS = 10**6
"""What a box or a bonus may pay: sums of them stay exact in every table."""
MOST_KEEPS = 65_535
"""Choices are kept in 16 bits."""
MOST_STEPS = 20_000_000
"""How many keeps inside rolls may be listed, all rolls together."""
NOT_KEPT = -1
"""Where dice are told apart: the place of a die that is rolled again."""
NO_JOKER, FORCED_JOKER, ANY_JOKER = (JOKER_RULES.index(rule) for rule in ("none", "forced", "any"))
_RESERVED = ("rerolls", "kept", "saved", "extra-yahtzees")

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
class ScoreCard(Remembers):
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
    saved: bool = False
    """Whether rerolls that a turn leaves over can be used in later ones."""

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

    def most_saved(self, open_boxes: int) -> int:
        """Return how many throws can have been saved while these boxes are open; at the end none."""
        if not self.saved or not open_boxes:
            return 0
        return self.rerolls * (len(self.boxes) - open_boxes.bit_count())

    def box_number(self, name: str) -> int:
        """Return the place of a box on the card."""
        if name not in self.names:
            hint = nearest(name, self.names) or f" Boxes: {listed(self.names, limit=20)}."
            raise PositionError(f"No box is called {quoted(name)}.{hint}")
        return self.names.index(name)

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """Every face that some die shows, in rising order."""
        return tuple(sorted({face for die in self.dice.dice for face, _ in die.weights}))

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

    # -- rolls and what they pay -------------------------------------------------------------------

    def rolls(self) -> Iterator[Roll]:
        """Yield every sorted roll of these faces (of dice that differ, some that cannot come)."""
        self.require_few_keeps()
        return combinations_with_replacement(self.faces, len(self.dice.dice))

    @cached_property
    def scores(self) -> Callable[[Roll], tuple[int, ...]]:
        """What every box pays for a roll."""
        return cache(self._scores)

    def _scores(self, roll: Roll) -> tuple[int, ...]:
        shown = tuple(sorted(roll))
        return tuple(box.points(shown) for box in self.boxes)

    @cached_property
    def pays(self) -> list[list[int]]:
        """By box: every number of points that some roll brings, jokers aside, in rising order."""
        columns = zip(*map(self.scores, self.rolls()), strict=True)
        pays = [sorted(set(column)) for column in columns]
        most = max(abs(points) for held in pays for points in held)
        if most > MOST_POINTS:
            raise RulesError(f"A box pays at most {MOST_POINTS:,} points, not {most:,}.")
        if self.has_upper_bonus and any(pays[number][0] < 0 for number in self.upper):
            raise RulesError("Upper boxes with a bonus cannot pay less than zero.")
        return pays

    @property
    def most_points(self) -> int:
        """A score that no game exceeds: every box at its best, and every bonus."""
        bonuses = max(0, self.upper_bonus) if self.has_upper_bonus else 0
        if self.tells_yahtzee_zero:
            bonuses += max(0, self.yahtzee_bonus) * (len(self.boxes) - 1)
        return bonuses + sum(max(held) for held in self.possible_points)

    @cached_property
    def possible_points(self) -> list[set[int]]:
        """What each box can ever hold, joker scores included."""
        held = [set(points) for points in self.pays]
        for number, box in enumerate(self.boxes):
            if self.joker != "none" and box.joker is not None:
                held[number].add(box.joker)
        return held

    def require_points(self, filled: Mapping[str, int]) -> None:
        """Refuse points that a box cannot hold."""
        for name, points in filled.items():
            possible = self.possible_points[self.box_number(name)]
            if points not in possible:
                held = listed(sorted(possible), limit=40)
                raise PositionError(f"{quoted(f'{name}={points}')}: the box can hold {held}.")

    def earns_extra(self, open_boxes: int, number: int, face: int) -> bool:
        """Tell whether an extra Yahtzee of this face earns its bonus in this box."""
        upper = self.upper_number(face)
        if self.joker != "used" or upper is None or upper == number:
            return True
        return not open_boxes >> upper & 1

    def extra_points(self, filled: Mapping[str, int], extra: int) -> int:
        """Return what extra Yahtzees have brought; refuse more than there can have been."""
        if extra == 0:
            return 0
        if extra < 0:
            raise NotationError(f"extra-yahtzees is 0 or more, not {extra}.")
        if not self.tells_yahtzee_zero:
            raise PositionError(f"extra-yahtzees={extra}: this card has no Yahtzee bonus.")
        if filled.get(self.yahtzee_box or "", 0) <= 0:
            raise PositionError(
                f"extra-yahtzees={extra}: there are none while {self.yahtzee_box} holds no points."
            )
        if extra > len(filled) - 1:
            raise PositionError(
                f"extra-yahtzees={extra}: each fills a box, and beside {self.yahtzee_box} only "
                f"{len(filled) - 1} are filled."
            )
        return extra * self.yahtzee_bonus

    @property
    def keep_count(self) -> int:
        """In how many ways dice can be kept: known before any of them is made."""
        dice, faces = len(self.dice.dice), len(self.faces)
        return (faces + 1) ** dice if self.tells_dice_apart else comb(dice + faces, faces)

    def require_few_keeps(self) -> None:
        """Refuse dice whose keeps are too many to list."""
        dice, faces, keeps = len(self.dice.dice), len(self.faces), self.keep_count
        rolls = faces**dice if self.tells_dice_apart else comb(dice + faces - 1, dice)
        if keeps > MOST_KEEPS or rolls * min(2**dice, keeps) > MOST_STEPS:
            many = f"{keeps:,}" if keeps < 10**12 else f"10^{len(str(keeps)) - 1}"
            how = ", told apart," if self.tells_dice_apart else ""
            raise TooLarge(
                f"{quoted(str(self.dice))}{how} can be kept in {many} ways: too many to list. "
                "Use fewer dice or faces."
            )

    # -- boxes as bits: box 0 is bit 0 -------------------------------------------------------------

    @cached_property
    def upper(self) -> list[int]:
        """The numbers of the upper boxes."""
        return [number for number, box in enumerate(self.boxes) if box.is_upper]

    @cached_property
    def lower_mask(self) -> int:
        """The boxes that are not upper ones."""
        return sum(1 << number for number, box in enumerate(self.boxes) if not box.is_upper)

    @cached_property
    def yahtzee_bit(self) -> int:
        """The Yahtzee box; 0 without one."""
        return 0 if self.yahtzee_box is None else 1 << self.box_number(self.yahtzee_box)

    @cached_property
    def joker_rule(self) -> int:
        """The joker rule's place in JOKER_RULES."""
        return JOKER_RULES.index(self.joker)


def joker_boxes(card: Any, open_boxes: int, matching: int) -> tuple[int, bool]:
    """Return the boxes a Yahtzee may fill, as bits, and whether they pay their joker scores.

    `matching` is the upper box of its face, 0 without one. The one rule of jokers: plain here, on a
    `ScoreCard`, and compiled by the kernels, on the arrays of one.
    """
    if card.joker_rule == NO_JOKER or open_boxes & card.yahtzee_bit:
        return open_boxes, False
    if card.joker_rule == ANY_JOKER:
        return open_boxes, True
    if card.joker_rule != FORCED_JOKER:
        return open_boxes, open_boxes & matching == 0
    if open_boxes & matching:
        return matching, False
    if open_boxes & card.lower_mask:
        return open_boxes & card.lower_mask, True
    return open_boxes, False


def keeps_of(card: ScoreCard, roll: Roll) -> list[Roll]:
    """Return every different keep of a roll, the most dice first."""
    return _list_keeps(roll) if card.tells_dice_apart else _bag_keeps(roll)


def rolls_from(card: ScoreCard, kept: Roll) -> dict[Roll, int]:
    """Return every roll of all dice that the kept ones can become."""
    return (_list_rolls if card.tells_dice_apart else _bag_rolls)(card.dice, kept)


def _bag_keeps(roll: Roll) -> list[Roll]:
    """Return every set of dice of a roll, the most first."""
    return [keep for size in range(len(roll), -1, -1) for keep in sorted(set(combinations(roll, size)))]


def _list_keeps(roll: Roll) -> list[Roll]:
    """Return every set of places; the lattice sorts a die that is not kept behind every face."""
    every = product(*((face, NOT_KEPT) for face in roll))
    return sorted(every, key=lambda keep: (keep.count(NOT_KEPT), [(f == NOT_KEPT, f) for f in keep]))


def _bag_rolls(dice: Dice, kept: Roll) -> dict[Roll, int]:
    """Dice that are alike."""
    if len(kept) == len(dice.dice):
        return {kept: 1}
    rolled = Dice(dice.dice[len(kept) :]).rolls()
    return {tuple(sorted((*kept, *roll))): weight for roll, weight in rolled.items()}


def _list_rolls(dice: Dice, kept: Roll) -> dict[Roll, int]:
    """Dice that are told apart."""
    rolls: dict[Roll, int] = {(): 1}
    for face, die in zip(kept, dice.dice, strict=True):
        shown = die.weights if face == NOT_KEPT else ((face, 1),)
        rolls = {(*roll, f): w * weight for roll, w in rolls.items() for f, weight in shown}
    return rolls
