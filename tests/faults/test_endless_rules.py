"""Rules that never come back: the command ends when its patience is over, with the line."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType

import pytest

from dicedevil.cli.overdue import Overdue, first_asked, place
from faulty import ended, run, started, wait_until

METHODS = {
    "start": "return 0",
    "is_over": "return asked[0] >= 2",
    "rolls": "return {(1,): 1, (2,): 1}",
    "choices": "return ('take', 'leave')",
    "play": "return asked[1][0] * (asked[2] == 'take'), asked[0] + 1",
    "progress": "return asked[0]",
    "strategies": "return {'mine': lambda state, roll: (ENDLESS)}",
}
HEAD = "import dicedevil as dd, itertools, time\n"
WAITS = "while True: time.sleep(0.01)"
CATCHES = """\
while True:
            try: time.sleep(0.01)
            except BaseException: pass"""
ENDLESS = {
    "is_over": "solve FILE",
    "rolls": "simulate FILE --games 2",
    "choices": "advise FILE --roll 1",
    "play": "check FILE",
    "start": "show FILE",
}
"""A method, and a command that asks it."""
MORE = (
    "solve FILE --exact",
    "solve FILE --objective win",
    "advise FILE --roll 1 --player emp-0",
    "curve FILE",
    "evaluate FILE --strategy random",
    "match FILE --players emp-0,random --games 2",
    "plot value FILE -o figure.svg",
)


def rules(**changed: str) -> str:
    lines = [HEAD, "class Mine(dd.Game):"]
    for name, body in {**METHODS, **changed}.items():
        lines += [f"    def {name}(self, *asked):", f"        {body}"]
    return "\n".join(lines).replace("ENDLESS", "[time.sleep(0.01) for _ in itertools.count()]")


def refused(folder: Path, command: str, text: str, endless: str) -> None:
    (folder / "mine.py").write_text(text)
    line = text[: text.index(endless)].count("\n") + 1
    end = run(folder, *shlex.split(command.replace("FILE", "mine.py")), "--patience", "0.5")
    assert end.code == 5, end.errors
    assert f"('mine.py', line {line})" in end.errors
    assert "--patience 10 or --yes goes on" in end.errors
    assert "Traceback" not in end.errors
    assert end.out == ""


@pytest.mark.parametrize("method", ENDLESS)
def test_a_method_that_never_returns(tmp_path: Path, method: str) -> None:
    refused(tmp_path, ENDLESS[method], rules(**{method: WAITS}), WAITS)


@pytest.mark.attack
@pytest.mark.parametrize("command", MORE)
@pytest.mark.parametrize("method", ["is_over", "rolls", "play"])
def test_every_command_hears_of_it(tmp_path: Path, command: str, method: str) -> None:
    refused(tmp_path, command, rules(**{method: WAITS}), WAITS)


def test_a_file_that_is_never_done(tmp_path: Path) -> None:
    refused(tmp_path, "show FILE", f"{HEAD}{WAITS}\n", WAITS)


def test_a_strategy_that_never_chooses(tmp_path: Path) -> None:
    refused(tmp_path, "evaluate FILE --strategy mine", rules(), "[time.sleep")


@pytest.mark.parametrize(
    "command",
    [
        "evaluate micro-yahtzee --strategy mine.py",
        pytest.param("simulate yahtzee --strategy mine.py --games 2", marks=pytest.mark.attack),
        pytest.param("match micro-yahtzee --players mine.py,random", marks=pytest.mark.attack),
    ],
)
def test_a_strategy_from_a_file_that_never_chooses(tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.py").write_text("import time\ndef mine(state, roll):\n    " + WAITS + "\n")
    end = run(tmp_path, *command.split(), "--patience", "0.5")
    assert end.code == 5, end.errors
    assert "'mine.py', line 3" in end.errors


def test_who_catches_everything_is_ended_too(tmp_path: Path) -> None:
    text = rules(is_over=CATCHES)
    (tmp_path / "mine.py").write_text(text)
    end = run(tmp_path, "solve", "mine.py", "--patience", "0.5")
    assert end.code == 5
    assert "'mine.py', line " in end.errors


def test_a_call_that_never_leaves_c(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(rules(is_over="sum(itertools.count())"))
    end = run(tmp_path, "solve", "mine.py", "--patience", "0.1")
    assert end.code == -signal.SIGVTALRM
    assert 'File "mine.py", line ' in end.errors


def test_a_process_that_was_stopped_did_not_work(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        rules(start="open('asked', 'w').close(); time.sleep(1); return 0")
    )
    with started(tmp_path, "show", "mine.py", "--patience", "2") as process:
        wait_until((tmp_path / "asked").exists)
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(2.2)
        os.kill(process.pid, signal.SIGCONT)
        end = ended(process)
    assert end.code == 0, end.errors


def test_with_yes_nobody_looks_at_the_clock(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(rules(start="time.sleep(0.5); return 0"))
    assert run(tmp_path, "show", "mine.py", "--patience", "0.2").code == 5
    assert run(tmp_path, "show", "mine.py", "--yes").code == 0


def here() -> FrameType:
    return sys._getframe()


def in_rules(module: str) -> FrameType:
    names = {"__name__": module, "here": here}
    exec(compile("def rules():\n    return here()\nfound = rules()", "mine.py", "exec"), names)
    found = names["found"]
    assert isinstance(found, FrameType)
    return found


def test_only_rules_are_asked_for_the_time() -> None:
    assert first_asked(in_rules("__main__")) is None  # a program that uses the library
    frame = in_rules("<run_path>")
    asked = first_asked(frame)
    assert asked is not None
    assert asked.f_code.co_name == "<module>"
    assert place(frame, asked) == "'mine.py', line 2"


def test_many_short_calls_are_no_long_one() -> None:
    told: list[str] = []
    overdue, done = Overdue(0.25, lambda words, _: told.append(words)), threading.Event()
    names = {"__name__": "<run_path>", "sleep": time.sleep}
    exec(compile("def asked(): sleep(0.02)", "mine.py", "exec"), names)

    def work() -> None:
        while not done.is_set():
            names["asked"]()  # type: ignore[operator]

    working = threading.Thread(target=work)
    working.start()
    for _ in range(10):
        time.sleep(0.03)
        overdue.look(0.03)
    done.set()
    working.join()
    assert told == []
