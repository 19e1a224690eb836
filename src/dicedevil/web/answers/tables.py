"""Solved tables: what `tables list --json` prints."""

from __future__ import annotations

from typing import Any

from dicedevil.web.library import Library


def listing(library: Library) -> list[dict[str, Any]]:
    """Return the tables and drafts on disk."""
    from dicedevil.ask.tables import all_tables

    return all_tables()
