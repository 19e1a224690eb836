"""The papers: what there is to see of each, one figure or table, and every number beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from dicedevil.errors import TooLarge, UsageError
from dicedevil.reproduce import PAPERS, require_paper
from dicedevil.reproduce.exhibits import Exhibit
from dicedevil.reproduce.gallery import GALLERY, exhibit
from dicedevil.reproduce.tables import all_rows, chosen, papers_with
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import about
from dicedevil.web.answers.design import require_job
from dicedevil.web.library import Library
from dicedevil.web.problems import Problem

QUICK = Budget(patience=60.0)
"""For what is done in a moment: a busy machine may take longer, and must not refuse it then."""
KEPT = 64
"""Answers of such that are kept."""


def listing(library: Library) -> list[dict[str, Any]]:
    """Return the papers, with their figures and tables."""
    return [room.to_dict() for room in GALLERY.values()]


def figure(
    library: Library, paper: str, figure: str, state: str = "", roll: str = ""
) -> dict[str, Any]:
    """Return the numbers of a figure or table; what takes long is refused with its cost, unless it is a
    job that asks."""
    one = _found(paper, figure).at(state, roll)
    if not one.takes_long:
        return _quickly(one)
    if not one.keeps_table and one.seconds > library.budget.longest:
        raise TooLarge(f"{one.title}: that takes {about(one.seconds)}.").costing(one.seconds)
    return one.data(library.budget)


def reproduce(
    library: Library,
    papers: Sequence[str] = (),
    item: str = "",
    games: int | None = None,
    only_differences: bool = False,
) -> list[dict[str, Any]]:
    """Return every published number of some papers, or of all, beside ours."""
    for paper in papers:
        _require_paper(paper)
    wanted = tuple(papers) or tuple(PAPERS)
    wanted = tuple(papers_with(item, wanted)) if item.strip() else wanted
    require_job(library, "Reproducing a paper")
    rows = all_rows(wanted, library.budget, item, games)
    rows = chosen(rows, item) if item.strip() else rows
    return [row.to_dict() for row in rows if row.agrees is False or not only_differences]


def _require_paper(paper: str) -> None:
    try:
        require_paper(paper)
    except UsageError as error:
        raise Problem(404, "unknown-paper", str(error), f"Papers: {', '.join(PAPERS)}.") from None


def _found(paper: str, figure: str) -> Exhibit:
    _require_paper(paper)
    try:
        return exhibit(paper, figure)
    except UsageError as error:
        hint = f"/api/v1/papers lists what there is to see of {paper}."
        raise Problem(404, "unknown-figure", str(error), hint) from None


@lru_cache(KEPT)
def _quickly(one: Exhibit) -> dict[str, Any]:
    return one.data(QUICK)
