"""docs/ten-thousand.md: the figures it tells are those we compute.

Where the best match and the best turn part in Ten Thousand is counted in test_press_luck.py.
"""

from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.objectives import FewestTurns, ReachWithin, WinMatch
from dicedevil.reproduce.ten_thousand.match import ALIVE, bank_from, best_move
from dicedevil.solvers.press_luck.compare import islands

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
    solution = dd.solve("pig", WinMatch())
    match = solution.values.match
    told(*percent(solution.value, places=7), f"{solution.error_bound:.1e}")
    told(f"{match.first_turns[0, 0]:.2f} turns", f"{islands(match):,}\nof the 10,000")
    for hold in ("hold-at-20", "hold-at-25"):
        cells = [
            percent(found.first, found.second, found.cost)
            for found in (dd.versus("pig", hold, other) for other in ("optimal", "best-reply"))
        ]
        told(f"| {hold} | " + " | ".join(cells[0] + cells[1]) + " |")
    told(*percent(1 - dd.versus("pig", "hold-at-20", "best-reply").second))
    _tells_differences(dd.differences("pig", "hold-at-20"))


def _tells_differences(apart):
    told(f"{apart.total:,}", f"{apart.decisions:,} decisions", f"{apart.best_rolls_plan_banks:,} times")
    told(f"{apart.best_banks_plan_rolls:,} times", f"{apart.worst.loss:.2f} of the match")
    told(f"{apart.worst.me:,} to {apart.worst.them:,} with {apart.worst.turn:,}")


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
