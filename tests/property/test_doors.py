"""The public doors: whatever is given, the answer or a refusal in words, never a bare exception."""

from __future__ import annotations

import inspect
import math
import pickle
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.coach.records import Move
from dicedevil.errors import DiceDevilError, UsageError

BAD: tuple[Any, ...] = (
    None, "", "nobody", 0, -1, 1.5, math.nan, math.inf, True, [], {}, (), object(), b"x", Exception(),
    range(3), "x" * 200, 10**400, 1j, set(), np.zeros(2),
)  # fmt: skip
FITTING = {
    "game": "klappenspiel:tiles=3",
    "strategy": "random",
    "against": "random",
    "players": ["random", "random"],
    "who": "random",
    "kind": "value",
    "targets": [1],
    "vary": "sides=4..5",
    "measure": "mean",
    "to": 0.1,
}
LOST = (Move(0, "23", "flip 2+3"), Move(0, "35", "flip 8"), Move(0, "12", "stop"))
"""A game of klappenspiel."""
FUNCTIONS = [name for name in dd.__all__ if inspect.isfunction(getattr(dd, name))]
CLASSES = ("Budget", "Die", "Dice", "DynS", "EMP", "ReachTarget", "ReachWithin", "Standings")
QUICK = {"games": 10}


def calls(name: str) -> list[dict[str, Any]]:
    """Return calls with one argument that does not fit, the others fitting."""
    taken = inspect.signature(getattr(dd, name)).parameters.values()
    named = [one for one in taken if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    needed = {one.name: FITTING.get(one.name, 1) for one in named if one.default is one.empty}
    quick = {key: value for key, value in QUICK.items() if key in {one.name for one in named}}
    return [{**quick, **needed, one.name: bad} for one in named for bad in BAD]


def refusal(function: Any, *given: Any, **named: Any) -> str:
    """Return the words with which a call is refused; nothing if it is answered."""
    try:
        function(*given, **named)
    except DiceDevilError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_whatever_is_given(name: str) -> None:
    words = [refusal(getattr(dd, name), **given) for given in calls(name)]
    assert any(words)
    assert max(map(len, words)) < 1_000


WHOLE = [
    (name, argument)
    for name in FUNCTIONS
    for argument, kind in inspect.get_annotations(getattr(dd, name)).items()
    if kind == "int" and argument != "return"
]


@pytest.mark.parametrize(("name", "argument"), WHOLE)
def test_what_is_no_whole_number(name: str, argument: str) -> None:
    fitting = {key: value for key, value in FITTING.items() if key in required(name)}
    if name == "check_game":
        fitting["game"] = dd.game(FITTING["game"])
    for bad in (None, "nobody", 1.5, math.nan, True, [], object(), np.zeros(2), 1j):
        told = refusal(getattr(dd, name), **{**fitting, argument: bad})
        assert f"{argument} is a whole number" in told


def required(name: str) -> set[str]:
    taken = inspect.signature(getattr(dd, name)).parameters.values()
    return {one.name for one in taken if one.default is one.empty}


def results() -> dict[str, Any]:
    return {
        "advise": dd.solve("klappenspiel:tiles=3"),
        "worth": dd.solve("klappenspiel:tiles=3"),
        "quantile": dd.evaluate("klappenspiel:tiles=3", "optimal"),
        "at_least": dd.evaluate("klappenspiel:tiles=3", "optimal"),
        "at_most": dd.evaluate("klappenspiel:tiles=3", "optimal"),
        "chance": dd.curve("pig"),
        "parse": dd.Dice,
    }


def test_methods_of_results() -> None:
    for name, result in results().items():
        words = [refusal(getattr(result, name), bad) for bad in BAD]
        assert any(words)


SOLVED = dd.solve("klappenspiel:tiles=3")
START = SOLVED.game.start()
ASKED: dict[str, tuple[Any, ...]] = {
    "best_choice": (START, (1, 2), 0),
    "choice_worth": (dd.Position(0, START), (1, 2), (3,)),
    "choice_worths": (dd.Position(0, START), (1, 2)),
    "advice": (dd.Position(0, START), (1, 2), None),
    "error_of": ([1.0],),
    "error_at": (1.0,),
    "to_dict": ("",),
}
"""Methods of a solution, and what fits."""


@pytest.mark.parametrize("name", ASKED)
def test_methods_of_a_solution(name: str) -> None:
    method, fits = getattr(SOLVED, name), ASKED[name]
    assert refusal(method, *fits) == ""
    others = (*BAD, ([],), (object(),), ("a",), (1, 2, 3))
    words = [
        refusal(method, *fits[:place], bad, *fits[place + 1 :])
        for place in range(len(fits))
        for bad in others
    ]
    assert any(words) or name == "error_at"
    assert max(map(len, words)) < 300


def test_a_curve_in_fractions_is_asked_for_whole_numbers() -> None:
    for curve in (dd.curve("pig:target=20", exact=True), dd.curve("pig:target=20")):
        for bad in (None, "nobody", 1.5, math.nan, [], object(), np.zeros(2)):
            assert "A target is a whole number" in refusal(curve.exact_chance, bad)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: SOLVED.best_choice(None, (1, 2)), "None is no state of klappenspiel:tiles=3"),
        (lambda: SOLVED.best_choice(START, None), r"best_choice\(\): roll is a list, not None"),
        (lambda: SOLVED.best_choice(START, (1, 2), "x"), "points is a whole number, not 'x'"),
        (lambda: SOLVED.choice_worth("", (1, 2), (3,)), "position is a Position, not ''"),
        (lambda: SOLVED.choice_worth(ASKED["advice"][0], (1, 2), 7), "7 is no choice of klapp"),
        (lambda: SOLVED.choice_worths(ASKED["advice"][0], ([],)), "is no roll of klappenspiel"),
        (lambda: SOLVED.error_of(1), "worths is a list, not 1"),
        (lambda: dd.Strategy(7, print), "name is a text, not 7"),
        (lambda: dd.Strategy("mine", "nobody"), "choose is a function, not 'nobody'"),
        (lambda: dd.SameRolls(None, None), "game is a game, not None"),
        (lambda: dd.Record(7, ("me",)), "game is a text, not 7"),
        (lambda: dd.Record("pig", "me"), "players is a list, not 'me'"),
        (lambda: dd.Record("pig", ("me",), more=[7]), "more is a"),
        (lambda: dd.grade(dd.Record("pig", (7,), (5,))), "moves of a record are Moves"),
        (lambda: dd.grade(dd.Record("pig", (7,), (Move(0, 3),))), "players is a list of 1 to"),
        (
            lambda: dd.grade(dd.Record("pig", ("me",), (Move(0, 3),))),
            "Move 1: the roll is a text, not 3",
        ),
        (
            lambda: dd.grade(dd.Record("klappenspiel", ("me",), LOST, result=("x",))),
            "result is one num",
        ),
        (lambda: dd.Record.from_line(7), "A record is a line of JSON, not 7"),
        (lambda: dd.Record("pig", ("me",), more={"x": math.nan}).to_line(), "only what JSON can say"),
        (lambda: dd.plot("game", "nowhere.jsonl"), "Cannot read 'nowhere.jsonl': No such file"),
        (lambda: dd.plot("game", "\ud800"), "no file is called so"),
    ],
)
def test_the_words_of_methods(call: Any, says: str) -> None:
    with pytest.raises(DiceDevilError, match=says):
        call()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: dd.solve("pig", ""), "objective is an objective such as dd.MaxScore"),
        (lambda: dd.solve("pig", memory=math.nan), "memory"),
        (lambda: dd.Budget(memory=math.nan), "memory is a whole number"),
        (lambda: dd.Budget(patience=math.nan), "patience is a number or None"),
        (lambda: dd.ReachTarget(math.nan), "target is a whole number or None, not nan"),
        (lambda: dd.solve(None), "game is a game or a text, not None"),
        (lambda: dd.simulate("pig", "random", games="many"), "games is a whole number, not 'many'"),
        (lambda: dd.evaluate("pig", 7), "strategy"),
    ],
)
def test_the_words(call: Any, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        call()


def test_doors_are_the_functions_themselves_to_pickle_and_to_help() -> None:
    for name in FUNCTIONS:
        function = getattr(dd, name)
        assert pickle.loads(pickle.dumps(function)) is function
        assert inspect.getdoc(function)
        assert function is getattr(dd, name)
