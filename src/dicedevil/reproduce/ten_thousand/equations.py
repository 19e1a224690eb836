"""The equations of the appendix, each held against the solved turn at every state it speaks of.

`V0(tau, n)` is the value with only stop and roll; the others say which moves can matter for a
configuration. An equation holds if both sides are the same fraction wherever tau is at least the
score of the configuration (fewer chips cannot be had with it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from dicedevil.reproduce.ten_thousand.algorithms import AlgorithmFourTwo
from dicedevil.reproduce.ten_thousand.configurations import DICE, TERNS, Configuration, scoring

Side = Callable[[int, Configuration, int], Fraction]


class Equation(NamedTuple):
    """One family of equations: the configurations and dice it is about, and its right-hand side."""

    name: str
    configurations: tuple[Configuration, ...]
    dice: range
    right: Side


class Held(NamedTuple):
    """At how many states an equation was looked at, and at how many it failed."""

    name: str
    states: int
    failures: int


class Equations:
    """The equations over one solved turn."""

    def __init__(self, solved: AlgorithmFourTwo) -> None:
        self.solved = solved

    def checked(self) -> Iterator[Held]:
        """Hold every equation against the solution."""
        for equation in self._all():
            states = [
                (chips, found, dice)
                for found in equation.configurations
                for dice in equation.dice
                if dice == DICE or found.dice + dice <= DICE
                for chips in range(found.score, self.solved.threshold)
            ]
            failures = sum(self._value(*state) != equation.right(*state) for state in states)
            yield Held(equation.name, len(states), failures)

    @cached_property
    def _rolling(self) -> dict[tuple[int, int], Fraction]:
        return {
            (chips, dice): self.solved.rolling(chips, dice)
            for chips in range(self.solved.threshold)
            for dice in range(1, DICE + 1)
        }

    def _value(self, chips: int, found: Configuration, dice: int) -> Fraction:
        return self.solved.entry(chips, found, dice)[0]

    def _v(self, chips: int, fives: int, ones: int, dice: int) -> Fraction:
        return self._value(chips, Configuration(fives, ones, 0), dice)

    def _v0(self, chips: int, dice: int) -> Fraction:
        return max(Fraction(chips), self._rolling[chips, dice])

    def _all(self) -> tuple[Equation, ...]:
        v, v0, rolling = self._v, self._v0, self._rolling
        three, two, one = range(1, 4), range(1, 3), range(1, 2)
        alone = tuple(found for found in scoring() if found.combinations == 1)
        with_five = tuple(Configuration(1, 0, tern) for tern in TERNS)
        with_one = tuple(Configuration(0, 1, tern) for tern in TERNS)

        def only(fives: int, ones: int) -> tuple[Configuration, ...]:
            return (Configuration(fives, ones, 0),)

        fives = (*only(2, 0), *only(1, 1))
        return (
            Equation("E0, c(i) = 1", alone, range(1, DICE + 1), lambda t, i, n: v0(t, n)),
            Equation("E0, n = 5", scoring(), range(DICE, DICE + 1), lambda t, i, n: v0(t, n)),
            Equation("E5", fives, three, lambda t, i, n: max(v0(t, n), rolling[t - 1, n + 1])),
            Equation("E1", only(0, 2), three, lambda t, i, n: max(v0(t, n), rolling[t - 2, n + 1])),
            Equation("E55", only(2, 1), two, lambda t, i, n: max(v0(t, n), v(t - 1, 2, 0, n + 1))),
            Equation("E51", only(1, 2), two, lambda t, i, n: max(v0(t, n), v(t - 1, 0, 2, n + 1))),
            Equation("Et5", only(3, 0), two, lambda t, i, n: max(v0(t, n), v(t - 8, 2, 0, n + 1))),
            Equation("Et1", only(0, 3), two, lambda t, i, n: max(v0(t, n), v(t - 16, 0, 2, n + 1))),
            Equation("E551", only(2, 2), one, lambda t, i, n: max(v0(t, 1), v(t - 1, 1, 2, 2))),
            Equation("E5t1", only(1, 3), one, lambda t, i, n: max(v0(t, 1), v(t - 1, 0, 3, 2))),
            Equation(
                "E5t",
                with_five,
                one,
                lambda t, i, n: max(v0(t, 1), v0(t - 1, 2), v0(t - 2 * i.tern, 4)),
            ),
            Equation("E5t5", only(4, 0), one, lambda t, i, n: max(v0(t, 1), v(t - 1, 3, 0, 2))),
            Equation(
                "E1t5",
                only(3, 1),
                one,
                lambda t, i, n: max(v0(t, 1), v(t - 2, 3, 0, 2), v(t - 8, 2, 1, 2)),
            ),
            Equation("E1t1", only(0, 4), one, lambda t, i, n: max(v0(t, 1), v(t - 2, 0, 3, 2))),
            Equation(
                "E1t", with_one, one, lambda t, i, n: max(v0(t, 1), v0(t - 2, 2), v0(t - 2 * i.tern, 4))
            ),
            Equation("E'5", fives, three, lambda t, i, n: max(v0(t, n), rolling[t - 1, n + 1])),
            Equation("E'1", only(0, 2), three, lambda t, i, n: max(v0(t, n), rolling[t - 2, n + 1])),
            Equation(
                "E'55",
                only(2, 1),
                two,
                lambda t, i, n: max(v0(t, n), rolling[t - 1, n + 1], rolling[t - 2, n + 2]),
            ),
            Equation(
                "E'51",
                only(1, 2),
                two,
                lambda t, i, n: max(v0(t, n), rolling[t - 1, n + 1], rolling[t - 3, n + 2]),
            ),
        )
