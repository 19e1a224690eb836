"""Ten Times 18.

Rules
    Ten slots are numbered 1 to 10. In each of ten rounds three dice are rolled and added up, and the
    total goes into any free slot. At the end each slot's number multiplies what stands in it, and
    the products are added up. The highest sum is the aim.

Parameters
    slots        how many slots there are (10)
    dice         the dice, also loaded ones: 3d6, 2d12, 2d{1..11:1;12:2} (3d6)
    multipliers  one whole number per slot, none below the one before: 1..10 or 1/2/5 (1..slots)
    functions    one function of the roll x per slot instead: x/2*x/x**2 (none)

State
    The set of open slots. A position is written as what stands in the filled slots: 1=4,5=8 means
    a 4 in slot 1 and an 8 in slot 5.

Ambiguities settled
    The dice are told apart only by their total. With `functions` the scores need not rise from slot
    to slot, so the polynomial method does not apply and the table over all sets of open slots is
    used, which doubles with every slot.

Sources
    S. Böcker, Ten Times Eighteen, Journal of Information Processing 23(3), 2015.

Known values
    642.2393504256 for the best mean score, 652.93403 for a player who knows all rolls beforehand,
    577.5 for random placement.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from dicedevil.dice import Dice
from dicedevil.errors import NotationError, RulesError, TooLarge, quoted
from dicedevil.families.placement.game import PlacementGame
from dicedevil.known import KnownValue
from dicedevil.parameters import Numbers, Parameter, SomeDice, Text, Values, WholeNumber

MOST_SLOTS = 10_000
MOST_FUNCTIONS = 60
"""Functions need the table over all sets of slots, which long before this fits nowhere."""
MOST_POINTS = 2**53
"""Up to here scores stay exact when they are kept as floats."""
THREE_DICE = Dice.parse("3d6")
ONE_TO_TEN = tuple(range(1, 11))
_PAPER = "Böcker 2015"


@dataclass(frozen=True)
class TenTimes18(PlacementGame):
    """Place each total of the dice in a slot that multiplies it."""

    dice: Dice = THREE_DICE
    weights: tuple[int, ...] = ONE_TO_TEN
    functions: tuple[str, ...] = ()
    """Of the roll x, one for each slot: where there are any, they score instead of the weights."""

    name = "ten-times-18"
    title = "Ten Times 18"
    parameters = (
        Parameter("slots", "10", WholeNumber(1, MOST_SLOTS, costly=True), "how many slots there are"),
        Parameter("dice", "3d6", SomeDice(), "the dice: 3d6, 2d12, 2d{1..11:1;12:2}"),
        Parameter(
            "multipliers",
            "1..slots",
            Numbers(),
            "one number per slot, never falling: 1..10 or 1/2/5",
            may_be_unset=True,
        ),
        Parameter(
            "functions",
            "",
            Text(),
            "one function of the roll x per slot instead: x/2*x/x**2",
            may_be_unset=True,
        ),
    )
    sources = ("S. Böcker, Ten Times Eighteen, Journal of Information Processing 23(3), 2015",)
    known_values = (
        KnownValue("best mean score", "642.2393504256", f"{_PAPER}, section 4"),
        KnownValue(
            "mean score, all rolls known", "652.93403", f"{_PAPER}, section 7", "", "omniscient"
        ),
        KnownValue("mean score, random", "577.5", f"{_PAPER}, section 2", "", "random"),
        KnownValue(
            "best mean score, two loaded twelve-sided dice",
            "231.11229",
            f"{_PAPER}, section 9",
            "ten-times-18:slots=5,dice=2d{1..11:1;12:2}",
        ),
    )

    @property
    def multipliers(self) -> tuple[int, ...] | None:
        """Each slot's multiplier, or None where the slots have functions of their own."""
        return None if self.functions else self.weights

    @property
    def slots(self) -> int:
        """The number of slots."""
        return len(self.functions or self.weights)

    def points(self, slot: int, total: int) -> int:
        """The slot's multiplier times the total, or what the slot's function makes of it."""
        if self.functions:
            return self._scores[slot - 1][total]
        return self.weights[slot - 1] * total

    @cached_property
    def _scores(self) -> tuple[Mapping[int, int], ...]:
        return tuple(formula_scores(text, tuple(self.totals)) for text in self.functions)

    @classmethod
    def make(
        cls, dice: Dice | str = THREE_DICE, slots: int = 10, multipliers: tuple[int, ...] | None = None
    ) -> TenTimes18:
        """Make the game with multipliers 1 to `slots`, or with those given."""
        _require_size(slots if multipliers is None else len(multipliers))
        numbers = multipliers if multipliers is not None else tuple(range(1, slots + 1))
        for slot, (before, number) in enumerate(pairwise(numbers), 2):
            if number < before:
                raise RulesError(
                    f"Multipliers must not fall from slot to slot: slot {slot} has {number} after "
                    f"{before} in {quoted('/'.join(map(str, numbers)))}."
                )
        game = cls(_as_dice(dice), numbers)
        highest = max(game.totals) * sum(map(abs, numbers))
        if highest > MOST_POINTS:
            raise TooLarge(f"Scores of up to {highest:,} are too high: the most is {MOST_POINTS:,}.")
        return game

    @classmethod
    def from_values(cls, values: Values) -> TenTimes18:
        """Make the game from its parameters."""
        slots = values["slots"] if "slots" in values.given else None
        if values["functions"] is not None:
            if "multipliers" in values.given:
                raise RulesError("Give the slots multipliers or functions, not both.")
            formulas = tuple(part.strip() for part in values["functions"].split("/"))
            _require_count(slots, len(formulas), "functions")
            return cls.with_functions(values["dice"], formulas)
        numbers = values["multipliers"]
        if numbers is not None:
            _require_count(slots, len(numbers), "multipliers")
        return cls.make(values["dice"], values["slots"], numbers)

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters that make this game: how its slots score, then its dice."""
        if self.functions:
            return {"functions": "/".join(self.functions), "dice": self.dice}
        if self.weights == tuple(range(1, self.slots + 1)):
            return {"slots": self.slots, "dice": self.dice}
        return {"multipliers": self.weights, "dice": self.dice}

    @classmethod
    def with_functions(cls, dice: Dice | str, formulas: tuple[str, ...]) -> TenTimes18:
        """Make the nonlinear variant: each slot scores its own function of the roll."""
        _require_size(len(formulas))
        if len(formulas) > MOST_FUNCTIONS:
            raise TooLarge(
                f"{len(formulas):,} functions are too many: the table over all sets of slots doubles "
                f"with each, and the most is {MOST_FUNCTIONS}."
            )
        game = cls(_as_dice(dice), functions=formulas)
        _ = game._scores  # a formula that cannot be read is refused here, not in play
        return game


def _as_dice(dice: Dice | str) -> Dice:
    return Dice.parse(dice) if isinstance(dice, str) else dice


def _require_size(slots: int) -> None:
    if slots < 1:
        raise RulesError("At least one slot is needed.")
    if slots > MOST_SLOTS:
        raise TooLarge(f"{slots:,} slots are too many: the most is {MOST_SLOTS:,}.")


def _require_count(slots: int | None, given: int, what: str) -> None:
    if slots is not None and slots != given:
        raise RulesError(f"slots={slots}, but there are {given} {what}.")


_OPERATORS: dict[type[ast.AST], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.USub: operator.neg,
    ast.Mod: operator.mod,
}


def formula_scores(text: str, totals: tuple[int, ...]) -> dict[int, int]:
    """Work out a slot's function for each total."""
    try:
        formula = _parsed(text)
        scores = {x: _value_of(formula, x) for x in totals}
    except (SyntaxError, ValueError, RecursionError, MemoryError, ZeroDivisionError):
        raise NotationError(
            f"Cannot read the function {quoted(text)}. Use x, whole numbers, + - * % abs( ) and ** "
            "(powers up to 9): x/2*x/x**2 gives three slots."
        ) from None
    for x, score in scores.items():
        if abs(score) > 10**9:
            raise TooLarge(f"The function {quoted(text)} exceeds a billion points at x = {x}.")
    return scores


def _parsed(text: str) -> ast.expr:
    if len(text) > 200:
        raise ValueError("too long for a formula")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's own advice about odd texts helps nobody here
        return ast.parse(text, mode="eval").body


def _value_of(node: ast.expr, x: int) -> int:
    match node:
        case ast.Name(id="x"):
            return x
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))):
            if not 0 <= power <= 9 or abs(_value_of(left, x)) > 10**6:
                raise ValueError("power out of range")
            return int(_value_of(left, x) ** power)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value_of(left, x), _value_of(right, x))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value_of(operand, x)
        case ast.Call(func=ast.Name(id="abs"), args=[inner], keywords=[]):
            return abs(_value_of(inner, x))
    raise ValueError("not a formula")
