"""A real server that is killed during games: no move that it told of is lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dicedevil

TESTS = Path(__file__).parents[1]


def kill(folder: Path, kills: int, seed: int) -> str:
    source = str(Path(dicedevil.__file__).parents[1])
    found = subprocess.run(
        [sys.executable, str(TESTS / "killed_server.py"), str(folder), str(kills), str(seed)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((source, str(TESTS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


SAID = r"{} kills, [1-9]\d* games to their end, \d+ moves, none lost\n"


def test_kills_of_a_server_lose_no_move(tmp_path: Path) -> None:
    assert re.fullmatch(SAID.format(6), kill(tmp_path, 6, seed=1))


@pytest.mark.attack
def test_two_hundred_kills_of_a_server_lose_no_move(tmp_path: Path) -> None:
    assert re.fullmatch(SAID.format(200), kill(tmp_path, 200, seed=2))
