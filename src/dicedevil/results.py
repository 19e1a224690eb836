"""How often a solved match is won, tied and lost when it is played as the solution says.

The value of a match counts ties half (or not at all), so it does not tell ties from wins; this does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import UsageError
from dicedevil.evaluation import exact_law
from dicedevil.rules import Choice, Game, State
from dicedevil.solvers.solution import Solution
from dicedevil.strategy import Strategy

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

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `solve --same-rolls --json` prints it."""
        found: dict[str, Any] = {
            "win": float(self.win),
            "tie": float(self.tie),
            "lose": float(self.lose),
        }
        return found | ({"differs": list(self.differs)} if self.differs else {})

    def __str__(self) -> str:
        """The three chances in a line."""
        return f"wins {float(self.win):.6f}, ties {float(self.tie):.6f}, loses {float(self.lose):.6f}"


def outcomes(solution: Solution) -> Outcomes:
    """Follow the first of the best choices from the start to the end of a match.

    In fractions; in floats where the pairs lane solved the match.
    """
    if solution.game.players != 2:
        raise UsageError(f"{solution.game} has one player, so nobody wins or loses it.")
    if solution.lane == "pairs":
        from dicedevil.solvers.placement_match import PairValues, match_law

        if isinstance(solution.values, PairValues):
            return Outcomes(*match_law(solution.values))
    told = Told(solution.game)
    law = exact_law(told, Strategy("best", solution.best_choice), told.start())
    win, tie, lose = (law.get(result, Fraction(0)) for result in (1, 0, -1))
    return Outcomes(win, tie, lose)


@dataclass(frozen=True)
class Told(Game):
    """A match that pays its result at the end: 1 for a win of the first player, 0 for a tie, or -1."""

    match: Game

    def start(self) -> State:
        """As in the match."""
        return self.match.start()

    def is_over(self, state: State) -> bool:
        """As in the match."""
        return self.match.is_over(state)

    def rolls(self, state: State) -> Mapping[Roll, int]:
        """As in the match."""
        return self.match.rolls(state)

    def choices(self, state: State, roll: Roll) -> Sequence[Choice]:
        """As in the match."""
        return self.match.choices(state, roll)

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """Play on, and pay when all is over."""
        _, after = self.match.play(state, roll, choice)
        if not self.match.is_over(after):
            return 0, after
        share = self.match.win_share(after)
        return (share == 1) - (share == 0), after

    def progress(self, state: State) -> int:
        """As in the match."""
        return self.match.progress(state)
