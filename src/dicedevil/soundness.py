"""What rules may tell: rolls with whole weights, and whole points. Anything else is refused in words.

Games of our own roll `Dice`, whose weights are whole by construction. What anybody else's class tells
is looked at as it is told, whoever asks (`Game.__init_subclass__`): a weight of 1/6, or one below 0,
would make an "exact" value wrong without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import isfunction
from typing import Any

from dicedevil.errors import RulesError, quoted

HEAVIEST = 2**1000
"""No roll weighs more: sums of weights must have a nearest float."""
_WHOLE = {int}


def is_weight(weight: object) -> bool:
    """Tell whether this is a whole number that a roll may weigh."""
    # NumPy's whole numbers overflow without a word, and True is a slip rather than a weight.
    return isinstance(weight, int) and not isinstance(weight, bool) and 1 <= weight <= HEAVIEST


def weight_problem(game: object, state: object, roll: object, weight: object) -> str:
    """Say that a weight is none."""
    return (
        f"In {game} the roll {quoted(roll)} at {quoted(state)} weighs {quoted(weight)}: weights are "
        "Python's whole numbers, at least 1 (and at most 2^1000)."
    )


def require_outcome(game: object, state: object, outcome: Any) -> None:
    """Refuse what is not (points, next state), and points that would make exact values inexact."""
    if not isinstance(outcome, tuple) or len(outcome) != 2:
        raise RulesError(
            f"In {game} play at {quoted(state)} gave {quoted(outcome)}, not (points, next state)."
        )
    if not isinstance(outcome[0], int):
        raise RulesError(
            f"In {game} play at {quoted(state)} gave {quoted(outcome[0])} points: points are Python's "
            "whole numbers."
        )


def require_rolls(game: Any, state: object, rolls: Any) -> None:
    """Refuse what is not a mapping of rolls to weights, and a game that goes on without a roll."""
    if not isinstance(rolls, Mapping):
        raise RulesError(
            f"In {game} the rolls at {quoted(state)} are {quoted(rolls)}: rolls are a dict of weights."
        )
    for roll, weight in rolls.items():
        if not is_weight(weight):
            raise RulesError(weight_problem(game, state, roll, weight))
    if not rolls and not game.is_over(state):
        raise RulesError(
            f"In {game} nothing can be rolled at {quoted(state)}, though the game is not over."
        )


def looked_at(cls: type) -> None:
    """Have what a class tells by functions of its own looked at as it is told."""
    for name, look in (("rolls", _rolls_looked_at), ("play", _play_looked_at)):
        told = vars(cls).get(name)
        if told is not None and not hasattr(told, "is_looked_at"):  # classes with slots are made twice
            ask = told if isfunction(told) else _bound(told)
            looking = wraps(told)(look(ask))
            looking.is_looked_at, looking.ask = True, ask  # type: ignore[attr-defined]
            setattr(cls, name, looking)


def unlooked_rolls(game: Any, state: object) -> Any:
    """Return what a game tells, looked at or not: for whoever looks for more than one mistake."""
    told = type(game).rolls
    ask = told.ask if hasattr(told, "is_looked_at") else told
    return ask(game, state)


def _bound(told: Any) -> Callable[..., Any]:
    """Return a function of the game for a method that is remembered, static, or the like."""
    return lambda game, *asked: told.__get__(game, type(game))(*asked)


def _rolls_looked_at(ask: Callable[..., Any]) -> Callable[..., Any]:
    def rolls(game: Any, state: Any) -> Any:
        told = ask(game, state)
        weights = told.values() if type(told) is dict else ()
        # The look that almost every roll passes has to be a quick one.
        if set(map(type, weights)) != _WHOLE or not 1 <= min(weights) <= max(weights) <= HEAVIEST:
            require_rolls(game, state, told)
        return told

    return rolls


def _play_looked_at(ask: Callable[..., Any]) -> Callable[..., Any]:
    def play(game: Any, state: Any, roll: Any, choice: Any) -> Any:
        told = ask(game, state, roll, choice)
        if type(told) is not tuple or len(told) != 2 or type(told[0]) is not int:
            require_outcome(game, state, told)
        return told

    return play
