"""The public doors: what a caller gives is checked once, against what the door says it takes.

`dicedevil.solve` and all other functions that the package hands out are wrapped here. Their annotations
are the rule: whatever does not fit is refused in words, before anything begins. Code inside the house
calls the functions themselves.
"""

from __future__ import annotations

import collections.abc as abc
import inspect
import sys
import types
import typing
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from dicedevil.errors import UsageError, quoted

WORDS: dict[Any, str] = {
    bool: "True or False",
    float: "a number",
    int: "a whole number",
    str: "a text",
    type(None): "None",
}
_NAMES = {
    "Executor": "an executor of threads",
    "Game": "a game",
    "Objective": "an objective such as dd.MaxScore()",
    "Strategy": "a strategy",
}


def handed_out(thing: Any, name: str) -> Any:
    """Return a function, or a class, that checks what it is given."""
    if isinstance(thing, type):
        thing.__init__ = door(thing.__init__, name)  # type: ignore[misc]  # the same, and checked
        return thing
    return door(thing, name)


def door(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function that checks what it is given, as the package hands it out."""

    @wraps(function)
    def checked(*given: Any, **named: Any) -> Any:
        require_arguments(function, name, given, named)
        return function(*given, **named)

    checked.__module__, checked.__qualname__ = "dicedevil", name  # so that it can be pickled
    return checked


def require_arguments(
    function: Callable[..., Any], name: str, given: tuple[Any, ...], named: dict[str, Any]
) -> dict[str, Any]:
    """Refuse arguments that are not what a function says it takes; return them by name."""
    signature, hints = _taken(function)
    bound = signature.bind(*given, **named)  # a wrong number of arguments is Python's to refuse
    for argument, value in bound.arguments.items():
        if signature.parameters[argument].kind in (
            inspect.Parameter.VAR_POSITIONAL,
            inspect.Parameter.VAR_KEYWORD,
        ):
            continue
        require(value, hints.get(argument, Any), f"{name}(): {argument}")
    return bound.arguments


Method = TypeVar("Method", bound=Callable[..., Any])


def checked(method: Method) -> Method:
    """Check what a method is given, as `door` does for functions."""
    wrapper: Any = door(method, method.__qualname__)
    wrapper.__module__ = method.__module__
    return wrapper  # type: ignore[no-any-return]  # the same, and checked


@cache
def _taken(function: Callable[..., Any]) -> tuple[inspect.Signature, dict[str, Any]]:
    home = sys.modules[function.__module__]
    hints = {}
    for argument, written in function.__annotations__.items():
        if argument != "return":
            hints[argument] = _meant(written, vars(home))
    return inspect.signature(function), hints


def _meant(written: Any, names: dict[str, Any]) -> Any:
    """Return the type that an annotation means; one that only type checkers know says nothing."""
    if not isinstance(written, str):
        return written
    try:
        return eval(written, {**_late(), **names})
    except NameError:
        return Any


@cache
def _late() -> dict[str, Any]:
    """Return what modules name for type checkers only: to load it would cost every answer time."""
    from concurrent.futures import Executor

    return {"Executor": Executor}


def require(value: Any, kind: Any, what: str) -> None:
    """Refuse a value that is not of a kind."""
    if not fits(value, kind):
        raise UsageError(f"{what} is {described(kind)}, not {quoted(value)}.")


def fits(value: Any, kind: Any) -> bool:
    """Tell whether a value is what an annotation says; what it cannot say is not asked."""
    if kind is Any:
        return True
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, one) for one in typing.get_args(kind))
    if origin is typing.Literal:
        return value in typing.get_args(kind)
    if origin in (abc.Sequence, abc.Iterable, abc.Collection, list):
        return isinstance(value, origin) and not isinstance(value, (str, bytes, abc.Mapping))
    if origin is tuple:
        return isinstance(value, (tuple, list))
    if origin is abc.Callable or kind is abc.Callable:
        return callable(value)
    if origin is not None:
        return not isinstance(origin, type) or isinstance(value, origin)
    if kind is None:
        return value is None
    return not isinstance(kind, type) or _is(value, kind)


def _is(value: Any, kind: type) -> bool:
    if kind in (int, float) and hasattr(value, "__len__"):
        return False  # arrays can be taken for numbers, and are none
    if kind is int:
        return isinstance(value, typing.SupportsIndex) and not isinstance(value, (bool, type))
    if kind is float:
        number = isinstance(value, typing.SupportsFloat) and not isinstance(value, (bool, type))
        return number and value == value
    if getattr(kind, "_is_protocol", False):
        return True  # whatever has the methods; who lacks one is told where it is called
    return isinstance(value, kind)


def described(kind: Any) -> str:
    """Say what an annotation asks for."""
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        parts = list(dict.fromkeys(described(one) for one in typing.get_args(kind)))
        return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    if origin is typing.Literal:
        return " or ".join(repr(one) for one in typing.get_args(kind))
    if origin in (abc.Sequence, abc.Iterable, abc.Collection, list, tuple):
        return "a list"
    if origin is abc.Callable or kind is abc.Callable:
        return "a function"
    name = getattr(kind, "__name__", str(kind))
    return WORDS.get(kind) or _NAMES.get(name) or f"a {name}"
