"""What each paper has, by its headings, and its tables in the shape in which it prints them.

An item such as "Table 10, ones, 2 attempts" stands in the row `ones` and the column `2 attempts`: what
follows the last comma is the column, unless a table says otherwise here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dicedevil.errors import UsageError, listed, quoted
from dicedevil.reproduce import PAPERS, Row, alike, reproduce
from dicedevil.solvers.budget import Budget

VALUE = "value"
"""The column of a table that has only one."""

HEADINGS: dict[str, str] = {
    "boecker": (
        "Section 1|Figure 1|Table 1|Section 2|Section 3|Section 4|Table 2|Sections 4 and 5|"
        "Table 3|Section 5|Section 6|Table 4|Equation 6|Section 7|Table 5|Section 8|Figure 2|"
        "Table 6|Section 9|Table 7|Section 10"
    ),
    "klappenspiel": (
        "Introduction|Figure 1|Methods|Example 1|Example 2|Dice Rolls|Dynamic Program|Results|"
        "Table 1|Table 2|The nine consistent rolls|The twelve inconsistent rolls|Heuristic|"
        "Example 3|Table 3a|Table 3b|Table 4|Interference|Proof|Table 5|Suboptimal Strategies"
    ),
    "pawlewicz": (
        "Section 2|Section 3.1|Section 3.2|Section 3.3|Figure 3|Section 4.1|Section 4.2|Figure 4|"
        "Section 4.3|Figure 5|Section 4.4|Long run|Whole games|Table 1|Appendix A.2.1|"
        "Appendix A.2.2|Appendix B|Appendix C|Appendix D"
    ),
    "ten-thousand": (
        "Table 1|Section 2.1|Definition 2.1|Table 2|Table 3|Section 3.2|Theorem 4.1|Equation (6)|"
        "Equation (8)|Section 4|Lemma 4.3|Algorithm 4.2|Section 5.1|Table 4|Section 5.2|"
        "Equation (9)|Section 6|Equation (10)|Appendix|Table 5|Table 6"
    ),
    "verhoeff": (
        "Section 2.1|Section 2.2|Table 1|Section 2.3|Table 2|Footnote 1|Sections 2.2 to 2.4|"
        "Section 2.4|Section 2.6|Footnote 3|Table 3|Section 3.1|Figure 1|Table 4|Table 5|Section 3.2|"
        "Footnote 2|Equation 6|Equation 7|Equation 8|Section 3.2.1|Equation 9|Table 6|"
        "Equation 10|Equation 11|Section 3.2.2|Table 8|Equation 12|Table 9|Equation 13|"
        "Equation 14|Table 7|Abstract|Section 3.2.3|Section 5|Table 10|Table 11"
    ),
}

BOARD = r"(?P<row>.*\{[^}]*\}, roll \d,\d)"
PLACES: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {
    ("boecker", "Table 1"): ((r"(?P<row>216 P\(X) = (?P<column>\d+)\)", ""),),
    ("boecker", "Table 2"): ((r"(?P<row>M)\[B - \{(?P<column>\d+)\}\]", ""),),
    ("boecker", "Table 3"): ((r"(?P<row>\S+) (?:for|after) a roll of (?P<column>\d+)", ""),),
    ("boecker", "Table 4"): ((r"E_(?P<row>\d+)\[(?P<column>\d+)\]", ""),),
    ("boecker", "Table 6"): ((r"(?P<row>169 P\(X) = (?P<column>\d+)\)", ""),),
    ("boecker", "Table 7"): ((r"E_(?P<row>\d+)\[(?P<column>\d+)\]", ""),),
    ("klappenspiel", "Table 1"): ((r"board (?P<row>\d+), (?:roll )?(?P<column>.+)", ""),),
    ("klappenspiel", "Table 3a"): ((BOARD, "best"), (BOARD + ", (?P<column>.*)", "")),
    ("klappenspiel", "Table 3b"): ((BOARD, "best"), (BOARD + ", (?P<column>.*)", "")),
    ("klappenspiel", "Table 4"): ((BOARD, "best"), (BOARD + ", (?P<column>.*)", "")),
    ("ten-thousand", "Table 2"): ((r"(?P<row>.*)", "actions"),),
    ("verhoeff", "Table 7"): ((r"(?P<row>grand total)", "expected score"),),
}
"""Where cells stand: a pattern of what follows the table's name, and the column if that is fixed."""


