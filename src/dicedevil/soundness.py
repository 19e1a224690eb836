"""What rules may tell: rolls with whole weights, whole points, choices that can be counted.

Anything else is refused in words, and where rules fail, their file and line are told.

Games of our own roll `Dice`, whose weights are whole by construction. What anybody else's class tells
is looked at as it is told, whoever asks (`Game.__init_subclass__`): a weight of 1/6, or one below 0,
would make an "exact" value wrong without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import isfunction, unwrap
from itertools import islice
from typing import Any

from dicedevil.errors import DiceDevilError, PositionError, RulesError, error_words, quoted

RULES_FILE = "<run_path>"
"""What Python calls the module of a rules file."""
HEAVIEST = 2**1000
"""No roll weighs more: sums of weights must have a nearest float."""
MOST_TOLD = 1_000_000
"""No more choices or roots are told at once: what tells more may never end."""
OURS = (DiceDevilError, KeyboardInterrupt, MemoryError)
"""What is not the fault of rules in which it is met."""
_WHOLE, _TUPLES = {int}, {tuple}


class Strangers:
    """Rules that come in a file, and who looks after them while they run."""

    def __init__(self) -> None:
        self.watch: Callable[[], None] = lambda: None  # told before the first file is run
        self.are_here = False

    def come(self) -> None:
        """Say that a file is going to be run."""
        if not self.are_here:
            self.are_here = True
            self.watch()


strangers = Strangers()


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


def require_state(game: Any, state: object) -> None:
    """Refuse what a caller gave as a state if the rules do not know what to make of it."""
    try:
        hash(state)
        game.is_over(state)
    except DiceDevilError:
        raise
    except Exception:  # whatever rules do with what is no state of theirs
        raise PositionError(f"{quoted(state)} is no state of {game}.") from None


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
    for place, (roll, weight) in enumerate(rolls.items()):
        if place >= MOST_TOLD:
            raise RulesError(f"In {game} more than {MOST_TOLD:,} rolls are told at {quoted(state)}.")
        if not isinstance(roll, tuple):
            raise RulesError(
                f"In {game} the roll {quoted(roll)} at {quoted(state)} is not a sorted tuple of faces."
            )
        if not is_weight(weight):
            raise RulesError(weight_problem(game, state, roll, weight))
    if not rolls and not game.is_over(state):
        raise RulesError(
            f"In {game} nothing can be rolled at {quoted(state)}, though the game is not over."
        )


def looked_at(cls: type) -> None:
    """Have what a class tells by functions of its own looked at as it is told."""
    for name, look in LOOKS.items():
        told = vars(cls).get(name)
        if told is not None and not hasattr(told, "is_looked_at"):  # classes with slots are made twice
            ask = told if isfunction(told) else _bound(told)
            looking = wraps(told)(look(name, ask))
            looking.is_looked_at, looking.ask = True, ask  # type: ignore[attr-defined]
            setattr(cls, name, looking)


def is_strangers(game: object) -> bool:
    """Tell whether a game's functions are somebody's own."""
    return hasattr(getattr(type(game), "play", None), "is_looked_at")


def unlooked_rolls(game: Any, state: object) -> Any:
    """Return what a game tells, looked at or not: for whoever looks for more than one mistake."""
    told = type(game).rolls
    ask = told.ask if hasattr(told, "is_looked_at") else told
    return ask(game, state)


def _bound(told: Any) -> Callable[..., Any]:
    """Return a function of the game for a method that is remembered, static, or the like."""
    return lambda game, *asked: told.__get__(game, type(game))(*asked)


# -- rules that fail -------------------------------------------------------------------------------


class RulesFailed(RulesError):
    """Rules that raised something themselves: where, and what."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(place, what)
        self.place, self.what = place, what

    def __str__(self) -> str:
        """Blame them."""
        return (
            f"The rules failed in {self.place}: {self.what}. "
            "`dicedevil check` looks for mistakes in rules."
        )


def failure(ask: Any, error: BaseException) -> RulesFailed:
    """Say where somebody's rules failed, and how: the last line of their file that was running."""
    asked = unwrap(ask)
    code = getattr(asked, "__code__", None) or getattr(type(asked).__call__, "__code__", None)
    file, first = (code.co_filename, code.co_firstlineno) if code else ("", 0)
    line = [first, *lines_in(file, error)][-1]
    return RulesFailed(f"{quoted(file)}, line {line}", error_words(error))


def lines_in(file: str, error: BaseException) -> list[int]:
    """Return the lines of a file that were running when something failed, the innermost last."""
    found, trace = [], error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            found.append(trace.tb_lineno)
        trace = trace.tb_next
    return found


