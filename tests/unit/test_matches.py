from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import dicedevil as dd
from dicedevil.errors import DiceDevilError, PositionError
from dicedevil.wrapped.turn_by_turn import MatchState

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


@pytest.mark.parametrize(
    ("spec", "text", "said"),
    [
        ("ten-times-18", "1=4,2=5", "played 2 turns, the other player 0 turns: when it is your turn"),
        ("ten-times-18", "them-1=4,them-2=5", "other player 2 turns: when it is your turn"),
        ("ten-times-18", "1=4", "as many as you, or one more"),
        ("ten-times-18", "1=4,them-1=5,mover=1", "as the second player you move when the other has 2"),
        ("ten-times-18", "them-1=5,mover=0", "as the first player you move when the other has 0"),
        ("yahtzee", "ones=3,twos=6,them-ones=3", "played 2 turns, the other player 1 turn:"),
        ("yahtzee", "them-ones=3,them-twos=6", "as many as you, or one more"),
        ("yahtzee", "ones=3,mover=1", "as many as you, or one more"),
        ("yahtzee", "mover=1", "as the second player you move when the other has 1"),
        ("yahtzee", "them-rerolls=1", "other player cannot be in a turn"),
        ("yahtzee", "them-rerolls=0,them-kept=66", "other player cannot be in a turn"),
        ("yahtzee", "ones=3,them-ones=1,them-", "Cannot read 'them-'"),
        ("yahtzee", "them-", "Cannot read 'them-'"),
        ("yahtzee", "them-lead=3", "Unknown key 'lead'"),
        ("yahtzee", "them-mover=1", "Unknown key 'mover'"),
        ("yahtzee", "them-them-ones=3", "Unknown key 'them-ones'"),
        ("yahtzee", "them=3", "Unknown key 'them'"),
        ("yahtzee", "me=3", "Unknown key 'me'"),
        ("yahtzee", "lead", "Cannot read 'lead'"),
        ("yahtzee", "them-ones=3,them-ones=4", "'ones' stands twice"),
    ],
)
def test_turns_that_do_not_fit_and_odd_keys(spec: str, text: str, said: str) -> None:
    with pytest.raises(DiceDevilError, match=said) as refused:
        dd.TurnByTurn(dd.game(spec)).read_state(text)
    assert refused.value.exit_code == 3


@pytest.mark.parametrize(
    ("spec", "text", "mover"),
    [
        ("ten-times-18", "1=4,them-2=5", 0),
        ("ten-times-18", "1=4,them-2=5,them-1=3", 1),
        ("yahtzee", "rerolls=1", 0),
        ("yahtzee", "ones=3,rerolls=0,kept=66,them-ones=3,them-yahtzee=0", 1),
        ("shut-the-box", "up=1+4,them-up=9", 1),  # tiles do not tell how many turns there were
        ("shut-the-box", "up=1+4,them-up=9,mover=0", 0),
    ],
)
def test_whose_turn_it_is_follows_from_the_turns_played(spec: str, text: str, mover: int) -> None:
    match = dd.TurnByTurn(dd.game(spec))
    state = match.read_state(text).state
    assert state.mover == mover
    assert match.read_state(match.write_state(state)).state == state


def test_every_state_of_a_match_fits() -> None:
    """What play leads to is never refused, in any game."""
    for spec in ("micro-yahtzee", "ten-times-18:slots=2,dice=1d3", "klappenspiel:tiles=3,sides=2"):
        match = dd.TurnByTurn(dd.game(spec))
        seen, ahead = set(), [match.start()]
        while ahead:
            state = ahead.pop()
            if state in seen or match.is_over(state):
                continue
            seen.add(state)
            match.require_turns(state)
            for roll in list(match.rolls(state))[:2]:
                choices = match.choices(state, roll)
                ahead += [match.play(state, roll, choice)[1] for choice in (choices[0], choices[-1])]
        assert len(seen) > 5


def test_a_bad_roll_is_refused_without_points_nobody_wrote() -> None:
    """A score card's state does not hold the points of every box, so the error names none."""
    with pytest.raises(PositionError, match="shows four dice") as refused:
        dd.advise("yahtzee", "twos=6,them-twos=8", "1165", dd.WinMatch())
    assert "twos=" not in str(refused.value)
