"""Tables on disk: whole or not there, checked, made once; children are killed for it."""

from __future__ import annotations

import random
import time
from pathlib import Path

import numpy as np
import pytest

import dicedevil as dd
from damage import child, flip, overwrite
from dicedevil.errors import TableError
from dicedevil.families.tiles import Tiles
from dicedevil.games import find
from dicedevil.objectives import WinMatch
from dicedevil.solvers import drafts, tables, upkeep
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.question import Question
from dicedevil.solvers.sources import sources_hash
from dicedevil.solvers.tables import TableKey

KEY = TableKey("klappenspiel", "score")
ARRAYS = {"low": np.arange(7.0), "states": np.arange(6, dtype=np.int32).reshape(3, 2)}

PLAIN = "dicedevil.solvers.plain.lanes"


def test_what_is_saved_is_read(tmp_path: Path) -> None:
    assert tables.load(KEY, tmp_path) is None
    path = tables.save(KEY, ARRAYS, {"states": 3}, tmp_path)
    table = tables.load(KEY, tmp_path)
    assert table is not None
    assert table.facts["states"] == 3
    for name, array in ARRAYS.items():
        assert np.array_equal(table.arrays[name], array)
        assert table.arrays[name].dtype == array.dtype
    assert tables.listing(tmp_path) == [path]
    assert sorted(p.name for p in tmp_path.iterdir()) == [path.name]  # no drafts are left behind


def test_every_flipped_byte_is_noticed(tmp_path: Path) -> None:
    path = tables.save(KEY, ARRAYS, {"states": 3}, tmp_path)
    source = random.Random(1)
    refused = 0
    for name in ("low.npy", "states.npy"):
        whole = (path / name).read_bytes()
        for place in [0, 7, 20, 100, *source.sample(range(len(whole)), 30), len(whole) - 1]:
            damaged = bytearray(whole)
            damaged[place] ^= 1 << source.randrange(8)
            overwrite(path / name, bytes(damaged))
            try:
                table = tables.load(KEY, tmp_path)
            except TableError:
                refused += 1
            else:
                raise AssertionError(f"byte {place} of {name} was not looked at: {table}")
        overwrite(path / name, whole)
    assert refused >= 60


@pytest.mark.parametrize("damage", ["cut", "missing", "no json", "wrong json", "other type"])
def test_a_damaged_table_is_refused_by_name(tmp_path: Path, damage: str) -> None:
    path = tables.save(KEY, ARRAYS, {}, tmp_path)
    if damage == "cut":
        overwrite(path / "low.npy", (path / "low.npy").read_bytes()[:-3])
    elif damage == "missing":
        (path / "low.npy").unlink()
    elif damage == "no json":
        overwrite(path / SIDECAR, b"{")
    elif damage == "wrong json":
        overwrite(path / SIDECAR, b"[]")
    else:
        (path / "low.npy").unlink()
        np.save(path / "low.npy", ARRAYS["low"].astype(np.float32))
    with pytest.raises(TableError, match=path.name):
        tables.load(KEY, tmp_path)
    assert upkeep.prune(tmp_path).deleted == [path]
    assert tables.load(KEY, tmp_path) is None


def test_a_table_for_other_rules_is_refused(tmp_path: Path) -> None:
    path = tables.save(KEY, ARRAYS, {}, tmp_path)
    other = TableKey("klappenspiel:tiles=9", "score")
    assert other.folder != KEY.folder
    path.rename(tmp_path / other.folder)
    with pytest.raises(TableError, match="klappenspiel:tiles=9"):
        tables.load(other, tmp_path)


def test_keys_that_look_alike_have_folders_of_their_own() -> None:
    names = {TableKey(game, "score").folder for game in ("a:b=1", "a-b=1", "a b=1")}
    assert len(names) == 3


def test_pruning_keeps_sound_tables(tmp_path: Path) -> None:
    path = tables.save(KEY, ARRAYS, {}, tmp_path)
    (tmp_path / ".draft-x").mkdir()
    assert upkeep.prune(tmp_path).deleted == []
    assert not (tmp_path / ".draft-x").exists()
    assert upkeep.prune(tmp_path, everything=True).deleted == [path]
    assert tables.listing(tmp_path) == []
    assert tables.listing(tmp_path / "nowhere") == []


WRITER = """
import sys, numpy as np
from pathlib import Path
from dicedevil.solvers import drafts, tables, upkeep
print("ready", flush=True)
number = 0
while True:
    number += 1
    arrays = {name: np.full(20_000, number) for name in ("a", "b", "c")}
    tables.save(tables.TableKey("game", "score"), arrays, {"number": number}, Path(sys.argv[1]))
"""


