"""`tables prune` and `tables list`: only what is provably ours goes, and the truth is told."""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import dicedevil as dd
from damage import COMMAND, LOSE_RIGHTS, child, flip, overwrite
from dicedevil.cli.group import cli
from dicedevil.errors import Unreadable
from dicedevil.solvers import drafts, locks, sources, tables, upkeep
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.layout import SIDECAR

ARRAYS = {"a": np.arange(3)}
KEY = tables.TableKey("game", "score")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables and one for compiled code, empty."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr("dicedevil.solvers.machine.cache_home", lambda: tmp_path / "kernels")
    (tmp_path / "tables").mkdir()
    return tmp_path / "tables"


def answer(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(cli, ["tables", *arguments, "--json"])
    assert result.exit_code == code, result.stderr
    return json.loads(result.stdout)


def test_what_is_not_ours_stays(folder: Path) -> None:
    strangers = {
        "furniture": {"table.json": '{"legs": 4}', "thesis.txt": "ten years of work"},
        "furniture-0123456789abcdef": {"table.json": '{"legs": 4}', "thesis.txt": "ten years"},
        "empty-0123456789abcdef": {"table.json": "{}"},
        "named-0123456789abcdef": {"table.json": '{"game": "x", "format": 2}'},
    }
    for name, files in strangers.items():
        (folder / name).mkdir()
        for file, text in files.items():
            (folder / name / file).write_text(text)
    ours = tables.save(KEY, ARRAYS, {})
    (ours / "thesis.txt").write_text("ten years of work")
    flip(ours / "a.npy", -1)
    linked = tables.save(tables.TableKey("other", "score"), ARRAYS, {}, folder.parent)
    (folder / linked.name).symlink_to(linked)
    before = sorted(folder.rglob("*"))
    for everything in ((), ("--all",)):
        told = answer("prune", *everything)
        assert told["deleted"] == []
        assert {one["name"] for one in told["left"]} == {*strangers, ours.name, linked.name}
        assert sorted(folder.rglob("*")) == before
    tables.read(linked)


def test_all_commands_agree_on_what_is_ours(folder: Path) -> None:
    """Copies and strangers are not ours to anybody; a table with a stranger in it is, and stays."""
    good, bad, guest = (
        tables.save(tables.TableKey(name, "score"), ARRAYS, {}) for name in ("good", "bad", "guest")
    )
    copies = [folder / name for name in ("copy", "copy-0123456789abcdef")]
    for copy in copies:
        shutil.copytree(good, copy)
    flip(copies[1] / "a.npy", -1)
    stranger = folder / "furniture"
    stranger.mkdir()
    (stranger / SIDECAR).write_text('{"legs": 4}')
    flip(bad / "a.npy", -1)
    flip(guest / "a.npy", -1)
    (guest / "thesis.txt").write_text("ten years of work")
    foreign = {path.name for path in (*copies, stranger)}
    listed = {one["name"]: one["state"] for one in answer("list")}
    verified = {one["name"]: one for one in answer("verify", code=4)}
    pruned = answer("prune")
    assert {name for name, state in listed.items() if state == "not ours"} == foreign
    assert {name for name, one in verified.items() if one["state"] == "not ours"} == foreign
    assert {name for name, one in verified.items() if not one["ok"]} == {bad.name, guest.name}
    assert pruned["deleted"] == [bad.name]
    assert {one["name"] for one in pruned["left"]} == {*foreign, guest.name}
    shutil.rmtree(guest)
    answer("verify")  # what is left is good, or not ours


def test_a_table_is_not_saved_over_what_is_not_ours(folder: Path) -> None:
    value = dd.solve("klappenspiel:tiles=4").value
    [path] = tables.listing(folder)
    (path / "thesis.txt").write_text("ten years of work")
    flip(path / "low.npy", -1, 6)
    said: list[str] = []
    assert dd.solve("klappenspiel:tiles=4", budget=Budget(announce=said.append)).value == value
    assert "could not be kept: its folder holds what is not ours: thesis.txt" in said[-1]
    assert (path / "thesis.txt").read_text() == "ten years of work"


def test_damaged_and_outdated_tables_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dd.solve("klappenspiel:tiles=4")
    [good] = tables.listing(folder)
    old = tables.TableKey("klappenspiel:tiles=4", "score", "0123456789abcdef-1", (
        "plain", "dicedevil.written.tiles:WrittenTiles"))  # fmt: skip
    gone = tables.TableKey("x", "score", "0123456789abcdef-1", ("plain", "dicedevil.games.x:Gone"))
    theirs = tables.TableKey("toy", "score", "0123456789abcdef-1", ("toy_room", "toys:Toy"))
    outdated = [tables.save(key, ARRAYS, {}) for key in (old, gone)]
    kept = tables.save(theirs, ARRAYS, {})
    with monkeypatch.context() as patch:
        patch.setattr(tables, "FORMAT", 1)
        outdated.append(tables.save(KEY, ARRAYS, {}))
    damaged = [tables.save(tables.TableKey(name, "score"), ARRAYS, {}) for name in ("b", "c", "d")]
    flip(damaged[0] / "a.npy", -1)
    overwrite(damaged[1] / SIDECAR, b"{")
    flip(damaged[2] / "a.npy", 3)
    states = {one["name"]: one["state"] for one in answer("list")}
    assert {states[path.name] for path in outdated} == {"outdated"}
    assert [states[path.name] for path in (good, kept, damaged[1])] == ["ok", "ok", "damaged"]
    assert "tables prune" in CliRunner().invoke(cli, ["tables", "list"]).stderr
    assert set(answer("prune")["deleted"]) == {path.name for path in (*outdated, *damaged)}
    assert sorted(folder.iterdir()) == sorted([good, kept])
    assert set(answer("prune", "--all")["deleted"]) == {good.name, kept.name}
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("call", ["pread", "preadv"])
@pytest.mark.parametrize("failure", [OSError(errno.EIO, "Input/output error"), MemoryError()])
def test_what_cannot_be_read_now_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str, failure: Exception
) -> None:
    def failing(*_: object) -> int:
        raise failure

    path = tables.save(KEY, ARRAYS, {})
    with monkeypatch.context() as patch:
        patch.setattr(os, call, failing)
        told = answer("prune")
        assert told["deleted"] == []
        assert [one["name"] for one in told["left"]] == [path.name]
        assert "cannot be read" in told["left"][0]["reason"]
        with pytest.raises(type(failure) if isinstance(failure, MemoryError) else Unreadable):
            tables.read(path)
    tables.read(path)
    assert answer("prune")["left"] == []


