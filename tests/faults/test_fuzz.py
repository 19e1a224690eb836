"""Random command lines and rules files: refused in words or answered, never a failure of our own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import COMMANDS, cli

CONTRACT = (0, 1, 2, 3, 4, 5)
GAMES = ["pig:target=9", "klappenspiel:tiles=3", "ten-times-18:slots=2", "shut-the-box:tiles=3"]
PLAIN = [
    "",
    "0",
    "1",
    "-1",
    "3",
    "33456",
    "1+2",
    "12",
    "nan",
    "inf",
    "1e3",
    "\u00e9",
    "\x00x",
    "a=b",
    "=",
]
WORDS = [
    *("optimal", "random", "worst", "omniscient", "hold-at-3", "emp-0", "win", "optimal,random"),
    *("up=1+2", "turn=3", "me=1,them=2", "1=3", "ones=3", "score", "target", "turns", "within"),
    *("reference", "graph", "curve", "value", "policy", "boecker", "x.toml", "x.py", "no/x.png"),
]
OPTIONS = [
    *("--json", "--exact", "--state", "--roll", "--objective", "--target", "--turns", "--strategy"),
    *("--players", "--player", "--against", "--same-rolls", "--lane", "--fresh", "--seed", "--csv"),
    *("--bin", "-o", "--states", "--item", "--whole", "--help", "--memory", "--up-to", "--nothing"),
]
CHEAP = [name for name in COMMANDS if name not in ("serve", "demo", "reproduce", "judge")]


def lines(luck: random.Random) -> Iterator[list[str]]:
    """Commands with options, numbers and words of all kinds, mostly of the right kind."""
    while True:
        command = [luck.choice(CHEAP)]
        if command == ["plot"]:
            command.append(luck.choice(["curve", "value", "distribution", "nothing"]))
        command.append(luck.choice(GAMES) + luck.choice(["", "", "", ":", ",x=1", ":sides=3"]))
        for _ in range(luck.randint(0, 4)):
            command.append(luck.choice(OPTIONS))
            if luck.random() < 0.8:
                command.append(luck.choice(luck.choice([PLAIN, WORDS, GAMES])))
        if command[0] in ("simulate", "match"):
            command += ["--games", luck.choice(["1", "2", "0", "x"])]
        yield command


def attack(seed: int, runs: int) -> None:
    for _, command in zip(range(runs), lines(random.Random(seed)), strict=False):
        result = CliRunner().invoke(cli, command)
        where = f"{command}: {result.stderr[:300]}"
        assert result.exit_code in CONTRACT, where
        assert "inside Dice Devil" not in result.stderr, where
        assert result.exception is None or isinstance(result.exception, SystemExit), where


def texts(luck: random.Random) -> Iterator[str]:
    """TOML files with a few characters changed, doubled or gone."""
    whole = 'game = "shut-the-box"\n[parameters]\ntiles = 3\none-die = "sum<=6"\nscore = "win"\n'
    while True:
        signs = list(whole)
        for _ in range(luck.randint(1, 4)):
            place = luck.randrange(len(signs))
            signs[place] = luck.choice([*'[]{}=."\n#0x-\\', "", signs[place] * 2, "\u00e9", "\x00"])
        yield "".join(signs)


def attack_files(seed: int, runs: int) -> None:
    for _, text in zip(range(runs), texts(random.Random(seed)), strict=False):
        Path("x.toml").write_text(text, encoding="utf-8")
        result = CliRunner().invoke(cli, ["check", "x.toml"])
        assert result.exit_code in (0, 3, 5), f"{text}: {result.stderr[:300]}"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def test_a_few_commands() -> None:
    attack(seed=1, runs=150)


def test_a_few_files() -> None:
    attack_files(seed=1, runs=100)


@pytest.mark.attack
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_commands(seed: int) -> None:
    attack(seed, runs=500)


@pytest.mark.attack
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_files(seed: int) -> None:
    attack_files(seed, runs=500)


QUESTIONS = [
    lambda: dd.solve("pig:target=9", dd.WinMatch()).value,
    lambda: dd.solve("klappenspiel:tiles=4", exact=True).exact,
    lambda: dd.evaluate("ten-times-18:slots=3", "random").mean,
    lambda: dd.advise("klappenspiel", "up=4+6+10", "46").value,
    lambda: dd.curve("shut-the-box:tiles=4,score=remaining").probability,
    lambda: dd.simulate("ten-times-18:slots=3", games=200, seed=3).mean,
]


def test_eight_threads_answer_as_one() -> None:
    alone = [ask() for ask in QUESTIONS]
    asked = [place for _ in range(8) for place in range(len(QUESTIONS))]
    random.Random(1).shuffle(asked)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda place: QUESTIONS[place](), asked))
    assert answers == [alone[place] for place in asked]