def test_a_writer_killed_at_any_moment_leaves_no_wrong_table(tmp_path: Path) -> None:
    source = random.Random(7)
    key = TableKey("game", "score")
    found = 0
    for _ in range(12):
        writer = child(WRITER, str(tmp_path), folder=tmp_path)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(source.uniform(0.0, 0.1))
        writer.kill()
        writer.communicate()
        table = tables.load(key, tmp_path)  # never raises: a table is there whole or not at all
        if table is not None:
            found += 1
            number = table.facts["number"]
            assert all((array == number).all() for array in table.arrays.values())
    assert found > 0
    tables.save(key, {"a": np.arange(3)}, {}, tmp_path)  # whoever writes next clears up
    assert drafts.drafts(tmp_path) == []


SOLVER = """
import dicedevil as dd
from dicedevil.solvers.plain import lanes as graph
made = []
plain = graph._solved
graph._solved = lambda *given: made.append(1) or plain(*given)
print(dd.solve("shut-the-box:tiles=10").value, len(made))
"""


def test_two_processes_make_a_table_once(tmp_path: Path) -> None:
    both = [child(SOLVER, folder=tmp_path) for _ in range(2)]
    answers = [process.communicate(timeout=120)[0].split() for process in both]
    assert answers[0][0] == answers[1][0]
    assert sorted(made for _, made in answers) == ["0", "1"]
    assert len(tables.listing(tmp_path)) == 1


def test_the_second_solve_is_a_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    first = dd.solve("klappenspiel:tiles=6")
    [path] = tables.listing()
    stamp = (path / SIDECAR).stat().st_mtime_ns
    again = dd.solve("klappenspiel:tiles=6")
    assert (path / SIDECAR).stat().st_mtime_ns == stamp
    assert (first.value, first.states, first.error_bound) == (
        again.value,
        again.states,
        again.error_bound,
    )
    assert first.advise("up=1+2+3", "12") == again.advise("up=1+2+3", "12")


def test_a_damaged_table_is_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    value = dd.solve("klappenspiel:tiles=6").value
    [path] = tables.listing()
    flip(path / "low.npy", -1)
    assert dd.solve("klappenspiel:tiles=6").value == value
    assert tables.read(path).facts["game"] == "klappenspiel:tiles=6"


def test_fresh_neither_reads_nor_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "none"))
    dd.solve("klappenspiel:tiles=4", fresh=True)
    assert not (tmp_path / "none").exists()


def test_a_folder_that_cannot_be_written_costs_the_table_not_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("DICEDEVIL_TABLES", str(blocked / "tables"))
    assert dd.solve("klappenspiel:tiles=4").value > 0


def test_a_folder_that_cannot_hold_a_lock_costs_the_table_not_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", "/proc")  # there, but nobody may make files in it
    assert dd.solve("klappenspiel:tiles=4").value > 0


def test_only_listed_games_are_kept() -> None:
    from small_games import PigRace

    assert tables.key_of(Question(PigRace(5), dd.FewestTurns()), room=PLAIN) is None
    match = dd.TurnByTurn(dd.game("klappenspiel:tiles=3"))
    key = tables.key_of(Question(match, WinMatch()), room=PLAIN)
    assert key is not None
    assert (key.game, key.objective) == ("klappenspiel:tiles=3", "win")


class AlwaysFirst(find("klappenspiel")):  # type: ignore[misc]
    """Somebody's variant, which has the name and the spec of ours."""

    def flips(self, up: int, roll: dd.Roll) -> list[Tiles]:
        return list(super().flips(up, roll)[:1])


def test_a_variant_of_ones_own_is_not_answered_from_our_table() -> None:
    ours = dd.solve("klappenspiel:tiles=6").value
    variant = AlwaysFirst.from_texts({"tiles": "6"})
    assert str(variant) == "klappenspiel:tiles=6"
    assert tables.key_of(Question(variant, dd.MaxScore()), room=PLAIN) is None
    assert dd.solve(variant).value == pytest.approx(dd.solve(variant, exact=True).value, abs=1e-12)
    assert dd.solve(variant).value < ours


def test_other_rules_have_another_hash() -> None:
    asked = [Question(dd.game(name), dd.MaxScore()) for name in ("shut-the-box", "klappenspiel")]
    ours, theirs = (tables.key_of(one, room=PLAIN) for one in asked)
    assert ours is not None
    assert theirs is not None
    assert ours.rules_hash != theirs.rules_hash  # both are texts of one family
    assert sources_hash("plain", find("klappenspiel")) != sources_hash("plain", find("pig"))
    key, changed = (TableKey("klappenspiel", "score", rules) for rules in ("old", "new"))
    assert key.folder != changed.folder
