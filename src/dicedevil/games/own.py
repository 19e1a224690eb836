"""Games of one's own: a `.py` file is run, and makes a game.

The fields of its dataclass are the parameters, `tug.py:half=10`: what a value may be follows from the
annotation and the default. A class may also declare `parameters` itself, as the listed games do.

The file is a program. Whoever names one has it executed, with all that it does.
"""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import partial
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from dicedevil.dice import Dice
from dicedevil.errors import DiceDevilError, RulesError, UsageError, error_words, listed, quoted
from dicedevil.parameters import (
    FARTHEST,
    Kind,
    Numbers,
    OneOf,
    Parameter,
    SomeDice,
    Text,
    WholeNumber,
    YesNo,
    require_known,
)
from dicedevil.rules import Game
from dicedevil.soundness import LOOKS, RULES_FILE, lines_in, strangers
from dicedevil.strategy import Strategy

UNSET = "none"
"""How the value None of a parameter is written."""
MOST_BYTES = 1_000_000
"""Of a file that is run."""


def own_game(path: Path, texts: Mapping[str, str]) -> Game:
    """Run a Python file and take its `game`, or the only Game class it defines."""
    made = _made(path, texts, run(path))
    try:
        require_usable(made)
    except Exception as error:
        raise RulesError(
            f"{quoted(str(path))} makes a game that cannot be used: {error_words(error)}."
        ) from error
    return made


def require_usable(game: Game) -> None:
    """Refuse a game that cannot be compared, named or solved: it raises what is wrong."""
    hash(game)
    str(game)
    for home, what in ((game.solved_in, "LANES"), (game.drawn_in, "__name__")):
        if home:
            getattr(import_module(home), what)
    taken = sorted(set(LOOKS) & set(getattr(game, "__dict__", ())))
    if taken:
        raise RulesError(f"the field {taken[0]} has the name of a rule")


def _made(path: Path, texts: Mapping[str, str], names: Mapping[str, Any]) -> Game:
    made = names.get("game")
    cls = type(made) if isinstance(made, Game) else only_class(path, names)
    if not isinstance(cls.parameters, tuple):
        raise RulesError(f"{quoted(str(path))}: parameters are a tuple, not {quoted(cls.parameters)}.")
    inferred = cls.__module__ == RULES_FILE and not cls.parameters
    if inferred:
        cls.parameters = field_parameters(cls, names)
    require_known(cls.parameters, texts, path.name)
    try:
        if not isinstance(made, Game):
            needed = any(one.needed for one in cls.parameters)
            return cls.from_texts(texts) if texts or needed else cls()
        if not texts:
            return made
        if inferred:
            declared = {one.name: one for one in cls.parameters}
            given = {declared[key].attribute: declared[key].read(text) for key, text in texts.items()}
            return replace(made, **given)  # type: ignore[type-var]  # only dataclasses have inferred ones
        written = {one.name: one.write(made.values[one.name]) for one in cls.parameters}
        return cls.from_texts({**written, **texts})
    except DiceDevilError:
        raise
    except Exception as error:  # what a stranger's class thinks of its arguments
        told = ",".join(f"{key}={value}" for key, value in texts.items())
        of = f" of {quoted(told)}" if told else ""
        raise RulesError(
            f"{quoted(str(path))} cannot make a {cls.__name__}{of}: {error_words(error)}."
        ) from error


