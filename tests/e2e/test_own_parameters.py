"""Parameters of a game of one's own: fields of its dataclass, in the name and in a `.toml` file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.games import is_listed

TUG = '''
"""Tug of war: a marker in the middle.

Reach +half and you have won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dicedevil import Dice, Game


@dataclass(frozen=True)
class Tug(Game):
    half: int = field(default=3, metadata={"about": "how far it is to either end"})
    one_die: Dice = Dice.parse("1d6")
    gentle: bool = False
    mood: Literal["calm", "angry"] = "calm"
    prizes: tuple[int, ...] = (1, 2)
    cap: int | None = None
    weight: float = 1.5

    def __post_init__(self):
        if self.half < 1:
            raise ValueError("half is at least 1")

    def start(self):
        return 0

    def is_over(self, state):
        return abs(state) >= self.half

    def rolls(self, state):
        return self.one_die.rolls()

    def choices(self, state, roll):
        return ("pull",)

    def play(self, state, roll, choice):
        after = state + (1 if roll[0] >= 4 else -1)
        return (self.prizes[0] if after == self.half else 0), after

    def progress(self, state):
        return 0
'''


@pytest.fixture(autouse=True)
def tug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tug.py").write_text(TUG.lstrip())
    return tmp_path / "tug.py"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def test_a_field_is_a_parameter() -> None:
    told = json.loads(run("solve", "tug.py:half=10", "--json", "--exact").stdout)
    assert (told["game"], told["states"], told["exact"]) == ("Tug:half=10", 21, "1/2")
    assert str(dd.game("tug.py")) == "Tug"


def test_every_kind_of_field_reads_and_writes() -> None:
    text = "half=4,one-die=1d8,gentle=yes,mood=angry,prizes=3/4,cap=7"
    game = dd.game(f"tug.py:{text}")
    assert str(game) == f"Tug:{text}"
    assert (game.half, game.gentle, game.prizes, game.cap) == (4, True, (3, 4), 7)  # type: ignore[attr-defined]
    assert str(dd.game("tug.py:prizes=1..2,cap=none")) == "Tug"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("tug.py:half=many", "half is a whole number between"),
        ("tug.py:hlf=3", "tug.py has no parameter 'hlf'. Did you mean 'half'?"),
        ("tug.py:mood=sad", "mood is one of calm, angry, not 'sad'"),
        ("tug.py:gentle=maybe", "gentle is yes or no, not 'maybe'"),
        ("tug.py:one-die=2x", "Cannot read the dice '2x'"),
        ("tug.py:prizes=a", "write them as in 1/2/5"),
        ("tug.py:weight=2", "tug.py has no parameter 'weight'"),
        ("tug.py:half=0", "'tug.py' cannot make a Tug of 'half=0': ValueError: half is at least 1"),
        ("tug.py:", "ends after the colon"),
        ("tug.py:half", "write key=value"),
        ("none.py:half=3", "There is no rules file 'none.py'"),
    ],
)
def test_wrong_ones_are_refused_in_words(spec: str, words: str) -> None:
    result = run("solve", spec)
    assert result.exit_code == 3
    assert words in result.stderr


def test_a_field_without_a_default_must_be_given(tug: Path) -> None:
    tug.write_text(TUG.lstrip().replace("field(default=3, ", "field("))
    assert "half is needed: write NAME:half=VALUE" in run("solve", "tug.py").stderr
    assert str(dd.game("tug.py:half=2")) == "Tug:half=2"


def test_the_game_that_the_file_makes_is_changed_from_there(tug: Path) -> None:
    tug.write_text(TUG.lstrip() + "\n\ngame = Tug(half=5, weight=2.5)\n")
    assert str(dd.game("tug.py")) == "Tug:half=5"
    changed = dd.game("tug.py:cap=1")
    assert (changed.half, changed.cap, changed.weight) == (5, 1, 2.5)  # type: ignore[attr-defined]


def test_a_toml_file_names_it_from_its_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "long.toml").write_text(
        'game = "../tug.py"\n[parameters]\nhalf = 4\ngentle = true\nprizes = [3, 5]\n'
    )
    assert str(dd.game("variants/long.toml")) == "Tug:half=4,gentle=yes,prizes=3/5"
    assert str(dd.game("variants/long.toml:half=6,gentle=no")) == "Tug:half=6,prizes=3/5"
    assert "Reach +half" in run("show", "variants/long.toml").stdout
    (folder / "gone.toml").write_text('game = "gone.py"\n')
    assert "There is no rules file 'variants/gone.py'" in run("solve", "variants/gone.toml").stderr


def test_a_listed_game_by_toml_is_changed_the_same_way(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('game = "shut-the-box"\n[parameters]\ntiles = 12\n')
    assert str(dd.game("box.toml:tiles=5")) == "shut-the-box:tiles=5"


@pytest.mark.parametrize("name", ["C:\\games\\tug.py", "a:b.py:c/tug.py", "rules.py:dir/tug.py"])
def test_a_path_may_have_colons(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TUG.lstrip())
    assert str(dd.game(name)) == "Tug"
    assert str(dd.game(f"{name}:half=7")) == "Tug:half=7"


def test_a_stranger_s_game_is_never_taken_for_a_listed_one(tug: Path) -> None:
    tug.write_text(TUG.lstrip().replace("    half: int", '    name = "pig"\n    half: int'))
    assert str(dd.game("tug.py:half=4")) == "pig:half=4"
    for spec in ("tug.py", "tug.py:half=4"):
        assert not is_listed(dd.game(spec))


def test_show_prints_the_text_and_the_parameters() -> None:
    shown = run("show", "tug.py").stdout
    assert "Tug of war: a marker in the middle." in shown
    assert "how far it is to either end" in shown
    assert "one-die     1d6" in shown
    told = json.loads(run("show", "tug.py", "--json").stdout)
    assert told["rules"].startswith("Tug of war")
    assert [one["name"] for one in told["parameters"]][:2] == ["half", "one-die"]


def test_that_a_file_is_run_is_said() -> None:
    for arguments in (("--help",), ("show", "--help")):
        assert "naming it runs it" in " ".join(run(*arguments).stdout.split())
