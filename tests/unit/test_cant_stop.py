"""Can't Stop: its rules, its words, what is refused, and how it lies on the table."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import (
    DiceDevilError,
    NotationError,
    PositionError,
    RulesError,
    TooLarge,
)
from dicedevil.families.columns import Climb, Columns
from dicedevil.families.columns.board import MOST_SIDES
from dicedevil.solvers.columns.lanes import BoardCost

FULL = "cant-stop"
THREE = "cant-stop:sides=3,length=1"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def choices(state: str, roll: str, spec: str = FULL) -> list[str]:
    game = dd.game(spec)
    position, rolled = game.read_position(state, roll)
    return [game.write_choice(one) for one in game.choices(position.state, rolled)]


def test_the_board_of_the_box() -> None:
    board = Columns()
    assert dict(zip(board.names, board.lengths, strict=True)) == {
        2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3
    }  # fmt: skip
    assert sum(board.rolls.values()) == 6**4
    assert board.boards == 7_431_782_400
    assert Columns(3, 2).lengths == (2, 4, 6, 4, 2)


@pytest.mark.parametrize(
    ("state", "roll", "expected"),
    [
        ("", "1234", ["advance 3+7", "advance 4+6", "advance 5+5"]),
        ("", "1111", ["advance 2+2"]),
        ("2=2", "1111", ["advance 2"]),  # one space is left
        ("2=3", "1111", ["bust"]),
        ("2=3", "1112", ["advance 3"]),  # both sums only if they can be
        ("turn-6=1,turn-7=1", "1222", ["advance 3", "advance 4"]),  # one marker left: either
        ("turn-6=1,turn-7=1", "1456", ["advance 5", "advance 11", "advance 6+10", "advance 7+9"]),
        ("turn-6=1,turn-7=1,turn-8=1", "1122", ["bust"]),
        ("turn-6=1,turn-7=1,turn-8=1", "1156", ["advance 6+7"]),
        ("turn-6=11,turn-7=1,turn-8=1", "1156", ["advance 7"]),
        ("7=12,turn-7=13,turn-2=1", "1166", ["advance 2+12"]),
    ],
)
def test_what_a_roll_can_do(state: str, roll: str, expected: list[str]) -> None:
    assert choices(state, roll) == expected


def test_a_turn_is_banked_lost_or_won() -> None:
    game = dd.game(FULL)
    position, roll = game.read_position("7=3,turn-7=5", "3434")
    points, after = game.play(position.state, roll, (7, 7))
    assert (points, game.write_state(after)) == (0, "7=3,turn-7=7")
    assert game.rolls(after) == {(): 1}
    assert game.play(after, (), "stop") == (1, Climb(after.now, after.now))
    rolling = game.play(after, (), "roll")[1]
    assert game.write_state(rolling) == "7=3,turn-7=7,next=roll"
    assert game.play(rolling, (1, 1, 1, 1), "bust") == (1, game.read_state("7=3").state)
    won, last = game.read_position("2=3,3=5,12=2", "6666")
    points, end = game.play(won.state, last, game.choices(won.state, last)[0])
    assert points == 1
    assert game.is_over(end)
    assert game.ends_turn(won.state, last, (12,))


@pytest.mark.parametrize(
    "text", ["", "7=3", "7=3,turn-7=5", "2=3,turn-6=1,turn-7=2,turn-8=11,next=roll"]
)
def test_positions_are_written_as_they_are_read(text: str) -> None:
    game = dd.game(FULL)
    assert game.write_state(game.read_state(text).state) == text
    assert game.read_state(f"{text},points=4".lstrip(",")).points == 4
    assert game.read_state(f"{text},turns=4".lstrip(",")).points == 4


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("13=1", NotationError, "Unknown key '13'"),
        ("7=14", NotationError, "between 0 and 13"),
        ("7=x", NotationError, "whole number"),
        ("7=3,turn-7=3", NotationError, "between 4 and 13"),
        ("2=3,turn-2=3", PositionError, "Column 2 is won"),
        (
            "turn-3=1,turn-4=1,turn-5=1,turn-6=1",
            PositionError,
            "4 columns have a neutral marker: there are 3",
        ),
        ("2=3,12=3,turn-3=5", PositionError, "the game is won: bank them"),
        ("7=3,turn-7=4,next=stop", NotationError, "next is one of decide, roll"),
    ],
)
def test_positions_that_cannot_be(text: str, error: type[DiceDevilError], says: str) -> None:
    with pytest.raises(error, match=re.escape(says)):
        dd.game(FULL).read_state(text)
    with pytest.raises(PositionError):
        dd.solve(THREE).worth(Climb(-1, 0))


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("cant-stop:sides=0", NotationError, "sides is a whole number"),
        (f"cant-stop:sides={MOST_SIDES + 1}", TooLarge, "the most is 12"),
        ("cant-stop:length=99", TooLarge, "too many"),
        ("cant-stop:neutral=9", TooLarge, "too many"),
        ("cant-stop:sides=2,columns=4", RulesError, "make 3 columns: columns to win are 1 to 3, not 4"),
        ("cant-stop:dice=2d6", RulesError, "dice"),
    ],
)
def test_boards_that_cannot_be(spec: str, error: type[DiceDevilError], says: str) -> None:
    with pytest.raises(error, match=says):
        dd.game(spec)


def test_the_full_board_is_refused_with_its_numbers() -> None:
    cost = BoardCost(Columns())
    board = Columns()
    assert (board.banked_count, board.turn_count) == (6_066_786_123, 49_223_917_271_115)
    for objective in (dd.MaxScore(), dd.FewestTurns(), dd.ReachWithin(3), dd.ReachTarget(5)):
        with pytest.raises(TooLarge) as refused:
            dd.solve(FULL, objective)
        words = str(refused.value)
        assert "6,066,786,123 banked boards with 49,223,917,271,115 positions in turns" in words
        assert "days on" in words
        assert "Smaller boards answer: cant-stop:sides=5,length=1" in words
        assert refused.value.memory_bytes is not None
        assert refused.value.memory_bytes > cost.memory_bytes // 2
    with pytest.raises(TooLarge, match="98,455,192,232,344"):
        dd.solve(FULL, exact=True)
    with pytest.raises(TooLarge, match="simulation"):
        dd.evaluate(FULL, "rule-of-28")
    slow = run("solve", "cant-stop:sides=5", "--memory", "4000")
    assert slow.exit_code == 5
    assert "minutes are allowed" in slow.stderr
    assert run("solve", FULL).exit_code == 5


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("curve", THREE), "its curve has no end: ask for one number of turns"),
        (("solve", THREE, "--objective", "worst"), "never ends"),
        (("solve", THREE, "--objective", "win"), "no match of two is solved"),
        (("evaluate", THREE, "--strategy", "worst"), "worst"),
        (("evaluate", THREE, "--strategy", "rule-of-x"), "has no strategy 'rule-of-x'"),
        (("evaluate", THREE, "--exact"), "has no end"),
    ],
)
def test_questions_without_an_answer(arguments: tuple[str, ...], says: str) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert says in " ".join(refused.stderr.split())


def test_a_target_is_a_number_of_turns() -> None:
    with pytest.raises(PositionError, match="the fewest is 1"):
        dd.solve(THREE, dd.ReachTarget(0))
    told = json.loads(run("solve", THREE, "--objective", "within", "--turns", "2", "--json").stdout)
    assert told["lane"] == "columns"
    assert told["value"] == dd.solve(THREE, dd.ReachTarget(2)).value


def test_the_rule_of_28_counts_as_keller_says() -> None:
    rule = dd.game(FULL).own_strategy("rule-of-28")
    board = Columns()

    def counted(text: str) -> int:
        state = dd.game(FULL).read_state(text).state
        return int(rule.counted(board.spaces(state.banked), board.spaces(state.now)))

    assert counted("turn-7=1") == 2
    assert counted("turn-7=2") == 3
    assert counted("turn-2=1,turn-12=1") == 24
    assert counted("turn-6=1,turn-7=1,turn-8=1") == 4 + 2 + 4  # nothing beside
    assert counted("turn-3=1,turn-5=1,turn-11=1") == 10 + 6 + 10 + 2  # all odd
    assert counted("turn-4=1,turn-6=1,turn-10=1") == 8 + 4 + 8 - 2  # all even
    assert counted("turn-2=1,turn-3=1,turn-6=1") == 12 + 10 + 4 + 4  # all low
    assert counted("turn-5=1,turn-3=1,turn-7=1") == 6 + 10 + 2 + 2 + 4  # odd, and on one side
    assert dd.game(FULL).own_strategy("rule-of-7").points == 7
    assert rule(dd.game(FULL).read_state("turn-2=1,turn-12=1").state, ()) == "roll"
    assert rule(dd.game(FULL).read_state("turn-2=2,turn-12=1").state, ()) == "stop"


def test_the_full_board_is_simulated_and_played_by_the_rule_of_28() -> None:
    told = json.loads(
        run("simulate", FULL, "--strategy", "rule-of-28", "--games", "4000", "--json").stdout
    )
    assert told["what"] == "race"
    assert 10 < told["mean"] < 11.5
    again = dd.simulate(FULL, "rule-of-28", games=4_000)
    assert again.mean == told["mean"]


def test_it_lies_on_the_table_as_tracks() -> None:
    game = dd.game(FULL)
    position = game.read_state("7=3,turn-7=5,points=2")
    (piece,) = game.furniture(position)
    spot = next(one for one in piece.sections[0] if one.name == "7")
    assert (piece.kind, spot.text, spot.points, spot.of, spot.open) == ("tracks", "3+2", 3, 13, True)
    assert game.facts(position) == ("2 turns so far", "0 of 3 columns won", "2 neutral markers left")
    assert game.uses(position.state, (3, 4, 3, 4), (7, 7)).label == "Advance 7 by two"
    assert game.uses(position.state, (3, 4, 3, 4), (7, 7)).spots == ("7",)
    assert game.uses(position.state, (), "stop").label == "Stop and keep it"
    assert game.uses(position.state, (), "roll").label == "Roll on"
    assert game.uses(position.state, (1, 1, 1, 1), "bust").label == "Bust: the turn is lost"
