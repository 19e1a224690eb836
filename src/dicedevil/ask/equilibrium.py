"""Two players who get the same rolls, both at their best.

Both see both boards and use every roll at once, so that each roll is a matrix game: my choices, theirs,
and in each cell the value of what comes of the two. Where no pair of choices is best against each
other, both choose at random, with shares that leave the other nothing to gain. All in fractions: the
values backwards from the end, the shares by the simplex method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.remembering import Remembers
from dicedevil.rules import Choice, Game, State
from dicedevil.solvers.budget import Budget, Watch
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import fraction_text
from dicedevil.strategy import Strategy
from dicedevil.wrapped.same_rolls import SameRolls, SharedState
from dicedevil.wrapped.turn_by_turn import share_of_win

Row = tuple[Fraction, ...]
PASS = "nothing to choose"
"""What a player does whose game is over."""


class Settled(NamedTuple):
    """A matrix game: what the first player can be sure of, and the shares of both players' choices."""

    value: Fraction
    first: Row
    second: Row

    @property
    def is_mixed(self) -> bool:
        """Whether chance has a part in it."""
        return max(self.first) < 1 or max(self.second) < 1


def settle(payoffs: Sequence[Sequence[Fraction]]) -> Settled:
    """Solve a matrix game, the first player choosing a row and wanting more; exactly."""
    worst = [min(row) for row in payoffs]
    most = [max(column) for column in zip(*payoffs, strict=True)]
    row, column = worst.index(max(worst)), most.index(min(most))
    if worst[row] == most[column]:  # best against each other
        return Settled(worst[row], _only(row, len(payoffs)), _only(column, len(most)))
    return _mixed(payoffs)


def _only(chosen: int, choices: int) -> Row:
    return tuple(Fraction(int(place == chosen)) for place in range(choices))


def _mixed(payoffs: Sequence[Sequence[Fraction]]) -> Settled:
    """The simplex method; the lowest number that helps enters, so that it comes to an end (Bland)."""
    rows, columns = len(payoffs), len(payoffs[0])
    shift = 1 - min(map(min, payoffs))  # a value above 0: the shares are unknowns over it
    lines = [
        [*(payoff + shift for payoff in payoffs[row]), *_only(row, rows), Fraction(1)]
        for row in range(rows)
    ]
    aim = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    within = [columns + row for row in range(rows)]
    while (entering := next((place for place, gain in enumerate(aim) if gain < 0), None)) is not None:
        bounds = [row for row in range(rows) if lines[row][entering] > 0]
        leaving = min(bounds, key=lambda row: (lines[row][-1] / lines[row][entering], within[row]))
        pivot = lines[leaving][entering]
        lines[leaving] = [number / pivot for number in lines[leaving]]
        for row in range(rows):
            if row != leaving:
                lines[row] = _cleared(lines[row], lines[leaving], entering)
        aim = _cleared(aim, lines[leaving], entering)
        within[leaving] = entering
    value = 1 / aim[-1]
    second = [Fraction(0)] * columns
    for row, place in enumerate(within):
        if place < columns:
            second[place] = lines[row][-1] * value
    first = tuple(aim[columns + row] * value for row in range(rows))
    return Settled(value - shift, first, tuple(second))


def _cleared(line: list[Fraction], pivot: list[Fraction], place: int) -> list[Fraction]:
    """Take so much of a line from another that nothing is left at a place."""
    factor = line[place]
    return [number - factor * other for number, other in zip(line, pivot, strict=True)]


@dataclass(frozen=True, eq=False)
class Equilibrium(Remembers):
    """Best play of two with the same rolls; ties count half, so that the start is worth 1/2."""

    game: Game
    values: Mapping[SharedState, Fraction]
    """Of every pair of positions that any play can reach, or of its mirror image."""

    @property
    def positions(self) -> int:
        """How many pairs of positions there are, mirror images once."""
        return len(self.values)

    @property
    def value(self) -> Fraction:
        """The first player's chance to win."""
        return self.worth(SharedState(self.game.start(), self.game.start(), 0))

    def worth(self, state: SharedState) -> Fraction:
        """Return the chance to win from here, ties counting half."""
        return _value(self.game, self.values, state)

    def at(self, state: SharedState, roll: Roll) -> Settled:
        """Return what a roll is worth, and the shares of my choices and theirs in the game's order."""
        return settle(_payoffs(self.game, self.values, state, roll))

    def mix(self, state: SharedState, roll: Roll) -> dict[Choice, Fraction]:
        """Return my choices with their shares, those that are made at all."""
        shares = self.at(state, roll).first
        choices = _choices(self.game, state.mine, roll)
        return {choice: share for choice, share in zip(choices, shares, strict=True) if share}

    def to_dict(self, state: str = "", roll: str = "") -> dict[str, Any]:
        """Return plain data: what a position, as `SameRolls` writes it, is worth, and the shares."""
        place, rolled = require_place(self.game, state, roll)
        if not _known(self.game, self.values, place):
            raise PositionError(f"Where both choose at once, no play leads to {quoted(state)}.")
        mix = {} if rolled is None else self.mix(place, rolled)
        worth = self.worth(place)
        return {
            "game": str(self.game),
            "state": state.strip(),
            "roll": roll.strip(),
            "value": float(worth),
            "exact": fraction_text(worth),
            "positions": self.positions,
            "choices": [
                {"choice": self._words(one), "share": float(share), "exact": fraction_text(share)}
                for one, share in mix.items()
            ],
        }

    def _words(self, choice: Choice) -> str:
        return PASS if choice == PASS else self.game.write_choice(choice)


