"""Players that are killed while they play: what was kept is there, and nothing has to be repaired."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dicedevil

TESTS = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="players are forked")


def kill(folder: Path, kills: int, seed: int) -> str:
    source = str(Path(dicedevil.__file__).parents[1])
    found = subprocess.run(
        [sys.executable, str(TESTS / "killed_games.py"), str(folder), str(kills), str(seed)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((source, str(TESTS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_kills_lose_no_move(tmp_path: Path) -> None:
    assert re.fullmatch(r"15 kills, \d+ games, \d+ moves, none lost\n", kill(tmp_path, 15, seed=1))


@pytest.mark.attack
def test_two_hundred_kills_lose_no_move(tmp_path: Path) -> None:
    assert re.fullmatch(r"200 kills, \d+ games, \d+ moves, none lost\n", kill(tmp_path, 200, seed=2))
