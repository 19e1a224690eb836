"""A game that is being played: people and bots at a table, dice from a seed, every move kept.

    session = Session.begin(game("yahtzee"), ["Ann"], ["emp-1"], seed=7, store=Store())
    while not session.is_over:
        session.throw()                          # the dice are on the table
        if session.bot is not None:
            session.let_bot_choose()
        else:
            session.choose("3456")

The number of a move and the seed decide its roll: a game that is gone on with, in another process and
on another day, has the dice it would have had. A choice can be taken back until the next roll is seen.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dicedevil import __version__
from dicedevil.coach.boards import board, last_seen, seats
from dicedevil.coach.grade import GradedGame, grade
from dicedevil.coach.grades import Grades
from dicedevil.coach.hints import ALL, Hint, advice_for
from dicedevil.coach.judges import usual_objective
from dicedevil.coach.reading import understood
from dicedevil.coach.records import Move, Record
from dicedevil.coach.replay import PlayedMove, Replay, recorded_name, replay
from dicedevil.coach.seats import Bot, bot_named, require_bot
from dicedevil.coach.store import KeptGame, Store, StoreError, now
from dicedevil.coach.table import GameTable, laid
from dicedevil.dice import Roll
from dicedevil.errors import PositionError, UsageError, quoted
from dicedevil.rules import Choice, Game
from dicedevil.solvers.advice import Advice
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.ladders import Ladder

MOST_SEED = 10**9
"""Seeds that are made up are smaller: they are to be read out and typed."""
BOTS = "bots"
"""The key of a record that tells which seats bots have."""


class Session:
    """A game under way. Use `begin` or `resume`."""

    def __init__(
        self, played: Replay, bots: Mapping[int, Bot], budget: Budget, store: Store | None, number: int
    ) -> None:
        self.begun, self.table, self.steps = played.begin, played.end, list(played.steps)
        self.bots, self.budget = dict(bots), budget
        self.trouble = ""
        """Why the game is not kept any more; nothing while it is."""
        self.roll: Roll | None = None
        """The dice on the table; None before they are thrown."""
        self._record, self._store, self._number = played.record, store, number
        self._can_undo, self._rung = False, 0
        self._advice: Advice | None = None
        self._tosses = (0.0, 0.0)

    @classmethod
    def begin(
        cls,
        game: Game,
        people: Sequence[str] = ("me",),
        bots: Sequence[str] = (),
        *,
        named: str = "",
        seed: int | None = None,
        store: Store | None = None,
        budget: Budget = USUAL,
    ) -> Session:
        """Begin a game; people sit before bots. `named` is how the game was named, if by its file."""
        seed = secrets.randbelow(MOST_SEED) if seed is None else seed
        players = (*people, *bots)
        begin = table_for(game, people, bots, seed)
        at = list(range(len(people), len(players)))
        more = {"version": __version__, "when": now(), **({BOTS: at} if at else {})}
        what = begin.what if begin.what == "race" else ""
        record = Record(recorded_name(game, named), players, (), seed, None, "", what, more)
        Record.from_dict(record.to_dict())  # names that no record takes are refused at once
        seated = {seat: bot_named(players[seat], begin, budget) for seat in at}
        made = cls(Replay(record, begin, (), begin), seated, budget, store, 0)
        made._keep_header()
        return made

    @classmethod
    def resume(cls, kept: KeptGame, game: Game, store: Store, budget: Budget = USUAL) -> Session:
        """Go on with a game that was kept."""
        record = kept.record
        if record.seed is None:
            raise UsageError("A game without a seed has no dice to go on with.")
        played = replay(replace(record, game=str(game)), [game])
        at = record.more.get(BOTS)
        seats = [seat for seat in range(len(record.players)) if isinstance(at, list) and seat in at]
        bots = {seat: bot_named(record.players[seat], played.end, budget) for seat in seats}
        made = cls(replace(played, record=record), bots, budget, store, kept.number)
        if made.is_over and (store.progress(kept.number) or (True,))[0]:
            made._close()  # the last move was kept, and then the process was killed
        return made

    # -- what is to be seen ----------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody's name, in the order of play."""
        return self._record.players

    @property
    def seed(self) -> int:
        """Where the dice come from."""
        return self._record.seed or 0

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table.is_over

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.table.mover

    @property
    def bot(self) -> Bot | None:
        """The bot whose turn it is; None for a person."""
        return self.bots.get(self.mover)

    @property
    def is_kept(self) -> bool:
        """Whether moves are on the disk once they are made."""
        return self._store is not None

    @property
    def number(self) -> int:
        """The number by which the game is kept; 0 if it never was."""
        return self._number

    @property
    def record(self) -> Record:
        """The game so far."""
        moves = tuple(_move(step) for step in self.steps)
        result = self.table.results if self.is_over else None
        return replace(self._record, moves=moves, result=result)

    @property
    def played(self) -> Replay:
        """The game so far, to be graded."""
        return Replay(self.record, self.begun, tuple(self.steps), self.table)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: what is to be seen of the game now."""
        return {
            "number": self.number,
            "game": self._record.game,
            "players": list(self.players),
            "bots": sorted(self.bots),
            "seed": self.seed,
            "kept": self.is_kept,
            "trouble": self.trouble,
            "moves": len(self.steps),
            "mover_is_bot": self.bot is not None and not self.is_over,
            "forced": self.roll is not None and self.is_forced,
            "can_undo": self.can_undo,
            "over": self.is_over,
            "result": list(self.table.results) if self.is_over else None,
            "board": self.board(),
        }

    def board(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return board(
            self.table,
            self.roll,
            players=self.players,
            before=False,
            game=self._record.game,
            objective=usual_objective(self.table).name,
            seats=seats(self.table, last_seen(self.table, self.steps), self.players),
        )

    def choices(self) -> list[str]:
        """Return what may be chosen now, in the words of the game."""
        rules = self.table.rules
        return [rules.write_choice(one) for one in rules.choices(self.table.position.state, self._dice)]

    @property
    def is_forced(self) -> bool:
        """Whether the roll leaves nothing to choose."""
        return len(self.table.rules.choices(self.table.position.state, self._dice)) == 1

    @property
    def begins_turn(self) -> bool:
        """Whether the next roll is the first of a turn."""
        if not self.steps:
            return True
        table, roll, choice = self.steps[-1].table, self.steps[-1].roll, self.steps[-1].choice
        ended = table.rules.ends_turn(table.position.state, roll, choice)
        return ended or table.mover != self.mover

    @property
    def _dice(self) -> Roll:
        if self.roll is None:
            raise UsageError("The dice have not been thrown yet.")
        return self.roll

    # -- playing ---------------------------------------------------------------------------------

    def throw(self) -> Roll:
        """Throw the dice of whoever is to move; those that lie there stay."""
        if self.is_over:
            raise PositionError("The game is over: nothing is left to roll.")
        if self.roll is None:
            source = np.random.default_rng((self.seed, len(self.steps)))
            self._tosses = (float(source.random()), float(source.random()))
            weights = self.table.rules.rolls(self.table.position.state)
            self.roll = Ladder(weights).draw(self._tosses[0])
            self._can_undo, self._advice, self._rung = False, None, 0
        return self._dice

    def choose(self, text: str) -> PlayedMove:
        """Make the choice that a person means by a text."""
        if self.bot is not None:
            raise UsageError(f"It is the turn of the bot {quoted(self.players[self.mover])}.")
        rules, state = self.table.rules, self.table.position.state
        made = self._made(understood(rules, state, self._dice, text))
        self._can_undo = True
        return made

    def let_bot_choose(self) -> PlayedMove:
        """Have the bot make its choice."""
        if self.bot is None:
            raise UsageError(f"It is the turn of {quoted(self.players[self.mover])}, who is no bot.")
        return self._made(self.bot.choose(self.table, self._dice, self._tosses[1]))

    def make_forced(self) -> PlayedMove:
        """Make the only choice there is."""
        if not self.is_forced:
            raise UsageError("There is something to choose.")
        return self._made(self.table.rules.choices(self.table.position.state, self._dice)[0])

    def _made(self, choice: Choice) -> PlayedMove:
        step = PlayedMove(self.table, self._dice, choice)
        after, place = step.after(), len(self.steps) + 1
        self._keep(lambda store: store.add(self._number, place, _move(step)))
        self.steps.append(step)
        self.table, self.roll = after, None
        self._can_undo = False
        if self.is_over:
            self._close()
        return step

    def _close(self) -> None:
        self._keep(lambda store: store.finish(self._number, self.table.results))

    @property
    def can_undo(self) -> bool:
        """Whether the last choice can be taken back: a person's own, and no die was seen since."""
        return self._can_undo and not self.is_over

    def undo(self) -> PlayedMove:
        """Take the last choice back: the dice lie there as before."""
        if not self.can_undo:
            raise PositionError(
                "Nothing can be taken back: a choice can be, until the next dice are seen."
            )
        place = len(self.steps)
        self._keep(lambda store: store.undo(self._number, place))
        step = self.steps.pop()
        self.table = step.table
        self.throw()
        return step

    def leave(self) -> bool:
        """Leave the table; return whether the game is kept to be gone on with: it is, once begun."""
        if not self.steps:
            self._keep(lambda store: store.forget(self._number))
        return self.is_kept and bool(self.steps)

    def graded(self) -> tuple[GradedGame, ...]:
        """Grade the game, and keep the grades of one that is over."""
        found = grade(self.played, budget=self.budget)
        if self.is_over:
            self._keep(lambda store: Grades(store).keep(self._number, found))
        return found

    # -- help ------------------------------------------------------------------------------------

    def advice(self) -> Advice:
        """Return what the choices are worth, best first; worked out once."""
        if self._advice is None:
            self._advice = advice_for(self.table, self._dice, self.budget)
        return self._advice

    def hint(self) -> Hint:
        """Climb the ladder of hints by a rung."""
        advice = self.advice()
        self._rung = min(self._rung + 1, ALL)
        return Hint(self._rung, advice)

    # -- keeping ---------------------------------------------------------------------------------

    def keep_in(self, store: Store) -> None:
        """Have what follows kept by another connection: each thread has its own."""
        if not self.trouble:
            self._store = store

    def _keep_header(self) -> None:
        def begin(store: Store) -> None:
            self._number = store.begin(self._record)

        self._keep(begin)

    def _keep(self, change: Any) -> None:
        """Have something kept; a game that cannot be kept any more goes on, and says so."""
        if self._store is None:
            return
        try:
            change(self._store)
        except StoreError as error:
            self._store, self.trouble = None, str(error)


def table_for(game: Game, people: Sequence[str], bots: Sequence[str], seed: int | None) -> GameTable:
    """Return the table at which a game would begin; refuse what cannot be, before any work."""
    if seed is not None and seed < 0:
        raise UsageError(f"A seed is a whole number of at least 0, not {seed}.")
    if not people:
        raise UsageError("Somebody has to play: name one person at least.")
    count = len(people) + len(bots)
    if game.players == 2 and count != 2:
        raise UsageError(f"{game} is for 2 players, not for {count}: two people, or one and a bot.")
    begin = laid(game, count)
    for name in bots:
        require_bot(name, begin)
    return begin


def _move(step: PlayedMove) -> Move:
    rules = step.table.rules
    return Move(step.table.mover, rules.write_roll(step.roll), rules.write_choice(step.choice))
