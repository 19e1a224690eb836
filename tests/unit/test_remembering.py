"""Games and solutions remember what they have worked out, and travel without it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pytest

import dicedevil as dd
from dicedevil.remembering import Remembers
from dicedevil.wrapped.turn_by_turn import TurnByTurn

GAMES = ("micro-yahtzee", "junior-yahtzee", "pig", "ten-thousand", "ten-times-18", "klappenspiel")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_used_can_be_sent_elsewhere(name: str) -> None:
    game = dd.game(name)
    state = game.start()
    roll = next(iter(game.rolls(state)))
    choices = list(game.choices(state, roll))
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again == game
        assert hash(again) == hash(game)
        assert list(again.choices(state, roll)) == choices
    match = TurnByTurn(game)
    assert pickle.loads(pickle.dumps(match)) == match


@pytest.mark.parametrize(
    ("name", "objective"),
    [
        ("micro-yahtzee", dd.MaxScore()),
        ("junior-yahtzee", dd.MaxScore()),
        ("micro-yahtzee", dd.ReachTarget(20)),
        ("ten-times-18", dd.MaxScore()),
        ("pig:target=20", dd.WinMatch()),
        ("pig:target=20", dd.FewestTurns()),
        ("klappenspiel", dd.MaxScore()),
        ("ten-times-18:slots=2", dd.WinMatch()),
        ("micro-yahtzee", dd.WinMatch()),
    ],
)
def test_a_solution_that_was_used_can_be_sent_elsewhere(name: str, objective: dd.Objective) -> None:
    solution = dd.solve(name, objective, fresh=True)
    state = solution.game.start()
    roll = next(iter(solution.game.rolls(state)))
    best = solution.best_choice(state, roll)
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution
    assert again.value == solution.value
    assert again.best_choice(state, roll) == best


@pytest.mark.parametrize("game", ["micro-yahtzee", "klappenspiel:tiles=4"])
def test_a_player_that_was_used_can_be_sent_elsewhere(game: str) -> None:
    player, standings = dd.player("emp-1", game), dd.Standings.start(dd.game(game))
    roll = next(iter(dd.game(game).rolls(standings.mine.state)))
    best = player.choose(standings, roll)
    assert pickle.loads(pickle.dumps(player)).choose(standings, roll) == best


def test_a_field_that_is_a_cache_is_no_cache_of_the_object() -> None:
    made = Own(points=worth)
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert again.points(3) == 6


@lru_cache
def worth(face: int) -> int:
    return 2 * face


@dataclass(frozen=True)
class Own(Remembers):
    points: Callable[[int], int]


def test_what_is_remembered_is_bounded() -> None:
    """A cache that grows with every question would be a leak in a service."""
    solution = dd.solve("ten-times-18:slots=17", fresh=True)
    for state in range(1 << 17):
        solution.values.worth(0, state)
    remembered = solution.values._to_come.cache_info()  # type: ignore[attr-defined]
    assert remembered.currsize == remembered.maxsize == 100_000
