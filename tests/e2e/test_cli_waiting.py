"""The progress bar: on a terminal only, and only for long work."""

import io
import time

import pytest

from dicedevil.cli import telling
from dicedevil.cli.telling import Waiting


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
