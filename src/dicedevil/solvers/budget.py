"""What an answer may cost: memory, patience, who is told, where it runs, whether tables may be made.

One object goes with every question. A lane that is about to make what takes longer than a moment says
what it will take (`announce`) before it begins, reports while it works (`progress`), and refuses what
the budget does not allow:

    budget.require(...)    an estimate, before anything is made
    budget.watch(...)      work whose size is not known before: looked at every tenth of a second, and
                           refused as soon as memory or the time that it will take breaks the budget

Memory is that of the whole process, as the machine sees it (resident), whoever asked for it.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from dicedevil.errors import TableError, TooLarge
from dicedevil.solvers.progress import Progress, about, silent

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from dicedevil.solvers.where import Where

MEMORY = 4 << 30
THINKING = 60.0
"""Seconds that a player may think, where somebody waits for the answer and may break it off."""
A_MOMENT = 2.0
"""Seconds of work that nobody needs to be asked about."""
LARGE = 100 << 20
"""Bytes on disk that are not taken without a word."""
FAR_LONGER = 4
"""What takes so many times longer than was said is said again."""
SHARE_SEEN = 1000
"""Work is not refused for its time by what is seen of less than this part of its steps..."""
SHARE_SPENT = 10
"""...until this part of the time allowed was worked: the first steps may be unlike the others."""
LONGEST = 600.0
"""Seconds of work that are begun without being asked for: `patience` says otherwise."""
CREEP = 32
"""In a process that is full already, work that adds less than this part of its memory is done."""
GO_ON = "--patience {} or --yes goes on"
ESTIMATED = "Players estimate instead, at a position: advise --player emp-1."
"""What to do where a match is too large."""


class Cost(Protocol):
    """What making something takes, told before it is begun; its text is a line for a person."""

    @property
    def seconds(self) -> float:
        """How long it takes, about."""

    @property
    def memory_bytes(self) -> int:
        """What it needs while it is made."""

    @property
    def table_bytes(self) -> int:
        """What is kept of it on disk."""


def tell_nobody(message: str) -> None:
    """Announce nothing."""


def resident() -> int:
    """Return the bytes that this process holds now; where nothing tells that, the most it ever held."""
    try:
        with open("/proc/self/statm", "rb") as facts:
            return int(facts.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return _most_resident()


def _most_resident() -> int:
    try:
        import resource
    except ImportError:  # neither Linux nor any other Unix: nothing is known, estimates must do
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


def in_megabytes(size: float) -> str:
    """Write a size in the megabytes in which memory is allowed."""
    if size >= 1 << 60:
        return f"10^{math.floor(int(size).bit_length() * math.log10(2))} bytes"
    return f"{math.ceil(size / (1 << 20)):,} MB"


def more_memory(size: float) -> str:
    """Say how to allow a size, rounded up to what is easily said."""
    wanted = min(size, 1 << 80) / (1 << 20)
    step = 10 ** max(2, len(str(int(wanted))) - 2)
    return f"--memory {math.ceil(wanted / step) * step}"


def more_patience(seconds: float) -> str:
    """Say how to allow so much time, with a margin: it is an estimate."""
    step = 10 ** max(1, len(str(int(seconds))) - 1)
    return GO_ON.format(math.ceil(1.5 * seconds / step) * step)


@dataclass(frozen=True)
class Budget:
    """What an answer may cost; equal where it may cost as much, whoever is told."""

    memory: int = MEMORY
    """Bytes of the whole process."""
    patience: float | None = None
    """Seconds that work may take; by default what is usual for its kind."""
    progress: Progress = field(default=silent, compare=False)
    executor: Executor | None = field(default=None, compare=False)
    """Threads that run the parts of score cards: solves, curves, endgames, laws and played games. Other
    lanes work in one thread; players who judge have processes of their own."""
    missing_ok: bool = True
    """Whether tables that take long to make may be made."""
    announce: Callable[[str], None] = field(default=tell_nobody, compare=False)
    """Is told what long work will take, before it begins."""
    on: Any = field(default=None, compare=False)
    """Where shards of large tables are made: 'threads' of this process (the default), 'processes', or
    a Dask client."""

    @property
    def where(self) -> Where:
        """The place that `on` names."""
        from dicedevil.solvers.places import place_named  # late: a table that is there needs none

        return place_named(self.on)

    def without_listeners(self) -> Budget:
        """Return the same for another process: nobody is told, and threads stay here."""
        return Budget(self.memory, self.patience, missing_ok=self.missing_ok)

    def seconds(self, usual: float) -> float:
        """Return how long a search may take: a moment, where nobody waits for tables either."""
        if self.patience is not None:
            return self.patience
        return usual if self.missing_ok else A_MOMENT

    @property
    def longest(self) -> float:
        """Seconds that work may take which was asked for."""
        return LONGEST if self.patience is None else self.patience

    def unhurried(self) -> Budget:
        """Return the same for so many games as were asked for: they may take what they take."""
        return self if self.patience is not None else replace(self, patience=math.inf)

    def allow(self, cost: Cost, what: str, advice: str) -> None:
        """Announce work that takes longer than a moment or much of the disk, or refuse it.

        `what` is a sentence that says the cost, `advice` what to do where tables may not be made.
        """
        if cost.seconds > A_MOMENT and not self.missing_ok:
            raise TableError(advice).costing(cost.seconds, cost.memory_bytes)
        if cost.seconds > self.longest:
            allowed = about(self.longest).removeprefix("about ")
            refusal = TooLarge(f"{what} Only {allowed} are allowed: {more_patience(cost.seconds)}.")
            raise refusal.costing(cost.seconds, cost.memory_bytes)
        if cost.seconds > A_MOMENT or cost.table_bytes > LARGE:
            self.announce(what)

    def tell_size(self, table: str, size: int) -> None:
        """Announce a table that takes much of the disk."""
        if size > LARGE:
            self.announce(f"The table {table} takes {in_megabytes(size)} on disk.")

    def require(
        self,
        what: str,
        memory: float = 0,
        seconds: float = 0.0,
        instead: str = "",
        usual: float = LONGEST,
    ) -> None:
        """Refuse work by its estimate: bytes beside those in use, and seconds.

        `what` is the subject of a sentence, `instead` a sentence that says what would work; `usual`
        are the seconds that such work may take where nothing else is said.
        """
        held = resident() if memory > self.memory // CREEP else 0
        if held + memory > self.memory:
            raise self.no_room(what, held, memory, instead)
        longest = usual if self.patience is None else self.patience
        if seconds > longest:
            raise self.no_time(what, seconds, instead, longest)

    def no_room(self, what: str, held: int, coming: float, instead: str = "") -> TooLarge:
        """Return the refusal of work that needs more memory."""
        return TooLarge(
            f"{what} takes {in_megabytes(coming)} of memory beside the {in_megabytes(held)} in use; "
            f"{in_megabytes(self.memory)} are allowed: allow more ({more_memory(held + coming)})"
            f"{_or(instead)}"
        ).costing(memory_bytes=held + coming)

    def no_time(
        self, what: str, seconds: float, instead: str = "", longest: float | None = None
    ) -> TooLarge:
        """Return the refusal of work that takes too long."""
        longest = self.longest if longest is None else longest
        allowed = about(longest).removeprefix("about ")
        takes = f"{about(seconds)}; {allowed} are allowed"
        if seconds < 1.05 * longest:  # nobody knows how much longer
            takes = f"longer than the {allowed} that are allowed"
        return TooLarge(f"{what} takes {takes}: {more_patience(seconds)}{_or(instead)}").costing(
            seconds
        )

    def room(self) -> int:
        """Return how many bytes may still be taken."""
        return max(0, self.memory - resident())

    def watch(self, what: str, doing: str = "solving", in_all: int = 0, instead: str = "") -> Watch:
        """Look after work that begins now; see `require` for the words."""
        return Watch(self, what, instead).begin(doing, in_all)


def _or(instead: str) -> str:
    return f". {instead}" if instead else "."


USUAL = Budget()


class Watch:
    """Work under way: it reports, and is refused as soon as it is seen to break its budget."""

    def __init__(self, budget: Budget, what: str, instead: str = "") -> None:
        self.budget, self.what, self.instead = budget, what, instead
        self.started, self.at_first = time.monotonic(), resident()
        self.told: float | None = None  # how long it takes, by the last word on it

    def begin(self, doing: str, in_all: int = 0, *, growing: bool = False) -> Watch:
        """Begin a part: so many steps in all, 0 while nobody knows; later ones may take ever longer."""
        self.doing, self.in_all, self.growing = doing, in_all, growing
        self.begun, self.at_begin = time.monotonic(), resident()
        self.next = 1
        self._first: tuple[int, float] | None = None  # steps and seconds at the first look
        self._marks = [(0, 0.0)]  # steps and seconds, from half of the way so far on
        return self

    def look(self, done: int, coming: float = 0, known: int = 0) -> None:
        """Report that so many steps are done; refuse if the bytes that come do not fit, or the time.

        `known` are the steps that are known to come, at least, where nobody knows how many in all.
        Cheap enough for every step: most calls return at once.
        """
        if done >= self.next:
            self.check(done, coming, known)

    def check(self, done: int, coming: float = 0, known: int = 0) -> None:
        """Look at memory and clock now."""
        known = max(known, self.in_all)
        spent = time.monotonic() - self.begun
        self.next = done + max(1, min(1 << 12, int(0.1 * done / max(spent, 1e-6))))
        self._first = self._first or (done, spent)
        if self.growing:
            self._marks.append((done, spent))
        self.budget.progress(self.doing, done, known if known > done else 0)
        self._require_memory(done, known, spent, coming)
        if spent > A_MOMENT / 4 or self.begun - self.started + spent > self.budget.longest:
            self._require_time(done, known, spent)

    def keep_to_time(self) -> None:
        """Refuse work whose time is up, within a step too."""
        longest = self.budget.longest
        if time.monotonic() - self.started > longest:
            raise self.budget.no_time(f"{self.what} ({self.doing})", longest, self.instead)

    def room_for(self, coming: float) -> None:
        """Refuse so many bytes more if they do not fit."""
        held = resident()
        grown = held + coming - self.at_first
        if held + coming > self.budget.memory and grown > self.budget.memory // CREEP:
            raise self.budget.no_room(f"{self.what} ({self.doing})", held, coming, self.instead)

    def _require_memory(self, done: int, known: int, spent: float, coming: float) -> None:
        held, allowed = resident(), self.budget.memory
        wanted = held + coming
        if known > max(done, self.in_all) and spent > A_MOMENT and 10 * done > known:
            wanted = max(wanted, self.at_begin + (held - self.at_begin) * known / done)
        if wanted <= allowed or wanted - self.at_first <= allowed // CREEP:
            return
        so_far = f"{done:,} of {known:,}" if known else f"{done:,}"
        more = "" if known == self.in_all else " or more"
        raise TooLarge(
            f"{self.what} does not fit in {in_megabytes(allowed)} of memory: {self.doing}, "
            f"{so_far}{more}, {in_megabytes(held)} in use, {in_megabytes(wanted)}{more} in the end. "
            f"Allow more ({more_memory(wanted if self.in_all else 2 * wanted)}){_or(self.instead)}"
        ).costing(memory_bytes=wanted)

    def _require_time(self, done: int, known: int, spent: float) -> None:
        """Say once that work takes longer than a moment; refuse what takes longer than allowed."""
        gone = self.begun - self.started + spent
        wanted, longest = gone + self.expected(done, known, spent) - spent, self.budget.longest
        worked = spent - (self._first or (done, spent))[1]
        is_seen = done * SHARE_SEEN >= known or worked * SHARE_SPENT >= min(longest, LONGEST)
        if gone > longest or (wanted > longest and is_seen and spent > A_MOMENT):
            raise self.budget.no_time(f"{self.what} ({self.doing})", wanted, self.instead)
        has_pace = self._first is not None and self._first[0] < done < known
        if wanted > A_MOMENT and has_pace and is_seen:
            more = "" if known == self.in_all else " or more"
            self._tell(wanted, f"takes {about(wanted)}{more}.")
        elif spent > A_MOMENT and not known:
            words = f"({self.doing}) takes longer than a moment: how long is not known yet."
            self._tell(0.0, words)

    def _tell(self, seconds: float, words: str) -> None:
        """Say it once, and again where it is far longer than it was said to be."""
        if self.told is None or seconds > FAR_LONGER * self.told:
            self.told = seconds
            self.budget.announce(f"{self.what} {words}")

    def expect(self, seconds: float) -> None:
        """Say, or refuse, what comes by an estimate that does not need its first steps."""
        wanted = time.monotonic() - self.started + seconds
        self.budget.require(self.what, seconds=wanted, instead=self.instead)
        if wanted > A_MOMENT:
            self._tell(wanted, f"takes {about(wanted)}.")

    def expected(self, done: int, known: int, spent: float) -> float:
        """Return how long all of this part takes, by what is done since the first look.

        Before that, kernels may have been compiled. Where steps grow, by their growth.
        """
        if not 0 < done < known:
            return spent
        if not self.growing:
            earlier, then = self._first or (done, spent)
            return spent + (known - done) * (spent - then) / max(1, done - earlier)
        while len(self._marks) > 1 and 2 * self._marks[1][0] <= done:
            del self._marks[0]
        earlier, then = self._marks[0]
        power = math.log(spent / then) / math.log(done / earlier) if 0 < earlier < done else 1.0
        return spent * math.pow(known / done, min(max(power, 1.0), 8.0))


@dataclass(eq=False)
class TimeLeft:
    """How much longer work takes that reports how far it has come.

    The pace is that since the first report of something done: what was compiled before does not count.
    Where the count begins anew, so does the clock.
    """

    first: tuple[float, int] | None = None
    last: tuple[float, int, int] = (0.0, 0, 0)

    def report(self, done: int, in_all: int) -> None:
        """Note how far the work has come."""
        now = time.monotonic()
        if done < self.last[1]:
            self.first = None
        if self.first is None and done:
            self.first = (now, done)
        self.last = (now, done, in_all)

    def seconds(self) -> float | None:
        """Return the seconds left as of now; None while, or once, nobody can tell."""
        reported, done, in_all = self.last
        if self.first is None or done <= self.first[1] or done > in_all:
            return None
        pace = (reported - self.first[0]) / (done - self.first[1])
        left = pace * (in_all - done) - (time.monotonic() - reported)
        return left if left >= 0 else None


def growth(table: Any) -> int:
    """Return the bytes that a dict takes when it has filled up and is made anew, if that is near."""
    slots = 1 << (len(table) * 3 // 2).bit_length()
    return int(2.3 * sys.getsizeof(table)) if len(table) * 3 > slots * 1.8 else 0


@dataclass
class Patience:
    """A clock that is started with every question."""

    seconds: float = THINKING
    until: float = math.inf

    def begin(self) -> None:
        """Start the clock."""
        self.until = time.monotonic() + self.seconds

    def check(self) -> None:
        """Refuse to think any longer."""
        if time.monotonic() > self.until:
            raise TooLarge(
                f"Looking so many turns ahead takes longer than {self.seconds:g} s here: look less "
                f"far, as emp-1 does, or later in the match; {more_patience(2 * self.seconds)}."
            ).costing(2 * self.seconds)
