"""Klappenspiel's arrays P and OPT: the chance to win and the best play for every board and roll.

    P[X]     = mean over rolls of the better of P[after IND] and P[after SUM];  P[all down] = 1
    OPT[X,Y] = IND if P[after IND] >= P[after SUM], else SUM

All in fractions, for the paper's game or any other number of tiles and sides. `opt_table().to_text()`
is the paper's Table 1 whole, `to_csv()` the same for a spreadsheet.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import cast

from dicedevil.dice import Roll
from dicedevil.families.tiles import Board, TileGame, board_with, tiles_in
from dicedevil.games import game as game_named
from dicedevil.rules import Position
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve

IND, SUM, EITHER = "I", "S", "="
FORCED_IND, FORCED_SUM, NO_PLAY = "i", "s", "."
LEGEND = {
    IND: "IND is better",
    SUM: "SUM is better",
    EITHER: "IND and SUM are equally good",
    FORCED_IND: "IND is forced",
    FORCED_SUM: "SUM is forced",
    NO_PLAY: "no play is possible",
}
WORDS = {IND: "IND", SUM: "SUM", EITHER: "IND"}
"""The paper's word for a best play; where both are equal it prefers IND."""


@dataclass(frozen=True)
class BoardPlays:
    """One board: its number, its chance to win and the best play for every roll."""

    board: int
    chance: Fraction
    plays: Mapping[Roll, str]

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles that are up."""
        return tuple(tiles_in(self.board))


@dataclass(frozen=True)
class OptTable:
    """P and OPT for all boards of a game; board X is the X-th."""

    game: TileGame
    rolls: Mapping[Roll, int]
    boards: tuple[BoardPlays, ...]

    def chance(self, *tiles: int) -> Fraction:
        """Return the chance to win when these tiles are up."""
        return self.boards[board_with(tiles)].chance

    def play(self, tiles: Iterable[int], roll: Roll) -> str:
        """Return the letter of the best play when these tiles are up."""
        return self.boards[board_with(tiles)].plays[roll]

    @cached_property
    def rolls_with_choice(self) -> tuple[Roll, ...]:
        """The rolls that leave a choice on some board; all others are always forced."""
        return tuple(
            roll
            for roll in self.rolls
            if any(row.plays[roll] in (IND, SUM, EITHER) for row in self.boards)
        )

    def to_text(self, *, forced: bool = False, numbers: Iterable[int] | None = None) -> str:
        """Write the table as the paper does, or (`forced`) with every roll and the forced plays."""
        rolls = self._columns(forced)
        lines = [_text_line("Board", "F", map(written, rolls))]
        for number in range(len(self.boards)) if numbers is None else numbers:
            row = self.boards[number]
            lines.append(
                _text_line(str(number), f"{float(row.chance):.6f}", _letters(row, rolls, forced))
            )
        return "\n".join(lines) + "\n"

    def to_csv(self, *, forced: bool = False) -> str:
        """Write the table for a spreadsheet, with the chances also as fractions."""
        rolls = self._columns(forced)
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["board", "tiles up", "exact", "chance", *map(written, rolls)])
        for row in self.boards:
            tiles = "+".join(map(str, row.tiles)) or "none"
            letters = _letters(row, rolls, forced)
            writer.writerow([row.board, tiles, str(row.chance), float(row.chance), *letters])
        return out.getvalue()

    def _columns(self, forced: bool) -> tuple[Roll, ...]:
        return tuple(self.rolls) if forced else self.rolls_with_choice


def _text_line(board: str, chance: str, cells: Iterable[str]) -> str:
    return " ".join([f"{board:>7}", f"{chance:>8}", *(f"{cell:>5}" for cell in cells)])


def _letters(row: BoardPlays, rolls: Iterable[Roll], forced: bool) -> list[str]:
    return [row.plays[roll] if forced else paper_letter(row.plays[roll]) for roll in rolls]


def written(roll: Roll) -> str:
    """Write a roll or a set of tiles as the paper does: 1,5."""
    return ",".join(map(str, roll))


def paper_letter(play: str) -> str:
    """Return the paper's letter: I also where both plays are equal, a dot where play is forced."""
    return {IND: "I", EITHER: "I", SUM: "S"}.get(play, ".")


@cache
def opt_table(game: TileGame | None = None) -> OptTable:
    """Solve Klappenspiel in fractions and write down the best play for every board and roll."""
    rules = game or cast(TileGame, game_named("klappenspiel"))
    solution = solve(rules, exact=True, fresh=True)
    rolls = rules.rolls(rules.start())
    boards = tuple(
        BoardPlays(
            number,
            _chance(solution, rules.read_state(rules.write_state(Board(number)))),
            {roll: _play(solution, rules, number, roll) for roll in rolls},
        )
        for number in range(1 << rules.tiles)
    )
    return OptTable(rules, rolls, boards)


def _chance(solution: Solution, position: Position) -> Fraction:
    """All tiles down is a win already scored, which the position counts and the state does not."""
    return Fraction(solution.worth(position))


def _play(solution: Solution, game: TileGame, board: int, roll: Roll) -> str:
    flips = game.flips(board, roll)
    if not flips:
        return NO_PLAY
    if len(flips) == 1:
        return FORCED_IND if len(flips[0]) == 2 else FORCED_SUM
    by_ind, by_sum = (solution.choice_worth(Position(0, Board(board)), roll, tiles) for tiles in flips)
    return EITHER if by_ind == by_sum else IND if by_ind > by_sum else SUM
