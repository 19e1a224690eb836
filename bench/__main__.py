"""`python -m bench`: every figure in one run; `python -m bench yahtzee`: one part alone.

Parts that take long (`cluster`, `comparing`, `curves`, `endgames`, `laws`, `players`, `saved`,
`serving`, `several`) run only when named.
"""

from __future__ import annotations

import sys

from bench import (
    cluster,
    commands,
    comparing,
    curves,
    endgames,
    grading,
    lanes,
    laws,
    placement_match,
    plain_game,
    players,
    press_luck,
    saved,
    serving,
    several,
    sweeps,
    yahtzee,
    yahtzee_sizes,
)
from bench.figure import Figure, table

PARTS = {
    part.__name__.removeprefix("bench."): part
    for part in (
        lanes,
        commands,
        plain_game,
        placement_match,
        press_luck,
        yahtzee,
        yahtzee_sizes,
        grading,
        sweeps,
    )
}
LONG = {
    "cluster": cluster,
    "comparing": comparing,
    "curves": curves,
    "endgames": endgames,
    "laws": laws,
    "players": players,
    "saved": saved,
    "serving": serving,
    "several": several,
}


def main(wanted: list[str]) -> int:
    """Print the table; 1 if a target is missed, 2 for a part that is not there."""
    known = {**PARTS, **LONG}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"No part is called {unknown[0]!r}. Parts: {', '.join(known)}", file=sys.stderr)
        return 2
    found: list[Figure] = []
    for name in wanted or PARTS:
        for figure in known[name].figures():
            print(figure.what, figure.measured, file=sys.stderr)
            found.append(figure)
    print(table(found))
    return int(any(figure.ok is False for figure in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
