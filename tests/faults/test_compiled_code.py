"""Compiled code on disk: a flipped bit is noticed, named and mended, never run."""

from __future__ import annotations

import importlib.util
import random
import shutil
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile

from dicedevil.solvers import machine, progress, sealed
from dicedevil.solvers.progress import Compiling
from dicedevil.solvers.sealed import DamagedCode

SOURCE = """
from dicedevil.solvers.machine import kernel

@kernel
def weighed(values, out):
    for place in range(values.size):
        out[0] += (place + 1) * values[place]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    machine.cache_folder.cache_clear()
    yield tmp_path
    machine.cache_folder.cache_clear()


def answer(folder: Path) -> float:
    """Load a kernel as a new process would, and run it."""
    file = folder / "weighing.py"
    if not file.exists():
        file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("weighing", file)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules["weighing"] = module
    spec.loader.exec_module(module)
    out = np.zeros(1)
    module.weighed(np.array([1.0, 2.0, 4.0]), out)
    return float(out[0])


def code_files(folder: Path) -> list[Path]:
    return sorted((folder / "code").rglob("*.nb[ic]"))


def flip(file: Path, rng: random.Random) -> None:
    damaged = bytearray(file.read_bytes())
    damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    file.write_bytes(damaged)


def test_code_is_kept_and_read_again(folder: Path) -> None:
    assert answer(folder) == 17.0
    written = [file.stat().st_mtime_ns for file in code_files(folder)]
    assert len(written) == 2
    assert answer(folder) == 17.0
    assert [file.stat().st_mtime_ns for file in code_files(folder)] == written


def test_that_code_is_compiled_is_said_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(progress, "compiling", Compiling(told.append))
    monkeypatch.setattr(sealed, "compiling", progress.compiling)
    assert answer(folder) == 17.0
    assert told == ["Compiling, the first time only: up to half a minute."]
    shutil.rmtree(folder / "code")
    machine.cache_folder.cache_clear()
    assert answer(folder) == 17.0
    assert len(told) == 1
    progress.compiling.told = False
    assert answer(folder) == 17.0  # read from disk
    assert len(told) == 1


def test_a_command_says_on_stderr_that_it_compiles() -> None:
    program = (
        "from dicedevil.cli.group import main\n"
        "from dicedevil.solvers.progress import compiling\n"
        "try:\n    main()\nexcept SystemExit:\n    compiling.begin()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--version"], capture_output=True, text=True, check=True
    )
    assert done.stderr == "Compiling, the first time only: up to half a minute.\n"


@pytest.mark.parametrize("which", [0, 1])
def test_a_flipped_bit_is_named_and_mended(folder: Path, which: int) -> None:
    assert answer(folder) == 17.0
    rng = random.Random(which)
    for _ in range(5):
        file = code_files(folder)[which]
        flip(file, rng)
        with pytest.warns(DamagedCode, match=file.name):
            assert answer(folder) == 17.0
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert answer(folder) == 17.0


def test_a_file_cut_short_or_emptied_is_mended(folder: Path) -> None:
    assert answer(folder) == 17.0
    for length in (0, 7, 16, 100):
        for file in code_files(folder):
            file.write_bytes(file.read_bytes()[:length])
            with pytest.warns(DamagedCode):
                assert answer(folder) == 17.0


@pytest.mark.parametrize("name", sealed.NUMBAS)
def test_with_another_numba_nothing_is_kept_unsealed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delattr(IndexDataCacheFile, name)
    assert answer(folder) == 17.0
    assert not code_files(folder)


def test_rooms_loaded_at_once_keep_their_code_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = {name: tmp_path / name for name in ("one", "two", "three")}
    monkeypatch.setattr(machine, "cache_folder", rooms.get)
    monkeypatch.setattr(machine, "room_name", lambda module: threading.current_thread().name)
    at_once = threading.Barrier(len(rooms))
    made: dict[str, list[str]] = {name: [] for name in rooms}

    def load() -> None:
        at_once.wait()
        for _ in range(20):
            kernel: Any = machine.kernel(lambda values: values.size)
            made[threading.current_thread().name].append(kernel._cache._cache_path)

    threads = [threading.Thread(target=load, name=name) for name in rooms]
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(switching)
    for name, paths in made.items():
        assert [path.startswith(str(rooms[name])) for path in paths] == [True] * 20


@pytest.mark.attack
def test_no_bit_of_any_kernel_changes_an_answer(tmp_path: Path) -> None:
    rng = random.Random(1)
    environment = {
        "NUMBA_CACHE_DIR": str(tmp_path / "code"),
        "DICEDEVIL_TABLES": str(tmp_path / "tables"),
    }

    def ask() -> subprocess.CompletedProcess[str]:
        shutil.rmtree(tmp_path / "tables", ignore_errors=True)
        words = [sys.executable, "-m", "dicedevil", "solve", "klappenspiel:tiles=6", "--json"]
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=True)

    right = ask().stdout.split('"seconds"')[0]
    for _ in range(40):
        flip(rng.choice(code_files(tmp_path)), rng)
        told = ask()
        assert told.stdout.split('"seconds"')[0] == right
        assert "Traceback" not in told.stderr
