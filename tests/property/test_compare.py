"""What must hold for any game that is compared."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.evaluate import QUANTILES
from dicedevil.design.profile import profile
from dicedevil.design.variant import Variant
from dicedevil.families.cards.game import KeepRerollGame
from few import few
from small_cards import own_dice_cards, small_cards
from small_games import TableGame, table_games
from variants import SMALL

CARDS = [card for _, card in (*small_cards(), *own_dice_cards())]
SHORTER = {
    "klappenspiel:tiles=7": "klappenspiel:tiles=6",
    "decathlon:events=400-metres/1500-metres": "decathlon:events=400-metres",
}
SPECS = [SHORTER.get(spec, spec) for specs in SMALL.values() for spec in specs[:2]]
NOISE = 1e-9


def require_sound(told: Variant) -> None:
    """Nothing beats best play, parts are parts, chances are chances, boxes add up."""
    for name, result in told.skill.rungs:
        below = told.skill.below(result)
        if below is not None and result.games is None:
            assert below.value >= -below.error_bound - NOISE, name
    if told.skill.moved is not None:
        assert 0 <= told.skill.moved.value <= 1
        assert told.skill.moved.error_bound < 1e-6
    if told.match is not None:
        assert -NOISE <= told.match.first_player <= 1 + NOISE
        assert told.match.ties is None or -NOISE <= told.match.ties <= 1 + NOISE
    if told.law is not None and told.sd is not None:
        law = told.law
        quantiles = [law.quantile(share) for share in QUANTILES]
        assert all(low <= high for low, high in pairwise((law.min, *quantiles, law.max)))
        assert told.sd >= 0
        assert told.mean == pytest.approx(law.mean, abs=1e-7)
    if told.play is not None:
        assert told.decisions is not None
        assert told.near_ties is not None
        assert 0 <= told.decisions <= told.play.decisions + NOISE
        assert 0 <= told.near_ties <= told.play.decisions + NOISE
        assert told.play.error_bound < 1e-6 or told.play.thresholds[0] == 0.0
    if told.boxes is not None:
        assert sum(box.mean for box in told.boxes.values()) == pytest.approx(told.mean, abs=1e-7)
        assert all(-NOISE <= box.zero_share <= 1 + NOISE for box in told.boxes.values())
    if told.closest is not None and told.play is not None:
        assert told.closest.loss > 0
        assert told.closest.best != told.closest.runner_up


@pytest.mark.parametrize("spec", few(SPECS, 16))
def test_every_family(spec: str) -> None:
    told = profile(dd.game(spec))
    require_sound(told)
    game = dd.game(spec)
    if told.closest is not None and game.players == 1:
        position = game.read_state(told.closest.state)  # it is told so that it can be asked about
        roll = game.read_roll(position.state, told.closest.roll)
        assert roll in game.rolls(position.state)


@settings(max_examples=40)
@given(table_games(stages=4, widest=3), st.booleans())
def test_random_rules(game: TableGame, low_wins: bool) -> None:
    require_sound(profile(TableGame(game.rows, game.stages, low_wins=low_wins)))


@settings(max_examples=3)
@given(st.sampled_from(CARDS))
def test_cards(card: Any) -> None:
    told = profile(KeepRerollGame(card))
    require_sound(told)
    assert told.boxes is not None
    assert told.length is not None
    assert told.length.value == len(card.boxes)


@settings(max_examples=20)
@given(table_games(stages=3, widest=3), st.lists(st.floats(0, 2), min_size=2, max_size=4))
def test_fewer_decisions_matter_where_more_must_be_lost(game: TableGame, shares: list[float]) -> None:
    counts = [profile(game, matters=share).decisions or 0.0 for share in sorted(shares)]
    assert all(more >= less - NOISE for more, less in pairwise(counts))
