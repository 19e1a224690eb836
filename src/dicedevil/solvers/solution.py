"""A solved game: the value of every state, the best choices, and where they came from."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, count_text, quoted
from dicedevil.notebook import html_table
from dicedevil.objectives import Number as Number
from dicedevil.objectives import Objective, WinMatch
from dicedevil.objectives import fraction_text as fraction_text
from dicedevil.rules import Choice, Game, Position, State, as_position, read_roll_at, written_at
from dicedevil.solvers.advice import Advice, Option
from dicedevil.solvers.question import Question
from dicedevil.solvers.worths import StateValues, TurnWorths
from dicedevil.strategy import Strategy

if TYPE_CHECKING:
    from dicedevil.solvers.outlook import Reasons


Method = TypeVar("Method", bound=Callable[..., Any])


def fitting(method: Method) -> Method:
    """Say in words what of the given does not fit, once it has failed: before, that would cost time."""

    @wraps(method)
    def asked(solution: Solution, *given: Any, **named: Any) -> Any:
        try:
            return method(solution, *given, **named)
        except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
            from dicedevil.solvers.unfit import require_fitting

            require_fitting(method, solution, given, named)
            raise

    return asked  # type: ignore[return-value]  # the same, and looked after


@dataclass(frozen=True)
class Solution:
    """The values of a game under an objective, and the strategy that follows from them.

    Two solutions are equal if they solve the same game for the same objective in the same lane.
    """

    game: Game
    objective: Objective
    values: StateValues = field(compare=False)
    lane: str
    states: int
    seconds: float = field(compare=False)
    error_bound: float
    error_is_relative: bool = False
    """Whether each value is right to `error_bound` times itself: tiny chances can be told apart too."""
    at: State | None = field(default=None, compare=False)
    """The only state, with those of its turn, that is answered for; None: all are."""
    counted: str = "states"
    """What `states` counts."""
    interval: tuple[float, float] | None = None
    """Proven bounds of the value, where it is not known more closely: the value is their middle."""

    @classmethod
    def of(
        cls, question: Question, lane: str, values: StateValues, states: int, error: float, **more: Any
    ) -> Solution:
        """Return the answer to a question, with the time it took."""
        seconds = time.perf_counter() - question.started
        return cls(question.game, question.objective, values, lane, states, seconds, error, **more)

    def error_at(self, value: Number) -> float:
        """Return how far a value of this solution can be from the exact one."""
        return self.error_bound * (abs(float(value)) if self.error_is_relative else 1.0)

    @fitting
    def error_of(self, worths: Sequence[Number]) -> float:
        """Return how far any of these values can be: points and gains are added in floats, too."""
        floats = [worth for worth in worths if isinstance(worth, float)]
        return max((self.error_at(one) + 2.0**-51 * max(1.0, abs(one)) for one in floats), default=0.0)

    @property
    def is_exact(self) -> bool:
        """Whether values are fractions."""
        return isinstance(self._start_worth, Fraction)

    @property
    def _start_worth(self) -> Number:
        return self.values.worth(0, self.game.start())

    @property
    def value(self) -> float:
        """The value of the whole game."""
        return float(self._start_worth)

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction, where it was solved in fractions."""
        start = self._start_worth
        return start if isinstance(start, Fraction) else None

    def worth(self, position: Position | State | str) -> Number:
        """Return the value of a position (an object or as written), points made so far included."""
        place = as_position(self.game, position)
        return self.values.worth(place.points, place.state)

    def value_at(self, position: Position | State | str) -> Number:
        """Return the value of a position to the player to move: in a match, the chance to win."""
        place = as_position(self.game, position)
        worth = self.values.worth(place.points, place.state)
        return 1 - worth if self.is_flipped(place.state) else worth

    def is_flipped(self, state: State) -> bool:
        """A value of 'win' is the chance of the player to move; the tables hold player 0's."""
        return isinstance(self.objective, WinMatch) and self.game.to_move(state) == 1

    def wants_more(self, state: State) -> bool:
        """Tell whether more is better for the player to move, in whose eyes values are told."""
        return self.is_flipped(state) or self.objective.wants_more(self.game, state)

    @fitting
    def choice_worth(self, position: Position, roll: Roll, choice: Choice) -> Number:
        """Return the value of making this choice."""
        return self._choice_worth(position, roll, choice)

    def _choice_worth(self, position: Position, roll: Roll, choice: Choice) -> Number:
        points, after = self.game.play(position.state, roll, choice)
        worth = self.values.worth(position.points + points, after)
        if self.adds_gains:
            worth += self.objective.gain(self.game, position.state, roll, choice, points)
        return worth

    @cached_property
    def adds_gains(self) -> bool:
        """Whether a choice adds something to a value beside its points, which count by themselves."""
        return not self.objective.counts_points and not self.objective.by_points

    @fitting
    def choice_worths(self, position: Position, roll: Roll) -> list[Number]:
        """Return the value of every choice, in the game's order."""
        return self._choice_worths(position, roll)

    def _choice_worths(self, position: Position, roll: Roll) -> list[Number]:
        if self._by_turn is not None:
            return list(self._by_turn(position.state, roll))
        choices = self.game.choices(position.state, roll)
        return [self._choice_worth(position, roll, choice) for choice in choices]

    @cached_property
    def _by_turn(self) -> Callable[[State, Roll], Sequence[Number]] | None:
        """How the values of all choices are known at once, if they are."""
        return self.values.choice_worths if isinstance(self.values, TurnWorths) else None

    @fitting
    def best_choice(self, state: State, roll: Roll, points: int = 0) -> Choice:
        """Return the first of the best choices."""
        choices = self.game.choices(state, roll)
        if len(choices) == 1:
            return choices[0]
        worths = self._choice_worths(Position(points, state), roll)
        return choices[self.first_best(worths, self.objective.wants_more(self.game, state))]

    def first_best(self, worths: list[Number], more: bool) -> int:
        """Return the place of the first value that the error bound cannot tell from the best."""
        best: Number = max(worths) if more else min(worths)
        bound = 2 * self.error_at(best)
        return next(i for i, worth in enumerate(worths) if abs(float(worth - best)) <= bound)

    def advise(self, state: Position | State | str = "", roll: Roll | int | str = "") -> Advice:
        """Return the choices at a position, best first; state and roll as objects or as written."""
        position, rolled = read_roll_at(self.game, state, roll)
        return self.advice(position, rolled, state if isinstance(state, str) else None)

    @fitting
    def advice(self, position: Position, roll: Roll, written: str | None = None) -> Advice:
        """Return the same for a position and a roll that have been read; `written` is how."""
        game, state = self.game, position.state
        flip, more = self.is_flipped(state), self.wants_more(state)
        choices = game.choices(state, roll)
        worths = self._choice_worths(position, roll)
        if flip:
            worths = [1 - worth for worth in worths]
        first = self.first_best(worths, more)
        best: Number = worths[first]
        losses: list[Number] = [best - worth if more else worth - best for worth in worths]
        ranked = sorted(
            range(len(choices)), key=lambda k: (k != first, -worths[k] if more else worths[k])
        )
        options = tuple(
            Option(
                game.write_choice(choices[k]),
                float(worths[k]),
                max(0.0, float(losses[k])),
                fraction_text(worths[k]),
                choices[k],
                fraction_text(losses[k]),
            )
            for k in ranked
        )
        return Advice(
            str(game),
            self.objective.name,
            game.write_state(state) if written is None else written,
            game.write_roll(roll),
            float(best),
            options,
            game.score_is_win,
            scored_in=game.scored_in,
            error_bound=self.error_of(worths),
            facts=game.facts(position, written or ""),
            asked=AskedSolution(self, position, roll),
        )

    def to_dict(self, state: Position | State | str = "") -> dict[str, Any]:
        """Return plain data, as `solve --json` prints it; the value is that of the state."""
        at_start = isinstance(state, str) and not state
        value = self._start_worth if at_start else self.value_at(state)
        return {
            "game": str(self.game),
            "objective": self.objective.name,
            "state": written_at(self.game, state),
            "value": float(value),
            "exact": fraction_text(value),
            "states": self.states,
            "counted": self.counted,
            "lane": self.lane,
            "seconds": self.seconds,
            "error_bound": self.error_at(value) if at_start else self.error_of([value]),
            **({} if self.interval is None else dict(zip(("low", "high"), self.interval, strict=True))),
        }

    def __str__(self) -> str:
        """The value in a line."""
        off = "exact" if self.is_exact else f"off by {self.error_at(self.value):.1e} at most"
        return f"{self.game}: {self.value:.10g} ({self.objective.name}, {off})"

    def __repr__(self) -> str:
        """The value in a line: all the values would fill pages."""
        return f"<Solution {self}>"

    def _repr_html_(self) -> str:
        facts = self.to_dict() | {"states": count_text(self.states)}
        rows = [pair for pair in facts.items() if pair[0] != "game" and pair[1] not in (None, "")]
        return html_table(rows, caption=facts["game"])


