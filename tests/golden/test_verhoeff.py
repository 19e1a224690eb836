"""Verhoeff 1999, every printed number: How to Maximize Your Score in Solitaire Yahtzee, draft."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from dicedevil.reproduce import Row, reproduce
from dicedevil.reproduce.verhoeff import rows
from dicedevil.reproduce.verhoeff.bags import (
    ALL_CLASSES,
    FULL_CLASSES,
    assembly_by_listing,
    assembly_by_matrices,
    bag_class,
    bags,
    completion_classes,
    completions,
    lists,
    members,
    subbag_classes,
    subbags,
)
from dicedevil.reproduce.verhoeff.micro import all_plans, ended_games
from dicedevil.reproduce.verhoeff.official import greatest_game
from dicedevil.reproduce.verhoeff.ours import Official, card_game, official_game
from dicedevil.reproduce.verhoeff.telling import read_mixed, scientific, write_mixed

CELLS: dict[str, int] = {}

REASONS: dict[str, str] = {}


@pytest.fixture(scope="module")
def official() -> Official:
    return official_game()


@pytest.fixture(scope="module")
def printed(official) -> dict[str, Row]:
    found = list(rows(official))
    by_item = {row.item: row for row in found}
    assert len(by_item) == len(found), "an item stands twice"
    return by_item


def test_every_table_is_there_cell_by_cell(printed):
    assert Counter(item.partition(",")[0] for item in printed) == CELLS


def test_we_differ_only_where_the_paper_or_the_scan_slips(printed):
    differing = {item: row.note for item, row in printed.items() if not row.agrees}
    assert differing.keys() == REASONS.keys()
    for item, note in differing.items():
        assert REASONS[item] in note, item


def test_the_rows_are_found_by_the_name_of_the_paper(printed):
    assert {row.item: row for row in reproduce("verhoeff")} == printed


# -- bags ------------------------------------------------------------------------------------------


def test_all_bags_of_a_class_have_the_same_subbags_and_completions():
    for name in ALL_CLASSES:
        for bag in members(name):
            assert Counter(map(bag_class, completions(bag))) == completion_classes(name)
    for name in FULL_CLASSES:
        for bag in members(name):
            assert Counter(map(bag_class, subbags(bag))) == subbag_classes(name)


def test_the_classes_hold_every_bag_once():
    assert sum(len(members(name)) for name in ALL_CLASSES) == 462
    assert sum(len(bags(size)) for size in range(6)) == comb(11, 5)
    assert len(lists()) == 252
    assert sum(lists().values()) == 7776


@pytest.mark.parametrize("attempts", [0, 1, 2, 3])
def test_matrices_and_listing_count_the_same_turns(attempts):
    assert assembly_by_matrices(attempts) == assembly_by_listing(attempts)


def test_the_game_offers_every_subbag_as_a_keep():
    game = card_game("yahtzee")
    for roll in bags(5):
        offered = [game.write_choice(choice) for choice in game.choices(game.start(), roll)]
        assert sum(choice.startswith("keep") for choice in offered) == len(subbags(roll))


# -- Micro Yahtzee ---------------------------------------------------------------------------------


def test_micro_yahtzee_by_hand():
    game = card_game("micro-yahtzee")
    scores = Counter(score for _, score in ended_games(game))
    by_hand = Counter(
        score for i in range(1, 7) for j in range(1, 7) for score in (2 * i + j * j, i * i + 2 * j)
    )
    assert scores == by_hand
    assert sum(1 for _ in all_plans(game)) == 64


# -- forms -----------------------------------------------------------------------------------------


def test_mixed_numbers_read_and_write():
    assert read_mixed("25 34/36") == Fraction(934, 36)
    assert write_mixed(Fraction(934, 36), 36) == "25 34/36"
    assert write_mixed(Fraction(8), 6) == "8"
    assert write_mixed(Fraction(1, 7), 6) == "0 1/7"


def test_powers_of_ten_round_exactly():
    assert scientific(Fraction(99999), 2) == "1.00e5"
    assert scientific(Fraction(1, 7776**39), 1) == "1.8e-152"
    assert scientific(Fraction(10), 1) == "1.0e1"
    assert scientific(Fraction(1, 10), 1) == "1.0e-1"


# -- the official game -----------------------------------------------------------------------------


def test_the_greatest_game_is_thirteen_yahtzees(official):
    played = greatest_game(official)
    assert [box for box, _, _ in played] == list(official.game.card.names)
    assert sum(points for _, points, _ in played) == 1575 == official.law.max


def test_law_lines_and_value_agree(official):
    value = official.solution.value
    assert official.law.mean == pytest.approx(value, abs=1e-9)
    parts = [line for name, line in official.lines.items() if name != "grand total"]
    assert sum(line.mean for line in parts) == pytest.approx(value, abs=1e-9)
    assert sum(official.law.law.values()) == pytest.approx(1, abs=1e-12)


def test_zeroes_by_turn_add_up(official):
    for box, zeroes in official.zeroes.items():
        assert sum(zero.prob for zero in zeroes) == pytest.approx(official.lines[box].zero_prob)
        assert zeroes[-1].hazard <= 1


def test_opening_rolls_average_to_the_value(official):
    mean = sum(lists()[one.roll] * one.value for one in official.opening_rolls) / 7776
    assert mean == pytest.approx(official.solution.value, abs=1e-9)


def test_the_large_straight_is_given_up_last(official):
    """In every game of the best strategy, three boxes are filled before it takes a zero."""
    assert official.filled_before_zero("large-straight") == {"four-of-a-kind", "full-house", "yahtzee"}
    assert official.filled_before_zero("yahtzee") == set()


def test_table_10_against_brute_force():
    """One box, two dice kept or not, by plain recursion: the yahtzee box with one attempt."""
    best = Fraction(0)
    for roll, ways in lists().items():
        options = []
        for keep in {kept for size in range(6) for kept in combinations(roll, size)}:
            missing = 5 - len(keep)
            good = 1 if len(set(keep)) == 1 else 6 if not keep else 0
            options.append(Fraction(50 * good, 6**missing))
        best += ways * max(options)
    assert float(best / 7776) == pytest.approx(official_game().last_box_value("yahtzee", 1), abs=1e-12)
