"""A stranger's rules that fail are blamed for it, with the place: never Dice Devil."""

from __future__ import annotations

import json
import shlex
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.solvers.solver import solve
from few import few

METHODS = {
    "start": "def start(self): return 0",
    "is_over": "def is_over(self, state): return state >= 2",
    "rolls": "def rolls(self, state): return {(face,): 1 for face in (1, 2)}",
    "choices": "def choices(self, state, roll): return ('take', 'leave')",
    "play": "def play(self, state, roll, choice): return roll[0] * (choice == 'take'), state + 1",
    "progress": "def progress(self, state): return state",
}
SOLVED_WITH = [name for name in METHODS if name != "progress"]
"""What a solve asks; `check` asks about progress too."""
ANYTHING = "self, *asked"

FAILURES = {
    "division": "1 // 0",
    "attribute": "self.nothing",
    "key": "{}['nothing']",
    "index": "[][1]",
    "exit": "exit_now()",
    "leave": "raise_(SystemExit(0))",
    "interrupt": "raise_(KeyboardInterrupt())",
    "generator": "raise_(GeneratorExit())",
    "stop": "raise_(StopIteration())",
    "silent": "raise_(Silent())",
    "long": "raise_(ValueError('x' * 100_000))",
    "lines": "raise_(ValueError('one\\ntwo'))",
    "recursion": "raise_(RecursionError())",
    "assertion": "raise_(AssertionError())",
    "no error of ours": "raise_(OSError(2, 'gone', 'file'))",
    "unicode": "b'\\xff'.decode()",
}
"""What a method raises."""

WRONG = {
    "start": ["None and 0 or [0]", "{}", "set()"],
    "is_over": ["0 // asked[0]"],
    "rolls": ["None", "[(1,), (2,)]", "{}", "{1: 1}", "{(1,): 0.5}", "{(1,): None}", "endless()", "7"],
    "choices": [
        "None",
        "()",
        "endless()",
        "7",
        "'take'",
        "{'take'}",
        "range(10**12)",
        "[[]]",
        "(None,)",
    ],
    "play": ["None", "1", "(1,)", "('a', 1)", "(1, [])", "(1, None)"],
    "progress": ["None", "'x'", "-asked[0]", "0.5", "[]"],
    "roots": ["None", "endless()", "()", "[[]]", "7"],
    "size": ["7", "(1,)", "'xy'"],
    "to_move": ["7", "None", "'me'"],
    "strategies": ["None", "7", "{'mine': 7}", "{'mine': lambda state, roll: 'no'}", "{7: None}"],
    "write_state": ["None", "7"],
    "write_choice": ["None", "7", "'same'"],
    "write_roll": ["None", "7"],
    "read_state": ["None", "7"],
    "read_roll": ["None", "7"],
    "expand": ["7", "(1, 2)", "(0, 0, 0, 0, 0)"],
    "ends_turn": ["None"],
    "turns_played": ["'x'", "0.5"],
    "box": ["7"],
    "view": ["None", "7"],
    "own_strategy": ["7"],
}
"""What a method returns."""

FILES = {
    "nothing": "",
    "no game": "x = 1",
    "two games": "import dicedevil as dd\nclass A(dd.Game): pass\nclass B(dd.Game): pass",
    "no method": "import dicedevil as dd\nclass Mine(dd.Game): pass",
    "no syntax": "def",
    "no bytes": "\0",
    "needs arguments": "class Mine(Whole):\n    def __init__(self, size): self.size = size",
    "needs a field": "@dataclass(frozen=True)\nclass Mine(Whole):\n    size: object",
    "fails when made": "class Mine(Whole):\n    def __init__(self): 1 // 0",
    "leaves when made": "class Mine(Whole):\n    def __init__(self): raise SystemExit(0)",
    "leaves": "raise SystemExit(0)",
    "interrupts": "raise KeyboardInterrupt",
    "imports nothing": "import no_such_module",
    "game is a class": "game = Whole",
    "game is a text": "game = 'pig'",
    "wrong arity": "class Mine(Whole):\n    def rolls(self): return {(1,): 1}",
    "too many asked": "class Mine(Whole):\n    def play(self, a, b, c, d): return 0, 1",
    "no self": "class Mine(Whole):\n    def start(): return 0",
    "not a method": "class Mine(Whole):\n    rolls = 7",
    "a property": "class Mine(Whole):\n    @property\n    def rolls(self): return 7",
    "fails to compare": "class Mine(Whole):\n    def __eq__(self, other): 1 // 0\n    __hash__ = None",
    "fails to be written": "class Mine(Whole):\n    def __str__(self): 1 // 0",
    "written as a number": "class Mine(Whole):\n    def __str__(self): return 7",
    "of two players": "class Mine(Whole):\n    players = 2",
    "of no players": "class Mine(Whole):\n    players = None",
    "solved nowhere": "class Mine(Whole):\n    solved_in = 'nowhere'",
    "drawn nowhere": "class Mine(Whole):\n    drawn_in = 'nowhere'",
    "parameters": "class Mine(Whole):\n    parameters = 7",
    "calls itself": "class Mine(Whole):\n    def start(self): return self.start()",
    "states that fail": "class S(int):\n    def __hash__(self): 1 // 0\n"
    "class Mine(Whole):\n    def start(self): return S()",
}
"""Files that are wrong from the ground up; `Whole` is a good game."""

