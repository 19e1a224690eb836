"""Writes the tables of keys in docs/rules-files.md from the shapes that files are read by.

`python docs/rules_keys.py` writes them anew; `--check` writes nothing and exits 1 on a difference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from dicedevil.written.base import COMMON, FAMILIES, family_class
from dicedevil.written.shape import NEEDED, Either, Keys, Leaf, Named, Several, Shape, as_text

DOCUMENT = Path(__file__).parent / "rules-files.md"
BLOCK = re.compile(r"<!-- keys (\S+) -->\n.*?<!-- /keys -->", re.DOTALL)


def rows(fields: dict[str, Shape], path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield each key with what it is and its default, those within tables too."""
    for key, shape in fields.items():
        name = f"{path}{key}"
        yield name, shape.about, default_words(shape)
        yield from rows(dict(inner_fields(shape)), f"{name}{inner_name(shape)}.")


def inner_fields(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """Yield the keys below a value, whichever of its forms has them."""
    if isinstance(shape, Keys):
        yield from shape.fields.items()
    elif isinstance(shape, (Named, Several)):
        yield from inner_fields(shape.shape)
    elif isinstance(shape, Either):
        for one in shape.shapes:
            yield from inner_fields(one)


def inner_name(shape: Shape) -> str:
    """`.NAME` for the names that a file makes up, `[n]` for the entries of a list."""
    return ".NAME" if isinstance(shape, Named) else "[n]" if isinstance(shape, Several) else ""


def default_words(shape: Shape) -> str:
    """Write the default as it would stand in a file."""
    if shape.default is NEEDED:
        return "needed"
    if not isinstance(shape, Leaf) or shape.default is None:
        return ""
    told = shape.default
    return str(told).lower() if isinstance(told, bool) else f"`{as_text(told)}`"


def table(name: str) -> str:
    """Return the table of a family's keys, or of those that all files have."""
    fields = COMMON if name == "all" else family_class(name).fields
    lines = [f"| `{key}` | {about} | {default} |" for key, about, default in rows(dict(fields))]
    return "\n".join(["| key | what it is | default |", "|---|---|---|", *lines])


def with_tables(document: str) -> str:
    """Return the document with its tables as they are now."""

    def made(match: re.Match[str]) -> str:
        return f"<!-- keys {match[1]} -->\n{table(match[1])}\n<!-- /keys -->"

    return BLOCK.sub(made, document)


def main() -> int:
    """Write what is to be written, or say what is not as it should be."""
    told = DOCUMENT.read_text(encoding="utf-8")
    made = with_tables(told)
    missing = [name for name in ("all", *FAMILIES) if f"<!-- keys {name} -->" not in made]
    if missing:
        print(f"{DOCUMENT.name} has no table of {', '.join(missing)}.", file=sys.stderr)
    elif "--check" not in sys.argv and made != told:
        DOCUMENT.write_text(made, encoding="utf-8")
    return int(bool(missing) or ("--check" in sys.argv and made != told))


if __name__ == "__main__":
    sys.exit(main())
