"""The picture and the walks of architecture.md, made from the package itself.

    python docs/house.py            writes docs/img/house.svg and the walks in docs/architecture.md
    python docs/house.py --check    exit 1 if either is not what this script would write
    python docs/house.py --picture  the picture only: takes no time

The picture is drawn from the imports in the files, those inside functions included. The walks are run
(see `walks.py`), with tables in DICEDEVIL_TABLES or in out/tables: the first time the curves of Yahtzee
are made, which takes minutes and 0.7 GB of disk.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import textwrap
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from floors import FLOORS, House, files, floor_of, tree
from walks import COMMANDS, ROOT, SOURCE, walk_of, with_section

DOCUMENT = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "img" / "house.svg"

WIDTH, EDGE, LABEL, BOXES = 1166, 8, 128, 850
"""The whole; its edge; where boxes begin and where they end. Lines of imports come behind."""
COLUMN, GAP, NOTE = 23, 8, 180
"""Between lines of imports; between boxes; characters in a line of notes."""
LINE, CHARACTER = 15, 5.9
"""A line of text, and how wide a character of it is, about."""
TINTS = ("#eef3f8", "#f7f9fb")
INKS = (
    *("#0072b2", "#d55e00", "#009e73", "#a0522d", "#cc79a7", "#5b5bd6"),
    *(
        "#b8860b",
        "#00807a",
        "#8b3a62",
        "#6b8e23",
        "#4a6fa5",
        "#a9446c",
        "#2f6f4f",
        "#7a5c00",
        "#3c6e71",
        "#555555",
    ),
)
STYLE = (
    "text{font-family:Helvetica,Arial,sans-serif;font-size:11.5px;fill:#222}"
    ".floor{font-size:15px;font-weight:bold}.about{fill:#666;font-size:11px}"
    ".room{font-weight:bold}.count{font-size:10px;text-anchor:middle}.head{font-size:10px}"
)


@dataclass(frozen=True)
class Box:
    """A room: its name, where it has one, and the names of its files."""

    name: str
    names: tuple[str, ...]

    def lines(self, width: float) -> list[str]:
        """Return its files in lines that fit; names are not broken."""
        most = int((width - 16) / CHARACTER)
        lines = [""]
        for place, name in enumerate(self.names):
            text = name if place == len(self.names) - 1 else f"{name},"
            if lines[-1] and len(lines[-1]) + 1 + len(text) > most:
                lines.append("")
            lines[-1] = f"{lines[-1]} {text}".strip()
        return lines

    def height(self, width: float) -> int:
        """Return how high it is."""
        return LINE * (len(self.lines(width)) + bool(self.name)) + 10


def boxes_of(floor: str) -> list[Box]:
    """Return the boxes of a floor: its own files, then one a folder."""
    by_folder: dict[str, list[str]] = {}
    for module, path in files().items():
        if floor_of(module) != floor or not says_something(path):
            continue
        folder = SOURCE / "solvers" if floor == "rooms" else SOURCE / floor
        inside = path.parent.relative_to(folder).parts if path.is_relative_to(folder) else ()
        name = "/".join((*inside[1:], path.stem))
        by_folder.setdefault(inside[0] if inside else "", []).append(name)
    return [Box(folder, tuple(gathered(names))) for folder, names in sorted(by_folder.items())]


def gathered(names: list[str]) -> Iterator[str]:
    """Yield names, those of an inner folder together: `kernels: race, turn`."""
    yield from (name for name in names if "/" not in name)
    inner: dict[str, list[str]] = {}
    for name in names:
        folder, slash, file = name.partition("/")
        if slash:
            inner.setdefault(folder, []).append(file)
    for folder, inside in inner.items():
        yield f"{folder}: {inside[0]}"
        yield from inside[1:]


def says_something(path: Path) -> bool:
    """Tell whether a file is more than a folder's docstring."""
    return path.stem != "__init__" or any(
        isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree(path).body
    )


