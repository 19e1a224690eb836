"""Questions about press-your-luck games, and what their lane leaves to others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.ask.strategies import strategy_names
from dicedevil.cli.group import cli
from dicedevil.dice import Die
from dicedevil.errors import (
    NotationError,
    PositionError,
    TooLarge,
    UsageError,
)
from dicedevil.families.press_luck import (
    Combination,
    MatchTurn,
    PressLuck,
    PressLuckGame,
)
from dicedevil.solvers import tables
from press_oracle import rules_of

RULES = rules_of("ten-thousand")
PIG, TEN = dd.game("pig"), dd.game("ten-thousand")


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


# -- questions -------------------------------------------------------------------------------------


def test_what_the_lane_does_not_answer() -> None:
    with pytest.raises(UsageError, match="press-luck lane does not answer"):
        dd.solve("pig", dd.Worst(), lane="press-luck")
    with pytest.raises(UsageError, match="in fractions"):
        dd.solve("pig", dd.WinMatch(), lane="press-luck", exact=True)
    with pytest.raises(UsageError, match="Unknown lane 'press-luck'"):
        dd.solve("klappenspiel", lane="press-luck")
    with pytest.raises(TooLarge):
        dd.solve("pig:target=90000", dd.WinMatch())
    with pytest.raises(TooLarge):
        dd.solve("ten-thousand", dd.WinMatch(), lane="graph")
    with pytest.raises(TooLarge):
        dd.solve("ten-thousand", dd.WinMatch(), exact=True)


def test_tables_of_matches_are_read_again() -> None:
    made = dd.solve("pig:target=20", dd.WinMatch())
    read = dd.solve("pig:target=20", dd.WinMatch())
    fresh = dd.solve("pig:target=20", dd.WinMatch(), fresh=True)
    assert made.value == read.value == fresh.value
    assert made.error_bound == read.error_bound
    state = MatchTurn(1, 10, 12, 4, 1)
    assert made.worth(state) == read.worth(state)


def test_within_any_game() -> None:
    """A game of a single slot is over after one turn; one of three is not."""
    assert dd.solve("ten-times-18:slots=1", dd.ReachWithin(1), exact=True).exact == 1
    assert dd.solve("ten-times-18:slots=3", dd.ReachWithin(2), exact=True).exact == 0
    for turns in (0, -1):
        with pytest.raises(UsageError):
            dd.ReachWithin(turns)
    with pytest.raises(TooLarge):
        dd.ReachWithin(10**9)
    game = dd.ReachWithin(5).view(dd.game("pig"))
    assert game.write_state(game.read_state("left=3,me=60,turn=4").state) == "left=3,me=60,turn=4"
    for text in ("left=6", "left=3,left=2", "left=-1"):
        with pytest.raises((PositionError, NotationError)):
            game.read_state(text)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("solve", "pig", "--turns", "10"), 0),
        (("solve", "pig", "--objective", "within"), 2),
        (("solve", "pig", "--objective", "within", "--turns", "0"), 2),
        (("solve", "pig", "--objective", "within", "--turns", "999999999"), 5),
        (("solve", "pig", "--objective", "win", "--turns", "3"), 2),
        (("solve", "pig:target=90000", "--objective", "win"), 5),
        (("solve", "pig", "--against", "hold-at-x"), 2),
        (("solve", "pig:target=30", "--against", "hold-at-20"), 0),
        (("advise", "pig", "--state", "left=1,me=90", "--roll", "4", "--turns", "3"), 0),
        (("advise", "pig", "--state", "left=0,me=90", "--roll", "4", "--turns", "3"), 3),
        (("evaluate", "pig:target=30", "--objective", "win"), 0),
        (("evaluate", "pig:target=30", "--against", "best-reply", "--strategy", "hold-at-9"), 0),
        (("evaluate", "pig", "--objective", "score", "--against", "optimal"), 2),
        (("evaluate", "pig", "--against", "optimal", "--csv", "x.csv"), 2),
        (("evaluate", "pig:target=30", "--against", "hold-at-"), 2),
        (("show", "pig"), 0),
    ],
)
def test_commands(arguments: tuple[str, ...], code: int) -> None:
    found, out, err = run(*arguments)
    assert found == code, err
    assert bool(out) == (code == 0)


def test_the_cost_of_a_strategy_on_the_command_line() -> None:
    command = ("evaluate", "pig:target=30", "--strategy", "hold-at-20", "--objective", "win")
    answer = json.loads(run(*command, "--against", "optimal", "--json")[1])
    assert answer["mean"] + answer["going_second"] == pytest.approx(2 * answer["average"])
    assert answer["cost"] == pytest.approx(0.5 - answer["average"])
    assert answer["differences"]["decisions"] > answer["differences"]["differ"] > 0
    assert "worst decision" in run(*command)[1]


def test_a_game_of_one_s_own_has_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    own = PressLuckGame(PressLuck(1, (Combination((2,), 2),), 4, Die.fair(2)))
    assert 0.5 < dd.solve(own, dd.WinMatch()).value < 1
    assert tables.listing(tmp_path) == []
    dd.solve("pig:target=4", dd.WinMatch())
    assert len(tables.listing(tmp_path)) == 1
    assert strategy_names(own)[-2:] == ["hold-at-2", "solitaire"]
