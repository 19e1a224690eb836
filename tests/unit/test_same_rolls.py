from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import same_rolls
from dicedevil.errors import DiceDevilError, NotationError, PositionError, UsageError
from dicedevil.rules import Game
from dicedevil.wrapped.same_rolls import SameRolls, SharedState

GAME = dd.game("ten-times-18:slots=2,dice=1d3")
MATCH = same_rolls(GAME, "optimal")


def test_both_place_the_same_roll() -> None:
    state = MATCH.start()
    assert state == SharedState(3, 3, 0)
    _, state = MATCH.play(state, (3,), 1)  # optimal puts a 3 into slot 2
    assert state == SharedState(2, 1, -3)
    _, state = MATCH.play(state, (1,), 2)
    assert state == SharedState(0, 0, -1)
    assert MATCH.is_over(state)
    assert MATCH.win_share(state) == 0


def test_the_other_s_chance_comes_after_my_choice() -> None:
    match = same_rolls(GAME, "random")
    _, waiting = match.play(match.start(), (3,), 2)
    assert waiting == SharedState(1, 3, 6, (3,))
    assert match.rolls(waiting) == {(0,): 1, (1,): 1}
    assert match.choices(waiting, (0,)) == ("their choice",)
    outcomes = {match.play(waiting, roll, "their choice")[1] for roll in match.rolls(waiting)}
    assert outcomes == {SharedState(1, 2, 3), SharedState(1, 1, 0)}


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("ten-times-18:slots=2,dice=1d3", "optimal"),
        ("ten-times-18:slots=2,dice=1d3", "random"),
        ("klappenspiel:tiles=3,sides=2", "sum"),
        ("klappenspiel:tiles=3,sides=2", "random"),
        ("shut-the-box:tiles=3,sides=2,score=remaining", "optimal"),
    ],
)
def test_the_rules_are_sound(spec: str, name: str) -> None:
    match = same_rolls(dd.game(spec), name)
    assert dd.check_game(match), str(dd.check_game(match))
    exact = dd.solve(match, dd.WinMatch(), exact=True)
    assert exact.exact is not None
    assert exact.exact >= Fraction(1, 2) or name == "random", "copying ties at least"
    floats = dd.solve(match, dd.WinMatch(), lane="graph")
    assert abs(floats.value - exact.value) <= floats.error_bound + 1e-15


def test_against_itself_copying_ties() -> None:
    """Nobody can do better than the best mean score with one slot: there is no choice at all."""
    match = same_rolls(dd.game("ten-times-18:slots=1"), "optimal")
    solution = dd.solve(match, dd.WinMatch(), exact=True)
    assert dd.outcomes(solution) == dd.Outcomes(Fraction(0), Fraction(1), Fraction(0))
    assert dd.solve(match, dd.WinAlone(), exact=True).exact == 0


def test_positions_are_written_and_read() -> None:
    match = same_rolls(GAME, "random")
    _, waiting = match.play(match.start(), (3,), 2)
    for state in (match.start(), waiting, SharedState(1, 2, 3)):
        assert match.read_state(match.write_state(state)).state == state
    position, roll = MATCH.read_position("1=2,them-2=2", "3")
    assert (position.state, roll) == (SharedState(2, 1, -2), (3,))
    advice = dd.solve(MATCH, dd.WinMatch()).advise("1=2,them-2=2", "3")
    assert advice.best.choice == "place 2"


@pytest.mark.parametrize("text", ["mover=1", "waiting=1,waiting=2", "1=9", "lead=x", "waiting=9"])
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(DiceDevilError):
        MATCH.read_state(text)
    with pytest.raises(NotationError):
        MATCH.read_state("mover=0")


@dataclass(frozen=True)
class Grows(Game):
    """One die after a low roll, two after a high one: boards that part roll different dice."""

    def start(self) -> tuple[int, int]:
        return (2, 1)

    def is_over(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def rolls(self, state: tuple[int, int]) -> Mapping[dd.Roll, int]:
        return {(1,): 1, (2,): 1} if state[1] == 1 else {(1, 1): 1, (2, 2): 1}

    def choices(self, state: tuple[int, int], roll: dd.Roll) -> Sequence[int]:
        return (1, 2)

    def play(self, state: tuple[int, int], roll: dd.Roll, choice: int) -> tuple[int, tuple[int, int]]:
        return sum(roll), (state[0] - 1, choice)

    def progress(self, state: tuple[int, int]) -> int:
        return -state[0]


def test_what_cannot_be_played_with_the_same_rolls() -> None:
    match = SameRolls(Grows(), dd.Strategy("two", lambda state, roll: 2))
    with pytest.raises(UsageError, match="different dice"):
        dd.solve(match, dd.WinMatch(), exact=True)
    with pytest.raises(UsageError, match="match already"):
        same_rolls(dd.TurnByTurn(GAME), "optimal")
    with pytest.raises(UsageError, match="knows rolls beforehand"):
        same_rolls(GAME, "omniscient")
    with pytest.raises(UsageError, match="Did you mean 'random'"):
        same_rolls(GAME, "randon")
    with pytest.raises(UsageError, match="one player"):
        dd.outcomes(dd.solve(GAME))


def test_results_are_told() -> None:
    found = dd.outcomes(dd.solve(MATCH, dd.WinMatch()))
    told = {"win", "tie", "lose", "exact_win", "exact_tie", "exact_lose", "error_bound"}
    assert set(found.to_dict()) == {*told, "differs"}
    assert str(found).startswith("wins 0.")
    exact = dd.outcomes(dd.solve(MATCH, dd.WinMatch(), exact=True))
    assert set(exact.to_dict()) == told


@pytest.mark.parametrize("text", ["1=2", "them-1=2", "1=2,them-1=1,waiting=2"])
def test_numbers_of_turns_that_do_not_fit(text: str) -> None:
    with pytest.raises(PositionError, match="both have filled as many"):
        MATCH.read_state(text)
