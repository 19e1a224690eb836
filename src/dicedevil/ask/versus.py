"""One strategy against another, exactly: winning probabilities from either seat.

`against` is a strategy's name, or `best-reply`: the other player knows the strategy and makes the
most of it. In a race game such as Pig `optimal` is the best play of the match itself, so that
`versus("pig", "hold-at-20", "optimal")` is what holding at 20 costs against the best opponent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.ask.strategies import chooser_name, match_strategy, played_in, require_playable
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Lane
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Number, Solution, fraction_text
from dicedevil.solvers.solver import lanes_of, solve
from dicedevil.strategy import Chooser, Strategy
from dicedevil.wrapped.best_reply import BestReply

BEST_REPLY = "best-reply"


@dataclass(frozen=True)
class Versus:
    """The chances of a strategy to win, ties counting half."""

    game: str
    strategy: str
    against: str
    first: Number
    """When it begins."""
    second: Number
    """When the other begins."""
    error_bound: float
    """None of the chances is further than this from the exact one; 0.0 for fractions."""

    @property
    def average(self) -> Number:
        """The mean over who begins."""
        return (self.first + self.second) / 2

    @property
    def cost(self) -> Number:
        """What the strategy gives away: how far the average is below one half."""
        return (
            Fraction(1, 2) - self.average if isinstance(self.average, Fraction) else 0.5 - self.average
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `evaluate --objective win --json` prints it."""
        return {
            "game": self.game,
            "objective": "win",
            "strategy": self.strategy,
            "against": self.against,
            "mean": float(self.first),
            "exact": fraction_text(self.first),
            "going_second": float(self.second),
            "exact_going_second": fraction_text(self.second),
            "average": float(self.average),
            "exact_average": fraction_text(self.average),
            "cost": float(self.cost),
            "exact_cost": fraction_text(self.cost),
            "error_bound": self.error_bound,
        }

    def __str__(self) -> str:
        """The chances in a line."""
        return (
            f"{self.game}, {self.strategy} against {self.against}: wins {float(self.first):.9g} "
            f"beginning, {float(self.second):.9g} replying{self._off}"
        )

    @property
    def _off(self) -> str:
        return f" (off by {self.error_bound:.1e} at most)" if self.error_bound else ""


def versus(
    game: Game | str,
    strategy: str | Strategy | Chooser = "optimal",
    against: str | Strategy | Chooser = "optimal",
    *,
    exact: bool = False,
    fresh: bool = False,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Versus:
    """Return a strategy's chances to win against another one, or against its best reply, exactly.

    The door to "A against B" for two strategies that are known, by name or as a function. Players who
    look at each other, and more than two, are played by `match`; with the same rolls for both,
    `solve(SameRolls(...))` is exact too. See docs/matches.md.
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress)
    match = WinMatch().view(rules)
    named = [one for one in (strategy, against) if isinstance(one, str) and one != BEST_REPLY]
    require_playable(played_in(match), *named)
    mine = match_strategy(match, strategy, cost)
    theirs = None if against == BEST_REPLY else match_strategy(match, against, cost)

    def solved(seat: int) -> Solution:
        """Put the strategy on a seat and the other on the other one."""
        reply = BestReply(match, mine, seat)
        if theirs is not None:
            reply = BestReply(reply, theirs, 1 - seat)
        return solve(reply, WinMatch(), exact=exact, fresh=fresh, budget=cost)

    beginning = solved(0)
    first: Number = beginning.exact if beginning.exact is not None else beginning.value
    error = beginning.error_at(first)
    other_start = match.start_for(1)
    if other_start is not None:  # the same solution knows the other beginning
        second: Number = beginning.worth(other_start)
    else:
        replying = solved(1)
        second = 1 - (replying.exact if replying.exact is not None else replying.value)
        error = max(error, replying.error_at(replying.value))
    if isinstance(first, float):  # what is taken from 1, and their mean, round twice more
        error += 2 * 2.0**-53
    return Versus(str(rules), chooser_name(strategy), chooser_name(against), first, second, error)


def differences(
    game: Game | str, strategy: str, *, progress: Progress = silent, budget: Budget | None = None
) -> Any:
    """Count where the best play of a match parts from a strategy of single turns, and how.

    For games whose family can tell: press-your-luck, and its strategies hold-at-N and solitaire.
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress)
    match = WinMatch().view(rules)
    comparing = [lane for lane in lanes_of(match) if type(lane).compare is not Lane.compare]
    for lane in comparing:
        found = lane.compare(match, match_strategy(match, strategy, cost), cost)
        if found is not None:
            return found
    raise UsageError(
        f"Only hold-at-N and solitaire, in games such as pig, are compared decision by decision, not "
        f"{quoted(strategy)} in {rules}."
    )


def parting(game: Game, strategy: str, against: str, budget: Budget) -> Any:
    """Return where a strategy parts from the best play of the match; None where that cannot be told."""
    if against != "optimal":
        return None
    try:
        return differences(game, strategy, budget=budget)
    except UsageError:  # not a strategy that can be compared decision by decision
        return None


def as_document(found: Versus, parts: Any) -> dict[str, Any]:
    """Return plain data, as `evaluate --objective win --json` prints it."""
    return found.to_dict() | ({} if parts is None else {"differences": parts.to_dict()})