def require_small(path: Path, most: int) -> None:
    """Refuse a file that is far too large for rules, before it is read."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise RulesError(f"Cannot read {quoted(str(path))}: {error.strerror or error}.") from None
    if size > most:
        raise RulesError(f"{quoted(str(path))} has {size:,} bytes: rules have at most {most:,}.")


def run(path: Path) -> dict[str, Any]:
    """Run a Python file and return its names."""
    import runpy

    require_small(path, MOST_BYTES)
    strangers.come()
    try:
        return runpy.run_path(str(path), {"print": partial(print, file=sys.stderr)})
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # a rules file may do anything, even try to leave
        line = lines_in(str(path), error)[-1:]
        where = f", line {line[0]}," if line else ""
        raise RulesError(f"{quoted(str(path))}{where} failed: {error_words(error)}.") from error


def own_function(spec: str) -> Strategy | None:
    """Take a strategy from `FILE.py` or `FILE.py:NAME`; None for a name of another kind."""
    path, colon, name = spec.partition(".py")
    if not path or (colon and name and not name.startswith(":")) or not colon:
        return None
    file = Path(path + ".py")
    if not file.is_file():
        raise UsageError(f"There is no file {quoted(str(file))} to take a strategy from.")
    names = run(file)
    functions = {
        key: one
        for key, one in names.items()
        if isfunction(one) and one.__module__ == RULES_FILE and not key.startswith("_")
    }
    wanted = name[1:]
    if wanted not in functions and (wanted or len(functions) != 1):
        has = f"it has {listed(functions)}" if functions else "it has none"
        raise UsageError(
            f"{quoted(str(file))} should have one function (state, roll) -> choice, or say which: "
            f"FILE.py:NAME; {has}."
        )
    wanted = wanted or next(iter(functions))
    return Strategy(wanted, functions[wanted])


def only_class(path: Path, names: Mapping[str, Any]) -> type[Game]:
    """Return the only Game class among the names of a file."""
    classes = [
        value
        for value in names.values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == RULES_FILE
    ]
    if len(classes) != 1:
        raise RulesError(f"{quoted(str(path))} should set `game = YourGame()`, or define one Game.")
    return classes[0]


def prose(path: Path) -> str:
    """Return the text at the top of a Python file, without running it."""
    try:
        return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


# -- fields as parameters --------------------------------------------------------------------------


def field_parameters(cls: type[Game], names: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """Return the parameters that the fields of a dataclass are, of the kinds that can be written."""
    if not is_dataclass(cls) or cls.values is not Game.values:  # a field may be called `values`
        return ()
    found = (_parameter(one, names) for one in fields(cls) if one.init)
    return tuple(one for one in found if one is not None)


def _parameter(one: Field[Any], names: Mapping[str, Any]) -> Parameter | None:
    default = one.default
    if one.default_factory is not MISSING:
        default = one.default_factory()
    annotation = _annotation(one, names)
    kind = _kind_of(annotation, default)
    if kind is None:
        return None
    needed, unset = default is MISSING, default is None
    return Parameter(
        one.name.replace("_", "-"),
        "" if needed else UNSET if unset else kind.write(default),
        kind,
        str(one.metadata.get("about", "")) or (kind.accepts if isinstance(kind, OneOf) else kind.name),
        may_be_unset=unset,
        needed=needed,
    )


def _annotation(one: Field[Any], names: Mapping[str, Any]) -> Any:
    """Return the type of a field; a text (`from __future__ import annotations`) is looked up."""
    if not isinstance(one.type, str):
        return one.type
    try:
        return eval(one.type, dict(names))  # the file has been run already
    except Exception:
        return None


def _kind_of(annotation: Any, default: Any) -> Kind | None:
    """Return the kind of parameter a field is, by its annotation, else by its default."""
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(one for one in get_args(annotation) if one is not type(None))
    if get_origin(annotation) is Literal and all(isinstance(one, str) for one in get_args(annotation)):
        return OneOf(get_args(annotation))
    if get_origin(annotation) is tuple and set(get_args(annotation)) <= {int, ...}:
        return Numbers()
    if isinstance(default, tuple) and default and all(type(one) is int for one in default):
        return Numbers()
    simple = annotation if default is MISSING or default is None else type(default)
    return KINDS.get(simple) if isinstance(simple, type) else None


KINDS: dict[type, Kind] = {
    bool: YesNo(),
    int: WholeNumber(-FARTHEST, FARTHEST),
    str: Text(),
    Dice: SomeDice(),
}
