"""What a rules file may hold, told once: by it files are checked, and editors complete them.

    SHAPE = Keys({"rerolls": Leaf(WholeNumber(0, 100), "how often dice may be rolled again", 2)})

A shape reads a value as `tomllib` gives it: what does not fit is noted with its path, and reading goes
on, so that a designer hears of everything at once. The same shape makes the JSON Schema by which an
editor completes a file, and finds the kind of a value that a parameter changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from dicedevil.errors import DiceDevilError, listed, nearest, quoted, shortened
from dicedevil.parameters import Kind, NamesOf, Numbers, OneOf, SomeDice, Text, WholeNumber, YesNo

Path = tuple[str | int, ...]
"""Keys, and places in lists, from the top of a file down."""
NEEDED: Any = object()
"""In place of a default: without a value there is no game."""
LEFT_OUT: Any = object()
"""What could not be read: it has been noted."""


class Mistake(NamedTuple):
    """Something that does not fit, and where it stands."""

    path: Path
    words: str


def path_text(path: Path) -> str:
    """`boxes.chance.pays`, `known[2].value`; the whole file is "the file"."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "the file"


class Shape(ABC):
    """What a value may be. Shapes are made once and never change: plain objects load quickest."""

    def __init__(self, about: str = "", default: Any = NEEDED) -> None:
        self.about = about
        self.default = default

    @abstractmethod
    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Return what a value means; note what is wrong with it, and return LEFT_OUT."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""

    def described(self) -> dict[str, Any]:
        """Return the schema with the words for people, and the default."""
        told: dict[str, Any] = {"description": self.about} if self.about else {}
        if self.default is not NEEDED and isinstance(self.default, (str, int, bool)):
            told["default"] = self.default
        return {**self.schema(), **told}

    def within(self, path: Path, value: Any) -> Shape | None:
        """Return the shape of what stands at a path below this value; None where nothing can."""
        return None if path else self


class Leaf(Shape):
    """One value, of a kind that parameters have too."""

    def __init__(self, kind: Kind, about: str = "", default: Any = NEEDED) -> None:
        super().__init__(about, default)
        self.kind = kind

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Take the value as its text would be taken in a game's name."""
        what = path_text(at)
        if not _is_of(self.kind, value):
            wrong.append(Mistake(at, f"{what} is {_wanted(self.kind)}, not {quoted(_told(value))}."))
            return LEFT_OUT
        try:
            return self.kind.read(as_text(value), what)
        except DiceDevilError as error:
            wrong.append(Mistake(at, str(error)))
            return LEFT_OUT

    def schema(self) -> dict[str, Any]:
        """What TOML has for the kind."""
        match self.kind:
            case WholeNumber(low, high):
                return {
                    "type": "integer",
                    "minimum": low,
                    **({} if high is None else {"maximum": high}),
                }
            case OneOf(words):
                return {"enum": list(words)}
            case YesNo():
                return {"type": "boolean"}
            case Numbers():
                numbers = {"type": "array", "items": {"type": "integer"}, "minItems": 1}
                return {"anyOf": [numbers, {"type": "string", "pattern": r"^-?\d+\.\.-?\d+$"}]}
            case NamesOf(names):
                some = {"type": "array", "items": {"enum": list(names)}}
                return {"anyOf": [some, {"enum": ["all", *names]}]}
        return {"type": "string"}


class Words(Shape):
    """Prose, as long as somebody cares to write."""

    def __init__(self, about: str = "", default: Any = "", most: int = 20_000) -> None:
        super().__init__(about, default)
        self.most = most

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Take a text."""
        if isinstance(value, str) and len(value) <= self.most:
            return value.strip()
        wrong.append(
            Mistake(
                at, f"{path_text(at)} is a text of at most {self.most:,} signs, not {_told(value)}."
            )
        )
        return LEFT_OUT

    def schema(self) -> dict[str, Any]:
        """A text."""
        return {"type": "string", "maxLength": self.most}


class Whatever(Shape):
    """What is looked at where it goes."""

    def __init__(self, about: str = "", default: Any = None) -> None:
        super().__init__(about, default)

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Take it as it is."""
        return value

    def schema(self) -> dict[str, Any]:
        """Whatever."""
        return {}


