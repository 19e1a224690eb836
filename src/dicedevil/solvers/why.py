"""Why one choice is better than another: the difference of their values, in parts that add up.

    value(choice) = what is sure + sum over the rolls that come next of chance * worth
    difference    = value(a) - value(b), part by part

An `Outlook` is one choice's value written like that. Two of them are laid side by side: what is sure
under the same name, and roll by roll where the same rolls come with the same chances. Where they do
not, the rolls after one choice stand against what the other one is worth on average.

Where low values are better the differences are b - a, so that they always add up to what the worse
choice gives away. In fractions they add up exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import fsum
from typing import Any, NamedTuple

from dicedevil.notebook import html_table
from dicedevil.objectives import TIE, Number, fraction_text
from dicedevil.solvers.why_words import Unit, chance_words, sentence

MOST_ROLLS = 16
"""Lines of rolls that are told; the others share one."""
ROOM = 18
"""Signs for the names of rolls that are worth the same and share a line."""
TINY = 1e-6
"""Values below this are told apart by their ratio."""
NOW = "points now"
BANKED = "banked now"
"""What stopping here would be worth, in games where rolling on risks it."""


@dataclass(frozen=True)
class WhyPart:
    """One part of a difference: what it is, and what it brings with either choice."""

    what: str
    best: float
    other: float
    difference: float
    exact: str | None = None
    """The difference as "p/q", where values are fractions."""


@dataclass(frozen=True)
class Why:
    """What makes the difference between two choices: a sentence, then numbers that add up."""

    sentence: str
    choice: str
    other: str
    """The choice it is compared with; empty where there is none."""
    difference: float
    """What `other` gives away against `choice`: the sum of the parts."""
    parts: tuple[WhyPart, ...]
    exact: str | None = None
    """The difference as "p/q", where values are fractions."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `advise --why --json` prints it."""
        return {
            "sentence": self.sentence,
            "choice": self.choice,
            "other": self.other,
            "difference": self.difference,
            **({"exact": self.exact} if self.exact else {}),
            "parts": [
                {
                    "what": one.what,
                    "best": one.best,
                    "other": one.other,
                    "difference": one.difference,
                    **({"exact": one.exact} if one.exact else {}),
                }
                for one in self.parts
            ],
        }

    def __str__(self) -> str:
        """The sentence, then a part a line."""
        lines = [
            f"{what:<40}" + "".join(f"{number:>12}" for number in row) for what, *row in self._rows
        ]
        return "\n".join([self.sentence, *lines])

    def _repr_html_(self) -> str:
        return html_table(self._rows, ("", self.choice, self.other, "difference"), self.sentence)

    @property
    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (one.what, *(_figure(number) for number in (one.best, one.other, one.difference)))
            for one in self.parts
        ]


def _figure(number: float) -> str:
    """Write a number to five places; nothing has no sign."""
    return f"{number:.5f}" if abs(number) >= 5e-6 else f"{0.0:.5f}"


class NextRoll(NamedTuple):
    """A roll that can come after a choice."""

    roll: str
    chance: Fraction
    worth: Number
    """Beside what is sure."""
    stuck: str = ""
    """A word for it, if nothing can be made of it."""
    is_mine: bool = True
    """Whether the player who asks rolls."""


@dataclass(frozen=True)
class Outlook:
    """What a choice is worth: amounts that are sure or expected as a whole, and the rolls to come."""

    sure: Mapping[str, Number]
    rolls: Sequence[NextRoll] = ()
    ends: bool = False
    """Whether the choice ends the turn."""
    filled: str = ""
    """The box that the points now are written in, if it is told apart from them."""
    this_turn: Mapping[str, float] = field(default_factory=dict)
    """By box: the chance to fill it with points in this turn."""

    @property
    def to_come(self) -> Number:
        """What the rolls are worth in the mean."""
        return total([share(one.chance, one.worth) for one in self.rolls])

    @property
    def value(self) -> Number:
        """All of it."""
        return total([*self.sure.values(), self.to_come])


