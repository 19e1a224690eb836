"""How often a solved match is won, tied and lost when it is played as the solution says.

The value of a match counts ties half (or not at all), so it does not tell ties from wins; this does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import TooLarge, UsageError
from dicedevil.objectives import WinAlone, WinMatch
from dicedevil.rules import Choice, Game, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.exact_law import Returns, exact_law, require_few_states
from dicedevil.solvers.question import Question
from dicedevil.solvers.rounding import UNIT
from dicedevil.solvers.solution import Solution, fraction_text
from dicedevil.solvers.solver import lane_for, solve
from dicedevil.solvers.worths import TellsTies
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.best_reply import BestReply

Number = Fraction | float
IN_FRACTIONS = "The first player's chance, ties counting half, is known without it."
"""What is told where ties are too much to tell from wins: here there are no floats to go to."""


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

    In fractions; in floats where the solution's own lane tells wins from ties or what comes of playing
    so (of choices that are equally good any may be taken then), and where a match can come back to a
    position.
    """
    if solution.game.players != 2:
        raise UsageError(f"{solution.game} has one player, so nobody wins or loses it.")
    if isinstance(solution.values, TellsTies):
        return Outcomes(*solution.values.results())
    if _is_followed_by_its_room(solution):
        return _in_floats(solution, budget)
    require_few_states(solution.game, budget, solution.states, IN_FRACTIONS)
    told = Told(solution.game)
    try:
        law = exact_law(
            told, Strategy("best", solution.best_choice), told.start(), budget, IN_FRACTIONS
        )
    except Returns:
        return _in_floats(solution, budget)
    win, tie, lose = (law.get(result, Fraction(0)) for result in (1, 0, -1))
    return Outcomes(win, tie, lose)


def followed_to_the_end(solution: Solution, budget: Budget = USUAL) -> Outcomes | None:
    """Return how often a match is won, tied and lost, unless it is too large to follow."""
    try:
        return outcomes(solution, budget)
    except TooLarge:
        return None


def replied(
    facts: Mapping[str, Any], results: Outcomes | None, against: str, same_rolls: bool
) -> dict[str, Any]:
    """Return what `solve --against --json` prints; `error_bound` is that of the value."""
    told = results.to_dict() | {"outcomes_error_bound": results.error_bound} if results else {}
    return {**told, **facts, "against": against, "same_rolls": same_rolls}


def followed(match: Game, solution: Solution) -> BestReply:
    """Return a match whose choices are all made, by both players, as a solution of it says."""
    best = Strategy("best", solution.best_choice)
    return BestReply(BestReply(match, best, 0), best, 1)


def _is_followed_by_its_room(solution: Solution) -> bool:
    """Tell whether the family that solved a match also knows what comes of playing so."""
    lane = lane_for(Question(followed(solution.game, solution), WinAlone()))
    return lane.name == solution.lane and type(lane).__module__ != Game.solved_in


def _in_floats(solution: Solution, budget: Budget) -> Outcomes:
    """Tell wins from ties by what a tie is worth: half of a win, or nothing."""
    match = followed(solution.game, solution)
    half, nothing = (solve(match, aim, fresh=True, budget=budget) for aim in (WinMatch(), WinAlone()))
    tie = max(0.0, 2 * (half.value - nothing.value))
    off = 2 * (half.error_at(half.value) + nothing.error_at(nothing.value)) + 4 * UNIT
    return Outcomes(nothing.value, tie, max(0.0, 1.0 - nothing.value - tie), error_bound=off)


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
