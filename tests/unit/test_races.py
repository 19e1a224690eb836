"""Races say what they mean: one turn is called one turn, simulations play to the target."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import dicedevil as dd
import press_oracle as oracle
from dicedevil.cli.group import cli
from dicedevil.errors import TooLarge, UsageError
from dicedevil.families.press_luck import PressLuck, PressLuckGame, PressLuckRace, PressLuckTable
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.press_luck import search as press_search
from dicedevil.solvers.press_luck.search import turns_needed
from dicedevil.solvers.races import asked_races
from dicedevil.strategy import Strategy, random_strategy
from own_games import TUG
from press_oracle import rules_of

SMALL = {
    "pig": rules_of("pig:target=25"),
    "three dice": rules_of("ten-thousand:target=700,dice=3d6"),
    "three dice of a Farkle": rules_of("farkle:target=500,minimum=150,dice=3d6"),
    "three dice, at least 350 to open": rules_of("ten-thousand:target=600,dice=3d6,opening=350"),
}


@pytest.fixture(params=list(SMALL.values()), ids=list(SMALL))
def rules(request: pytest.FixtureRequest) -> PressLuck:
    return request.param  # type: ignore[no-any-return]


def turns_by(rules: PressLuck, strategy: oracle.Strategy) -> Fraction:
    """The exact mean of the turns that a strategy of single turns takes to the target."""
    turns: dict[int, Fraction] = {}
    for banked in range(oracle.goal_of(rules) - rules.unit, -1, -rules.unit):

        def bank(points: int, banked: int = banked) -> Fraction:
            return turns.get(banked + points, Fraction(0))

        least = oracle.least_of(rules, banked)
        cap = max(rules.target - banked, least)
        later, busts = oracle.turn(rules, bank, Fraction(0), cap, strategy, least)
        turns[banked] = (1 + later) / (1 - busts)
    return turns[0]


def assert_near(played: dd.Simulation, mean: Fraction | float) -> None:
    assert isinstance(played, dd.Simulation)
    assert played.what == "race"
    assert abs(played.mean - float(mean)) <= 4 * played.standard_error


def test_races_in_the_fewest_turns(rules: PressLuck) -> None:
    played = dd.simulate(PressLuckGame(rules), games=20_000, seed=5)
    assert_near(played, oracle.fewest_turns(rules)[0])


def test_races_by_holding(rules: PressLuck) -> None:
    hold = 5 * rules.unit
    exact = turns_by(rules, oracle.hold_at(rules, hold))
    game, race = PressLuckGame(rules), PressLuckRace(PressLuckGame(rules))
    assert_near(dd.simulate(game, f"hold-at-{hold}", games=20_000, seed=5), exact)
    asked = Strategy("the same, asked", race.own_strategy(f"hold-at-{hold}").__call__)
    laid_out = dd.simulate(race, asked, games=20_000, seed=6)
    assert_near(laid_out, exact)
    one_by_one = asked_races(race, asked, 3_000, 7, Budget())
    assert abs(one_by_one.mean() - float(exact)) <= 4 * one_by_one.std() / 3_000**0.5


def test_races_at_random_two_ways() -> None:
    race = PressLuckRace(PressLuckGame(SMALL["three dice"]))
    laid_out = dd.simulate(race, "random", games=20_000, seed=3)
    asked = asked_races(race, random_strategy(race), 4_000, 3, Budget())
    error = asked.std() / 4_000**0.5
    assert abs(laid_out.mean - asked.mean()) <= 4 * (error + laid_out.standard_error)


def test_the_same_seed_gives_the_same_races() -> None:
    once, again, other = (dd.simulate("pig", "hold-at-20", games=500, seed=k) for k in (1, 1, 2))
    assert once == again != other
    assert list(once.to_dict()["quantiles"]) == list(
        dd.evaluate("pig", "random").to_dict()["quantiles"]
    )
    assert once.quantile(0.5) in (int(once.median), int(once.median) + 1)
    assert once.quantile(1.0) == once.scores.max()


def test_one_turn_is_asked_for() -> None:
    turn = dd.simulate("pig", "hold-at-20", games=2_000, turn=True)
    law = dd.evaluate("pig", "hold-at-20")
    assert (turn.what, law.what, dd.curve("pig").what) == ("turn", "turn", "turn")
    assert abs(turn.mean - law.mean) <= 4 * turn.standard_error
    assert turn != dd.simulate("pig", "hold-at-20", games=2_000)
    with pytest.raises(UsageError, match="races such as pig, not about klappenspiel"):
        dd.simulate("klappenspiel", games=10, turn=True)
    with pytest.raises(UsageError, match="not about a match"):
        dd.simulate("pig", games=10, turn=True, against="optimal")
    with pytest.raises(UsageError, match="never ends"):
        dd.simulate("pig", "worst", games=10)


def test_a_race_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    from dicedevil.solvers.press_luck import playing

    monkeypatch.setattr(playing, "MOST_TURNS", 1_000)
    with pytest.raises(UsageError, match=r"'hold-at-500'.*may never end"):
        dd.simulate("pig:target=600", "hold-at-500", games=5)


def test_a_race_against_somebody_tells_who_wins() -> None:
    played = dd.simulate("pig:target=20", "hold-at-9", games=50, seed=4, against="optimal")
    assert played == dd.match("pig:target=20", ["hold-at-9", "optimal"], games=50, seed=4)


# -- the command line ------------------------------------------------------------------------------


def test_a_race_too_slow_to_look_ahead_in_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PressLuckTable(PressLuckGame(SMALL["pig"]), 3)
    in_all = len(turns_needed(table, Budget()))
    monkeypatch.setattr(press_search, "MOST_TURNS", in_all)
    assert len(turns_needed(table, Budget())) == in_all
    monkeypatch.setattr(press_search, "MOST_TURNS", 3)
    with pytest.raises(TooLarge, match=r"too slow to look ahead in: after 3 turns .* chance of 0\."):
        turns_needed(table, Budget())


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)

    def asked(*arguments: str) -> str:
        result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    return asked


def test_one_turn_is_called_one_turn(run) -> None:
    assert "one turn's best expected score" in run("solve", "pig")
    assert "one turn's best chance of at least 20" in run("solve", "pig", "--target", "20")
    assert "fewest turns" in run("solve", "pig", "--objective", "turns")
    assert "of this one turn" in run("advise", "pig", "--state", "turn=19", "--roll", "4")
    assert "score of one turn at least the target" in run("curve", "pig")
    assert "hold-at-20: score of one turn" in run("evaluate", "pig", "--strategy", "hold-at-20")
    assert "points in a turn" in run("show", "pig")


def test_pictures_of_one_turn() -> None:
    from dicedevil.figures.curve import curve_figure
    from dicedevil.figures.distribution import distribution_figure

    drawn = distribution_figure([dd.evaluate("pig", "hold-at-20")]).axes[0]
    assert drawn.get_title(loc="left") == "Score of one turn of pig"
    assert drawn.get_xlabel() == "score of one turn"
    assert "score of one turn" in curve_figure(dd.curve("pig")).axes[0].get_xlabel()


def test_simulate_a_race(run) -> None:
    words = run("simulate", "pig", "--games", "500")
    assert "pig, optimal (fewest turns): 500 races to the target" in words
    assert "turns needed, mean" in words
    told = json.loads(run("simulate", "pig", "--games", "500", "--json"))
    assert told["what"] == "race"
    assert 10 < told["mean"] < 15
    words = run("simulate", "pig", "--games", "500", "--turn")
    assert "500 turns" in words
    assert json.loads(run("simulate", "pig", "--games", "500", "--turn", "--json"))["what"] == "turn"


def test_a_game_of_two_is_simulated_as_a_match(run) -> None:
    Path("tug.py").write_text(TUG)
    told = json.loads(run("simulate", "tug.py", "--games", "400", "--json"))
    assert (told["what"], told["players"]) == ("match", ["optimal", "optimal"])
    assert sum(told["wins"]) + told["ties"] == 400
    best = dd.solve(dd.game("tug.py"), dd.WinMatch()).value
    assert abs(told["mean"] - best) <= 4 * told["standard_error"][0]
    better = json.loads(run("simulate", "tug.py", "--games", "400", "--against", "random", "--json"))
    assert better["mean"] > told["mean"]
    assert "win share" in run("simulate", "tug.py", "--games", "20", "--record", "won.jsonl")
    lines = [json.loads(line) for line in Path("won.jsonl").read_text().splitlines()]
    assert [line["players"] for line in lines] == [["optimal", "optimal"]] * 20
    assert np.array([line["result"] for line in lines]).shape == (20, 2)
