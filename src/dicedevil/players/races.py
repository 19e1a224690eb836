"""Matches that are games of their own: races to a target, and games whose players meddle.

Two players are played by the states of their match, as it is solved. More, and those who look ahead,
sit at a table: the game's own match of so many players (`Lane.table`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.ask.before import unrolled
from dicedevil.ask.strategies import (
    is_strategy,
    match_strategy,
    playable_strategy,
    require_playable,
    strategy_names,
)
from dicedevil.dice import Roll
from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.players.player import WIN, LookAhead, Who, look_ahead
from dicedevil.players.tosses import Tosses
from dicedevil.players.turns import MixedTurn
from dicedevil.rules import Game, Position, State
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.ladders import Rolls
from dicedevil.solvers.lane import Looking, TurnSearch, TurnWorth
from dicedevil.solvers.solver import lanes_of
from dicedevil.strategy import Strategy
from dicedevil.wrapped.boards import require_players

Scores = NDArray[np.int64]
Turn = MixedTurn | TurnWorth
"""Somebody's turn: asked for a choice after every roll of it."""


def race_scores(
    game: Game, players: Sequence[Who], games: int, tosses: Tosses, budget: Budget
) -> tuple[Scores, bool]:
    """Play races; return everybody's totals, or, of a match of two, 1 for the winner (and True)."""
    table = table_of(game, len(players))
    for who in players:
        require_racer(game, who)
    if len(players) == 2 and not any(_looking(who) for who in players):
        race = game.view("win")
        plans = [_race_strategy(race, who, budget) for who in players]
        ends = _played(race, [_same_turn(race, plan) for plan in plans], games, tosses, budget)
        return np.array([[2 * one, 2 - 2 * one] for one in map(race.win_share, ends)], int) // 2, True
    if table is None:
        raise UsageError(f"Nobody looks ahead in {game}: here play optimal, random and the like.")
    seats = [_at_table(table, who, budget) for who in players]
    ends = _played(table, seats, games, tosses, budget)
    return np.array([table.scores(end) for end in ends], np.int64), False


def table_of(game: Game, players: int) -> Any:
    """Return the game's own match of so many players, or None where it has none."""
    told = (lane.table(game, players) for lane in lanes_of(game))
    return next((table for table in told if table is not None), None)


def racer(game: Game, players: int, who: Who, budget: Budget) -> tuple[Game, Callable[[State], Turn]]:
    """Return the match of so many as somebody sees it, and how their turns are made from its states."""
    table = table_of(game, players)
    race = game.view("win") if players == 2 and _looking(who) is None else table
    require_racer(game, who)
    if race is None:
        raise UsageError(f"Nobody looks ahead in {game}: here play optimal, random and the like.")
    if race is table:
        return race, _at_table(race, who, budget)
    return race, _same_turn(race, _race_strategy(race, who, budget))


def _played(
    race: Game,
    seats: Sequence[Callable[[State], Turn]],
    games: int,
    tosses: Tosses,
    budget: Budget,
) -> list[State]:
    """Play races by their own states; return how each of them ended."""
    rolls = Rolls(race)
    ends: list[State] = []
    watch = budget.unhurried().watch(f"Playing {games:,} matches", "playing", games)
    for number in range(games):
        watch.look(number)
        tosses.begin(number)
        state, before = race.start(), -1
        while not race.is_over(state):
            seat = race.to_move(state)
            if seat != before:
                tosses.next_turn(seat)
                before, turn = seat, seats[seat](state)
            roll = rolls.draw(state, tosses.roll(seat))
            choice = turn.choose(Position(0, state), roll, tosses.choice(seat))
            state = race.play(state, roll, choice)[1]
        ends.append(state)
    return ends


def _looking(who: Who) -> LookAhead | None:
    """Return the player who looks ahead, if this is one."""
    return look_ahead(who) if isinstance(who, str) else who if isinstance(who, LookAhead) else None


