"""Figures: their numbers, as `plot --json` prints them, and the picture itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.strategies import require_strategy
from dicedevil.figures.draw import drawing, require_fitting
from dicedevil.figures.drawing import Drawing
from dicedevil.web.library import Library, RunsElsewhere


def numbers(library: Library, kind: str, game: str, **given: Any) -> dict[str, Any]:
    """Return the numbers of a figure."""
    named, drawn = _drawing(library, kind, game, **given)
    return {"kind": kind, "game": named, "file": None, "data": drawn.data}


def picture(library: Library, kind: str, game: str, **given: Any) -> dict[str, Any]:
    """Return a figure as SVG; not in the server, which others would wait for meanwhile."""
    from dicedevil.figures.style import render

    if not library.runs_files:
        raise RunsElsewhere(game)
    named, drawn = _drawing(library, kind, game, **given)
    return {"kind": kind, "game": named, "svg": render(drawn.draw(), "svg").decode()}


def _drawing(
    library: Library,
    kind: str,
    game: str,
    strategies: Sequence[str] = (),
    state: str = "",
    roll: str = "",
    bin_width: int | None = None,
) -> tuple[str, Drawing]:
    """Return the name of a game and its figure, before it is drawn."""
    given = {"strategies": strategies, "state": state, "roll": roll, "bin_width": bin_width}
    require_fitting(kind, [name for name, one in given.items() if one])
    rules = library.game(game)
    require_strategy(rules, *strategies)
    found = drawing(
        kind, rules, strategies, state=state, roll=roll, bin_width=bin_width, budget=library.budget
    )
    return str(rules), found
