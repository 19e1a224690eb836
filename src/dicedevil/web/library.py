"""The games that are served: the listed ones, and the rules files given to `serve`.

Every function of `answers` gets a library first: it hands out games by name, says what an answer may
cost here, keeps solutions warm, and knows where games are kept. A path in a request is never opened: a
name is a listed game or the name of a file that was given, with parameters.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dicedevil.errors import UnknownGame, listed, nearest, quoted
from dicedevil.games import GAMES, from_file, made
from dicedevil.rules import Game, read_fields
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import answer
from dicedevil.web.settings import Settings

MOST_WARM = 16
"""Solutions that are kept."""
SELDOM = 16
"""One answer in so many is timed where they are quick."""
LONGEST_JOB = 3600.0
"""Seconds that a job may take, or the patience of the server if that is more."""
AT_ONCE = 0.005
"""Seconds that an answer may take while everybody else waits for it."""


class RunsElsewhere(Exception):
    """A rules file is somebody's program, and may never return: it is not run in the server itself."""


@dataclass(eq=False)
class Kept:
    """A solution that is kept, and how long answers from it take, lately."""

    solution: Solution
    slowest: float = math.inf


class Warm:
    """What was asked for lately: solutions, by the kind of question, and games of one's own."""

    def __init__(self, most: int = MOST_WARM) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._asked = 0
        self._door = threading.Lock()

    def solver(self, kind: Hashable) -> Callable[[Question], Solution]:
        """Return who finds the solutions for one kind of question: a game and an objective, as written.

        What answers for all positions is kept, and shared with other ways to write the same.
        """

        def solved(question: Question) -> Solution:
            kept = self._kept.get(kind)
            if kept is not None:
                return kept.solution
            found = self._same(question) or answer(question)
            if found.at is None:
                with self._door:
                    self._kept[kind] = Kept(found)
                    while len(self._kept) > self.most:
                        self._kept.popitem(last=False)
            return found

        return solved

    def _same(self, question: Question) -> Solution | None:
        with self._door:
            known = [kept.solution for kept in self._kept.values()]
        for found in known:
            same = found.is_exact == question.exact and found.objective == question.objective
            if same and found.game == question.game:
                return found
        return None

    def is_quick(self, kind: Hashable) -> bool:
        """Tell whether such a question is answered at once."""
        kept = self._kept.get(kind)
        return kept is not None and kept.slowest < AT_ONCE

    @contextmanager
    def timed(self, kind: Hashable) -> Iterator[None]:
        """Note how long such a question takes; a slow one is forgotten by and by."""
        known = self._kept.get(kind)
        self._asked += 1
        if known is not None and known.slowest < AT_ONCE and self._asked % SELDOM:
            yield  # the clock takes a part of the time that it measures
            return
        begun = time.thread_time()
        yield
        seconds = time.thread_time() - begun
        with self._door:
            kept = self._kept.get(kind)
            if kept is not None:
                self._kept.move_to_end(kind)
                before = kept.slowest if kept.slowest < math.inf else 0.0
                kept.slowest = max(seconds, before / 2)

    def own_game(self, name: str, make: Callable[[], Game]) -> Game:
        """Return a game from a rules file, which is run once."""
        if name not in self._games:
            self._games[name] = make()
            while len(self._games) > self.most:
                self._games.popitem(last=False)
        return self._games[name]


@dataclass(frozen=True)
class Library:
    """The games that are served, and what answers about them may cost."""

    files: Mapping[str, Path] = field(default_factory=lambda: MappingProxyType({}))
    budget: Budget = Settings().budget
    data: Path | None = None
    """Where games are kept: what `Store` takes."""
    runs_files: bool = False
    """Whether rules files are run here: in processes that can be ended."""
    warm: Warm = field(default_factory=Warm, compare=False)

    @property
    def longest_job(self) -> float:
        """Seconds that a job may take."""
        return max(LONGEST_JOB, self.budget.longest)

    def names(self) -> list[str]:
        """Return the names of all games that are served."""
        return [*GAMES, *self.files]

    def game(self, name: str) -> Game:
        """Return a game by its name, as in `yahtzee:joker=forced`."""
        name = name.strip()
        own, colon, written = name.partition(":")
        if own in self.files:
            if not self.runs_files:
                raise RunsElsewhere(own)
            fields = read_fields(written, None) if colon else {}
            return self.warm.own_game(name, lambda: from_file(self.files[own], fields))
        if own not in GAMES:
            hint = nearest(own, self.names()) or f" Known games: {listed(self.names())}."
            raise UnknownGame(f"Unknown game {quoted(own)}.{hint}")
        return made(name)