def widths_of(boxes: list[Box]) -> list[float]:
    """Share the width of a floor among its boxes so that the highest is as low as can be."""
    room = BOXES - LABEL - GAP * (len(boxes) - 1)
    for height in range(LINE, 100 * LINE):
        least = [narrowest(box, height, room) for box in boxes]
        if sum(least) <= room:
            more = (room - sum(least)) / len(boxes)
            return [width + more for width in least]
    raise SystemExit("docs/house.py: a floor has more boxes than fit beside each other.")


def narrowest(box: Box, height: int, most: int) -> int:
    """Return the least width with which a box is no higher than this; a wider one is never higher."""
    longest = max(len(name) + 1 for name in (*box.names, box.name))
    widths = range(int(longest * CHARACTER) + 17, most)
    place = bisect_left(widths, True, key=lambda width: box.height(width) <= height)
    return widths[place] if place < len(widths) else most + 1


def picture(house: House) -> str:
    """Draw the house as SVG."""
    counts, order = house.counts(), list(FLOORS)
    parts: list[str] = []
    middle: dict[str, float] = {}
    top = EDGE + 30.0
    for place, floor in enumerate(order):
        boxes = boxes_of(floor)
        widths = widths_of(boxes)
        height = max(box.height(width) for box, width in zip(boxes, widths, strict=True))
        height = max(height, 2 * LINE + 10)
        middle[floor] = top + 6 + height / 2
        tint = TINTS[place % 2]
        parts.append(rectangle(EDGE, top, WIDTH - 2 * EDGE, height + 12, fill=tint))
        ink = INKS[place]
        name = f"{floor}/" if (SOURCE / floor).is_dir() else floor
        parts.append(text(EDGE + 10, middle[floor] - 2, name, "floor", ink))
        parts.append(text(EDGE + 10, middle[floor] + 14, FLOORS[floor], "about"))
        left = float(LABEL)
        for box, width in zip(boxes, widths, strict=True):
            parts.append(rectangle(left, top + 6, width, height, fill="#fff", stroke=ink, rx=3))
            down = top + 6 + LINE + 1
            if len(boxes) == 1:
                down += (height - box.height(width)) / 2
            if box.name:
                parts.append(text(left + 8, down, box.name, "room", ink))
                down += LINE
            for line in box.lines(width):
                parts.append(text(left + 8, down, line))
                down += LINE
            left += width + GAP
        top += height + 15
    for place in range(len(order)):
        parts += column(BOXES + 22 + place * COLUMN, place, middle, counts)
    parts.append(text(EDGE + 10, EDGE + 16, "The house, drawn from its files", "floor"))
    parts.append(text(BOXES + 12, EDGE + 11, "imports: a line begins at the floor that", "head"))
    parts.append(text(BOXES + 12, EDGE + 23, "imports; numbers count pairs of files", "head"))
    for note in notes(house):
        for line in textwrap.wrap(note, NOTE, break_long_words=False, break_on_hyphens=False):
            top += LINE
            parts.append(text(EDGE + 10, top, line, "about"))
    height = round(top) + EDGE + 4
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img">'
    )
    title = "<title>The floors and rooms of Dice Devil, and the imports between them</title>"
    ground = rectangle(0, 0, WIDTH, height, fill="#fff")
    return "\n".join([head, title, f"<style>{STYLE}</style>", ground, *parts, "</svg>", ""])


