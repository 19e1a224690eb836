"""Every float result says how far off it can be, and is not further off: held against fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dicedevil as dd

USEFUL = 1e-9
"""A bound that says less is none."""

TEN = "ten-times-18:slots=3,dice=2d4"
SHUT = "shut-the-box:tiles=5"
PIG = "pig:target=12"


def require_within(value: Any, truth: Fraction, bound: float) -> None:
    assert 0.0 < bound < USEFUL * max(1.0, abs(float(truth)))
    assert abs(Fraction(value) - truth) <= Fraction(bound)


@pytest.mark.parametrize(
    ("game", "mine", "theirs"),
    [
        (TEN, "random", "optimal"),
        (TEN, "optimal", "random"),
        (SHUT, "random", "random"),
        (PIG, "hold-at-5", "hold-at-4"),
        (PIG, "hold-at-5", "best-reply"),
    ],
)
def test_chances_against_a_strategy(game: str, mine: str, theirs: str) -> None:
    found, exact = dd.versus(game, mine, theirs), dd.versus(game, mine, theirs, exact=True)
    assert exact.error_bound == 0.0
    for name in ("first", "second", "average", "cost"):
        require_within(getattr(found, name), Fraction(getattr(exact, name)), found.error_bound)
    told = exact.to_dict()
    assert Fraction(told["exact_going_second"]) == exact.second
    assert Fraction(told["exact_average"]) == exact.average
    assert Fraction(told["exact_cost"]) == exact.cost
    assert found.to_dict()["exact_average"] is None
    assert f"{found.error_bound:.1e}" in str(found)


def placement_matches() -> list[Any]:
    game = dd.game(TEN)
    middle = dd.Strategy("middle", lambda state, roll: game.choices(state, roll)[-1])
    mixed = dd.Strategy("mixed", lambda state, roll: dict.fromkeys(game.choices(state, roll), 3))
    return [dd.TurnByTurn(game), dd.SameRolls(game, middle), dd.SameRolls(game, mixed)]


@pytest.mark.parametrize("match", placement_matches(), ids=str)
def test_wins_ties_and_losses(match: Any) -> None:
    found = dd.outcomes(dd.solve(match, dd.WinMatch(), fresh=True))
    exact = dd.outcomes(dd.solve(match, dd.WinMatch(), exact=True, fresh=True))
    assert exact.error_bound == 0.0
    assert exact.win + exact.tie + exact.lose == 1
    for name in ("win", "tie", "lose"):
        require_within(getattr(found, name), Fraction(getattr(exact, name)), found.error_bound)
        assert Fraction(exact.to_dict()[f"exact_{name}"]) == getattr(exact, name)
        assert found.to_dict()[f"exact_{name}"] is None
    assert found.to_dict()["error_bound"] == found.error_bound


def test_closest_calls() -> None:
    found = dd.closest_calls(dd.solve(SHUT))
    exact = dd.closest_calls(dd.solve(SHUT, exact=True))
    assert exact.error_bound == 0.0
    assert found.loss is not None
    assert exact.loss is not None
    require_within(found.loss, Fraction(exact.loss), found.error_bound)
    assert Fraction(exact.to_dict()["exact"]) == exact.loss
    assert found.to_dict()["error_bound"] == found.error_bound
    assert f"{found.error_bound:.1e}" in str(found)


def test_where_a_strategy_parts_from_best_play() -> None:
    found = dd.differences(PIG, "hold-at-5")
    me, them, turn, _, roll, loss = found.worst
    best = dd.solve(PIG, dd.WinMatch(), exact=True)
    advice = best.advise(f"me={me},them={them},turn={turn}", roll)
    truth = max(Fraction(one.exact) for one in advice.choices) - min(
        Fraction(one.exact) for one in advice.choices
    )
    require_within(loss, truth, found.error_bound)
    assert found.to_dict()["error_bound"] == found.error_bound
    assert any(f"{found.error_bound:.1e}" in words for _, words in found.words())


def test_means_of_simulations() -> None:
    played = dd.simulate(TEN, "random", games=77, seed=3)
    truth = Fraction(sum(played.scores.tolist()), 77)
    require_within(played.mean, truth, played.error_bound)
    low, high = played.interval
    assert high - low == pytest.approx(2 * 1.96 * played.standard_error)
    told = played.to_dict()
    assert (told["error_bound"], told["interval"]) == (played.error_bound, [low, high])


def test_means_of_matches() -> None:
    played = dd.match(TEN, ["random", "optimal", "random"], games=77, seed=3)
    places, shares = [Fraction(0)] * 3, [Fraction(0)] * 3
    for scores in played.scores.tolist():
        best = [one for one in range(3) if scores[one] == max(scores)]
        for one in range(3):
            beaten_by = sum(other > scores[one] for other in scores)
            like = scores.count(scores[one])
            places[one] += 1 + beaten_by + Fraction(like - 1, 2)
            shares[one] += Fraction(one in best, len(best))
    assert played.mean_score is not None
    for one in range(3):
        require_within(played.mean_rank[one], places[one] / 77, played.error_bound)
        require_within(played.win_share[one], shares[one] / 77, played.error_bound)
        mean = Fraction(sum(played.scores[:, one].tolist()), 77)
        require_within(played.mean_score[one], mean, played.error_bound)
    assert played.to_dict()["error_bound"] == played.error_bound


@pytest.mark.parametrize("game", ["ten-times-18:slots=2,dice=1d4"])
def test_errors_of_moves(game: str) -> None:
    found = dd.judge(game, ["emp-0", "random"], games=5)
    assert 0.0 < found.error_bound <= 3e-9
    assert all(row.error_bound <= found.error_bound for row in found.rows)
    assert found.to_dict()["rows"][0]["error_bound"] == found.rows[0].error_bound


@pytest.mark.parametrize(
    ("game", "state", "roll", "objective"),
    [
        (SHUT, "up=1+2+3", "12", dd.MaxScore()),
        (TEN, "", "5", dd.MaxScore()),
        (TEN, "1=4", "5", dd.ReachTarget(33)),
        (PIG, "me=4,them=6,turn=3", "4", dd.WinMatch()),
        (PIG, "me=4,turn=3", "4", dd.FewestTurns()),
        ("micro-yahtzee", "", "4", dd.MaxScore()),
        ("micro-yahtzee", "", "4", dd.ReachTarget(12)),
    ],
)
def test_values_of_choices(game: str, state: str, roll: str, objective: dd.Objective) -> None:
    floats = dd.advise(game, state, roll, objective)
    exact = dd.advise(game, state, roll, objective, exact=True)
    assert exact.error_bound == 0.0
    if floats.best.exact is not None:  # a turn that is solved in fractions anyway
        return
    assert floats.error_bound is not None
    assert 0.0 < floats.error_bound < (1e-6 if game == "micro-yahtzee" else USEFUL)
    truth = {one.choice: one for one in exact.choices}
    for one in floats.choices:
        value, loss = Fraction(truth[one.choice].exact), Fraction(truth[one.choice].exact_loss)
        assert abs(Fraction(one.value) - value) <= Fraction(floats.error_bound)
        assert abs(Fraction(one.loss) - loss) <= 2 * Fraction(floats.error_bound)
    told = exact.to_dict()
    assert told["exact"] == told["choices"][0]["exact"]
    assert (told["error_bound"], floats.to_dict()["error_bound"]) == (0.0, floats.error_bound)


def test_a_players_estimate_has_no_bound() -> None:
    assert dd.advise(TEN, "", "5", player="emp-0").to_dict()["error_bound"] is None


@pytest.mark.parametrize("game", [TEN, SHUT, "shut-the-box:tiles=5,score=remaining", "micro-yahtzee"])
def test_curves(game: str) -> None:
    floats, exact = dd.curve(game), dd.curve(game, exact=True)
    assert exact.exact is not None
    assert exact.exact_mean is not None
    assert exact.error_bound == exact.mean_error_bound == 0.0
    useful = 1e-6 if floats.error_is_relative else USEFUL  # kept in single precision
    assert 0.0 < floats.error_bound < useful
    for target, chance in zip(exact.targets, exact.exact, strict=True):
        off = abs(Fraction(floats.chance(target)) - chance)
        assert off <= Fraction(floats.error_bound) * (chance if floats.error_is_relative else 1)
    assert abs(Fraction(floats.mean) - exact.exact_mean) <= Fraction(floats.mean_error_bound)
    told = exact.to_dict()
    assert [Fraction(one) for one in told["exact"]] == list(exact.exact)
    assert Fraction(told["exact_mean"]) == exact.exact_mean
    assert floats.to_dict()["exact"] is floats.to_dict()["exact_mean"] is None
    assert floats.to_dict()["mean_error_bound"] == floats.mean_error_bound
    assert f"{floats.error_bound:.1e}" in str(floats)
