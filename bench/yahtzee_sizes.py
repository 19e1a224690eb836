"""Time against the size of a score card: boxes, dice, rerolls; and a picture of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import dicedevil as dd
from bench.figure import Figure, seconds, timed
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.cards.mean_making import solve_card
from dicedevil.solvers.cards.states import Encoding

PICTURE = Path("out") / "yahtzee-sizes.png"


def cards() -> dict[str, dict[int, ScoreCard]]:
    """Return the official card with one size changed, and with two boxes more."""
    pairs = _card("pairs-yahtzee")
    upper = [box for box in pairs.boxes if box.is_upper]
    lower = [box for box in pairs.boxes if not box.is_upper and box.name != "yahtzee"]
    last = [box for box in pairs.boxes if box.name == "yahtzee"]
    by_boxes = {
        count: replace(pairs, boxes=tuple([*upper, *last, *lower][:count]))
        for count in range(7, len(pairs.boxes) + 1)
    }
    by_dice = {count: _card(f"yahtzee:dice={count}d6") for count in range(2, 8)}
    by_rerolls = {count: _card(f"yahtzee:rerolls={count}") for count in range(5)}
    return {"boxes": by_boxes, "dice": by_dice, "rerolls": by_rerolls}


def _card(spec: str) -> ScoreCard:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    return game.card


def figures() -> Iterator[Figure]:
    """Solve each card."""
    found: dict[str, dict[int, tuple[float, int]]] = {}
    for what, row in cards().items():
        for count, card in row.items():
            encoded = Encoding(card)
            _ = encoded.arrays, encoded.lattice.arrays
            took, _ = timed(lambda encoded=encoded: solve_card(encoded), repeats=3)  # type: ignore[misc]
            found.setdefault(what, {})[count] = took, encoded.states
            memory = encoded.estimate().memory_bytes / 1e6
            told = f"yahtzee with {count} {what}: {encoded.states:,} states, {memory:,.0f} MB"
            yield Figure(told, seconds(took))
    draw(found, PICTURE)
    yield Figure("picture", str(PICTURE))


def draw(found: Mapping[str, Mapping[int, tuple[float, int]]], path: Path) -> None:
    """Draw time against each size."""
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(11, 3.6), layout="constrained")
    for axes, (what, row) in zip(drawing.subplots(1, len(found)), found.items(), strict=True):
        counts = sorted(row)
        axes.plot(counts, [row[count][0] for count in counts], marker="o")
        axes.set_yscale("log")
        axes.set_xlabel(what)
        axes.set_ylabel("seconds to solve")
        axes.set_xticks(counts)
        axes.grid(alpha=0.3)
    drawing.suptitle("The official score card with one size changed")
    path.parent.mkdir(parents=True, exist_ok=True)
    drawing.savefig(path, dpi=120)
