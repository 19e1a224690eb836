"""The errors of players' moves, summed up: by player and by the turns to go."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dicedevil.notebook import html_table


@dataclass(frozen=True)
class ErrorRow:
    """The moves of one player with so many turns to go, both players' together."""

    to_go: int
    player: str
    turns: int
    moves: int
    mean: float
    """The mean error of a move, in chances to win."""
    standard_error: float
    differs: float
    """The share of moves that are not the best."""
    error_bound: float = 0.0
    """How far the mean error of these moves can be from the exact one; chance does far more."""


@dataclass(frozen=True)
class MoveErrors:
    """The errors of players, by the number of turns to go."""

    game: str
    typical: str
    games: int
    seed: int
    rows: tuple[ErrorRow, ...]
    by_positions: bool = False
    """Whether every match gave one position, all rolls of whose turn count, or all that was rolled."""

    def row(self, to_go: int, player: str) -> ErrorRow:
        """Return the errors of a player with so many turns to go."""
        return next(row for row in self.rows if (row.to_go, row.player) == (to_go, player))

    @property
    def players(self) -> tuple[str, ...]:
        """The players that were asked."""
        return tuple(dict.fromkeys(row.player for row in self.rows))

    @property
    def depths(self) -> tuple[int, ...]:
        """The numbers of turns to go, few first."""
        return tuple(sorted({row.to_go for row in self.rows}))

    @property
    def error_bound(self) -> float:
        """How far any mean error can be from the exact one of the same moves."""
        return max((row.error_bound for row in self.rows), default=0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "game": self.game,
            "error_bound": self.error_bound,
            "typical": self.typical,
            "games": self.games,
            "seed": self.seed,
            "by_positions": self.by_positions,
            "rows": [
                {
                    "to_go": row.to_go,
                    "player": row.player,
                    "turns": row.turns,
                    "moves": row.moves,
                    "error": row.mean,
                    "standard_error": row.standard_error,
                    "differs": row.differs,
                    "error_bound": row.error_bound,
                }
                for row in self.rows
            ],
        }

    def __str__(self) -> str:
        """A line for each number of turns to go."""
        heads = "".join(f"{player:>24}" for player in self.players)
        lines = [f"{self.game}: mean error of a move, {self.games:,} games", f"{'to go':>6}{heads}"]
        for to_go in self.depths:
            cells = (self.row(to_go, player) for player in self.players)
            told = "".join(f"{cell.mean:>14.7f} ±{cell.standard_error:8.1e}" for cell in cells)
            lines.append(f"{to_go:>6}{told}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (to_go, *(f"{self.row(to_go, player).mean:.7f}" for player in self.players))
            for to_go in self.depths
        ]
        return html_table(rows, ("turns to go", *self.players), f"{self.game}: mean error of a move")


class Judged(NamedTuple):
    """One turn of a game, as one player would have played it."""

    to_go: int
    player: str
    error: float
    """Of all its moves together."""
    moves: int
    wrong: int


def summed_up(judged: Iterable[Judged], noise: float = 0.0) -> tuple[ErrorRow, ...]:
    """Return means and standard errors, few turns to go first.

    A turn is one observation: its moves hang together. The error of a move is off by twice the `noise`
    at most: it is the difference of two values that are off by half of it, and told as 0 below it.
    """
    groups: dict[tuple[int, str], list[Judged]] = {}
    for turn in judged:
        groups.setdefault((turn.to_go, turn.player), []).append(turn)
    rows = []
    for (to_go, name), turns in sorted(groups.items(), key=lambda one: one[0][0]):
        errors = np.array([turn.error for turn in turns])
        moves = sum(turn.moves for turn in turns)
        a_turn = moves / len(turns)
        spread = float(errors.std(ddof=1)) / math.sqrt(len(turns)) if len(turns) > 1 else 0.0
        wrong = sum(turn.wrong for turn in turns) / moves
        mean = float(errors.mean()) / a_turn
        off = 2 * noise + (moves + 4) * 2.0**-53 * mean
        rows.append(ErrorRow(to_go, name, len(turns), moves, mean, spread / a_turn, wrong, off))
    return tuple(rows)
