"""Dice and boards in text, for a terminal of 80 columns; in plain signs where it knows no others."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from dicedevil.coach.boards import furniture
from dicedevil.coach.table import GameTable
from dicedevil.furniture import CARD, SLOTS, TILES, Piece, Spot
from dicedevil.naming import shown

WIDTH = 80
APART = "   "
PIPS = {
    1: ("     ", "  *  ", "     "),
    2: ("*    ", "     ", "    *"),
    3: ("*    ", "  *  ", "    *"),
    4: ("*   *", "     ", "*   *"),
    5: ("*   *", "  *  ", "*   *"),
    6: ("*   *", "*   *", "*   *"),
}

Section = Sequence[tuple[str, str]]


class Signs(NamedTuple):
    """What dice are drawn with."""

    pip: str
    top: str
    side: str
    bottom: str
    dash: str


FINE = Signs("●", "┌┐", "│", "└┘", "─")
PLAIN = Signs("o", "++", "|", "++", "-")


def signs() -> Signs:
    """Return the signs that stdout can show."""
    try:
        "".join((FINE.pip, FINE.top, FINE.side, FINE.bottom)).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return FINE


def drawn_dice(roll: Sequence[int], pips: bool = True) -> list[str]:
    """Draw dice side by side, each with the letter of its place: with pips, or with numbers."""
    used = signs()
    lines: list[str] = []
    one_row = WIDTH // 10
    for first in range(0, len(roll), one_row):
        faces = roll[first : first + one_row]
        drawn = [_face(face, used, pips) for face in faces]
        lines += [" ".join(parts) for parts in zip(*drawn, strict=True)]
        if len(roll) > 1:
            letters = (chr(ord("a") + first + place) for place in range(len(faces)))
            lines.append(" ".join(letter.center(9) for letter in letters).rstrip())
    return lines


def _face(face: int, used: Signs, pips: bool) -> list[str]:
    rows = PIPS[face] if pips else ()
    middle = [row.replace("*", used.pip) for row in rows] or ["     ", str(face).center(5), "     "]
    edge = used.dash * 7
    return [
        used.top[0] + edge + used.top[1],
        *(f"{used.side} {row} {used.side}" for row in middle),
        used.bottom[0] + edge + used.bottom[1],
    ]


def drawn_table(table: GameTable, players: Sequence[str], mover: int) -> list[str]:
    """Draw what lies on a table: everybody's main piece; headings tell of the turn."""
    return drawn_board([in_lines(pieces[0]) for pieces in furniture(table)], players, mover)


def in_lines(piece: Piece) -> list[Section]:
    """Return the sections of a piece, line by line: a name and what stands there."""
    if piece.kind == TILES:
        row = " ".join(spot.name if spot.open else "." for spots in piece.sections for spot in spots)
        return [[("tiles up", row)]]
    return [[(_name(piece, spot), _stands(piece, spot)) for spot in spots] for spots in piece.sections]


def _name(piece: Piece, spot: Spot) -> str:
    """Return what a line is called: as it is typed, where that is the name of a choice."""
    if piece.kind == SLOTS and spot.name.isdigit():
        return f"slot {spot.name}"
    return spot.name if piece.kind == CARD else spot.label.lower()


def _stands(piece: Piece, spot: Spot) -> str:
    if spot.of is not None and spot.text:
        return f"{spot.text} of {spot.of:,}"
    if piece.kind == SLOTS and spot.name.isdigit() and spot.points is not None:
        return f"{spot.text} earns {spot.points:,}"
    return spot.text


def drawn_board(boards: Sequence[Sequence[Section]], players: Sequence[str], mover: int) -> list[str]:
    """Draw everybody's board, the same line of all side by side, the mover's marked.

    Where so many do not fit: the mover's board, and the last line of all the others'.
    """
    if len(boards) < len(players):  # one for all
        return [line for section in boards[0] for line in _pairs(section)]
    heads = [f"{'>' if seat == mover else ' '}{shown(name)}" for seat, name in enumerate(players)]
    sections = _sections(boards, heads if len(players) > 1 else [])
    widths = [max(map(cell_len, lines)) for lines in sections]
    if max(widths) > WIDTH and len(players) > 1:
        mine = max(mover, 0)
        alone = drawn_board([boards[mine]], [players[mine]], 0)
        if max(map(cell_len, alone)) > WIDTH:
            alone = [line for section in boards[mine] for line in _pairs(section)]
        return [*alone, *wrapped(_in_a_line(boards, players), "  ")]
    if len(sections) == 1 or sum(widths) + len(APART) * (len(widths) - 1) > WIDTH:
        return [line for lines in sections for line in lines]
    height = max(map(len, sections))
    even = [[*lines, *[""] * (height - len(lines))] for lines in sections]
    rows = zip(*even, strict=True)
    return [
        APART.join(padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _pairs(section: Section) -> list[str]:
    return [line for name, text in section for line in wrapped(f"{name}: {text}")]


def _in_a_line(boards: Sequence[Sequence[Section]], players: Sequence[str]) -> str:
    """Say what stands in the last line that all boards have."""
    ends = [dict(board[-1]) for board in boards]
    last = [name for name in ends[0] if all(name in end for end in ends)][-1]
    stands = (end[last] for end in ends)
    return f"{last}: " + ", ".join(
        f"{shown(name)} {text}" for name, text in zip(players, stands, strict=True)
    )


def _sections(boards: Sequence[Sequence[Section]], heads: Sequence[str]) -> list[list[str]]:
    """Draw the sections of all boards, each as wide as it is."""
    found = []
    for place in range(len(boards[0])):
        stands = [dict(board[place]) for board in boards]
        names = list(dict.fromkeys(name for board in stands for name in board))
        first = max(map(cell_len, names))
        widths = [
            max(map(cell_len, (*heads[seat : seat + 1], *board.values())))
            for seat, board in enumerate(stands)
        ]
        lines = [_row("", heads, first, widths)] if heads else []
        for name in names:
            lines.append(_row(name, [board.get(name, "") for board in stands], first, widths))
        found.append(lines)
    return found


def _row(name: str, cells: Sequence[str], first: int, widths: Sequence[int]) -> str:
    ends = (
        f"  {' ' * (width - cell_len(cell))}{cell}" for cell, width in zip(cells, widths, strict=True)
    )
    return f"{name.ljust(first)}{''.join(ends)}".rstrip()


def padded(text: str, width: int) -> str:
    """Fill a text up with spaces to so many places of the screen: some signs take two of them."""
    return text + " " * (width - cell_len(text))


def wrapped(text: str, indent: str = "") -> list[str]:
    """Break a text into lines that fit."""
    return textwrap.wrap(
        text, WIDTH - 1, subsequent_indent=indent, break_on_hyphens=False, break_long_words=True
    ) or [""]


def in_columns(cells: Sequence[str]) -> list[str]:
    """Set short texts in as many columns as fit, one column after the other."""
    width = max(map(cell_len, cells)) + len(APART)
    count = max(1, (WIDTH + len(APART) - 1) // width)
    height = -(-len(cells) // count)
    return ["".join(cell.ljust(width) for cell in cells[row::height]).rstrip() for row in range(height)]
