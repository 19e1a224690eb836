"""Variants side by side: what is told, in which words, and what is left out with a note."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.ask import best_play as following
from dicedevil.coach.grade import GRADE_OF
from dicedevil.design import ladder, profile
from dicedevil.design.compare import MOST
from dicedevil.design.comparison import NONE, SHAPE, blocks, call_words, table_width, text_table
from dicedevil.design.ladder import rules_of_thumb
from dicedevil.design.variant import MATTERS, NEAR, Variant
from dicedevil.errors import RulesError, TooLarge, UsageError
from dicedevil.solvers.budget import USUAL
from small_games import PigMatch, PigRace, TableGame

KEYS = {"game", "mean", "sd", "quantiles", "first_player", "ties", "skill", "decisions", "boxes"}
SLOTS, MORE = "ten-times-18:slots=2,dice=1d3", "ten-times-18:slots=3,dice=1d3"
CARD = "yahtzee:boxes=twos/yahtzee,dice=2d2,rerolls=1,threshold=3,yahtzee-bonus=5"
LOW = "shut-the-box:tiles=3,sides=2,score=remaining"
WIN = "klappenspiel:tiles=4"
PIG = "pig:sides=3,target=6"


@pytest.fixture(scope="module")
def found() -> dd.Comparison:
    return dd.compare(SLOTS, MORE, CARD, LOW)


def one(variant: Any, **more: Any) -> Variant:
    (told,) = dd.compare(variant, **more).variants
    return told


# -- what is told ----------------------------------------------------------------------------------


def test_the_contract(found: dd.Comparison) -> None:
    told = found.to_dict()
    json.dumps(told, allow_nan=False)
    assert [one["game"] for one in told["variants"]] == [
        str(dd.game(one)) for one in (SLOTS, MORE, CARD, LOW)
    ]
    for variant in told["variants"]:
        assert variant.keys() >= KEYS
        assert variant["skill"].keys() >= {"random", "greedy", "optimal", "span"}
        assert variant["decisions"] >= 0
        assert variant["notes"] == {}


def test_results_do_not_change_and_compare_equal(found: dd.Comparison) -> None:
    again = dd.compare(SLOTS, MORE, CARD, LOW)
    assert again == found
    assert dd.compare(SLOTS, MORE) != found
    with pytest.raises(FrozenInstanceError):
        found.variants[0].game = "other"  # type: ignore[misc]
    notes: Any = found.variants[0].notes
    with pytest.raises(TypeError):
        notes["mean"] = "no"


def test_it_prints_as_a_table_and_shows_in_a_notebook(found: dd.Comparison) -> None:
    text = str(found)
    assert all(
        f"{letter}: {one.game}." in text for letter, one in zip("ABCD", found.variants, strict=True)
    )
    assert "decisions a game" in text
    html = found._repr_html_()
    assert html.count("<table>") == 3  # the measures, the points of boxes, how often they are empty
    assert "upper-bonus" in html


def test_what_matters_is_what_grading_calls_a_mistake() -> None:
    assert GRADE_OF["mistake"].from_share == MATTERS
    assert GRADE_OF["inaccuracy"].from_share == NEAR


def test_more_matters_where_less_has_to_be_lost() -> None:
    little, much = one(MORE, matters=0.0), one(MORE, matters=0.5)
    assert little.play is not None
    assert little.decisions == pytest.approx(little.play.decisions - little.play.even)
    assert much.decisions is not None
    assert much.decisions < (little.decisions or 0)
    assert (much.near_ties, little.threshold) == (little.near_ties, 0.0)


# -- games of other kinds --------------------------------------------------------------------------


def test_low_scores_win_in_the_right_words() -> None:
    told = one(LOW)
    assert told.lower_is_better
    assert told.skill.random is not None
    assert told.mean is not None
    assert told.skill.random.mean > told.mean
    assert told.skill.span is not None
    assert told.skill.span.value > 0


def test_a_chance_to_win_is_told_in_percent() -> None:
    found = dd.compare(WIN)
    rows = dict(found.rows())
    assert found.units == ["chance to win"]
    assert rows["mean"][0].endswith("%")
    assert "median" not in rows
    assert "points" not in call_words(found.variants[0])


def test_a_turn_and_its_race() -> None:
    told = one(PIG)
    assert (told.what, told.unit, told.boxes) == ("turn", "points", None)
    assert told.length is not None
    assert told.length.value == pytest.approx(dd.solve(PIG, dd.FewestTurns()).value)
    assert told.match is not None
    assert told.match.first_player == pytest.approx(dd.solve(PIG, dd.WinMatch()).value)
    assert told.match.ties == 0.0
    assert "decisions a turn" in dict(dd.compare(PIG).rows())


def test_a_game_that_counts_turns() -> None:
    told = one("cant-stop:sides=2,length=1")
    assert (told.unit, told.lower_is_better, told.match) == ("turns", True, None)
    assert "no match of two" in told.notes["first_player"]
    assert told.length is not None
    assert told.length.value == told.mean


class Race(PigRace):
    """Somebody's own race: its points are nothing, its turns are counted."""

    scored_in = "race"


