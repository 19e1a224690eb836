"""Rules under which some dice cannot bust, and the chance of every target: against fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.dice import Die
from dicedevil.errors import PositionError, RulesError, TooLarge, UsageError
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame, Turn
from dicedevil.solvers.press_luck.turn import best_turn, exact_turn

SMALL = (
    "pig:target=6",
    "pig:sides=4,target=5",
    "ten-thousand:target=200,dice=2d6,actions=stop-roll,minimum=100",
    "farkle:target=300,minimum=150,dice=2d6",
    "farkle:target=100,minimum=0,dice=2d{1;2;5;6}",
)


def paid_for_nothing(
    dice: int = 2, sides: int = 6, one: int = 2, nothing: int = 7, target: int = 8, minimum: int = 2
) -> PressLuckGame:
    """Ones and the highest face score; all dice without a score pay too, so they always score."""
    single = (Combination((1,), one), Combination((sides,), 1))
    first = PressLuck(dice, single, target, Die.fair(sides))
    rest = [Combination(roll, nothing) for roll in first.rolls(dice) if not first.options(roll)]
    return PressLuckGame(PressLuck(dice, (*single, *rest), target, Die.fair(sides), minimum))


RULES = st.builds(
    paid_for_nothing,
    dice=st.integers(2, 3),
    sides=st.integers(3, 4),
    one=st.integers(1, 3),
    nothing=st.integers(1, 5),
    target=st.integers(2, 6),
    minimum=st.integers(0, 3),
)


@settings(max_examples=15)
@given(RULES)
def test_a_turn_with_dice_that_cannot_bust(game: PressLuckGame) -> None:
    lane = dd.solve(game, exact=True)
    reference = dd.solve(game, lane="reference", exact=True)
    assert (lane.lane, game.rules.free_dice) == ("press-luck", {game.rules.dice})
    for state in game.roots():
        assert lane.worth(state) == reference.worth(state)
    floats, error = best_turn(game.rules, game.most)
    assert abs(Fraction(floats.value) - lane.values.worth(0, game.start())) <= Fraction(error)
    law = dd.evaluate(game, "optimal")
    assert not law.is_exact
    assert abs(Fraction(law.mean) - Fraction(lane.exact or 0)) <= law.mean_error_bound < 1e-8
    assert dd.evaluate(game, "solitaire").law == law.law


def test_the_cap_of_such_a_turn_changes_nothing() -> None:
    near, far = paid_for_nothing(target=1), paid_for_nothing(target=90)
    assert near.most < far.most == 90
    assert exact_turn(near.rules).value == exact_turn(far.rules, far.most).value
    past = near.read_state(f"turn={near.most + 3},dice=2")
    assert past == (3, Turn(near.most, 2))
    assert dd.solve(near, exact=True).worth(past) == dd.solve(far, exact=True).worth(
        f"turn={near.most + 3},dice=2"
    )
    with pytest.raises(PositionError, match="a turn is banked"):
        near.read_state(f"turn={near.most + 3},dice=1")


def best_chance(game: PressLuckGame, state: Turn, target: int) -> Fraction:
    """Look at every roll and every choice until the target is made."""

    @cache
    def chance(points: int, state: Turn) -> Fraction:
        if game.is_over(state):
            return Fraction(int(points >= target))
        enough = max(target, game.rules.minimum)
        if points + state.turn >= enough and state.dice in game.goes_on:
            return Fraction(1)
        rolls = game.rolls(state)
        total = Fraction(0)
        for roll, weight in rolls.items():
            moves = [game.play(state, roll, choice) for choice in game.choices(state, roll)]
            total += weight * max(chance(points + more, after) for more, after in moves)
        return total / sum(rolls.values())

    return chance(0, state)


@settings(max_examples=10)
@given(RULES, st.data())
def test_targets_where_dice_cannot_bust(game: PressLuckGame, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(sorted(game.roots())))
    curve = dd.curve(game, state)
    assert curve.probability[-1] < 1e-15  # there is no last target: it is told as far as that
    for target in range(1, game.most + 12, 2):
        assert abs(Fraction(curve.chance(target)) - best_chance(game, state, target)) <= Fraction(
            curve.error_bound
        )
    one = dd.solve(game, dd.ReachTarget(game.most + 3))
    assert one.worth(state) == dd.curve(game, state).chance(game.most + 3)


@pytest.mark.parametrize("spec", SMALL)
def test_targets_of_a_turn(spec: str) -> None:
    game = dd.game(spec)
    for state in game.roots():
        ours, exact = dd.curve(game, state), dd.curve(game, state, exact=True)
        assert ours.targets == exact.targets
        off = (abs(Fraction(a) - b) for a, b in zip(ours.probability, exact.exact or (), strict=True))
        assert max(off) <= Fraction(ours.error_bound) < 1e-13
    assert dd.solve(game, dd.ReachTarget()).lane == "press-luck"


def test_one_question_one_answer() -> None:
    """The target within a turn, as a race of one turn and as a point of the curve."""
    for name in ("pig", "ten-thousand", "farkle:minimum=0"):
        target = dd.game(name).rules.target  # type: ignore[attr-defined]
        race, curve = dd.solve(name, dd.ReachWithin(1)), dd.curve(name)
        assert curve.chance(target) == pytest.approx(race.value, rel=1e-12)
        assert dd.solve(name, dd.ReachTarget(target)).value == curve.chance(target)
    curve = dd.curve("farkle")
    assert curve.chance(1) == curve.chance(500) > curve.chance(551) == curve.chance(600)
    assert curve.chance(600) == pytest.approx(0.51226, abs=1e-5)


def test_races_with_dice_that_cannot_bust() -> None:
    game = paid_for_nothing(dice=2, sides=4, nothing=3, target=6, minimum=2)
    for aim in (dd.FewestTurns(), dd.ReachWithin(2)):
        ours, exact = dd.solve(game, aim, fresh=True), dd.solve(game, aim, exact=True)
        assert (ours.lane, exact.lane) == ("press-luck", "reference")
        assert abs(Fraction(ours.value) - Fraction(exact.exact or 0)) <= Fraction(ours.error_bound)


def test_what_has_no_end_is_refused() -> None:
    faces = (Combination((1,), 1), Combination((2,), 2))
    with pytest.raises(RulesError, match="rolled for ever and never bust"):
        PressLuck(2, faces, 10, Die.fair(2))
    with pytest.raises(RulesError, match="leads have no end"):
        PressLuck(2, paid_for_nothing().rules.combinations, 10, last_round=True)
    game = paid_for_nothing()
    with pytest.raises(UsageError, match="no largest score"):
        dd.evaluate(game, "optimal", exact=True)
    with pytest.raises(UsageError, match="no largest score"):
        dd.curve(game, exact=True)
    with pytest.raises(PositionError, match="always reaches"):
        dd.solve(game, dd.ReachTarget(-3))
    with pytest.raises(PositionError, match="highest possible score is 105"):
        dd.solve("pig", dd.ReachTarget(900))
    with pytest.raises(TooLarge, match="The curve of pig:sides=1000"):
        dd.curve("pig:sides=1000", budget=dd.Budget(patience=5.0))


def test_zilch() -> None:
    zilch = dd.game("zilch")
    assert zilch.rules.threshold == 3150  # type: ignore[attr-defined]
    assert zilch.rules.free_worths[6] == Fraction(66475, 139)  # type: ignore[attr-defined]
    solved = dd.solve("zilch:target=1000", exact=True)
    assert solved.value == pytest.approx(dd.solve("zilch").value, abs=1e-11)
    assert solved.advise("turn=9000,dice=6", "223344").best.choice == "set aside 2+2+3+3+4+4"
    assert solved.advise("", "223346").best.choice == "set aside 2+2+3+3+4+6"  # nothing pays 500
    assert dd.game("zilch:nothing=0").rules.free_dice == frozenset()  # type: ignore[attr-defined]
    assert str(dd.game("zilch:zilches=3,penalty=200,nothing=250")) == (
        "zilch:nothing=250,zilches=3,penalty=200"
    )
    with pytest.raises(UsageError, match="totals can fall"):
        dd.solve("zilch:zilches=3", dd.FewestTurns())
    with pytest.raises(UsageError, match="totals can fall"):
        dd.solve("zilch:zilches=3", dd.WinMatch())
