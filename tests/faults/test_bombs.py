"""Texts made to blow up whoever reads them: refused in words, at once, in little memory."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.ask.strategies import best_reply
from dicedevil.cli.group import cli
from dicedevil.errors import TooLarge
from dicedevil.solvers.budget import Budget
from faulty import run

SIZE = 50_000
SHAPES = {
    "letters": "a" * SIZE,
    "digits": "9" * SIZE,
    "deep keys": "a." * (SIZE // 2) + "a",
    "deep quoted keys": '"a b".' * (SIZE // 6) + "a",
    "brackets": "[" * SIZE,
    "braces": "{" * SIZE,
    "inner tables": "{a=" * (SIZE // 3),
    "parentheses": "(" * SIZE,
    "fields": "a=1," * (SIZE // 4) + "a=1",
    "commas": "," * SIZE,
    "sums": "1+" * (SIZE // 2) + "1",
    "parts": "1/" * (SIZE // 2) + "1",
    "ranges": "1.." * (SIZE // 3) + "9",
    "faces": "1;" * (SIZE // 2) + "1",
    "dice": "1d6+" * (SIZE // 4) + "1d6",
    "files": ".py" * (SIZE // 3),
    "more files": ".py:" * (SIZE // 4),
    "exponent": "1e" + "9" * SIZE,
    "depth": "emp-" + "9" * SIZE,
    "dashes": "-" * SIZE,
    "quotes": "'" * SIZE,
    "unprintable": "\x01" * SIZE,
    "foreign digits": "\u0661" * SIZE,
}
DOORS: dict[str, Callable[[str], list[str]]] = {
    "command": lambda bomb: [bomb],
    "option": lambda bomb: ["solve", "pig", f"--{bomb}"],
    "game": lambda bomb: ["show", bomb],
    "parameter": lambda bomb: ["show", f"pig:{bomb}"],
    "whole number": lambda bomb: ["show", f"pig:sides={bomb}"],
    "multipliers": lambda bomb: ["show", f"ten-times-18:multipliers={bomb}"],
    "dice": lambda bomb: ["show", f"ten-times-18:dice={bomb}"],
    "loaded dice": lambda bomb: ["show", f"ten-times-18:dice=2d{{{bomb}}}"],
    "state": lambda bomb: ["advise", "yahtzee", "--roll", "33456", "--state", bomb],
    "box": lambda bomb: ["advise", "yahtzee", "--roll", "33456", "--state", f"ones={bomb}"],
    "tiles": lambda bomb: ["advise", "klappenspiel", "--roll", "33", "--state", f"up={bomb}"],
    "turn": lambda bomb: ["advise", "pig", "--roll", "3", "--state", f"turn={bomb}"],
    "roll": lambda bomb: ["advise", "klappenspiel", "--roll", bomb],
    "strategy": lambda bomb: ["evaluate", "pig", "--strategy", bomb],
    "hold at": lambda bomb: ["evaluate", "pig", "--strategy", f"hold-at-{bomb}"],
    "players": lambda bomb: ["match", "klappenspiel", "--players", bomb],
    "player": lambda bomb: ["advise", "yahtzee", "--roll", "33456", "--player", bomb],
    "lane": lambda bomb: ["solve", "pig", "--lane", bomb],
    "objective": lambda bomb: ["solve", "pig", "--objective", bomb],
    "target": lambda bomb: ["solve", "pig", "--target", bomb],
    "games": lambda bomb: ["simulate", "pig", "--games", bomb],
    "paper": lambda bomb: ["reproduce", bomb],
    "file": lambda bomb: ["curve", "klappenspiel", "--csv", bomb],
}
FILES: dict[str, Callable[[str], str]] = {
    "bomb.toml": lambda bomb: bomb,
    "key.toml": lambda bomb: f'game = "pig"\nparameters.{bomb} = 1\n',
    "head.toml": lambda bomb: f'game = "pig"\n[parameters.{bomb}]\n',
    "value.toml": lambda bomb: f'game = "pig"\n[parameters]\nsides = {bomb}\n',
    "text.toml": lambda bomb: f'game = "{bomb}"\n',
    "bomb.py": lambda bomb: f"x = {bomb}\n",
}


def attacks() -> Iterator[tuple[str, str, list[str]]]:
    """Every shape at every door; files are written before they are named."""
    for shape, bomb in SHAPES.items():
        for door, command in DOORS.items():
            yield shape, door, command(bomb)
        for name, text in FILES.items():
            Path(name).write_text(text(bomb), encoding="utf-8")
            yield shape, name, ["show", name]


def test_bombs_are_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(cli, ["show", "yahtzee"])  # what is loaded once does not count
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for shape, door, command in attacks():
        begun = time.process_time()
        result = CliRunner().invoke(cli, command)
        where = f"{shape} as {door}: {result.stderr[:200]}"
        assert time.process_time() - begun < 1, where
        assert result.exit_code in (1, 2, 3, 5), where
        assert "inside" not in result.stderr, where
        assert len(result.stderr) < 1_000, where
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # kilobytes


def test_eighty_kilobytes_of_dots(tmp_path: Path) -> None:
    """Took 18 s and 6.1 GB."""
    rules = tmp_path / "dots.toml"
    rules.write_text('game = "pig"\nparameters.' + "a." * 40_000 + "a = 1\n")
    with pytest.raises(dd.DiceDevilError, match="bytes"):
        dd.game(str(rules))


@pytest.mark.parametrize(
    "value", ["[" * 500 + "]" * 500, "9" * 5_000, "{a=" * 500 + "1" + "}" * 500], ids=len
)
def test_nesting_and_digits_in_a_toml(tmp_path: Path, value: str) -> None:
    rules = tmp_path / "deep.toml"
    rules.write_text(f'game = "pig"\n[parameters]\nsides = {value}\n')
    with pytest.raises(dd.DiceDevilError, match=r"sides|Cannot read the rules"):
        dd.game(str(rules))


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    for name in ("huge.toml", "huge.py"):
        with open(tmp_path / name, "wb") as file:
            file.truncate(10**12)  # takes no room on disk
        with pytest.raises(dd.DiceDevilError, match="bytes: rules have at most"):
            dd.game(str(tmp_path / name))


NONSENSE = ["a" * 50_000, "/dev/null/x", "-1"]


def require_answer(folder: Path, *more: str, **nonsense: str) -> None:
    """Where nothing can be kept, answers are right all the same."""
    done = run(folder, "solve", "klappenspiel:tiles=3", "--json", *more, **nonsense)
    assert done.code == 0, done.errors[:300]
    assert len(done.errors) < 500


@pytest.mark.parametrize("value", NONSENSE)
def test_an_environment_of_nonsense(tmp_path: Path, value: str) -> None:
    require_answer(tmp_path, "--exact", DICEDEVIL_TABLES=value, COLUMNS=value)


@pytest.mark.attack
@pytest.mark.parametrize("value", NONSENSE)
def test_kernels_that_cannot_be_kept(tmp_path: Path, value: str) -> None:
    require_answer(tmp_path, NUMBA_CACHE_DIR=value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda slots, hurry: dd.solve(slots, budget=hurry),
        lambda slots, hurry: dd.solve(slots, objective=dd.WinMatch(), budget=hurry),
        lambda slots, hurry: dd.evaluate(slots, "random", budget=hurry),
        lambda slots, hurry: dd.evaluate(slots, "optimal", budget=hurry),
        lambda slots, hurry: dd.curve(slots, budget=hurry),
    ],
    ids=["score", "match", "law", "law of best play", "curve"],
)
def test_enormous_games_are_refused_in_time(ask: Callable[[str, Budget], object]) -> None:
    begun = time.process_time()
    with pytest.raises(TooLarge, match="ten-times-18:slots=10000"):
        ask("ten-times-18:slots=10000", Budget(patience=0.5))
    assert time.process_time() - begun < 10


def test_leads_of_a_large_match_are_not_looked_for_without_end() -> None:
    match = dd.TurnByTurn(dd.game("ten-times-18:slots=9,dice=3d100"))
    with pytest.raises(TooLarge, match="finding leads"):
        dd.solve(best_reply(match, "random"), dd.WinMatch(), budget=Budget(patience=0.5))


def test_what_a_large_match_of_the_best_takes_is_known_in_a_moment() -> None:
    begun = time.process_time()
    with pytest.raises(TooLarge, match="97,683,515,451 positions, 406,208 MB on disk"):
        dd.solve("ten-times-18:slots=12,dice=3d100", dd.WinMatch(), budget=Budget(patience=0.5))
    assert time.process_time() - begun < 10
