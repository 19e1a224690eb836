"""Matches that are games of their own: races to a target, and games whose players meddle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.ask.strategies import match_strategy, require_playable
from dicedevil.errors import UsageError, quoted
from dicedevil.players.player import WIN, LookAhead, Who, look_ahead
from dicedevil.players.tosses import Rolls, Tosses
from dicedevil.players.turns import MixedTurn
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget
from dicedevil.strategy import Strategy


def races(
    game: Game, race: Game, players: Sequence[Who], games: int, tosses: Tosses, budget: Budget
) -> NDArray[np.int64]:
    """Play a race of two by its own states; a score is 1 for the winner."""
    for who in players:
        _require_racer(game, race, who)
    rolls = Rolls(race)
    turns = [MixedTurn(race, _race_strategy(race, who, budget)) for who in players]
    scores = np.empty((games, 2), np.int64)
    watch = budget.unhurried().watch(f"Playing {games:,} matches", "playing", games)
    for number in range(games):
        watch.look(number)
        tosses.begin(number)
        state, before = race.start(), -1
        while not race.is_over(state):
            seat = race.to_move(state)
            if seat != before:
                tosses.next_turn(seat)
                before = seat
            roll = rolls.draw(state, tosses.roll(seat))
            choice = turns[seat].choose(Position(0, state), roll, tosses.choice(seat))
            state = race.play(state, roll, choice)[1]
        share = race.win_share(state)
        scores[number] = [int(2 * share), int(2 - 2 * share)]
    return scores // 2


def _require_racer(game: Game, race: Game, who: Who) -> None:
    """Refuse who cannot race, before anything is solved."""
    name = str(getattr(who, "name", getattr(who, "__name__", who)))
    if isinstance(who, LookAhead) or (isinstance(who, str) and look_ahead(who) is not None):
        raise UsageError(
            f"{quoted(name)} compares scores, and {game} is a race: here play optimal, "
            "hold-at-20 and the like."
        )
    if isinstance(who, str):
        require_playable(race, "optimal" if who == WIN else who)
    elif not isinstance(who, Strategy) and not callable(who):
        raise UsageError(f"{quoted(who)} cannot play the race {game}: give a name or a function.")


def _race_strategy(race: Game, who: Any, budget: Budget) -> Strategy:
    if isinstance(who, Strategy):
        return who
    if isinstance(who, str):
        return match_strategy(race, "optimal" if who == WIN else who, budget)
    return Strategy(str(getattr(who, "name", getattr(who, "__name__", who))), who)
