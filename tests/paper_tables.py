"""What every paper's tables must keep when they are put into rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from dicedevil.reproduce import Parts, Row
from dicedevil.reproduce.tables import heading_of, headings, tables


def require_shapes(paper: str, rows: Sequence[Row]) -> None:
    """Every heading is known beforehand, and every number of a table has a cell of its own."""
    assert {heading_of(row) for row in rows} <= set(headings(paper))
    placed = [cell for table in tables(rows) for line in table.rows.values() for cell in line.values()]
    assert sorted(cell.item for cell in placed) == sorted(
        row.item for row in rows if row.item.startswith("Table")
    )


def require_parts(parts: Parts) -> None:
    """A part has numbers of the headings it names and of no others, so that none is missed."""
    for named, part in parts:
        assert {heading_of(row) for row in part()} == set(named.split("|")), named
