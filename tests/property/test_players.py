"""What must hold for players in any match: ranges, order of opponents, more points never hurt."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Game, Position, Roll
from dicedevil.solvers.plain.evaluations import Curve, GridRow, best_aims, match_points, on_grid
from small_cards import small_cards

CARD = KeepRerollGame(dict(small_cards())["forced-bonus6-extra20-fair-1"])
GAMES: list[Game] = [
    CARD,
    dd.game("ten-times-18:slots=3,dice=1d4"),
    dd.game("shut-the-box:tiles=4,sides=3,score=remaining"),
]
LOOKS = [dd.EMP(0), dd.DynS(0), dd.EMP(1), dd.DynS(1)]


@st.composite
def tables(draw: st.DrawFn, game: Game, players: int) -> tuple[dd.Standings, Roll]:
    """Standings in mid-game, and a roll."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    standings, steps = dd.Standings.start(game, players), draw(st.integers(0, 4 * players))
    while True:
        roll = rng.choice(list(game.rolls(standings.mine.state)))
        after = standings.play(roll, rng.choice(list(game.choices(standings.mine.state, roll))))
        if steps == 0 or after.is_over:
            return standings, roll
        standings, steps = after, steps - 1


curves = st.lists(
    st.tuples(
        st.integers(-5, 5),
        st.lists(st.floats(0, 1), max_size=6).map(lambda chances: sorted(chances, reverse=True)),
    ),
    min_size=2,
    max_size=4,
)


def rows(found: list[Curve]) -> list[GridRow]:
    return [on_grid(curve, -5, 20) for curve in found]


@given(curves)
def test_evaluations_stay_in_range(found: list[Curve]) -> None:
    opponents = len(found) - 1
    points, aims = match_points(rows(found)), best_aims(rows(found))
    assert sum(points) == pytest.approx(len(found) * opponents / 2)
    for value in (*points, *aims):
        assert -1e-12 <= value <= opponents + 1e-12


@given(curves)
def test_evaluations_do_not_care_who_is_who(found: list[Curve]) -> None:
    for evaluate in (match_points, best_aims):
        values = evaluate(rows(found))
        for order in permutations(range(len(found))):
            expected = [values[place] for place in order]
            assert evaluate(rows([found[place] for place in order])) == pytest.approx(
                expected, abs=1e-12
            )


@given(curves, st.integers(1, 3))
def test_a_better_curve_is_never_worth_less(found: list[Curve], more: int) -> None:
    for evaluate in (match_points, best_aims):
        better = [(found[0][0] + more, found[0][1]), *found[1:]]
        assert evaluate(rows(better))[0] >= evaluate(rows(found))[0] - 1e-12
        assert evaluate(rows(better))[1] <= evaluate(rows(found))[1] + 1e-12


@pytest.mark.parametrize("game", GAMES, ids=["card", "slots", "tiles"])
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
@given(data=st.data())
def test_more_points_never_hurt(game: Game, look: dd.EMP, data: st.DataObject) -> None:
    standings, roll = data.draw(tables(game, data.draw(st.integers(2, 3))))
    before = look.values(standings, roll)
    assert all(-1e-12 <= value <= standings.players - 1 + 1e-12 for value in before.values())
    gain = -1 if game.lower_is_better else 1
    mine = Position(standings.mine.points + 2 * gain, standings.mine.state)
    after = look.values(standings.moved(mine, False), roll)
    if standings.players == 2 and look.word == "emp":  # others may answer differently else
        assert all(after[choice] >= value - 1e-9 for choice, value in before.items())
    if look.depth == 0:
        assert all(after[choice] >= value - 1e-12 for choice, value in before.items())
        others = standings.in_turn()[1:]
        for order in permutations(others):
            if standings.mover == 0:
                same = dd.Standings(game, (standings.mine, *order), 0)
                assert look.values(same, roll) == pytest.approx(before, abs=1e-12)
