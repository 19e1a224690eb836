"""Makers of tables that are killed, stopped, short of disk, or many: no wrong table, no leftovers."""

from __future__ import annotations

import errno
import math
import os
import random
import signal
import stat
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from damage import child, flip
from dicedevil.solvers import drafts, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import row_costs

GAME = "klappenspiel:tiles=4"
KEY = tables.TableKey("game", "score")
ARRAYS = {"a": np.arange(30_000), "b": np.arange(3.0)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, empty."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


# -- kills -----------------------------------------------------------------------------------------

MAKER = """
import random, sys
import dicedevil as dd
from dicedevil.solvers import drafts, tables, upkeep
source = random.Random(int(sys.argv[1]))
values = set()
for number in range(1_000_000):
    values.add((dd.curve("micro-yahtzee").probability, dd.solve("micro-yahtzee", dd.WinMatch()).value))
    assert len(values) == 1
    if number == 0:
        print("ready", flush=True)
    for path in source.sample(tables.listing(), 2):
        upkeep.discard(path)
"""


def kill_makers(folder: Path, kills: int, seed: int) -> None:
    source = random.Random(seed)
    for number in range(kills):
        maker = child(MAKER, str(seed + number), folder=folder)
        assert maker.stdout is not None
        assert maker.stdout.readline() == "ready\n", maker.communicate()[1]
        time.sleep(source.uniform(0.0, 0.3))
        maker.kill()
        maker.communicate()
        for path in tables.listing(folder):
            tables.read(path)  # whole, or not there
    assert dd.curve("micro-yahtzee") == dd.curve("micro-yahtzee", fresh=True)
    win = dd.WinMatch()
    assert dd.solve("micro-yahtzee", win).value == dd.solve("micro-yahtzee", win, fresh=True).value
    tables.save(KEY, ARRAYS, {})
    assert drafts.drafts(folder) == []


def test_killed_makers(folder: Path) -> None:
    kill_makers(folder, 2, 1)


@pytest.mark.attack
def test_many_killed_makers(folder: Path) -> None:
    kill_makers(folder, 100, 100)


KILLED_WHILE_WRITING = """
import os, signal, sys
import numpy as np
from dicedevil.solvers import tables
plain, count = os.fsync, [0]
def fsync(file):
    count[0] += 1
    if count[0] == 2:
        print("here", flush=True)
        os.kill(os.getpid(), int(sys.argv[1]))
    plain(file)
os.fsync = fsync
tables.save(tables.TableKey("game", "score"), {"a": np.arange(30_000), "b": np.arange(3.0)}, {})
"""


def test_drafts_of_the_dead_go_and_those_of_the_living_stay(folder: Path) -> None:
    for _ in range(2):
        child(KILLED_WHILE_WRITING, str(int(signal.SIGKILL)), folder=folder).communicate()
        [left] = drafts.drafts(folder)  # the second one has removed the first one's
        assert drafts.is_forgotten(left)
    writer = child(KILLED_WHILE_WRITING, str(int(signal.SIGSTOP)), folder=folder)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "here\n"
        [its] = drafts.drafts(folder)
        assert str(writer.pid) in its.name
        assert not drafts.is_forgotten(its)
        tables.save(tables.TableKey("other", "score"), ARRAYS, {})
        assert drafts.drafts(folder) == [its]
    finally:
        writer.send_signal(signal.SIGCONT)
        writer.communicate(timeout=60)
    assert drafts.drafts(folder) == []
    assert len(tables.listing(folder)) == 2


# -- disks -----------------------------------------------------------------------------------------


def test_names_are_flushed_as_numbers_are(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def fsync(file: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")
        sync(file)

    def renamed(*paths: Any) -> None:
        done.append("rename")
        replace(*paths)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renamed)
    tables.save(KEY, ARRAYS, {})
    assert done == ["file"] * 3 + ["folder", "rename", "folder"]


@pytest.mark.parametrize("function", ["fsync", "open", "mkdir", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_fails_costs_the_table_and_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, function: str, code: int
) -> None:
    """Every call fails once, the first, the second, ...: the table is there whole or not at all."""
    good, plain = dd.solve(GAME, fresh=True).value, getattr(os, function)
    failed = calls = 0
    for number in range(1, 30):
        calls = 0

        def fails(*given: Any, number: int = number, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == number:
                raise OSError(code, os.strerror(code))
            return plain(*given, **more)

        said: list[str] = []
        with monkeypatch.context() as patch:
            patch.setattr(os, function, fails)
            assert dd.solve(GAME, budget=Budget(announce=said.append)).value == good
        found = tables.listing(folder)
        if said:
            assert any(os.strerror(code) in one for one in said)
        failed += any("could not be kept" in one for one in said)
        for path in found:
            tables.read(path)
            drafts.remove(path)
        assert drafts.drafts(folder) == []
        if calls < number:
            break
    assert calls < number
    assert failed or function == "mkdir"


TOO_SMALL = f"""
import resource, sys, tempfile
import dicedevil as dd
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget
with tempfile.TemporaryDirectory() as room, tables.kept_in(room):  # code is compiled, and kept, before
    value, curve = dd.solve("{GAME}").value, dd.curve("micro-yahtzee")
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
said = []
budget = Budget(announce=said.append)
assert dd.solve("{GAME}", budget=budget).value == value
assert len(said) == 1 and "could not be kept: File too large." in said[0], said
assert dd.curve("micro-yahtzee", budget=budget) == curve
assert dd.curve("micro-yahtzee", budget=budget) == curve
"""


def test_a_disk_on_which_nothing_fits(folder: Path) -> None:
    process = child(TOO_SMALL, folder=folder)
    assert process.communicate(timeout=120) == ("", "")
    assert process.returncode == 0
    assert tables.listing(folder) == drafts.drafts(folder) == []


@pytest.mark.parametrize("room", [True, False])
def test_that_tables_are_kept_is_said_only_if_they_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch, room: bool
) -> None:
    monkeypatch.setattr(row_costs, "SECONDS_PER_ROW", 1.0)  # as if it took long: it is announced
    if not room:
        folder.parent.joinpath("tables").write_text("a file, where no folder can be")
    said: list[str] = []
    dd.curve("micro-yahtzee", budget=Budget(patience=math.inf, announce=said.append))
    assert said[0].startswith("Making the target curves")
    assert ("They are kept" in said[0]) is room
    assert any("could not be kept" in one for one in said) is not room


# -- many at once ----------------------------------------------------------------------------------

READER = f"""
import sys, time
import dicedevil as dd
until, values, asked = time.monotonic() + float(sys.argv[1]), set(), 0
while time.monotonic() < until or asked < 3:
    values.add((dd.solve("micro-yahtzee", dd.ReachTarget(20)).value, dd.solve("{GAME}").value))
    asked += 1
print(values)
"""


def all_at_once(folder: Path, readers: int, seconds: float) -> None:
    """Readers, who are makers too when nothing is there, and somebody who damages and removes."""
    wanted = dd.solve("micro-yahtzee", dd.ReachTarget(20)).value, dd.solve(GAME).value
    running = [child(READER, str(seconds), folder=folder) for _ in range(readers)]
    source = random.Random(3)
    while any(process.poll() is None for process in running):
        time.sleep(source.uniform(0.0, 0.02))
        _spoil(folder, source)
    for process in running:
        out, errors = process.communicate()
        assert process.returncode == 0, errors
        assert out == f"{ {wanted} }\n"


def _spoil(folder: Path, source: random.Random) -> None:
    try:
        path = source.choice(tables.listing(folder))
        file = source.choice(sorted(path.iterdir()))
        if source.random() < 0.3:
            drafts.remove(path)
        else:
            flip(file, source.randrange(file.stat().st_size), source.randrange(8))
    except (OSError, IndexError, ValueError):
        pass  # another one was quicker


def test_two_readers_and_a_spoiler(folder: Path) -> None:
    all_at_once(folder, 2, 0.5)


@pytest.mark.attack
def test_many_readers_and_a_spoiler(folder: Path) -> None:
    all_at_once(folder, 8, 60.0)
