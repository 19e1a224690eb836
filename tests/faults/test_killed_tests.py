"""A test that is killed in the middle: every answer that was taken is kept, and no half of one."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicedevil
from dicedevil.coach.store import FILE, Store
from dicedevil.coach.tested import KeptTests

TAKER = """
import sys
from dicedevil.coach.proficiency import proficiency
from dicedevil.coach.store import Store
from dicedevil.coach.tested import KeptTests
with Store(sys.argv[1]) as store:
    test = proficiency("ten-times-18:slots=4", 500, 1, kept=KeptTests(store, "me"))
    while (drill := test.next()) is not None:
        test.answer(test.choices(drill)[0])
        print(len(test.answers), flush=True)
"""


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, 0.06])
def test_a_kill_loses_no_answer(tmp_path: Path, delay: float) -> None:
    source = str(Path(dicedevil.__file__).parents[1])
    taker = subprocess.Popen(
        [sys.executable, "-c", TAKER, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": source},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert taker.stdout is not None
    heard = [taker.stdout.readline()]
    time.sleep(delay)
    taker.send_signal(signal.SIGKILL)
    heard += taker.stdout.readlines()
    assert taker.wait() == -signal.SIGKILL, "it ended by itself"
    taker.stdout.close()
    said = int(heard[-1])
    with Store(tmp_path) as store:
        (kept,) = KeptTests(store, "me").all()
        numbers = [row[0] for row in store.rows("SELECT number FROM test_answers ORDER BY number")]
    # One answer may have been kept whose call returned to nobody.
    assert said <= kept.answers <= said + 1
    assert numbers == list(range(1, kept.answers + 1))
    assert kept.loss >= 0.0
    database = sqlite3.connect(tmp_path / FILE)
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()
