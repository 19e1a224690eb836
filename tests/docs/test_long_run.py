"""The tables of docs/nearly-optimal.md are those of the run that is kept."""

from __future__ import annotations

import sys
from pathlib import Path

from dicedevil.reproduce.pawlewicz.stored import long_run

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

import long_run as made

PAGE = made.PAGE.read_text(encoding="utf-8")


def test_the_tables_are_those_of_what_is_kept() -> None:
    assert made.written(PAGE) == PAGE


def test_the_commands_and_the_sizes_are_told() -> None:
    run = long_run()
    for command in run.commands:
        assert f"    {command}\n" in PAGE
    assert f"{run.errors.games:,} typical matches, seed {run.errors.seed}, run on {run.day}" in PAGE
