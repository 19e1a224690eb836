from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import dicedevil as dd
from dicedevil.errors import DiceDevilError, PositionError
from dicedevil.matches import MatchState

GAME = dd.game("ten-times-18:slots=2,dice=1d3")
MATCH = dd.TurnByTurn(GAME)


def test_players_take_turns_and_the_lead_is_kept() -> None:
    state = MATCH.start()
    assert state == MatchState(0, 3, 3, 0)
    _, state = MATCH.play(state, (3,), 2)
    assert state == MatchState(1, 1, 3, 6)
    _, state = MATCH.play(state, (2,), 1)
    assert state == MatchState(0, 1, 2, 4)
    _, state = MATCH.play(state, (1,), 1)
    _, state = MATCH.play(state, (1,), 2)
    assert MATCH.is_over(state)
    assert MATCH.win_share(state) == 1


def test_check_game_is_content() -> None:
    assert dd.check_game(MATCH), str(dd.check_game(MATCH))


@pytest.mark.parametrize("spec", ["shut-the-box:tiles=3,sides=2", "klappenspiel:tiles=3,sides=2"])
def test_a_player_who_is_out_waits(spec: str) -> None:
    match = dd.TurnByTurn(dd.game(spec))
    assert dd.check_game(match), str(dd.check_game(match))


def test_the_better_of_two_scores_wins() -> None:
    low = dd.TurnByTurn(dd.game("shut-the-box:tiles=3,sides=2,score=remaining"))
    over = low.game.play(low.game.start(), (1, 1), "stop")[1]
    assert low.win_share(MatchState(0, over, over, 1)) == 0
    assert low.win_share(MatchState(0, over, over, -1)) == 1
    assert low.win_share(MatchState(0, over, over, 0)) == Fraction(1, 2)


def test_one_slot_each_is_a_comparison_of_two_rolls() -> None:
    """A hand-solved match: the higher of two dice wins, equal ones share."""
    value = dd.solve("ten-times-18:slots=1,dice=1d6", dd.WinMatch(), exact=True).exact
    wins = sum((a > b) + Fraction(a == b, 2) for a, b in product(range(1, 7), repeat=2))
    assert value == wins / 36 == Fraction(1, 2)


def test_going_second_is_no_handicap_when_nothing_is_chosen() -> None:
    for spec in ("ten-times-18:multipliers=1/1,dice=1d4", "klappenspiel:tiles=2,sides=2"):
        assert dd.solve(spec, dd.WinMatch(), exact=True).exact == Fraction(1, 2)


def test_advice_is_from_the_mover_s_side() -> None:
    solution = dd.solve(GAME, dd.WinMatch(), exact=True)
    ahead = solution.advise("them-1=3", "3")
    behind = solution.advise("them-2=3", "1")
    assert ahead.value > 0.5 > behind.value
    assert all(option.loss >= 0 for option in ahead.choices)


@pytest.mark.parametrize("text", ["mover=2", "lead=x", "1=9", "them-7=1", "1=1,1=2", "lead=1,lead=2"])
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(DiceDevilError):
        MATCH.read_state(text)


def test_a_match_that_is_over_gives_no_advice() -> None:
    with pytest.raises(PositionError, match="over"):
        MATCH.read_position("1=1,2=1,them-1=1,them-2=1", "1")
