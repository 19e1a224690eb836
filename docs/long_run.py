"""The long run of Pawlewicz's experiment: kept with the package, and told in docs/nearly-optimal.md.

dicedevil judge yahtzee:joker=used ... --kept errors.json --json > judged.json
python docs/long_run.py judged.json     keeps these errors, and writes the tables anew
python docs/long_run.py                 writes the tables of what is kept, and draws it
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from dicedevil.figures.errors import errors_figure
from dicedevil.figures.style import render
from dicedevil.players.move_errors import ErrorRow
from dicedevil.reproduce.pawlewicz.errors import FIGURE_4, FIGURE_5, stored_rows
from dicedevil.reproduce.pawlewicz.stored import FILE, long_run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "nearly-optimal.md"
KEPT = ROOT / "src" / "dicedevil" / "reproduce" / "pawlewicz" / FILE
PICTURE = ROOT / "docs" / "img" / "move-errors.png"
DRAWN = ("emp-0", "emp-1", "emp-2", "emp-3", "dyns-2", "dyns-4", "optimal")
"""As many as there are colours."""
MILLION = 1_000_000


def keep(told: Path) -> None:
    """Keep what `dicedevil judge --json` told, under the command that tells it."""
    found = json.loads(KEPT.read_text(encoding="utf-8"))
    errors = json.loads(told.read_text(encoding="utf-8"))
    del errors["error_bound"]
    for row in errors["rows"]:
        row["mean"] = row.pop("error")
    players = ",".join(dict.fromkeys(row["player"] for row in errors["rows"]))
    up_to = max(row["to_go"] for row in errors["rows"])
    found["commands"][0] = (
        f"dicedevil judge {errors['game']} --players {players} --positions {errors['games']} "
        f"--up-to {up_to} --seed {errors['seed']} --kept errors.json"
    )
    found |= {"day": datetime.now(UTC).date().isoformat(), "errors": errors}
    KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def error_lines() -> Iterator[str]:
    """Yield the table of errors, in millionths of a win."""
    errors, titles = long_run().errors, FIGURE_4 | FIGURE_5
    heads = ["best mean score" if title == "E" else title for title in titles]
    yield f"| D | positions | {' | '.join(heads)} |"
    yield "|---" * (len(titles) + 2) + "|"
    for to_go in errors.depths:
        rows = [errors.row(to_go, player) for player in titles.values()]
        yield f"| {to_go} | {rows[0].turns:,} | {' | '.join(map(_cell, rows))} |"


def _cell(row: ErrorRow) -> str:
    if not row.mean:
        return "0"
    mean, error = MILLION * row.mean, MILLION * row.standard_error
    return f"{mean:.{int(mean < 100)}f} ± {error:.{int(error < 10)}f}"


def verdict_lines() -> Iterator[str]:
    """Yield what the paper says, and what the long run says of it."""
    yield "| the paper | long run | |"
    yield "|---|---|---|"
    for row in stored_rows():
        what = row.item.partition(", ")[2]
        yield f"| {what}: {row.published} | {row.computed} | {row.verdict.value} |"


def picture() -> bytes:
    """Return the picture of what is kept."""
    errors = long_run().errors
    rows = tuple(row for row in errors.rows if row.player in DRAWN)
    return render(errors_figure(replace(errors, rows=rows)), "png")


def written(page: str) -> str:
    """Return the page with the tables of what is kept."""
    lines = page.split("\n")
    for table in (list(error_lines()), list(verdict_lines())):
        begin = next(place for place, line in enumerate(lines) if line[:14] == table[0][:14])
        stop = next(place for place in range(begin, len(lines)) if not lines[place].startswith("|"))
        lines[begin:stop] = table
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        keep(Path(sys.argv[1]))
        long_run.cache_clear()
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_bytes(picture())
