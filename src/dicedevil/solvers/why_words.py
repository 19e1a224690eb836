"""The sentence that says why: what to do, what that brings, what it gives up, and how much it is.

It is made from the parts that make the most of the difference; the numbers behind it are all told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from dicedevil.objectives import TIE

MOST_NAMED = 2
"""So many gains, and so many losses, are named."""
SMALL = 0.1
"""Parts below this share of the largest one are not worth a word."""
LIKELIER, FAR_LIKELIER = 0.02, 0.2
"""Chances that differ by less are not worth a word; by more they are, whatever the box brings."""


class Unit(NamedTuple):
    """What values are counted in."""

    word: str
    scale: int = 1

    @property
    def is_chance(self) -> bool:
        """Whether values are told in per cent."""
        return self.word == "%"

    def amount(self, number: float) -> str:
        """Write an amount: "2.7 points", "0.4%"."""
        size = abs(self.scale * number)
        shown = f"{size:.3g}" if size < 1000 else f"{size:,.0f}"
        if "e" in shown:
            shown = f"{size:.1e}"
        if self.is_chance:
            return f"{shown}%"
        return f"{shown} {self.word if shown == '1' else self.word + 's'}"


class DifferencePart(Protocol):
    """A part of a difference."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def chances(self) -> tuple[Fraction, Fraction] | None:
        """How likely it is with either choice, where it is a roll."""

    @property
    def what(self) -> str:
        """The name, with how likely it is."""


Gaps = Sequence[tuple[DifferencePart, float]]
"""The parts, with what each of them gains."""


def sentence(
    choice: str,
    other: str | None,
    gaps: Gaps,
    unit: Unit,
    *,
    difference: float = 0.0,
    tie: float = TIE,
    more: bool = True,
    this_turn: tuple[Mapping[str, float], Mapping[str, float]] = ({}, {}),
    stuck: tuple[Fraction | None, Fraction | None] = (None, None),
) -> str:
    """Say why a choice is better than another one, or that nothing else can be done."""
    head = choice[:1].upper() + choice[1:]
    if other is None:
        return f"{head}: there is nothing else to choose."
    if choice == other:
        return f"{head}: that is the same choice."
    if abs(difference) < tie:
        return f"{head}: {other} is exactly as good."
    verdict = f"{unit.amount(difference)} {'worse' if difference < 0 else 'better'}"
    rolls = any(part.chances is not None for part, _ in gaps)
    named = (
        _rolls_words(gaps, unit, stuck, other) if rolls else _boxes_words(gaps, unit, this_turn, more)
    )
    if not named.endswith(other):
        verdict += f" than {other}"
    return f"{head}: {named}; {verdict}." if named else f"{head}: {verdict}."


def _boxes_words(
    gaps: Gaps, unit: Unit, this_turn: tuple[Mapping[str, float], Mapping[str, float]], more: bool
) -> str:
    """Say what is gained in which box and what is given up in which."""
    gains, losses = _largest(gaps, 1), _largest(gaps, -1)
    here, there = this_turn
    gained = {box: chance - there.get(box, 0.0) for box, chance in here.items() if chance < 1}
    likelier = {box: here[box] for box, gain in gained.items() if gain > LIKELIER}
    told = [_of(part.name, gap, unit, likelier.pop(part.name, None)) for part, gap in gains]
    box = max(likelier, key=lambda one: gained[one], default="")
    if box and gained[box] > FAR_LIKELIER:
        told.append(f"a {odds(likelier[box])} chance of {box} this turn")
    brought, lost = _listed(told), _listed([_of(part.name, gap, unit) for part, gap in losses])
    bring, lose = ("brings", "gives up") if more else ("avoids", "takes on")
    if brought and lost:
        return f"it {lose} {lost} {'for' if more else 'and avoids'} {brought}"
    return f"it {bring} {brought}" if brought else f"it {lose} {lost}" if lost else ""


def _of(name: str, gap: float, unit: Unit, chance: float | None = None) -> str:
    """Write "2.7 points of sixes", perhaps with the chance to make them in this turn."""
    now = f" (a {odds(chance)} chance this turn)" if chance is not None else ""
    return f"{unit.amount(gap)} {'now' if name == 'points now' else f'of {name}'}{now}"


def _rolls_words(
    gaps: Gaps, unit: Unit, stuck: tuple[Fraction | None, Fraction | None], other: str
) -> str:
    """Say what rolling on risks, how many rolls still help, or which of them decide."""
    here, there = stuck
    if (here is None) != (there is None):  # one of them stops
        lost = next(((one, gap) for one, gap in gaps if one.chances and not _is_roll(one)), None)
        if lost is not None:
            return _risk_words(lost, gaps, unit, stops=here is None)
    elif here is not None and there is not None and here != there:
        return f"{_of_rolls(1 - here)} still help, {_of_rolls(1 - there)} after {other}"
    gaps = [(part, gap) for part, gap in gaps if _is_roll(part)]
    most = _largest(gaps, 1)[:1] + _largest(gaps, -1)[:1]
    told = [f"{part.what} {'for' if gap > 0 else 'against'} it" for part, gap in most]
    return f"{_listed(told)} {'decides' if len(told) == 1 else 'decide'} most" if told else ""


def _risk_words(lost: tuple[DifferencePart, float], gaps: Gaps, unit: Unit, stops: bool) -> str:
    """Say what rolling on brings and what it risks, and what is banked more or less by that."""
    part, cost = lost
    rest = sum(gap for one, gap in gaps if one.chances is not None and one is not part)
    sure = sum(gap for one, gap in gaps if one.chances is None)
    banks = f"it banks {unit.amount(sure)} {'more' if sure > 0 else 'less'}; "
    would, cuts = ("would bring", "but") if stops else ("brings", "and")
    return (
        f"{banks if abs(sure) > TIE else ''}rolling on {would} {unit.amount(rest)}, {cuts} a "
        f"{part.what} costs {unit.amount(cost)}"
    )


def _is_roll(part: DifferencePart) -> bool:
    return part.name.startswith(("roll ", "their roll "))


def _of_rolls(chance: Fraction) -> str:
    """Say how many rolls are meant."""
    if chance in (0, 1):
        return "all rolls" if chance else "none"
    return f"{chance_words(chance)} rolls"


def _largest(gaps: Gaps, sign: int) -> list[tuple[DifferencePart, float]]:
    """Return the parts that matter most of one sign."""
    most = max((abs(gap) for _, gap in gaps), default=0.0)
    told = [(part, gap) for part, gap in gaps if sign * gap > SMALL * most]
    return sorted(told, key=lambda one: -abs(one[1]))[:MOST_NAMED]


def _listed(words: Sequence[str]) -> str:
    """Write "a", "a and b" or "a, b and c"."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def chance_words(chance: Fraction) -> str:
    """Write a chance as people count rolls: "5 in 36"; one of many digits in per cent."""
    if chance.denominator <= 9999:
        return f"{chance.numerator} in {chance.denominator}"
    return f"{100 * float(chance):.3g}%"


def odds(chance: float) -> str:
    """Write a chance in few words: "1 in 3", or per cent where no small numbers come near."""
    near = Fraction(chance).limit_denominator(9) if chance > 1 / 9 else Fraction(1, round(1 / chance))
    if abs(float(near) / chance - 1) < 0.03:
        return f"{near.numerator} in {near.denominator}"
    return f"{100 * chance:.2g}%"
