"""Races of several players: EMP(1) against its definition, tables against known chances."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
import press_oracle as oracle
from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, UsageError
from dicedevil.families.press_luck import (
    MatchTurn,
    PressLuck,
    PressLuckGame,
    PressLuckMatch,
    PressLuckTable,
    TableState,
)
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Looking
from dicedevil.solvers.press_luck.lanes import PressLuckLane
from press_oracle import rules_of

SMALL = {
    "pig": rules_of("pig:target=9"),
    "pig, to open": rules_of("pig:sides=4,target=8,opening=5"),
    "two dice": rules_of("ten-thousand:target=300,dice=2d6"),
    "pig, a last round": rules_of("pig:dice=1d{1:3;2;3:2},target=6,last-round=yes"),
    "two dice, a last round": rules_of(
        "farkle:target=200,minimum=50,dice=2d6,opening=100,last-round=yes"
    ),
}
MANY = 30
"""Turns after which every small race is over, but for one in a million."""


class Emp:
    """EMP(1) in a race, straight from its definition."""

    def __init__(self, table: PressLuckTable) -> None:
        self.table = table
        self.done = [
            {total: float(chance) for total, chance in row.items()}
            for row in oracle.chances_within(table.rules, MANY)
        ]

    def beaten(self, before: TableState, after: TableState) -> float:
        """How many opponents the player who moved beats, when the turn is over."""
        table, rules, seats = self.table, self.table.rules, self.table.seats
        me, mine = before.mover, after.totals[before.mover]
        others = [after.totals[(me + step) % seats] for step in range(1, seats)]
        if table.is_last(before):
            first = next(place for place, total in enumerate(others) if total >= table.goal)
            return sum(
                (1 - self.last(mine, total) if mine >= total else 0.0)
                if place < first
                else (1 + (mine > total) - (mine < total)) / 2
                for place, total in enumerate(others)
            )
        if mine >= table.goal:
            return sum(1 - self.last(mine, total) if rules.last_round else 1 for total in others)
        return sum(
            (self.done[n][mine] - self.done[n - 1][mine]) * (1 - self.done[n][total])
            for n in range(1, MANY)
            for total in others
        )

    def last(self, mine: int, total: int) -> float:
        return float(oracle.last_turn(self.table.rules, mine - total, total, False))

    def values(self, state: TableState, roll: Roll) -> list[float]:
        """What every choice is worth."""

        @cache
        def rolling(at: TableState) -> float:
            rolls = self.table.rolls(at)
            best = sum(weight * max(choices(at, one)) for one, weight in rolls.items())
            return best / sum(rolls.values())

        def choices(at: TableState, rolled: Roll) -> list[float]:
            found = []
            for choice in self.table.choices(at, rolled):
                after = self.table.play(at, rolled, choice)[1]
                ends = self.table.ends_turn(at, rolled, choice)
                found.append(self.beaten(state, after) if ends else rolling(after))
            return found

        return choices(state, roll)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("rules", SMALL.values(), ids=list(SMALL))
def test_emp_looks_one_turn_ahead(rules: PressLuck, seats: int) -> None:
    table = PressLuckGame(rules).at_table(seats)
    emp = Emp(table)
    search = PressLuckLane().search(table, Looking("emp", 1), Budget())
    assert search is not None
    dice = random.Random(4)
    state, asked = table.start(), 0
    while asked < 12:
        state = table.start() if table.is_over(state) else state
        roll = dice.choice(list(table.rolls(state)))
        choices = table.choices(state, roll)
        if len(choices) > 1:
            found = search.turn((Position(0, state),)).values(Position(0, state), roll)
            assert found == pytest.approx(emp.values(state, roll), abs=1e-5), state
            asked += 1
        state = table.play(state, roll, dice.choice(choices))[1]


def test_emp_is_nearly_best_of_two() -> None:
    game = dd.game("pig:target=25")
    table = game.at_table(2)
    search = PressLuckLane().search(table, Looking("emp", 1), Budget())
    assert search is not None

    turn = cache(lambda *at: search.turn((Position(0, TableState(*at, 0, 1)),)))

    def emp(state: MatchTurn, roll: Roll) -> object:
        totals = (state.first, state.second)
        at = Position(0, TableState(state.mover, totals, state.turn, state.dice))
        return turn(state.mover, totals).choose(at, roll, 0.0)

    chances = dd.versus(game, dd.Strategy("emp-1", emp), "optimal")
    holds = dd.versus(game, "hold-at-12", "optimal")
    assert holds.average < chances.average <= 0.5 + chances.error_bound
    assert chances.average > 0.499


# -- tables ----------------------------------------------------------------------------------------


def test_three_toss_a_coin() -> None:
    """With a 1 or a 2 on the die and a target of 2, whoever first throws a 2 wins."""
    played = dd.match("pig:sides=2,target=2", ["hold-at-2"] * 3, games=4_000, seed=3)
    for share, exact in zip(played.win_share, (4 / 7, 2 / 7, 1 / 7), strict=True):
        assert abs(share - exact) <= 4 * (exact * (1 - exact) / 4_000) ** 0.5
    assert sum(played.mean_rank) == pytest.approx(6.0)
    assert set(played.places[0]) == {1.0, 2.5}  # the others have nothing, and share their places


def test_three_toss_a_coin_with_a_last_round() -> None:
    """Who reaches 2 loses to a 4, and that one to a 6."""
    first, second, third = Fraction(9, 16), Fraction(7, 32), Fraction(7, 32)
    begins = Fraction(4, 7), Fraction(2, 7), Fraction(1, 7)
    exact = [
        begins[seat] * first + begins[seat - 1] * second + begins[seat - 2] * third for seat in range(3)
    ]
    names = ["hold-at-2", "optimal", "solitaire"]
    played = dd.match("pig:sides=2,target=2,last-round=yes", names, games=4_000, seed=5)
    for share, chance in zip(played.win_share, map(float, exact), strict=True):
        assert abs(share - chance) <= 4 * (chance * (1 - chance) / 4_000) ** 0.5


@settings(max_examples=25)
@given(st.sampled_from(list(SMALL.values())), st.integers(0, 10**6))
def test_a_table_of_two_is_the_match(rules: PressLuck, seed: int) -> None:
    game, dice = PressLuckGame(rules), random.Random(seed)
    table, match = game.at_table(2), dd.WinMatch().view(game)
    assert isinstance(match, PressLuckMatch)
    at, there = table.start(), match.start()
    while not match.is_over(there):
        assert table.in_smaller(at) == there
        assert table.read_state(table.write_state(at)).state == at
        roll = dice.choice(list(match.rolls(there)))
        choices = match.choices(there, roll)
        assert list(table.choices(at, roll)) == list(choices)
        choice = dice.choice(choices)
        at, there = table.play(at, roll, choice)[1], match.play(there, roll, choice)[1]
    assert table.is_over(at)
    first, second = table.scores(at)
    assert match.win_share(there) == Fraction(1 + (first > second) - (first < second), 2)


def test_matches_of_three_to_six() -> None:
    names = ["emp-1", "optimal", "hold-at-9", "random", "solitaire", "emp-1"]
    for count in range(3, 7):
        played = dd.match("pig:target=20", names[:count], games=60, seed=2)
        assert sum(played.mean_rank) == pytest.approx(count * (count + 1) / 2)
        assert sum(played.wins) == 60  # only one can have the target
        assert played == dd.match("pig:target=20", names[:count], games=60, seed=2)
        assert played.places.min(axis=1).tolist() == [1.0] * 60
    assert played.mean_score is not None
    assert played.scores.max(axis=1).min() >= 20


def test_advice_at_a_table() -> None:
    advice = dd.advise("pig", "me=40,them=60,them2=50,turn=12", "4", player="emp-1")
    assert advice.to_dict()["players"] == 3
    assert advice.best.choice == "roll"
    assert 1 < advice.to_dict()["expected_rank"] < 3
    behind = dd.advise("pig", "me=40,them=95,them2=99,turn=20", "4", player="emp-1")
    assert behind.best.choice == "roll"  # both are about to win
    ahead = dd.advise("pig", "me=78,them=10,them2=10,turn=20", "4", player=dd.EMP(1))
    assert ahead.best.choice == "stop"
    assert ahead.value == 2.0
    last = dd.advise("pig:last-round=yes", "me=80,them=20,them2=104,turn=20", "5", player="emp-1")
    assert last.value == pytest.approx(2.0, abs=0.05)  # 105 beats both, unless the next makes 86


@pytest.mark.parametrize(
    ("state", "player", "says"),
    [
        ("me=40,them=100", "emp-1", "reached the target"),
        ("me=40,them2=50", "emp-2", "one turn ahead"),
        ("me=40", "optimal", "does not tell what choices are worth"),
        ("me=40,them99=1", "emp-1", "too many"),
    ],
)
def test_bad_advice(state: str, player: str, says: str) -> None:
    with pytest.raises(DiceDevilError, match=says):
        dd.advise("pig", state, "4", player=player)


def test_names_are_read_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PressLuckLane, "solve", None)
    for names in (["optimal", "nobody"], ["optimal", "emp-1", "nobody"]):
        with pytest.raises(UsageError, match=r"Nobody called 'nobody' plays pig\. Known: emp-1"):
            dd.match("pig", names, games=1)
