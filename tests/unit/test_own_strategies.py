"""Strategies of one's own on score cards: asked wherever their games come, and luck taken out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.errors import PositionError, RulesError, TooLarge, UsageError
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.solvers.cards import following
from dicedevil.solvers.cards.asked import Noting
from dicedevil.strategy import StrategyFailed
from small_cards import own_dice_cards, small_cards

CARDS = [*list(small_cards())[::9], *list(own_dice_cards())[::4]]
LARGE = "yahtzee"


def whim(game: KeepRerollGame, looks: bool, mixes: bool = False) -> Callable[..., Any]:
    """Return a strategy that does anything, always the same at the same place."""

    def choose(state: CardState, roll: tuple[int, ...]) -> Any:
        choices = game.choices(state, roll)
        seed = (state.open, state.upper, state.yahtzee, state.rerolls, roll)
        number = hash((*seed, state.kept) if looks else seed)
        if mixes and number % 3 == 0:
            return {choices[number % len(choices)]: 2, choices[number // 7 % len(choices)]: 3}
        choice = choices[number % len(choices)]
        return game.write_choice(choice) if number % 2 else choice

    return choose


@pytest.mark.parametrize(("name", "card"), CARDS)
@pytest.mark.parametrize(("looks", "mixes"), [(False, False), (True, False), (True, True)])
def test_the_law_is_that_of_the_fractions(name: str, card: Any, looks: bool, mixes: bool) -> None:
    game = KeepRerollGame(card)
    exact = dd.evaluate(game, whim(game, looks, mixes))
    floats = dd.evaluate(game, whim(game, looks, mixes), exact=False)
    assert exact.is_exact
    assert not floats.is_exact
    assert list(floats.law) == list(exact.law)
    for score, chance in exact.law.items():
        assert abs(float(floats.law[score]) - float(chance)) <= floats.error_bound
    assert abs(floats.mean - exact.mean) <= floats.mean_error_bound + 1e-13


def test_from_within_a_turn() -> None:
    game: Any = KeepRerollGame(CARDS[0][1])
    state = game.start()._replace(rerolls=0, kept=(1, 1)) if game.card.rerolls else game.start()
    exact = dd.evaluate(game, whim(game, True), state=state)
    floats = dd.evaluate(game, whim(game, True), state=state, exact=False)
    assert abs(floats.mean - exact.mean) <= floats.mean_error_bound + 1e-13


def test_who_looks_at_the_kept_dice_is_noticed() -> None:
    ways: list[Callable[[Any], Any]] = [
        lambda state: state.kept,
        lambda state: state[4],
        lambda state: list(state),
        hash,
        lambda state: state == (),
        repr,
        lambda state: state._replace(open=1),
        lambda state: () in state,
        lambda state: (*state,),
    ]
    for way in ways:
        state = Noting(7, 0, 0, 1, (2,))
        assert state.open == 7
        assert state.rerolls == 1
        assert not state.looked
        way(state)
        assert state.looked
    game: Any = dd.game(LARGE)
    quiet = Noting(*game.start()[:3], 1, ())
    game.choices(quiet, (1, 2, 3, 4, 5))
    assert not quiet.looked


def test_one_call_a_roll_where_nobody_looks_at_the_kept_dice() -> None:
    game: Any = dd.game("yahtzee:boxes=ones/sixes")
    calls = []
    for looks in (False, True):
        places = []

        def counted(state: Any, roll: Any, looks: bool = looks, places: list[Any] = places) -> Any:
            places.append(roll)
            return whim(game, looks)(state, roll)

        dd.evaluate(game, counted, exact=False)
        calls.append(len(places))
    states = 1 + 2 * 6 * 2  # ones or sixes are filled, with up to five of them
    assert calls[0] <= 756 * states
    assert calls[1] > 2 * calls[0]


@pytest.mark.parametrize("mixes", [False, True])
def test_games_that_are_asked_about_come_as_often_as_they_should(
    mixes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = KeepRerollGame(CARDS[1][1])
    exact = dd.evaluate(game, whim(game, True, mixes))
    boxes = dd.evaluate(game, whim(game, True, mixes), exact=False).boxes
    monkeypatch.setattr(following, "MOST_CHOICES", 0)
    played: Any = dd.simulate(game, whim(game, True, mixes), games=40_000, seed=5)
    assert abs(played.mean - exact.mean) < 4 * played.standard_error
    assert abs(played.without_luck.mean - exact.mean) < 4 * played.without_luck.standard_error
    for name, box in boxes.items():
        assert abs(played.boxes[name].zero_share - box.zero_share) < 0.02
    again = dd.simulate(game, whim(game, True, mixes), games=40_000, seed=5)
    assert again == played


def test_on_the_official_card_it_plays_and_matches() -> None:
    game: Any = dd.game(LARGE)

    def first(state: Any, roll: Any) -> Any:
        return ScoreBox("chance") if state.open >> 12 & 1 else game.choices(state, roll)[0]

    played: Any = dd.simulate(game, first, games=2000, seed=2)
    same = dd.evaluate(game, first)
    blind = dd.evaluate(game, "blind=chance")
    assert same.law == blind.law
    assert same.mean_error_bound >= blind.mean_error_bound
    assert abs(played.mean - same.mean) < 4 * played.standard_error
    assert played.boxes.keys() == blind.boxes.keys()
    match = dd.match(game, [first, "blind"], games=500)
    assert match.players == ("first", "blind")
    assert match.games == 500


# -- luck --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "strategy"),
    [
        ("yahtzee:boxes=sixes/chance,rerolls=1", "rule-of-thumb"),
        ("yahtzee:boxes=sixes/chance,rerolls=1", "random"),
        ("ten-times-18:slots=4", "random"),
        ("shut-the-box:tiles=5,score=remaining", "random"),
        ("micro-yahtzee", "s.2"),
    ],
)
def test_without_luck_the_mean_is_the_same(spec: str, strategy: str) -> None:
    exact = dd.evaluate(spec, strategy).mean
    runs: list[Any] = [dd.simulate(spec, strategy, games=200, seed=seed) for seed in range(100)]
    means = np.array([run.without_luck.mean for run in runs])
    off = (means.mean() - exact) / (means.std(ddof=1) / math.sqrt(len(means)))
    assert abs(off) < 4
    errors = np.array([run.without_luck.standard_error for run in runs])
    assert 0.75 < means.std(ddof=1) / errors.mean() < 1.3  # and its error is told rightly
    assert np.mean([run.variance_factor for run in runs]) > 1


def test_best_play_has_nothing_but_luck() -> None:
    for spec in ("junior-yahtzee", "ten-times-18:slots=4"):
        played: Any = dd.simulate(spec, "optimal", games=500, seed=3)
        fair, value = played.without_luck, dd.solve(spec).value
        assert fair.standard_error == 0.0
        assert played.variance_factor == math.inf
        assert abs(fair.mean - value) <= fair.error_bound < 1e-6
        assert played.to_dict()["variance_factor"] is None
        assert played.to_dict()["controlled_mean"] == fair.mean


def test_rounding_stays_below_its_bound() -> None:
    game: Any = dd.game("yahtzee:boxes=chance,rerolls=1")
    solved, rule = dd.solve(game, exact=True), game.own_strategy("rule-of-thumb")
    played: Any = dd.simulate(game, "rule-of-thumb", games=40, seed=1)  # few: all luck is taken out
    exact, start = [], dd.Position(0, game.start())
    for roll in game.rolls(start.state):  # the only choice that can lose anything is the first
        worths = [solved.choice_worth(start, roll, c) for c in game.choices(start.state, roll)]
        lost = max(worths) - solved.choice_worth(start, roll, rule(start.state, roll))
        exact.append(float(solved.exact - lost))
    for result in played.without_luck.results:
        assert min(abs(result - one) for one in exact) <= played.without_luck.error_bound < 1e-9
    assert played.without_luck.share == 1.0
    assert played.variance_factor > 1


def test_games_whose_values_are_not_at_hand_say_nothing() -> None:
    for spec, strategy in (("pig", "hold-at-20"), ("ten-times-18", "omniscient")):
        played: Any = dd.simulate(spec, strategy, games=20)
        assert played.without_luck is None
        assert played.variance_factor is None
        assert played.to_dict()["controlled_mean"] is None


# -- what is refused ---------------------------------------------------------------------------------


def fails(state: Any, roll: Any) -> Any:
    return roll[7]


@pytest.mark.parametrize("spec", [LARGE, "micro-yahtzee", "pig"])
@pytest.mark.parametrize(
    "ask", [dd.evaluate, dd.simulate, lambda g, s, **_: dd.match(g, [s, "random"])]
)
def test_a_strategy_that_raises_is_blamed(spec: str, ask: Any) -> None:
    if spec == "pig" and ask not in (dd.evaluate, dd.simulate):
        pytest.skip("a race of two, whose players are named")
    with pytest.raises(
        StrategyFailed, match=r"'fails' failed in .*test_own_strategies.py', line \d+: Ind"
    ):
        ask(spec, fails)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (None, "chose None"),
        ("keep 77777", "chose 'keep 77777'"),
        (["score ones"], r"chose \['score ones'\]"),
        (KeepDice((9,)), "chose KeepDice"),
        ({}, "made no choice"),
        ({"score ones": 0}, "the weight 0"),
        ({"score ones": 0.5}, "the weight 0.5"),
        ({"score fires": 1}, "chose 'score fires'"),
    ],
)
def test_what_is_no_choice_is_refused(made: Any, words: str) -> None:
    for ask in (dd.evaluate, dd.simulate):
        with pytest.raises(PositionError, match=words):
            ask(LARGE, lambda state, roll: made)


def test_a_filled_box_and_a_keep_without_rerolls_are_refused() -> None:
    for stubborn in ("score ones", "keep none"):
        with pytest.raises(PositionError, match=f"chose '{stubborn}'"):
            dd.simulate(LARGE, lambda state, roll, same=stubborn: same, games=10)


def test_a_law_that_takes_too_long_is_refused_with_what_would_work() -> None:
    game: Any = dd.game(LARGE)
    with pytest.raises(TooLarge, match=r"asking 'choose'.*Simulate it instead"):
        dd.evaluate(game, whim(game, False), budget=dd.Budget(patience=0.2))


def test_failures_travel() -> None:
    import pickle

    with pytest.raises(RulesError) as caught:
        dd.evaluate("micro-yahtzee", fails)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_nobody_plays_by_a_number() -> None:
    with pytest.raises(UsageError):
        dd.evaluate(LARGE, 3)  # type: ignore[arg-type]