def require_racer(game: Game, who: Who) -> None:
    """Refuse who cannot race, before anything is solved."""
    if isinstance(who, str):
        _require_known(game, who.strip())
    elif not isinstance(who, (LookAhead, Strategy)) and not callable(who):
        raise UsageError(f"{quoted(who)} cannot play the race {game}: give a name or a function.")


def _require_known(game: Game, name: str) -> None:
    """Refuse a name that nobody has in a race of the game; say who plays it."""
    race = game.view("win")
    if _looking(name) is not None or name == WIN:
        return
    if not is_strategy(race, name):
        ahead = [] if table_of(game, 2) is None else ["emp-1"]
        known = [*ahead, WIN, *strategy_names(race), "club"]
        hint = nearest(name, known) or f" Known: {listed(known)}."
        raise UsageError(f"Nobody called {quoted(name)} plays {game}.{hint}")
    require_playable(race, name)


def _name(who: Who) -> str:
    return str(getattr(who, "name", getattr(who, "__name__", who)))


def _race_strategy(race: Game, who: Who, budget: Budget) -> Strategy:
    """Return how somebody plays a match of two."""
    if isinstance(who, str):
        return match_strategy(race, "optimal" if who == WIN else who, budget)
    return _own(who)


def _own(who: Any) -> Strategy:
    """Take a strategy, or a function, for the states of the match."""
    return who if isinstance(who, Strategy) else Strategy(_name(who), who)


# -- at a table ------------------------------------------------------------------------------------


def _at_table(table: Any, who: Who, budget: Budget) -> Callable[[State], Turn]:
    """Return how somebody's turns are made, from the state of the table."""
    looking = _looking(who)
    if looking is not None:
        search = table_search(table, looking, budget)
        return lambda state: search.turn((Position(0, state),))
    return _same_turn(table, _table_strategy(table, who, budget))


def _same_turn(race: Game, plan: Strategy) -> Callable[[State], Turn]:
    """Return the turns of a strategy, which are all alike."""
    turn = MixedTurn(race, plan)
    return lambda _: turn


def table_search(table: Game, look: LookAhead, budget: Budget) -> TurnSearch:
    """Return how somebody looks ahead at a table."""
    found = (lane.search(table, Looking(look.word, look.depth), budget) for lane in lanes_of(table))
    return next(search for search in found if search is not None)


def _table_strategy(table: Any, who: Who, budget: Budget) -> Strategy:
    """Return a strategy for the states of a table; the best of several takes the fewest turns."""
    if not isinstance(who, str):
        return _own(who)
    if who == WIN and table.players > 2:
        raise UsageError(f"'win' is best play of two players, not of {table.players}.")
    if who in ("optimal", "worst", WIN):
        best = playable_strategy(table.smaller, "optimal" if who == WIN else who, budget)
        return Strategy(who, table.by_smaller(best.choose))
    return playable_strategy(table, who, budget)


def _table_of(game: Game, text: str, players: int | None) -> Any:
    """Return the table that a position is written for; `them2=` says that there is a third player."""
    numbers = [int(one or "1") for one in re.findall(r"(?:^|,)\s*them(\d{0,2})\s*=", text)]
    count = 1 + max(numbers, default=1) if players is None else players
    require_players(count)
    table = table_of(game, count)
    if table is None:
        raise UsageError(f"Nobody looks ahead in {game}: leave out the player.")
    return table


def race_turn(
    game: Game, who: Who, text: str, roll: Roll | int | str, players: int | None, budget: Budget
) -> tuple[Any, Position, Roll, TurnWorth]:
    """Return a table, where everybody stands, the roll (none: it is due), and the mover's turn."""
    looking = _looking(who)
    if looking is None:
        raise UsageError(f"The player {quoted(_name(who))} does not tell what choices are worth.")
    table = _table_of(game, text, players)
    if not isinstance(roll, str):
        roll = game.write_roll((roll,) if isinstance(roll, int) else roll)
    due = unrolled(table, text, roll)
    position, rolled = (due, ()) if due is not None else table.read_position(text, roll)
    return table, position, rolled, table_search(table, looking, budget).turn((position,))
