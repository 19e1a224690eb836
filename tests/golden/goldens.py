"""Numbers kept in text files: states per layer, and a fingerprint of all small solutions.

`python tests/golden/goldens.py` writes them anew after a change of rules; read the difference.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import dicedevil as dd  # noqa: E402
from dicedevil.families.cards.game import KeepRerollGame  # noqa: E402
from dicedevil.families.columns import ColumnsGame  # noqa: E402
from dicedevil.families.events import EventsGame  # noqa: E402
from dicedevil.games import names  # noqa: E402
from dicedevil.objectives import Objective  # noqa: E402
from dicedevil.solvers.cards.following import is_large  # noqa: E402
from dicedevil.solvers.cards.states import encoding  # noqa: E402
from dicedevil.solvers.plain.graph import GameGraph  # noqa: E402
from dicedevil.solvers.solution import fraction_text  # noqa: E402
from variants import SMALL, TINY  # noqa: E402  (run as a script, tests/ is not on the path yet)

COUNTS = HERE / "counts"
FINGERPRINT = HERE / "fingerprint.txt"


OBJECTIVES: tuple[Objective, ...] = (dd.MaxScore(), dd.Worst(), dd.FewestTurns())


def counts_text(name: str) -> str:
    """For the bare game and its small variants: progress, states, rolls and choices in each layer."""
    parts = []
    for spec in (name, *SMALL.get(name, ())):
        if isinstance(dd.game(spec), ColumnsGame):
            parts.append(column_counts_text(spec))
            continue
        if isinstance(dd.game(spec), EventsGame) and spec == name:
            parts.append(event_counts_text(spec))
            continue
        rules = dd.MaxScore().view(dd.game(spec))
        if isinstance(rules, KeepRerollGame) and is_large(rules):
            parts.append(card_counts_text(spec, rules))
            continue
        graph = GameGraph.of(rules)
        layers: Counter[int] = Counter()
        rolls: Counter[int] = Counter()
        choices: Counter[int] = Counter()
        for place, state in enumerate(graph.states):
            layer = graph.game.progress(state)
            first, last = graph.state_rolls[place], graph.state_rolls[place + 1]
            layers[layer] += 1
            rolls[layer] += int(last - first)
            choices[layer] += int(graph.roll_edges[last] - graph.roll_edges[first])
        rows = [f"{k:>8} {layers[k]:>8} {rolls[k]:>10} {choices[k]:>10}" for k in sorted(layers)]
        heads = f"{'progress':>8} {'states':>8} {'rolls':>10} {'choices':>10}"
        total = f"{'all':>8} {layers.total():>8} {rolls.total():>10} {choices.total():>10}"
        parts.append("\n".join([spec, heads, *rows, total]))
    return "\n\n".join(parts) + "\n"


def card_counts_text(spec: str, game: KeepRerollGame) -> str:
    """For a score card too large to list: sets of open boxes and states between turns."""
    encoded = encoding(game.card)
    rows = [
        f"{layer:>8} {len(groups):>8} {encoded.sizes[groups].sum():>10}"
        for layer, groups in enumerate(encoded.layers)
    ]
    heads = f"{'open':>8} {'sets':>8} {'states':>10}"
    total = f"{'all':>8} {len(encoded.sizes):>8} {encoded.states:>10}"
    return "\n".join([spec, heads, *rows, total])


def column_counts_text(spec: str) -> str:
    """For a board of columns: how many positions of each kind, and the choices there are at least."""
    game = dd.game(spec)
    assert isinstance(game, ColumnsGame)
    board, (positions, choices) = game.board, game.size()
    rows = [
        ("banked", board.banked_count),
        ("in turns", board.turn_count),
        ("over", board.over_count),
        ("all", positions),
        ("choices", choices),
    ]
    return "\n".join([spec, *(f"{name:>8} {count:>18}" for name, count in rows)])


def event_counts_text(spec: str) -> str:
    """For events: how many states each has, and how many choices at least."""
    game = dd.game(spec)
    assert isinstance(game, EventsGame)
    rows = [(name, *event.size()) for name, event in game.events] + [("all", *game.size())]
    heads = f"{'event':>18} {'states':>8} {'choices':>10}"
    lines = [f"{name:>18} {states:>8} {choices:>10}" for name, states, choices in rows]
    return "\n".join([spec, heads, *lines])


def small_solutions() -> Iterator[str]:
    """Every value of every small variant as an exact fraction, a line a state."""
    for spec in [*(spec for specs in SMALL.values() for spec in specs), *TINY]:
        for objective in OBJECTIVES:
            if isinstance(objective, dd.Worst) and dd.game(spec).scored_in == "race":
                continue  # it never ends
            game = objective.view(dd.game(spec))
            solution = dd.solve(game, objective, lane="reference")
            for state in sorted(GameGraph.of(game).index):
                yield f"{spec} {objective.name} {state!r} {fraction_text(solution.worth(state))}"
    for spec in TINY:
        match = dd.solve(spec, dd.WinMatch(), exact=True)
        curve = dd.curve(spec, exact=True)
        yield f"{spec} win {match.exact}"
        yield f"{spec} curve {curve.targets} {curve.exact}"


def fingerprint_text() -> str:
    """One line for all small solutions: how many values, and their digest."""
    digest = hashlib.blake2b(digest_size=16)
    count = 0
    for line in small_solutions():
        digest.update(line.encode() + b"\n")
        count += 1
    return f"{count} {digest.hexdigest()}\n"


def renew() -> None:
    """Write all goldens."""
    COUNTS.mkdir(exist_ok=True)
    for name in names():
        (COUNTS / f"{name}.txt").write_text(counts_text(name), encoding="utf-8")
    FINGERPRINT.write_text(fingerprint_text(), encoding="utf-8")


if __name__ == "__main__":
    renew()
