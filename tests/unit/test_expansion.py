"""`Game.expand`: many states at once must be the same game as one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicedevil.ask.check import check_game
from dicedevil.dice import Dice, Roll
from dicedevil.errors import RulesError
from dicedevil.expansion import Expansion
from dicedevil.objectives import FewestTurns, MaxScore
from dicedevil.rules import Game
from dicedevil.solvers.plain.expansion import RowTable
from dicedevil.solvers.plain.graph import GameGraph, solve_graph


class Place(NamedTuple):
    """Where the runner is, and how tired."""

    at: int
    tired: int


@dataclass(frozen=True)
class Run(Game):
    """Run the roll (twice it, getting tired) or rest; a 1 when tired sends you to the start."""

    goal: int = 9

    def start(self) -> Place:
        return Place(0, 0)

    def is_over(self, state: Place) -> bool:
        return state.at >= self.goal

    def rolls(self, state: Place) -> Mapping[Roll, int]:
        return Dice.parse("1d3").rolls()

    def choices(self, state: Place, roll: Roll) -> Sequence[str]:
        return ("run", "sprint") if state.tired == 0 else ("run",)

    def play(self, state: Place, roll: Roll, choice: str) -> tuple[int, Place]:
        if state.tired and roll[0] == 1:
            return 0, Place(state.at, 0)
        far = roll[0] * (2 if choice == "sprint" else 1)
        return far, Place(min(state.at + far, self.goal), int(choice == "sprint"))

    def progress(self, state: Place) -> int:
        return state.at


@dataclass(frozen=True)
class RunAtOnce(Run):
    """The same, told for many states."""

    slip: int = 0

    def expand(self, states: Any) -> Expansion:
        rolls, weights, choices, points, after = [], [], [], [], []
        for row in states.tolist():
            place = Place(*row)
            found = {} if self.is_over(place) else self.rolls(place)
            rolls.append(len(found))
            weights.extend(found.values())
            for roll in found:
                ways = self.choices(place, roll)
                choices.append(len(ways))
                for choice in ways:
                    earned, then = self.play(place, roll, choice)
                    points.append(earned + self.slip)
                    after.append(then)
        return Expansion(
            np.array(rolls, np.int64),
            np.array(weights, np.int64),
            np.array(choices, np.int64),
            np.array(points, np.int64),
            np.array(after, np.int64).reshape(len(after), 2),
        )


@pytest.mark.parametrize("objective", [MaxScore(), FewestTurns()])
def test_the_same_values(objective: Any) -> None:
    one_by_one, at_once = GameGraph.of(Run()), GameGraph.of(RunAtOnce())
    assert set(one_by_one.states) == set(at_once.states)
    low, high = solve_graph(one_by_one, objective)
    low_too, high_too = solve_graph(at_once, objective)
    for state, place in one_by_one.index.items():
        there = at_once.index[state]
        assert low_too[there] <= high[place]
        assert low[place] <= high_too[there]
        assert high_too[there] - low_too[there] < 1e-12


def test_states_are_made_and_found() -> None:
    graph = GameGraph.of(RunAtOnce())
    assert isinstance(graph.states[0], Place)
    assert [graph.index[state] for state in graph.states] == list(range(len(graph.states)))
    for stranger in (Place(99, 0), (1, 2, 3), 5):
        assert stranger not in graph.index


def test_check_game_compares_both_ways() -> None:
    assert check_game(RunAtOnce()).ok
    found = check_game(RunAtOnce(slip=1))
    assert len(found.problems) == 1
    assert "expand" in found.problems[0]
    assert "points" in found.problems[0]


def test_lengths_that_do_not_fit_are_refused() -> None:
    class Short(RunAtOnce):
        def expand(self, states: Any) -> Expansion:
            return super().expand(states)._replace(weights=np.ones(1, np.int64))

    with pytest.raises(RulesError, match="do not fit"):
        GameGraph.of(Short())


@pytest.mark.parametrize("field", ["weights", "points"])
@pytest.mark.parametrize("wrong", [0.5, np.nan, True])
def test_numbers_that_are_not_whole_are_refused(field: str, wrong: object) -> None:
    class Wrong(RunAtOnce):
        def expand(self, states: Any) -> Expansion:
            told = super().expand(states)
            return told._replace(**{field: np.full(len(getattr(told, field)), wrong)})

    with pytest.raises(RulesError, match=f"gave {field} that are not whole numbers"):
        GameGraph.of(Wrong())


def test_weights_below_one_are_refused() -> None:
    class Negative(RunAtOnce):
        def expand(self, states: Any) -> Expansion:
            told = super().expand(states)
            return told._replace(weights=-told.weights)

    with pytest.raises(RulesError, match="weights that are not whole numbers of at least 1"):
        GameGraph.of(Negative())


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-(2**62), 2**62)), max_size=300))
def test_rows_are_numbered_as_a_dict_would(rows: list[tuple[int, int]]) -> None:
    table, plain = RowTable(2), dict[tuple[int, int], int]()
    for begin in range(0, len(rows), 7):
        part = rows[begin : begin + 7]
        expected = [plain.setdefault(row, len(plain)) for row in part]
        assert table.number(np.array(part, np.int64).reshape(len(part), 2)).tolist() == expected
    assert [tuple(row) for row in table.rows.tolist()] == list(plain)
    assert all(table.find(row) == place for row, place in plain.items())
    assert table.find((6, 0)) == -1
