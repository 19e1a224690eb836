from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import strategy_named, strategy_names
from dicedevil.errors import PositionError, TooLarge, UsageError

GAME = dd.game("ten-times-18:slots=3,dice=1d6")


def lowest(state: int, roll: tuple[int, ...]) -> int:
    return GAME.choices(state, roll)[0]


def test_an_own_function_is_a_strategy() -> None:
    law = dd.evaluate(GAME, lowest)
    assert law.strategy == "lowest"
    assert law.exact_mean == Fraction(7, 2) * (1 + 2 + 3)
    assert dd.simulate(GAME, lowest, games=1000).strategy == "lowest"


def test_a_mix_weighs_its_choices() -> None:
    def mostly_first(state: int, roll: tuple[int, ...]) -> Mapping[int, int]:
        choices = GAME.choices(state, roll)
        return {choices[0]: 3, choices[-1]: 1}

    law = dd.evaluate(GAME, mostly_first)
    assert sum(law.law.values()) == 1
    assert law.exact_mean == 21  # every slot gets a roll that knows nothing of it
    for exact in (True, False):
        assert dd.evaluate(GAME, mostly_first, exact=exact).mean == pytest.approx(21, abs=1e-12)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (7, "chose 7 at .* the choices are 1, 2, 3"),
        ({1: 0}, "weight 0"),
        ({1: 0.5, 2: 0.5}, "weight 0.5"),
        ({1: 1, 9: 1}, "chose 9"),
        ({}, "no choice"),
        (None, "chose None"),
    ],
)
def test_illegal_choices_are_refused(made: object, words: str) -> None:
    own = dd.Strategy("own", lambda state, roll: made)
    for exact in (True, False):
        with pytest.raises(PositionError, match=words) as caught:
            dd.evaluate(GAME, own, exact=exact)
        assert "'own'" in str(caught.value)
    with pytest.raises(PositionError, match=words):
        dd.simulate(GAME, own, games=10)


def test_names() -> None:
    assert strategy_names(dd.game("klappenspiel")) == [
        "optimal",
        "worst",
        "random",
        "greedy",
        "ind",
        "sum",
        "heuristic",
    ]
    assert strategy_named(GAME, "random").name == "random"
    with pytest.raises(UsageError, match="Did you mean 'heuristic'"):
        strategy_named(dd.game("klappenspiel"), "heuristics")
    with pytest.raises(UsageError, match="omniscient"):
        strategy_named(dd.game("klappenspiel"), "omniscient")


def test_a_forced_choice_is_not_asked_for() -> None:
    def never(state: object, roll: object) -> object:
        raise ValueError("asked")

    alone = dd.game("ten-times-18:slots=1,dice=1d6")
    assert dd.evaluate(alone, never).exact_mean == Fraction(7, 2)


def test_results_compare_equal_and_tell_themselves() -> None:
    law = dd.evaluate(GAME, "random")
    assert law == dd.evaluate(GAME, "random")
    told = law.to_dict()
    assert told["mean"] == law.mean == 21.0
    assert told["exact"] == "21/1"
    assert sum(told["distribution"].values()) == pytest.approx(1.0)
    assert "mean 21" in str(law)
    assert "<table>" in law._repr_html_()
    assert law.min == 6
    assert law.max == 36
    assert law.quantile(0) == 6
    assert law.quantile(1) == 36
    assert law.at_least(6) == 1
    assert law.at_least(37) == 0


def test_simulations_repeat_by_seed() -> None:
    first = dd.simulate(GAME, "random", games=500, seed=4)
    again = dd.simulate(GAME, "random", games=500, seed=4)
    other = dd.simulate(GAME, "random", games=500, seed=5)
    assert (first.scores == again.scores).all()
    assert (first.scores != other.scores).any()
    assert first.to_dict() == again.to_dict()
    for games, seed in ((0, 1), (10**12, 1), (10, -1)):
        with pytest.raises((UsageError, TooLarge)):
            dd.simulate(GAME, "random", games=games, seed=seed)
