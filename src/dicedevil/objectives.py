"""What "best" means.

Every objective answers four questions; the solvers need nothing else:

    view        the game it is about: a match of two where winning is the aim
    end         the value of a state that is over
    gain        what a choice adds on the way
    wants_more  whether the player to move prefers the higher of two values

The value before a roll is the mean over rolls, for all of them. Values are single numbers, except that
`ReachTarget` keeps a whole curve per state, the best probability for every target at once: mixing and
choosing go elementwise, and points shift the curve. So does any other utility of the final score, which
has a file of its own (`utility`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, TooLarge, UsageError, listed, nearest, quoted
from dicedevil.rules import Choice, Game, State
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from dicedevil.wrapped.within import WithinTurns

Number = Fraction | float
"""A value."""

MOST_TURNS = 10_000
TIE = 1e-9
"""Values that differ by less are equally good, wherever nothing better is known of their error."""


@dataclass(frozen=True)
class Objective(ABC):
    """What the player to move tries to get. Subclasses say how."""

    name: ClassVar[str]
    """The word for it on the command line."""
    counts_points: ClassVar[bool] = False
    """Whether the points made so far are part of a value."""
    by_points: ClassVar[bool] = False
    """Whether they decide what is best, other than by being part of it."""

    def view(self, game: Game) -> Game:
        """Return the game to solve; refuse one for which this objective makes no sense."""
        played = game.view(self.name)
        self.refuse(played)
        return played

    def refuse(self, game: Game) -> None:
        """Raise if this objective makes no sense for this game."""
        if game.players != 1:
            raise UsageError(f"{game} has two players: ask for the objective 'win'.")

    def end(self, game: Game, state: State) -> Fraction:
        """Return the value of a state that is over."""
        return Fraction(0)

    def gain(self, game: Game, state: State, roll: Roll, choice: Choice, points: int) -> int:
        """Return what this choice adds to the value."""
        return points

    @abstractmethod
    def wants_more(self, game: Game, state: State) -> bool:
        """Tell whether the player to move prefers the higher value."""


@dataclass(frozen=True)
class MaxScore(Objective):
    """The best mean score (the lowest, in a game where low scores win)."""

    name = "score"
    counts_points = True

    def wants_more(self, game: Game, state: State) -> bool:
        """More points, unless the game counts the other way round."""
        return not game.lower_is_better


@dataclass(frozen=True)
class Worst(Objective):
    """The worst mean score that legal play can bring: how bad can it get?"""

    name = "worst"
    counts_points = True

    def wants_more(self, game: Game, state: State) -> bool:
        """The opposite of the best score."""
        return game.lower_is_better


@dataclass(frozen=True)
class FewestTurns(Objective):
    """The lowest expected number of turns until the game is over."""

    name = "turns"

    def gain(self, game: Game, state: State, roll: Roll, choice: Choice, points: int) -> int:
        """A turn that ends costs one."""
        return int(game.ends_turn(state, roll, choice))

    def wants_more(self, game: Game, state: State) -> bool:
        """Fewer is better."""
        return False


@dataclass(frozen=True)
class WinMatch(Objective):
    """The probability that player 0 wins the match, ties counting half."""

    name = "win"

    def view(self, game: Game) -> Game:
        """The game's own match of two, or two players of it turn by turn."""
        played = game.view("win")
        match = TurnByTurn(played) if played.players == 1 else played
        self.refuse(match)
        return match

    def refuse(self, game: Game) -> None:
        """Two players are needed."""
        if game.players != 2:
            raise UsageError(f"{game} has one player, so it cannot be won.")

    def end(self, game: Game, state: State) -> Fraction:
        """The share of the win that player 0 gets."""
        return game.win_share(state)

    def gain(self, game: Game, state: State, roll: Roll, choice: Choice, points: int) -> int:
        """Points count only through the end state."""
        return 0

    def wants_more(self, game: Game, state: State) -> bool:
        """Player 0 raises it, player 1 lowers it."""
        return game.to_move(state) == 0


@dataclass(frozen=True)
class WinAlone(WinMatch):
    """The probability that player 0 wins the match outright: a tie counts as lost."""

    name = "win-alone"

    def end(self, game: Game, state: State) -> Fraction:
        """All of the win or nothing."""
        return Fraction(int(game.win_share(state) == 1))


@dataclass(frozen=True)
class ReachTarget(Objective):
    """The best probability of a final score of at least `target` (at most, where low scores win).

    Without a target the whole curve is meant: every target at once.
    """

    target: int | None = None

    name = "target"
    by_points = True

    def wants_more(self, game: Game, state: State) -> bool:
        """A higher probability is better, whatever the game counts."""
        return True


