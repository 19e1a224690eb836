"""The closest calls of a solved game: where the best choice is barely better than the next.

Every position that some play can reach is looked at with every roll that leaves a choice. What the
second-best choice gives away there is its loss; the closest calls are the positions with the smallest
loss above zero. Positions where the two best choices are equally good are kept apart, as ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll
from dicedevil.objectives import ReachTarget
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.budget import USUAL, Budget, growth
from dicedevil.solvers.solution import Number, Solution, fraction_text


@dataclass(frozen=True)
class Call:
    """A decision: the two best choices and what the second of them gives away."""

    position: Position
    roll: Roll
    best: Choice
    runner_up: Choice
    loss: Number
    doubt: Number = 0
    """Losses that differ by no more are not told apart; 0 for fractions."""


@dataclass(frozen=True)
class ClosestCalls:
    """The decisions of a game that are hardest to get right."""

    game: Game
    decisions: int
    """How many pairs of position and roll leave a choice."""
    closest: tuple[Call, ...]
    """All decisions with the smallest loss that is not a tie."""
    ties: tuple[Call, ...]
    """All decisions where the two best choices are equally good (in floats: not told apart)."""

    @property
    def loss(self) -> Number | None:
        """What the runner-up of a closest call gives away, or None where everything is a tie."""
        return self.closest[0].loss if self.closest else None

    @property
    def error_bound(self) -> float:
        """How far the loss of a closest call can be from the exact one; 0.0 for fractions."""
        return max((float(call.doubt) / 2 for call in self.closest), default=0.0)

    def __str__(self) -> str:
        """How close, and how often, in a line."""
        close = "all equally good" if self.loss is None else f"{float(self.loss):.5g}"
        off = f" (off by {self.error_bound:.1e} at most)" if self.error_bound else ""
        return (
            f"{self.game}: closest call {close}{off}, {len(self.closest):,} times in "
            f"{self.decisions:,} decisions; {len(self.ties):,} ties"
        )

    def __repr__(self) -> str:
        """The same: all the calls would fill pages."""
        return f"<ClosestCalls {self}>"

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """Return plain data; of calls and ties so many at most."""
        return {
            "game": str(self.game),
            "decisions": self.decisions,
            "loss": None if self.loss is None else float(self.loss),
            "exact": None if self.loss is None else fraction_text(self.loss),
            "error_bound": self.error_bound,
            "calls_in_all": len(self.closest),
            "ties_in_all": len(self.ties),
            "closest": [self._words(call) for call in self.closest[:most]],
            "ties": [self._words(call) for call in self.ties[:most]],
        }

    def _words(self, call: Call) -> dict[str, Any]:
        return {
            "state": self.game.write_state(call.position.state),
            "roll": self.game.write_roll(call.roll),
            "best": self.game.write_choice(call.best),
            "runner_up": self.game.write_choice(call.runner_up),
            "loss": float(call.loss),
            "exact": fraction_text(call.loss),
        }


def closest_calls(
    solution: Solution, positions: Iterable[Position] | None = None, *, budget: Budget = USUAL
) -> ClosestCalls:
    """Find the closest calls among the positions given, or among all that play can reach.

    Losses that the solution's error bound cannot tell apart count as equal, so an exact solution
    gives exactly the closest calls.
    """
    decisions = 0
    ties: list[Call] = []
    closest: list[Call] = []
    smallest: Number | None = None
    for call in _calls(solution, reachable(solution, budget) if positions is None else positions):
        decisions += 1
        if call.loss <= call.doubt:
            ties.append(call)
        elif smallest is None or call.loss <= smallest + call.doubt:
            smallest = call.loss if smallest is None else min(smallest, call.loss)
            closest = [one for one in closest if one.loss <= smallest + one.doubt]
            closest.append(call)
    return ClosestCalls(solution.game, decisions, tuple(closest), tuple(ties))


def reachable(solution: Solution, budget: Budget = USUAL) -> Iterator[Position]:
    """Yield every position that some play leads to; points count only where a target does."""
    game = solution.game
    watch = budget.watch(f"Looking at every position of {game}", "looking at positions")
    looked_at = 0
    counts_points = isinstance(solution.objective, ReachTarget)
    waiting = [Position(0, game.start())]
    seen = set(waiting)
    while waiting:
        position = waiting.pop()
        yield position
        looked_at += 1
        watch.look(looked_at, growth(seen), known=len(seen))
        if game.is_over(position.state):
            continue
        for roll in game.rolls(position.state):
            for choice in game.choices(position.state, roll):
                points, after = game.play(position.state, roll, choice)
                found = Position(position.points + points if counts_points else 0, after)
                if found not in seen:
                    seen.add(found)
                    waiting.append(found)


def _calls(solution: Solution, positions: Iterable[Position]) -> Iterator[Call]:
    """Yield the two best choices of every decision, the first of equals first."""
    game = solution.game
    for position in positions:
        state = position.state
        if game.is_over(state):
            continue
        more = solution.objective.wants_more(game, state)
        for roll in game.rolls(state):
            choices = game.choices(state, roll)
            if len(choices) < 2:
                continue
            worths = [solution.choice_worth(position, roll, choice) for choice in choices]
            order = sorted(range(len(choices)), key=worths.__getitem__, reverse=more)
            best, second = order[0], order[1]
            loss: Number = worths[best] - worths[second] if more else worths[second] - worths[best]
            # Two values, each off by its bound, on both sides; a whole 0 keeps fractions fractions.
            doubt = 4 * max(solution.error_at(worths[best]), solution.error_at(worths[second])) or 0
            yield Call(position, roll, choices[best], choices[second], loss, doubt)
