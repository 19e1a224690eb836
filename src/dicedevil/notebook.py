"""How results show in a notebook: small HTML tables, and small pictures that need no other library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import gcd

WIDE, HIGH, MARGIN = 420, 130, 18
"""Of a picture, in pixels; the margin holds what is written below."""
MOST_BARS = 140
BLUE = "#0072B2"


def html_table(rows: Iterable[Sequence[object]], header: Sequence[str] = (), caption: str = "") -> str:
    """Return a table; texts are escaped, since a game may be called `one-die=sum<=6`."""
    parts = [f"<caption>{escape(caption)}</caption>"] if caption else []
    if header:
        parts.append("<tr>" + "".join(f"<th>{escape(name)}</th>" for name in header) + "</tr>")
    for row in rows:
        parts.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>")
    return "<table>" + "".join(parts) + "</table>"


def svg_bars(chances: Sequence[tuple[int, float]], mean: float) -> str:
    """Return a small picture of a law: a bar for each score, or for a few beside each other.

    The ends of the axis have their scores below them, and a line stands at the mean.
    """
    low, high = chances[0][0], chances[-1][0]
    unit = gcd(*(score - low for score, _ in chances)) or 1  # 50 in Ten Thousand
    step = unit * -(-((high - low) // unit + 1) // MOST_BARS)
    bars: dict[int, float] = {}
    for score, chance in chances:
        bars[(score - low) // step] = bars.get((score - low) // step, 0.0) + chance
    count, top = (high - low) // step + 1, max(bars.values())
    slot = WIDE / count
    shown = "".join(
        f"M{place * slot:.1f} {HIGH}v{-HIGH * chance / top:.1f}h{max(0.8 * slot, 0.6):.1f}V{HIGH}z"
        for place, chance in bars.items()
    )
    middle = ((mean - low) / step + 0.4) * slot
    line = f'<path d="M{middle:.1f} 0V{HIGH}" stroke="#D55E00" stroke-dasharray="3 2"/>'
    return _svg(f'<path d="{shown}" fill="{BLUE}"/>{line}', low, high, f"mean {mean:.6g}")


def svg_line(points: Sequence[tuple[int, float]]) -> str:
    """Return a small picture of chances over targets, from 0 to 1."""
    ordered = sorted(points)
    low, high = ordered[0][0], ordered[-1][0]
    across = WIDE / max(1, high - low)
    places = (
        f"{across * (target - low):.1f} {HIGH * (1 - chance):.1f}"
        for target, chance in ordered[:: max(1, len(ordered) // (2 * MOST_BARS))]
    )
    line = f'<path d="M{" L".join(places)}" fill="none" stroke="{BLUE}" stroke-width="2"/>'
    half = f'<path d="M0 {HIGH / 2}H{WIDE}" stroke="#bbb" stroke-dasharray="3 2"/>'
    return _svg(half + line, low, high, "best chance of each target")


def _svg(drawn: str, low: int, high: int, words: str) -> str:
    written = "".join(
        f'<text x="{x}" y="{HIGH + 14}" text-anchor="{anchor}">{escape(text)}</text>'
        for x, anchor, text in (
            (0, "start", f"{low:,}"),
            (WIDE / 2, "middle", words),
            (WIDE, "end", f"{high:,}"),
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH + MARGIN}" role="img" '
        f'font-family="sans-serif" font-size="11" fill="currentColor"><title>{escape(words)}</title>'
        f'{drawn}<path d="M0 {HIGH}H{WIDE}" stroke="#888"/>{written}</svg>'
    )
