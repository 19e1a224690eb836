"""Published numbers that a game's values are held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class KnownValue:
    """A published or proven number and where it stands; a golden test checks each one."""

    question: str
    value: str
    source: str
    game: str = ""
    """The rules it holds for, such as `pig:sides=8`; empty means the bare name."""
    strategy: str = "optimal"
    objective: str = "score"
