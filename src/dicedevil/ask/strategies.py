"""Who plays: strategies found by name, taken as they are, or made for the states of a match."""

from __future__ import annotations

from typing import cast

from dicedevil.ask.weaker import LEVELS, is_weaker, weaker
from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.objectives import WinMatch, Worst, natural_aim
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solver import lanes_of, solve
from dicedevil.strategy import Chooser, Foreseeing, Strategy, greedy_strategy, random_strategy
from dicedevil.wrapped.base import InnerBoard
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.same_rolls import SameRolls
from dicedevil.wrapped.turn_by_turn import TurnByTurn

AnyStrategy = Strategy | Foreseeing | Chooser | str
"""A strategy, in all the ways in which it can be told."""
SOLVED = ("optimal", "worst")
GREEDY = "greedy"
EVERYWHERE = (*SOLVED, "random", GREEDY)
"""Strategies that every game has; beside them the weaker players, whose strength is told."""


def strategy_names(game: Game) -> list[str]:
    """Return the names of all strategies a game has; weaker players (`club`, `skill=2.5`) aside."""
    everywhere = [name for name in EVERYWHERE if name != "worst" or game.scored_in != "race"]
    return list(dict.fromkeys([*everywhere, *game.strategies()]))


def is_strategy(game: Game, name: str) -> bool:
    """Tell whether somebody of this name plays a game."""
    return name in EVERYWHERE or is_weaker(name) or game.own_strategy(name) is not None


def require_strategy(game: Game, *names: str) -> None:
    """Refuse names that no strategy of the game has, before anything is solved."""
    for name in names:
        if not is_strategy(game, name):
            known = [*strategy_names(game), *LEVELS]
            hint = nearest(name, known) or f" Known: {listed(known)}."
            raise UsageError(f"{game} has no strategy {quoted(name)}.{hint}")


def strategy_named(
    game: Game, name: str, budget: Budget = USUAL, exact: bool = False
) -> Strategy | Foreseeing:
    """Find a game's strategy by its name; solve it first where it has to be solved."""
    require_strategy(game, name)
    if name in SOLVED:
        return solved_strategy(game, name, budget, exact)
    if name == "random":
        return random_strategy(game)
    for lane in lanes_of(game):
        worked_out = lane.strategy(game, name, budget)
        if worked_out is not None:
            return worked_out
    found = game.own_strategy(name)
    if found is not None:
        return found if isinstance(found, Foreseeing) else Strategy(name, found)
    return greedy_strategy(game) if name == GREEDY else weaker(game, name, budget).strategy


def solved_strategy(game: Game, name: str, budget: Budget = USUAL, exact: bool = False) -> Strategy:
    """Return the best (or the worst) strategy, ties going to the first choice.

    In a match of two that is its own kind of game (Pig) the best strategy is the one that wins, in a
    race to a target the one that takes the fewest turns.
    """
    if game.scored_in == "race" and name == "worst":
        raise UsageError(f"The worst play of a race never ends: {game} has no strategy 'worst'.")
    aim = natural_aim(game) if name == "optimal" else Worst()
    solution = solve(game, aim, exact=exact, budget=budget)
    return Strategy(name, solution.best_choice)


def as_strategy(game: Game, strategy: AnyStrategy, budget: Budget = USUAL) -> Strategy | Foreseeing:
    """Take a strategy by name, as it is, or as a function."""
    if isinstance(strategy, str):
        return strategy_named(game, strategy, budget)
    if isinstance(strategy, (Strategy, Foreseeing)):
        return strategy
    return own_function(strategy)


def match_strategy(match: Game, strategy: str | Strategy | Chooser, budget: Budget = USUAL) -> Strategy:
    """Take a strategy of the game played, by name or as a function, and make it one for a match.

    In a match of two score games it looks at nothing but the mover's own board; a `Strategy` that is
    given is one for the match already.
    """
    if isinstance(strategy, Strategy):
        return strategy
    while isinstance(match, BestReply):
        match = match.game
    if isinstance(strategy, str):
        found = playable_strategy(played_in(match), strategy, budget)
    else:
        found = own_function(strategy)
    if not isinstance(match, TurnByTurn):
        return found
    return Strategy(found.name, InnerBoard(match, found.choose))


def own_function(choose: Chooser) -> Strategy:
    """Take a function as a strategy; refuse what is none."""
    if not callable(choose):
        raise UsageError(
            "A strategy is a name, a Strategy, or a function of a state and a roll that returns a "
            f"choice, not {quoted(choose)}."
        )
    return Strategy(chooser_name(choose), choose)


def chooser_name(strategy: str | Strategy | Chooser) -> str:
    """Return what a strategy is called: a function by its own name."""
    if isinstance(strategy, str):
        return strategy
    if isinstance(strategy, Strategy):
        return strategy.name
    return str(getattr(strategy, "__name__", "own"))


def played_in(match: Game) -> Game:
    """Return the game whose strategies are played in a match: its own, or that of both players."""
    return match.game if isinstance(match, TurnByTurn) else match


def playable_strategy(game: Game, name: str, budget: Budget = USUAL) -> Strategy:
    """Find a strategy that can be played against."""
    require_playable(game, name)
    return cast(Strategy, strategy_named(game, name, budget))


def require_playable(game: Game, *names: str) -> None:
    """Refuse who cannot be played against: nobody's name, or one who knows rolls beforehand."""
    require_strategy(game, *names)
    for name in names:
        if isinstance(game.own_strategy(name), Foreseeing):
            raise UsageError(f"{quoted(name)} knows rolls beforehand, so nobody can play against it.")


def best_reply(match: Game, name: str, seat: int = 1, budget: Budget = USUAL) -> BestReply:
    """Return the match against a player, the second or the first, who plays the named strategy."""
    return BestReply(match, match_strategy(match, name, budget), seat)


def match_against(
    game: Game, aim: WinMatch, name: str, shared: bool = False, budget: Budget = USUAL
) -> Game:
    """Return the match against a player of this strategy: whose best reply is the solution of it."""
    return same_rolls(game, name, budget) if shared else best_reply(aim.view(game), name, budget=budget)


def same_rolls(game: Game, name: str, budget: Budget = USUAL) -> SameRolls:
    """Return the match against a player of this strategy who gets the same rolls."""
    if game.players != 1:
        raise UsageError(f"{game} is a match already: the same rolls go with a game for one player.")
    return SameRolls(game, playable_strategy(game, name, budget))
