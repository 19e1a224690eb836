"""A figure before it is drawn: its numbers as plain data, and how Matplotlib draws them.

Whoever draws elsewhere (a page, a notebook, a spreadsheet) needs the numbers and nothing else. They
come in a few shapes, and no shape knows of a game:

    lines  series over numbers: {name, x, y}, perhaps between `low` and `high`
    bars   series over names: {name, y}, null where there is none
    grid   cells[row][column], null where there is none, between two ends that have words
    solid  for each pair of scores, the turn totals at which the answer changes: roll, hold, roll
    tree   nodes with their depth and height, and edges between them with words
    graded a recorded game, as `grade --json` tells it
    panels several of these, side by side or below each other
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Series = dict[str, Any]


@dataclass(frozen=True)
class Drawing:
    """What a figure shows, computed once."""

    data: dict[str, Any]
    """Plain data, as `plot --json` prints it."""
    draw: Callable[[], Any]
    """Return the Matplotlib figure of it."""


def lines(
    title: str, x: str, y: str, series: Sequence[Series], *, unit: str = "points", **more: Any
) -> dict[str, Any]:
    """Return series over numbers; `unit` is what y is told in: chance, share or points."""
    told = {"shape": "lines", "title": title, "x": {"label": x}, "y": {"label": y, "unit": unit}}
    return {**told, "series": list(series), **more}


def bars(
    title: str, x: str, names: Sequence[str], y: str, series: Sequence[Series], **more: Any
) -> dict[str, Any]:
    """Return series over names."""
    along, up = {"label": x, "values": list(names)}, {"label": y, "unit": more.pop("unit", "chance")}
    return {"shape": "bars", "title": title, "x": along, "y": up, "series": list(series), **more}


def grid(
    title: str,
    columns: tuple[str, Sequence[int | str]],
    rows: tuple[str, Sequence[int | str]],
    cells: Sequence[Sequence[float | int | None]],
    **more: Any,
) -> dict[str, Any]:
    """Return cells by row and column, each with its label and values."""
    (x, along), (y, up) = columns, rows
    axes = {"x": {"label": x, "values": list(along)}, "y": {"label": y, "values": list(up)}}
    return {"shape": "grid", "title": title, **axes, "cells": [list(row) for row in cells], **more}
