"""How often a solved match is won, tied and lost when it is played as the solution says.

The value of a match counts ties half (or not at all), so it does not tell ties from wins; this does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import UsageError
from dicedevil.rules import Choice, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.exact_law import exact_law, require_few_states
from dicedevil.solvers.solution import Solution, fraction_text
from dicedevil.solvers.worths import TellsTies
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import Wrapped

Number = Fraction | float


@dataclass(frozen=True)
class Outcomes:
    """How often the first player wins, ties and loses.

    For a reply to a known strategy in a placement game, `differs[k]` is the chance that in round k + 1,
    while the match is open, it would be worse to do what that strategy does on the same board.
    """

    win: Number
    tie: Number
    lose: Number
    differs: tuple[float, ...] = ()
    error_bound: float = 0.0
    """None of the chances is further than this from the exact one; 0.0 for fractions."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `solve --same-rolls --json` prints it."""
        chances = {"win": self.win, "tie": self.tie, "lose": self.lose}
        found: dict[str, Any] = {name: float(chance) for name, chance in chances.items()}
        found |= {f"exact_{name}": fraction_text(chance) for name, chance in chances.items()}
        found["error_bound"] = self.error_bound
        return found | ({"differs": list(self.differs)} if self.differs else {})

    def __str__(self) -> str:
        """The three chances in a line."""
        off = f" (off by {self.error_bound:.1e} at most)" if self.error_bound else ""
        return (
            f"wins {float(self.win):.6f}, ties {float(self.tie):.6f}, loses {float(self.lose):.6f}{off}"
        )


def outcomes(solution: Solution, budget: Budget = USUAL) -> Outcomes:
    """Follow the first of the best choices from the start to the end of a match.

    In fractions; in floats where the solution's own lane tells wins from ties.
    """
    if solution.game.players != 2:
        raise UsageError(f"{solution.game} has one player, so nobody wins or loses it.")
    if isinstance(solution.values, TellsTies):
        return Outcomes(*solution.values.results())
    require_few_states(solution.game, budget, solution.states)
    told = Told(solution.game)
    law = exact_law(told, Strategy("best", solution.best_choice), told.start(), budget)
    win, tie, lose = (law.get(result, Fraction(0)) for result in (1, 0, -1))
    return Outcomes(win, tie, lose)


@dataclass(frozen=True)
class Told(Wrapped):
    """A match that pays its result at the end: 1 for a win of the first player, 0 for a tie, or -1."""

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """Play on, and pay when all is over."""
        _, after = self.game.play(state, roll, choice)
        if not self.game.is_over(after):
            return 0, after
        share = self.game.win_share(after)
        return (share == 1) - (share == 0), after
