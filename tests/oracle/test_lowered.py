"""Random games, laid out by compiled code and by their plain functions: the same arrays exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.dice import Roll
from dicedevil.objectives import Objective
from dicedevil.rules import Game
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.plain.lowered import speeding
from dicedevil.solvers.plain.lowered.shapes import NotLowered
from lowered_games import lowered_way, plain_way, require_equal


@dataclass(frozen=True)
class Random(Game):
    """A game whose rules are numbers: what they do with a state is lowered once, for all of them."""

    length: int
    faces: tuple[int, ...]
    weights: tuple[int, ...]
    steps: tuple[int, ...]
    pays: tuple[tuple[int, int], ...]
    back: bool
    mode: str
    shift: int

    def start(self) -> tuple[int, tuple[int, bool]]:
        return (0, (0, False))

    def is_over(self, state: tuple[int, tuple[int, bool]]) -> bool:
        return state[0] >= self.length

    def rolls(self, state: tuple[int, tuple[int, bool]]) -> Mapping[Roll, int]:
        dice = state[1][0] % 3
        return {(face,) * dice: weight for face, weight in zip(self.faces, self.weights, strict=False)}

    def choices(self, state: tuple[int, tuple[int, bool]], roll: Roll) -> Sequence[int]:
        if not roll or self.mode == "forced":
            return [0]
        return [k for k in range(len(self.steps)) if k == 0 or (k + roll[0]) % 2 == 0]

    def far(self, roll: Roll, choice: int) -> int:
        if self.mode == "sum":
            return sum(roll) // (choice + 1) % 4
        if self.mode == "spread":
            return max(roll, default=1) - min(roll, default=-1) ^ choice
        return self.steps[choice] * (-1) ** len(roll)

    def play(
        self, state: tuple[int, tuple[int, bool]], roll: Roll, choice: int
    ) -> tuple[int, tuple[int, tuple[int, bool]]]:
        at, (seen, flag) = state
        far = abs(self.far(roll, choice)) % 5
        first, second = self.pays[(at + far) % len(self.pays)]
        points = first if flag and far else second << (self.shift + far)
        if self.back and far == 0 and not flag:
            return points, (at, (seen, True))
        return points, (min(at + 1 + far, self.length), ((seen * 3 + far - choice) % 7, far > 1 < at))

    def progress(self, state: tuple[int, tuple[int, bool]]) -> int:
        return state[0]


whole = st.integers(-9, 9)
GAMES = st.builds(
    Random,
    st.integers(1, 30),
    st.lists(st.integers(-6, 6), min_size=1, max_size=4, unique=True).map(tuple),
    st.lists(st.integers(1, 2**53 - 1), min_size=4, max_size=4).map(tuple),
    st.lists(whole, min_size=1, max_size=4).map(tuple),
    st.lists(st.tuples(whole, whole), min_size=1, max_size=4).map(tuple),
    st.booleans(),
    st.sampled_from(["sum", "spread", "forced", "steps"]),
    st.sampled_from([0, 1, 5, 40, 58, 60, 63]),
)


@given(GAMES)
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_the_same_graph_or_none(game: Random) -> None:
    largest = max((abs(pay[1]) for pay in game.pays), default=0) << (game.shift + 4)
    try:
        found = lowered_way(game)
    except NotLowered:
        assert largest >= 2**63  # nothing else may go wrong
        return
    require_equal(found, plain_way(game))


@pytest.mark.parametrize("objective", [dd.MaxScore(), dd.FewestTurns(), dd.Worst()])
def test_the_same_values(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speeding, "SOON", 10)
    monkeypatch.setattr(speeding, "LATE", 10)
    monkeypatch.setattr(speeding, "STILL_WAITING", 1)
    steps, pays = (1, 2, 0, 3), ((1, 2), (3, 4), (0, 1))
    game = Random(60, (1, 2, 3), (1, 2, 1, 1), steps, pays, True, "steps", 0)
    quick = GameGraph.of(game)
    assert quick.is_lowered, quick.why_not
    monkeypatch.setattr(speeding, "SOON", 10**9)
    plain = GameGraph.of(game)
    assert not plain.is_lowered
    for ours, theirs in zip(solve_graph(quick, objective), solve_graph(plain, objective), strict=True):
        assert ours.tobytes() == theirs.tobytes()
