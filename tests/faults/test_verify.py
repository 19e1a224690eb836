"""Tables against what was published, and against the rules, by another way than they were made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import dicedevil as dd
import published as script
from dicedevil.ask.verify import published
from dicedevil.cli.group import cli
from dicedevil.games import GAMES
from dicedevil.solvers.drafts import discard
from dicedevil.solvers.held import Look
from dicedevil.solvers.tables import TableKey, listing, read, save

QUICK: tuple[tuple[str, dd.Objective], ...] = (
    ("micro-yahtzee", dd.MaxScore()),
    ("micro-yahtzee", dd.ReachTarget()),
    ("micro-yahtzee", dd.WinMatch()),
    ("micro-yahtzee", dd.WinAlone()),
    ("klappenspiel", dd.MaxScore()),
    ("pig", dd.WinMatch()),
    ("yahtzee", dd.MaxScore()),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def verify(*options: str) -> tuple[int, list[dict[str, Any]]]:
    told = CliRunner().invoke(cli, ["tables", "verify", *options, "--json"])
    return told.exit_code, json.loads(told.stdout)


def spoil(path: Path, array: str, factor: float) -> None:
    """Write a table again, whole and sealed, with other values."""
    table = read(path)
    arrays = {name: np.array(values) for name, values in table.arrays.items()}
    arrays[array] = arrays[array] * factor
    facts = dict(table.facts)
    known = ("game", "objective", "rules_hash")
    key = TableKey(*(facts[name] for name in known), tuple(facts["made_from"]))
    save(key, arrays, {name: facts[name] for name in ("states", "rules") if name in facts})


def test_tables_made_here_are_those_that_were_published(folder: Path) -> None:
    for game, objective in QUICK:
        dd.solve(game, objective)
    code, told = verify("--known", "--rules", "--positions", "20")
    assert code == 0
    known = {one["name"]: one["known"] for one in told if "known" in one}
    assert known == {path.name: None if "-win-alone-" in path.name else True for path in listing()}
    held = [one for one in told if "positions" in one]
    assert {one["name"].split(" | ")[0] for one in held} == {game for game, _ in QUICK}
    assert len(held) == len(QUICK)
    assert all(one["positions"] > 2 for one in held)
    assert all(one["worst"] < 1e-6 for one in held)


def test_every_listed_game_with_tables_of_its_own_is_published() -> None:
    named = {name.split(" | ")[0].split(":")[0].split(",")[0] for name in published()}
    assert named == set(GAMES), "run: python docs/published.py --write NAME"


def test_all_that_the_script_makes_is_published() -> None:
    """A match of cards is published layer by layer, its name without the players'."""
    names = [name.split(" (")[0].replace(", best and best", "") for name in published()]
    for game, objective in script.TABLES:
        assert any(f"{name} ".startswith(f"{game} | {objective.name} ") for name in names)
    for game, boxes in script.ENDGAMES.items():
        for turns in range(1, boxes + 1):
            assert any(name.startswith(f"{game} | win {turns} open, part 1 of") for name in names)


def test_a_whole_table_with_other_values_is_not_the_published_one(folder: Path) -> None:
    dd.solve("micro-yahtzee")
    spoil(listing()[0], "values", 1.01)
    assert verify()[0] == 0
    code, (told,) = verify("--known")
    assert code == 4
    assert told["known"] is False
    assert "not the table that was published" in told["problem"]
    code, told_too = verify("--rules")
    assert code == 4
    assert "contradict the rules" in told_too[-1]["problem"]


def test_what_nobody_could_look_at_is_not_ok(folder: Path) -> None:
    dd.solve("micro-yahtzee", dd.WinMatch())
    discard(next(path for path in listing() if "-1-open-" in path.name))
    code, told = verify("--rules")
    assert code == 4
    assert told[-1]["state"] == "NOT HELD"


def test_tables_of_somebody_else_stop_nobody(folder: Path) -> None:
    """A game that is not listed, an objective of their own, and a program that is not to be run."""
    program = folder / "toy.py"
    program.write_text("raise SystemExit(7)")
    for game, objective in (("toy", "score"), ("pig", "most-sixes"), (str(program), "score")):
        key = TableKey(game, objective, "0123456789abcdef-1", ("toy_room", "toys:Toy"))
        save(key, {"a": np.arange(3)}, {})
    dd.solve("micro-yahtzee")
    code, told = verify("--rules")
    assert code == 0
    assert [one["state"] for one in told].count("not held") == 3
    assert [one["name"] for one in told if "positions" in one] == ["micro-yahtzee | score"]


def test_trouble_while_looking_is_told_as_that_of_a_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looks(*_: object) -> Iterator[Look]:
        raise dd.DiceDevilError("no more")
        yield

    dd.solve("klappenspiel:tiles=5")
    monkeypatch.setattr("dicedevil.solvers.lane.Lane.looks", looks)
    code, told = verify("--rules")
    assert code == 4
    assert "cannot be held against the rules: no more" in told[-1]["problem"]


def test_a_variant_that_was_not_published_is_no_mistake(folder: Path) -> None:
    dd.solve("klappenspiel:tiles=5")
    code, (told,) = verify("--known")
    assert code == 0
    assert told["known"] is None


@pytest.mark.attack
def test_bits_are_those_of_a_machine_without_wide_registers(tmp_path: Path) -> None:
    """Kernels compiled for the oldest x86-64, NumPy without its faster loops, another BLAS."""
    plain = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL",
        "OPENBLAS_CORETYPE": "Prescott",
        "NUMBA_CACHE_DIR": str(tmp_path),
    }
    words = [sys.executable, "docs/published.py", "micro", "klappenspiel", "pig", "ten-times-18"]
    made = subprocess.run(words, env=os.environ | plain, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout
