"""Matches of two score cards against exact fractions, to the error bound they claim."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.dice import Dice
from dicedevil.families.cards.card import JOKER_RULES, ScoreCard, fixed_box
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.patterns import Equals, Sequence
from dicedevil.rules import State
from dicedevil.solvers.cards import precision
from dicedevil.solvers.cards.alike import open_turn
from dicedevil.solvers.cards.endgames import Endgames, EndgameValues
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.plain.reference import solve_reference
from dicedevil.wrapped.turn_by_turn import MatchState
from few import few
from small_cards import CHANCE, FAIR, LOADED, ONES, THREES, small_cards, some

TWO_BOXES = ScoreCard((ONES, CHANCE), dice=Dice.parse("1d{1:1;2:3}+1d3"), rerolls=1)
JOKERS = {
    f"joker-{joker}": ScoreCard(
        (ONES, fixed_box("yahtzee", Equals(2), 8), fixed_box("row", Sequence(2), 5, joker=7)),
        dice=some(2, LOADED if joker == "used" else FAIR),
        rerolls=1,
        upper_bonus=3,
        threshold=3,
        yahtzee_box="yahtzee",
        yahtzee_bonus=4,
        joker=joker,
    )
    for joker in JOKER_RULES
}
SMALL: dict[str, ScoreCard] = dict(small_cards()) | JOKERS | {"own-two": TWO_BOXES}
JUNIOR = 0.49820071893756168
"""A match without the bonus, worked out once by other means: for all pairs of open boxes and all leads,
over all rolls and keeps, in long doubles (64 bits) of NumPy."""
SOME = [*JOKERS, "threshold-beyond", "one-box", "penalty", "own-two"]


@cache
def solved(name: str) -> tuple[dd.TurnByTurn, dict[State, Fraction]]:
    match = dd.TurnByTurn(KeepRerollGame(SMALL[name]))
    exact = solve_reference(match, dd.WinMatch(), match.roots())
    return match, {state: Fraction(value) for state, value in exact.items()}


@pytest.mark.parametrize("kept", ["double", "single"])
@pytest.mark.parametrize("name", few(SOME, 5))
def test_every_value_of_a_small_match(name: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pair of states, every lead, between turns and in mid-turn: from tables and by search."""
    if kept == "single":
        monkeypatch.setattr(precision, "SMALL_MATCH", 0)
    match, exact = solved(name)
    solution = dd.solve(match, dd.WinMatch())
    assert solution.lane == "endgames"
    boxes = len(SMALL[name].boxes)
    assert 0 < solution.error_bound <= (1e-12 if kept == "double" else 2 * boxes * 3.1e-8)
    tables = solution.values
    assert isinstance(tables, EndgameValues)
    for number, (state, value) in enumerate(exact.items()):
        assert abs(Fraction(tables.worth(0, state)) - value) <= solution.error_bound
        if number % 97 == 0:
            searched = EndgameValues(Endgames.found(KeepRerollGame(SMALL[name])))
            assert abs(Fraction(searched.worth(0, state)) - value) <= solution.error_bound


@pytest.mark.parametrize("name", ["joker-forced", "own-two"])
def test_every_choice(name: str) -> None:
    """One walk gives what each choice leads to, in the order of the game's choices."""
    match, exact = solved(name)
    assert isinstance(match.game, KeepRerollGame)
    endgames = Endgames.of(match.game, 2)
    bound = endgames.error_bound(endgames.all_boxes)
    for state in [state for state in exact if not match.is_over(state)][::11]:
        roll = list(match.rolls(state))[state.lead % len(match.rolls(state))]
        choices = match.choices(state, roll)
        values = endgames.choice_values(state, roll)
        assert len(values) == len(choices)
        for choice, value in zip(choices, values, strict=True):
            after = exact[match.play(state, roll, choice)[1]]
            assert abs(Fraction(value) - (1 - after if state.mover else after)) <= bound


def test_advice_is_that_of_the_fractions() -> None:
    match, _ = solved("own-two")
    start = match.start()
    for roll in match.rolls(start):
        ours = dd.advise(match, start, roll, dd.WinMatch())
        exact = dd.advise(match, start, roll, dd.WinMatch(), exact=True)
        wanted = {one.choice: one.value for one in exact.choices}
        for one in ours.choices:
            assert one.value == pytest.approx(wanted[one.choice], abs=1e-12)


