"""What follows from many states at once, as `Game.expand` tells it for large games.

`expand` gets an array with a row a state, for games whose states are flat tuples of whole numbers. The
answer must be what the plain functions say; `check_game` compares them.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Expansion(NamedTuple):
    """What follows from many states at once, in the order the plain functions would tell it."""

    rolls: Any  # per state: how many rolls can come (0: it is over)
    weights: Any  # per roll
    choices: Any  # per roll: how many choices it leaves
    points: Any  # per choice
    after: Any  # per choice: the next state, a row of whole numbers
