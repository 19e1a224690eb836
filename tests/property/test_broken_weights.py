"""Weights and points that are none are refused in the same words at every door."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import RulesError, TooLarge
from dicedevil.soundness import HEAVIEST

NOT_WEIGHTS = st.one_of(
    st.floats(),
    st.fractions(),
    st.integers(max_value=0),
    st.decimals(),
    st.booleans(),
    st.none(),
    st.text(max_size=3),
    st.complex_numbers(),
    st.integers(HEAVIEST + 1, HEAVIEST**2),
    st.integers(-9, 9).map(np.int64),
    st.integers(0, 9).map(np.uint8),
    st.sampled_from([1 / 6, math.nan, math.inf, -1, 0, Fraction(1, 6), Decimal(1), [1], np.float64(1)]),
)


@dataclass(frozen=True, eq=False)
class Coins(dd.Game):
    """Toss a coin twice; take what it shows, or one."""

    weight: Any = 1
    points: Any = 1
    late: bool = False
    """Whether the mistake shows only on the second toss."""

    def start(self) -> int:
        return 0

    def is_over(self, state: int) -> bool:
        return state == 2

    def rolls(self, state: int) -> Any:
        wrong = state == 1 or not self.late
        return {(1,): self.weight if wrong else 1, (2,): 1}

    def choices(self, state: int, roll: Any) -> tuple[str, ...]:
        return ("face", "one")

    def play(self, state: int, roll: Any, choice: str) -> Any:
        return (roll[0] if choice == "face" else self.points), state + 1

    def progress(self, state: int) -> int:
        return state

    def turns_played(self, state: int) -> int:
        return state


DOORS: dict[str, Callable[[dd.Game], object]] = {
    "solve": dd.solve,
    "solve exactly": lambda game: dd.solve(game, exact=True),
    "worst": lambda game: dd.solve(game, dd.Worst()),
    "target": lambda game: dd.solve(game, dd.ReachTarget(3)),
    "target exactly": lambda game: dd.solve(game, dd.ReachTarget(3), exact=True),
    "turns": lambda game: dd.solve(game, dd.FewestTurns(), exact=True),
    "win": lambda game: dd.solve(game, dd.WinMatch()),
    "win exactly": lambda game: dd.solve(game, dd.WinMatch(), exact=True),
    "advise": lambda game: dd.advise(game, 0, (2,)),
    "advise to win": lambda game: dd.advise(game, "", "2", dd.WinMatch()),
    "emp-1": lambda game: dd.advise(game, "", "2", player="emp-1"),
    "curve": dd.curve,
    "curve exactly": lambda game: dd.curve(game, exact=True),
    "evaluate": lambda game: dd.evaluate(game, "random"),
    "evaluate in floats": lambda game: dd.evaluate(game, "random", exact=False),
    "simulate": lambda game: dd.simulate(game, "random", games=9),
    "simulate a match": lambda game: dd.simulate(game, "random", games=9, against="random"),
    "match": lambda game: dd.match(game, ["random", "random"], games=9),
    "match, same rolls": lambda game: dd.match(game, ["random", "random"], games=9, same_rolls=True),
    "judge": lambda game: dd.judge(game, ["emp-0", "optimal"], games=9),
    "versus": lambda game: dd.versus(game, "random", "optimal"),
    "versus exactly": lambda game: dd.versus(game, "random", "random", exact=True),
    "same rolls": lambda game: dd.solve(
        dd.SameRolls(game, dd.Strategy("one", lambda state, roll: "one")), dd.WinMatch()
    ),
    "closest calls": lambda game: dd.closest_calls(dd.solve(game, exact=True)),
    "own": lambda game: [game.play(k, (1,), "one") for k in (0, 1) for _ in game.rolls(k)],
}

EXACT = [door for door in DOORS if "exactly" in door] + ["evaluate", "closest calls", "own"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("door", DOORS)
def test_sound_weights_are_answered(door: str) -> None:
    assert DOORS[door](Coins()) is not None


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(weight=NOT_WEIGHTS, late=st.booleans())
@pytest.mark.parametrize("door", DOORS)
def test_no_door_believes_broken_weights(door: str, weight: Any, late: bool) -> None:
    game = Coins(weight=weight, late=late)
    told = dd.check_game(game)
    assert not told
    with pytest.raises(RulesError, match="weights are Python's whole numbers") as refused:
        DOORS[door](game)
    assert str(refused.value) in told.problems, "check says it in other words"


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(points=st.one_of(st.floats(), st.fractions(), st.none(), st.integers(0, 9).map(np.int64)))
@pytest.mark.parametrize("door", DOORS)
def test_no_door_believes_broken_points(door: str, points: Any) -> None:
    with pytest.raises(RulesError, match="points are Python's whole numbers"):
        DOORS[door](Coins(points=points))


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("weight", [2**53, 2**70, HEAVIEST])
def test_huge_weights_are_answered_or_too_large(door: str, weight: int) -> None:
    if door in EXACT:
        assert DOORS[door](Coins(weight=weight)) is not None
        return
    with suppress(TooLarge):
        assert DOORS[door](Coins(weight=weight)) is not None


def test_weights_that_are_told_in_other_ways() -> None:
    class Remembering(Coins):
        @cache  # noqa: B019
        def rolls(self, state: int) -> Any:
            return {(1,): 0.5, (2,): 0.5}

    class Static(Coins):
        @staticmethod
        def rolls(state: int) -> Any:  # type: ignore[override]
            return {(1,): 0.5, (2,): 0.5}

    class Heir(Static):
        pass

    @dataclass(frozen=True, eq=False, slots=True)
    class Slots(Coins):
        def rolls(self, state: int) -> Any:
            return {(1,): 0.5, (2,): 0.5}

    for game in (Remembering(), Static(), Heir(), Slots()):
        for exact in (False, True):
            with pytest.raises(RulesError, match=r"weighs 0\.5"):
                dd.solve(game, exact=exact)


@pytest.mark.parametrize("told", [[(1,), (2,)], None, 6, {}])
def test_rolls_that_are_none(told: Any) -> None:
    class Broken(Coins):
        def rolls(self, state: int) -> Any:
            return told

    for exact in (False, True):
        with pytest.raises(RulesError, match=r"rolls are a dict of weights|nothing can be rolled at 0"):
            dd.solve(Broken(), exact=exact)


COMMANDS = [
    ("solve",),
    ("solve", "--exact"),
    ("solve", "--objective", "win"),
    ("solve", "--against", "random"),
    ("solve", "--target", "3", "--exact"),
    ("advise", "--state", "1", "--roll", "2"),
    ("advise", "--roll", "2", "--exact"),
    ("curve",),
    ("curve", "--exact"),
    ("evaluate",),
    ("evaluate", "--strategy", "random", "--float"),
    ("evaluate", "--strategy", "random", "--objective", "win", "--exact"),
    ("simulate", "--strategy", "random", "--games", "9"),
    ("match", "--players", "random,random", "--games", "9"),
    ("judge", "--players", "emp-0", "--games", "9"),
    ("plot", "distribution", "-o", "x.svg"),
    ("plot", "curve", "-o", "x.svg"),
    ("plot", "value", "-o", "x.svg"),
    ("show",),
    ("check",),
]


@pytest.mark.parametrize("weight", ["1/6", "-2", "float('nan')"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_blames_the_rules(command: tuple[str, ...], weight: str) -> None:
    Path("mine.py").write_text(
        "import dicedevil as dd\n"
        "class Mine(dd.Game):\n"
        "    def start(self): return 0\n"
        "    def is_over(self, state): return state == 2\n"
        f"    def rolls(self, state): return {{(face,): {weight} for face in range(1, 7)}}\n"
        "    def choices(self, state, roll): return ('face', 'one')\n"
        "    def play(self, state, roll, choice):\n"
        "        return (roll[0] if choice == 'face' else 1), state + 1\n"
        "    def progress(self, state): return state\n"
        "    def turns_played(self, state): return state\n"
    )
    name, *options = command
    kind = [options.pop(0)] if name == "plot" else []
    result = CliRunner().invoke(cli, [name, *kind, "mine.py", *options], catch_exceptions=False)
    assert result.exit_code == 3, result.output
    assert f"weighs {eval(weight)!r}: weights are Python's whole numbers" in result.output
    assert not Path("x.svg").exists()
    assert not list(Path("tables").rglob("table.json"))
