"""What fits in the memory allowed by shards on disk alone, where the disk has no room for them."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import TooLarge
from dicedevil.solvers import drafts, tables
from dicedevil.solvers.budget import resident


def _allowed(megabytes: int, beside: int = 0) -> dd.Budget:
    return dd.Budget(beside + (megabytes << 20), math.inf)


ASKED: dict[str, Callable[[], Any]] = {
    "curves": lambda: dd.curve("maxi-yatzy", budget=_allowed(2000)),
    "laws": lambda: dd.evaluate("maxi-yatzy", budget=_allowed(2000)),
    "saved throws": lambda: dd.solve("maxi-yatzy:saved=yes", budget=_allowed(4000)),
    "several cards": lambda: dd.solve(
        "basic-yahtzee:bonus=no,cards=3", budget=_allowed(220, resident())
    ),
    "utilities": lambda: dd.solve(
        "yahtzee", dd.Utility("capped=250"), at="ones=3", budget=_allowed(210, resident())
    ),
}


@pytest.mark.parametrize("asked", ASKED)
def test_the_disk_is_said_to_be_the_reason(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the memory that it would take otherwise: nobody has that."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    dd.solve("micro-yahtzee", dd.Utility("capped=50"), fresh=True)  # loaded from now on
    monkeypatch.setattr(drafts, "free_space", lambda folder: 1_000_000)
    with pytest.raises(TooLarge, match=r"MB on disk.*; 1 MB are free on disk \(DICEDEVIL_TABLES"):
        ASKED[asked]()
    assert not tables.listing(tmp_path)
