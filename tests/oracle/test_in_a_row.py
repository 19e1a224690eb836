"""Several games in a row, one total: against one game, and against all of them solved as one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import TooLarge
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import MaxScore
from dicedevil.solvers.plain.exact_law import exact_law
from dicedevil.strategy import random_strategy
from dicedevil.wrapped.in_a_row import InARow, RowState
from small_cards import own_dice_cards, small_cards
from small_games import TableGame, table_games

SMALL = dict([*small_cards(), *own_dice_cards()])


@settings(max_examples=12)
@given(table_games(fewest_points=-2, most_points=4, stages=2), st.booleans(), st.integers(1, 3))
def test_means_laws_and_curves_of_any_game(game: TableGame, low: bool, games: int) -> None:
    game = replace(game, low_wins=low)
    series = InARow(game, games)
    assert dd.solve(series, exact=True).exact == games * (dd.solve(game, exact=True).exact or 0)
    for name in ("random", "optimal"):
        whole = dd.solve(series, MaxScore(), exact=True, lane="reference")
        plan = random_strategy(series) if name == "random" else dd.Strategy(name, whole.best_choice)
        folded = dd.evaluate(series, name, exact=True)
        assert folded.law == dict(sorted(exact_law(series, plan, series.start()).items()))
        floats = dd.evaluate(series, name, exact=False)
        for score, chance in folded.law.items():
            off = abs(Fraction(floats.law[score]) - Fraction(chance))
            assert off <= Fraction(floats.relative_error) * Fraction(chance)
    curve = dd.curve(series, exact=True)
    one = dd.curve(game, exact=True)
    if games == 1:
        assert (curve.targets, curve.exact) == (one.targets, one.exact)
    for target in curve.targets[:: max(1, len(curve.targets) // 4)]:
        rest = dd.curve(InARow(game, games - 1), exact=True) if games > 1 else None
        first = dd.evaluate(game, "random").law
        reach = range(min(first), max(first) + 1)
        worths = {score: chance_after(rest, target - score, low) for score in reach}
        played = dd.solve(game, dd.Utility(worths), exact=True)
        assert played.exact == curve.exact_chance(target)


def chance_after(rest: Any, missing: int, low: bool) -> Fraction:
    """The best chance of what a game leaves to the games after it."""
    if rest is None:
        return Fraction(int(missing >= 0 if low else missing <= 0))
    return Fraction(rest.exact_chance(missing))


@pytest.mark.parametrize(
    ("name", "games"),
    [("one-box", 4), ("penalty", 3), ("upper-only-last", 2), ("forced-bonus6-extra20-fair-0", 2)],
)
def test_curves_of_cards_are_carried_from_game_to_game(name: str, games: int) -> None:
    series = InARow(KeepRerollGame(SMALL[name]), games)
    ours, exact = dd.curve(series), dd.curve(series, exact=True)
    for target in exact.targets:
        chance = exact.exact_chance(target)
        assert chance is not None
        assert abs(Fraction(ours.chance(target)) - chance) <= Fraction(ours.error_bound)
    assert ours.error_bound < 1e-12
    target = exact.targets[len(exact.targets) // 2]
    solved = dd.solve(series, dd.ReachTarget(target))
    assert solved.lane == "in-a-row"
    assert solved.value == pytest.approx(ours.chance(target), abs=1e-14)


def test_utilities_of_cards_are_carried_too() -> None:
    series = InARow(dd.game("micro-yahtzee"), 3)
    for text in ("at-least=80", "capped=75", "exp=-0.02"):
        ours = dd.solve(series, dd.Utility(text))
        as_one = dd.solve(series, dd.Utility(text), lane="graph")
        assert (ours.lane, as_one.lane) == ("in-a-row", "graph")
        assert abs(ours.value - as_one.value) <= ours.error_bound + as_one.error_bound
    target = dd.solve(series, dd.ReachTarget(80))
    assert dd.solve(series, dd.Utility("at-least=80")).value == pytest.approx(target.value, abs=1e-12)
    with pytest.raises(dd.DiceDevilError, match="says nothing of a total"):
        dd.solve(series, dd.Utility({score: score for score in range(9, 60)}))


@pytest.mark.parametrize("aim", [dd.ReachTarget(55), dd.Utility("exp=0.05")])
def test_advice_looks_at_the_points_of_earlier_games(aim: dd.Objective) -> None:
    series = InARow(KeepRerollGame(SMALL["upper-only-last"]), 3)
    for state, roll in (("game=2,earlier=20", "113"), ("game=3,earlier=41,ones=2,rerolls=1", "233")):
        here, rolled = series.read_position(state, roll)
        ours = dd.advise(series, state, roll, aim)
        as_one = dd.solve(series, aim, lane="graph").advice(here, rolled)
        values = {one.choice: one.value for one in as_one.choices}
        for one in ours.choices:
            assert one.value == pytest.approx(values[one.choice], abs=1e-11)
    before = dd.advise(series, "game=3,earlier=41", "", aim)
    assert before.value == pytest.approx(dd.solve(series, aim, lane="graph").worth("game=3,earlier=41"))


def test_how_positions_are_written() -> None:
    series = InARow(dd.game("ten-times-18:slots=3"), 4)
    points, state = series.read_state("game=3,earlier=77,1=4")
    assert (points, state) == (81, RowState(2, 0b110))
    assert series.read_state(series.write_state(state)).state == state
    assert series.read_state("") == (0, series.start())
    assert series.facts(dd.Position(points, state))[0] == "game 3 of 4"
    over = series.read_state("game=4,earlier=9,1=3,2=3,3=3")
    assert series.is_over(over.state)
    assert over.points == 27
    for text in ("game=0", "game=5", "game=x", "game=1,game=2", "earlier=5", "game=2,earlier=x"):
        with pytest.raises(dd.DiceDevilError):
            series.read_state(text)


@pytest.mark.parametrize(
    ("game", "state", "most"),
    [
        ("micro-yahtzee", "game=2,earlier=99999", 48),
        ("yahtzee", "game=3,earlier=3151,ones=3", 2 * 1575),
        ("ten-times-18:slots=3", "game=4,earlier=325", 3 * 18 * (1 + 2 + 3)),
        ("junior-yahtzee:cards=2", "game=2,earlier=99999", 2 * 140),
    ],
)
def test_points_that_earlier_games_cannot_have_brought(game: str, state: str, most: int) -> None:
    told = ["advise", game, "--in-a-row", "4", "--target", "100", "--state", state]
    found = CliRunner().invoke(cli, told)
    assert found.exit_code == 3, found.output
    assert f"at most {most:,} points in {game}" in found.stderr
    possible = state.replace(state.split("earlier=")[1].split(",")[0], str(most))
    assert InARow(dd.game(game), 4).read_state(possible).points >= most


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        (["solve", "micro-yahtzee", "--in-a-row", "0"], 2, "At least 1 game"),
        (["curve", "micro-yahtzee", "--in-a-row", "-2"], 2, "At least 1 game"),
        (["evaluate", "micro-yahtzee", "--in-a-row", "1000000"], 5, "the most is 1,000"),
        (["advise", "micro-yahtzee", "--in-a-row", "x"], 2, "not a valid integer"),
        (["solve", "pig", "--in-a-row", "2", "--objective", "win"], 2, "have a total"),
        (["solve", "pig", "--in-a-row", "2", "--objective", "turns"], 2, "have a total"),
        (["evaluate", "pig", "--in-a-row", "2", "--against", "optimal"], 2, "of the total"),
        (["advise", "pig", "--in-a-row", "2", "--player", "emp-1"], 2, "without players"),
        (["solve", "micro-yahtzee", "--in-a-row", "2", "--target", "999"], 3, "cannot reach 999"),
        (["curve", "yahtzee", "--in-a-row", "6"], 5, "are allowed"),
        (["solve", "yahtzee", "--in-a-row", "6", "--utility", "capped=1500"], 5, "are allowed"),
        (["curve", "yahtzee", "--in-a-row", "6", "--yes", "--memory", "200"], 5, "--memory"),
    ],
)
def test_commands_refuse_in_words(given: list[str], code: int, words: str) -> None:
    found = CliRunner().invoke(cli, given)
    assert found.exit_code == code, found.output
    assert words in found.output


def test_commands_answer() -> None:
    run = CliRunner()
    found = run.invoke(cli, ["solve", "micro-yahtzee", "--in-a-row", "6", "--exact", "--json"])
    assert f'"exact": "{6 * (dd.solve("micro-yahtzee", exact=True).exact or 0)}"' in found.stdout
    assert "in a row" in run.invoke(cli, ["curve", "micro-yahtzee", "--in-a-row", "2"]).stdout
    told = run.invoke(cli, ["curve", "micro-yahtzee", "--in-a-row", "2", "--target", "60"])
    assert "At least 60:" in told.stdout
    told = run.invoke(cli, ["evaluate", "pig", "--in-a-row", "3", "--strategy", "hold-at-20"])
    assert "pig, 3 in a row, hold-at-20" in told.stdout


def test_laws_of_many_games_are_in_floats_and_those_in_fractions_say_what_they_take() -> None:
    one = dd.game("ten-times-18:slots=2")
    many = InARow(one, 200)
    law = dd.evaluate(many)
    assert law.exact_variance is None
    assert law.mean == pytest.approx(200 * dd.evaluate(one).mean)
    assert (law.min, law.max) == (200 * 9, 200 * 54)  # too rare for a float, and still the ends
    assert abs(law.sd - 200**0.5 * dd.evaluate(one).sd) < 1e-6
    with pytest.raises(TooLarge, match=r"takes about .* Without --exact it is in floats"):
        dd.evaluate(InARow(dd.game("ten-times-18:slots=5"), 1000), exact=True)


def test_how_far_all_games_are_is_told() -> None:
    """Not how far each is: whoever waits for six games would hear six times that the end is near."""
    told: list[tuple[int, int]] = []
    budget = dd.Budget(progress=lambda what, done, in_all: told.append((done, in_all)))
    dd.curve(dd.InARow(dd.game("micro-yahtzee"), 3), budget=budget, fresh=True)
    dones = [done for done, in_all in told if in_all]
    assert dones == sorted(dones)
    assert all(done <= in_all for done, in_all in told)
    halfway = [in_all for done, in_all in told if 0.2 * in_all < done < 0.8 * in_all]
    assert halfway
    assert max(halfway) < 1.1 * told[-1][1]
    assert told[-1][0] == told[-1][1]
