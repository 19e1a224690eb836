"""Strategies: for a state and a roll, a choice or a mix of choices.

A strategy is a name and a function. Yours may be any function `(state, roll) -> choice` or
`(state, roll) -> {choice: weight}`; weights are whole numbers, so that results stay exact.

    Strategy("cautious", lambda state, roll: ...)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, UsageError, listed, nearest, quoted
from dicedevil.families.placement import Omniscient
from dicedevil.families.press_luck.strategies import Solitaire
from dicedevil.objectives import MaxScore, Objective, WinMatch, Worst
from dicedevil.rules import Choice, Game, State

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
        made = self.choose(state, roll)
        mix = made if isinstance(made, Mapping) else {made: 1}
        if not mix:
            raise PositionError(
                f"The strategy {quoted(self.name)} made no choice at {state!r} with roll "
                f"{game.write_roll(roll)}; the choices are {listed(choices)}."
            )
        for choice, weight in mix.items():
            if choice not in choices:
                raise PositionError(
                    f"The strategy {quoted(self.name)} chose {choice!r} at {state!r} with roll "
                    f"{game.write_roll(roll)}; the choices are {listed(choices)}."
                )
            if not isinstance(weight, int) or weight < 1:
                raise PositionError(
                    f"The strategy {quoted(self.name)} gave {choice!r} the weight {weight!r}: "
                    "weights are whole numbers of at least 1."
                )
        return mix


def random_strategy(game: Game) -> Strategy:
    """Return the strategy that takes each choice equally often."""
    return Strategy("random", lambda state, roll: dict.fromkeys(game.choices(state, roll), 1))


def solved_strategy(game: Game, name: str, exact: bool = False) -> Strategy:
    """Return the best (or the worst) strategy, ties going to the first choice.

    In a match of two that is its own kind of game (Pig) the best strategy is the one that wins.
    """
    from dicedevil.solvers.solver import solve

    best: Objective = WinMatch() if game.players == 2 else MaxScore()
    objective = best if name == "optimal" else Worst()
    solution = solve(game, objective, exact=exact)
    return Strategy(name, solution.best_choice)


def solitaire_strategy(found: Solitaire) -> Strategy:
    """Return the best strategy of a single turn, for every turn of a race or a match."""
    from dicedevil.solvers.press_luck.turn import SolitairePlay, exact_turn

    return Strategy(found.name, SolitairePlay(found.game, exact_turn(found.game.rules)))


def strategy_names(game: Game) -> list[str]:
    """Return the names of all strategies a game has."""
    return ["optimal", "worst", "random", *game.strategies()]


def strategy_named(game: Game, name: str) -> Strategy | Omniscient:
    """Find a game's strategy by its name."""
    if name in ("optimal", "worst"):
        return solved_strategy(game, name)
    if name == "random":
        return random_strategy(game)
    found = game.own_strategy(name)
    if isinstance(found, Solitaire):
        return solitaire_strategy(found)
    if found is not None:
        return found if isinstance(found, Omniscient) else Strategy(name, found)
    known = strategy_names(game)
    hint = nearest(name, known) or f" Known: {listed(known)}."
    raise UsageError(f"{game} has no strategy {quoted(name)}.{hint}")