def test_two_lanes_agree() -> None:
    ours, graph = (dd.solve("micro-yahtzee", dd.WinMatch(), lane=lane) for lane in (None, "graph"))
    assert (ours.lane, graph.lane) == ("endgames", "graph")
    assert ours.error_bound <= 1e-12
    assert abs(Fraction(ours.value) - Fraction(1277, 2592)) <= ours.error_bound
    assert ours.value == pytest.approx(graph.value, abs=1e-12)


def one_box_left(worths: list[Fraction]) -> Fraction:
    """Return what a turn of five dice and two rerolls is worth, by how many show the box's face."""
    best = worths
    for _ in range(2):
        after = {
            (kept, dice): thrown(best[kept:], dice) for kept in range(6) for dice in range(6 - kept)
        }
        best = [
            max(
                after[kept, dice]
                for kept in range(shown + 1)
                for dice in range(shown - kept, 6 - kept)  # of the others any number is kept
            )
            for shown in range(6)
        ]
    return thrown(best, 5)


def thrown(worths: list[Fraction], dice: int) -> Fraction:
    """Return the mean of what so many dice are worth, by how many show a face."""
    ways = (comb(dice, shown) * 5 ** (dice - shown) * worths[shown] for shown in range(dice + 1))
    return sum(ways, Fraction()) / 6**dice


def test_the_last_two_turns_of_junior_yahtzee() -> None:
    """The first player leads with fives open and the second has sixes: every lead, in fractions."""
    game = dd.game("junior-yahtzee:bonus=no")
    assert isinstance(game, KeepRerollGame)
    start = game.start()
    cards = (start._replace(open=1 << 4), start._replace(open=1 << 5))
    endgames = Endgames.of(game, 2)
    assert endgames.error_bound(2) <= 2e-13

    def second(lead: int) -> Fraction:
        wins = [Fraction((6 * k > lead) + (6 * k >= lead), 2) for k in range(6)]
        return 1 - one_box_left(wins)

    for lead in range(-30, 35):
        exact = one_box_left([second(lead + 5 * k) for k in range(6)])
        found = endgames.worth(MatchState(0, *cards, lead))
        assert abs(Fraction(found) - exact) <= endgames.error_bound(2)


def test_a_whole_match_of_junior_yahtzee() -> None:
    solution = dd.solve("junior-yahtzee:bonus=no", dd.WinMatch())
    assert solution.error_bound <= 1e-12
    assert abs(float(solution.value) - JUNIOR) <= solution.error_bound


def test_keeps_that_come_to_the_same() -> None:
    """Only how many dice are kept and how many of them are sixes: 21 keeps of 462."""
    game = dd.game("yahtzee")
    assert isinstance(game, KeepRerollGame)
    boxes, card = encoding(game.card), game.card
    sixes = open_turn(boxes, 1 << card.box_number("sixes"), False)
    assert (sixes.lattice.rolls, sixes.lattice.keeps, len(sixes.outcomes)) == (6, 21, 6)
    assert sixes.lattice.roll_prob.sum() == pytest.approx(1)
    chance = open_turn(boxes, 1 << card.box_number("chance"), True)
    whole = boxes.lattice.arrays
    assert (chance.lattice.rolls, chance.lattice.keeps) == (whole.rolls, whole.keeps)
    for ours, theirs in zip(chance.lattice[2:], whole[2:], strict=True):
        assert np.array_equal(ours, theirs)


def test_a_lead_that_no_game_leads_to_has_a_value() -> None:
    match = dd.TurnByTurn(KeepRerollGame(SMALL["threshold-beyond"]))
    solution, start = dd.solve(match, dd.WinMatch()), match.start()
    assert solution.worth(start._replace(lead=1000)) == 1
    assert solution.worth(start._replace(lead=-1000)) == 0
    worths = [float(solution.worth(start._replace(lead=lead))) for lead in range(-20, 21)]
    assert all(a <= b + 2 * solution.error_bound for a, b in pairwise(worths))


def test_the_last_turn_by_hand() -> None:
    """One box for threes, two dice of 1:3, 2:1, 3:2 and two rerolls of each: 0, 3 or 6 points."""
    match = dd.TurnByTurn(KeepRerollGame(SMALL["one-box"]))
    start = match.start()
    over = match.game.play(start.first, (3, 3), match.game.choices(start.first, (3, 3))[0])
    assert over[0] == 6 + 5
    last = MatchState(1, over[1], start.second, 11)
    both = (1 - Fraction(2, 3) ** 3) ** 2  # two threes within three throws of each die
    ours = float(dd.solve(match, dd.WinMatch()).worth(last))
    assert ours == pytest.approx(1 - float(both) / 2, abs=1e-12)
    assert THREES.face == 3
