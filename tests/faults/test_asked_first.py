"""Names, files and options are checked before anything is made, in every command."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedevil.cli.group import COMMANDS, cli
from dicedevil.solvers.cards.endgames import Endgames

ROOMS = ("plain", "cards", "placement", "press_luck")
WORK = ("solve", "law", "play", "search", "strategy", "compare")
"""What lanes do."""

WRONG = {
    "serve": ["missing.py", "--port 70000", "--port x", "--host no.such.host.invalid"],
    "demo": ["-o tour.bmp", "-o no/folder/tour.png"],
    "games": ["--jsonl"],
    "new": ["", "crads", "cards --schema"],
    "show": ["yatzee", "pig:sites=6", "missing.toml", "missing.py"],
    "solve": [
        "yahtze",
        "yahtzee:joker=never",
        "yahtzee --lane nobody",
        "yahtzee --objective fun",
        "yahtzee --objective target",
        "yahtzee --objective within",
        "yahtzee --against nobody",
        "yahtzee --objective score --against random",
        "yahtzee --same-rolls",
        "ten-times-18 --against nobody --same-rolls",
        "ten-times-18 --against omniscient --same-rolls",
        "pig --endgames 4",
        "yahtzee --endgames 4 --exact",
        "yahtzee --endgames 4 --objective score",
        "yahtzee --memory 0",
    ],
    "advise": [
        "yahtzee --roll 3345",
        "yahtzee --roll 33457",
        "yahtzee --state ones=7 --roll 33456",
        "yahtzee --roll 33456 --player nobody",
        "yahtzee --roll 33456 --player emp",
        "yahtzee --roll 33457 --player emp-1",
        "yahtzee --state ones=7 --roll 33456 --player emp-1",
        "yahtzee --roll 33456 --objective target",
    ],
    "curve": ["yahtzee --state ones=7", "yahtzee --csv no/folder/curve.csv", "pig:target=x"],
    "evaluate": [
        "yahtzee --strategy nobody",
        "yahtzee --strategy optimal --strategy nobody",
        "yahtzee --csv no/folder/law.csv",
        "yahtzee --objective win --csv law.csv",
        "yahtzee --objective win --strategy nobody",
        "ten-times-18 --objective win --strategy random --strategy nobody",
        "pig --objective win --against nobody",
        "pig --strategy hold-at-20 --against nobody",
        "yahtzee --objective score --against random",
    ],
    "compare": [
        "",
        "yahtze",
        "yahtzee yahtze",
        "yahtzee yahtzee:joker=free",
        "yahtzee pig pig:sides=8 farkle zilch yatzy junior-yahtzee",
        "yahtzee --matters -1",
        "yahtzee --matters x",
        "yahtzee --matters nan",
        "yahtzee --games 0",
        "yahtzee --seed -1",
        "yahtzee --objective win",
        "yahtzee -o figure.bmp",
        "yahtzee -o no/folder/figure.png",
        "yahtzee --csv no/folder/rows.csv",
        "yahtzee --memory 0",
        "yahtzee missing.py",
    ],
    "simulate": [
        "yahtzee --strategy nobody",
        "yahtzee --games 0",
        "yahtzee --seed -1",
        "yahtzee --record no/folder/games.jsonl",
        "yahtzee --strategy emp-1",
        "yahtzee --strategy emp-1 --against nobody",
        "yahtzee --strategy nobody --against emp-1",
    ],
    "match": [
        "yahtzee --players emp-1,nobody",
        "yahtzee --players optimal",
        "yahtzee --players optimal,omniscient",
        "yahtzee --players emp-1,optimal --games 0",
        "yahtzee --players emp-1,optimal --seed -1",
        "yahtzee --players emp-1,win,optimal",
        "ten-times-18 --players emp-1,omniscient",
        "ten-times-18 --players optimal,omniscient --same-rolls",
        "pig --players optimal,nobody",
        "klappenspiel --players optimal,nobody",
    ],
    "sweep": [
        "yahtze --vary threshold=50..80",
        "yahtzee",
        "yahtzee --vary treshold=50..80",
        "yahtzee --vary threshold=80..50",
        "yahtzee --vary threshold=50..80/0",
        "yahtzee --vary threshold=50..80/-1",
        "yahtzee --vary threshold=50.5..80",
        "yahtzee --vary threshold",
        "yahtzee --vary joker=free,never",
        "yahtzee --vary threshold=50..60 --vary threshold=61..63",
        "yahtzee --vary threshold=50..60 --vary joker=free --vary rerolls=1",
        "yahtzee:threshold=60 --vary threshold=50..60",
        "yahtzee --vary threshold=50..80 --measure means",
        "yahtzee --vary threshold=50..80 --measure mean,turns",
        "yahtzee --vary threshold=50..80 --csv no/folder/rows.csv",
        "yahtzee --vary threshold=50..80 -o rows.bmp",
        "yahtzee --vary threshold=50..80 -o no/folder/rows.png",
        "yahtzee --vary threshold=50..80 --workers 0",
        "cant-stop --vary sides=3..4 --measure first-player",
    ],
    "tune": [
        "yahtzee --vary threshold=50..80 --measure mean",
        "yahtzee --vary threshold=50..80 --to 250",
        "yahtzee --vary threshold=50..80 --measure mean --to nan",
        "yahtzee --vary threshold=50..80 --measure mean --to inf",
        "yahtzee --vary threshold=50..80 --measure mean --to -inf",
        "yahtzee --vary threshold=50..80 --measure mean --to 1/0",
        "yahtzee --vary threshold=50..80 --measure mean --to many",
        "yahtzee --vary threshold=50..80 --measure mean,sd --to 250",
        "pig --vary target=50..80 --measure first-player --to 51",
        "pig --vary target=80..50 --measure first-player --to 0.51",
        "pig --vary target=50..80 --measure first-player --to 0.51 -o near.bmp",
    ],
    "play": [
        "yahtze",
        "yahtzee --against nobody",
        "yahtzee --against optimal,nobody",
        "yahtzee --against optimal,win",
        "pig --against optimal,nobody",
        "ten-times-18 --against omniscient",
        "yahtzee --against optimal --seed -1",
        "yahtzee --players Ann,,Bob",
        "yahtzee --record no/folder/game.jsonl",
        "yahtzee --resume --no-keep",
        "--against optimal",
    ],
    "train": ["yahtze", "--everything"],
    "test": [
        "yahtze",
        "yahtzee --questions 0",
        "yahtzee --seed -1",
        "yahtzee --objective worst",
        "yahtzee --answers missing.txt",
    ],
    "stats": ["--everything"],
    "records": ["look", "import missing.jsonl", "export no/folder/games.jsonl"],
    "grade": [
        "missing.jsonl",
        "- --objective fun",
        "- --objective target",
        "- --csv no/folder/moves.csv",
        "- --parquet no/folder/moves.parquet",
        "- --rules missing.py",
    ],
    "judge": [
        "junior-yahtzee --players nobody",
        "junior-yahtzee --players emp-0,nobody",
        "ten-times-18 --players emp-0,omniscient",
        "junior-yahtzee --games 0",
        "junior-yahtzee --up-to 0",
        "junior-yahtzee --up-to 99",
        "junior-yahtzee -o errors.bmp",
        "junior-yahtzee -o no/folder/errors.png",
        "pig",
    ],
    "plot": [
        "landscape yahtzee -o figure.png",
        "policy yahtzee -o figure.png",
        "boundary yahtzee -o figure.png",
        "curve yahtzee -o figure.bmp",
        "curve yahtzee -o no/folder/figure.png",
        "curve yahtzee --state ones=7 -o figure.png",
        "curve yahtzee --strategy optimal --strategy nobody -o figure.png",
        "distribution yahtzee --strategy random --strategy nobody -o figure.png",
        "distribution yahtzee --bin 0 -o figure.png",
        "value yahtzee --strategy random -o figure.png",
        "game missing.jsonl -o figure.png",
        "game games.jsonl --state ones=3 -o figure.png",
        "curve yahtzee --line 2 -o figure.png",
    ],
    "reproduce": [
        "boeker",
        "boecker boeker",
        "boecker --csv no/folder/rows.csv",
        "pawlewicz --games 0",
        "boecker --whole",
        "klappenspiel --whole --json",
    ],
    "check": ["yahtze", "pig --states 0"],
    "tables": ["look", "list --everything"],
}


@pytest.fixture(autouse=True)
def nobody_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def reached(self: object, *_: object, **__: object) -> None:
        raise AssertionError(f"{type(self).__name__} was asked to work")

    for room in ROOMS:
        for lane in import_module(f"dicedevil.solvers.{room}.lanes").LANES:
            for work in WORK:
                monkeypatch.setattr(type(lane), work, reached)
    monkeypatch.setattr(Endgames, "make", reached)


def test_every_command_is_asked() -> None:
    assert set(WRONG) == set(COMMANDS)


@pytest.mark.parametrize(
    "line", [f"{command} {rest}" for command, lines in WRONG.items() for rest in lines]
)
def test_what_is_wrong_is_said_before_any_work(line: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, shlex.split(line), catch_exceptions=False)
    assert "asked to work" not in result.stderr
    assert result.exit_code in (1, 2, 3), result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        "solve yahtzee",
        "advise yahtzee --roll 33456",
        "curve yahtzee",
        "evaluate yahtzee --strategy random",
        "simulate pig",
        "compare pig",
        "match yahtzee --players emp-1,optimal",
        "judge junior-yahtzee --players optimal",
        "plot policy klappenspiel -o figure.png",
        "reproduce klappenspiel",
    ],
)
def test_the_test_would_notice_work(line: str) -> None:
    assert "asked to work" in CliRunner().invoke(cli, shlex.split(line)).stderr
