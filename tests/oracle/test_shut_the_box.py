"""Shut the Box against a recursion of another make: sets of tiles, ordered dice, fractions."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

import dicedevil as dd
from dicedevil.families.tiles import board_with
from dicedevil.objectives import ReachTarget, Worst

ONE_DIE = ("never", "sum<=6", "high-tiles-shut", "must-sum<=6", "must-high-tiles-shut")


@cache
def leftovers(tiles, total):
    """Return what may be left of a set of tiles after a total has been shut."""
    return [
        tiles - set(shut)
        for count in range(1, len(tiles) + 1)
        for shut in combinations(sorted(tiles), count)
        if sum(shut) == total
    ]


@cache
def totals(sides, dice):
    """Return the totals of all ordered throws."""
    return [sum(throw) for throw in product(range(1, sides + 1), repeat=dice)]


def dice_that_may_be_rolled(rule, tiles):
    """Return one, two or either, as the rule says; a number is what is rolled throughout."""
    if isinstance(rule, int):
        return [rule]
    if not one_die_allowed(rule.removeprefix("must-"), tiles):
        return [2]
    return [1] if rule.startswith("must-") else [1, 2]


def one_die_allowed(rule, tiles):
    return (rule == "sum<=6" and sum(tiles) <= 6) or (rule == "high-tiles-shut" and max(tiles) <= 6)


def brute_force(sides, one_die, score, worst=False):
    """Return the function that values a set of open tiles."""
    best = min if (score == "remaining") != worst else max

    @cache
    def value(tiles):
        if not tiles:
            return Fraction(score == "win")
        return best(mean(tiles, dice) for dice in dice_that_may_be_rolled(one_die, tiles))

    def mean(tiles, dice):
        throws = totals(sides, dice)
        by_total = {total: after(tiles, total) for total in set(throws)}
        return sum(by_total[total] for total in throws) / Fraction(len(throws))

    def after(tiles, total):
        lost = Fraction(sum(tiles) if score == "remaining" else 0)
        return best((value(left) for left in leftovers(tiles, total)), default=lost)

    return value


def all_boards(tiles):
    return [
        frozenset(up) for count in range(tiles + 1) for up in combinations(range(1, tiles + 1), count)
    ]


def game_with(tiles, sides, one_die, score):
    return dd.game(f"shut-the-box:tiles={tiles},sides={sides},one-die={one_die},score={score}")


VARIANTS = [
    (tiles, sides, one_die, score)
    for tiles, sides in [(9, 6), (6, 6), (7, 4), (8, 8), (4, 1), (1, 3)]
    for one_die in ONE_DIE
    for score in ("win", "remaining")
]


@pytest.mark.parametrize(("tiles", "sides", "one_die", "score"), VARIANTS)
def test_every_board_of_every_variant(tiles, sides, one_die, score):
    game = game_with(tiles, sides, one_die, score)
    solution = dd.solve(game, exact=True, fresh=True)
    value = brute_force(sides, one_die, score)
    for up in all_boards(tiles):
        # The game scores a win on the way to the empty board, not on it.
        expected = value(up) if up else 0
        assert solution.worth(game.board(board_with(up))) == expected, up


@pytest.mark.parametrize("one_die", ONE_DIE)
@pytest.mark.parametrize("score", ["win", "remaining"])
def test_the_graph_lane_and_the_worst_play(one_die, score):
    game = game_with(7, 6, one_die, score)
    full = frozenset(range(1, 8))
    best = brute_force(6, one_die, score)(full)
    assert dd.solve(game, fresh=True).value == pytest.approx(float(best), abs=1e-12)
    worst = brute_force(6, one_die, score, worst=True)(full)
    assert dd.solve(game, Worst(), exact=True, fresh=True).exact == worst


def test_ten_tiles():
    game = game_with(10, 6, "high-tiles-shut", "win")
    expected = brute_force(6, "high-tiles-shut", "win")(frozenset(range(1, 11)))
    assert dd.solve(game, exact=True, fresh=True).exact == expected == Fraction(4217948047, 78364164096)


@pytest.mark.parametrize("one_die", ONE_DIE)
def test_nothing_left_over_is_the_same_as_a_win(one_die):
    """The best chance of a remaining sum of at most 0 is the best chance to win."""
    remaining = game_with(6, 6, one_die, "remaining")
    win = dd.solve(game_with(6, 6, one_die, "win"), exact=True, fresh=True).exact
    assert dd.solve(remaining, ReachTarget(0), exact=True, fresh=True).exact == win


def test_published_chances_to_win():
    """Butler prints 7.1432 % and 9.7614 %, the second with a compulsory single die."""
    two_dice = dd.solve("shut-the-box", exact=True, fresh=True).exact
    assert two_dice == Fraction(466473281, 6530347008)
    assert round(100 * float(two_dice), 4) == 7.1432
    for rule in ("sum<=6", "must-sum<=6"):  # a second die never helps there
        one_die = dd.solve(f"shut-the-box:one-die={rule}", exact=True, fresh=True).exact
        assert one_die == Fraction(956177159, 9795520512)
        assert round(100 * float(one_die), 4) == 9.7614


def test_a_compulsory_die_costs_something_once_the_high_tiles_are_shut():
    may, must = (
        dd.solve(f"shut-the-box:one-die={rule}", exact=True, fresh=True).exact
        for rule in ("high-tiles-shut", "must-high-tiles-shut")
    )
    assert must < may
    assert must == brute_force(6, "must-high-tiles-shut", "win")(frozenset(range(1, 10)))


@pytest.mark.parametrize(("tiles", "sides"), [(6, 6), (4, 9), (1, 1), (5, 3)])
@pytest.mark.parametrize("score", ["win", "remaining"])
def test_a_single_die_throughout(tiles, sides, score):
    game = dd.game(f"shut-the-box:tiles={tiles},sides={sides},score={score},dice=1")
    solution = dd.solve(game, exact=True, fresh=True)
    value = brute_force(sides, 1, score)
    for up in all_boards(tiles):
        if up:
            assert solution.worth(game.board(board_with(up))) == value(up), up
    full = float(value(frozenset(range(1, tiles + 1))))
    assert dd.solve(game, fresh=True).value == pytest.approx(full, abs=1e-12)


@pytest.mark.parametrize(
    ("one_die", "lowest"),
    [
        ("never", Fraction(27323400707, 2448880128)),
        ("sum<=6", Fraction(431830449503, 39182082048)),
        ("high-tiles-shut", Fraction(431363714383, 39182082048)),
    ],
)
def test_lowest_expected_remaining_sum(one_die, lowest):
    game = f"shut-the-box:one-die={one_die},score=remaining"
    assert dd.solve(game, exact=True, fresh=True).exact == lowest


def test_the_second_die_never_helps_to_win_once_six_or_less_is_left():
    game = dd.game("shut-the-box:one-die=sum<=6")
    solution = dd.solve(game, exact=True, fresh=True)
    for up in all_boards(6):
        if 0 < sum(up) <= 6:
            advice = solution.advise("up=" + "+".join(map(str, sorted(up))))
            assert advice.best.choice == "roll one die"


def test_but_it_may_help_once_the_high_tiles_are_shut():
    solution = dd.solve("shut-the-box:one-die=high-tiles-shut", exact=True, fresh=True)
    best = {
        solution.advise("up=" + "+".join(map(str, sorted(up)))).best.choice
        for up in all_boards(6)
        if up
    }
    assert best == {"roll one die", "roll two dice"}