def require_place(game: Game, state: str, roll: str) -> tuple[SharedState, Roll | None]:
    """Read a position of two who choose at once and, where there is one, the roll of both."""
    match = _shared(game)
    place: SharedState = match.read_state(state).state
    if place.waiting:
        raise PositionError(f"Where both choose at once, no roll waits as in {quoted(state)}.")
    return place, match.read_roll(place, roll) if roll.strip() else None


def _shared(game: Game) -> SameRolls:
    return SameRolls(game, Strategy("their own", lambda state, roll: PASS))


def equilibrium(
    game: Game | str, *, progress: Progress = silent, budget: Budget | None = None
) -> Equilibrium:
    """Solve the match of two players who get the same rolls and choose at once, in fractions.

    For games in which every choice brings the end nearer. Against a player whose strategy is known
    `solve(SameRolls(game, strategy), WinMatch())` is the best reply.
    """
    rules = game_named(game) if isinstance(game, str) else game
    if rules.players != 1:
        raise UsageError(f"{rules} is a match already: ask for the game that its players play.")
    cost = budget or Budget(progress=progress)
    watch = cost.watch(f"The equilibrium of {rules}", "choosing at once", instead="a smaller variant")
    values: dict[SharedState, Fraction] = {}
    _solve(_Match(rules, values, watch), SharedState(rules.start(), rules.start(), 0))
    return Equilibrium(rules, values)


class _Match(NamedTuple):
    game: Game
    values: dict[SharedState, Fraction]
    watch: Watch


def _solve(match: _Match, start: SharedState) -> None:
    """Value every pair of positions that can follow, the last ones first."""
    shared = _shared(match.game)
    waiting = [start]
    while waiting:
        state = waiting[-1]
        if _known(match.game, match.values, state):
            waiting.pop()
            continue
        rolls = shared.rolls(state)
        missing = [
            after
            for roll in rolls
            for line in _afters(match.game, state, roll)
            for after in line
            if not _known(match.game, match.values, after)
        ]
        if missing:
            waiting.extend(missing)
            continue
        total = sum(
            weight * settle(_payoffs(match.game, match.values, state, roll)).value
            for roll, weight in rolls.items()
        )
        match.values[state] = Fraction(total, sum(rolls.values()))
        match.watch.look(len(match.values))
        waiting.pop()


def _known(game: Game, values: Mapping[SharedState, Fraction], state: SharedState) -> bool:
    return (
        state in values
        or _mirrored(state) in values
        or (game.is_over(state.mine) and game.is_over(state.theirs))
    )


def _mirrored(state: SharedState) -> SharedState:
    return SharedState(state.theirs, state.mine, -state.lead)


def _value(game: Game, values: Mapping[SharedState, Fraction], state: SharedState) -> Fraction:
    if game.is_over(state.mine) and game.is_over(state.theirs):
        return share_of_win(state.lead, game.lower_is_better)
    if state in values:
        return values[state]
    return 1 - values[_mirrored(state)]


def _payoffs(
    game: Game, values: Mapping[SharedState, Fraction], state: SharedState, roll: Roll
) -> list[list[Fraction]]:
    return [[_value(game, values, after) for after in line] for line in _afters(game, state, roll)]


def _afters(game: Game, state: SharedState, roll: Roll) -> list[list[SharedState]]:
    """What comes of my choice (a line each) and theirs."""
    mine = [_played(game, state.mine, roll, choice) for choice in _choices(game, state.mine, roll)]
    theirs = [
        _played(game, state.theirs, roll, choice) for choice in _choices(game, state.theirs, roll)
    ]
    return [
        [SharedState(me, them, state.lead + points - their_points) for their_points, them in theirs]
        for points, me in mine
    ]


def _choices(game: Game, state: State, roll: Roll) -> Sequence[Choice]:
    return (PASS,) if game.is_over(state) else game.choices(state, roll)


def _played(game: Game, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
    if game.is_over(state):
        return 0, state
    points, after = game.play(state, roll, choice)
    if game.progress(after) <= game.progress(state):
        raise UsageError(
            f"{game} can come back to where it was, or stay there: two players who choose at once are "
            "solved only where every choice brings the end nearer."
        )
    return points, after
