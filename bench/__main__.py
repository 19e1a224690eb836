"""`python -m bench`: every figure in one run."""

from __future__ import annotations

import sys

from bench import commands, lanes, plain_game, press_luck
from bench.figure import Figure, table


def main() -> int:
    """Print the table; 1 if a target is missed."""
    found: list[Figure] = []
    for part in (lanes, commands, plain_game, press_luck):
        for figure in part.figures():
            print(figure.what, figure.measured, file=sys.stderr)
            found.append(figure)
    print(table(found))
    return int(any(figure.ok is False for figure in found))


if __name__ == "__main__":
    sys.exit(main())
