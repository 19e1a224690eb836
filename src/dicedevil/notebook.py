"""How results show in a notebook: small HTML tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(rows: Iterable[Sequence[object]], header: Sequence[str] = (), caption: str = "") -> str:
    """Return a table; texts are escaped, since a game may be called `one-die=sum<=6`."""
    parts = [f"<caption>{escape(caption)}</caption>"] if caption else []
    if header:
        parts.append("<tr>" + "".join(f"<th>{escape(name)}</th>" for name in header) + "</tr>")
    for row in rows:
        parts.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>")
    return "<table>" + "".join(parts) + "</table>"
