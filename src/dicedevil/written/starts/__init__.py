"""Rules files to begin with, one a family, explained line by line."""

from __future__ import annotations

import re
from pathlib import Path

from dicedevil.written.base import FAMILIES
from dicedevil.written.sheet import listed_sheet

_OURS = re.compile(r"^(?:#:schema .*|name = .*)\n", re.MULTILINE)


def start_text(name: str) -> str:
    """Return the start of a family, or the rules of a listed game without its name."""
    if name in FAMILIES:
        return (Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    return "#:schema rules.schema.json\n" + _OURS.sub("", listed_sheet(name).text)