def _rolls_looked_at(_: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    def rolls(game: Any, state: Any) -> Any:
        try:
            told = ask(game, state)
        except OURS:
            raise
        except BaseException as error:  # SystemExit too: rules do not end the program
            raise failure(ask, error) from error
        weights = told.values() if type(told) is dict else ()
        # The look that almost every roll passes has to be a quick one.
        whole = set(map(type, weights)) == _WHOLE and set(map(type, told)) == _TUPLES
        if not whole or not 1 <= min(weights) <= max(weights) <= HEAVIEST:
            require_rolls(game, state, told)
        return told

    return rolls


def _play_looked_at(_: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    def play(game: Any, state: Any, roll: Any, choice: Any) -> Any:
        try:
            told = ask(game, state, roll, choice)
        except OURS:
            raise
        except BaseException as error:
            raise failure(ask, error) from error
        if type(told) is not tuple or len(told) != 2 or type(told[0]) is not int:
            require_outcome(game, state, told)
        if not _can_be_key(told[1]):
            raise RulesError(
                f"In {game} play at {quoted(state)} leads to {quoted(told[1])}, not {_KEY[1]}."
            )
        return told

    return play


def _choices_looked_at(_: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    def choices(game: Any, state: Any, roll: Any) -> Any:
        try:
            told = ask(game, state, roll)
        except OURS:
            raise
        except BaseException as error:
            raise failure(ask, error) from error
        if type(told) is not tuple and type(told) is not list:
            require_choices(game, state, roll, told)
        if not _can_be_key(told if type(told) is tuple else tuple(told)):
            raise RulesError(
                f"In {game} the choices at {quoted(state)} are {quoted(told)}: a choice must do as a "
                "key, as texts, numbers and tuples do."
            )
        return told

    return choices


def require_choices(game: Any, state: object, roll: object, choices: Any) -> None:
    """Refuse choices that cannot be counted, or never end."""
    if not isinstance(choices, Sequence) or isinstance(choices, str) or len(choices) > MOST_TOLD:
        raise RulesError(
            f"In {game} the choices at {quoted(state)} with the roll {quoted(roll)} are "
            f"{quoted(choices)}: choices are a tuple or a list, of at most {MOST_TOLD:,}."
        )


def _looked_at(name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    """Look at what is not asked for all the time."""
    right, what = TOLD.get(name, (None, ""))

    def looking(game: Any, *given: Any, **named: Any) -> Any:
        try:
            told = ask(game, *given, **named)
            if name == "roots":
                told = _counted(game, told)
            fine = right is None or right(told)
        except OURS:
            raise
        except BaseException as error:
            raise failure(ask, error) from error
        if not fine:
            at = f" at {quoted(given[0])}" if given else ""
            raise RulesError(f"In {game} {name}{at} gave {quoted(told)}, not {what}.")
        return told

    return looking


def _counted(game: Any, roots: Any) -> tuple[Any, ...]:
    """Return the roots one by one; they must come to an end."""
    found = tuple(islice(roots, MOST_TOLD + 1))
    if len(found) > MOST_TOLD:
        raise RulesError(f"In {game} roots() tells more than {MOST_TOLD:,} states: does it ever end?")
    return found


def _is_whole(told: Any) -> bool:
    return hasattr(told, "__index__")


def _can_choose(told: Any) -> bool:
    return callable(told) or hasattr(told, "name")


def _can_be_key(told: Any) -> bool:
    try:
        hash(told)
    except TypeError:
        return False
    return True


_KEY = (_can_be_key, "a state: it cannot be a key; use int, tuple or NamedTuple")
_WORDS = (lambda told: isinstance(told, str), "a text")
TOLD: dict[str, tuple[Callable[[Any], bool], str]] = {
    "start": _KEY,
    "start_for": _KEY,
    "progress": (_is_whole, "a whole number"),
    "size": (
        lambda told: told is None or (len(told) == 2 and all(map(_is_whole, told))),
        "two whole numbers, or None",
    ),
    "to_move": (lambda told: told in (0, 1), "a player's number: 0 or 1"),
    "win_share": (lambda told: 0 <= told <= 1, "a share between 0 and 1"),
    **dict.fromkeys(
        ("turns_played", "turns_in_all"),
        (lambda told: told is None or _is_whole(told), "a whole number, or None"),
    ),
    "stage": (_is_whole, "a whole number"),
    "box": (lambda told: told is None or isinstance(told, str), "a name, or None"),
    "roots": (lambda told: bool(told) and all(map(_can_be_key, told)), "at least one state"),
    "expand": (
        lambda told: told is None or (len(told) == 5 and all(hasattr(one, "__len__") for one in told)),
        "five arrays, or None",
    ),
    "strategies": (
        lambda told: (
            isinstance(told, Mapping)
            and all(isinstance(name, str) and _can_choose(one) for name, one in told.items())
        ),
        "functions (state, roll) -> choice by name, a dict",
    ),
    "own_strategy": (lambda told: told is None or _can_choose(told), "a function, or None"),
    "view": (lambda told: hasattr(told, "start"), "a Game"),
    "read_state": (lambda told: hasattr(told, "state"), "a Position"),
    "read_roll": (lambda told: isinstance(told, tuple), "a tuple of faces"),
    **dict.fromkeys(("write_state", "write_roll", "write_choice"), _WORDS),
}
"""What is right, and what it is called."""
LOOKS = {
    "rolls": _rolls_looked_at,
    "play": _play_looked_at,
    "choices": _choices_looked_at,
    **dict.fromkeys((*TOLD, "is_over", "ends_turn", "is_in_turn"), _looked_at),
    **dict.fromkeys(("read_position", "read_choice", "require_roll"), _looked_at),
}
"""All that rules tell, and who looks at it."""
