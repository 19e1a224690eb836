"""The graded game of docs/coach.md: what the page says of it is so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.coach.records import Record

ROOT = Path(__file__).parent.parent.parent


def test_what_the_page_says_is_so() -> None:
    record = Record.from_dict(json.loads((ROOT / "docs" / "a-game.jsonl").read_text()))
    (game,) = dd.grade(record)
    assert game.result - game.start_value == pytest.approx(game.luck - game.loss, abs=1e-9)
    assert [round(one, 1) for one in (game.start_value, game.luck, game.loss, game.adjusted)] == [
        *(254.6, -21.4, 14.2, 240.4)
    ]
    by_luck = sorted(range(len(game.decisions)), key=lambda move: game.decisions[move].luck)
    worst, best = by_luck[0], by_luck[-1]
    assert (worst + 1, round(game.decisions[worst].luck, 1)) == (24, -10.4)
    assert (best + 1, round(game.decisions[best].luck, 1)) == (27, 24.0)
    dearest = max(range(len(game.decisions)), key=lambda move: game.decisions[move].loss)
    assert (dearest + 1, round(game.decisions[dearest].loss, 2)) == (11, 3.77)
    assert game.counts["best"] + game.counts["close"] == 31
    assert game.choices == 38
    assert game.decisions[-1].is_forced
