"""Verhoeff 1999, every printed number: How to Maximize Your Score in Solitaire Yahtzee, draft."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.reproduce import Row, reproduce
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.reproduce.verhoeff import parts, rows, turns
from dicedevil.reproduce.verhoeff import printed as numbers
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
from dicedevil.solvers.spread import Spread
from misprints import misprints
from paper_tables import require_parts, require_shapes

DOCS = Path(__file__).parents[2] / "docs" / "verhoeff.md"

CELLS = {
    "Abstract": 1,
    "Section 2.1": 4,
    "Section 2.2": 1,
    "Section 2.3": 1,
    "Section 2.4": 18,
    "Section 2.6": 2,
    "Sections 2.2 to 2.4": 8,
    "Section 3.1": 16,
    "Section 3.2": 11,
    "Section 3.2.1": 25,
    "Section 3.2.2": 8,
    "Section 3.2.3": 20,
    "Section 5": 38,
    "Figure 1": 1,
    "Footnote 1": 1,
    "Footnote 2": 1,
    "Footnote 3": 1,
    "Equation 6": 2,
    "Equation 7": 1,
    "Equation 8": 2,
    "Equation 9": 2,
    "Equation 10": 7,
    "Equation 11": 7,
    "Equation 12": 8,
    "Equation 13": 2,
    "Equation 14": 1,
    "Table 1": 6,
    "Table 2": 2 * 13,
    "Table 3": 2 * 2,
    "Table 4": 7,
    "Table 5": 3 * 6,
    "Table 6": 6 * 7 + 2,
    "Table 7": 2 * 13 + 1,
    "Table 8": 20 * 7,
    "Table 9": 9 * 19,
    "Table 10": 3 * 13,
    "Table 11": 2 * 16 + 1,
}

MOVED_BY_THE_SCAN = {
    "2 2 1": ["3", "2 1", "1 1 1", "2"],
    "2 1 1 1": ["3", "2 1", "1 1 1", "2", "1 1"],
    "1 1 1 1 1": ["2", "1 1", "1"],
}
"""Lines of Table 8 and the cells in which another number stands than its column wants."""

SLIPS = {
    "Equation 8, least chance of a game": "7776^39 = 5.5e151 with the sign of the exponent turned",
    "Equation 8, greatest chance of a game": "7776^13 = 3.8e50 with the sign of the exponent turned",
    "Equation 9, least chance of a game": "7776^39 = 5.5e151 with the sign of the exponent turned",
    "Equation 13, order of the matrices": "e with its 19 columns goes with B first",
    "Equation 14, games in the Bag Model": "the exponent has lost a 1",
    "Table 11, full-house, % zero": "its own average means 9.64",
}
"""Every other disagreement, and what its note says."""


@pytest.fixture(scope="module")
def official() -> Iterator[Official]:
    """The official game, with 20,000 games of our own beside it, and each law worked out once.

    How ties spread it takes 15 s, and is known (tests/faults/test_spread.py).
    """
    found = official_game()
    found.__dict__.setdefault("spread", Spread(found.law.mean, 59.61143570**2, 59.61173093**2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numbers, "GAMES", 20_000)
        assert found.simulated
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "evaluate", cache(turns.evaluate))
        yield found


@pytest.fixture(scope="module")
def printed(official) -> dict[str, Row]:
    found = list(rows(official))
    by_item = {row.item: row for row in found}
    assert len(by_item) == len(found), "an item stands twice"
    return by_item


def test_every_table_is_there_cell_by_cell(printed):
    assert Counter(item.partition(",")[0] for item in printed) == CELLS


def test_we_differ_only_where_the_paper_or_the_scan_slips(printed):
    moved = {
        f"Table 8, {line}, subbags {column}": "slip of the scan: the line is moved"
        for line, columns in MOVED_BY_THE_SCAN.items()
        for column in columns
    }
    reasons = SLIPS | moved
    differing = {item: row.note for item, row in printed.items() if row.agrees is False}
    assert differing.keys() == reasons.keys()
    for item, note in differing.items():
        assert reasons[item] in note, item


def test_a_misprint_would_be_noticed(official, printed, monkeypatch):
    found = misprints("verhoeff", list(printed.values()), lambda: rows(official), monkeypatch)
    assert found.unnoticed == {}
    assert found.share > 0.4  # short cells of Tables 6, 8 and 9 stay as they are


def test_the_docs_tell_how_many_numbers_differ(printed):
    found = Counter(row.verdict for row in printed.values())
    assert found.keys() >= {Verdict.AGREES, Verdict.DIFFERS, Verdict.BLANK, Verdict.QUESTION}
    told = f"Of the printed numbers and words {found[Verdict.DIFFERS]} differ"
    assert told in " ".join(DOCS.read_text(encoding="utf-8").split())


def test_the_rows_are_found_by_the_name_of_the_paper(printed):
    assert list(islice(reproduce("verhoeff"), 40)) == list(printed.values())[:40]


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
    assert [one.box for one in played] == list(official.game.card.names)
    total = sum(one.box_points + one.upper_bonus + one.yahtzee_bonus for one in played)
    assert total == 1575 == official.law.max


def test_law_lines_and_value_agree(official):
    value = official.solution.value
    assert official.law.mean == pytest.approx(value, abs=1e-9)
    parts = [line for name, line in official.lines.items() if name != "grand-total"]
    for line in parts:
        assert line.mean == pytest.approx(official.law.boxes[line.name].mean, abs=1e-9)
        assert line.zero_prob == pytest.approx(official.law.boxes[line.name].zero_share, abs=1e-12)
    assert sum(line.mean for line in parts) == pytest.approx(value, abs=1e-9)
    assert sum(official.law.law.values()) == pytest.approx(1, abs=1e-12)


def test_zeroes_by_turn_add_up(official):
    for box, zeroes in official.zeroes.items():
        assert sum(zero.prob for zero in zeroes) == pytest.approx(official.lines[box].zero_prob)
        assert zeroes[-1].hazard <= 1


def test_opening_rolls_average_to_the_value(official):
    mean = sum(lists()[one.roll] * one.value for one in official.opening_rolls) / 7776
    assert mean == pytest.approx(official.solution.value, abs=1e-9)
    assert all(one.choice != "keep none" for one in official.opening_rolls)


def test_the_earliest_sacrifices(official):
    first = official.earliest_zero("yahtzee")
    assert first.turn == 3
    assert {rolls[0] for _, rolls in first.positions} == {(1, 1, 1, 1, 3)}
    assert all({"ones", "four-of-a-kind"} == _filled(state) for state, _ in first.positions)
    assert official.earliest_zero("large-straight").turn == 7


def _filled(state: str) -> set[str]:
    return {item.partition("=")[0] for item in state.split(",")}


def test_extra_yahtzees_spread_like_a_million_games(official):
    """The exact second moment, against a bound: most games have none, few have two."""
    written = official.written
    at_least_one = 1 - written.no_extra_prob
    assert at_least_one < written.extra_mean < written.extra_square_mean < 2 * written.extra_mean


def test_the_docs_give_the_figures_of_section_5(printed, official):
    text = DOCS.read_text(encoding="utf-8")
    worst, best = official.opening_rolls[0], official.opening_rolls[-1]
    told = [worst.value, best.value, official.solution.value, official.law.sd]
    told += [one.value for one in official.advise("", "56666").choices[:3]]
    told.append(sum(official.lines[name].zero_prob for name in official.game.card.names))
    for figure in told:
        assert f"{figure:.4f}" in text
    assert f"{official.law.median} in\nthe median" in text
    assert f"{official.law.min} at the least" in text


def test_the_docs_give_the_zeroes_of_every_turn(official):
    told = ["ones", "four-of-a-kind", "yahtzee", "full-house", "large-straight"]
    others = [name for name in official.zeroes if name not in told]
    text = DOCS.read_text(encoding="utf-8")
    for turn in range(13):
        zeroes = {name: 100 * official.zeroes[name][turn].prob for name in official.zeroes}
        cells = [zeroes[name] for name in told]
        cells += [sum(zeroes[name] for name in others), sum(zeroes.values())]
        assert f"| {turn + 1} | {' | '.join(f'{cell:.2f}' for cell in cells)} |" in text


@pytest.mark.parametrize(
    "card",
    [
        "micro-yahtzee",
        "junior-yahtzee:bonus=no",
        "junior-yahtzee",
        "basic-yahtzee:bonus=no",
        "basic-yahtzee",
        "yahtzee:joker=forced",
        "pairs-yahtzee",
    ],
)
def test_the_docs_give_the_values_of_the_other_cards(card):
    assert f" {dd.solve(card).value:.4f} " in DOCS.read_text(encoding="utf-8")


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


def test_no_cell_of_a_table_is_lost_in_its_shape(printed):
    require_shapes("verhoeff", list(printed.values()))


def test_each_part_has_what_it_names(official):
    require_parts(parts(official))
