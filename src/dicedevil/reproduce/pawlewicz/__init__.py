"""J. Pawlewicz, A Nearly Optimal Computer Player in Multi-player Yahtzee, 2010.

Every printed number in the order of the paper, ours beside it, under the paper's own rules (jokers are
`used`). The pictures of Figures 3 to 5 are lost in the scan; what the text says of them is compared.
The curves of all states and the endgames of two players are made if they are not on disk.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedevil.errors import RulesError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.reproduce import Parts, Row, from_parts
from dicedevil.reproduce.pawlewicz import counts, curves, errors
from dicedevil.reproduce.pawlewicz.telling import RULES
from dicedevil.solvers.budget import USUAL, Budget

__all__ = ["rows"]


def rows(item: str = "", games: int | None = None, budget: Budget = USUAL) -> Iterator[Row]:
    """Yield every printed number with ours beside it, leaving out parts that cannot begin like `item`.

    `games` is the size of the samples.
    """
    game = game_named(RULES)
    if not isinstance(game, KeepRerollGame):
        raise RulesError(f"{RULES} has no score card.")
    parts: Parts = (
        ("Section 2|Section 3.1", lambda: counts.state_rows(game)),
        ("Section 3.2|Section 4.1", lambda: counts.best_mean_rows(game)),
        ("Section 3.3|Section 4.1|Figure 3", lambda: curves.curve_rows(game, budget)),
        (
            "Section 4.2|Section 4.3|Section 4.4|Figure 4|Figure 5",
            lambda: errors.error_rows(budget, games),
        ),
        ("Long run", errors.long_run_rows),
        ("Whole games", lambda: errors.whole_game_rows(budget, games)),
        ("Table 1|Appendix A.2.1|Appendix A.2.2", lambda: counts.rule_rows(game)),
        ("Appendix B", counts.formula_rows),
        ("Appendix C", curves.formula_rows),
        ("Appendix D", lambda: counts.two_player_rows(game)),
    )
    yield from from_parts(parts, item)
