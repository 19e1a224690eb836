"""Damage to tables, bit by bit and under a running process: always the right answer, and a word."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from damage import child, flip, overwrite
from dicedevil.cli.group import cli
from dicedevil.errors import TableError
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget

QUESTIONS = (
    ("micro-yahtzee", dd.ReachTarget(20)),
    ("micro-yahtzee", dd.WinMatch()),
    ("micro-yahtzee", dd.MaxScore()),
    ("klappenspiel:tiles=4", dd.MaxScore()),
    ("pig:target=12", dd.WinMatch()),
    ("ten-times-18:slots=2", dd.WinMatch()),
)
NAMES = [f"{game} {aim.name}" for game, aim in QUESTIONS]
HEADER = 128
JUNIOR = "junior-yahtzee"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, empty."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def believed_bits(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield all bits of what says how the rest is to be read: headers, sidecars and seals."""
    for file in sorted(folder.glob("[!.]*/*")):
        whole = file.suffix == ".json" or file.stem == "seals"
        for place in range(file.stat().st_size if whole else HEADER):
            yield from ((file, place, bit) for bit in range(8))


def survive(
    folder: Path, game: str, aim: dd.Objective, good: float, bits: list[tuple[Path, int, int]]
) -> None:
    noticed = 0
    for file, place, bit in bits:
        before, said = file.read_bytes(), list[str]()
        flip(file, place, bit)
        value = dd.solve(game, aim, budget=Budget(announce=said.append)).value
        assert value == good, f"bit {bit} of byte {place} of {file.name}"
        noticed += bool(said)
        if said:
            assert "made again" in said[0]
        else:  # a space of the sidecar, or the name of a key for people
            overwrite(file, before)
        for path in tables.listing(folder):
            tables.read(path)
    assert noticed > 0.8 * len(bits)


@pytest.mark.parametrize(("game", "aim"), QUESTIONS, ids=NAMES)
def test_one_bit_of_what_is_believed(folder: Path, game: str, aim: dd.Objective) -> None:
    good = dd.solve(game, aim).value
    bits = list(believed_bits(folder))
    survive(folder, game, aim, good, random.Random(1).sample(bits, 8))


@pytest.mark.attack
@pytest.mark.parametrize(("game", "aim"), QUESTIONS, ids=NAMES)
def test_many_bits_of_what_is_believed(folder: Path, game: str, aim: dd.Objective) -> None:
    good = dd.solve(game, aim).value
    bits = list(believed_bits(folder))
    survive(folder, game, aim, good, random.Random(2).sample(bits, 150))


@pytest.mark.attack
@pytest.mark.parametrize(("game", "aim"), QUESTIONS, ids=NAMES)
def test_every_bit_of_what_is_believed(folder: Path, game: str, aim: dd.Objective) -> None:
    """A table is refused, or read as it was."""
    dd.solve(game, aim)
    path, refused, read = tables.listing(folder)[-1], 0, 0
    good = told(path)
    for file, place, bit in believed_bits(folder):
        if file.parent == path:
            flip(file, place, bit)
            try:
                assert told(path) == good, f"bit {bit} of byte {place} of {file.name}"
                read += 1
            except TableError:
                refused += 1
            flip(file, place, bit)
    assert refused > 5_000
    assert read < 0.2 * refused  # spaces of the sidecar


def told(path: Path) -> tuple[object, ...]:
    """Return all that is believed when a table is opened."""
    table = tables.read(path, unchecked=("chances",))
    parts = {name: (part.dtype, part.shape, part.offset) for name, part in table.parts.items()}
    return table.facts, {name: array.tolist() for name, array in table.arrays.items()}, parts


