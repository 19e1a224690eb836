"""Parameters: what can be changed in a game's name, declared once.

    Parameter("tiles", "10", WholeNumber(1, 20), "how many tiles there are")

A game lists its parameters; how they are read, printed, told in `show` and offered in a form follows
from the list. A kind says what a value is: it reads a text, writes a value so that it reads again,
and tells in words and as plain data what it accepts.

    >>> WholeNumber(1, 20).read("12")
    12
    >>> Numbers().read("1..4")
    (1, 2, 3, 4)
    >>> Numbers().write((1, 2, 5))
    '1/2/5'
    >>> OneOf(("win", "remaining")).accepts
    'one of win, remaining'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from dicedevil.dice import Dice
from dicedevil.errors import NotationError, RulesError, TooLarge, listed, nearest, quoted

MOST_DIGITS = 18
"""Longer numbers are not worked out: Python takes its time over thousands of digits, or refuses."""
MOST_NUMBERS = 100_000
"""How long a range such as 1..10 may be."""
FARTHEST = 10**9
"""How far from zero each number of a list may be."""


class Kind(ABC):
    """What the value of a parameter is."""

    name: ClassVar[str]
    """The word for it in plain data."""

    @property
    @abstractmethod
    def accepts(self) -> str:
        """What a text must be, to follow "is"."""

    @property
    def limits(self) -> str:
        """The limits in a few words, where there are any."""
        return ""

    @abstractmethod
    def read(self, text: str, what: str = "it") -> Any:
        """Read a value; `what` names it in the error."""

    def write(self, value: Any) -> str:
        """Write a value so that `read` reads it again."""
        return str(value)

    def data(self) -> dict[str, Any]:
        """Return the limits as plain data: `low` and `high`, or `choices`."""
        return {}


@dataclass(frozen=True)
class WholeNumber(Kind):
    """A whole number between two limits."""

    low: int = 0
    high: int | None = None
    """The most; None where it depends on the other parameters, and the rules say how much it is."""
    costly: bool = False
    """Whether more would make sense, but be too large to solve."""

    name = "whole number"

    @property
    def accepts(self) -> str:
        """`a whole number between 1 and 20`."""
        limits = f"of {self.limits}" if self.high is None else f"between {self.low:,} and {self.high:,}"
        return f"a whole number {limits}"

    @property
    def limits(self) -> str:
        """`1 to 20`."""
        if self.low == -FARTHEST:
            return ""
        return f"at least {self.low:,}" if self.high is None else f"{self.low:,} to {self.high:,}"

    def read(self, text: str, what: str = "it") -> int:
        """Read a number; what only costs too much is refused as too large."""
        number = whole_number(text)
        if number is not None and self._is_within(number):
            return number
        if number is not None and self.costly and number > self.low:
            raise TooLarge(f"{number:,} {what} are too many: the most is {self.high:,} {what}.")
        if number is None and self.high is None and text.isdecimal():
            raise TooLarge(
                f"{what}={quoted(text)} is too large: nobody would live to see the end of it."
            )
        raise NotationError(f"{what} is {self.accepts}, not {quoted(text)}.")

    def _is_within(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def data(self) -> dict[str, Any]:
        """Both limits."""
        return {"low": self.low, "high": self.high}


@dataclass(frozen=True)
class OneOf(Kind):
    """One of a few words."""

    words: tuple[str, ...]

    name = "word"

    @property
    def accepts(self) -> str:
        """`one of win, remaining`."""
        return f"one of {listed(self.words)}"

    def read(self, text: str, what: str = "it") -> str:
        """Find the word."""
        if text not in self.words:
            hint = nearest(text, self.words)
            raise RulesError(f"{what} is {self.accepts}, not {quoted(text)}.{hint}")
        return text

    def data(self) -> dict[str, Any]:
        """The words."""
        return {"choices": list(self.words)}


@dataclass(frozen=True)
class YesNo(Kind):
    """Whether a rule holds."""

    name = "yes or no"

    @property
    def accepts(self) -> str:
        """The two words."""
        return "yes or no"

    def read(self, text: str, what: str = "it") -> bool:
        """Read yes as true."""
        if text not in ("yes", "no"):
            raise RulesError(f"{what} is {self.accepts}, not {quoted(text)}.")
        return text == "yes"

    def write(self, value: bool) -> str:
        """`yes` or `no`."""
        return "yes" if value else "no"

    def data(self) -> dict[str, Any]:
        """The two words."""
        return {"choices": ["yes", "no"]}


@dataclass(frozen=True)
class SomeDice(Kind):
    """Dice, fair or loaded."""

    alike: bool = False
    """Whether they must all be the same."""
    single: bool = False
    """Whether there must be just one."""

    name = "dice"

    @property
    def accepts(self) -> str:
        """What the dice must be, with an example."""
        if self.single:
            return "one die, as in 1d6 or 1d{1..5:1;6:2}"
        alike = "dice that are all alike, as in" if self.alike else "dice, as in"
        return f"{alike} 5d6 or 5d{{1..5:1;6:2}}"

    def read(self, text: str, what: str = "it") -> Dice:
        """Read `3d6`, `1d6+1d8`, `2d{1..11:1;12:2}`."""
        dice = Dice.parse(text)
        if self.single and len(dice) != 1:
            raise RulesError(f"{what}: one die is needed, as in 1d6, not {quoted(text)}.")
        if self.alike and len(set(dice.dice)) != 1:
            raise RulesError(f"{what}: they must be alike, as in 5d6, not {quoted(text)}.")
        return dice


@dataclass(frozen=True)
class Numbers(Kind):
    """Some whole numbers."""

    name = "numbers"

    @property
    def accepts(self) -> str:
        """The two ways to write them."""
        return "whole numbers, as in 1/2/5 or 1..10"

    def read(self, text: str, what: str = "it") -> tuple[int, ...]:
        """Read `1/2/5` or `1..10`."""
        if ".." not in text:
            return tuple(self._read_one(part, text, what) for part in text.split("/"))
        first, last = (self._read_one(part, text, what) for part in text.split("..", 1))
        if last < first:
            raise NotationError(f"{what}: {quoted(text)} is not a rising range of numbers.")
        if last - first >= MOST_NUMBERS:
            raise TooLarge(f"{what}: {quoted(text)} is too long a range.")
        return tuple(range(first, last + 1))

    def _read_one(self, part: str, text: str, what: str) -> int:
        number = whole_number(part)
        if number is None or abs(number) > FARTHEST:
            limits = f"between {-FARTHEST:,} and {FARTHEST:,}"
            raise NotationError(
                f"{quoted(part)} in {what}={quoted(text)} is no whole number {limits}: "
                "write them as in 1/2/5 or 1..10."
            )
        return number

    def write(self, value: Iterable[int]) -> str:
        """`1/2/5`."""
        return "/".join(map(str, value))


@dataclass(frozen=True)
class NamesOf(Kind):
    """Some names of a list, kept in the order of the list; `all` is all of them."""

    names: tuple[str, ...]

    name = "names"

    @property
    def accepts(self) -> str:
        """`all, or some of ones, twos, threes`."""
        return f"all, or some of {listed(self.names, limit=20)}"

    def read(self, text: str, what: str = "it") -> tuple[str, ...]:
        """Read `ones/sixes`."""
        if text == "all":
            return self.names
        given = [part.strip() for part in text.split("/")]
        for one in given:
            if one not in self.names:
                hint = nearest(one, self.names) or f" It is {self.accepts}."
                raise RulesError(f"{quoted(one)} in {what}={quoted(text)} is not known.{hint}")
            if given.count(one) > 1:
                raise RulesError(f"{quoted(one)} stands twice in {what}={quoted(text)}.")
        return tuple(one for one in self.names if one in given)

    def write(self, value: Iterable[str]) -> str:
        """`ones/sixes`, or `all`."""
        names = tuple(value)
        return "all" if names == self.names else "/".join(names)

    def data(self) -> dict[str, Any]:
        """The list."""
        return {"choices": list(self.names)}


@dataclass(frozen=True)
class Text(Kind):
    """Any text; the game itself reads it further."""

    name = "text"

    @property
    def accepts(self) -> str:
        """Anything."""
        return "a text"

    def read(self, text: str, what: str = "it") -> str:
        """Take it as it is."""
        return text


@dataclass(frozen=True)
class Parameter:
    """A rule that can be changed in the game's name: `pig:sides=8`."""

    name: str
    default: str
    """As it would be written in the name."""
    kind: Kind
    about: str
    may_be_unset: bool = False
    """Whether the default is no value, but says what holds without one: it is read as None."""
    needed: bool = False
    """Whether there is no default: without a value there is no game."""

    @property
    def attribute(self) -> str:
        """The name as Python has it: `one_die` for `one-die`."""
        return self.name.replace("-", "_")

    def read(self, text: str) -> Any:
        """Read a value; an error names the parameter and quotes the text."""
        if self.needed and not text:
            raise RulesError(
                f"{self.name} is needed: write NAME:{self.name}=VALUE, {self.kind.accepts}."
            )
        return None if self.may_be_unset and text == self.default else self.kind.read(text, self.name)

    def write(self, value: Any) -> str:
        """Write a value so that `read` reads it again."""
        return self.default if value is None else self.kind.write(value)

    def require(self, value: Any) -> Any:
        """Return a value that Python gave, or refuse it as its text would be."""
        return self.kind.read(self.kind.write(value), self.name)

    def data(self) -> dict[str, Any]:
        """Return the declaration as plain data, the same keys for every kind."""
        return {
            **{"name": self.name, "default": self.default, "about": self.about},
            **{"kind": self.kind.name, "low": None, "high": None, "choices": None},
            **self.kind.data(),
        }


