"""Measures by name: who has them, what is refused before any work, and that nothing is solved twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dicedevil as dd
from dicedevil.ask import measures
from dicedevil.ask.measures import MEASURES, Answers, Figure, measured, measures_named
from dicedevil.ask.outcomes import outcomes
from dicedevil.errors import TooLarge, UsageError
from dicedevil.rules import Game
from dicedevil.solvers.solution import Solution
from small_games import PigMatch


def defined(game: Game | str) -> set[str]:
    rules = dd.game(game) if isinstance(game, str) else game
    return {name for name, one in MEASURES.items() if one.is_defined(rules)}


SCORES = {"mean", "sd", "median", "skill"}
MATCHES = {"first-player", "ties"}


@pytest.mark.parametrize(
    ("game", "found"),
    [
        ("yahtzee", SCORES | MATCHES | {"length"}),
        ("yahtzee:cards=3", SCORES | MATCHES | {"length"}),
        ("klappenspiel", SCORES | MATCHES | {"length"}),
        ("ten-times-18", SCORES | MATCHES | {"length"}),
        ("pig", SCORES | MATCHES | {"turns", "length"}),
        ("cant-stop", SCORES | {"turns", "length"}),
        (PigMatch(10), MATCHES | {"length"}),
        ("zilch:zilches=3", SCORES),
    ],
    ids=lambda one: "" if isinstance(one, set) else str(one),  # sets are told in any order
)
def test_who_has_what(game: Game | str, found: set[str]) -> None:
    """Told at once, whatever the game's size."""
    assert defined(game) == found


@pytest.mark.parametrize(
    ("game", "measure", "words"),
    [
        ("klappenspiel", "turns", "is no race to a target"),
        ("cant-stop", "ties", "no match of two is solved"),
        ("zilch:zilches=3", "length", "totals can fall"),
    ],
)
def test_what_is_not_defined_is_refused_before_any_work(
    game: str, measure: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is to be solved")

    monkeypatch.setattr(measures, "solve", refuse)
    with pytest.raises(UsageError, match=words):
        MEASURES[measure].of(dd.game(game))
    with pytest.raises(UsageError, match=words):
        measured(dd.game(game), measures_named(["mean", measure]))
    with pytest.raises(UsageError, match="has no score"):
        measured(PigMatch(5), measures_named("first-player,mean"))


def test_what_is_only_enclosed_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The middle of two bounds must not stand in a table, nor be what a rule is tuned to."""
    spec = "yahtzee:boxes=ones/yahtzee,dice=2d2,threshold=2,joker=forced"
    known = dd.solve(spec)
    enclosed = replace(known, interval=(known.value - 1, known.value + 1))
    monkeypatch.setattr(measures, "solve", lambda *_, **__: enclosed)
    between = rf"lie between {known.value - 1:.4f} and {known.value + 1:.4f}"
    with pytest.raises(TooLarge, match=between):
        MEASURES["mean"].of(dd.game(spec))
    with pytest.raises(TooLarge, match=between):
        MEASURES["sd"].of(dd.game(spec))
    (told,) = dd.compare(spec).variants
    assert (told.mean, told.sd, told.skill.optimal) == (None, None, None)
    assert "only known to lie between" in told.notes["mean"]
    assert told.skill.random is not None


def test_names() -> None:
    assert [one.name for one in measures_named("sd, first-player")] == ["sd", "first-player"]
    assert [one.name for one in measures_named(["length"])] == ["length"]
    assert MEASURES["first-player"].key == "first_player"
    for names, words in (
        ("means", "Did you mean 'mean'"),
        ("mean,", "Unknown measure ''"),
        ("mean,sd,mean", "asked for twice"),
        ([], "At least one"),
    ):
        with pytest.raises(UsageError, match=words):
            measures_named(names)


def test_what_measures_share_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    really = measures.solve

    def counted(game: Game, aim: dd.Objective, **more: object) -> Solution:
        asked.append(aim.name)
        return really(game, aim, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(measures, "solve", counted)
    found = measured(dd.game("pig:sides=3,target=9"), MEASURES.values())
    assert sorted(asked) == ["score", "turns", "win"]
    assert set(found) == set(MEASURES)
    assert found["turns"] == found["length"]


def test_equal_to_what_the_questions_say() -> None:
    game = dd.game("shut-the-box:tiles=6,score=remaining")
    asked = Answers(game)
    law = dd.evaluate(game)
    assert MEASURES["mean"].of(asked).value == dd.solve(game).value
    assert MEASURES["sd"].of(asked).value == law.sd
    assert MEASURES["median"].of(asked).value == law.median
    assert MEASURES["first-player"].of(asked).value == dd.solve(game, dd.WinMatch()).value
    assert asked.law("random") == dd.evaluate(game, "random")
    assert asked.law("random") is asked.law("random")


def test_no_skill_where_nothing_varies() -> None:
    with pytest.raises(UsageError, match="no standard deviation"):
        MEASURES["skill"].of(dd.game("ten-times-18:slots=2,dice=1d{3..3:1}"))


def test_a_figure() -> None:
    assert Figure(0.5, 1e-12).to_dict() == {"value": 0.5, "error_bound": 1e-12, "exact": None}
    assert str(Figure(1 / 3)) == "0.333333"


def test_ties_that_take_too_long_are_refused_without_advice_that_is_of_no_use() -> None:
    match = dd.solve("micro-yahtzee", dd.WinMatch())
    with pytest.raises(TooLarge, match="ties counting half, is known without it") as refused:
        outcomes(match, dd.Budget(patience=1e-9))
    assert "--float" not in str(refused.value)
