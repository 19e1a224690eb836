"""Games that are kept: nothing is lost, and nothing that is not ours, or newer, is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil
from dicedevil.coach.records import Move, Record, RecordError
from dicedevil.coach.replay import replay
from dicedevil.coach.schema import STEPS, VERSION, migrate
from dicedevil.coach.store import FILE, Store, StoreError, data_folder
from dicedevil.games import game
from recorded import KINDS, played_at_random
from unusual import NAMES


def test_a_game_is_kept_move_by_move(tmp_path: Path) -> None:
    whole, _ = played_at_random(game("micro-yahtzee"), 2)
    begun = replace(whole, moves=(), result=None)
    with Store(tmp_path) as store:
        number = store.begin(begun)
        for place, move in enumerate(whole.moves, 1):
            store.add(number, place, move)
            with Store(tmp_path) as other:  # what has returned is there for everybody
                assert other.record(number).moves == whole.moves[:place]
        last = len(whole.moves)
        store.undo(number, last)
        assert store.record(number).moves == whole.moves[:-1]
        store.add(number, last, whole.moves[-1])
        assert [kept.number for kept in store.under_way("micro-yahtzee")] == [number]
        assert store.under_way("pig") == []
        store.finish(number, whole.result)
        assert store.under_way() == []
    with Store(tmp_path) as again:
        assert again.record(number) == whole
        assert replay(again.record(number)).end.results == whole.result


def test_two_that_go_on_with_one_game_do_not_mix_their_moves(tmp_path: Path) -> None:
    with Store(tmp_path) as one, Store(tmp_path) as other:
        number = one.begin(Record("pig", ("me",)))
        one.add(number, 1, Move(0, "5", "roll"))
        with pytest.raises(StoreError, match="has 1 moves, so this cannot be move 1"):
            other.add(number, 1, Move(0, "6", "roll"))
        other.finish(number, None)
        with pytest.raises(StoreError, match="ended elsewhere"):
            one.add(number, 2, Move(0, "6", "roll"))
        with pytest.raises(StoreError, match="no game 99"):
            one.undo(99, 1)
        assert one.record(number).moves == (Move(0, "5", "roll"),)


def test_games_are_found_by_player_and_by_game(tmp_path: Path) -> None:
    records = [
        Record("pig", ("Ann", "club"), more={"bots": [1]}),
        Record("yatzy", ("Bob",)),
        Record("pig", ("Bob", "Ann")),
    ]
    with Store(tmp_path) as store:
        assert store.keep(records) == 3
        assert list(store.records()) == records
        assert list(store.records(player="Ann")) == [records[0], records[2]]
        assert list(store.records(player="Bob", game="pig")) == [records[2]]
        assert list(store.records(player="club")) == [records[0]]
        assert store.players() == ["Bob", "Ann"] or store.players() == ["Ann", "Bob"]
        assert store.under_way() == []


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_safe(tmp_path: Path, name: str) -> None:
    record = Record("pig", (name, "me"), (Move(0, "5", name),), state=name, more={name or "x": name})
    with Store(tmp_path) as store:
        store.keep([record])
        assert list(store.records(player=name)) == [record]
        assert Record.from_line(next(store.records()).to_line()) == record
        if name:
            assert list(store.records(player=name[:-1])) == []


def test_half_a_sign_is_no_text(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        with pytest.raises(RecordError, match="half a sign"):
            store.begin(Record("pig", ("\ud83c",)))
        assert list(store.records()) == []


names = st.text(max_size=8)
plain = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists)
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def any_record(draw: st.DrawFn) -> Record:
    players = tuple(draw(st.lists(names, min_size=1, max_size=4)))
    seats = st.integers(0, len(players) - 1)
    moves = draw(st.lists(st.builds(Move, seats, names, st.none() | names), max_size=5))
    result = draw(st.none() | st.tuples(*([numbers] * len(players))))
    more = draw(st.dictionaries(names.map("x-".__add__), plain, max_size=2))
    seed, what = draw(st.none() | st.integers()), draw(st.sampled_from(["", "turn", "race"]))
    return Record(draw(names), players, tuple(moves), seed, result, draw(names), what, more)


@pytest.fixture(scope="module")
def one_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("games")) as store:
        yield store


@settings(max_examples=60)
@given(record=any_record())
def test_no_record_loses_anything_in_the_database(one_store: Store, record: Record) -> None:
    number = one_store.begin(Record.from_line(record.to_line()))
    with Store(one_store.path.parent) as again:
        found = again.record(number)
    assert found == record
    assert found.to_line() == record.to_line()


@pytest.mark.parametrize(("spec", "players", "what"), KINDS[:4])
def test_real_games_come_out_as_they_went_in(
    tmp_path: Path, spec: str, players: int, what: str
) -> None:
    record, _ = played_at_random(game(spec), players, what)
    with Store(tmp_path) as store:
        store.keep([record])
        assert replay(next(store.records())).end.results == record.result


def test_records_are_kept_all_or_none(tmp_path: Path) -> None:
    def broken() -> Any:
        yield Record("pig", ("me",))
        raise RecordError("line 2 is cut off")

    with Store(tmp_path) as store:
        with pytest.raises(RecordError, match="line 2"):
            store.keep(broken())
        assert list(store.records()) == []
        store.keep([Record("pig", ("me",))])


# -- versions --------------------------------------------------------------------------------------

WRITTEN_BY = {
    1: (
        "INSERT INTO players VALUES (3, 'Ann')",
        "INSERT INTO games VALUES (5, 'pig', '7', '', 'turn', '[5]', '{}', 0, '2026-01-01', NULL)",
        "INSERT INTO seats VALUES (5, 0, 3, 0)",
        "INSERT INTO moves VALUES (5, 1, 0, '5', 'stop')",
    ),
    2: (
        "INSERT INTO drills VALUES (8, 3, 'pig', 'score', 'turn=3', '5', 'own', '{}', '2026-01-02')",
        "INSERT INTO answers VALUES (9, 8, '2026-01-03', 'stop', 'roll', 0.5, 0)",
    ),
    3: (
        "INSERT INTO graded (game_id, seat, objective, result, start_value, luck, loss, score, "
        "choices, spread) VALUES (5, 0, 'score', 5, 8.1, -1.1, 2.0, 5, 1, 8.0)",
        "INSERT INTO decisions VALUES "
        "(5, 0, 1, '', '5', 'stop', 'roll', 2.0, -1.1, 8.1, 5.0, 'slip', 'stop', 'roll', 0)",
    ),
    4: ("UPDATE graded SET unit = 'turns', sign = -1",),
    5: (
        "INSERT INTO tests VALUES (4, 3, 'pig', 'win', '7', 20, 'chance', '2026-01-04')",
        "INSERT INTO test_answers VALUES (4, 1, 'turn=3', '5', 'stop', 'roll', 0.02, 0.01)",
    ),
}
"""By version: what a database of that version had in it, beyond what older ones had."""


def all_rows(database: sqlite3.Connection) -> dict[str, list[Any]]:
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {name: database.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}


@pytest.mark.parametrize("version", range(VERSION + 1))
def test_a_database_of_any_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        migrate(database, version)
        for older in range(1, version + 1):
            for statement in WRITTEN_BY[older]:
                database.execute(statement)
        before = all_rows(database)
    database.close()
    assert all(before.values()), "every table of a version has something in it"
    with Store(tmp_path) as store:
        kept = list(store.games())
        after = all_rows(store._database)
        store.begin(Record("pig", ("Bob",)))
    wanted = Record("pig", ("Ann",), (Move(0, "5", "stop"),), 7, (5,), what="turn")
    assert [(one.number, one.record) for one in kept] == ([(5, wanted)] if version else [])
    assert {
        name: [row[: len(rows[0])] for row in after[name]] for name, rows in before.items()
    } == before
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
    database.close()


def test_every_version_has_data_to_migrate() -> None:
    assert sorted(WRITTEN_BY) == list(range(1, VERSION + 1))
    assert len(STEPS) == VERSION


def test_steps_that_fail_leave_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path).close()
    monkeypatch.setattr("dicedevil.coach.schema.STEPS", (*STEPS, ("CREATE TABLE a (b)", "NO SQL")))
    monkeypatch.setattr("dicedevil.coach.schema.migrate.__defaults__", (VERSION + 1,))
    monkeypatch.setattr("dicedevil.coach.store.VERSION", VERSION + 1)
    with pytest.raises(StoreError, match="syntax error"):
        Store(tmp_path)
    monkeypatch.undo()
    with Store(tmp_path) as store:
        assert store.keep([Record("pig", ("me",))]) == 1


@pytest.mark.parametrize("left_open", [False, True])
def test_a_newer_database_is_left_alone(tmp_path: Path, left_open: bool) -> None:
    """Also where the newer version was killed, and what it wrote last is still in the log."""
    with Store(tmp_path) as store:
        store.keep([Record("pig", ("me",))])
    newer = sqlite3.connect(tmp_path / FILE)
    newer.execute("CREATE TABLE what_comes_later (x)")
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.commit()
    if not left_open:
        newer.close()
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if not path.name.endswith("-shm")}
    for _ in range(2):
        with pytest.raises(StoreError, match=r"newer version of Dice Devil .*left as it is.*--data"):
            Store(tmp_path)
    for path, content in before.items():
        assert path.read_bytes() == content
    newer.close()


# -- trouble ---------------------------------------------------------------------------------------


def test_what_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("CREATE TABLE passwords (x)")
    other.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match="database of something else"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_damage_is_said_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match=r"Cannot use .*DICEDEVIL_DATA"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


def test_places_that_cannot_be_written_to_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match=r"Cannot use .*--data FOLDER"):
        Store(tmp_path / "file")
    if os.geteuid() != 0:
        shut = tmp_path / "shut"
        shut.mkdir(mode=0o500)
        with pytest.raises(StoreError, match=r"Cannot use .*--data FOLDER"):
            Store(shut)


def test_a_full_disk_is_said_and_what_was_kept_stays(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        number = store.begin(Record("pig", ("me",)))
        (pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="the disk is full"):
            store.add(number, 1, Move(0, "5", "x" * 100_000))
        store._database.execute("PRAGMA max_page_count = 100000")
        store.add(number, 1, Move(0, "5", "roll"))  # the one that failed left nothing behind
        assert store.record(number).moves == (Move(0, "5", "roll"),)


def test_another_writer_is_waited_for_but_not_for_ever(tmp_path: Path) -> None:
    with Store(tmp_path) as one, Store(tmp_path, patience=0.05) as other:
        with one.change(), pytest.raises(StoreError, match="another process has been writing"):
            other.begin(Record("pig", ("me",)))
        other.begin(Record("pig", ("me",)))


def test_the_folder_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "mine" / "games"))
    with Store() as store:
        assert store.path == tmp_path / "mine" / "games" / FILE
    assert (tmp_path / "mine" / "games").stat().st_mode & 0o077 == 0
    assert data_folder(tmp_path) == tmp_path
    monkeypatch.delenv("DICEDEVIL_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "dicedevil" in str(data_folder())


WRITER = """
import sys
from dicedevil.coach.records import Move, Record
from dicedevil.coach.store import Store
for one in range(20):
    with Store(sys.argv[1]) as store:
        number = store.begin(Record("pig", (sys.argv[2],)))
        for place in range(1, 6):
            store.add(number, place, Move(0, "5", "roll"))
        store.finish(number, (one,))
