"""A game of somebody's own with parameters, which writes down whenever its rules are asked."""

from __future__ import annotations

from pathlib import Path

COIN = """
import os
from dataclasses import dataclass
from dicedevil import Game

@dataclass(frozen=True)
class Coin(Game):
    prize: int = 2
    trouble: int = 0

    def start(self): return 0
    def is_over(self, state): return state == 1
    def rolls(self, state):
        with open({log!r}, "a") as log:
            print(self.prize, file=log)
        {always}
        if self.prize == self.trouble:
            {what}
        return {{(1,): 1, (2,): 1}}
    def choices(self, state, roll): return ("take", "double") if roll == (1,) else ("take",)
    def play(self, state, roll, choice): return self.prize * (1 + (choice == "double")), 1
    def progress(self, state): return state
"""


def coin(folder: Path, what: str = "raise ValueError('no luck')", always: str = "pass") -> str:
    """Write the rules; `what` is done where the prize is the trouble, and something else always."""
    path = folder / "coin.py"
    path.write_text(COIN.format(log=str(folder / "log"), what=what, always=always))
    return str(path)


def solved(folder: Path) -> list[str]:
    """Return the settings whose rules were asked since the last time, each once."""
    log = folder / "log"
    found = sorted(set(log.read_text().split())) if log.exists() else []
    log.unlink(missing_ok=True)
    return found