def heading_of(row: Row) -> str:
    """Return the table or figure a number stands in: the item up to the first comma."""
    return row.item.partition(",")[0]


def papers_with(item: str, papers: Sequence[str]) -> list[str]:
    """Return the papers that may have something that begins like `item`; refuse it if none has."""
    found = [paper for paper in papers if any(alike(one, item) for one in headings(paper))]
    if not found:
        there = dict.fromkeys(one for paper in papers for one in headings(paper))
        raise UsageError(f"Nothing begins like {quoted(item)}. There are: {listed(there, 40)}.")
    return found


def all_rows(
    papers: tuple[str, ...], budget: Budget, item: str = "", games: int | None = None
) -> list[Row]:
    """Compute the rows of the papers named, each paper once."""
    rows: list[Row] = []
    asked = reproduce(*dict.fromkeys(papers), item=item, games=games, budget=budget)
    for row in asked:
        rows.append(row)
        budget.progress(f"{row.paper}, {heading_of(row)}", len(rows), 0)
    return rows


def chosen(rows: list[Row], item: str) -> list[Row]:
    """Return the rows whose item begins so, whole words only: Table 1 is not Table 10."""
    wanted = item.strip().lower()
    found = [row for row in rows if re.match(re.escape(wanted) + r"(?!\w)", row.item.lower())]
    if not found:
        items = [row.item for row in rows if wanted.startswith(heading_of(row).lower())]
        there = f"There are: {listed(items)}" if items else "Without --item there is everything"
        raise UsageError(f"Nothing begins like {quoted(item)}. {there}.")
    return found


def headings(paper: str) -> list[str]:
    """Return the tables, figures and sections of a paper that have numbers."""
    return HEADINGS[paper].split("|")


@dataclass
class PaperTable:
    """A table of a paper: rows and columns in the order in which it has them."""

    paper: str
    name: str
    columns: list[str] = field(default_factory=list)
    rows: dict[str, dict[str, Row]] = field(default_factory=dict)

    @property
    def file_name(self) -> str:
        """`verhoeff-table-10`."""
        return f"{self.paper}-{self.name.lower().replace(' ', '-')}"

    def add(self, row: Row) -> None:
        """Put a number where it stands."""
        line, column = place_of(row)
        if column not in self.columns:
            self.columns.append(column)
        self.rows.setdefault(line, {})[column] = row

    def lines(self, published: bool = False) -> list[list[str]]:
        """Return the table, ours in full or as published, with a heading line and a heading column."""
        cells = (
            [name, *(_cell(row.get(column), published) for column in self.columns)]
            for name, row in self.rows.items()
        )
        return [[self.name, *self.columns], *cells]


def tables(rows: Iterable[Row]) -> list[PaperTable]:
    """Return the tables that numbers stand in, leaving out what stands in the text."""
    found: dict[tuple[str, str], PaperTable] = {}
    for row in rows:
        name = heading_of(row)
        if name.startswith("Table"):
            found.setdefault((row.paper, name), PaperTable(row.paper, name)).add(row)
    order = list(PAPERS)
    return sorted(found.values(), key=lambda one: order.index(one.paper))


def place_of(row: Row) -> tuple[str, str]:
    """Return the row and the column of a number in its table."""
    name = heading_of(row)
    rest = row.item.removeprefix(name).removeprefix(", ")
    for pattern, column in PLACES.get((row.paper, name), ()):
        found = re.fullmatch(pattern, rest)
        if found:
            named = found.groupdict()
            return named["row"], column or named["column"]
    line, comma, column = rest.rpartition(", ")
    return (line, column) if comma else (rest, VALUE)


def _cell(row: Row | None, published: bool) -> str:
    if row is None:
        return ""
    if published:
        return row.published
    if row.ours is None or isinstance(row.ours, int):
        return row.precise
    return repr(float(row.ours))
