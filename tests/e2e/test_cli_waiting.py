"""The progress bar: on a terminal only, and only for long work."""

import io
import re
import sys
import time

import pytest

from dicedevil.cli import telling
from dicedevil.cli.bar import share_text, times_text
from dicedevil.cli.telling import Waiting
from dicedevil.solvers.budget import TimeLeft
from dicedevil.solvers.progress import Compiling


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


def test_what_is_said_stands_above_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(telling, "PATIENCE", 0.01)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with Waiting("solving") as waiting:
        while "solving" not in screen.getvalue():
            time.sleep(0.01)
        waiting.budget().announce("A match takes about 3 s.")
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())
    assert "A match takes about 3 s." in re.split(r"[\r\n]+", plain)


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert work(monkeypatch, Terminal(), 30.0) == ""


def test_no_terminal_no_bar_but_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time that it worked, not that it waited: a busy machine is no news."""
    monkeypatch.setattr(telling, "compiling", Compiling())
    assert work(monkeypatch, io.StringIO(), 10.0) == ""
    monkeypatch.setattr(telling, "LONG_WAIT", 0.2)
    told = work(monkeypatch, io.StringIO(), 0.1)
    assert re.fullmatch(r"This takes longer than a moment \(finding states(, .* left)?\)\.\n", told)


def test_compiling_is_no_reason_to_say_more_for_half_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "compiling", Compiling(told=True))
    monkeypatch.setattr(telling, "LONG_WAIT", 0.1)
    assert work(monkeypatch, io.StringIO(), 0.05) == ""
    monkeypatch.setattr(telling, "COMPILED", 0.2)
    assert "longer than a moment" in work(monkeypatch, io.StringIO(), 0.05)


def test_what_was_said_is_not_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "PATIENCE", 0.05)
    monkeypatch.setattr(telling, "compiling", Compiling())
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with Waiting("solving") as waiting:
        waiting.budget().announce("A match takes about 3 s.")
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
    assert sys.stderr.getvalue() == "A match takes about 3 s.\n"  # type: ignore[attr-defined]


def test_a_log_is_told_now_and_then_how_far_long_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "PATIENCE", 0.01)
    monkeypatch.setattr(telling, "NEWS", 0.05)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with Waiting("solving") as waiting:
        waiting.budget().announce("A match takes about 3 s.")
        waiting("finding states", 3, 8)
        until = time.monotonic() + 20.0
        while sys.stderr.getvalue().count("\n") < 3 and time.monotonic() < until:  # type: ignore[attr-defined]
            time.sleep(0.01)
    said, *news = sys.stderr.getvalue().splitlines()  # type: ignore[attr-defined]
    assert said == "A match takes about 3 s."
    assert len(news) >= 2
    assert all(re.fullmatch(r"Finding states: 3 of 8, \d+ s so far\.", one) for one in news)
    assert len(news) < 5, "seldom, and no more when it is over"


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
    monkeypatch.setattr("dicedevil.cli.telling.time.monotonic", lambda: now[0])
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
