"""Klappenspiel with other tiles and dice against a recursion over sets of tiles and ordered dice."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

import dicedevil as dd
from dicedevil.families.tiles import board_with
from dicedevil.objectives import Worst
from dicedevil.reproduce.klappenspiel import opt_table


def brute_force(sides, best=max):
    throws = list(product(range(1, sides + 1), repeat=2))

    @cache
    def chance(up):
        if not up:
            return Fraction(1)
        return sum((after(up, j, k) for j, k in throws), Fraction(0)) / len(throws)

    def after(up, j, k):
        flips = [{j + k}] if j == k else [{j, k}, {j + k}]
        return best((chance(up - flip) for flip in flips if flip <= up), default=Fraction(0))

    return chance


@pytest.mark.parametrize(
    ("tiles", "sides"), [(10, 6), (12, 6), (8, 4), (5, 6), (9, 12), (3, 1), (1, 2)]
)
def test_every_board(tiles, sides):
    game = dd.game(f"klappenspiel:tiles={tiles},sides={sides}")
    solution = dd.solve(game, exact=True, fresh=True)
    chance = brute_force(sides)
    for count in range(1, tiles + 1):
        for up in combinations(range(1, tiles + 1), count):
            assert solution.worth(game.board(board_with(up))) == chance(frozenset(up)), up
    assert solution.worth(game.read_state("up=none")) == 1


@pytest.mark.parametrize(("tiles", "sides"), [(10, 6), (7, 4)])
def test_the_graph_lane_and_the_worst_play(tiles, sides):
    game = dd.game(f"klappenspiel:tiles={tiles},sides={sides}")
    full = frozenset(range(1, tiles + 1))
    best, worst = brute_force(sides)(full), brute_force(sides, min)(full)
    assert dd.solve(game, fresh=True).value == pytest.approx(float(best), abs=1e-12)
    assert dd.solve(game, Worst(), exact=True, fresh=True).exact == worst


def test_the_table_of_plays_for_other_dice():
    table = opt_table(dd.game("klappenspiel:tiles=6,sides=4"))
    chance = brute_force(4)
    assert all(row.chance == chance(frozenset(row.tiles)) for row in table.boards)
    heading = table.to_text(forced=True).splitlines()[0].split()
    assert " ".join(heading) == "Board F 1,1 1,2 1,3 1,4 2,2 2,3 2,4 3,3 3,4 4,4"