def column(
    x: float, place: int, middle: Mapping[str, float], counts: Counter[tuple[str, str]]
) -> Iterator[str]:
    """Draw the imports of one floor: a line from it, with a number at every floor it imports."""
    order = list(middle)
    floor, ink = order[place], INKS[place]
    others = [other for other in order if counts[floor, other]]
    for other in (others[0], others[-1]) if others else ():
        up = order.index(other) < place
        if up or other == others[-1]:
            dashes = ' stroke-dasharray="4 3"' if up else ""
            stroke = "#c00000" if up else ink
            yield (
                f'<line x1="{x}" y1="{number(middle[floor])}" x2="{x}" y2="{number(middle[other])}" '
                f'stroke="{stroke}" stroke-width="1.2"{dashes}/>'
            )
    if others:
        yield f'<circle cx="{x}" cy="{number(middle[floor])}" r="4.5" fill="{ink}"/>'
    for other in others:
        up = order.index(other) < place
        stroke, y = "#c00000" if up else ink, middle[other]
        tip, base = (y + 9, y + 14) if up else (y - 9, y - 14)
        yield (
            f'<path d="M{number(x - 3.5)} {number(base)}L{number(x + 3.5)} {number(base)}'
            f'L{x} {number(tip)}Z" fill="{stroke}"/>'
        )
        yield rectangle(x - 10, y - 8, 20, 16, fill="#fff", stroke=stroke, rx=4)
        yield text(x, y + 3.5, str(counts[floor, other]), "count")


def notes(house: House) -> Iterator[str]:
    """Say what the lines do not."""
    circles = [" and ".join(map(short, circle)) for circle in house.circles()]
    yield (
        f"{len(house.imports):,} imports of one file by another, those inside functions included. "
        f"Between rooms: {listed(house.between_rooms())}. "
        f"In circles: {'; '.join(circles) or 'none'}."
    )
    yield f"Pointing up: {listed(house.upward())}."
    order = list(FLOORS)
    above = [
        f"{one} > {other} {count}"
        for (one, other), count in sorted(house.names().items())
        if order.index(one) > order.index(other)
    ]
    names = "Game.solved_in, Game.drawn_in"
    yield f"Named in a text and loaded when asked for ({names}): {', '.join(above)}."


def listed(pairs: list[tuple[str, str]]) -> str:
    """Write imports in a line."""
    return ", ".join(f"{short(one)} > {short(other)}" for one, other in pairs) or "none"


def short(module: str) -> str:
    """Write a module without the package's name."""
    return module.removeprefix("dicedevil.")


def number(value: float) -> str:
    """Write a coordinate."""
    return f"{value:.1f}".removesuffix(".0")


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "", rx: int = 0
) -> str:
    """Draw a rectangle."""
    line = f' stroke="{stroke}"' if stroke else ""
    corner = f' rx="{rx}"' if rx else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size}{corner} fill="{fill}"{line}/>'


def text(x: float, y: float, words: str, kind: str = "", ink: str = "") -> str:
    """Write a line of text."""
    marked = f' class="{kind}"' if kind else ""
    colour = f' style="fill:{ink}"' if ink else ""
    return f'<text x="{number(x)}" y="{number(y)}"{marked}{colour}>{escape(words, quote=False)}</text>'


# -- the command -----------------------------------------------------------------------------------


def with_walks(document: str) -> str:
    """Run the commands and return the document with their walks."""
    tables = Path(os.environ.get("DICEDEVIL_TABLES") or ROOT / "out" / "tables")
    walks = []
    for command in COMMANDS:
        print(f"dicedevil {command}", file=sys.stderr)
        walks.append(walk_of(command, tables))
    return with_section(document, walks)


def main() -> int:
    """Write what is to be written, or say what is not as it should be."""
    parser = argparse.ArgumentParser(description="Draw the house and walk through it.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on a difference")
    parser.add_argument("--picture", action="store_true", help="the picture only, without the walks")
    asked = parser.parse_args()
    made = {PICTURE: picture(House.read())}
    if not asked.picture:
        print("The first time this makes the curves of Yahtzee: minutes.", file=sys.stderr)
        made[DOCUMENT] = with_walks(DOCUMENT.read_text(encoding="utf-8"))
    stale = [path for path, words in made.items() if not path.is_file() or path.read_text() != words]
    for path in stale:
        if not asked.check:
            path.write_text(made[path], encoding="utf-8")
        print(f"{path.relative_to(ROOT)} {'is stale' if asked.check else 'written'}", file=sys.stderr)
    return int(asked.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
