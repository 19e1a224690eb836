"""Records of games: read, written, and played again."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedevil.coach.records import (
    MOST_BYTES,
    Move,
    Record,
    RecordError,
    Refused,
    read_records,
    write_records,
)
from dicedevil.coach.replay import recorded_name, replay
from dicedevil.errors import DiceDevilError
from dicedevil.games import game
from recorded import KINDS, played_at_random

TUG = """
from dataclasses import dataclass
from dicedevil import Game

@dataclass(frozen=True)
class Tug(Game):
    half: int = 2
    def start(self): return 0
    def is_over(self, state): return abs(state) >= self.half
    def rolls(self, state): return {(-1,): 1, (1,): 1}
    def choices(self, state, roll): return ("pull", "rest")
    def play(self, state, roll, choice): return 1, state + (roll[0] if choice == "pull" else 1)
    def progress(self, state): return 0
"""


def a_record(**changed: Any) -> dict[str, Any]:
    moves = [{"player": 0, "roll": "64", "choice": "flip 10"}]
    return {
        "record": 1,
        "game": "klappenspiel",
        "players": ["me"],
        "seed": 7,
        "moves": moves,
        "result": None,
        **changed,
    }


@pytest.mark.parametrize(("spec", "players", "what"), KINDS)
def test_a_game_is_recorded_and_played_again(spec: str, players: int, what: str) -> None:
    for seed in range(3):
        record, tables = played_at_random(game(spec), players, what, seed)
        again = replay(Record.from_line(record.to_line()))
        assert again.is_whole
        assert again.end.results == record.result
        assert [step.table for step in again.steps] == tables[:-1]


@pytest.mark.parametrize(("spec", "players", "what"), KINDS)
def test_positions_are_written_as_the_game_reads_them(spec: str, players: int, what: str) -> None:
    _, tables = played_at_random(game(spec), players, what, seed=5)
    for table in tables[:-1]:
        found = table.rules.read_state(table.written)
        assert found.state == table.position.state
        if what != "race":  # the turns that were taken do not stand in a position
            assert found.points == table.position.points


names = st.text(max_size=8)
plain = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists)


@settings(max_examples=60)
@given(
    players=st.lists(names, min_size=1, max_size=4),
    rolls=st.lists(st.tuples(st.text(max_size=6), st.none() | st.text(max_size=9)), max_size=5),
    seed=st.none() | st.integers(),
    state=st.text(max_size=9),
    more=st.dictionaries(st.text(max_size=5).map("x-".__add__), plain, max_size=2),
    data=st.data(),
)
def test_no_record_loses_anything(
    players: list[str],
    rolls: list[tuple[str, str | None]],
    seed: int | None,
    state: str,
    more: dict[str, Any],
    data: st.DataObject,
) -> None:
    seats = st.integers(0, len(players) - 1)
    moves = tuple(Move(data.draw(seats), roll, choice) for roll, choice in rolls)
    result = tuple(
        data.draw(st.integers() | st.floats(allow_nan=False, allow_infinity=False)) for _ in players
    )
    record = Record("pig", tuple(players), moves, seed, result, state, more=more)
    line = record.to_line()
    assert "\n" not in line
    assert Record.from_line(line) == record
    file = io.StringIO()
    assert write_records(file, [record, record]) == 2
    found = list(read_records(io.BytesIO(file.getvalue().encode())))
    assert found == [(1, record), (2, record)]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ([], "JSON object"),
        (a_record(record=2), "version 1"),
        (a_record(record=True), "version 1"),
        (a_record(game=5), "game is a text"),
        (a_record(players=[]), "1 to 20 names"),
        (a_record(players=["x"] * 21), "1 to 20 names"),
        (a_record(players=["half a sign: \ud83c"]), "1 to 20 names"),
        (a_record(moves=[{"player": 0, "roll": "6\udfff"}]), "the roll is a text"),
        (a_record(seed="7"), "seed is a whole number"),
        (a_record(result=[1, 2]), "one number a player"),
        (a_record(result=["1"]), "one number a player"),
        (a_record(moves={}), "moves is a list"),
        (a_record(moves=[3]), "Move 1 is an object"),
        (a_record(moves=[{"player": 1, "roll": "64"}]), "player is one of 0 to 0"),
        (a_record(moves=[{"player": 0, "roll": 64}]), "the roll is a text"),
        (a_record(what="war"), "what is one of"),
        (a_record(state=[]), "state is a text"),
    ],
)
def test_what_is_no_record_is_refused(told: Any, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Record.from_dict(told)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "klappenspeil"}, "klappenspiel"),
        ({"state": "up=99"}, "99"),
        ({"moves": [{"player": 0, "roll": "77", "choice": "flip 10"}]}, "Move 1: .*77"),
        ({"moves": [{"player": 0, "roll": "64", "choice": "flip 9"}]}, "Move 1: .*not a choice"),
        ({"moves": [{"player": 0, "roll": "64"}]}, "Move 1: the choice is missing"),
        (
            {"players": ["a", "b"], "moves": [{"player": 1, "roll": "64", "choice": "flip 10"}]},
            "turn of player 0",
        ),
        ({"game": "evil.py"}, "never has a file run"),
    ],
)
def test_a_record_of_what_cannot_be_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        replay(Record.from_dict(a_record(**changed)))


def test_lines_are_read_within_limits() -> None:
    good = json.dumps(a_record()).encode()
    long = b"[" * (2 * MOST_BYTES + 5)
    lines = [
        good,
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"record": 1' + b"1" * 5000 + b"}",
        long,
        b"NaN",
        good,
    ]
    found = dict(read_records(io.BytesIO(b"\n".join(lines))))
    assert sorted(found) == [1, 3, 4, 5, 6, 7, 8, 9]
    refused = {number: one.reason for number, one in found.items() if isinstance(one, Refused)}
    assert sorted(refused) == [3, 4, 5, 6, 7, 8]
    assert "at most" in refused[7]
    assert "deep" in refused[5] or "JSON" in refused[5]


def test_a_forced_choice_may_be_left_out() -> None:
    record, _ = played_at_random(game("pig:target=20"), 2, seed=2)
    bare = [replace(move, choice=None) if move.roll == "1" else move for move in record.moves]
    assert any(move.choice is None for move in bare)
    assert replay(replace(record, moves=tuple(bare))).end.results == record.result


def test_a_forced_move_may_be_left_out_where_it_shows() -> None:
    moves = [Move(0, "5", "stop"), Move(1, "6", "stop"), Move(0, "5", "roll"), Move(1, "3", "stop")]
    found = replay(Record("pig", ("a", "b"), tuple(moves)))
    assert [step.is_filled_in for step in found.steps] == [False, False, False, True, False]
    assert found.end.written == "me=5,them=9,turn=0"
    with pytest.raises(RecordError, match=r"Move 2: .*not a choice"):
        replay(Record("pig", ("a", "b"), (Move(0, "5", "stop"), Move(1, "5", "fly"))))
    with pytest.raises(RecordError, match=r"Move 1: .*turn of player 0"):  # which roll was left out?
        replay(Record("ten-times-18", ("a", "b"), (Move(1, "9", "place 1"),)))


def test_one_turn_and_a_race_are_told_apart() -> None:
    turn, race = (Move(0, "5", "stop"),), (Move(0, "5", "stop"), Move(0, "6", "roll"))
    assert replay(Record("pig", ("me",), turn)).end.what == "turn"
    assert replay(Record("pig", ("me",), race)).end.what == "race"
    assert not replay(Record("pig", ("me",), turn, what="race")).is_whole


def test_rules_of_ones_own_are_named_by_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "tug.py"
    path.write_text(TUG)
    own = game(f"{path}:half=3")
    name = recorded_name(own, f"{path}:half=3")
    assert name == "tug.py:half=3"
    record, _ = played_at_random(own)
    named = replace(record, game=name)
    assert replay(named, [str(path)]).end.results == record.result
    assert replay(record, [own]).end.results == record.result
    for unknown in (named, record):
        with pytest.raises(DiceDevilError):
            replay(unknown)


def test_a_choice_without_a_roll_may_leave_it_out() -> None:
    rules = game("shut-the-box:tiles=9,one-die=sum<=6")
    record, tables = played_at_random(rules, seed=2)
    while not any(move.roll == "" for move in record.moves):
        record, tables = played_at_random(rules, seed=1 + (record.seed or 0))
    told = record.to_dict()
    told["moves"] = [{key: one[key] for key in one if one[key] != ""} for one in told["moves"]]
    again = Record.from_dict(told)
    assert again == record
    assert [step.table for step in replay(again).steps] == tables[:-1]
