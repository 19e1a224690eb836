"""`dicedevil solve --endgames`: tables of the last turns of a match between two score cards."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicedevil.objectives import Objective
    from dicedevil.rules import Game
    from dicedevil.solvers.endgames import Endgames


def require_plain(aim: Objective, **others: object) -> None:
    """Refuse options that have no meaning for endgames."""
    from dicedevil.errors import UsageError

    if aim.name != "win":
        raise UsageError(f"--endgames goes with the objective 'win', not with '{aim.name}'.")
    for name, value in others.items():
        if value and not (name == "lane" and value == "endgames"):
            raise UsageError(f"--endgames does not go with --{name}: tables are made, in floats.")


def solve_endgames(game: Game, boxes: int, memory: int, as_json: bool) -> None:
    """Make the tables that are missing, and say what there is."""
    from dicedevil.cli.telling import tell_json, tell_pairs
    from dicedevil.cli.waiting import Waiting
    from dicedevil.solvers.endgames import Endgames

    started = time.perf_counter()
    found = Endgames.found(game, memory=memory)
    tell_endgame_cost(found, boxes)
    with Waiting("solving") as progress:
        found = Endgames.of(found.game, boxes, memory=memory, progress=progress)
    facts = {
        "game": str(game),
        "objective": "win",
        "endgames": boxes,
        "states": found.positions,
        "lane": "endgames",
        "seconds": time.perf_counter() - started,
        "error_bound": found.error_bound(boxes),
    }
    if as_json:
        tell_json(facts)
        return
    tell_pairs(
        f"{game}: endgames with up to {boxes} open boxes",
        [
            ("positions", f"{found.positions:,}"),
            ("solved by", f"endgames lane in {facts['seconds']:.2f} s"),
            ("error", f"at most {facts['error_bound']:.1e}"),
        ],
    )


def tell_endgame_cost(found: Endgames, boxes: int) -> None:
    """Say on stderr what making the tables will take, if they are missing and it takes long."""
    from dicedevil.cli.telling import note
    from dicedevil.solvers.curve_making import A_MOMENT

    if not 0 <= boxes <= found.all_boxes:
        return  # refused a moment later, in words
    found.require_small(boxes)
    cost = found.missing(boxes)
    if cost is not None and cost.seconds > A_MOMENT:
        kept = " They are kept: if this is broken off, at most one part is lost."
        note(f"Making endgames with up to {boxes} open boxes: {cost}.{kept}")