@dataclass(frozen=True)
class ReachWithin(Objective):
    """The best probability that the game is over within `turns` turns: that a target is reached."""

    turns: int

    def __post_init__(self) -> None:
        """Refuse a number of turns that makes no sense."""
        if not isinstance(self.turns, int) or self.turns < 1:
            raise UsageError(f"At least 1 turn is needed, not {quoted(self.turns)}.")
        if self.turns > MOST_TURNS:
            raise TooLarge(f"{quoted(self.turns)} turns are too many: the most is {MOST_TURNS:,}.")

    name = "within"

    def view(self, game: Game) -> Game:
        """The game with so many turns to finish it."""
        played = super().view(game)
        if not isinstance(played, WithinTurns):
            return WithinTurns(played, self.turns)
        if played.turns != self.turns:
            raise UsageError(f"{played} has {played.turns:,} turns already, not {self.turns:,}.")
        return played

    def end(self, game: Game, state: State) -> Fraction:
        """A game that is over in time counts 1."""
        return game.win_share(state)

    def gain(self, game: Game, state: State, roll: Roll, choice: Choice, points: int) -> int:
        """Only the end counts."""
        return 0

    def wants_more(self, game: Game, state: State) -> bool:
        """A higher probability is better, whatever the game counts."""
        return True


@dataclass(frozen=True)
class Average(Objective):
    """The most points a turn in the long run, where turn follows turn without an end.

    The value of a position is the mean of the turn it is in, and what that does to the turns that
    follow, against their average; at the start it is the average itself.
    """

    name = "average"
    counts_points = True

    def view(self, game: Game) -> Game:
        """Turn after turn, where the game knows how."""
        played = super().view(game)
        if played is game and played.view("turns") is game:
            raise UsageError(
                f"{game} is scored as a whole: points a turn in the long run ('average') are for games "
                "that are scored by the turn, such as pig."
            )
        return played

    def wants_more(self, game: Game, state: State) -> bool:
        """More points."""
        return not game.lower_is_better


OBJECTIVES: dict[str, type[Objective]] = {
    "score": MaxScore,
    "target": ReachTarget,
    "win": WinMatch,
    "win-alone": WinAlone,
    "turns": FewestTurns,
    "worst": Worst,
    "within": ReachWithin,
    "average": Average,
}


def natural_aim(game: Game) -> Objective:
    """Return what best play of a game means where nothing else is said."""
    if game.players == 2:
        return WinMatch()
    return FewestTurns() if game.scored_in == "race" else MaxScore()


UTILITY = "utility"
"""The word for an objective that says itself what scores are worth: see `utility`."""


def objective_named(
    name: str, target: int | None = None, turns: int | None = None, utility: Objective | None = None
) -> Objective:
    """Find an objective by its word: one of `OBJECTIVES`, or a utility that is given."""
    if name not in (*OBJECTIVES, UTILITY):
        hint = nearest(name, OBJECTIVES) or f" Known: {listed((*OBJECTIVES, UTILITY))}."
        raise UsageError(f"Unknown objective {quoted(name)}.{hint}")
    if utility is not None and name != UTILITY:
        raise UsageError(f"A utility goes with the objective 'utility', not with '{name}'.")
    if target is not None and name != "target":
        raise UsageError(f"A target goes with the objective 'target', not with '{name}'.")
    if turns is not None and name != "within":
        raise UsageError(f"A number of turns goes with the objective 'within', not with '{name}'.")
    if name == "target":
        if target is None:
            raise UsageError("The objective 'target' needs a number to reach: --target 650.")
        return ReachTarget(target)
    if name == "within":
        if turns is None:
            raise UsageError("The objective 'within' needs a number of turns: --turns 10.")
        return ReachWithin(turns)
    if name == UTILITY:
        if utility is None:
            raise UsageError(
                "The objective 'utility' needs what scores are worth: --utility worths.csv."
            )
        return utility
    return OBJECTIVES[name]()


def chosen_objective(
    name: str | None,
    target: int | None = None,
    turns: int | None = None,
    utility: Objective | None = None,
    *,
    default: str = "score",
) -> Objective:
    """Return the objective asked for; a target, turns or a utility alone mean their own."""
    if name is None:
        given = {"target": target, "within": turns, UTILITY: utility}
        name = next((word for word, one in given.items() if one is not None), default)
    return objective_named(name, target, turns, utility)


def made(objective: Objective, points: int) -> int:
    """Return what points made so far add to a value."""
    return points if objective.counts_points else 0


def require_reachable(game: Game, objective: ReachTarget, low: int, high: int) -> None:
    """Refuse a target that no play can reach, or one below any score worth asking for.

    `low` and `high` are negated where low scores win.
    """
    if objective.target is None:
        return
    if game.lower_is_better:
        low, high = -high, -low
    target = objective.target
    if target < low if game.lower_is_better else target > high:
        best, word = (low, "lowest") if game.lower_is_better else (high, "highest")
        raise PositionError(f"{game} cannot reach {target:,}: the {word} possible score is {best:,}.")
    if target < min(0, low):
        raise PositionError(
            f"{game} always reaches {target:,}: a target is a score of at least {min(0, low):,}."
        )


def first_best(values: Sequence[float], tie: float = TIE) -> int:
    """Return the place of the first value that nothing behind it clearly exceeds."""
    best, most = 0, values[0] + tie
    for place, value in enumerate(values):
        if value > most:
            best, most = place, value + tie
    return best


def fraction_text(number: Number) -> str | None:
    """Write a fraction as "p/q"; None for a float."""
    if not isinstance(number, Fraction):
        return None
    return f"{number.numerator}/{number.denominator}"
