"""Yahtzee from the command line, in processes of their own: killed, damaged, read-only, quick."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicedevil as dd
from damage import flip
from dicedevil.solvers import tables

COMMAND = [sys.executable, "-m", "dicedevil"]
VALUE = 254.5896094820


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    source = Path(dd.__file__).parent.parent
    return {
        **os.environ,
        "DICEDEVIL_TABLES": str(tmp_path / "tables"),
        "PYTHONPATH": str(source),
        "TERM": "dumb",
    }


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def answer(environment: dict[str, str], *arguments: str) -> dict[str, object]:
    done = run(environment, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_killed_at_any_moment_a_solve_leaves_no_wrong_table(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """A table is there whole or not at all; what is left over does not disturb the next solve."""
    started = time.perf_counter()
    assert answer(environment, "solve", "yahtzee", "--fresh")["value"] == pytest.approx(VALUE, abs=1e-9)
    whole = time.perf_counter() - started
    source, folder = random.Random(4), tmp_path / "tables"
    killed = 0
    for _ in range(8):
        process = subprocess.Popen(
            [*COMMAND, "solve", "yahtzee"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # most of the time goes by before the table is written: aim at the end
        time.sleep(whole * source.uniform(0.4, 1.1))
        process.kill()
        killed += process.wait() != 0
        for path in tables.listing(folder):
            assert float(tables.read(path).arrays["values"][-1]) == pytest.approx(VALUE, abs=1e-9)
    assert killed > 0
    assert answer(environment, "solve", "yahtzee")["value"] == pytest.approx(VALUE, abs=1e-9)
    [path] = tables.listing(folder)
    assert tables.read(path).facts["states"] == 310_656


def test_a_flipped_byte_is_noticed_by_verify_and_by_use(
    environment: dict[str, str], tmp_path: Path
) -> None:
    answer(environment, "solve", "junior-yahtzee")
    [path] = tables.listing(tmp_path / "tables")
    flip(path / "values.npy", -5)
    assert run(environment, "tables", "verify").returncode == 4
    solved = answer(environment, "solve", "junior-yahtzee")
    assert solved["value"] == dd.solve("junior-yahtzee", fresh=True).value
    assert run(environment, "tables", "verify").returncode == 0


def test_advice_from_a_table_is_quick_and_compiles_nothing(environment: dict[str, str]) -> None:
    asked = ("advise", "yahtzee", "--state", "ones=3,sixes=18,rerolls=1", "--roll", "66654")
    first = answer(environment, *asked)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert answer(environment, *asked) == first
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.5
    look = (
        "import sys; from click.testing import CliRunner; from dicedevil.cli.group import cli; "
        f"CliRunner().invoke(cli, {list(asked)!r}, catch_exceptions=False); "
        "print({'numba', 'rich'} & sys.modules.keys())"
    )
    done = subprocess.run(
        [sys.executable, "-c", look], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"  # neither is needed, and either takes longer than the answer
    choices = first["choices"]
    assert isinstance(choices, list)
    assert choices[0].keys() >= {"choice", "value", "loss"}


def test_where_nothing_can_be_written_kernels_are_compiled_all_the_same(
    environment: dict[str, str], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    nowhere = {
        **environment,
        "NUMBA_CACHE_DIR": str(blocked / "kernels"),
        "DICEDEVIL_TABLES": str(blocked / "tables"),
    }
    assert answer(nowhere, "solve", "micro-yahtzee")["value"] == pytest.approx(467 / 18)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("solve", "yahtzee", "--memory", "1"), 5),
        (("solve", "yahtzee:dice=40d6"), 5),
        (("solve", "yahtzee", "--objective", "win"), 5),
        (("curve", "yahtzee:dice=40d6"), 5),
        (("advise", "yahtzee", "--state", "ones=7", "--roll", "66654"), 3),
        (("advise", "yahtzee", "--roll", "6665"), 3),
        (("show", "yahtzee"), 0),
        (("show", "yahtzee:dice=40d6"), 5),
        (("simulate", "micro-yahtzee", "--strategy", "s.4", "--games", "100"), 0),
    ],
)
def test_exit_codes(environment: dict[str, str], arguments: tuple[str, ...], code: int) -> None:
    done = run(environment, *arguments)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