"""


def test_a_database_whose_maker_was_killed_is_made_again(tmp_path: Path) -> None:
    """What is in the journal has to be undone first, and that takes somebody who may write."""
    maker = sqlite3.connect(tmp_path / "half", isolation_level=None)
    maker.execute("CREATE TABLE for_the_time_being (x)")
    maker.execute("DROP TABLE for_the_time_being")
    maker.execute("PRAGMA cache_size = 1")
    maker.execute("BEGIN IMMEDIATE")
    migrate(maker)
    maker.executemany("INSERT INTO players (name) VALUES (?)", [(f"{n}" * 900,) for n in range(99)])
    for ending in ("", "-journal"):
        (tmp_path / f"{FILE}{ending}").write_bytes((tmp_path / f"half{ending}").read_bytes())
    maker.close()
    address = f"file:{tmp_path / FILE}?mode=ro"
    with sqlite3.connect(address, uri=True) as reader, pytest.raises(sqlite3.OperationalError):
        reader.execute("PRAGMA user_version").fetchone()
    reader.close()
    with Store(tmp_path) as store:
        assert store.players() == []
        assert store.keep([Record("pig", ("me",))]) == 1


def test_a_database_that_is_just_being_made_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two looks at it somebody else may have made its tables."""
    empty = sqlite3.connect(tmp_path / FILE)
    empty.execute("PRAGMA journal_mode = WAL")
    connect = sqlite3.connect

    def watched(*given: Any, **named: Any) -> sqlite3.Connection:
        database = connect(*given, **named)
        if named.get("uri"):
            database.set_trace_callback(make)
        return database

    def make(statement: str) -> None:
        if "sqlite_master" in statement and not empty.in_transaction:
            empty.execute("BEGIN IMMEDIATE")
            migrate(empty)
            empty.execute("COMMIT")

    monkeypatch.setattr(sqlite3, "connect", watched)
    with Store(tmp_path) as store:
        assert store.keep([Record("pig", ("me",))]) == 1
    empty.close()


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(dicedevil.__file__).parents[1])}
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), name], env=environment, stderr=subprocess.PIPE
        )
        for name in ("one", "other")
    ]
    assert [writer.communicate()[1].decode() for writer in writers] == ["", ""]
    with Store(tmp_path) as store:
        for name in ("one", "other"):
            found = list(store.records(player=name))
            assert [record.result for record in found] == [(one,) for one in range(20)]
            assert all(len(record.moves) == 5 for record in found)
