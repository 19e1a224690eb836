"""Games that are written as text: what a file says becomes a class, as a file of Python would be one.

`class Yahtzee(WrittenCard, rules="yahtzee")` takes name, title, prose, parameters, sources, known
values and the rules themselves from `games/yahtzee.toml`. A file that needs no Python of its own gets
such a class when it is first asked for (`class_of`): it is made once, and its games travel to other
processes as the text.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path as File
from types import new_class
from typing import Any, ClassVar, TypeVar
from weakref import WeakValueDictionary

from dicedevil.errors import DiceDevilError, RulesError, nearest, quoted
from dicedevil.known import KnownValue
from dicedevil.parameters import OneOf, Values, write_values
from dicedevil.rules import Game, read_fields
from dicedevil.written.changes import PARAMETERS, Change, changed, changes_of
from dicedevil.written.shape import Keys, Leaf, Mistake, Path, Several, Shape, Words
from dicedevil.written.sheet import Misfit as Misfit
from dicedevil.written.sheet import Sheet, listed_sheet

Made = TypeVar("Made")

FAMILIES = {
    "cards": "dicedevil.written.cards:WrittenCard",
    "press-luck": "dicedevil.written.press_luck:WrittenPressLuck",
    "placement": "dicedevil.written.placement:WrittenPlacement",
    "tiles": "dicedevil.written.tiles:WrittenTiles",
    "columns": "dicedevil.written.columns:WrittenColumns",
    "set-aside": "dicedevil.written.set_aside:WrittenSetAside",
    "sets": "dicedevil.written.sets:WrittenSets",
    "heights": "dicedevil.written.heights:WrittenHeights",
    "events": "dicedevil.written.events:WrittenEvents",
}
"""The kinds of games that can be written as text, and the class that each becomes."""

TAKEN = ("optimal", "worst", "random", "greedy", "club", "casual", "beginner", "win")
"""Players that every game has: no rule of thumb is called so."""
ONE_WORD = re.compile(r"[^\s,:=]{1,60}")

COMMON: Mapping[str, Shape] = {
    "family": Leaf(OneOf(tuple(FAMILIES)), "the kind of game"),
    "name": Words("one word; the name of the file without it", most=60),
    "title": Words("the name as people write it", most=200),
    "rules": Words("the rules in prose"),
    "state": Words("how a position is written, in prose"),
    "settled": Words("what rules leave open, and how it is settled here"),
    "sources": Several(Words(most=500), "where the rules come from", most=50),
    "known": Several(
        Keys(
            {
                "question": Words("what was asked, in a few words", most=200),
                "value": Words('as it is printed, such as "254.5896"', most=60),
                "source": Words("who says so, and where", most=500),
                "parameters": Words("of the game it holds for: threshold=50", most=200),
                "strategy": Words("whose value it is", "optimal", most=60),
                "objective": Words("what best means", "score", most=60),
            }
        ),
        "published values, which a test holds against computed ones",
        most=100,
    ),
    "parameters": PARAMETERS,
}
"""What every file may say."""


class Written(Game):
    """A game whose rules are a text. A family says what its files hold, and makes rules of it."""

    sheet: ClassVar[Sheet]
    told: ClassVar[Mapping[str, Any]]
    """What the file says, read by the shape of the family."""
    changes: ClassVar[tuple[Change, ...]] = ()
    fields: ClassVar[Mapping[str, Shape]] = {}
    """What files of the family hold beside what every file does."""
    usual_state: ClassVar[str] = ""
    """How positions of the family are written, for files that do not say."""

    def __init_subclass__(cls, rules: Sheet | str | None = None, **more: Any) -> None:
        """Take over what the text says: of a listed game by its name, of another as it was read."""
        super().__init_subclass__(**more)
        if rules is not None:
            _take(cls, listed_sheet(rules) if isinstance(rules, str) else rules)

    @classmethod
    @abstractmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the fields of the game that these facts make."""

    @classmethod
    def doubts(cls, facts: Mapping[str, Any]) -> list[Mistake]:
        """Return what makes no sense in the file as it stands, though a parameter may leave it so."""
        return []

    @abstractmethod
    def in_words(self) -> list[str]:
        """Say what the rules mean, a line a rule, with what a designer may not have expected."""

    @classmethod
    def told_with(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the file says, with the values of its parameters in their places."""
        return _read(cls, changed(cls.sheet.data, cls.changes, values))

    @classmethod
    def with_values(cls, values: Values) -> Mapping[str, Any]:
        """Return the fields of the game that the values of its parameters make."""
        try:
            return cls.rules_of(cls.told_with(values))
        except Misfit as error:  # not in the file, but in what was changed
            raise error.cause or RulesError(error.problem.words) from None


@dataclass(frozen=True)
class WrittenRules(Written):
    """A written game with a field for each part of its rules, and one for what was changed."""

    changed: str = ""
    """Parameters that differ from the file's, as the game's name on the command line writes them."""

    @classmethod
    def from_values(cls, values: Values) -> Game:
        """Make the game from the values of its parameters, and keep those that were changed."""
        return cls(**cls.with_values(values), changed=write_values(cls.parameters, values))

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters as they were given."""
        return Values(self.parameters, read_fields(self.changed, None) if self.changed else {})


def shape_of(cls: type[Written]) -> Keys:
    """Return all that a file of a family may hold."""
    return Keys({**COMMON, **cls.fields})


def _take(cls: type[Written], sheet: Sheet) -> None:
    wrong: list[Mistake] = []
    cls.sheet = sheet
    cls.told = shape_of(cls).read(sheet.data, (), wrong)
    cls.changes = changes_of(sheet, shape_of(cls), wrong)
    if wrong:
        raise sheet.refusal(wrong)
    facts = cls.told
    cls.name = facts["name"] or File(sheet.file).stem
    cls.title = facts["title"] or cls.name
    cls.sources = tuple(facts["sources"])
    cls.parameters = (*(one.parameter for one in cls.changes), *cls.parameters)
    cls.known_values = tuple(_known(cls.name, one) for one in facts["known"])
    cls.prose = _prose(cls)
    try:
        wrong = [*_name_doubts(cls), *cls.doubts(facts)]
        made = cls.rules_of(facts)
    except Misfit as error:
        wrong = wrong or [error.problem]
    if wrong:
        raise sheet.refusal(wrong)
    for field, value in made.items():
        setattr(cls, field, value)
        cls.__annotations__[field] = Any


def _name_doubts(cls: type[Written]) -> list[Mistake]:
    """Return what nobody could ask for by its name: the game itself, or rules of thumb in the file."""
    words = "use one word, without commas, colons or equals signs"
    written, found = cls.sheet.written, []
    if "name" in written and not ONE_WORD.fullmatch(written["name"]):
        found.append(Mistake(("name",), f"A game cannot be called {quoted(written['name'])}: {words}."))
    for name in written.get("strategies", {}):
        at = ("strategies", name)
        if name in TAKEN:
            found.append(
                Mistake(at, f"{name} is played in every game: call the rule of thumb otherwise.")
            )
        elif not ONE_WORD.fullmatch(name):
            found.append(Mistake(at, f"A rule of thumb cannot be called {quoted(name)}: {words}."))
    return found


def _read(cls: type[Written], data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read what a file says once more, with what was changed in it."""
    wrong: list[Mistake] = []
    facts: Mapping[str, Any] = shape_of(cls).read(data, (), wrong)
    if wrong:
        raise RulesError(wrong[0].words)
    return facts


def placed(path: Path, make: Callable[..., Made], *given: Any) -> Made:
    """Make a part of the rules; what is wrong with it is told with its place in the file."""
    try:
        return make(*given)
    except DiceDevilError as error:
        raise Misfit(Mistake(path, str(error)), cause=error) from None


def _known(name: str, told: Mapping[str, str]) -> KnownValue:
    game = f"{name}:{told['parameters']}" if told["parameters"] else ""
    return KnownValue(
        told["question"], told["value"], told["source"], game, told["strategy"], told["objective"]
    )


def _prose(cls: type[Written]) -> dict[str, str]:
    """Return what `show` tells, under the headings that all games have."""
    facts = cls.told
    width = max((len(one.name) for one in cls.parameters), default=0)
    parameters = [
        f"{one.name:{width}}  {one.about} ({one.default or 'none'})" for one in cls.parameters
    ]
    known = [f"{one.value}: {one.question} ({one.source})." for one in cls.known_values]
    return {
        "Rules": facts["rules"] or cls.title,
        "Parameters": "\n".join(parameters) or "None.",
        "State": facts["state"] or cls.usual_state,
        "Ambiguities settled": facts["settled"] or "None.",
        "Sources": "\n".join(cls.sources) or "None.",
        "Known values": "\n".join(known) or "None.",
    }


# -- the class of a text -----------------------------------------------------------------------------


def family_of(sheet: Sheet) -> type[Written]:
    """Return the class of the family that a file names."""
    family = sheet.data.get("family")
    if not isinstance(family, str) or family not in FAMILIES:
        hint = nearest(family, FAMILIES) if isinstance(family, str) else ""
        kinds = ", ".join(FAMILIES)
        words = f"family is one of {kinds}" + (
            f", not {quoted(family)}." if family else ": it is missing."
        )
        raise sheet.refusal([Mistake(("family",), words + hint)])
    return family_class(family)


def family_class(family: str) -> type[Written]:
    """Return the class of a family."""
    module, _, name = FAMILIES[family].partition(":")
    found: type[Written] = getattr(import_module(module), name)
    return found


_CLASSES: WeakValueDictionary[Sheet, type[Written]] = WeakValueDictionary()


def class_of(sheet: Sheet) -> type[Written]:
    """Return the class that a text is: the same one as long as anybody has a game of it."""
    found = _CLASSES.get(sheet)
    return found if found is not None else _CLASSES.setdefault(sheet, _kept_class(sheet))


@lru_cache(maxsize=256)
def _kept_class(sheet: Sheet) -> type[Written]:
    """Make the class; those that were asked for last are kept, whether or not there are games."""
    family = family_of(sheet)
    name = str(sheet.data.get("name") or File(sheet.file).stem)
    spoken = "".join(part.capitalize() for part in name.split("-") if part.isidentifier()) or "Written"

    def fill(space: dict[str, Any]) -> None:
        space |= {"__module__": __name__, "__doc__": family.__doc__, "__reduce__": _as_text}
        space["__annotations__"] = {}

    made = new_class(spoken, (family,), {"rules": sheet}, fill)
    found: type[Written] = dataclass(frozen=True)(made)
    return found


def _as_text(game: Any) -> tuple[Any, ...]:
    """Travel as the text and the fields: nobody elsewhere has the class."""
    cls: Any = type(game)
    made: Any = class_of(cls.sheet)
    blank = (_blank, (cls.sheet,)) if cls is made else (object.__new__, (cls,))  # or one made from it
    return *blank, game.__getstate__()


def _blank(sheet: Sheet) -> Written:
    return object.__new__(class_of(sheet))


def is_text(game: Game) -> bool:
    """Tell whether a game is all in a text, and what was changed in it: they make it again."""
    sheet = getattr(game, "sheet", None)
    if not isinstance(sheet, Sheet) or type(game) is not class_of(sheet):
        return False
    return _made_again(sheet, getattr(game, "changed", "")) == game


def _made_again(sheet: Sheet, changed_text: str) -> Game:
    cls = class_of(sheet)
    return cls.from_texts(read_fields(changed_text, None)) if changed_text else cls()


def problems_of(sheet: Sheet) -> list[Mistake]:
    """Return everything that is wrong with a file, as far as it can be told apart."""
    try:
        family = family_of(sheet)
    except RulesError as error:
        return [_problem(error, ("family",))]
    wrong: list[Mistake] = []
    shape = shape_of(family)
    shape.read(sheet.data, (), wrong)
    changes = changes_of(sheet, shape, wrong)
    if wrong:
        return wrong
    try:
        cls = class_of(sheet)
    except RulesError as error:
        return [_problem(error)]
    return [
        problem
        for one in changes
        for word in one.choices or ()
        for problem in _choice_problems(cls, one.parameter.name, word)
    ]


def _choice_problems(cls: type[Written], name: str, word: str) -> list[Mistake]:
    """Return what is wrong with the game that a choice of a parameter makes."""
    try:
        cls.from_texts({name: word})
    except DiceDevilError as error:
        return [Mistake(("parameters", name, "choices", word), f"{name}={word}: {error}")]
    return []


def _problem(error: RulesError, at: Path = ()) -> Mistake:
    """Return what an error is about; one that was told already has its place in front."""
    return error.problem if isinstance(error, Misfit) else Mistake(at, str(error))