class Values(dict[str, Any]):
    """The value of every parameter by its name, in the order they are declared."""

    given: frozenset[str]
    """Those that the text names, be it with their defaults."""

    def __init__(self, parameters: Iterable[Parameter], texts: Mapping[str, str]) -> None:
        """Read what the texts say, and the defaults of the others."""
        super().__init__({one.name: one.read(texts.get(one.name, one.default)) for one in parameters})
        self.given = frozenset(texts)


def require_known(parameters: Iterable[Parameter], texts: Iterable[str], name: str) -> None:
    """Refuse a parameter that the game of this name does not have."""
    known = [one.name for one in parameters]
    for key in texts:
        if key not in known:
            hint = nearest(key, known) or f" {name} has: {listed(known) or 'none'}."
            raise RulesError(f"{name} has no parameter {quoted(key)}.{hint}")


def write_values(parameters: Iterable[Parameter], values: Mapping[str, Any]) -> str:
    """Write `key=value,key=value` for the values that differ from the defaults, in their order."""
    declared = {one.name: one for one in parameters}
    texts = {name: declared[name].write(value) for name, value in values.items()}
    return ",".join(f"{name}={text}" for name, text in texts.items() if text != declared[name].default)


def whole_number(text: str) -> int | None:
    """Return the number that a text is, or None where it is none, or far too long."""
    try:
        return int(text) if len(text) <= MOST_DIGITS + 1 else None
    except ValueError:
        return None
