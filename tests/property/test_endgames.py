"""What must hold for every endgame: Junior Yahtzee without bonus, whole."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.wrapped.turn_by_turn import MatchState

JUNIOR = dd.game("junior-yahtzee:bonus=no")
FULL = (1 << 6) - 1
BOUND = 1e-12
OF_CURVES = 4e-7
"""Target curves are kept in single precision."""
LEADS = st.integers(-80, 80)
SOME = settings(max_examples=60)


@cache
def endgames() -> Endgames:
    assert isinstance(JUNIOR, KeepRerollGame)
    return Endgames.of(JUNIOR, 12)


def card(open_boxes: int) -> CardState:
    start = JUNIOR.start()
    assert isinstance(start, CardState)
    return start._replace(open=open_boxes)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[CardState, CardState]:
    """The mover's card and the other's, at least one box open."""
    mine = draw(st.integers(1, FULL))
    left = mine.bit_count() - draw(st.integers(0, 1))
    theirs = draw(st.permutations(range(6)))[:left]
    return card(mine), card(sum(1 << box for box in theirs))


def worth(mine: CardState, theirs: CardState, lead: int) -> float:
    if mine.open.bit_count() == theirs.open.bit_count():
        return endgames().worth(MatchState(0, mine, theirs, lead))
    return endgames().worth(MatchState(1, theirs, mine, -lead))


@SOME
@given(pairs(), LEADS)
def test_more_lead_is_never_worse(cards: tuple[CardState, CardState], lead: int) -> None:
    assert 0 <= worth(*cards, lead) <= worth(*cards, lead + 1) + BOUND <= 1 + BOUND


@SOME
@given(st.integers(0, 5), st.integers(-40, 5))
def test_the_last_turn_lies_between_two_chances_of_a_target(box: int, lead: int) -> None:
    """A win counts 1 and a tie half: at least the chance of more points, at most both halves."""
    mine = card(1 << box)
    ahead, level = (dd.curve(JUNIOR, mine).chance(1 - lead - tie) for tie in (0, 1))
    assert ahead - OF_CURVES <= worth(mine, card(0), lead) <= (ahead + level) / 2 + OF_CURVES


@SOME
@given(st.integers(0, 5))
def test_with_one_box_each_and_level_it_is_better_to_go_second(box: int) -> None:
    """Who goes second could do what the first does, and knows more."""
    assert worth(card(1 << box), card(1 << box), 0) <= 0.5 + BOUND


@SOME
@given(pairs(), st.integers(-30, 30))
def test_a_turn_is_worth_the_mean_of_its_best_choices(
    cards: tuple[CardState, CardState], lead: int
) -> None:
    mine, theirs = cards
    first = mine.open.bit_count() == theirs.open.bit_count()
    state = MatchState(0, mine, theirs, lead) if first else MatchState(1, theirs, mine, -lead)
    rolls = JUNIOR.rolls(mine)
    best = sum(w * max(endgames().choice_values(state, roll)) for roll, w in rolls.items())
    assert abs(best / sum(rolls.values()) - worth(mine, theirs, lead)) <= BOUND
    assert abs(endgames().turn_values(state).start - worth(mine, theirs, lead)) <= BOUND


@pytest.mark.parametrize(
    "text",
    [
        "ones=2,twos=6,threes=9,fours=8,them-ones=3,them-twos=4,them-threes=6,them-fours=16",
        "twos=4,threes=9,fives=15,them-ones=3,them-fours=16,them-fives=10,them-sixes=18",
        "ones=1,fours=12,sixes=24,them-twos=8,them-threes=9,them-fives=15",
    ],
)
def test_a_bonus_on_the_sum_of_all_boxes_changes_nobody_s_win(text: str) -> None:
    """Junior Yahtzee has upper boxes only: who has more points without the bonus has more with it."""
    game = dd.game("junior-yahtzee")
    assert isinstance(game, KeepRerollGame)
    state, plain = (dd.TurnByTurn(one).read_state(text).state for one in (game, JUNIOR))
    assert abs(Endgames.found(game).worth(state) - endgames().worth(plain)) <= BOUND
