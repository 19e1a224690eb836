"""Whole games laid out by compiled code: the same arrays as the plain way; budgets; what falls back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.ask.check import check_game
from dicedevil.dice import Dice, Roll
from dicedevil.errors import RulesError, TooLarge
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.plain.lowered import laying_out, speeding
from dicedevil.solvers.plain.lowered.speeding import why_not
from lowered_games import FEW, HEAD, SNIPPET, load, lowered_way, plain_way, require_equal
from lowered_snippets import LOWERED

DIE = Dice.parse("1d6").rolls()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are lowered, too."""
    monkeypatch.setattr(speeding, "LATE", 100)
    monkeypatch.setattr(speeding, "STILL_WAITING", 1)
    monkeypatch.setattr(speeding, "SOON", 100)


class Table(NamedTuple):
    """What lies on the table."""

    banked: int
    turn: int
    dice: int
    open: tuple[bool, ...]


@dataclass(frozen=True)
class Harvest(Game):
    """What strangers write: NamedTuples, tuples in tuples, helpers, comprehensions, texts."""

    goal: int = 11
    prizes: tuple[int, ...] = (1, 2, 5)
    slip: int = 0

    def start(self) -> Table:
        return Table(0, 0, 2, (True, True, False))

    def is_over(self, state: Table) -> bool:
        return state.banked >= self.goal or not any(state.open)

    def rolls(self, state: Table) -> Mapping[Roll, int]:
        return Dice.parse(f"{state.dice}d6").rolls()

    def choices(self, state: Table, roll: Roll) -> Sequence[tuple[str, int]]:
        if sum(roll) == 7:
            return [("bust", 0)]
        shut = [("shut", k) for k, free in enumerate(state.open) if free and k < roll[0]]
        return [("bank", 0), *shut, ("roll", len(roll))]

    def _worth(self, roll: Roll) -> int:
        return sum(self.prizes[face % len(self.prizes)] for face in roll if face != 2)

    def play(self, state: Table, roll: Roll, choice: tuple[str, int]) -> tuple[int, Table]:
        what, which = choice
        total = min(state.turn + self._worth(roll), self.goal)
        match what:
            case "bust":
                return 0, state._replace(turn=0, dice=1 + state.turn % 2)
            case "bank":
                return total, Table(min(state.banked + total, self.goal), 0, 2, state.open)
            case "shut":
                left = state.open[:which] + (False,) + state.open[which + 1 :]  # noqa: RUF005 - as written
                return self.slip, Table(state.banked + 1, state.turn, state.dice, left)
        return -1, state._replace(turn=total, dice=1 if which > 1 else 2)

    def progress(self, state: Table) -> int:
        return state.banked


def arrays(graph: GameGraph) -> list[Any]:
    return [graph.state_rolls, graph.roll_weight, graph.roll_edges, graph.edge_points, graph.edge_next]


def test_the_same_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (Harvest(), Harvest(14, (3, 1)), Harvest(prizes=(1, 0, 2, 7), slip=-5)):
        quick = GameGraph.of(game)
        assert quick.is_lowered, quick.why_not
        with monkeypatch.context() as patch:
            patch.setattr(speeding, "is_strangers", lambda game: False)
            plain = GameGraph.of(game)
        assert not plain.is_lowered
        for ours, theirs in zip(arrays(quick), arrays(plain), strict=True):
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs)
        assert repr(list(quick.states)) == repr(plain.states)
        assert all(quick.index[state] == place for state, place in plain.index.items())
        assert quick.states[3:5] == plain.states[3:5]
        for strange in (
            (1, 2),
            5,
            None,
            (0.5, 0, 2, (True, True, False)),
            Table(99, 0, 2, (True,) * 3),
        ):
            assert strange not in quick.index
        for ours, theirs in zip(
            solve_graph(quick, dd.FewestTurns()), solve_graph(plain, dd.FewestTurns()), strict=True
        ):
            assert np.array_equal(ours, theirs)


def test_variants_share_their_code() -> None:
    texts = {
        speeding.lower(Harvest(goal=goal, slip=goal), [Harvest().start()]).text for goal in (5, 40)
    }
    assert len(texts) == 1


def in_one(bodies: Sequence[str]) -> str:
    """Write a game of many snippets: the first number of a state says which."""
    parts, methods = [], []
    for k, body in enumerate(bodies):
        lines = re.sub(r"return 7, .*", "return 7", body).splitlines()
        parts += [f"if over == {10 + k}:", f"    x = self.s{k}(state, roll, choice, a, b, 0)"]
        methods.append(
            f"    def s{k}(self, state, roll, choice, a, b, over):\n"
            + "\n".join(" " * 8 + line for line in lines)
            + "\n        return int(x)\n"
        )
    whole = "x = 0\n" + "\n".join(parts)
    text = SNIPPET.format(numbers=FEW, body="\n".join(" " * 8 + line for line in whole.splitlines()))
    text = text.replace("    def progress", "\n".join(methods) + "\n    def progress")
    return text.replace(
        "for b in self.numbers()]",
        f"for b in self.numbers()] + [(a, b, k) for k in range(10, "
        f"{10 + len(bodies)}) for a in self.numbers() for b in self.numbers()]",
    )


