"""Rooms and lanes: a family from outside is asked like our own, and nothing of ours is edited."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import UsageError
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import lane_for, lane_named, lanes_of
from dicedevil.strategy import Strategy
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from toy_room import Coins, worked_out

SEVEN = Strategy("seven", lambda state, roll: "go on")


def test_a_family_from_outside_is_solved_in_its_own_room() -> None:
    game = Coins()
    solution = dd.solve(game)
    assert (solution.lane, solution.value) == ("coins", worked_out(game))
    assert solution.value == dd.solve(game, lane="graph").value
    assert dd.advise(game, roll=(1,)).best.choice == "go on"


def test_what_its_lanes_do_not_fit_goes_to_the_plain_room() -> None:
    game = Coins()
    assert dd.solve(game, exact=True).lane == "reference"
    assert dd.solve(game, dd.Worst()).lane == "graph"
    assert dd.solve(game, dd.WinMatch()).lane == "graph"
    assert [lane.name for lane in lanes_of(game)] == ["coins", "reference", "graph"]
    assert lanes_of(TurnByTurn(game)) == lanes_of(game)


def test_its_lanes_are_asked_for_laws_games_searches_and_costs() -> None:
    game = Coins()
    assert dict(dd.evaluate(game, SEVEN).law) == {7: 1}
    assert dd.evaluate(game, SEVEN).boxes["coin"].mean == 7.0
    assert dd.evaluate(game, "random").max == 3  # a strategy that the lane passes on
    assert set(dd.simulate(game, "random", games=5).scores) == {7}
    played = dd.match(game, ["random", "optimal"], games=3)
    assert played.mean_score == (7.0, 7.0)
    looking = dd.match(game, ["emp-1", "optimal"], games=3, seed=2)
    assert looking.players == ("emp-1", "optimal")
    question = Question(game, dd.MaxScore())
    cost = lane_for(question).cost(question)
    assert cost is not None
    assert cost.seconds == 100.0


def test_an_evaluation_that_no_lane_knows_is_refused_in_words() -> None:
    from dicedevil.solvers.budget import USUAL
    from dicedevil.solvers.lane import Looking

    for name in ("micro-yahtzee", "klappenspiel"):
        game = dd.game(name)
        assert all(
            lane.search(game, Looking("gut feeling", 1), USUAL) is None for lane in lanes_of(game)
        )


def test_its_size_is_shown(tmp_path, monkeypatch) -> None:
    rules = tmp_path / "coins.py"
    rules.write_text("from toy_room import Coins\ngame = Coins()\n")
    shown = CliRunner().invoke(cli, ["show", str(rules)])
    assert "Counted     4 states (to solve: arrays of 1 MB)" in shown.output, shown.output


def test_a_game_of_no_family_has_the_plain_lanes() -> None:
    assert [lane.name for lane in lanes_of(dd.game("klappenspiel"))] == ["reference", "graph"]
    with pytest.raises(UsageError, match="Unknown lane 'pairs' for klappenspiel"):
        lane_named(dd.game("klappenspiel"), "pairs")


def test_asking_whether_a_lane_fits_loads_no_compiled_code() -> None:
    import subprocess
    import sys

    code = """
import sys, dicedevil as dd
from dicedevil.ask.strategies import best_reply
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import lanes_of
for name in ("pig", "ten-thousand", "yahtzee", "ten-times-18", "klappenspiel"):
    for aim in (dd.MaxScore(), dd.WinMatch(), dd.ReachTarget(1), dd.Worst(), dd.FewestTurns()):
        question = Question(aim.view(dd.game(name)), aim)
        for lane in lanes_of(question.game):
            lane.fits(question)
reply = best_reply(dd.WinMatch().view(dd.game("pig")), "hold-at-20")
print([lane.fits(Question(reply, dd.WinMatch())) for lane in lanes_of(reply)], "numba" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[True, False, True] False\n"