class AskedSolution(NamedTuple):
    """A question to a solution about a position, with a roll or (empty) before it."""

    solution: Solution
    position: Position
    roll: Roll

    def comes_to(self, choice: Choice) -> Hashable:
        """Return what a choice leads to; what follows from it for sure is followed."""
        if choice is None:  # to roll
            return None
        game, (made, state) = self.solution.game, self.position
        points, state = game.play(state, self.roll, choice)
        while not game.is_over(state) and len(rolls := game.rolls(state)) == 1:
            roll = next(iter(rolls))
            more, after = game.play(state, roll, self.solution.best_choice(state, roll, made + points))
            if game.progress(after) == game.progress(state):
                break  # it may go round for ever
            points, state = points + more, after
        return points, state

    def reasons(self) -> Reasons:
        """Return what the values are made of."""
        from dicedevil.solvers.outlook import SolvedReasons

        return SolvedReasons(*self)


def behind(strategy: Strategy) -> Solution | None:
    """Return the solution whose best choices a strategy takes, if it is one of those."""
    solution = getattr(strategy.choose, "__self__", None)
    return solution if isinstance(solution, Solution) else None


def look_up(by_state: Mapping[State, Any], state: State) -> Any:
    """Find a state, or say that it cannot occur."""
    try:
        return by_state[state]
    except (KeyError, TypeError):
        raise PositionError(f"The state {quoted(state)} cannot occur in this game.") from None


def no_such_points(points: int, state: State) -> PositionError:
    """Return the refusal of points that cannot have been made where a value depends on them."""
    return PositionError(
        f"{points:,} points at {quoted(state)} are not among those that were asked about: ask about "
        "this position alone."
    )
