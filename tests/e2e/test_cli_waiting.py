"""The progress bar: on a terminal only, and only for long work."""

import io
import time

import pytest

from dicedevil.cli import telling
from dicedevil.cli.bar import share_text, times_text
from dicedevil.cli.telling import Waiting
from dicedevil.solvers.progress import TimeLeft


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def work(monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, patience: float) -> str:
    monkeypatch.setattr(telling, "PATIENCE", patience)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with Waiting("solving") as progress:
        for done in range(8):
            progress("finding states", done, 8)
            time.sleep(0.05)
    return screen.getvalue()


def test_long_work_on_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "finding states" in work(monkeypatch, Terminal(), 0.01)


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert work(monkeypatch, Terminal(), 30.0) == ""


def test_no_terminal_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert work(monkeypatch, io.StringIO(), 0.01) == ""


def test_times_are_said_as_people_say_them() -> None:
    assert times_text(12.9, 40.2) == "12 s so far, about 40 s left"
    assert times_text(150.0, 600.0) == "2 min 30 s so far, about 10 minutes left"
    assert times_text(3.0, None) == "3 s so far"
    assert times_text(3.0, 0.1) == "3 s so far, about 1 s left"


def test_few_things_are_counted_and_many_are_shared() -> None:
    assert share_text(3, 13) == "3 of 13"
    assert share_text(1_234_567, 177_105_099) == "0 %"
    assert share_text(176_000_000, 177_105_099) == "99 %"
    assert share_text(1234, 0) == "1,234"
    assert share_text(0, 0) == ""


def test_the_time_left_follows_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("dicedevil.solvers.progress.time.monotonic", lambda: now[0])
    left = TimeLeft()
    left.report(0, 100)
    now[0] += 30  # compiling: no part of the pace
    left.report(10, 100)
    assert left.seconds() is None
    now[0] += 5
    left.report(20, 100)
    assert left.seconds() == pytest.approx(40)
    now[0] += 15
    assert left.seconds() == pytest.approx(25)  # counted down between two reports
    now[0] += 100
    assert left.seconds() is None  # nobody knows any more
    left.report(1, 50)  # another part of the work
    assert left.seconds() is None
    now[0] += 1
    left.report(2, 50)
    assert left.seconds() == pytest.approx(48)
