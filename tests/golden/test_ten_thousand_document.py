"""docs/ten-thousand.md: the figures it tells of matches are those we compute."""

from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.objectives import FewestTurns, ReachWithin, WinMatch
from dicedevil.reproduce.ten_thousand.match import ALIVE, bank_from, best_move
from dicedevil.solvers.press_luck.compare import cost_of, differences, islands, resigned_by_option
from dicedevil.solvers.press_luck.match import solve_match
from dicedevil.solvers.press_luck.turn import exact_turn, hold_at

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "ten-thousand.md").read_text(
    encoding="utf-8"
)


def told(*figures):
    for figure in figures:
        assert figure in DOCUMENT, figure


def percent(*chances, places=3):
    return [f"{100 * float(chance):.{places}f} %" for chance in chances]


@pytest.fixture(scope="module")
def ten_thousand():
    return dd.solve("ten-thousand", WinMatch())


def test_one_turn():
    law = dd.evaluate("ten-thousand", "optimal")
    told(f"{law.mean:.9f} points", *percent(law.law[0], places=2), f"{law.max:,} points")
    for actions in ("stop-roll", "m5", "m5-m1", "m5-m1-m55", "m5-m1-m55-m51"):
        value = dd.solve(f"ten-thousand:actions={actions}").value
        told(f"| {value:.9f} | {value / 50:.10f} |")
    told(f"{law.mean - dd.solve('ten-thousand:actions=stop-roll').value:.2f} points a turn")


def test_the_race():
    for game in ("pig", "ten-thousand"):
        told(f" {dd.solve(game, FewestTurns()).value:.9f} |")
    pig = [dd.solve("pig", ReachWithin(turns)).value for turns in (10, 20, 30)]
    other = [dd.solve("ten-thousand", ReachWithin(turns)).value for turns in (20, 30, 40)]
    told(*percent(*pig, *other))


def test_a_match_of_pig():
    rules = dd.game("pig").rules
    match = solve_match(rules)
    told(
        *percent(match.value, places=7),
        f"{match.error_bound:.1e}",
        f"{match.first_turns[0, 0]:.2f} turns",
    )
    told(f"{islands(match):,}\nof the 10,000")
    for hold in (20, 25):
        cost = cost_of(rules, hold_at(rules, hold), match)
        chances = (cost.first_against_best, cost.second_against_best, cost.loss_against_best)
        reply = (cost.first_against_reply, cost.second_against_reply, cost.loss_against_reply)
        told(f"| hold-at-{hold} | " + " | ".join(percent(*chances, *reply)) + " |")
    told(*percent(1 - cost_of(rules, hold_at(rules, 20), match).second_against_reply))
    apart = differences(match, hold_at(rules, 20))
    told(f"{apart.total:,} of {apart.decisions:,}", f"{apart.best_rolls_plan_banks:,} times")
    told(f"{apart.best_banks_plan_rolls:,} times")
    assert apart.worst[:4] == (79, 98, 14, 1)
    told(f"{apart.worst.loss:.2f} of the match")


def test_a_match_of_ten_thousand(ten_thousand):
    match = ten_thousand.values.match
    told(*percent(ten_thousand.value, places=10), f"{ten_thousand.error_bound:.1e}")
    told(f"{match.first_turns[0, 0]:.2f} turns")
    for me, them in ((0, 0), (5000, 5000), (8000, 8000), (5000, 0), (0, 5000)):
        five, four = (bank_from(ten_thousand, me, them, dice) for dice in (5, 4))
        told(f"| {me:,} - {them:,} | {five:,} | {four:,} |")
    names = [best_move(ten_thousand, *decision) for decision in ALIVE]
    assert [name for name, _ in names] == ["m551", "mt2"]
    told(f"{names[0][1]:.4f} better", f"gains {names[1][1]:.3f}")


def test_how_a_match_of_ten_thousand_differs_from_one_turn(ten_thousand):
    match = ten_thousand.values.match
    plan = exact_turn(match.rules).plan()
    apart = differences(match, plan)
    told(f"{apart.total:,} of the {apart.decisions:,}", f"{apart.best_rolls_plan_banks:,} times")
    told(f"{apart.best_banks_plan_rolls:,} times", f"{apart.other_set_aside:,} times")
    assert apart.worst[:4] == (7150, 9950, 1600, 5)
    told(f"{apart.worst.loss:.2f} of the match")
    used = {
        dice
        for given_back, uses in zip(resigned_by_option(match.rules), apart.option_uses, strict=True)
        if uses
        for dice in given_back
    }
    assert used == {(), (5,), (1,), (5, 5), (1, 5), (1, 5, 5), (2, 2, 2)}
