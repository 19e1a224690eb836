"""Two players with the same rolls who choose at once: nobody can gain by playing otherwise."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.equilibrium import Equilibrium, settle
from dicedevil.errors import TooLarge, UsageError
from dicedevil.solvers.budget import Budget
from dicedevil.wrapped.same_rolls import SharedState
from dicedevil.wrapped.turn_by_turn import TurnByTurn

NUMBERS = st.fractions(min_value=-3, max_value=3, max_denominator=12)
MATRICES = st.integers(1, 4).flatmap(
    lambda columns: st.lists(
        st.lists(NUMBERS, min_size=columns, max_size=columns), min_size=1, max_size=4
    )
)


@given(MATRICES)
def test_neither_player_of_a_matrix_game_can_do_better(payoffs: list[list[Fraction]]) -> None:
    found = settle(payoffs)
    assert sum(found.first) == sum(found.second) == 1
    assert min(*found.first, *found.second) >= 0
    for column in zip(*payoffs, strict=True):
        assert sum(share * paid for share, paid in zip(found.first, column, strict=True)) >= found.value
    for row in payoffs:
        assert sum(share * paid for share, paid in zip(found.second, row, strict=True)) <= found.value


def test_stone_paper_scissors() -> None:
    third = Fraction(1, 3)
    found = settle([[Fraction(paid) for paid in row] for row in ((0, -1, 1), (1, 0, -1), (-1, 1, 0))])
    assert found == (0, (third,) * 3, (third,) * 3)
    assert found.is_mixed


@pytest.mark.parametrize("spec", ["ten-times-18:slots=3", "ten-times-18:slots=4,dice=1d6"])
def test_whoever_knows_the_mix_gains_nothing(spec: str) -> None:
    """An opponent who knows my shares, and is told nothing else, wins half of the games and no more."""
    found = dd.equilibrium(spec)
    game = found.game

    @cache
    def won(state: SharedState) -> Fraction:
        """The opponent's best chance against my mix."""
        if game.is_over(state.mine):
            return Fraction(1 + (state.lead < 0) - (state.lead > 0), 2)
        rolls = game.rolls(state.mine)
        return sum(weight * best(state, roll) for roll, weight in rolls.items()) / Fraction(
            sum(rolls.values())
        )

    def best(state: SharedState, roll: tuple[int, ...]) -> Fraction:
        return max(
            sum(
                share * won(placed(state, roll, mine, theirs))
                for mine, share in found.mix(state, roll).items()
            )
            for theirs in game.choices(state.theirs, roll)
        )

    def placed(state: SharedState, roll: tuple[int, ...], mine: int, theirs: int) -> SharedState:
        points, me = game.play(state.mine, roll, mine)
        other, them = game.play(state.theirs, roll, theirs)
        return SharedState(me, them, state.lead + points - other)

    start = SharedState(game.start(), game.start(), 0)
    assert won(start) == found.value == Fraction(1, 2)
    assert any(is_mixed(found, state) for state in found.values), "chance has a part in it"


def is_mixed(found: Equilibrium, state: SharedState) -> bool:
    return any(found.at(state, roll).is_mixed for roll in found.game.rolls(state.mine))


def test_games_that_do_not_go_forward_or_roll_other_dice_are_refused() -> None:
    with pytest.raises(UsageError, match="a match already"):
        dd.equilibrium(TurnByTurn(dd.game("ten-times-18:slots=2")))
    with pytest.raises(UsageError, match="different dice"):
        dd.equilibrium("ten-thousand")
    with pytest.raises(TooLarge):
        dd.equilibrium("ten-times-18", budget=Budget(patience=0.5))
