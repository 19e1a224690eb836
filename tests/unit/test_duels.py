"""Duels: luck has the mean 0, and results less luck have the mean of results."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.players.duels import PART, duel
from dicedevil.solvers.budget import USUAL
from dicedevil.solvers.cards.search import BetweenTurns
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.lane import Looking
from dicedevil.solvers.solver import lanes_of

GAME = "micro-yahtzee"


def test_without_luck_the_mean_is_the_same_and_the_spread_far_smaller() -> None:
    found = duel(GAME, "emp-9", pairs=2 * PART, seed=3)
    share, error = found.share
    plain, spread = found.plain
    assert abs(share - plain) <= 5 * math.hypot(error, spread)
    assert plain == pytest.approx((found.going_first + found.going_second) / 2)
    assert 0 < error < 0.003  # matches of chance alone would give 0.06
    assert found.to_dict()["matches"] == 4 * PART


def test_the_same_seed_gives_the_same_matches_and_a_file_is_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    whole = duel(GAME, pairs=2 * PART, seed=5)
    duel(GAME, pairs=PART, seed=5, kept=kept)
    assert json.loads(kept.read_text())["pairs"] == PART
    assert duel(GAME, pairs=2 * PART, seed=5, kept=kept) == whole
    with pytest.raises(UsageError, match="holds other matches"):
        duel(GAME, pairs=2 * PART, seed=6, kept=kept)
    with pytest.raises(UsageError, match="pairs of matches, and 32 are asked for"):
        duel(GAME, pairs=PART, seed=5, kept=kept)
    kept.write_text("nothing")
    with pytest.raises(UsageError, match="holds no matches"):
        duel(GAME, pairs=PART, seed=5, kept=kept)


@pytest.mark.parametrize(
    ("game", "player", "message"),
    [
        (GAME, "emp-0", "emp-1, or one who looks further"),
        (GAME, "optimal", "emp-1, or one who looks further"),
        ("ten-times-18:slots=3,dice=1d6", "emp-1", "score cards"),
    ],
)
def test_other_duels_are_refused(game: str, player: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        duel(game, player, pairs=2)


def test_luck_is_0_in_the_mean_whatever_is_kept() -> None:
    """What every keep is worth is the mean of what its rolls are worth, so luck adds up to nothing."""
    duels: Any = next(
        found
        for lane in lanes_of(dd.game(GAME))
        if (found := lane.duels(dd.game(GAME), Looking("emp", 1), USUAL)) is not None
    )
    lattice = encoding(duels.game.card).lattice.arrays
    values = duels.search.turn_values((BetweenTurns(0b11, 0, 0), BetweenTurns(0b01, 0, 2)))
    for left in range(len(values) - 1):
        mean = (lattice.face_weight * values[left][lattice.more]).sum(axis=1) * lattice.face_share
        assert values[left][lattice.rolls :] == pytest.approx(mean, abs=1e-12)
    first = values[-1]
    assert first[-1] == pytest.approx(lattice.roll_prob @ first[: lattice.rolls], abs=1e-12)
