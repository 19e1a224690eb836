"""Where work is done: threads of this process, other processes, or the workers of a cluster.

Work is dealt out in parts. `prepare` makes whoever works on them and travels to other processes by
pickle; what comes of a part comes back the same way, as soon as it is done.

    Here         this process; a part may use its threads
    Processes    processes of this machine that live no longer than this one
    Cluster      the workers of a Dask scheduler, wherever they are (`solvers.cluster`)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from dicedevil.errors import TooLarge, UsageError, quoted
from dicedevil.solvers.machine import cores, megabytes
from dicedevil.solvers.processes import Crew, Prepare, dealt_out

Piece = TypeVar("Piece")
MOST_WORKERS = 64
"""Processes of one machine."""
Dealt = Generator[tuple[int, Any], None, None]
"""The number of each part and what came of it."""


class Where(ABC):
    """A place where parts of work are done."""

    is_here = False
    """Whether that is this process: what it holds in memory need not be read."""

    @property
    @abstractmethod
    def cores(self) -> int:
        """How many threads work at once, all workers together."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many processes share the work."""

    @abstractmethod
    def deal(
        self, prepare: Prepare[Any, Any], parts: Sequence[Any], look: Callable[[], None] | None = None
    ) -> Dealt:
        """Yield the number of each part and what came of it, as they are done.

        A place that knows what its workers do calls `look` while they do it.
        """

    @contextmanager
    def staying(self) -> Iterator[Where]:
        """Give the same place, where whoever works stays from one deal to the next."""
        yield self

    def doing(self) -> str:
        """Say what each worker does now, where that is known."""
        return f"{self.workers} processes"

    def words(self, memory: int) -> str:
        """Say who works, and what each process needs."""
        if self.is_here:
            return f"on {self.cores} cores"
        return f"on {self.cores} cores of {self.workers} workers, {megabytes(memory)} of memory in each"

    def require_memory(self, size: int, what: str) -> None:
        """Refuse what needs more bytes in a worker than the smallest one may take."""
        allowed = self.worker_memory()
        if allowed is not None and size > allowed:
            raise TooLarge(
                f"{what} takes {megabytes(size)} of memory in each worker, and one has "
                f"{megabytes(allowed)}: fewer or larger workers have more."
            ).costing(memory_bytes=size)

    def share(self, memory: int) -> int:
        """Return the bytes that each worker may take of those allowed."""
        return self.worker_memory() or memory // max(1, self.workers)  # none, while all come back

    def worker_memory(self) -> int | None:
        """Return the bytes that each worker may take, at least; None where nobody says."""
        return None


class Here(Where):
    """This process."""

    is_here = True
    workers = 1

    @property
    def cores(self) -> int:
        """As many as the machine has."""
        return cores()

    def deal(
        self, prepare: Prepare[Any, Any], parts: Sequence[Any], look: Callable[[], None] | None = None
    ) -> Dealt:
        """One part after the other."""
        work = prepare()
        for number, part in enumerate(parts):
            yield number, work(part)

    def doing(self) -> str:
        """Nothing that needs saying."""
        return ""


HERE = Here()


@dataclass(frozen=True)
class Processes(Where):
    """So many processes of this machine, one thread each."""

    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_WORKERS:
            raise UsageError(
                f"workers is a whole number from 1 to {MOST_WORKERS}, not {quoted(self.count)}."
            )

    @property
    def cores(self) -> int:
        """One a process."""
        return self.count

    @property
    def workers(self) -> int:
        """As many as were asked for."""
        return self.count

    def deal(
        self, prepare: Prepare[Any, Any], parts: Sequence[Any], look: Callable[[], None] | None = None
    ) -> Dealt:
        """Start processes; they end when all is done, or nobody asks any more."""
        with closing(dealt_out(prepare, parts, min(self.count, len(parts)), len(parts))) as dealt:
            yield from dealt

    @contextmanager
    def staying(self) -> Iterator[Where]:
        """Start each process once: to load what work needs takes longer than many a part."""
        crew = Crew[Any, Any](_anything, self.count)
        try:
            yield _Staying(self.count, crew)
            crew.dismiss()
        finally:
            crew.end()


@dataclass(frozen=True)
class _Staying(Processes):
    """Processes that are there already."""

    crew: Crew[Any, Any]

    def deal(
        self, prepare: Prepare[Any, Any], parts: Sequence[Any], look: Callable[[], None] | None = None
    ) -> Dealt:
        """Tell them with each part what is to be done."""
        with closing(self.crew.deal([(prepare, part) for part in parts], len(parts))) as dealt:
            yield from dealt


def _anything() -> Callable[[tuple[Prepare[Any, Any], Any]], Any]:
    """Return who works on whatever comes, in another process."""
    return _done


def _done(told: tuple[Prepare[Any, Any], Any]) -> Any:
    prepare, part = told
    return prepare()(part)


def run_pieces(
    work: Callable[[Piece], int],
    pieces: Sequence[Piece],
    threads: Executor | None,
    tell: Callable[[int], None] | None = None,
) -> None:
    """Do all pieces of a part here, by threads if there are any; `tell` hears what each returns."""
    if threads is None:
        for piece in pieces:
            done = work(piece)
            if tell is not None:
                tell(done)
        return
    begun = [threads.submit(work, piece) for piece in pieces]
    try:
        for finished in as_completed(begun):
            done = finished.result()
            if tell is not None:
                tell(done)
    except BaseException:
        for one in begun:
            one.cancel()
        raise
