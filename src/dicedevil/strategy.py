"""Strategies: for a state and a roll, a choice or a mix of choices.

A strategy is a name and a function. Yours may be any function `(state, roll) -> choice` or
`(state, roll) -> {choice: weight}`; weights are whole numbers, so that results stay exact. A choice may
be given in the game's words, as `advise` prints it.

    Strategy("cautious", lambda state, roll: "stop")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, PositionError, listed, nearest, quoted
from dicedevil.rules import Choice, Game, State
from dicedevil.soundness import OURS, RulesFailed, failure

Chooser = Callable[[State, Roll], Any]


@dataclass(frozen=True)
class Strategy:
    """A named way to choose."""

    name: str
    choose: Chooser

    def mix(self, game: Game, state: State, roll: Roll) -> Mapping[Choice, int]:
        """Return the choices made here with whole-number weights."""
        choices = game.choices(state, roll)
        if len(choices) == 1:
            return {choices[0]: 1}
        return self.read(game, state, roll, self.ask(state, roll))

    def ask(self, state: State, roll: Roll) -> Any:
        """Return what the function returns; where it fails, say in which line."""
        try:
            return self.choose(state, roll)
        except OURS:
            raise
        except BaseException as error:  # SystemExit too: a strategy does not end the program
            raise StrategyFailed(self.name, failure(self.choose, error)) from error

    def read(self, game: Game, state: State, roll: Roll, made: Any) -> Mapping[Choice, int]:
        """Read what the function returned; refuse what is not allowed."""
        given = made if isinstance(made, Mapping) else {made: 1} if _is_key(made) else None
        if given is None:
            told = f"The strategy {quoted(self.name)}"
            return {choice_made(game, state, roll, made, told): 1}
        if not given:
            choices = game.choices(state, roll)
            raise PositionError(
                f"The strategy {quoted(self.name)} made no choice at {quoted(state)} with roll "
                f"{game.write_roll(roll)}; the choices are {listed(choices)}."
            )
        mix: dict[Choice, int] = {}
        for choice, weight in given.items():
            if not isinstance(weight, int) or weight < 1:
                raise PositionError(
                    f"The strategy {quoted(self.name)} gave {quoted(choice)} the weight "
                    f"{quoted(weight)}: weights are whole numbers of at least 1."
                )
            legal = choice_made(game, state, roll, choice, f"The strategy {quoted(self.name)}")
            mix[legal] = mix.get(legal, 0) + weight
        return mix


class StrategyFailed(RulesFailed):
    """A strategy that raised something: who, where, and what."""

    def __init__(self, name: str, failed: RulesFailed) -> None:
        super().__init__(failed.place, failed.what)
        self.args, self.name = (name, failed), name

    def __str__(self) -> str:
        """Blame it."""
        return f"The strategy {quoted(self.name)} failed in {self.place}: {self.what}."


def _is_key(made: Any) -> bool:
    try:
        hash(made)
    except TypeError:
        return False
    return True


def choice_made(game: Game, state: State, roll: Roll, made: Any, who: str) -> Choice:
    """Return what somebody chose, itself or in words, as a choice; refuse what is not allowed."""
    choices = game.choices(state, roll)
    if made in choices:
        return made
    told, hint = list(choices), ""
    if isinstance(made, str):
        try:
            return game.read_choice(state, roll, made)
        except DiceDevilError:
            told = [game.write_choice(choice) for choice in choices]
            hint = nearest(made, told)
    raise PositionError(
        f"{who} chose {quoted(made)} at {quoted(state)} with roll {game.write_roll(roll)}; "
        f"the choices are {listed(told)}.{hint}"
    )


@dataclass(frozen=True)
class Foreseeing:
    """A player who knows all rolls beforehand: has a law of scores, but cannot be asked at a roll."""

    name: str = "omniscient"


@dataclass(frozen=True)
class AtRandom:
    """Takes each choice equally often."""

    game: Game

    def __call__(self, state: State, roll: Roll) -> Mapping[Choice, int]:
        """Return all choices."""
        return dict.fromkeys(self.game.choices(state, roll), 1)


@dataclass(frozen=True)
class MostNow:
    """Takes the first of the choices that bring the most points now (the fewest, where low wins)."""

    game: Game

    def __call__(self, state: State, roll: Roll) -> Choice:
        """Return the choice, whatever comes after it."""
        choices = self.game.choices(state, roll)
        sign = -1 if self.game.lower_is_better else 1
        return max(choices, key=lambda choice: sign * self.game.play(state, roll, choice)[0])


def random_strategy(game: Game) -> Strategy:
    """Return the strategy that takes each choice equally often."""
    return Strategy("random", AtRandom(game))


def greedy_strategy(game: Game) -> Strategy:
    """Return the strategy that looks at nothing but the points of a choice."""
    return Strategy("greedy", MostNow(game))
