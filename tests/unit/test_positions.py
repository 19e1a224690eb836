"""Positions judged whole: the exact mean over a turn, and samples that cover it."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.players.judge import Plan
from dicedevil.players.positions import PART, Judging, judge_positions
from dicedevil.players.standings import Standings
from dicedevil.rules import Position
from dicedevil.solvers.cards.search import KINDS, BetweenTurns
from dicedevil.solvers.cards.states import card_state, encoding

CARD = "yahtzee:boxes=ones/threes/chance,dice=2d3,rerolls=1,threshold=4,upper-bonus=5"
PLAYERS = ("emp-0", "emp-1", "emp-2", "emp-3", "dyns-0", "dyns-1", "dyns-2", "dyns-4", "optimal")


@pytest.fixture(scope="module")
def matches() -> Any:
    game = dd.game(CARD)
    return Judging(game, PLAYERS, 1, 1, 6, 6).matches()


@pytest.fixture(scope="module")
def exact(matches: Any) -> np.ndarray[Any, Any]:
    """(turns to go, players): the exact mean errors of a move, all typical matches followed."""
    start = BetweenTurns(0b111, 0, 0)
    here: dict[Any, float] = {((start, start), 0): 1.0}
    means = np.zeros((6, len(PLAYERS)))
    for to_go in range(6, 0, -1):
        after: dict[Any, float] = defaultdict(float)
        for (spots, seat), chance in here.items():
            judged, ends = matches.judged(spots, seat)
            assert judged.to_go == to_go
            means[to_go - 1] += chance * judged.errors / judged.moves
            outcomes = matches.foresight.ends(spots[0].open, spots[0].member)[0].tolist()
            for outcome, share in zip(outcomes, ends.tolist(), strict=True):
                if share:
                    moved = matches.searches[0].after(spots[0], outcome)
                    after[(spots[1], moved), 1 - seat] += chance * share
        here = dict(after)
        assert sum(here.values()) == pytest.approx(1)
    return means


def test_intervals_of_samples_cover_the_exact_errors(exact: Any) -> None:
    """Of many samples, 95 in 100 should: none may be far off, and few beyond two standard errors."""
    inside = cells = 0
    for seed in range(2):
        found = judge_positions(CARD, PLAYERS, positions=64, seed=seed)
        for row in found.rows:
            off = abs(row.mean - exact[row.to_go - 1, PLAYERS.index(row.player)])
            assert off <= 6 * row.standard_error + 1e-3 / math.sqrt(row.turns) + 1e-12
            if row.standard_error > 0:
                cells += 1
                inside += off <= 2 * row.standard_error + 1e-12
    assert cells > 33
    assert inside >= 0.8 * cells


def test_a_turn_s_mean_error_is_that_of_every_roll_asked_one_by_one(matches: Any) -> None:
    """The rolls, keeps and boxes of a turn, followed with the players themselves."""
    game = dd.game(CARD)
    experiment = Plan(game, PLAYERS, "emp-1", 6).prepared()
    encoded = encoding(game.card)  # type: ignore[attr-defined]
    spots = (BetweenTurns(0b101, 0, 3), BetweenTurns(0b110, 1, 2))
    states = [
        card_state(game, int(encoded.arrays.base[one.open]) + one.member)  # type: ignore[arg-type]
        for one in spots
    ]
    places = [Position(one.points, state) for one, state in zip(spots, states, strict=True)]
    standings = Standings(game, tuple(places), 0)
    turns = {name.name: name.turn(standings) for name in experiment.players}
    typical, truth = (who.turn(standings) for who in (experiment.typical, experiment.truth))
    errors: dict[str, float] = defaultdict(float)

    def follow(position: Position, chance: float) -> None:
        rolls = game.rolls(position.state)
        whole = sum(rolls.values())
        for roll, weight in rolls.items():
            here = chance * weight / whole
            choices = game.choices(position.state, roll)
            ends = [game.ends_turn(position.state, roll, choice) for choice in choices]
            moves = [n for n, end in enumerate(ends) if not end] or list(range(len(choices)))
            worth = np.array(truth.values(position, roll))[moves]
            for name, turn in turns.items():
                values = np.array(turn.values(position, roll))[moves]
                first = next(n for n, value in enumerate(values) if value >= values.max() - 1e-9)
                errors[name] += here * float(worth.max() - worth[first])
            liked = np.array(typical.values(position, roll))[moves]
            weights = np.exp(100 * (liked - liked.max()))
            for move, share in zip(moves, weights / weights.sum(), strict=True):
                if not ends[move]:
                    points, after = game.play(position.state, roll, choices[move])
                    follow(Position(position.points + points, after), here * float(share))

    follow(places[0], 1.0)
    judged, _ = matches.judged(spots, 0)
    assert judged.moves == 2
    assert judged.errors == pytest.approx([errors[name] for name in PLAYERS], abs=1e-9)
    assert judged.errors.max() > 1e-4


def test_rows_of_leads_hold_what_a_search_of_one_lead_finds() -> None:
    game = dd.game("junior-yahtzee:bonus=no")
    judged = Judging(str(game), ("emp-1",), 1, 1, 12, 12).matches()
    search: Any = judged.searches[0]  # type: ignore[attr-defined]
    spots = (BetweenTurns(0b10110, 0, 20), BetweenTurns(0b11001, 0, 17))
    outcomes = judged.foresight.ends(spots[0].open, spots[0].member)[0]  # type: ignore[attr-defined]
    wanted = [(kind, depth) for kind in range(len(KINDS)) for depth in range(4)]
    found = judged.foresight.written(*spots, wanted)  # type: ignore[attr-defined]
    for (kind, depth), values in zip(wanted, found, strict=True):
        other = judged.searches[kind].ahead(depth)  # type: ignore[attr-defined]
        assert values == pytest.approx(other.score_values(spots, outcomes), abs=1e-9)
    assert search.depth == 0


def test_the_same_seed_gives_the_same_positions_and_a_file_is_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    whole = judge_positions("micro-yahtzee", ["emp-0", "optimal"], positions=3 * PART, seed=4)
    judge_positions("micro-yahtzee", ["emp-0", "optimal"], positions=PART, seed=4, kept=kept)
    assert json.loads(kept.read_text())["matches"] == PART
    gone_on = judge_positions(
        "micro-yahtzee", ["emp-0", "optimal"], positions=3 * PART, seed=4, kept=kept
    )
    assert gone_on == whole
    assert whole.by_positions
    assert whole.row(3, "optimal").turns == 3 * PART
    with pytest.raises(UsageError, match="holds other positions"):
        judge_positions("micro-yahtzee", ["emp-0"], positions=3 * PART, seed=4, kept=kept)
    with pytest.raises(UsageError, match="and 16 are asked for"):
        judge_positions("micro-yahtzee", ["emp-0", "optimal"], positions=PART, seed=4, kept=kept)
    kept.write_text("[]")
    with pytest.raises(UsageError, match="holds no positions"):
        judge_positions("micro-yahtzee", ["emp-0", "optimal"], positions=PART, seed=4, kept=kept)


def test_far_from_the_end_fewer_positions_are_judged() -> None:
    judging = Judging("yahtzee", ("emp-1",), 500, 1, 9, 7)
    counts = [sum(judging.is_wanted(n, to_go) for n in range(500)) for to_go in (7, 8, 9, 10)]
    assert counts == [500, 250, 125, 0]


@pytest.mark.parametrize(
    ("game", "players", "options", "message"),
    [
        ("micro-yahtzee", ["random"], {}, "in whole games only"),
        ("micro-yahtzee", ["emp-1"], {"up_to": 9}, "1 to 4 turns to go, not 9"),
        ("micro-yahtzee", ["emp-1"], {"positions": 0}, "At least 1 game"),
        ("ten-times-18:slots=3,dice=1d6", ["emp-1"], {}, "for score cards"),
    ],
)
def test_what_cannot_be_judged_so_is_refused(
    game: str, players: list[str], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        judge_positions(game, players, **options)
