"""Bots at a table: whoever plays a game by name, asked for a choice at any table of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dicedevil.ask.strategies import as_strategy
from dicedevil.coach.table import GameTable, OwnBoards, SharedMatch
from dicedevil.dice import Roll
from dicedevil.errors import UsageError
from dicedevil.players.player import WIN, OwnCard, Player, Winner, known_player, player
from dicedevil.players.races import racer, require_racer
from dicedevil.players.standings import Standings
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.budget import Budget
from dicedevil.wrapped.counted import TurnsCounted


@dataclass
class Bot(ABC):
    """Somebody who chooses at a table; a turn is prepared once."""

    turn: Any = field(default=None, init=False)
    at: GameTable | None = field(default=None, init=False)
    """The table for which the turn was prepared, or after the last choice of it."""

    def choose(self, table: GameTable, roll: Roll, chance: float) -> Choice:
        """Return the choice; `chance`, from 0 to 1, decides where it is left to chance."""
        if self.at != table or not table.rules.is_in_turn(table.position.state):
            self.turn = self.prepared(table)
        choice = self.turn.choose(self.seen(table), roll, chance)
        self.at = table.play(roll, choice)
        return choice

    @abstractmethod
    def prepared(self, table: GameTable) -> Any:
        """Prepare the turn of the player to move."""

    def seen(self, table: GameTable) -> Position:
        """Return the position as the bot sees it."""
        return table.position


@dataclass
class BoardBot(Bot):
    """A bot where everybody has a board of their own."""

    player: Player

    def prepared(self, table: GameTable) -> Any:
        """Look at all boards."""
        if not isinstance(table, OwnBoards):
            raise UsageError(f"{self.player.name} plays where everybody has a board of their own.")
        return self.player.turn(Standings(table.rules, table.positions, table.mover))


@dataclass
class AloneBot(Bot):
    """A strategy that plays a board alone, or a race."""

    card: OwnCard

    def prepared(self, table: GameTable) -> Any:
        """Look at the own board."""
        return self.card.turn_at(table.position.state)


@dataclass
class MatchBot(Bot):
    """A bot in a match that all share."""

    race: Game
    """The match as the bot knows it: that of the table, or one for any number of players."""
    turns: Callable[[Any], Any]

    def prepared(self, table: GameTable) -> Any:
        """Look at the match."""
        return self.turns(self.seen(table).state)

    def seen(self, table: GameTable) -> Position:
        """Return the match in states that the bot knows; they are written alike."""
        if table.rules == self.race:
            return table.position
        return self.race.read_state(table.written)


def require_bot(name: str, table: GameTable) -> None:
    """Refuse who cannot take a seat at a table, before anything is worked out."""
    if isinstance(table, SharedMatch):
        require_racer(table.game, name)
        return
    known = known_player(table.rules, name)
    if known == WIN and table.seats != 2 and table.rules.own_strategy(WIN) is None:
        raise UsageError(f"'win' is best play of two players, not of {table.seats}.")
    if isinstance(known, str):
        OwnCard(known, table.rules, table.rules.own_strategy(known)).require_asking()


def bot_named(name: str, table: GameTable, budget: Budget) -> Bot:
    """Return a bot for a table, by its name; what it has to know is worked out first."""
    if isinstance(table, SharedMatch):
        return MatchBot(*racer(table.game, table.seats, name, budget))
    bot = BoardBot(player(name, table.rules, budget=budget))
    if isinstance(bot.player, Winner) and not table.is_over:
        bot.prepared(table)  # what never fits is refused before a game stops at its first move
    return bot


def alone_named(name: str, table: GameTable, budget: Budget) -> AloneBot:
    """Return a strategy, by its name, at a table of its own."""
    rules = table.rules.game if isinstance(table.rules, TurnsCounted) else table.rules
    return AloneBot(OwnCard(name, rules, as_strategy(rules, name, budget)))
