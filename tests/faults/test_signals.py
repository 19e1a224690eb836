"""Ctrl-C and SIGTERM: the end within a second, in one line, with nothing left over."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from faulty import alive, ended, started


def test_interrupted_in_fractions(tmp_path: Path) -> None:
    with started(tmp_path, "solve", "klappenspiel:tiles=16", "--exact") as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        end = ended(process)
        assert not alive(process.pid)
    assert end.code == 130
    assert end.seconds < 1
    assert end.out == ""
    assert end.errors.count("\n") == 1