def test_somebodys_own_race_is_simulated_where_it_comes_back() -> None:
    told = one(Race(6))
    assert told.unit == "turns"
    assert told.mean == pytest.approx(dd.solve(PigRace(6), dd.FewestTurns()).value)
    assert told.skill.optimal is not None
    assert told.skill.optimal.games == ladder.GAMES
    assert told.skill.optimal.mean == pytest.approx(told.mean, abs=0.2)
    assert "simulated" in told.notes["optimal"]
    assert dict(dd.compare(Race(6)).rows())["sd"][0].startswith("~")


def test_a_match_of_two_has_no_score_but_chances() -> None:
    found = dd.compare(PigMatch(6))
    (told,) = found.variants
    assert (told.mean, told.sd, told.law, told.boxes) == (None, None, None, None)
    assert told.match is not None
    assert told.match.first_player == pytest.approx(dd.solve(PigMatch(6), dd.WinMatch()).value)
    assert told.skill.span is not None
    assert told.skill.span.value > 0
    assert "mean" not in dict(found.rows())


def test_games_without_luck_or_without_choice() -> None:
    sure = TableGame((((1, ((1, 1), (3, 1))),), ()), (0, 1))
    told = one(sure)
    assert (told.sd, told.skill.span) == (0.0, None)
    assert told.skill.moved is not None
    assert told.skill.moved.value == pytest.approx(1 / 3)  # between 1/4, within (0 + 1) / 2
    assert told.decisions == pytest.approx(1)
    forced = TableGame((((1, ((1, 1),)), (1, ((3, 1),))), ()), (0, 1))
    told = one(forced)
    assert (told.decisions, told.near_ties, told.closest) == (0.0, 0.0, None)
    assert told.skill.span is not None
    assert told.skill.span.value == 0.0
    assert told.skill.moved is not None
    assert told.skill.moved.value == 0.0


def test_rules_of_thumb_are_rules() -> None:
    assert rules_of_thumb(dd.game("pig"), USUAL) == ["hold-at-20"]  # not solitaire: that is solved
    assert rules_of_thumb(dd.game("ten-times-18"), USUAL) == []  # who knows all rolls follows none
    assert rules_of_thumb(dd.game("klappenspiel"), USUAL) == ["ind", "sum", "heuristic"]
    assert rules_of_thumb(dd.game("yahtzee"), USUAL) == ["rule-of-thumb"]
    told = one("klappenspiel:tiles=5,sides=3")
    laws = [
        dd.evaluate("klappenspiel:tiles=5,sides=3", name).mean for name in ("ind", "sum", "heuristic")
    ]
    assert told.skill.thumb is not None
    assert told.skill.thumb.mean == max(laws)


# -- what cannot be had ----------------------------------------------------------------------------


def test_what_is_too_large_is_left_out_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(game: dd.Game, budget: dd.Budget) -> None:
        if str(game) == LOW:
            raise TooLarge("Its match is too large. Take another.")

    monkeypatch.setattr(profile, "_as_pairs", too_large)
    first, second = dd.compare(SLOTS, LOW).variants
    assert first.match is not None
    assert (second.match, second.mean is None) == (None, False)
    assert second.notes["first_player"].startswith("Its match is too large")
    rows = dict(dd.compare(SLOTS, LOW).rows())
    assert rows["first player wins"][1] == NONE
    assert rows["first player wins"][0] != NONE


def test_matches_estimate_who_begins_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: Any) -> None:
        raise TooLarge("Its match is too large.")

    monkeypatch.setattr(profile, "_as_pairs", too_large)
    told = one("micro-yahtzee", games=200, seed=3)
    assert told.match is not None
    assert (told.match.player, told.match.games) == ("emp-1", 200)
    played = dd.match("micro-yahtzee", ["emp-1", "emp-1"], games=200, seed=3)
    assert told.match.first_player == played.win_share[0]
    assert told.match.ties == played.ties / 200
    assert told.match.standard_error == played.standard_error[0] > 0
    assert "200 simulated matches" in told.notes["first_player"]
    assert dict(dd.compare("micro-yahtzee", games=200).rows())["ties"][0].startswith("~")
    known = one("micro-yahtzee")
    assert known.match is None


def test_a_match_that_is_solved_is_not_estimated() -> None:
    told = one("micro-yahtzee", games=50)
    assert told.match is not None
    assert (told.match.games, told.match.player) == (None, "optimal")