class PartLine(NamedTuple):
    """A part before it is told: what it is called, the chances with either choice, what it brings."""

    name: str
    chances: tuple[Fraction, Fraction] | None
    best: Number
    other: Number

    @property
    def gap(self) -> Number:
        """What is gained."""
        return self.best - self.other

    @property
    def what(self) -> str:
        """The name, with how likely it is."""
        if self.chances is None:
            return self.name
        here, there = (chance_words(chance) for chance in self.chances)
        return f"{self.name} ({here})" if here == there else f"{self.name} ({here}, not {there})"


@dataclass(frozen=True)
class Compared:
    """One of the two choices."""

    choice: str
    value: Number
    outlook: Outlook


def explained(best: Compared, other: Compared | None, unit: Unit, more: bool) -> Why:
    """Return what makes the difference between two choices; alone, a choice is forced."""
    words = sentence(best.choice, None, [], unit)
    if other is None:
        return Why(words, best.choice, "", 0.0, ())
    one, two = with_banked(best.outlook, other.outlook)
    lines = side_by_side(one, two)
    difference = best.value - other.value if more else other.value - best.value
    gaps = [line.gap if more else -line.gap for line in lines]
    exact = isinstance(difference, Fraction)
    parts = tuple(
        WhyPart(
            line.what,
            float(line.best),
            float(line.other),
            float(gap),
            fraction_text(Fraction(gap)) if exact else None,
        )
        for line, gap in zip(lines, gaps, strict=True)
    )
    told = [
        (line, float(line.gap if more else -line.gap))
        for line in side_by_side(_written(one), _written(two))
    ]
    words = sentence(
        best.choice,
        other.choice,
        told,
        unit,
        difference=float(difference),
        tie=TIE * _size(best, other),
        more=more,
        this_turn=(one.this_turn, two.this_turn),
        stuck=_stuck(one, two, unit),
    )
    return Why(words, best.choice, other.choice, float(difference), parts, fraction_text(difference))


def _size(best: Compared, other: Compared) -> float:
    """Return 1, or how large values are that are far smaller: chances of far targets."""
    largest = max(abs(float(best.value)), abs(float(other.value)))
    return largest if 0 < largest < TINY else 1.0


def with_banked(one: Outlook, two: Outlook) -> tuple[Outlook, Outlook]:
    """Where one choice risks what could be banked, tell the other's turn as banked, if it ends here."""
    if BANKED not in one.sure and BANKED not in two.sure:
        return one, two
    return _as_banked(one), _as_banked(two)


def _as_banked(outlook: Outlook) -> Outlook:
    return Outlook({BANKED: outlook.value}) if outlook.ends else outlook


def _written(outlook: Outlook) -> Outlook:
    """Return the same with the points now in their box: for the sentence, which weighs boxes."""
    sure = dict(outlook.sure)
    if outlook.filled:
        sure[outlook.filled] = sure.get(outlook.filled, 0) + sure.pop(NOW)
    return replace(outlook, sure=sure)


def side_by_side(one: Outlook, two: Outlook) -> list[PartLine]:
    """Return the parts of two values: what is sure, then the rolls, first those that decide most."""
    one, two = with_same_rolls(one, two)
    names = dict.fromkeys([*one.sure, *two.sure])
    lines = [PartLine(name, None, one.sure.get(name, 0), two.sure.get(name, 0)) for name in names]
    rolls = _few(_matched(one.rolls, two.rolls))
    return [line for line in (*lines, *rolls) if line.best or line.other]


def with_same_rolls(one: Outlook, two: Outlook) -> tuple[Outlook, Outlook]:
    """Return both with the rolls of one of them: the other is worth its mean with every roll."""
    ours, theirs = ({roll.roll: roll.chance for roll in side.rolls} for side in (one, two))
    if ours == theirs or BANKED in {**one.sure, **two.sure}:
        return one, two
    if not one.rolls or len(two.rolls) > 1 == len(one.rolls):
        return _levelled(one, two), two
    return one, _levelled(two, one)


def _levelled(flat: Outlook, rolling: Outlook) -> Outlook:
    """Spread what is to come, and what only this choice has for sure, over the other's rolls."""
    common = {name: worth for name, worth in flat.sure.items() if rolling.sure.get(name) == worth}
    kept = flat.sure if flat.rolls else common
    level = flat.value - total(list(kept.values()))
    return replace(flat, sure=kept, rolls=[roll._replace(worth=level) for roll in rolling.rolls])


def _matched(one: Sequence[NextRoll], two: Sequence[NextRoll]) -> list[PartLine]:
    """Lay the same rolls side by side; those that come to the same, or to nothing, share a line."""
    ours, theirs = ({roll.stuck or roll.roll: roll for roll in merged(side)} for side in (one, two))
    alike: dict[Any, list[tuple[NextRoll | None, NextRoll | None]]] = {}
    for name in dict.fromkeys([*ours, *theirs]):
        pair = ours.get(name), theirs.get(name)
        worths = tuple(roll and (roll.worth, roll.stuck) for roll in pair)
        alike.setdefault(worths, []).append(pair)
    return [_line(pairs) for pairs in alike.values()]


def _line(pairs: Sequence[tuple[NextRoll | None, NextRoll | None]]) -> PartLine:
    """Return the line of rolls that are worth the same."""
    sides = [[roll for roll in side if roll is not None] for side in zip(*pairs, strict=True)]
    first = (sides[0] or sides[1])[0]
    name = _named([roll.roll for roll in sides[0] or sides[1]])
    chances = [sum((roll.chance for roll in side), Fraction(0)) for side in sides]
    worths = [total([share(roll.chance, roll.worth) for roll in side]) for side in sides]
    if 0 in chances:  # they come after one of the choices only
        chances = [max(chances)] * 2
    whose = "roll" if first.is_mine else "their roll"
    return PartLine(first.stuck or f"{whose} {name}", (chances[0], chances[1]), worths[0], worths[1])


def _named(rolls: Sequence[str]) -> str:
    """Write "13, 15 or 22"; where that is long, some of them and how many more there are."""
    some = list(rolls)
    while len(", ".join(some)) > ROOM:
        some.pop()
    rest = [f"{len(rolls) - len(some)} more"] if len(some) < len(rolls) else [some.pop()]
    return " or ".join(part for part in (", ".join(some), *rest) if part)


def merged(rolls: Sequence[NextRoll]) -> list[NextRoll]:
    """Return the rolls, those that nothing can be made of as one."""
    lost = [roll for roll in rolls if roll.stuck]
    kept = [roll for roll in rolls if not roll.stuck]
    if not lost:
        return kept
    chance = sum((roll.chance for roll in lost), Fraction(0))
    worth = total([share(roll.chance / chance, roll.worth) for roll in lost])
    return [NextRoll("", chance, worth, lost[0].stuck), *kept]


def _few(lines: list[PartLine]) -> list[PartLine]:
    """Sort by what decides most; of many the rest share a line."""
    lines = sorted(lines, key=lambda line: -abs(float(line.gap)))
    if len(lines) <= MOST_ROLLS:
        return lines
    told, rest = lines[: MOST_ROLLS - 1], lines[MOST_ROLLS - 1 :]
    best, other = total([line.best for line in rest]), total([line.other for line in rest])
    chances = [line.chances or (Fraction(0), Fraction(0)) for line in rest]
    both = sum((one for one, _ in chances), Fraction(0)), sum((two for _, two in chances), Fraction(0))
    return [*told, PartLine("other rolls", both, best, other)]


def _stuck(one: Outlook, two: Outlook, unit: Unit) -> tuple[Fraction | None, Fraction | None]:
    """Return the chances that the next roll is of no help; None where no roll comes.

    Without rolls that nothing can be made of, nobody speaks of help: then no roll counts.
    """
    speaks = any(roll.stuck for side in (one, two) for roll in side.rolls)
    hopeless = unit.is_chance and BANKED not in {**one.sure, **two.sure}
    lost = [
        [r.chance for r in side.rolls if speaks and (r.stuck or (hopeless and not r.worth))]
        for side in (one, two)
    ]
    chances = [sum(chance, Fraction(0)) for chance in lost]
    return chances[0] if one.rolls else None, chances[1] if two.rolls else None


def share(chance: Fraction, worth: Number) -> Number:
    """Return what a chance of something is worth."""
    return chance * worth if isinstance(worth, Fraction) else float(chance) * worth


def total(numbers: Sequence[Number]) -> Number:
    """Add up fractions, or floats with one rounding."""
    if all(isinstance(number, (int, Fraction)) for number in numbers):
        return sum(numbers, Fraction(0))
    return fsum(numbers)
