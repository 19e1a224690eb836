"""What the value of a choice is made of, for any solved game: boxes where there are any, else rolls.

    mean scores, boxes    points so far, points now, and what each box is expected to bring
    anything else         points, turns or chance now, and the rolls that can come next

A lane whose values know better says so (`TellsParts`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, TooLarge, UsageError, listed, nearest, quoted
from dicedevil.objectives import UTILITY, FewestTurns, Number, Objective
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.solvers.box_shares import BoxShares, box_words
from dicedevil.solvers.why import BANKED, NOW, Compared, NextRoll, Outlook, Why, explained
from dicedevil.solvers.why_words import Unit

MOST_ROLLS = 20_000
"""Of a state: more are not asked about one by one."""
ROUNDING = 3e-10
"""Parts that add up to a value but for less than this need no word about it."""
SO_FAR = "points so far"
LATER = "what is to come"
UNITS = {
    "score": Unit("point"),
    "worst": Unit("point"),
    "average": Unit("point"),
    "turns": Unit("turn"),
    "utility": Unit("unit"),
}
CHANCE = Unit("%", 100)


@runtime_checkable
class TellsParts(Protocol):
    """StateValues that know what a value is made of more quickly than by following the games."""

    def outlook(self, position: Position, roll: Roll, choice: Choice) -> Outlook | None:
        """Return what a choice is worth, in parts; None where the choice is to roll."""


class Solved(Protocol):
    """What is asked of a solution."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def objective(self) -> Objective:
        """What is best."""

    @property
    def values(self) -> Any:
        """The values of all states."""

    def choice_worth(self, position: Position, roll: Roll, choice: Choice) -> Number:
        """Return the value of making this choice."""

    def choice_worths(self, position: Position, roll: Roll) -> list[Number]:
        """Return the value of every choice, in the game's order."""

    def best_choice(self, state: State, roll: Roll, points: int = 0) -> Choice:
        """Return the first of the best choices."""

    def is_flipped(self, state: State) -> bool:
        """Tell whether values are told the other way round."""

    def wants_more(self, state: State) -> bool:
        """Tell whether more is better for the player to move."""


class ChoiceGiven(Protocol):
    """One choice of advice."""

    @property
    def choice(self) -> str:
        """As it is written."""

    @property
    def value(self) -> float:
        """What it is worth."""

    @property
    def exact(self) -> str | None:
        """The same as a fraction, where it is one."""

    @property
    def action(self) -> Choice:
        """The choice itself; None is to roll."""


class AdviceGiven(Protocol):
    """Advice, as far as it is needed here."""

    @property
    def choices(self) -> Sequence[ChoiceGiven]:
        """The choices, best first."""

    @property
    def distinct(self) -> Sequence[Sequence[ChoiceGiven]]:
        """The same, those together that come to the same."""


class Reasons(ABC):
    """What the values of choices at one position are made of."""

    game: Game
    position: Position
    roll: Roll
    rest = "rounding"
    """What a part is called that nobody can say more about."""

    @property
    @abstractmethod
    def unit(self) -> Unit:
        """What values are counted in."""

    @property
    def wants_more(self) -> bool:
        """Whether more is better."""
        return True

    @abstractmethod
    def outlook(self, choice: Choice) -> Outlook:
        """Return what a choice is worth, in parts; None is to roll."""