def test_games_are_simulated_where_they_cannot_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    from dicedevil.solvers.plain import best_play

    def too_large(*_: Any) -> None:
        raise TooLarge("Too many states.")

    exact = one(MORE)
    monkeypatch.setattr(best_play, "graph_best_play", too_large)
    said: list[str] = []
    told = one(MORE, budget=dd.Budget(announce=said.append))
    assert told.play is not None
    assert told.play.games == following.GAMES
    assert "simulated" in told.notes["decisions"]
    assert any("simulated" in message for message in said)
    error = told.play.standard_errors[1]
    assert error > 0
    assert abs((told.decisions or 0) - (exact.decisions or 0)) <= 5 * error
    calls = told.to_dict()["calls"]
    assert (calls["games"], calls["standard_error"]) == (following.GAMES, error)
    assert dict(dd.compare(MORE).rows())["  that matter"][0].startswith("~")
    assert told.boxes is not None
    assert sum(box.mean for box in told.boxes.values()) == pytest.approx(told.mean, abs=0.2)


def test_laws_that_are_too_large_are_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: Any, **__: Any) -> None:
        raise TooLarge("The law is too large.")

    exact = one(SLOTS)
    monkeypatch.setattr(ladder, "evaluate", too_large)
    told = one(SLOTS)
    assert told.law is None
    assert told.to_dict()["quantiles"] is None
    for name, result in told.skill.rungs:
        true = getattr(exact.skill, name)
        assert result.games == ladder.GAMES
        assert result.standard_error is not None
        assert abs(result.mean - true.mean) <= 5 * result.standard_error + 1e-9
        assert "simulated" in told.notes[result.strategy]
    assert told.skill.is_simulated


def test_a_game_of_which_nothing_is_known_is_refused() -> None:
    with pytest.raises(TooLarge, match="memory"):
        dd.compare("cant-stop", budget=dd.Budget(memory=1 << 20))


def test_a_variant_that_cannot_be_solved_stands_beside_one_that_can() -> None:
    small = "cant-stop:sides=2,length=1"
    first, second = dd.compare("ten-times-18:slots=40,dice=2d{1;5}", small).variants
    assert second.mean is not None
    assert first.mean is not None  # solved by its polynomial lane, far beyond all states
    assert first.match is None
    assert "first_player" in first.notes


# -- words -----------------------------------------------------------------------------------------


def test_columns_are_letters_where_names_are_long() -> None:
    short, long = dd.compare(SLOTS), dd.compare(SLOTS, MORE, LOW)
    assert short.names(short.rows()) == [SLOTS]
    assert long.names(long.rows()) == ["A", "B", "C"]
    assert table_width(["A", "B", "C"], long.rows()) <= 80
    assert any(line.startswith(f"C: {LOW}") for line in long.lines())


def test_tables_of_two_to_four_variants_fit_into_80_columns(found: dd.Comparison) -> None:
    for count in (2, 3, 4):
        some = replace(found, variants=found.variants[:count])
        rows = some.rows()
        assert table_width(some.names(rows), rows) <= 80
        assert {len(line) for line in text_table(some.names(rows), rows)} <= set(range(81))


def test_boxes_stand_in_the_order_of_the_card(found: dd.Comparison) -> None:
    means, zeroes = found.box_rows()
    assert [name for name, _ in means] == [
        "1",
        "2",
        "3",
        "twos",
        "yahtzee",
        "upper-bonus",
        "extra-yahtzees",
    ]
    assert dict(means)["twos"][0] == NONE
    assert dict(zeroes)["1"][0] == "0.00%"


def test_a_law_in_a_few_blocks() -> None:
    law = dd.evaluate("ten-times-18:slots=4")
    drawn = blocks(law, law.min, law.max)
    assert len(drawn) == SHAPE
    assert "█" in drawn
    flat = blocks(dd.evaluate("ten-times-18:slots=1,dice=1d10"), 1, 10)
    assert flat == "█" * SHAPE


# -- refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        ((), f"One to {MOST} variants"),
        (tuple(f"pig:sides={n}" for n in range(4, 5 + MOST)), "not 7"),
        (("pig", "pig:sides=6"), "stands there twice"),
        ((SLOTS, 3), "not 3"),
    ],
)
def test_variants_that_cannot_be_compared(variants: tuple[Any, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        dd.compare(*variants)


def test_unknown_games_are_refused_before_any_work() -> None:
    with pytest.raises(RulesError, match="Did you mean 'pig'"):
        dd.compare("pig", "pigg")


@pytest.mark.parametrize("matters", [-0.1, math.inf])
def test_what_matters_is_a_share(matters: float) -> None:
    with pytest.raises(UsageError, match="share of the standard deviation"):
        dd.compare(SLOTS, matters=matters)


@pytest.mark.parametrize(
    "more", [{"games": 0}, {"seed": -1}, {"matters": "much"}, {"matters": math.nan}]
)
def test_numbers_that_cannot_be(more: Mapping[str, Any]) -> None:
    with pytest.raises(UsageError):
        dd.compare(SLOTS, **more)
