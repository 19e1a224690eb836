"""Parameters of a rules file: places in it that can be changed in the game's name.

    [parameters]
    threshold = "upper.threshold"                                   mine.toml:threshold=50
    rolls = { changes = "rerolls", about = "how often one rolls again" }
    bonus = { about = "whether there is one", choices = { yes = {}, no = { "upper.bonus" = 0 } } }

What a value may be follows from the place, and the default is what stands there. A parameter with
choices is a word, and each word changes what it says; the first one is the file as it stands.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.errors import nearest, quoted
from dicedevil.parameters import Kind, NamesOf, OneOf, Parameter, YesNo
from dicedevil.written.shape import (
    NEEDED,
    Either,
    Keys,
    Leaf,
    Mistake,
    Named,
    Path,
    Shape,
    Whatever,
    Words,
    as_text,
    as_toml,
    path_text,
)
from dicedevil.written.sheet import Sheet

PARAMETERS = Named(
    Either(
        (
            Words(most=200),
            Keys(
                {
                    "changes": Words("the place in this file that it changes: upper.bonus", most=200),
                    "about": Words("what it is, in a few words", most=500),
                    "choices": Named(
                        Named(Whatever(), most=50),
                        "the words it may be, each with what it changes; the first is the default",
                        default={},
                        most=50,
                    ),
                }
            ),
        )
    ),
    "what can be changed in the game's name: a name and a place in this file",
    default={},
    most=50,
)


@dataclass(frozen=True)
class Change:
    """A parameter, and what its values change."""

    parameter: Parameter
    place: Path = ()
    choices: Mapping[str, Mapping[Path, Any]] | None = None

    def made(self, data: dict[str, Any], value: Any) -> None:
        """Change the data of a file by a value of the parameter."""
        if self.choices is None:
            _set(data, self.place, self._chosen(data, value))
            return
        for place, one in self.choices[self.parameter.kind.write(value)].items():
            _set(data, place, one)

    def _chosen(self, data: Mapping[str, Any], value: Any) -> Any:
        if not isinstance(self.parameter.kind, NamesOf):
            return as_toml(value)
        table = _get(data, self.place)
        return {name: table[name] for name in value} if isinstance(table, Mapping) else list(value)


def changes_of(sheet: Sheet, shape: Keys, wrong: list[Mistake]) -> tuple[Change, ...]:
    """Return the parameters that a file declares; note those that change nothing there is.

    One that is taken over from another file goes where what it changes is no longer there.
    """
    declared, own = (some.get("parameters", {}) for some in (sheet.data, sheet.written))
    if not isinstance(declared, Mapping) or not isinstance(own, Mapping):
        return ()  # the shape has noted it
    found = []
    for name, one in declared.items():
        noted = wrong if name in own else []
        found.append(_change(name, one, sheet.data, shape, noted))
    return tuple(one for one in found if one is not None)


def changed(data: Mapping[str, Any], changes: tuple[Change, ...], values: Mapping[str, Any]) -> Any:
    """Return the data of a file with the values of its parameters in their places."""
    made = copy.deepcopy(dict(data))
    for one in changes:
        name = one.parameter.name
        if name in values and one.parameter.write(values[name]) != one.parameter.default:
            one.made(made, values[name])
    return made


def _change(
    name: str, told: Any, data: Mapping[str, Any], shape: Keys, wrong: list[Mistake]
) -> Change | None:
    at: Path = ("parameters", name)
    if not name or any(sign in name for sign in " ,=:"):
        wrong.append(Mistake(at, f"A parameter cannot be called {quoted(name)}: use one word."))
        return None
    told = {"changes": told} if isinstance(told, str) else told
    if not isinstance(told, Mapping):
        return None
    choices = told.get("choices")
    if bool(choices) == ("changes" in told):
        wrong.append(Mistake(at, f"{path_text(at)} has changes (a place in this file) or choices."))
        return None
    if choices:
        return _by_choice(name, told, data, shape, wrong)
    return _by_place(name, told, data, shape, wrong)


def _by_place(
    name: str, told: Mapping[str, Any], data: Mapping[str, Any], shape: Keys, wrong: list[Mistake]
) -> Change | None:
    at, place = ("parameters", name), _place(told["changes"])
    found = shape.within(place, data)
    if not isinstance(found, Leaf):
        words = f"{path_text(at)} changes {quoted(told['changes'])}, where nothing can be changed."
        wrong.append(Mistake(at, words + _hint(told["changes"], shape)))
        return None
    default = _get(data, place)
    default = found.default if default is None else default
    if default is None:  # nothing stands there: so says the parameter, unless it is given
        about = str(told.get("about") or found.about)
        return Change(Parameter(name, "", found.kind, about, may_be_unset=True), place)
    if default is NEEDED:
        words = f"{path_text(at)} changes {quoted(told['changes'])}: write what holds without it there."
        wrong.append(Mistake(at, words))
        return None
    text = found.kind.write(tuple(default)) if isinstance(default, Mapping) else as_text(default)
    about = told.get("about") or found.about
    return Change(Parameter(name, _normal(found.kind, text), found.kind, str(about)), place)


def _by_choice(
    name: str, told: Mapping[str, Any], data: Mapping[str, Any], shape: Keys, wrong: list[Mistake]
) -> Change | None:
    at, words = ("parameters", name), tuple(map(str, told["choices"]))
    kind: Kind = YesNo() if set(words) == {"yes", "no"} else OneOf(words)
    choices: dict[str, dict[Path, Any]] = {}
    for word, sets in told["choices"].items():
        choices[word] = {}
        for text, value in sets.items() if isinstance(sets, Mapping) else ():
            place = _place(text)
            if shape.within(place, data) is None:
                where = (*at, "choices", word, text)
                said = f"{quoted(text)} is no place in this file.{_hint(text, shape)}"
                wrong.append(Mistake(where, said))
                return None
            choices[word][place] = value
    if choices[words[0]]:
        said = f"The first choice is the file as it stands: {words[0]} changes nothing, and is {{}}."
        wrong.append(Mistake((*at, "choices", words[0]), said))
        return None
    return Change(Parameter(name, words[0], kind, str(told.get("about", ""))), choices=choices)


def _normal(kind: Kind, text: str) -> str:
    """Return a default as `write` writes values: by its text it can be told from others."""
    try:
        return kind.write(kind.read(text))
    except Exception:  # the shape has noted what is wrong with it
        return text


def _hint(text: str, shape: Shape) -> str:
    known = [path_text(path) for path in _leaves(shape)]
    return nearest(text, known)


def _leaves(shape: Shape, path: Path = ()) -> list[Path]:
    if not isinstance(shape, Keys):
        return [] if isinstance(shape, Words) else [path]
    return [leaf for key, one in shape.fields.items() for leaf in _leaves(one, (*path, key))]


def _place(text: object) -> Path:
    return tuple(str(text).split("."))


def _get(data: Any, place: Path) -> Any:
    for key in place:
        if isinstance(data, list):
            data = data[int(key) - 1]
        else:
            data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _set(data: dict[str, Any], place: Path, value: Any) -> None:
    """Put a value where a path leads; lists count from 1."""
    here: Any = data
    for key in place[:-1]:
        here = here[int(key) - 1] if isinstance(here, list) else here.setdefault(key, {})
    if isinstance(here, list):
        here[int(place[-1]) - 1] = value
    else:
        here[place[-1]] = value
