"""Laws and best play of cards whose turns do not fit in memory all at once."""

from __future__ import annotations

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import laws
from dicedevil.solvers.cards.shards import split_visited
from dicedevil.solvers.cards.states import encoding

GAME = "junior-yahtzee"


@pytest.mark.parametrize("rows", [1, 50, 400])
def test_a_law_in_parts_is_the_same(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dd.evaluate(GAME, "optimal", exact=False)
    monkeypatch.setattr(laws._Walk, "most_rows", rows)
    assert dd.evaluate(GAME, "optimal", exact=False) == whole


def test_best_play_in_parts_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    values = dd.solve(GAME).values
    whole = values.best_play((0.1,), Budget())  # type: ignore[attr-defined]
    monkeypatch.setattr(Budget, "room", lambda self: 200_000)
    parts = values.best_play((0.1,), Budget())  # type: ignore[attr-defined]
    assert parts.boxes == whole.boxes
    assert parts.decisions == pytest.approx(whole.decisions, rel=1e-12)
    assert parts.closest == whole.closest


def test_parts_have_so_many_visited_states_at_most() -> None:
    game = dd.game(GAME)
    encoded = encoding(game.card)  # type: ignore[attr-defined]
    groups = encoded.layers[5]
    visits = np.ones(encoded.states)
    most = 3 * int(encoded.sizes[groups].max())
    parts = split_visited(encoded, groups, visits, most)
    assert len(parts) > 1
    assert [one for part in parts for one in part] == groups.tolist()
    assert max(int(encoded.sizes[part].sum()) for part in parts) <= most
    assert len(split_visited(encoded, groups, 0 * visits, most)) == 1