class Keys(Shape):
    """Keys that are known, each with a shape of its own."""

    def __init__(
        self,
        fields: Mapping[str, Shape],
        about: str = "",
        default: Any = MappingProxyType({}),
        keys: tuple[int, int | None] = (0, None),
    ) -> None:
        super().__init__(about, default)
        self.fields = fields
        self.keys = keys  # how many there must be at least, and may be at most

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Read every key; defaults for those that are not there."""
        if not isinstance(value, Mapping):
            wrong.append(Mistake(at, f"{path_text(at)} is a table, not {_told(value)}."))
            return LEFT_OUT
        for key in value:
            if key not in self.fields:
                hint = nearest(key, self.fields) or f" Known are {listed(self.fields, limit=20)}."
                wrong.append(
                    Mistake((*at, key), f"There is no key {quoted(path_text((*at, key)))}.{hint}")
                )
        least, most = self.keys
        if not least <= len(value) <= (len(self.fields) if most is None else most):
            count = (
                f"{least}"
                if least == most
                else f"at least {least}"
                if most is None
                else f"{least} to {most}"
            )
            words = f"{path_text(at)} has {count} of {listed(self.fields, limit=20)}, not {len(value)}."
            wrong.append(Mistake(at, words))
            return LEFT_OUT
        return {key: self._one(key, shape, value, at, wrong) for key, shape in self.fields.items()}

    def _one(
        self, key: str, shape: Shape, value: Mapping[str, Any], at: Path, wrong: list[Mistake]
    ) -> Any:
        if key in value:
            return shape.read(value[key], (*at, key), wrong)
        if shape.default is NEEDED:
            wrong.append(Mistake(at, f"{path_text((*at, key))} is needed: {shape.about}."))
            return LEFT_OUT
        if shape.default is None or isinstance(shape, Words):
            return shape.default
        return shape.read(shape.default, (*at, key), wrong)

    def schema(self) -> dict[str, Any]:
        """An object without other keys."""
        needed = [key for key, shape in self.fields.items() if shape.default is NEEDED]
        least, most = self.keys
        return {
            "type": "object",
            "properties": {key: shape.described() for key, shape in self.fields.items()},
            "additionalProperties": False,
            **({"required": needed} if needed else {}),
            **({"minProperties": least} if least else {}),
            **({} if most is None else {"maxProperties": most}),
        }

    def within(self, path: Path, value: Any) -> Shape | None:
        """Look below one of the keys."""
        if not path:
            return self
        shape = self.fields.get(str(path[0]))
        if shape is None:
            return None
        below = value.get(path[0], shape.default) if isinstance(value, Mapping) else shape.default
        return shape.within(path[1:], below)


class Named(Shape):
    """Names that the file makes up, each with a value of the same shape, in the file's order."""

    def __init__(
        self, shape: Shape, about: str = "", default: Any = NEEDED, least: int = 0, most: int = 1_000
    ) -> None:
        super().__init__(about, default)
        self.shape, self.least, self.most = shape, least, most

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Read one after the other; too many are refused before any is looked at."""
        if not isinstance(value, Mapping):
            wrong.append(Mistake(at, f"{path_text(at)} is a table of names, not {_told(value)}."))
            return LEFT_OUT
        if not self.least <= len(value) <= self.most:
            words = f"{path_text(at)} has {self.least:,} to {self.most:,} names, not {len(value):,}."
            wrong.append(Mistake(at, words))
            return LEFT_OUT
        return {name: self.shape.read(one, (*at, name), wrong) for name, one in value.items()}

    def schema(self) -> dict[str, Any]:
        """An object of any keys."""
        counts = {"minProperties": self.least, "maxProperties": self.most}
        return {"type": "object", "additionalProperties": self.shape.schema(), **counts}

    def within(self, path: Path, value: Any) -> Shape | None:
        """Look below one of the names that there are; of all names, some may be chosen."""
        if not isinstance(value, Mapping):
            return None
        if not path:
            return Leaf(NamesOf(tuple(value)), self.about)
        return self.shape.within(path[1:], value[path[0]]) if path[0] in value else None


class Several(Shape):
    """A list of values of the same shape."""

    def __init__(
        self, shape: Shape, about: str = "", default: Any = (), least: int = 0, most: int = 1_000
    ) -> None:
        super().__init__(about, default)
        self.shape, self.least, self.most = shape, least, most

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Read one after the other."""
        if not isinstance(value, (list, tuple)) or not self.least <= len(value) <= self.most:
            told = f"{len(value):,} entries" if isinstance(value, list) else _told(value)
            words = f"{path_text(at)} is a list of {self.least:,} to {self.most:,} entries, not {told}."
            wrong.append(Mistake(at, words))
            return LEFT_OUT
        return [self.shape.read(one, (*at, number), wrong) for number, one in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        """An array."""
        counts = {"minItems": self.least, "maxItems": self.most}
        return {"type": "array", "items": self.shape.schema(), **counts}

    def within(self, path: Path, value: Any) -> Shape | None:
        """Look below one of the entries; `known.1.value` counts from 1, as people do."""
        if not path:
            return self
        if not isinstance(value, list) or not str(path[0]).isdecimal():
            return None
        number = int(path[0]) - 1
        return self.shape.within(path[1:], value[number]) if 0 <= number < len(value) else None


class Either(Shape):
    """Different shapes, told apart by what TOML calls them: a number, a text, a table, a list."""

    def __init__(self, shapes: tuple[Shape, ...], about: str = "", default: Any = NEEDED) -> None:
        super().__init__(about, default)
        self.shapes = shapes

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Read it by the shape it has; of several texts by the first that makes sense."""
        fitting = [one for one in self.shapes if _fits(one, value)]
        if not fitting:
            wanted = " or ".join(_form(one) for one in self.shapes)
            wrong.append(Mistake(at, f"{path_text(at)} is {wanted}, not {_told(value)}."))
            return LEFT_OUT
        for shape in fitting[1:] and fitting:
            doubts: list[Mistake] = []
            read = shape.read(value, at, doubts)
            if not doubts:
                return read
        return fitting[0].read(value, at, wrong)

    def _of(self, value: Any) -> Shape | None:
        return next((one for one in self.shapes if _fits(one, value)), None)

    def schema(self) -> dict[str, Any]:
        """Any of them."""
        return {"anyOf": [one.schema() for one in self.shapes]}

    def within(self, path: Path, value: Any) -> Shape | None:
        """Look below the one that the value has; itself, it has the words that stand for all."""
        shape = self._of(value)
        found = None if shape is None else shape.within(path, value)
        if found is shape and isinstance(found, Leaf):
            return Leaf(found.kind, found.about or self.about, self.default)
        return found


# -- values as TOML has them -----------------------------------------------------------------------


def as_text(value: object) -> str:
    """Write a TOML value as in a game's name: lists as 1/2/5, true and false as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def as_toml(value: object) -> Any:
    """Return the value of a parameter as TOML would have given it."""
    if isinstance(value, (bool, int, str)):
        return value
    return list(value) if isinstance(value, tuple) else str(value)


def _is_of(kind: Kind, value: object) -> bool:
    """Tell whether a value is what TOML has for the kind: true is no number, a number no text."""
    if isinstance(kind, YesNo):
        return isinstance(value, bool)
    if isinstance(kind, WholeNumber):
        return type(value) is int
    if isinstance(kind, Numbers):
        if isinstance(value, list):
            return bool(value) and all(type(one) is int for one in value)
        return isinstance(value, str) and ".." in value
    if isinstance(kind, NamesOf) and isinstance(value, list):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, str)