def test_what_cannot_be_deleted_is_told(folder: Path) -> None:
    path = tables.save(KEY, ARRAYS, {})
    (folder / ".draft-x").mkdir()
    folder.chmod(0o555)
    try:
        process = child(LOSE_RIGHTS + COMMAND, "tables", "prune", "--all", "--json", folder=folder,
                        NUMBA_CACHE_DIR=str(folder.parent / "kernels"))  # fmt: skip
        out, errors = process.communicate(timeout=60)
    finally:
        folder.chmod(0o755)
    assert process.returncode == 1, errors
    told = json.loads(out)
    assert told["deleted"] == told["tidied"] == []
    reasons = {one["name"]: one["reason"] for one in told["left"]}
    assert reasons == {path.name: "Permission denied", ".draft-x": "Permission denied"}
    tables.read(path)


def test_drafts_and_locks_that_nobody_holds_go(folder: Path) -> None:
    left, mine = folder / ".draft-left", folder / ".draft-thesis"
    for path in (left, mine):
        path.mkdir()
    (left / "a.npy").write_bytes(b"half of it")
    (mine / "thesis.txt").write_text("ten years of work")
    name = KEY.folder
    free, held, other = (folder / f".{one}{name[1:]}.lock" for one in "abc")
    free.touch()
    other.write_text("not ours")
    with locks.sole_right(held, Budget()):
        listed = {one["name"]: one["state"] for one in answer("list")}
        assert listed == {left.name: "left behind", mine.name: "left behind"}
        told = answer("prune", code=1)
        assert set(told["tidied"]) == {left.name, free.name}
        assert "thesis.txt" in told["left"][0]["reason"]
        assert sorted(folder.iterdir()) == sorted([mine, held, other])
    assert drafts.drafts(folder) == [mine]


def test_a_lock_goes_while_it_is_held(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever took it a moment before would hold a lock that nobody else sees."""
    lock, unlink, free = folder / f".{KEY.folder}.lock", Path.unlink, []

    def watched(path: Path, missing_ok: bool = False) -> None:
        with locks.held_if_free(path) as is_free:
            free.append(is_free)
        unlink(path, missing_ok)

    lock.touch()
    monkeypatch.setattr(Path, "unlink", watched)
    assert upkeep.prune().tidied == [lock]
    assert free == [False]


def test_a_draft_that_cannot_be_opened_is_written_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, opened = [], os.open

    def no_folders(path: Any, flags: int, *rest: Any) -> int:
        if flags & os.O_DIRECTORY:
            tries.append(path)
            if len(tries) > 3:
                pytest.fail("it is tried without end")
            raise OSError(errno.EMFILE, "Too many open files")
        return opened(path, flags, *rest)

    monkeypatch.setattr(os, "open", no_folders)
    tables.read(tables.save(KEY, ARRAYS, {}))
    assert len(tries) == 1
    assert drafts.drafts(folder) == []


def test_compiled_code_of_other_sources_goes_when_it_was_not_used_for_long(folder: Path) -> None:
    home = folder.parent / "kernels"
    current = sources.digest(sources.room_files("plain"))
    names = {
        "kernels-0123456789abcdef": "k.py/kernel.nbc.tmp.0a",  # old: goes
        "kernels-plain-0123456789abcdef": "k.py/kernel.nbc",  # old: goes
        "kernels-cards-0123456789abcdef": "thesis.txt",
        "kernels-theirs-0123456789abcdef": "k.py/kernel.nbc",
        f"kernels-plain-{current}": "k.py/kernel.nbi",
    }
    for name, file in names.items():
        (home / name / file).parent.mkdir(parents=True)
        (home / name / file).write_text("")
    assert upkeep.prune().tidied == []  # all were just used
    long_ago = time.time() - 2 * upkeep.KERNEL_AGE
    for path in home.rglob("*"):
        os.utime(path, (long_ago, long_ago))
    assert [path.name for path in upkeep.prune().tidied] == list(names)[:2]
    assert {path.name for path in home.iterdir()} == set(list(names)[2:])
