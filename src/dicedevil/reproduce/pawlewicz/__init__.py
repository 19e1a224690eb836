"""J. Pawlewicz, A Nearly Optimal Computer Player in Multi-player Yahtzee, 2010.

Every printed number in the order of the paper, ours beside it, under the paper's own rules (jokers are
`used`). The pictures of Figures 3 to 5 are lost in the scan; what the text says of them is compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedevil.errors import RulesError
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.reproduce import Row
from dicedevil.reproduce.pawlewicz import counts, curves
from dicedevil.reproduce.pawlewicz.telling import RULES
from dicedevil.solvers.progress import Progress, silent

__all__ = ["rows"]


def rows(progress: Progress = silent) -> Iterator[Row]:
    """Yield every printed number with ours beside it."""
    game = game_named(RULES)
    if not isinstance(game, KeepRerollGame):
        raise RulesError(f"{RULES} has no score card.")
    yield from counts.state_rows(game)
    yield from counts.best_mean_rows(game)
    yield from curves.curve_rows(game, progress)
    yield from counts.rule_rows(game)
    yield from counts.formula_rows()
    yield from curves.formula_rows()
    yield from counts.two_player_rows(game)
