"""What only a real process shows: exit codes, speed, Ctrl-C, a reader that goes away."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "dicedevil"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "DICEDEVIL_TABLES": str(tmp_path / "tables"), "TERM": "dumb"}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("games", "--json"), 0),
        (("simulate", "klappenspiel", "--record", "/no/such/folder/games.jsonl"), 1),
        (("solve", "klappenspiel", "--objective", "fun"), 2),
        (("advise", "klappenspiel", "--state", "up=11", "--roll", "46"), 3),
        (("solve", "klappenspiel:tiles=40"), 5),
    ],
)
def test_exit_codes(environment: dict[str, str], arguments: tuple[str, ...], code: int) -> None:
    done = run(environment, *arguments)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == (code == 0)
    assert bool(done.stderr) == (code != 0)


def test_help_is_quick_and_loads_nothing_heavy(environment: dict[str, str]) -> None:
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        assert run(environment, "--help").returncode == 0
        seconds.append(time.perf_counter() - started)
    assert min(seconds) < 0.5
    look = (
        "import sys; from click.testing import CliRunner; from dicedevil.cli.group import cli; "
        "print(CliRunner().invoke(cli, ['--help']).exit_code); "
        "print(sorted({'numpy', 'numba', 'rich', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["0", "[]"]


@pytest.mark.parametrize("name", ["solve", "advise", "evaluate", "plot", "reproduce"])
def test_the_help_of_a_command_loads_nothing_heavy(name: str) -> None:
    look = (
        "import sys; from click.testing import CliRunner; from dicedevil.cli.group import cli; "
        f"CliRunner().invoke(cli, ['{name}', '--help'], catch_exceptions=False); "
        "print(sorted({'numpy', 'numba', 'rich', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_interrupted(environment: dict[str, str]) -> None:
    slow = [*COMMAND, "solve", "klappenspiel:tiles=16", "--exact"]
    process = subprocess.Popen(
        slow,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # whoever runs the tests in the background has told them to ignore Ctrl-C: listen again
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Interrupted" in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("form", [["--json"], []])
def test_a_reader_that_goes_away(environment: dict[str, str], form: list[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, "show", "klappenspiel", *form],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)
    assert errors.decode() == ""


def test_a_full_disk_is_told(environment: dict[str, str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "games", "--json"],
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_without_unicode(environment: dict[str, str]) -> None:
    ascii_only = {**environment, "PYTHONIOENCODING": "ascii"}
    done = run(ascii_only, "show", "ten-times-18")
    assert done.returncode == 0
    assert "B?cker" in done.stdout


def test_rules_that_fail_are_told_in_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    rules = tmp_path / "broken.py"
    rules.write_text(
        "from dicedevil.rules import Game\n"
        "class Broken(Game):\n"
        "    def start(self): return 0\n"
        "    def is_over(self, state): return 1 / 0\n"
        "    def rolls(self, state): return {}\n"
        "    def choices(self, state, roll): return []\n"
        "    def play(self, state, roll, choice): return 0, 0\n"
        "    def progress(self, state): return 0\n"
    )
    done = run(environment, "solve", str(rules))
    assert done.returncode == 3  # invalid rules
    assert done.stderr.count("\n") == 1
    assert "ZeroDivisionError" in done.stderr
    shown = run({**environment, "DICEDEVIL_DEBUG": "1"}, "solve", str(rules))
    assert "Traceback" in shown.stderr


def test_no_progress_bar_without_a_terminal(environment: dict[str, str]) -> None:
    done = run(environment, "evaluate", "ten-times-18", "--strategy", "random", "--json")
    assert done.stderr == ""
    assert json.loads(done.stdout)["mean"] == 577.5
