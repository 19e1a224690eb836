"""What is measured apart from the rest: in a process of its own, with tables in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.figure import Figure

ROW = 128
"""Bytes of a row of the lattice."""
FEWEST_ROWS = 4e8
"""Rows that a core should go through in a second, at least: 51 GB from the cache."""


@contextmanager
def own_tables() -> Iterator[Path]:
    """Keep tables in a folder that is empty, and goes in the end."""
    before = os.environ.get("DICEDEVIL_TABLES")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DICEDEVIL_TABLES"] = folder
        try:
            yield Path(folder)
        finally:
            os.environ.pop("DICEDEVIL_TABLES")
            if before is not None:
                os.environ["DICEDEVIL_TABLES"] = before


def told_by(code: str, *arguments: object) -> Any:
    """Run code in a process of its own: so its peak memory is its own; return what it tells in JSON."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return json.loads(done.stdout)


def size_of(folder: Path) -> int:
    """Return the bytes of all tables in a folder."""
    return sum(file.stat().st_size for file in folder.glob("*/*"))


def row_speed(rows: float, cpu: float) -> Figure:
    """Say how many rows of the lattice a core goes through, against what a cache gives."""
    speed = f"{rows / cpu / 1e6:,.0f} million ({ROW * rows / cpu / 1e9:.0f} GB/s)"
    target = f">= {FEWEST_ROWS / 1e6:.0f} million"
    return Figure("  rows a second, one core", speed, target, rows / cpu >= FEWEST_ROWS)