def _wanted(kind: Kind) -> str:
    if isinstance(kind, YesNo):
        return "true or false"
    if isinstance(kind, OneOf) and len(kind.words) == 1:
        return f'"{kind.words[0]}"'
    if isinstance(kind, (SomeDice, OneOf, Text)):
        return f"{kind.accepts}, in quotes"
    return (
        f'{kind.accepts} (in TOML [1, 2, 5] or "1..10")' if isinstance(kind, Numbers) else kind.accepts
    )


FORMS: tuple[tuple[type, Callable[[Any], bool], str], ...] = (
    (Named, lambda value: isinstance(value, Mapping), "a table"),
    (Keys, lambda value: isinstance(value, Mapping), "a table"),
    (Several, lambda value: isinstance(value, list), "a list"),
    (Words, lambda value: isinstance(value, str), "a text"),
)


def _fits(shape: Shape, value: object) -> bool:
    if isinstance(shape, Leaf):
        return _is_of(shape.kind, value)
    return any(isinstance(shape, cls) and fits(value) for cls, fits, _ in FORMS)


def _form(shape: Shape) -> str:
    if isinstance(shape, Leaf):
        return _wanted(shape.kind)
    return next(words for cls, _, words in FORMS if isinstance(shape, cls))


def _told(value: object) -> str:
    """Say what a value is, in a few words."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return shortened(as_text(value)) if not isinstance(value, bool) else str(value).lower()