@pytest.mark.parametrize("edit", [(b"'<f4'", b"'>f4'"), (b"'<f4'", b"'<i4'"), (b"False", b"True ")])
def test_a_header_that_says_otherwise(folder: Path, edit: tuple[bytes, bytes]) -> None:
    """Another order of bytes, another kind of number: chances of 1e37 were the answer."""
    good = dd.solve("micro-yahtzee", dd.ReachTarget(20)).value
    for file in folder.glob("[!.]*/chances.npy"):
        content = file.read_bytes()
        assert edit[0] in content
        overwrite(file, content.replace(*edit))
    said: list[str] = []
    budget = Budget(announce=said.append)
    assert dd.solve("micro-yahtzee", dd.ReachTarget(20), budget=budget).value == good
    assert all("the header of chances.npy has changed" in one for one in said)
    assert said


READER = f"""
import sys
import dicedevil as dd
from dicedevil.solvers.budget import Budget
budget = Budget(announce=lambda message: print("said", message, flush=True))
game = dd.game("{JUNIOR}")
curves = dd.solve(game, dd.ReachTarget(60), budget=budget)
match = dd.solve("micro-yahtzee", dd.WinMatch(), budget=budget)
print("ready", flush=True)
sys.stdin.readline()
for text in ("ones=3,twos=6", "ones=3", "ones=3,twos=6,threes=9"):
    sure, row = curves.values.row(game.read_state(text).state)
    print("row", sure, float(row.sum()), flush=True)
print("match", match.value)
"""


def test_files_that_change_under_a_running_process(folder: Path) -> None:
    """A mapped file that is cut ends a process by a bus error; one that changes, in nonsense."""
    dd.curve(JUNIOR)
    dd.solve("micro-yahtzee", dd.WinMatch())
    reader = child(READER, folder=folder)
    assert reader.stdin is not None
    assert reader.stdout is not None
    assert reader.stdout.readline() == "ready\n"
    for number, file in enumerate(sorted(folder.glob("[!.]*/*.npy"))):
        content = file.read_bytes()
        overwrite(file, content[:HEADER] + b"\x55" * len(content) if number % 2 else b"")
    out, errors = reader.communicate("\n", timeout=120)
    assert reader.returncode == 0, errors
    said = [line for line in out.splitlines() if line.startswith("said")]
    assert len(said) == len(set(said)) >= 3
    assert all("damaged" in line and "made again" in line for line in said)
    game = dd.game(JUNIOR)
    curves = dd.solve(game, dd.ReachTarget(60), fresh=True).values
    wanted = []
    for text in ("ones=3,twos=6", "ones=3", "ones=3,twos=6,threes=9"):
        sure, row = curves.row(game.read_state(text).state)  # type: ignore[attr-defined]
        wanted.append(f"row {sure} {float(row.sum())}")
    wanted.append(f"match {dd.solve('micro-yahtzee', dd.WinMatch(), fresh=True).value}")
    assert [line for line in out.splitlines() if not line.startswith("said")] == wanted


def test_damaged_curves_are_made_again_by_the_command(folder: Path) -> None:
    asked = ["curve", JUNIOR, "--state", "ones=3,twos=6", "--json"]
    good = CliRunner().invoke(cli, asked)
    assert good.exit_code == 0
    layer = next(path for path in tables.listing(folder) if "4-open" in path.name)
    flip(layer / "chances.npy", -100)
    again = CliRunner().invoke(cli, asked)
    assert again.exit_code == 0
    assert json.loads(again.stdout) == json.loads(good.stdout)
    assert f"The table {layer.name} is damaged: chances have changed. It is made again." in again.stderr
    assert "damaged" not in CliRunner().invoke(cli, asked).stderr


def test_a_mean_table_that_is_damaged_is_said_by_the_command(folder: Path) -> None:
    asked = ["solve", "klappenspiel:tiles=4", "--json"]
    good = json.loads(CliRunner().invoke(cli, asked).stdout)["value"]
    [path] = tables.listing(folder)
    shutil.copy(path / "low.npy", folder / "other.npy")
    flip(path / "low.npy", -1, 6)
    again = CliRunner().invoke(cli, asked)
    assert json.loads(again.stdout)["value"] == good
    assert f"The table {path.name} is damaged: low has changed. It is made again." in again.stderr
