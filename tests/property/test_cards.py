"""What must hold for every score card: random small cards, never the same twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.dice import Dice
from dicedevil.families.cards import patterns
from dicedevil.families.cards.card import JOKER_RULES, Box, ScoreCard, fixed_box, upper_box
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.plain.reference import solve_reference

BOXES = (
    upper_box("ones", 1),
    upper_box("twos", 2),
    Box("chance", patterns.Total()),
    fixed_box("pair", patterns.Equals(2), 4, joker=6),
    fixed_box("row", patterns.Sequence(2), 7, joker=5),
)
YAHTZEE = fixed_box("yahtzee", patterns.Equals(2), 9)
FEW = settings(max_examples=25)


@st.composite
def cards(draw: st.DrawFn) -> ScoreCard:
    others = draw(st.lists(st.sampled_from(BOXES), min_size=1, max_size=2, unique_by=lambda b: b.name))
    weights = draw(st.lists(st.integers(1, 4), min_size=2, max_size=3))
    die = "{" + ";".join(f"{face}:{weight}" for face, weight in enumerate(weights, 1)) + "}"
    dice = draw(st.sampled_from([f"2d{die}", f"1d{die}+1d3", "3d2"]))
    return ScoreCard(
        (*others, YAHTZEE),
        dice=Dice.parse(dice),
        rerolls=draw(st.integers(0, 2)),
        upper_bonus=draw(st.integers(0, 9)),
        threshold=draw(st.integers(0, 8)),
        yahtzee_box="yahtzee",
        yahtzee_bonus=draw(st.integers(0, 9)),
        joker=draw(st.sampled_from(JOKER_RULES)),
    )


def value(card: ScoreCard, objective: dd.Objective | None = None) -> float:
    return dd.solve(KeepRerollGame(card), objective).value


@FEW
@given(cards())
def test_more_never_hurts(card: ScoreCard) -> None:
    """A reroll more, a higher bonus, a free joker rather than a forced one."""
    least = 1e-12
    plain = value(card)
    assert value(replace(card, rerolls=card.rerolls + 1)) >= plain - least
    assert value(replace(card, upper_bonus=card.upper_bonus + 3)) >= plain - least
    assert value(replace(card, yahtzee_bonus=card.yahtzee_bonus + 3)) >= plain - least
    assert value(card, dd.Worst()) <= plain + least
    free, forced = (value(replace(card, joker=rule)) for rule in ("free", "forced"))
    jokers_pay = all(box.joker is None or box.joker >= 7 for box in card.boxes)
    assert free >= forced - least or not jokers_pay


@FEW
@given(cards())
def test_lanes_agree_on_random_cards(card: ScoreCard) -> None:
    game = KeepRerollGame(card)
    lane = dd.solve(game)
    for state, exact in solve_reference(game, dd.MaxScore(), game.roots()).items():
        assert float(lane.worth(state)) == pytest.approx(float(exact), abs=1e-12)


@FEW
@given(cards())
def test_random_play_lies_between_and_laws_add_up(card: ScoreCard) -> None:
    game = KeepRerollGame(card)
    worst, random, best = (
        dd.evaluate(game, name, exact=False).mean for name in ("worst", "random", "optimal")
    )
    assert worst - 1e-12 <= random <= best + 1e-12
    assert random == pytest.approx(dd.evaluate(game, "random").mean, abs=1e-12)


@FEW
@given(cards())
def test_the_rules_are_sound(card: ScoreCard) -> None:
    assert dd.check_game(KeepRerollGame(card), most_states=60)
