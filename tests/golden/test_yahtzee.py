"""Published figures of the Yahtzee family, and figures that follow from the rules alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.cards.states import encoding


def family(spec: str) -> KeepRerollGame:
    made = dd.game(spec)
    assert isinstance(made, KeepRerollGame)
    return made


def test_official_value_and_states() -> None:
    solution = dd.solve("yahtzee")
    assert solution.value == pytest.approx(254.5896, abs=5e-5)  # Verhoeff 1999, abstract
    assert solution.states == 310_656  # Pawlewicz 2010, section 3.1
    assert solution.error_bound < 1e-10
    assert encoding(family("junior-yahtzee").card).states == 1618  # Pawlewicz 2010, section 3.1


def test_micro() -> None:
    assert dd.solve("micro-yahtzee", exact=True).exact == Fraction(467, 18)  # Verhoeff 1999, Table 5
    printed = (22 * 36 + 6, 23 * 36 + 25, 25 * 36 + 2, 25 * 36 + 33, 25 * 36 + 34, 24 * 36 + 29)
    for t, parts in enumerate((*printed, printed[0])):  # Table 4, in parts of 36
        assert dd.evaluate("micro-yahtzee", f"s.{t}").exact_mean == Fraction(parts, 36)


TABLE_10 = {  # Verhoeff 1999: 0, 1, 2 rerolls; a Yahtzee counts as a joker in the last three
    "sixes": (5.00000, 9.16667, 12.63889),
    "three-of-a-kind": (3.72685, 10.20870, 15.19466),
    "four-of-a-kind": (0.35108, 2.42151, 5.61126),
    "yahtzee": (0.03858, 0.63157, 2.30143),
    "chance": (17.5, 21.25, 23.33333),
    "full-house": (0.98380, 4.85254, 9.15362),
    "small-straight": (4.65278, 12.37972, 18.48075),
    "large-straight": (1.26543, 5.31739, 10.61274),
}


@pytest.mark.parametrize("rerolls", [0, 1, 2])
def test_single_turns(rerolls: int) -> None:
    game = family(f"yahtzee:rerolls={rerolls}")
    solution = dd.solve(game)
    for box, values in TABLE_10.items():
        filled = {n: 5 if n == "chance" else 0 for n in game.card.names if n != box}
        position = game.read_state(",".join(f"{n}={p}" for n, p in filled.items()))
        to_come = float(solution.worth(position)) - sum(filled.values())
        assert to_come == pytest.approx(values[rerolls], abs=6e-6), box


def test_law_of_the_official_game() -> None:
    solution, law = dd.solve("yahtzee"), dd.evaluate("yahtzee")
    assert law.mean == pytest.approx(solution.value, abs=1e-9)
    assert law.max == 1575  # Verhoeff 1999, section 3
    assert law.min >= 5  # chance alone brings 5
    boxes = law.boxes
    assert sum(box.mean for box in boxes.values()) == pytest.approx(law.mean, abs=1e-9)
    # Verhoeff 1999, Table 11, simulated there: within 4 standard errors of a million games
    for name, zeroes in (("yahtzee", 0.6626), ("large-straight", 0.1822), ("extra-yahtzees", 0.9176)):
        spread = (zeroes * (1 - zeroes) / 10**6) ** 0.5
        assert abs(boxes[name].zero_share - zeroes) <= 4 * spread + 5e-5, name
    # the same box by box, from the table that says why choices are better
    start = dd.advise("yahtzee").asked
    assert start is not None
    shares = start.reasons().outlook(None).sure
    assert {name: shares[name] for name in boxes} == pytest.approx(
        {name: box.mean for name, box in boxes.items()}, abs=1e-9
    )
    assert sum(shares.values()) == pytest.approx(254.5896, abs=5e-5)  # Verhoeff 1999, abstract
    played = dd.simulate("yahtzee", games=50_000, seed=7)
    assert abs(played.mean - law.mean) < 4 * played.standard_error
    for name, exact in boxes.items():
        spread = (exact.zero_share * (1 - exact.zero_share) / played.games) ** 0.5
        assert abs(played.boxes[name].zero_share - exact.zero_share) <= 5 * spread + 1e-12


def test_variants_have_values_of_their_own() -> None:
    always, free, forced, none = (
        dd.solve(f"yahtzee:joker={rule}").value for rule in ("any", "free", "forced", "none")
    )
    assert always > free > forced > none
    basic = dd.solve("basic-yahtzee").value
    assert dd.solve("yahtzee:joker=none,yahtzee-bonus=0").value == pytest.approx(basic, abs=1e-10)
    assert none > basic > dd.solve("basic-yahtzee:bonus=no").value
    plain = dd.solve("junior-yahtzee:bonus=no").value
    # without a bonus boxes do not disturb each other only if each is rolled for alone: never better
    alone = [dd.solve(f"yahtzee:upper-bonus=0,boxes={name}").value for name in UPPER]
    assert sum(alone) < plain < dd.solve("junior-yahtzee").value


UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")


def test_a_single_box_is_a_single_turn() -> None:
    """The value of one upper box is its best mean: any die not showing the face is rolled again."""
    shown = 1 - Fraction(5, 6) ** 3
    for face, name in enumerate(UPPER, 1):
        value = dd.solve(f"yahtzee:upper-bonus=0,boxes={name}").value
        assert value == pytest.approx(float(5 * face * shown), abs=1e-12)


def test_dice_told_apart_but_alike_are_the_bag() -> None:
    from dataclasses import replace

    card = family("yahtzee:boxes=twos/yahtzee/chance,dice=3d4").card
    alike = dd.solve(KeepRerollGame(card))
    apart = dd.solve(KeepRerollGame(replace(card, told_apart=True)))
    assert apart.value == pytest.approx(alike.value, abs=1e-12)
    assert apart.states == alike.states