@dataclass(frozen=True, eq=False)
class SolvedReasons(Reasons):
    """The reasons of a solution."""

    solution: Solved
    position: Position
    roll: Roll

    @property
    def game(self) -> Game:  # type: ignore[override]  # a field of others
        """The game solved."""
        return self.solution.game

    @property
    def unit(self) -> Unit:
        """Points, turns or a chance."""
        aim = self.solution.objective
        is_chance = self.game.score_is_win and aim.name != UTILITY
        return CHANCE if is_chance else UNITS.get(aim.name, CHANCE)

    @property
    def wants_more(self) -> bool:
        """Whether more is better for the player to move."""
        return self.solution.wants_more(self.position.state)

    def outlook(self, choice: Choice) -> Outlook:
        """Return what a choice is worth: by boxes where the game has some, else by rolls."""
        values = self.solution.values
        if isinstance(values, TellsParts):
            told = values.outlook(self.position, self.roll, choice)
            if told is not None:
                return told
        return self._by_box(choice) or self._by_rolls(choice)

    @cached_property
    def _shares(self) -> BoxShares | None:
        """What each box brings, where all that is scored from here on goes into boxes."""
        shares = BoxShares(self.solution)
        has_boxes = self.solution.objective.counts_points and shares.at(self.position.state)
        return shares if has_boxes else None

    def _by_box(self, choice: Choice) -> Outlook | None:
        if self._shares is None:
            return None
        game, (points, state) = self.game, self.position
        now: Mapping[str, int] = {}
        after = state
        if choice is not None:
            now = game.points_by_box(state, self.roll, choice)
            after = game.play(state, self.roll, choice)[1]
        shares = self._shares.at(after)
        if shares is None or "" in now:
            return None
        sure: dict[str, Number] = {SO_FAR: points}
        box = game.box(choice) or ""
        # A numbered slot is told as what it will hold; a named box as points now.
        filled = "" if box.isdigit() else box
        named = [
            (NOW if filled and name == filled else box_words(name), gained)
            for name, gained in now.items()
        ]
        amounts: list[tuple[str, Number]] = [*named, *((box_words(b), n) for b, n in shares.items())]
        for name, amount in amounts:
            sure[name] = sure[name] + amount if name in sure else amount
        return Outlook(dict(sorted(sure.items(), key=lambda one: _slot(one[0]))), filled=filled)

    # -- by rolls ----------------------------------------------------------------------------------

    def _by_rolls(self, choice: Choice) -> Outlook:
        game, objective, (points, state) = self.game, self.solution.objective, self.position
        sure: dict[str, Number] = {SO_FAR: points} if objective.counts_points else {}
        gained, after, ends = 0, state, False
        if choice is not None:
            gained, after = game.play(state, self.roll, choice)
            ends = game.ends_turn(state, self.roll, choice)
            if objective.counts_points:
                sure[NOW] = gained
            elif isinstance(objective, FewestTurns):
                sure["turns now"] = objective.gain(game, state, self.roll, choice, gained)
        there = Position(points + gained, after)
        worth = self._seen(self.solution.values.worth(*there)) - self._points(there)
        if game.is_over(after):
            sure["for sure"] = worth
            return Outlook(sure, ends=ends)
        try:
            if not ends and (banked := self._banked(there)) is not None:
                return Outlook({BANKED: banked}, self._next(there, banked), ends)
            return Outlook(sure, self._next(there, self._points(there)), ends)
        except (PositionError, TooLarge):  # so many rolls, or no values beyond this turn
            sure[LATER] = worth
            return Outlook(sure, ends=ends)

    def _points(self, there: Position) -> Number:
        """Return what of a value has been made."""
        return there.points if self.solution.objective.counts_points else 0

    def _seen(self, worth: Number) -> Number:
        """Return a value in the eyes of the player who asks."""
        return 1 - worth if self.solution.is_flipped(self.position.state) else worth

    def _banked(self, there: Position) -> Number | None:
        """Return what stopping instead of the next roll would be worth, where that can be done."""
        game = self.game
        if game.to_move(there.state) != game.to_move(self.position.state):
            return None
        worths = [
            self._seen(self.solution.choice_worth(there, (), choice))
            for choice in game.choices_before_roll(there.state)
        ]
        if not worths:
            return None
        return max(worths) if self.wants_more else min(worths)

    def _next(self, there: Position, level: Number) -> tuple[NextRoll, ...]:
        """Return the rolls that can come, and what each is worth above a level."""
        game, after = self.game, there.state
        rolls = game.rolls(after)
        if len(rolls) > MOST_ROLLS:
            raise TooLarge(f"{len(rolls):,} rolls are not asked about one by one.")
        in_all = sum(rolls.values())
        mine = game.to_move(after) == game.to_move(self.position.state)
        more = self.solution.objective.wants_more(game, after)
        told = []
        for roll, weight in rolls.items():
            worths = self.solution.choice_worths(there, roll)
            best = max(worths) if more else min(worths)
            stuck = game.stuck(after, roll) if mine else ""
            chance = Fraction(weight, in_all)
            told.append(NextRoll(game.write_roll(roll), chance, self._seen(best) - level, stuck, mine))
        return tuple(told)


def _slot(name: str) -> int:
    """Sort numbered slots by their numbers; whatever else there is stays in front, as it is."""
    return int(name.removeprefix("slot ")) if name.startswith("slot ") else -1


# -- advice ------------------------------------------------------------------------------------------


def why(advice: AdviceGiven, reasons: Reasons, a: str | int | None, b: str | int | None) -> Why:
    """Say why one choice of advice is better than another."""
    best = advice.choices[0] if a is None else _named(advice, reasons, a)
    others = (group[0] for group in advice.distinct if best not in group)
    other = next(others, None) if b is None else _named(advice, reasons, b)
    side = None if other is None else _side(reasons, other)
    return explained(_side(reasons, best), side, reasons.unit, reasons.wants_more)


def _side(reasons: Reasons, option: ChoiceGiven) -> Compared:
    """Return a choice with what it is worth, whatever its parts leave unsaid included."""
    value: Number = Fraction(option.exact) if option.exact else option.value
    outlook = reasons.outlook(option.action)
    rest = value - outlook.value
    if abs(float(rest)) > ROUNDING * max(1.0, abs(float(value))):
        outlook = replace(outlook, sure={**outlook.sure, reasons.rest: rest})
    return Compared(option.choice, value, outlook)


def _named(advice: AdviceGiven, reasons: Reasons, name: str | int) -> ChoiceGiven:
    """Find a choice by its place, or as it is written."""
    if isinstance(name, int) and not isinstance(name, bool):
        if not 0 <= name < len(advice.choices):
            raise UsageError(
                f"There are {len(advice.choices)} choices: a place is 0 to {len(advice.choices) - 1}, "
                f"not {name}."
            )
        return advice.choices[name]
    if not isinstance(name, str):
        raise UsageError(f"A choice is given as written or by its place, not {quoted(name)}.")
    words = {one.choice: one for one in advice.choices}
    if name.strip() in words:
        return words[name.strip()]
    if reasons.roll or not any(one.action is None for one in advice.choices):
        action = reasons.game.read_choice(reasons.position.state, reasons.roll, name)
        return next(one for one in advice.choices if one.action == action)
    raise PositionError(
        f"{quoted(name)} is not a choice here.{nearest(name, words)} The choices are: {listed(words)}."
    )
