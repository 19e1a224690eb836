"""Press your luck at full size: published numbers, and ours that must not drift."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.solvers.press_luck.compare import boundary, islands, resigned_by_option
from dicedevil.solvers.press_luck.match import solve_match
from dicedevil.solvers.press_luck.turn import exact_turn
from press_oracle import rules_of

CLOSE = 1e-12
TEN = rules_of("ten-thousand")


def test_one_turn_of_ten_thousand() -> None:
    """Crocce and Mordecki 2014: value 5.8720189185 chips, threshold 56 chips."""
    solution = dd.solve("ten-thousand", exact=True)
    assert solution.exact == 50 * Fraction(
        121641015674847448340982258132218446206307, 20715365083774675788592339525763025862656
    )
    assert round(float(solution.exact / 50), 10) == 5.8720189185
    assert exact_turn(TEN).threshold == TEN.threshold == 56 * 50


def test_one_turn_of_pig() -> None:
    """Crocce and Mordecki 2014, section 5.2: 8.14 and 20; holding at 21 is as good."""
    best = dd.solve("pig", exact=True).exact
    assert best == Fraction(492303203, 60466176)
    assert dd.evaluate("pig", "hold-at-20").exact_mean == best
    assert dd.evaluate("pig", "hold-at-21").exact_mean == best
    assert dd.evaluate("pig", "hold-at-19").exact_mean < best
    assert dd.evaluate("pig", "hold-at-22").exact_mean < best
    assert exact_turn(rules_of("pig")).threshold == 20


@pytest.mark.parametrize(
    ("spec", "turns"),
    [("pig", 12.545232351955447), ("ten-thousand", 34.77036688745327), ("farkle", 18.269153849975847)],
)
def test_fewest_turns(spec: str, turns: float) -> None:
    found = dd.solve(spec, dd.FewestTurns())
    assert found.error_bound <= CLOSE
    assert found.value == pytest.approx(turns, abs=CLOSE)


@pytest.mark.parametrize(
    ("spec", "turns", "chance"),
    [
        ("pig", 1, 0.010197),
        ("pig", 10, 0.465443),
        ("pig", 30, 0.999873),
        ("ten-thousand", 20, 0.007983),
        ("ten-thousand", 40, 0.868264),
    ],
)
def test_within(spec: str, turns: int, chance: float) -> None:
    found = dd.solve(spec, dd.ReachWithin(turns))
    assert found.error_bound <= CLOSE
    assert found.value == pytest.approx(chance, abs=5e-7)


def test_pig_to_100() -> None:
    """Neller and Presser 2004: .5306; at 41 against 49 hold from 22, but roll once more at 27."""
    solution = dd.solve("pig", dd.WinMatch())
    assert solution.error_bound <= CLOSE
    assert solution.value == pytest.approx(0.5305927252737469, abs=CLOSE)
    match = solve_match(rules_of("pig"))
    bank, best = match.turn(41, 49)
    assert {turn for turn in range(2, 35) if best[turn, 1] > bank[turn]} == {*range(2, 22), 27}
    hold = boundary(match)
    assert (hold[0, 0], hold[50, 50], hold[0, 99], hold[99, 0]) == (21, 21, 100, 1)
    assert islands(match) == 2503


def test_what_holding_at_20_costs() -> None:
    best = dd.versus("pig", "hold-at-20", "optimal")
    assert (best.first, best.second) == (
        pytest.approx(0.4916579354532667, abs=CLOSE),
        pytest.approx(0.428501569723, abs=CLOSE),
    )
    reply = dd.versus("pig", "hold-at-20", "best-reply")
    assert (reply.first, reply.second) == (
        pytest.approx(0.477618027609, abs=CLOSE),
        pytest.approx(0.412632378763, abs=CLOSE),
    )
    assert reply.first < best.first < 0.5306
    parted = dd.differences("pig", "hold-at-20")
    assert (parted.decisions, parted.total) == (2_211_660, 567_746)
    assert parted.best_rolls_plan_banks == 529_245
    assert (parted.worst.me, parted.worst.them, parted.worst.turn) == (79, 98, 14)


def test_advice_in_a_solved_match_is_quick() -> None:
    solution = dd.solve("pig", dd.WinMatch())
    solution.advise("me=40,them=60,turn=12", "4")
    started = time.process_time()
    found = solution.advise("me=41,them=49,turn=23", "4")
    assert time.process_time() - started < 0.2
    assert found.best.choice == "roll"
    assert solution.advise("me=41,them=49,turn=22", "4").best.choice == "stop"


def test_ten_thousand_to_10_000() -> None:
    """The paper's open question, solved: who begins wins with this probability."""
    solution = dd.solve("ten-thousand", dd.WinMatch())
    assert solution.error_bound <= CLOSE
    assert solution.value == pytest.approx(0.5243181582964613, abs=CLOSE)
    advice = solution.advise("me=7150,them=9950,turn=1600,dice=4", "1111")
    assert advice.best.choice == "set aside 1+1+1+1"
    parted = dd.differences("ten-thousand", "solitaire")
    assert parted.decisions == 296_830_800
    assert parted.total == 54_311_886
    names = resigned_by_option(TEN)
    used = {
        dice for uses, found in zip(parted.option_uses, names, strict=True) if uses for dice in found
    }
    assert (1, 5, 5) in used  # never best alone, the only best move in some match
    again = dd.solve("ten-thousand", dd.WinMatch())
    assert again.seconds < 5  # read from its table
