"""Damage to files on disk: tables are written once and read-only, so a test must force its way in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import dicedevil as dd


def overwrite(path: Path, content: bytes) -> None:
    """Write over a file in place, as `cp -f` does: who has it open sees the change."""
    path.chmod(0o644)
    path.write_bytes(content)


def flip(path: Path, place: int, bit: int = 0) -> None:
    """Flip a bit; places below 0 count from the end."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    overwrite(path, bytes(content))


def child(
    code: str, *arguments: str, folder: Path, user: int | None = None, **environment: str
) -> subprocess.Popen[str]:
    """Run Python code in a process of its own, with tables in a folder."""
    source = f"{Path(dd.__file__).parent.parent}{os.pathsep}{Path(__file__).parent}"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        user=user,
        env={**os.environ, "DICEDEVIL_TABLES": str(folder), "PYTHONPATH": source, **environment},
    )


COMMAND = "import sys; from dicedevil.cli import main; sys.argv[0] = 'dicedevil'; main()"
"""What `child` runs as the command line."""