def test_compiled_snippets_say_the_same(tmp_path: Path) -> None:
    game = load(in_one(LOWERED[::9]), tmp_path)  # all of them would take a minute to compile
    require_equal(lowered_way(game), plain_way(game))


WALK = (
    HEAD
    + """
class Walk(Game):
    def start(self):
        return (0, 0)
    def is_over(self, state):
        return state[0] >= {goal}
    def rolls(self, state):
        {rolls}
    def choices(self, state, roll):
        {choices}
    def play(self, state, roll, choice):
        at, seen = state
        {play}
    def progress(self, state):
        return state[0]
game = Walk()
"""
)
USUAL = {
    "goal": 200,
    "rolls": "return {(1,): 1, (2,): 2}",
    "choices": "return (0, 1)",
    "play": "return roll[0], (at + roll[0] + choice, (seen + choice) % 3)",
}


def walk(folder: Path, **changed: object) -> Game:
    return load(WALK.format(**{**USUAL, **changed}), folder)


def test_a_large_number_of_rolls_and_choices(tmp_path: Path) -> None:
    game = walk(
        tmp_path,
        rolls="return {(k, k + 1): k for k in range(1, 40 + 700 * (state[1] == 2))}",
        goal=30,
        choices="return range(30)",
        play="return choice, (at + 1 + (roll[1] + choice) % 7, (seen + choice) % 3)",
    )
    require_equal(lowered_way(game), plain_way(game))


SHORT = "return 1, (at + 1 + choice % 2, choice % 3)"
LONG_LOOP = "        while at > 190 and x < 10**5: x += 1"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"play": "return 1, (at + 1 + choice, min(seen * 1000 + 10**15, 10**17))"}, "64 bits"),
        ({"play": f"x = 0\n{LONG_LOOP}\n        return x, (at + 1, choice)"}, "long"),
        ({"choices": "return [0, 1] if state[0] < 195 else range(5000)", "play": SHORT}, "choices"),
        ({"rolls": "return {(1 + hash(state) % 2,): 1}"}, "different answer"),
        ({"choices": "return (0, 'one')", "play": "return 1, (at + 1, choice == 0)"}, "sometimes"),
        ({"play": "return 1, (at + 1 + choice, at / 2)"}, "line"),
    ],
)
def test_what_falls_back_is_the_plain_graph(
    changed: dict[str, Any], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laying_out, "MOST_KEYS", 200)
    monkeypatch.setattr(laying_out, "MOST_STEPS", 1 << 13)
    game = walk(tmp_path, **changed)
    graph = GameGraph.of(game)
    assert not graph.is_lowered
    assert reason in graph.why_not
    found, states = plain_way(game)
    assert repr(states) == repr(list(graph.states))
    for ours, theirs in zip(arrays(graph), found, strict=True):
        assert np.array_equal(ours, theirs)


def test_rules_fail_as_they_do_the_plain_way(tmp_path: Path) -> None:
    game = walk(tmp_path, play="return 1, (at + 1, [1, 2, 3][at % 3 if at < 150 else 7 - choice])")
    with pytest.raises(RulesError, match="list index out of range"):
        GameGraph.of(game)


def test_lowered_code_that_is_wrong_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong: answers are held against the plain functions, early and late."""
    for at in (50, 190):
        game = walk(tmp_path)
        wrong = speeding.lower(game, [game.start()])

        def off(rules: Game, roots: Any, wrong: Any = wrong, at: int = at) -> Any:
            text = wrong.text.replace(
                "edge_points[edges] = points", f"edge_points[edges] = points + (s0 > {at})"
            )
            return laying_out.Lowered(text, *list(vars(wrong).values())[1:])

        monkeypatch.setattr(speeding, "lower", off)
        graph = GameGraph.of(game)
        assert not graph.is_lowered
        assert "do not say what the plain ones say" in graph.why_not
        assert "do not say" in check_game(game, 200).problems[0] if at == 50 else True


def test_edited_files_are_not_read_for_what_runs(tmp_path: Path) -> None:
    game = walk(tmp_path)
    assert why_not(game) == ""
    walk(tmp_path, play="return 2 * roll[0], (at + 1, choice)")
    assert "not at hand" in why_not(game)


def test_budgets_hold(tmp_path: Path) -> None:
    game = walk(tmp_path, goal=10**7)
    with pytest.raises(TooLarge, match="memory"):
        GameGraph.of(game, budget=Budget(memory=1 << 28))
    with pytest.raises(TooLarge, match="takes"):
        GameGraph.of(game, budget=Budget(patience=0.3))


def test_check_says_why_not(tmp_path: Path) -> None:
    assert check_game(walk(tmp_path), 300).speed == "lowered"
    told = check_game(walk(tmp_path, choices="return list({0, 1})"), 300)
    assert told.ok
    assert "choices" in told.speed
    assert "one by one" in str(told)
    assert check_game(dd.game("hog"), 30).speed == ""
