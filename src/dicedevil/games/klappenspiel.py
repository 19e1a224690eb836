"""Klappenspiel, the German flipping game.

Rules
    Ten tiles, numbered 1 to 10, start face up. Two dice are rolled, and the player flips either the
    two tiles that the dice show one by one (IND) or the one tile that shows their sum (SUM). If only
    one of these is possible it is forced; if neither is, the game ends. The game is won when all
    tiles are face down.

Parameters
    tiles  how many tiles there are (10)
    sides  how many sides each die has (6)

State
    The face-up tiles, written up=1+4+6+10. All boards are solved, also those no game leads to.

Ambiguities settled
    Doubles cannot be played as IND, for that would need two tiles of the same number. A single tile
    can only go by SUM. When both plays are equally good the paper prefers IND, and so do we: IND is
    the first choice in the game's order.

Sources
    A. T. Benjamin and D. Stanford, Optimal Klappenspiel, The UMAP Journal 16(1), 1995.

Known values
    The best chance to win is .0030; the six strategies of the paper's Table 5 are named `worst`,
    `ind`, `random`, `sum`, `heuristic` and `optimal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll
from dicedevil.families.tiles import SIDE_COUNT, TILE_COUNT, Board, TileGame, Tiles
from dicedevil.known import KnownValue
from dicedevil.parameters import Parameter

_PAPER = "Benjamin and Stanford 1995, Table 5"


@dataclass(frozen=True)
class Klappenspiel(TileGame):
    """Flip two tiles by the single dice, or one by their sum."""

    tiles: int = 10
    sides: int = 6

    name = "klappenspiel"
    drawn_in = "dicedevil.figures.klappenspiel"
    title = "Klappenspiel"
    parameters = (
        Parameter("tiles", "10", TILE_COUNT, "how many tiles there are"),
        Parameter("sides", "6", SIDE_COUNT, "how many sides each die has"),
    )
    sources = ("A. T. Benjamin and D. Stanford, Optimal Klappenspiel, The UMAP Journal 16(1), 1995",)
    known_values = (
        KnownValue("best chance to win", ".0030", _PAPER),
        KnownValue("chance to win, losing on purpose", ".0011", _PAPER, "", "worst", "worst"),
        KnownValue("chance to win, always IND", ".0016", _PAPER, "", "ind"),
        KnownValue("chance to win, at random", ".0017", _PAPER, "", "random"),
        KnownValue("chance to win, always SUM", ".0019", _PAPER, "", "sum"),
        KnownValue("chance to win, heuristic", ".0029", _PAPER, "", "heuristic"),
    )

    def flips(self, up: int, roll: Roll) -> Sequence[Tiles]:
        """IND first, then SUM."""
        first, second = roll
        flips: list[Tiles] = []
        if first != second and self._is_up(up, first) and self._is_up(up, second):
            flips.append((first, second))
        if self._is_up(up, first + second):
            flips.append((first + second,))
        return flips

    def _is_up(self, up: int, tile: int) -> bool:
        return tile <= self.tiles and bool(up >> (tile - 1) & 1)

    def strategies(self) -> Mapping[str, Any]:
        """The paper's hand-written strategies."""
        return {
            "ind": lambda board, roll: self._prefer(board, roll, 2),
            "sum": lambda board, roll: self._prefer(board, roll, 1),
            "heuristic": lambda board, roll: self._prefer(board, roll, 2 if sum(roll) <= 6 else 1),
        }

    def _prefer(self, board: Board, roll: Roll, count: int) -> Tiles | str:
        """Choose the play that flips `count` tiles, if there is one."""
        choices = self.choices(board, roll)
        return next((choice for choice in choices if len(choice) == count), choices[0])
