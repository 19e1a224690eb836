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
    path.chmod(0o644)
    with open(path, "r+b", buffering=0) as file:  # not truncated: some disks flush those at once
        file.seek(place, os.SEEK_SET if place >= 0 else os.SEEK_END)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1 << bit]))


def child(code: str, *arguments: str, folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Run Python code in a process of its own, with tables in a folder."""
    source = f"{Path(dd.__file__).parent.parent}{os.pathsep}{Path(__file__).parent}"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DICEDEVIL_TABLES": str(folder), "PYTHONPATH": source, **environment},
    )


COMMAND = "import sys; from dicedevil.cli import main; sys.argv[0] = 'dicedevil'; main()"
"""What `child` runs as the command line."""

LOSE_RIGHTS = """
import ctypes, os
if os.getuid() == 0:  # root may do everything: become an owner like others
    libc = ctypes.CDLL(None, use_errno=True)
    head, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(head, data) == 0
    data[0] &= ~0b1110  # the rights to read and write whatever the permissions say
    assert libc.capset(head, data) == 0
"""
"""Put before other code (Linux): permissions count, whoever runs the tests."""
