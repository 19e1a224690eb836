"""`solve --against`: the exact best reply to a known strategy."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedevil.ask.check import check_game
from dicedevil.ask.strategies import best_reply
from dicedevil.cli.group import cli
from dicedevil.games import game
from dicedevil.objectives import WinMatch
from dicedevil.solvers.solver import solve
from dicedevil.wrapped.turn_by_turn import TurnByTurn

SMALL = "ten-times-18:slots=2,dice=1d4"


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))


def test_against_random_by_hand() -> None:
    """Two slots, a die of four sides, turn by turn: written out here without the library."""

    def after(slots: tuple[int, ...], roll: int, slot: int) -> tuple[int, tuple[int, ...]]:
        return slot * roll, tuple(one for one in slots if one != slot)

    @cache
    def value(mine: tuple[int, ...], theirs: tuple[int, ...], lead: int, my_turn: bool) -> Fraction:
        if not mine and not theirs:
            return Fraction(1 + (lead > 0) - (lead < 0), 2)
        total = Fraction(0)
        for roll in range(1, 5):
            outcomes = []
            for slot in mine if my_turn else theirs:
                points, left = after(mine if my_turn else theirs, roll, slot)
                if my_turn:
                    outcomes.append(value(left, theirs, lead + points, False))
                else:
                    outcomes.append(value(mine, left, lead - points, True))
            total += max(outcomes) if my_turn else sum(outcomes, Fraction(0)) / len(outcomes)
        return total / 4

    reply = best_reply(TurnByTurn(game(SMALL)), "random")
    assert solve(reply, WinMatch(), exact=True).exact == value((1, 2), (1, 2), 0, True)


@pytest.mark.parametrize("name", ["random", "optimal", "worst"])
def test_a_reply_is_never_worse_than_best_play_of_both(name: str) -> None:
    match = TurnByTurn(game(SMALL))
    reply = solve(best_reply(match, name), WinMatch(), exact=True)
    fair = solve(match, WinMatch(), exact=True)
    assert reply.exact is not None
    assert fair.exact is not None
    assert reply.exact >= fair.exact
    rough = solve(best_reply(match, name), WinMatch())
    assert rough.value == pytest.approx(reply.value, abs=1e-12)


def test_the_rules_are_sound() -> None:
    assert check_game(best_reply(TurnByTurn(game(SMALL)), "random")).problems == ()


def test_the_command() -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(cli, ["solve", *arguments], catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr

    code, out, _ = run(SMALL, "--against", "random", "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["against"] == "random"
    assert answer["objective"] == "win"
    assert answer["value"] > 0.5
    assert "against random" in run(SMALL, "--against", "random")[1]
    assert run(SMALL, "--against", "randon")[0] == 2
    assert run(SMALL, "--against", "omniscient")[0] == 2
    assert run(SMALL, "--against", "random", "--objective", "worst")[0] == 2


def test_the_same_rolls() -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(cli, ["solve", *arguments], catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr

    small = "ten-times-18:slots=4,dice=1d4"
    asked = (small, "--against", "optimal", "--same-rolls")
    code, out, _ = run(*asked, "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["lane"] == "pairs"
    assert answer["same_rolls"]
    assert answer["value"] == pytest.approx(answer["win"] + answer["tie"] / 2, abs=1e-12)
    assert answer["win"] + answer["tie"] + answer["lose"] == pytest.approx(1, abs=1e-12)
    assert len(answer["differs"]) == 4
    alone = json.loads(run(*asked, "--objective", "win-alone", "--json")[1])
    assert alone["value"] == pytest.approx(alone["win"], abs=1e-12)
    assert alone["win"] >= answer["win"]
    assert "wins, ties, loses" in run(*asked)[1]
    assert "exactly" in run(*asked, "--exact")[1]
    assert "outright" in run(*asked, "--objective", "win-alone")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((SMALL, "--same-rolls"), "--against optimal"),
        ((SMALL, "--same-rolls", "--against", "optimum"), "Did you mean 'optimal'"),
        ((SMALL, "--same-rolls", "--against", "omniscient"), "beforehand"),
        ((SMALL, "--same-rolls", "--against", "optimal", "--target", "9"), "objective 'win'"),
        ((SMALL, "--objective", "win", "--lane", "pairs", "--exact"), "pairs lane"),
    ],
)
def test_what_does_not_go_together(arguments: tuple[str, ...], words: str) -> None:
    result = CliRunner().invoke(cli, ["solve", *arguments])
    assert result.exit_code == 2
    assert words in result.stderr
