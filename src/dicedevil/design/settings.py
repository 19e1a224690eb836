"""What is varied: the values that parameters of a game take in a sweep, and the games they make.

threshold=50..80        whole numbers, both ends included
target=20..200/20       every twentieth
target=50,100..300/50   some of both
joker=free,forced,none  words, as they stand in a game's name; free/forced/none says the same
dice=2d6,3d6            whatever else a parameter takes: no value has a comma

>>> varied(game_named("pig").parameters, "target=20..100/40", "pig").values
(20, 60, 100)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from types import MappingProxyType
from typing import Any

from dicedevil.errors import DiceDevilError, RulesError, TooLarge, UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.games import rules_file
from dicedevil.parameters import OneOf, Parameter, WholeNumber, YesNo, require_known, whole_number
from dicedevil.rules import Game, read_fields

MOST_SETTINGS = 10_000
"""Games that a sweep looks at."""
MOST_VARIED = 2
"""Parameters at a time: a line, or a map."""
RANGE = re.compile(r"\s*([^./\s]+)\s*\.\.\s*([^./\s]+)\s*(?:/\s*(\S+)\s*)?")
EXAMPLE = "threshold=50..80, target=20..200/20, joker=free,forced,none"

Value = int | str
"""What a parameter is set to: a number, or the text that stands in the game's name."""
Vary = str | Sequence[str] | Mapping[str, Iterable[Any]]
"""What a caller varies: one text or several, or values by parameter."""


@dataclass(frozen=True)
class Varied:
    """A parameter and the values it takes."""

    name: str
    texts: tuple[str, ...]
    """As they stand in a game's name."""
    values: tuple[Value, ...]
    """As they are told."""

    @property
    def are_numbers(self) -> bool:
        """Whether all values are numbers, which have distances."""
        return all(isinstance(value, int) for value in self.values)

    def __str__(self) -> str:
        """The parameter, and its first and last value."""
        first, last = self.texts[0], self.texts[-1]
        return f"{self.name}={first}" + (f" to {last}" if len(self.texts) > 1 else "")


@dataclass(frozen=True)
class Setting:
    """A game of a sweep: its settings, and what makes it."""

    values: Mapping[str, Value]
    name: str
    """The game's text, or what it would be."""
    game: Game | None
    """None where these settings make none."""
    spec: str | None = None
    """The text that makes it; None where only the object does."""
    refusal: DiceDevilError | None = None
    """Why they make none."""


# -- reading ----------------------------------------------------------------------------------------


