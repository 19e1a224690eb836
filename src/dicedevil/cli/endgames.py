"""`dicedevil solve --endgames`: tables of the last turns of a match of two."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicedevil.objectives import Objective
    from dicedevil.rules import Game
    from dicedevil.solvers.budget import Budget


def require_plain(aim: Objective, **others: object) -> None:
    """Refuse options that have no meaning for endgames."""
    from dicedevil.errors import UsageError

    if aim.name != "win":
        raise UsageError(f"--endgames goes with the objective 'win', not with '{aim.name}'.")
    for name, value in others.items():
        if value and not (name == "lane" and value == "endgames"):
            raise UsageError(f"--endgames does not go with --{name}: tables are made, in floats.")


def solve_endgames(game: Game, boxes: int, budget: Budget) -> dict[str, Any]:
    """Make the tables that are missing, and return what there is."""
    from dicedevil.errors import UsageError
    from dicedevil.players.judge import last_turns

    started = time.perf_counter()
    found = last_turns(game, budget)
    if found is None:
        raise UsageError(f"{game} has no score card: endgames are for the Yahtzee family.")
    found.make(boxes)
    return {
        "game": str(game),
        "objective": "win",
        "endgames": boxes,
        "states": found.positions,
        "lane": "endgames",
        "seconds": time.perf_counter() - started,
        "error_bound": found.error_bound(boxes),
    }


def tell_endgames(facts: dict[str, Any]) -> None:
    """Print what there is for a person."""
    from dicedevil.cli.telling import tell_pairs

    tell_pairs(
        f"{facts['game']}: endgames with up to {facts['endgames']} open boxes",
        [
            ("positions", f"{facts['states']:,}"),
            ("solved by", f"{facts['lane']} lane in {facts['seconds']:.2f} s"),
            ("error", f"at most {facts['error_bound']:.1e}"),
        ],
    )
