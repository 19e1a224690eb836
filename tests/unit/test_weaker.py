"""Weaker players: what they give away is what their names say, exactly; and the greedy one."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.strategies import as_strategy, strategy_named
from dicedevil.ask.weaker import LEVELS, amount_of, is_weaker, ready, weaker
from dicedevil.errors import TableError, TooLarge, UsageError
from dicedevil.families.press_luck import PressLuckGame
from dicedevil.rules import Game
from dicedevil.solvers.cards.soft import softened as softened_card
from dicedevil.solvers.plain.lanes import GraphLane
from dicedevil.solvers.plain.soft import softened
from dicedevil.solvers.soft import PRECISION, WHOLE, Soft, Thermometer, losses_at, weights
from dicedevil.solvers.tables import listing, read
from dicedevil.strategy import Strategy
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from small_games import TableGame, table_games
from variants import SMALL

CARDS = SMALL["yahtzee"]
OTHERS = (
    "ten-times-18:slots=3,dice=2d{1..3:1;4:2}",
    "klappenspiel:tiles=5,sides=3",
    "shut-the-box:tiles=5,sides=3,score=remaining",
    "pig:sides=4,target=5",
    "ten-thousand:target=200,dice=2d6,actions=stop-roll,minimum=100",
)


def mean_in_fractions(game: Game, strategy: Strategy) -> Fraction:
    return Fraction(dd.evaluate(game, strategy, exact=True).exact_mean)


@pytest.mark.parametrize("spec", [*CARDS, *OTHERS])
def test_a_player_gives_away_exactly_what_its_name_says(spec: str) -> None:
    game = dd.game(spec)
    best = dd.solve(game, exact=True).exact
    random = mean_in_fractions(game, as_strategy(game, "random"))
    assert best is not None
    for name, share in LEVELS.items():
        found = weaker(game, name)
        lost = abs(best - mean_in_fractions(game, found.strategy))
        assert float(lost) == pytest.approx(found.loss, rel=1e-9, abs=1e-12)
        assert float(lost) == pytest.approx(share * float(abs(best - random)), rel=2 * PRECISION)
        assert found.mean == pytest.approx(dd.evaluate(game, name).mean, rel=1e-11)
    assert weaker(game, "club").most == pytest.approx(float(abs(best - random)), rel=1e-11)


@given(table_games(stages=3), st.floats(0.05, 20.0))
def test_random_games_lose_the_sum_of_what_their_choices_lose(game: TableGame, heat: float) -> None:
    solution = dd.solve(game)
    lost = softened(solution, dd.Budget())(heat)
    mean = mean_in_fractions(game, Strategy("soft", Soft(solution, heat)))
    assert abs(float(dd.solve(game, exact=True).exact - mean)) == pytest.approx(lost, abs=1e-9)  # type: ignore[operator]


@given(st.floats(0.0, 1.0))
def test_any_amount_up_to_that_of_random_play_can_be_asked_for(share: float) -> None:
    game = dd.game(OTHERS[0])
    most = weaker(game, "club").most
    amount = round(share * most, 6)
    found = weaker(game, f"skill={min(amount, math.floor(most * 1e6) / 1e6):f}")
    assert found.loss == pytest.approx(amount, rel=2 * PRECISION, abs=2e-6)
    assert found.strategy.name.startswith("skill=")


@pytest.mark.parametrize("spec", [CARDS[0], OTHERS[0], OTHERS[1]])
def test_the_higher_the_temperature_the_more_is_lost(spec: str) -> None:
    solution = dd.solve(spec)
    lost = softened(solution, dd.Budget())
    heats = [2.0**power * 1e-4 for power in range(25)]
    found = [lost(heat) for heat in heats]
    assert all(a <= b + 1e-12 for a, b in pairwise(found))
    assert found[0] == pytest.approx(0.0, abs=1e-4)
    assert found[-1] == pytest.approx(lost(math.inf), rel=0.1)


def test_kernels_of_cards_lose_what_the_rules_lose() -> None:
    for spec in CARDS:
        solution = dd.solve(spec)
        by_rules = softened(solution, dd.Budget())
        by_kernels = softened_card(solution.game, solution, dd.Budget())  # type: ignore[arg-type]
        for heat in (1e-3, 0.02, 0.5, 5.0, math.inf):  # the lowest ones weigh every roll by itself
            assert by_kernels(heat) == pytest.approx(by_rules(heat), rel=1e-9, abs=1e-11)


@given(st.lists(st.floats(0.0, 50.0), min_size=1, max_size=30), st.floats(0.01, 100.0))
def test_weights_are_whole_and_fall_with_the_loss(losses: list[float], heat: float) -> None:
    losses = [0.0, *losses]
    found = weights(losses, heat)
    assert sum(found) == WHOLE
    assert all(isinstance(weight, int) and weight >= 0 for weight in found)
    for loss, weight in zip(losses[1:], found[1:], strict=True):
        share = math.exp(-loss / heat) / math.fsum(math.exp(-one / heat) for one in losses)
        assert weight / WHOLE == pytest.approx(share, abs=2**-46)


def test_equally_good_choices_come_equally_often() -> None:
    assert weights([0.0, 1.0, 0.0, 0.0], 0.0) == pytest.approx(
        [WHOLE / 3, 0, WHOLE / 3, WHOLE / 3], abs=2
    )
    game = dd.game("ten-times-18:slots=2,dice=1d3")
    solution = dd.solve(game)
    assert losses_at(solution, game.start(), (2,)) == [0.0, 0.0]  # the mean roll fits either slot


def test_names_that_say_no_strength_are_refused() -> None:
    game = dd.game("pig:target=6")
    for name in ("skill=-1", "skill=", "skill=1e3", "skill=nan", "skill=1,5", "skill=٣"):
        assert is_weaker(name)
        with pytest.raises(UsageError, match=r"no strength.*0 or more.*points a turn"):
            weaker(game, name)
    with pytest.raises(UsageError, match="more than random play, which gives away 3"):
        dd.evaluate(game, "skill=4")
    with pytest.raises(UsageError, match="Did you mean 'beginner'"):
        dd.evaluate(game, "beginners")
    with pytest.raises(UsageError, match="no weaker player"):
        weaker(game, "optimal")
    assert amount_of("skill=2.5", 3.0) == 2.5


def test_nothing_lost_is_best_play() -> None:
    game = dd.game(OTHERS[0])
    assert dd.evaluate(game, "skill=0").law == dd.evaluate(game, "optimal").law
    alone = dd.game("ten-times-18:slots=1,dice=1d6")  # nothing to choose
    assert weaker(alone, "beginner").loss == 0.0


@pytest.mark.parametrize("power", [0.3, 1.0, 2.0, 5.0])
def test_temperatures_are_found_from_afar_in_few_steps(power: float) -> None:
    asked: list[float] = []

    def lost(heat: float) -> float:
        asked.append(heat)
        return heat**power / (1 + heat**power)

    for loss in (1e-9, 1e-3, 0.5, 0.999):
        asked.clear()
        heat, found = Thermometer(lost, 1.0).temperature(loss)
        assert found == lost(heat) == pytest.approx(loss, rel=PRECISION)
        assert len(asked) <= 20
    told = Thermometer(lost, 1.0)
    assert told.temperature(0.0) == (0.0, 0.0)
    assert told.temperature(1.0) == (math.inf, 1.0)
    told.temperature(0.1)
    asked.clear()
    told.temperature(0.1001)  # what is known already shortens the way
    assert len(asked) <= 3


@dataclass(frozen=True)
class Unhashable(TableGame):
    """Rules that hold something that cannot be looked up."""

    __hash__ = None  # type: ignore[assignment]


def test_rules_that_cannot_be_looked_up_have_weaker_players_too() -> None:
    rows = (((1, ((0, 1), (3, 1))), (1, ((2, 1), (1, 1)))), ())
    game = Unhashable(rows, (0, 1))
    assert weaker(game, "skill=0.5").loss == pytest.approx(0.5, rel=1e-5)


# -- races and matches -----------------------------------------------------------------------------


def test_players_of_a_race_play_its_turns() -> None:
    turn = dd.game("pig:target=20")
    assert isinstance(turn, PressLuckGame)
    alone = strategy_named(turn, "casual")
    for view in ("turns", "win"):
        contest = turn.view(view)
        carried = strategy_named(contest, "casual")
        state = contest.read_state("turn=9").state
        assert carried.mix(contest, state, (3,)) == alone.mix(
            turn, turn.read_state("turn=9").state, (3,)
        )  # type: ignore[union-attr]
        near = contest.read_state("me=15,turn=2").state
        assert carried.mix(contest, near, (3,)) == {"bank": 1}  # type: ignore[union-attr]
    played = dd.match(turn, ["club", "beginner", "greedy"], games=20)
    assert played.players == ("club", "beginner", "greedy")


def test_what_a_last_round_or_a_minimum_forbids_is_not_chosen() -> None:
    for spec in ("farkle:target=300,minimum=150,dice=2d6,last-round=yes", "pig:target=12,opening=8"):
        played = dd.match(spec, ["beginner", "club"], games=200)
        assert sum(played.wins) + played.ties == 200


def test_a_match_of_cards_is_played_on_the_own_card() -> None:
    game = dd.game(CARDS[0])
    match = TurnByTurn(game)
    mine = strategy_named(game, "club")
    both = strategy_named(match, "club")
    roll = (1, 3)
    assert both.mix(match, match.start(), roll) == mine.mix(game, game.start(), roll)  # type: ignore[union-attr]
    assert dd.match(game, ["club", "emp-1"], games=5).players == ("club", "emp-1")


def test_two_players_of_ones_own_game_lose_chances_to_win() -> None:
    over = ((), ())
    rows = (
        ((1, ((0, 1), (0, 2))), (1, ((0, 2), (0, 1)))),
        ((1, ((0, 3), (0, 4))), (2, ((0, 4),))),
        ((1, ((0, 3),)),),
        *over,
    )
    shares = (Fraction(0), Fraction(0), Fraction(0), Fraction(1), Fraction(0))
    game = TableGame(rows, (0, 1, 1, 2, 2), (0, 1, 0, 0, 0), shares, players=2)
    found = weaker(game, "skill=0.1")
    told = dd.versus(game, found.strategy, "optimal")
    assert found.unit == "chance to win"
    assert float(told.first) == pytest.approx(found.mean, rel=1e-9)
    assert dd.solve(game, dd.WinMatch()).value - float(told.first) == pytest.approx(0.1, rel=1e-5)


def test_play_that_goes_round_and_round_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedevil.solvers.plain.soft.MOST_SWEEPS", 3)
    race = dd.game("pig:target=6").view("turns")
    solution = dd.solve(race, dd.FewestTurns())
    with pytest.raises(TooLarge, match="round and round"):
        softened(solution, dd.Budget())(1.0)


def test_a_race_loses_turns() -> None:
    race = dd.game("pig:target=6").view("turns")
    solution = dd.solve(race, dd.FewestTurns())
    lost = softened(solution, dd.Budget())(0.3)
    played = dd.simulate(race, Strategy("soft", Soft(solution, 0.3)), games=20_000, seed=5)
    assert abs(played.mean - solution.value - lost) < 4 * played.standard_error  # type: ignore[union-attr]


# -- greedy ----------------------------------------------------------------------------------------


def turn_points(game: Game, state: object, roll: tuple[int, ...], choice: object) -> Fraction:
    """What a choice brings in this turn at best, by the rules alone."""
    points, after = game.play(state, roll, choice)
    if game.ends_turn(state, roll, choice):
        return Fraction(points)
    rolls = game.rolls(after)
    return points + sum(
        Fraction(weight, sum(rolls.values()))
        * max(turn_points(game, after, one, more) for more in game.choices(after, one))
        for one, weight in rolls.items()
    )


@pytest.mark.parametrize("spec", CARDS)
def test_greedy_takes_the_most_points_of_a_turn(spec: str) -> None:
    game = dd.game(spec)
    greedy = strategy_named(game, "greedy")
    state = game.start()
    while not game.is_over(state):
        for roll in game.rolls(state):
            choices = game.choices(state, roll)
            brings = [turn_points(game, state, roll, choice) for choice in choices]
            assert greedy.mix(game, state, roll) == {choices[brings.index(max(brings))]: 1}  # type: ignore[union-attr]
        roll = min(game.rolls(state))
        state = game.play(state, roll, game.choices(state, roll)[0])[1]


def test_greedy_elsewhere_takes_the_most_points_now() -> None:
    game = dd.game("ten-times-18:slots=3,dice=1d6")
    assert strategy_named(game, "greedy").choose(game.start(), (4,)) == 3  # type: ignore[union-attr]
    left = dd.game("shut-the-box:tiles=5,sides=3,score=remaining")
    assert dd.evaluate(left, "greedy").mean >= dd.solve(left).value
    pig = dd.game("pig")
    assert dd.evaluate(pig, "greedy").law == dd.evaluate(pig, "optimal").law


# -- what it costs ---------------------------------------------------------------------------------


def test_a_temperature_is_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    game = dd.game("ten-times-18:slots=2,dice=1d6")
    first = weaker(game, "skill=0.25")
    ready.cache_clear()
    monkeypatch.setattr(GraphLane, "softened", lambda *_: pytest.fail("it was found already"))
    again = weaker(game, "skill=0.25")
    assert (again.temperature, again.loss, again.most) == (first.temperature, first.loss, first.most)
    names = {read(path).facts["objective"] for path in listing(tmp_path)}
    assert {"score (random)", "score (skill=0.25)"} <= names


def test_a_large_card_tells_what_it_takes_before_it_begins() -> None:
    solution = dd.solve("basic-yahtzee")
    said: list[str] = []
    softened_card(solution.game, solution, dd.Budget(announce=said.append))  # type: ignore[arg-type]
    assert re.fullmatch(r"Finding how often .* basic-yahtzee go wrong: about .* of memory\.", said[0])
    with pytest.raises(TableError, match="dicedevil evaluate"):
        softened_card(solution.game, solution, dd.Budget(missing_ok=False))  # type: ignore[arg-type]
    with pytest.raises(TooLarge, match="Only 1 s are allowed"):
        softened_card(solution.game, solution, dd.Budget(patience=1.0))  # type: ignore[arg-type]