HEAD = """\
import dicedevil as dd
from dataclasses import dataclass
from itertools import count

class Silent(Exception):
    def __str__(self): raise RuntimeError
    __repr__ = __str__

def raise_(error): raise error
def exit_now(): exit(0)
def endless(): return (k for k in count())
"""
COMMANDS = (
    "show FILE",
    "check FILE",
    "solve FILE --json",
    "solve FILE --exact",
    "solve FILE --objective win",
    "solve FILE --target 2",
    "advise FILE --roll 1",
    "advise FILE --state 1 --roll 1 --player emp-0",
    "curve FILE",
    "evaluate FILE --strategy random",
    "evaluate FILE --strategy mine",
    "compare FILE",
    "simulate FILE --games 3",
    "match FILE --players optimal,random --games 2",
    "match FILE --players emp-0,emp-0 --games 2",
    "judge FILE --players optimal --games 1",
    "plot value FILE -o figure.svg",
)
CONTRACT = (0, 2, 3, 5)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def rules(**changed: str) -> str:
    lines = [HEAD, "class Mine(dd.Game):", *(f"    {text}" for text in {**METHODS, **changed}.values())]
    return "\n".join(lines)


def returning(method: str, value: str) -> str:
    return rules(**{method: f"def {method}({ANYTHING}): return {value}"})


def ask(command: str) -> Result:
    begun = time.process_time()
    result = CliRunner().invoke(cli, shlex.split(command.replace("FILE", "mine.py")))
    where = f"{command}: {result.stderr}"
    assert result.exit_code in CONTRACT, where
    assert "inside Dice Devil" not in result.stderr, where
    assert "Traceback" not in result.output, where
    assert result.exception is None or isinstance(result.exception, SystemExit), where
    assert len(result.stderr) < 1_500, where
    assert time.process_time() - begun < 10, where
    return result


@pytest.mark.parametrize("command", COMMANDS)
def test_the_whole_game_is_answered(command: str) -> None:
    mine = "def strategies(self): return {'mine': lambda state, roll: 'take'}"
    Path("mine.py").write_text(rules(strategies=mine))
    result = ask(command)
    assert result.exit_code == 0 or "win" in command or "judge" in command, result.stderr


@pytest.mark.parametrize("method", SOLVED_WITH)
@pytest.mark.parametrize("failure", FAILURES)
def test_what_fails_is_told_with_its_line(method: str, failure: str) -> None:
    text = returning(method, FAILURES[failure])
    Path("mine.py").write_text(text)
    line = text[: text.index("raise error")].count("\n") + 1
    for command in ("solve FILE", "evaluate FILE", "simulate FILE --games 2"):
        result = ask(command)
        assert result.exit_code == 3
        assert "'mine.py', line " in result.stderr
        if "raise_" in FAILURES[failure]:
            assert f"line {line}" in result.stderr


@pytest.mark.parametrize("wrong", few(((m, v) for m, values in WRONG.items() for v in values), 35))
def test_what_is_wrong_is_blamed_on_the_rules(wrong: tuple[str, str]) -> None:
    Path("mine.py").write_text(returning(*wrong))
    for command in COMMANDS:
        ask(command)


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_wrong_from_the_ground_up(name: str) -> None:
    whole = rules().replace("class Mine(dd.Game)", "class Whole(dd.Game)")
    inner = "".join(f"    {line}\n" for line in whole.splitlines())
    ground = f"def hidden():\n{inner}    return Whole\nclass Ground: Whole = hidden()\n"
    wrong = FILES[name].replace("(Whole)", "(Ground.Whole)").replace("= Whole", "= Ground.Whole")
    Path("mine.py").write_text(f"from dataclasses import dataclass\n{ground}{wrong}\n")
    for command in COMMANDS:
        ask(command)


def test_what_rules_print_does_not_disturb_the_answer() -> None:
    noisy = "def start(self): print('hello'); return 0"
    Path("mine.py").write_text("print('good morning')\n" + rules(start=noisy))
    result = ask("solve FILE --json")
    assert json.loads(result.stdout)["value"] == 3.0
    assert "good morning" in result.stderr
    assert "hello" in result.stderr


@pytest.mark.parametrize("method", SOLVED_WITH)
def test_the_python_door_blames_them_too(method: str) -> None:
    Path("mine.py").write_text(returning(method, "self.nothing"))
    with pytest.raises(dd.DiceDevilError, match=r"mine.py', line \d+: AttributeError"):
        solve("mine.py")


@pytest.mark.parametrize("endless", [{"is_over": "None"}, {"play": "(0, asked[0] - 1)"}], ids=str)
def test_games_without_end_are_stopped(endless: dict[str, str]) -> None:
    [(method, value)] = endless.items()
    Path("mine.py").write_text(returning(method, value))
    result = ask("solve FILE --patience 1")
    assert result.exit_code == 5
    assert "--patience" in result.stderr
