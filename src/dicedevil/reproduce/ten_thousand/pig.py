"""Section 5.2 of the paper: one turn of Pig, and the equation whose smallest solution is its value."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import e, log
from typing import cast

from dicedevil.families.press_luck import PressLuckGame, Turn
from dicedevil.games import game as game_named
from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.ten_thousand.telling import PAPER, checked, said
from dicedevil.solvers.solver import solve

GROWTH = "1.0646"
"""As printed."""


def pig_rows() -> Iterator[Row]:
    """Yield what the paper says of Pig."""
    pig = cast(PressLuckGame, game_named("pig"))
    solution = solve(pig, exact=True)
    derived = pig.rules.threshold
    rolling = {tau: Fraction(solution.worth(Turn(tau, 1))) for tau in range(derived + 7)}
    value = {tau: max(Fraction(tau), rolling[tau]) for tau in rolling}
    first = min(
        tau for tau in rolling if all(value[later] == later for later in range(tau, derived + 7))
    )
    yield said(
        "Section 5.2, threshold of Pig", "20", str(derived), _threshold_note(pig, rolling, first)
    )
    yield compare(PAPER, "Section 5.2, value of Pig", "8.14", value[0], f"exactly {value[0]}")
    holds = all(value[t] == max(t, sum(value[t + k] for k in range(2, 7)) / 6) for t in range(derived))
    yield checked(
        "Equation (9), the values of Pig", "V = max(tau, mean)", holds, f"at tau = 0 to {derived - 1}"
    )
    yield from _growth()


def _threshold_note(pig: PressLuckGame, rolling: dict[int, Fraction], first: int) -> str:
    bust, outcomes = pig.rules.outcomes(1)
    won = sum(outcome.weight * outcome.top for outcome in outcomes)
    tie = [tau for tau, worth in rolling.items() if worth == tau]
    told = f"derived: a roll wins {won}/6 and loses {bust} tau/6; stopping is best from {first} on"
    return told + (f", rolling is as good at {', '.join(map(str, tie))}" if tie else "")


def right_side(x: Fraction | float) -> Fraction | float:
    """Return (x^2 + ... + x^6) / 6, which is 1 where V(0) x^tau solves the difference equation."""
    return sum(x**k for k in range(2, 7)) / 6


def growth() -> Fraction:
    """Return the x > 1 with right_side(x) = 1, to 2^-60: right_side rises with x."""
    low, high = Fraction(1, 2), Fraction(2)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if right_side(middle) < 1 else (low, middle)
    return low


def _growth() -> Iterator[Row]:
    x = growth()
    printed = float(right_side(Fraction(GROWTH)))
    note = (
        "slip of the paper: V(0) x^tau solves the equation only if x^2 + ... + x^6 = 6, and the left "
        f"side rises with x: it is {6 * float(right_side(round(x, 4))):.2f} at {float(x):.4f} and "
        f"{6 * printed:.2f} at {GROWTH}"
    )
    yield compare(PAPER, "Section 5.2, growth of other solutions", GROWTH, x, note)
    least = 1 / (e * log(float(x)))
    enough = all(least * float(x) ** tau >= tau for tau in range(1000))
    yield checked(
        "Section 5.2, V(0) x^tau >= tau",
        "for all large enough V(0)",
        enough,
        f"with x = {float(x):.4f} from V(0) = 1 / (e log x) = {least:.4f} on",
    )
