"""Folders that others share: rights, locks and those who wait for them, links, folders to read only."""

from __future__ import annotations

import json
import os
import signal
import stat
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import dicedevil as dd
from damage import COMMAND, LOSE_RIGHTS, child
from dicedevil.errors import TableError, TooLarge
from dicedevil.solvers import locks, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.question import Question

GAME = "klappenspiel:tiles=4"
KEY = tables.TableKey("game", "score")
ASKED = ("solve", GAME, "--json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, empty."""
    (tmp_path / "tables").mkdir()
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def told(folder: Path, *arguments: str) -> tuple[float, str]:
    """Return the value that a command tells, with no more rights than permissions give, and notes."""
    process = child(LOSE_RIGHTS + COMMAND, *arguments, folder=folder)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return json.loads(out)["value"], errors


def lock_of(folder: Path) -> Path:
    key = tables.key_of(Question(dd.game(GAME), dd.MaxScore()), room="dicedevil.solvers.plain.lanes")
    assert key is not None
    return folder / f".{key.folder}.lock"


@pytest.mark.parametrize(("umask", "others"), [(0o022, True), (0o077, False)])
def test_tables_are_for_whom_the_umask_says(tmp_path: Path, umask: int, others: bool) -> None:
    before = os.umask(umask)
    try:
        path = tables.save(KEY, {"a": np.arange(3)}, {}, tmp_path / "made")
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(one.stat().st_mode) for one in (path.parent, path)}
    assert modes == {0o777 & ~umask}
    files = {stat.S_IMODE(one.stat().st_mode) for one in path.iterdir()}
    assert files == {0o444 & ~umask}  # written once: nobody writes to them again
    assert bool(path.stat().st_mode & stat.S_IROTH) is others


@pytest.mark.parametrize("what", ["table", "array", "folder"])
def test_what_may_not_be_read_is_solved_for_oneself(folder: Path, what: str) -> None:
    value = dd.solve(GAME).value
    [path] = tables.listing(folder)
    hidden = {"table": path, "array": path / "low.npy", "folder": folder}[what]
    hidden.chmod(0)
    if what != "folder":
        folder.chmod(0o555)
    try:
        found, notes = told(folder, *ASKED)
        assert found == value
        assert "cannot be read: Permission denied" in notes
        assert "could not be kept" in notes
    finally:
        folder.chmod(0o755)
        hidden.chmod(0o755)


def test_curves_that_may_not_be_read_are_made_for_oneself(folder: Path) -> None:
    value = dd.solve("micro-yahtzee", dd.ReachTarget(20)).value
    [path, *_] = tables.listing(folder)
    path.chmod(0)
    folder.chmod(0o555)
    try:
        found, notes = told(folder, "solve", "micro-yahtzee", "--target", "20", "--json")
        assert found == value
        assert notes.count("cannot be read: Permission denied") == 1
        assert notes.count("could not be kept") == 1
    finally:
        folder.chmod(0o755)
        path.chmod(0o755)


def test_a_folder_to_read_only(folder: Path) -> None:
    value = dd.solve(GAME).value
    folder.chmod(0o555)
    try:
        assert told(folder, *ASKED) == (value, "")
        found, notes = told(folder, "solve", "klappenspiel:tiles=3", "--json")
        assert found == dd.solve("klappenspiel:tiles=3", fresh=True).value
        assert "could not be kept: Permission denied." in notes
    finally:
        folder.chmod(0o755)
    assert len(list(folder.iterdir())) == 1


# -- locks -----------------------------------------------------------------------------------------

HOLDER = """
import sys, time
from pathlib import Path
from dicedevil.solvers.budget import USUAL
from dicedevil.solvers.locks import sole_right
with sole_right(Path(sys.argv[1]), USUAL):
    print("held", flush=True)
    time.sleep(60)
"""


def test_who_waits_says_for_whom_and_not_for_ever(folder: Path) -> None:
    lock = lock_of(folder)
    holder = child(HOLDER, str(lock), folder=folder)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    holder.send_signal(signal.SIGSTOP)  # it lives, and does nothing
    try:
        said: list[str] = []
        with pytest.raises(TooLarge, match=rf"process {holder.pid} on .* \(since 20.*patience"):
            dd.solve(GAME, budget=Budget(patience=1.2, announce=said.append))
        assert len(said) == 1
        assert said[0].startswith(f"Waiting for a table that process {holder.pid} on ")
        with pytest.raises(TableError, match=f"process {holder.pid} on"):
            dd.solve(GAME, budget=Budget(patience=0.1, missing_ok=False))
        dd.solve(GAME, fresh=True)  # needs no table
        threading.Timer(0.5, holder.kill).start()
        assert dd.solve(GAME).value == dd.solve(GAME, fresh=True).value  # the lock ends with its holder
    finally:
        holder.kill()
        holder.communicate()
    assert not lock.exists()


def test_readers_do_not_wait(folder: Path) -> None:
    value = dd.solve(GAME).value
    with locks.sole_right(lock_of(folder), Budget()):
        begun = time.monotonic()
        assert dd.solve(GAME, budget=Budget(patience=0.0)).value == value
        assert time.monotonic() - begun < 10  # who waits, waits for ever here


@pytest.mark.parametrize("link", ["symbolic", "hard", "broken", "none"])
def test_a_lock_never_empties_what_is_behind_a_link(folder: Path, link: str) -> None:
    thesis, lock = folder.parent / "thesis.txt", lock_of(folder)
    thesis.write_text("ten years of work")
    if link == "symbolic":
        lock.symlink_to(thesis)
    elif link == "broken":
        lock.symlink_to(folder.parent / "nowhere")
    elif link == "hard":
        lock.hardlink_to(thesis)
    else:
        lock.write_text("not ours either")
    assert dd.solve(GAME).value > 0
    assert len(tables.listing(folder)) == 1
    assert thesis.read_text() == "ten years of work"
    assert not (folder.parent / "nowhere").exists()
    assert os.path.lexists(lock)
    if link == "none":
        assert lock.read_text() == "not ours either"


def test_a_lock_is_free_for_the_next_though_its_file_goes(folder: Path) -> None:
    """Many threads, one lock whose file is removed whenever it is released: never two at once."""
    lock, inside, most = folder / ".x.lock", [0], [0]

    def work() -> None:
        for _ in range(20):
            with locks.sole_right(lock, Budget()):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0.0005)
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert not lock.exists()
