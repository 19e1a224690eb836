"""Formulas of a roll x, worked out without running anything: `x**2 - 3*x`, `abs(x - 10)`, `max(x, 7)`.

A text is parsed, and only what is known here is worked out; powers, lengths and results are bounded.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping

from dicedevil.errors import NotationError, TooLarge, quoted

LONGEST = 200
HIGHEST_POWER, HIGHEST_BASE = 9, 10**6
HIGHEST_SCORE = 10**9
HOW = (
    "Use x, whole numbers, + - * % abs( ) and ** (powers up to 9); in a rules file also // min(x, 9) "
    "max(x, 9)."
)

_OPERATORS: Mapping[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
_FUNCTIONS: Mapping[str, tuple[Callable[..., int], int, int]] = {
    "abs": (abs, 1, 1),
    "min": (min, 2, 10),
    "max": (max, 2, 10),
}
"""Each with how many numbers it takes, at least and at most."""


def formula_scores(text: str, totals: Iterable[int]) -> dict[int, int]:
    """Work out a slot's function for each total."""
    try:
        formula = _parsed(text)
        scores = {x: _value_of(formula, x) for x in totals}
    except (SyntaxError, ValueError, RecursionError, MemoryError, ZeroDivisionError):
        raise NotationError(f"Cannot read the function {quoted(text)}. {HOW}") from None
    for x, score in scores.items():
        if abs(score) > HIGHEST_SCORE:
            raise TooLarge(f"The function {quoted(text)} exceeds a billion points at x = {x}.")
    return scores


def _parsed(text: str) -> ast.expr:
    if len(text) > LONGEST:
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
            base = _value_of(left, x)
            if isinstance(power, bool) or not 0 <= power <= HIGHEST_POWER or abs(base) > HIGHEST_BASE:
                raise ValueError("power out of range")
            return int(base**power)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value_of(left, x), _value_of(right, x))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value_of(operand, x)
        case ast.Call(func=ast.Name(id=name), args=inner, keywords=[]) if name in _FUNCTIONS:
            function, least, most = _FUNCTIONS[name]
            if least <= len(inner) <= most:
                return function(*(_value_of(one, x) for one in inner))
    raise ValueError("not a formula")
