"""Many random games, recorded move by move: what `simulate --record` and `match --record` write.

Games are played one by one. Players who are asked turn by turn anyway (EMP, the same rolls, races) play
the matches they play without a record; others, whose scores come in batches then, play other ones. In
both cases the same seed gives the same games, and what is told of them is told of those recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dicedevil import __version__
from dicedevil.ask.evaluate import boxes_of
from dicedevil.ask.simulate import Simulation
from dicedevil.coach.records import Move, Record
from dicedevil.coach.replay import recorded_name
from dicedevil.coach.seats import Bot, alone_named, bot_named
from dicedevil.coach.table import GameTable, OwnBoards, SharedMatch, laid
from dicedevil.errors import UsageError, quoted
from dicedevil.players.match import MatchSimulation, require_match
from dicedevil.players.simulate import require_simulated
from dicedevil.players.tosses import Tosses
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.ladders import Rolls
from dicedevil.solvers.rounding import UNIT

MOST_MOVES = 100_000
"""Of one game: with some strategies a race may never end."""
Write = Callable[[Record], None]


def simulate_recorded(
    game: Game,
    strategy: str,
    write: Write,
    *,
    games: int,
    seed: int,
    against: Sequence[str] | None = None,
    turn: bool = False,
    named: str = "",
    budget: Budget = USUAL,
) -> Simulation | MatchSimulation:
    """Play games as `simulate` does, each written when it is over; `named` is how the game was."""
    others = require_simulated(game, strategy, games, seed, against, turn)
    if others:
        played = match_recorded(
            game,
            [strategy, *map(str, others)],
            write,
            games=games,
            seed=seed,
            named=named,
            budget=budget,
        )
        return played if played.is_race else played.first_alone()
    table = laid(game, what="turn" if turn else "")
    alone = alone_named(strategy, table, budget)
    tally = _Boxes()
    recorder = _Recorder(table, (strategy,), seed, named, what=table.what)
    scores = np.empty(games, np.int64)
    for number, (record, end) in enumerate(recorder.games(games, [alone], budget)):
        write(record)
        scores[number] = end.results[0]
        tally.add(end)
    boxes = boxes_of(tally.lines(games), UNIT)
    return Simulation(str(alone.card.game), strategy, seed, scores, boxes, table.what)


def match_recorded(
    game: Game,
    players: Sequence[str],
    write: Write,
    *,
    games: int,
    seed: int,
    same_rolls: bool = False,
    named: str = "",
    budget: Budget = USUAL,
) -> MatchSimulation:
    """Play matches as `match` does, each written when it is over."""
    rules = game.innermost
    names = tuple(str(getattr(who, "name", who)) for who in require_match(rules, players, games, seed))
    table = laid(rules, len(names))
    seats = [bot_named(name, table, budget) for name in names]
    recorder = _Recorder(table, names, seed, named, same_rolls)
    scores = np.empty((games, len(names)), np.int64)
    for number, (record, end) in enumerate(recorder.games(games, seats, budget)):
        write(record)
        scores[number] = [int(one) for one in end.results]
    won = isinstance(table, SharedMatch) and table.seats == 2
    return MatchSimulation(str(rules), names, seed, same_rolls, scores, rules.lower_is_better, won)


@dataclass(frozen=True)
class _Recorder:
    """Plays games from a table on, and writes down what happens."""

    begin: GameTable
    names: tuple[str, ...]
    seed: int
    named: str
    same_rolls: bool = False
    what: str = ""

    def games(
        self, games: int, seats: Sequence[Bot], budget: Budget
    ) -> Iterator[tuple[Record, GameTable]]:
        """Yield the records, and how the games ended."""
        tosses, rolls = Tosses(self.seed, self.begin.seats, self.same_rolls), Rolls(self.begin.rules)
        watch = budget.unhurried().watch(f"Playing {games:,} games", "playing", games)
        name = recorded_name(self.begin.game, self.named)
        what = self.what if self.what in ("turn", "race") else ""  # else the game tells it
        same = {"same_rolls": True} if self.same_rolls else {}
        for number in range(games):
            watch.look(number)
            tosses.begin(number)
            moves, end = self._played(seats, tosses, rolls)
            more = {**same, "number": number, "version": __version__}
            yield Record(name, self.names, moves, self.seed, end.results, what=what, more=more), end

    def _played(
        self, seats: Sequence[Bot], tosses: Tosses, rolls: Rolls
    ) -> tuple[tuple[Move, ...], GameTable]:
        table, moves, begins = self.begin, [], True
        rules = table.rules
        turn: Any = None
        while not table.is_over:
            seat, state = table.mover, table.position.state
            if begins:
                tosses.next_turn(seat)
                turn = seats[seat].prepared(table)
            roll = rolls.draw(state, tosses.roll(seat))
            choice = turn.choose(seats[seat].seen(table), roll, tosses.choice(seat))
            moves.append(Move(seat, rules.write_roll(roll), rules.write_choice(choice)))
            ended = rules.ends_turn(state, roll, choice) if isinstance(table, OwnBoards) else False
            table = table.play(roll, choice)
            begins = ended or table.mover != seat
            if len(moves) > MOST_MOVES:
                raise UsageError(
                    f"With {quoted(self.names[seat])} a game of {rules} went on for more than "
                    f"{MOST_MOVES:,} rolls: it may never end."
                )
        return tuple(moves), table


@dataclass
class _Boxes:
    """What the boxes of games that note them were filled with."""

    points: dict[str, list[int]] = field(default_factory=dict)
    """By box: the sum, and how often nothing."""
    order: list[str] = field(default_factory=list)
    """The boxes as the game itself writes them."""

    def add(self, end: GameTable) -> None:
        """Add the board of a game that is over."""
        if not isinstance(end, OwnBoards) or not end.notes:
            return
        for box, points in _filled(end.notes[0]):
            sums = self.points.setdefault(box, [0, 0])
            sums[0] += int(points)
            sums[1] += points == "0"
        if not self.order:
            self.order = [box for box, _ in _filled(end.rules.write_state(end.position.state))]

    def lines(self, games: int) -> dict[str, tuple[float, float]]:
        """Return the mean of every box, and how often it was worth nothing."""
        found = {box: self.points[box] for box in self.order}
        return {box: (total / games, zeroes / games) for box, (total, zeroes) in found.items()}


def _filled(written: str) -> list[tuple[str, str]]:
    """Return the boxes of a board and what they hold, as written."""
    items = (item.partition("=") for item in written.split(","))
    return [(box, points) for box, _, points in items]
