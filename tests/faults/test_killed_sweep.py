"""A sweep that is killed goes on where it was: only what is missing is worked out."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicedevil as dd
from coin_game import coin, solved
from dicedevil.solvers import drafts, kept_rows, tables

SETTINGS = 20
ENOUGH = 4
"""Rows that are to be on disk before the kill."""
LONGEST = 120.0

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills are those of Unix")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))


def command(game: str, workers: int, *more: str) -> list[str]:
    vary = ["--vary", f"prize=1..{SETTINGS}", "--measure", "mean,sd", "--workers", str(workers)]
    return [sys.executable, "-m", "dicedevil", "sweep", game, *vary, *more]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(dd.__file__).parents[1])}


def kept() -> set[str]:
    """Return the settings that are on disk, by their prize."""
    found = set()
    for path in tables.listing():
        rows = json.loads((path / "table.json").read_bytes())["rows"]
        found |= {(re.findall(r"prize=(\d+)", row) or ["2"])[0] for row in rows}  # 2 is the default
    return found


@pytest.mark.parametrize(
    ("workers", "stop"),
    [
        pytest.param(1, signal.SIGKILL, marks=pytest.mark.attack),
        (2, signal.SIGKILL),
        (2, signal.SIGINT),
    ],
)
def test_only_what_is_missing_is_worked_out(tmp_path: Path, workers: int, stop: signal.Signals) -> None:
    slowly = "import time; time.sleep(0.2)"
    game = f"{coin(tmp_path, always=slowly)}:trouble=99"
    with subprocess.Popen(
        command(game, workers), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        until = time.monotonic() + LONGEST
        while len(kept()) < ENOUGH and time.monotonic() < until:
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(stop)
        out, _ = process.communicate(timeout=LONGEST)
    assert out == b""
    before = kept()
    assert ENOUGH <= len(before) < SETTINGS
    assert drafts.drafts(tables.default_folder()) == [] or stop == signal.SIGKILL
    solved(tmp_path)  # what was asked so far

    again = subprocess.run(
        command(game, workers, "--json"), env=environment(), capture_output=True, check=False
    )
    assert again.returncode == 0, again.stderr
    assert f"{len(before)} of {SETTINGS} settings".encode() in again.stderr
    assert set(solved(tmp_path)) == {str(k) for k in range(1, SETTINGS + 1)} - before
    rows = json.loads(again.stdout)["rows"]
    assert [row["prize"] for row in rows] == list(range(1, SETTINGS + 1))
    assert [row["mean"] for row in rows] == [1.5 * k for k in range(1, SETTINGS + 1)]
    assert not any("error" in row for row in rows)
    assert drafts.drafts(tables.default_folder()) == []

    third = subprocess.run(
        command(game, workers, "--json"), env=environment(), capture_output=True, check=True
    )
    assert third.stdout == again.stdout
    assert solved(tmp_path) == []


def test_a_kill_at_any_moment_of_writing_leaves_whole_rows(tmp_path: Path) -> None:
    """Rows are written as fast as they come, and killed in the midst of it again and again."""
    code = (
        "import dicedevil as dd\n"
        "from dicedevil.solvers import kept_rows\n"
        "kept_rows.EVERY = 0.0\n"
        "kept = kept_rows.KeptRows.read(kept_rows.rows_key(dd.game('pig')))\n"
        "print(len(kept.rows), flush=True)\n"
        "for target in range(len(kept.rows) + 1, 10_000):\n"
        "    kept.add(dd.game(f'pig:target={target}'), {'mean': (float(target), 0.0)})\n"
        "    print('written', flush=True)\n"
    )
    seen = 0
    for kill in range(12):
        with subprocess.Popen([sys.executable, "-c", code], env=environment(), stdout=-1) as process:
            assert process.stdout is not None
            found, first = int(process.stdout.readline()), process.stdout.readline()
            assert found >= seen
            assert first == b"written\n"
            time.sleep(0.05 + 0.013 * kill)
            process.kill()
        rows = kept_rows.KeptRows.read(kept_rows.rows_key(dd.game("pig"))).rows
        assert len(rows) > found
        seen = len(rows)
        assert all(row.startswith(f"pig:target={int(by['mean'][0])} ") for row, by in rows.items())
