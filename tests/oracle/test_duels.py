"""Matches of somebody's own game as pairs of states, against fractions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import dicedevil as dd
from dicedevil.errors import PositionError
from dicedevil.solvers.budget import Watch
from dicedevil.solvers.plain import duels
from dicedevil.solvers.plain.reference import solve_reference
from dicedevil.wrapped.turn_by_turn import MatchState
from small_games import TableGame, table_games


def compare(game: TableGame) -> None:
    match = dd.TurnByTurn(game)
    solved = duels.solve_duel(match, dd.Budget())
    assert solved is not None
    exact = solve_reference(match, dd.WinMatch(), match.roots())
    for state, value in exact.items():
        assert abs(solved.worth(0, state) - value) <= solved.error_bound


@settings(max_examples=40)
@given(table_games(stages=4, widest=3))
def test_every_state_of_random_matches(game: TableGame) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(duels, "FEWEST_STATES", 1)
        compare(game)
        compare(TableGame(game.rows, game.stages, low_wins=True))


@settings(max_examples=40)
@given(table_games(stages=4, widest=3))
def test_wins_and_ties_of_random_matches(game: TableGame) -> None:
    """Best choices that are equally good may tie more or less often: the first of them is taken."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(duels, "FEWEST_STATES", 1)
        for rules in (game, TableGame(game.rows, game.stages, low_wins=True)):
            match = dd.TurnByTurn(rules)
            solved = duels.solve_duel(match, dd.Budget())
            assert solved is not None
            win, tie, lose, _, off = solved.results()
            exact = dd.outcomes(dd.solve(match, dd.WinMatch(), exact=True))
            assert abs(tie - exact.tie) <= off + 1e-12
            assert abs(win - exact.win) <= off + 1e-12
            assert abs(lose - exact.lose) <= off + 1e-12


def test_a_match_that_took_minutes_takes_seconds() -> None:
    """Laid out as a game of its own, this one has millions of states."""
    solution = dd.solve(Steps(), dd.WinMatch())
    assert solution.lane == "graph"
    assert solution.value == pytest.approx(0.4978, abs=2e-3)
    there = solution.advise(MatchState(1, (3, 0, 0), (0, 0, 0), 0), (2,))
    assert 0 < there.value < 1
    with pytest.raises(PositionError, match="cannot come up"):
        solution.worth(MatchState(1, (3, 0, 0), (0, 0, 0), 7))
    with pytest.raises(PositionError, match="cannot occur"):
        solution.worth(MatchState(0, (3, 0, 0), (0, 0, 0), 0))


def test_the_work_of_a_match_is_counted_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """In choices, not in chances: at the start there are many more of them."""
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(Watch, "look", lambda watch, done: seen.append((done, watch.in_all)))
    solved = duels.solve_duel(dd.TurnByTurn(Steps()), dd.Budget())
    assert solved is not None
    assert seen[-1][0] == seen[-1][1] > 2 * solved.chances.size


class Steps(dd.Game):
    """Put each roll into any empty slot; every step that rises pays."""

    def start(self) -> tuple[int, ...]:
        return (0, 0, 0)

    def is_over(self, state: tuple[int, ...]) -> bool:
        return 0 not in state

    def rolls(self, state: tuple[int, ...]) -> dict[tuple[int, ...], int]:
        return {(face,): 1 for face in range(1, 7)}

    def choices(self, state: tuple[int, ...], roll: tuple[int, ...]) -> list[int]:
        return [place for place, held in enumerate(state) if not held]

    def play(
        self, state: tuple[int, ...], roll: tuple[int, ...], choice: int
    ) -> tuple[int, tuple[int, ...]]:
        after = (*state[:choice], roll[0], *state[choice + 1 :])
        left = after[choice - 1] if choice else 0
        right = after[choice + 1] if choice < 2 else 0
        return (0 < left < roll[0]) * roll[0] + (roll[0] < right) * right, after

    def progress(self, state: tuple[int, ...]) -> int:
        return sum(1 for held in state if held)