def varied(parameters: Iterable[Parameter], text: str, game: str) -> Varied:
    """Read `threshold=50..80` for a game of this name; refuse values that its parameter cannot take."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not (name and equals and values):
        raise UsageError(f"Cannot read {quoted(text)}: write what is varied as in {EXAMPLE}.")
    parameter = _known(parameters, name, game)
    return _read(parameter, list(_items(parameter, values, text)))


def varied_by(parameters: Iterable[Parameter], name: str, given: Sequence[Any], game: str) -> Varied:
    """Take the values that Python gives for a parameter, each itself or as written."""
    parameter = _known(parameters, name, game)
    _require_few(f"The values of {name}", len(given))
    texts = [value if isinstance(value, str) else _written(parameter, value) for value in given]
    if not texts:
        raise UsageError(f"{name} takes no value: at least one is needed.")
    return _read(parameter, texts)


def _written(parameter: Parameter, value: Any) -> str:
    try:
        return parameter.write(value)
    except Exception:  # a kind that writes numbers only is given something else
        raise UsageError(
            f"{parameter.name} is {parameter.kind.accepts}, not {quoted(value)}."
        ) from None


def _known(parameters: Iterable[Parameter], name: str, game: str) -> Parameter:
    declared = {one.name: one for one in parameters}
    require_known(declared.values(), [name], game)
    return declared[name]


def _read(parameter: Parameter, texts: Sequence[str]) -> Varied:
    """Look at every value before any is used."""
    told: list[Value] = []
    for text in texts:
        value = parameter.read(text)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        told.append(value if is_number else text)
        if len(texts) != len(set(texts)) and texts.count(text) > 1:
            raise UsageError(f"{parameter.name}={quoted(text)} stands twice among what is varied.")
    return Varied(parameter.name, tuple(texts), tuple(told))


def _items(parameter: Parameter, values: str, text: str) -> Iterator[str]:
    """Split what is written into the texts of single values."""
    kind, count = parameter.kind, 0
    words = isinstance(kind, YesNo) or (isinstance(kind, OneOf) and "/" not in "".join(kind.words))
    for item in re.split("[,/]" if words else ",", values):
        if not item.strip():
            raise UsageError(f"Cannot read {quoted(text)}: a value is empty.")
        found = _range(item, text) if isinstance(kind, WholeNumber) and ".." in item else [item.strip()]
        count += len(found)
        _require_few(quoted(text), count)
        yield from map(str, found)


def _range(item: str, text: str) -> range:
    """Read `20..200/20`: both ends are included, where a step comes to the last one."""
    shape = RANGE.fullmatch(item)
    ends = [] if shape is None else [whole_number(part) for part in shape.groups("1")]
    if None in ends or not ends:
        raise UsageError(
            f"Cannot read {quoted(item)} in {quoted(text)}: a range is two whole numbers, as in "
            "50..80, and perhaps a step, as in 50..80/5."
        )
    first, last, step = (int(end or 0) for end in ends)
    if step < 1:
        raise UsageError(f"The step of {quoted(text)} is a whole number of at least 1, not {step}.")
    if last < first:
        raise UsageError(
            f"{quoted(item)} in {quoted(text)} is empty: a range goes up, as in {last}..{first}."
        )
    return range(first, last + 1, step)


def _require_few(what: str, count: int) -> None:
    if count > MOST_SETTINGS:
        many = f"{count:,}" if count > MOST_SETTINGS + 1 else "more"
        raise TooLarge(f"{what} are {many} settings: a sweep has at most {MOST_SETTINGS:,}.")


# -- the games --------------------------------------------------------------------------------------


def all_varied(game: Game | str, vary: Vary) -> tuple[Varied, ...]:
    """Read all that is varied in a game: one parameter or two, none of them set already."""
    asked = _listed(vary)
    if not asked:
        raise UsageError(f"Nothing is varied: say what, as in {EXAMPLE}.")
    if len(asked) > MOST_VARIED:
        raise UsageError(f"{len(asked)} parameters are varied: at most {MOST_VARIED} at a time.")
    rules, name = _beginning(game, asked), _name_of(game)
    found = []
    for one in asked:
        if isinstance(one, str):
            found.append(varied(rules.parameters, one, name))
        else:
            found.append(varied_by(rules.parameters, *one, name))
    if len(found) > 1 and found[0].name == found[1].name:
        raise UsageError(f"{found[0].name} is varied twice: write all of its values in one.")
    for each in found:
        if each.name in _given(game):
            raise UsageError(
                f"{each.name} stands in the name of the game and is varied: leave it out of one of "
                "them."
            )
    _require_few(" and ".join(map(str, found)), prod(len(each.texts) for each in found))
    return tuple(found)


def _listed(vary: Vary) -> list[str | tuple[str, list[Any]]]:
    """Return each of what is varied: as written, or a parameter with its values."""
    if isinstance(vary, str):
        return [vary]
    asked: list[str | tuple[str, list[Any]]] = []
    for one in vary:
        values = vary[one] if isinstance(vary, Mapping) else None
        if not isinstance(one, str):
            raise UsageError(f"What is varied is a text, as in {EXAMPLE}, not {quoted(one)}.")
        if values is None or isinstance(values, str):
            asked.append(one if values is None else f"{one}={values}")
        elif isinstance(values, Iterable):
            asked.append((one, list(islice(values, MOST_SETTINGS + 1))))  # it may never end
        else:
            raise UsageError(f"The values of {one} are a list, not {quoted(values)}.")
    return asked


def variants(game: Game | str, all_of: Sequence[Varied]) -> Iterator[Setting]:
    """Make the games of all settings, the last parameter the quickest to change."""
    names = [one.name for one in all_of]
    choices = (list(zip(one.texts, one.values, strict=True)) for one in all_of)
    for setting in product(*choices):
        texts = dict(zip(names, (text for text, _ in setting), strict=True))
        values = MappingProxyType(dict(zip(names, (value for _, value in setting), strict=True)))
        yield _variant(game, texts, values)


def _variant(game: Game | str, texts: dict[str, str], values: Mapping[str, Value]) -> Setting:
    spec = _with(game, texts) if isinstance(game, str) else None
    name = spec or ",".join(f"{key}={text}" for key, text in texts.items())
    try:
        made = game_named(spec) if spec is not None else _changed(game, texts)
    except DiceDevilError as error:
        return Setting(values, name, None, spec, error)
    return Setting(values, str(made) if spec is None else spec, made, spec)


def _changed(game: Any, texts: Mapping[str, str]) -> Game:
    """Return a game with other values of some parameters."""
    now = game.values  # one that is left out stands at its default
    told = {one.name: one.write(now[one.name]) for one in game.parameters if one.name in now}
    defaults = {one.name: one.default for one in game.parameters}
    written = {name: text for name, text in told.items() if text != defaults[name]}
    made: Game = type(game).from_texts({**written, **texts})
    return made


def _with(spec: str, texts: Mapping[str, str]) -> str:
    """Write more parameters behind a game's text."""
    more = ",".join(f"{key}={text}" for key, text in texts.items())
    return f"{spec.strip()}{',' if _given(spec) else ':'}{more}"


def _given(game: Game | str) -> Mapping[str, Any]:
    """Return the parameters that stand in the text of a game."""
    if not isinstance(game, str):
        return {}
    found = rules_file(game.strip())
    if found is not None:
        return found[1]
    _, _, parameters = game.strip().partition(":")
    return read_fields(parameters, None) if parameters else {}


def _name_of(game: Game | str) -> str:
    """Return what a game is called, without parameters."""
    if not isinstance(game, str):
        return game.name or type(game).__name__
    found = rules_file(game.strip())
    return found[0].name if found else game.strip().partition(":")[0]


def _beginning(game: Game | str, asked: Sequence[str | tuple[str, list[Any]]]) -> Game:
    """Return the game as it stands; one that needs what is varied, with the first value of that."""
    if not isinstance(game, str):
        return game
    try:
        return game_named(game)
    except RulesError as error:
        begun = dict(_first(one) for one in asked)
        try:
            return game_named(_with(game, begun))
        except DiceDevilError:
            raise error from None


def _first(asked: str | tuple[str, list[Any]]) -> tuple[str, str]:
    """Return a parameter and the first of its values, without knowing what it takes."""
    if not isinstance(asked, str):
        return asked[0], str(asked[1][0] if asked[1] else "")
    name, _, values = asked.partition("=")
    return name.strip(), re.split(r",|\.\.", values)[0].strip()
