"""Games with one mistake each: `check_game` finds it and says it in words."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.ask.check import check_game
from dicedevil.cli.group import cli
from dicedevil.errors import TooLarge
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games import game as named
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from small_games import PigMatch, PigRace
from variants import ALL, SMALL


@dataclass(frozen=True)
class Countdown(Game):
    """Roll a coin, take one or two off; sound as it stands."""

    def start(self) -> Any:
        return 4

    def is_over(self, state: Any) -> bool:
        return state <= 0

    def rolls(self, state: Any) -> Any:
        return {(1,): 1, (2,): 1}

    def choices(self, state: Any, roll: Any) -> Any:
        return (1, 2)

    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return roll[0], max(0, state - choice)

    def progress(self, state: Any) -> int:
        return 4 - state


class FailsAtStart(Countdown):
    def start(self) -> Any:
        raise KeyError("no board")


class UnhashableState(Countdown):
    def start(self) -> Any:
        return [4]


class FailsToSayWhetherOver(Countdown):
    def is_over(self, state: Any) -> bool:
        return state.done  # type: ignore[no-any-return]


class FailsToRoll(Countdown):
    def rolls(self, state: Any) -> Any:
        return {(1,): 1}[state]


class NothingToRoll(Countdown):
    def rolls(self, state: Any) -> Any:
        return {}


class FloatWeights(Countdown):
    def rolls(self, state: Any) -> Any:
        return {(1,): 0.5, (2,): 0.5}


class ZeroWeight(Countdown):
    def rolls(self, state: Any) -> Any:
        return {(1,): 1, (2,): 0}


class UnsortedRoll(Countdown):
    def rolls(self, state: Any) -> Any:
        return {(2, 1): 1}


class NoChoice(Countdown):
    def choices(self, state: Any, roll: Any) -> Any:
        return () if roll == (2,) else (1,)


class FailsToChoose(Countdown):
    def choices(self, state: Any, roll: Any) -> Any:
        return range(roll)


class ChoicesAlike(Countdown):
    def write_choice(self, choice: Any) -> str:
        return "take"


class FailsToPlay(Countdown):
    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return 1 // (state - 2), state - 1


class ForgetsPoints(Countdown):
    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return max(0, state - choice)


class FloatPoints(Countdown):
    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return 0.5, max(0, state - choice)


@dataclass(frozen=True)
class Remembers(Countdown):
    seen: list[int] = field(default_factory=list)

    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        self.seen.append(1)
        return len(self.seen), max(0, state - choice)


class ProgressFalls(Countdown):
    def progress(self, state: Any) -> int:
        return int(state)


class NeverEnds(Countdown):
    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return 0, state

    def progress(self, state: Any) -> int:
        return 0


class GoesOnForEver(Countdown):
    def is_over(self, state: Any) -> bool:
        return False

    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return 0, state + choice

    def progress(self, state: Any) -> int:
        return int(state)


class GoesRound(GoesOnForEver):
    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return 0, (state + 1) % 5_000

    def progress(self, state: Any) -> int:
        return 0


class EndsFarAway(GoesRound):
    def is_over(self, state: Any) -> bool:
        return bool(state == 4_000)


class FailsFarAway(GoesOnForEver):
    def play(self, state: Any, roll: Any, choice: Any) -> Any:
        return 0 // (state < 3_000), state + 1


class ThirdPlayer(Countdown):
    players = 2

    def to_move(self, state: Any) -> int:
        return 2


class WritesAlike(Countdown):
    def write_state(self, state: Any) -> str:
        return "4"


class WritesWhatItCannotRead(Countdown):
    def write_state(self, state: Any) -> str:
        return f"{state} left"


class FailsToWrite(Countdown):
    def write_state(self, state: Any) -> str:
        raise RuntimeError("no ink")


class FailsInProgress(Countdown):
    def progress(self, state: Any) -> int:
        return 1 // 0


MISTAKES = [
    (FailsAtStart, "start() failed: KeyError"),
    (UnhashableState, "cannot be a key"),
    (FailsToSayWhetherOver, "is_over at 4 failed: AttributeError"),
    (FailsToRoll, "rolls at 4 failed: KeyError"),
    (NothingToRoll, "nothing can be rolled at 4"),
    (FloatWeights, "weighs 0.5"),
    (ZeroWeight, "weighs 0"),
    (UnsortedRoll, "(2, 1) at 4 is not a sorted tuple"),
    (NoChoice, "no choice at 4 with roll (2,)"),
    (FailsToChoose, "choices at 4 with roll (1,) failed: TypeError"),
    (ChoicesAlike, "written alike"),
    (FailsToPlay, "failed: ZeroDivisionError"),
    (ForgetsPoints, "not (points, next state)"),
    (FloatPoints, "gave 0.5 points: points are Python's whole numbers"),
    (Remembers, "rules must be pure"),
    (ProgressFalls, "Progress falls from 4"),
    (NeverEnds, "can never end"),
    (GoesOnForEver, "No end is found in 20,000 states"),
    (GoesRound, "From 4 the game can never end"),
    (FailsFarAway, "failed further on: ZeroDivisionError"),
    (ThirdPlayer, "not a player's number"),
    (WritesAlike, "reads as 4"),
    (WritesWhatItCannotRead, "does not read"),
    (FailsInProgress, "The rules failed at 4: ZeroDivisionError"),
    (FailsToWrite, "write_state at 4 failed: RuntimeError: no ink"),
]


@pytest.mark.parametrize(("game", "words"), MISTAKES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_mistake_is_found_and_told(game: type[Game], words: str) -> None:
    check = check_game(game())
    assert not check
    assert words in str(check), str(check)
    assert len(check.problems) == len(set(check.problems))


def test_a_sound_game_passes() -> None:
    check = check_game(Countdown())
    assert check.ok
    assert check.states == 5
    assert "no problem" in str(check)
    found = {"game": "Countdown", "ok": True, "states": 5, "problems": [], "speed": "lowered"}
    assert check.to_dict() == found


@pytest.mark.parametrize("game", [PigMatch(6), PigRace(6)], ids=str)
def test_games_that_can_return_pass(game: Game) -> None:
    assert check_game(game), str(check_game(game))


@pytest.mark.parametrize("spec", [*SMALL, *ALL])
def test_every_listed_game_passes(spec: str) -> None:
    game = dd.game(spec)
    # a score card has hundreds of rolls and dozens of choices at every state
    check = check_game(game, most_states=8 if isinstance(game, KeepRerollGame) else 150)
    assert check, str(check)
    assert dd.game(str(game)) == game


def test_a_large_game_is_looked_at_only_in_part() -> None:
    assert check_game(dd.game("shut-the-box"), most_states=50).states == 50


def test_an_end_may_be_far_away() -> None:
    assert check_game(EndsFarAway()).ok
    assert check_game(EndsFarAway(), most_states=5).states == 5


class ManyRolls(Countdown):
    def rolls(self, state: Any) -> Any:
        return {(face,): 1 for face in range(100_000)}


def test_time_is_up_within_a_state_too() -> None:
    started = time.process_time()
    with pytest.raises(TooLarge, match=r"ManyRolls .*longer than the .*--patience"):
        check_game(ManyRolls(), budget=Budget(patience=0.1))
    assert time.process_time() - started < 0.5  # all of them take seconds


def test_a_check_obeys_its_budget() -> None:
    with pytest.raises(TooLarge, match=r"Checking up to 2,000 states of yahtzee .*--states 200"):
        check_game(named("yahtzee"), budget=Budget(patience=0.05))
    assert check_game(named("klappenspiel"), budget=Budget(patience=math.inf)).ok
    refused = CliRunner().invoke(cli, ["check", "yahtzee", "--patience", "0.05"])
    assert refused.exit_code == 5
    assert "--yes goes on" in refused.stderr
