"""Work dealt out to processes that live no longer than whoever asked.

Each has a pipe of its own, and no locks are shared: any of them can be ended at any moment. Signals
that the terminal sends to everybody are for the process that asked; the others end with it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from dicedevil import leftovers
from dicedevil.errors import DiceDevilError, error_words

PartT = TypeVar("PartT")
DoneT = TypeVar("DoneT")
Prepare = Callable[[], Callable[[PartT], DoneT]]
"""Called once in every process: returns who works on the parts. It travels there by pickle."""
MOST_AHEAD = 64
"""Parts that may be done before an older one is."""
DIED = "A process that helped has died: memory may have run out, or somebody ended it."


class HelperLost(DiceDevilError):
    """A process that helped has died, or was ended since it did not come back from a part."""

    part = 0
    """The number of the part that it worked on."""

    def at(self, part: int) -> HelperLost:
        """Say which part it was."""
        self.part = part
        return self


def dealt_out(
    prepare: Prepare[PartT, DoneT],
    parts: Iterable[PartT],
    workers: int,
    ahead: int = MOST_AHEAD,
    longest: float | None = None,
) -> Generator[tuple[int, DoneT], None, None]:
    """Yield the number of each part and what came of it, as they are done.

    A part is asked for when somebody is free for it, and nobody gets further ahead of the oldest one
    that is not done: whoever puts them in order again holds no more than that. `longest` are the
    seconds that any part may take: for those that may never come back.
    """
    crew = Crew(prepare, workers)
    try:
        yield from crew.deal(parts, ahead, longest)
        crew.dismiss()
    finally:
        crew.end()


class Crew(Generic[PartT, DoneT]):
    """Processes that stay from one deal to the next: so many, hired when there is work for them."""

    def __init__(self, prepare: Prepare[PartT, DoneT], workers: int) -> None:
        self.prepare, self.workers = prepare, workers
        self._processes: dict[Connection, BaseProcess] = {}
        self._free: list[Connection] = []

    def deal(
        self, parts: Iterable[PartT], ahead: int = MOST_AHEAD, longest: float | None = None
    ) -> Generator[tuple[int, DoneT], None, None]:
        """Yield the number of each part and what came of it; if that is broken off, all are ended."""
        left = enumerate(parts)
        waiting = next(left, None)
        at_work: dict[Connection, int] = {}
        begun: dict[Connection, float] = {}
        try:
            while waiting is not None or at_work:
                while (
                    waiting is not None
                    and waiting[0] - min(at_work.values(), default=waiting[0]) < ahead
                    and self._is_anyone_free()
                ):
                    pipe = self._free.pop()
                    at_work[pipe], begun[pipe] = waiting[0], time.monotonic()
                    _give(pipe, waiting)
                    waiting = next(left, None)
                ready = wait(list(at_work), longest)
                for pipe in [one for one in at_work if one in ready]:
                    number = at_work.pop(pipe)
                    self._free.append(pipe)
                    yield _told(pipe, number)
                for pipe, number in at_work.items():
                    if longest is not None and time.monotonic() - begun[pipe] >= longest:
                        raise HelperLost(f"It did not come back within {longest:,.0f} s.").at(number)
        except BaseException:  # whoever is at work would answer in the next deal
            self.end()
            raise

    def _is_anyone_free(self) -> bool:
        """Hire one more, if all are at work and there may be more."""
        if not self._free and len(self._processes) < self.workers:
            pipe, process = hired(_work, self.prepare)
            self._processes[pipe] = process
            self._free.append(pipe)
        return bool(self._free)

    def dismiss(self) -> None:
        """Let all go home."""
        for pipe, process in self._processes.items():
            pipe.close()
            process.join()
        self._forget()

    def end(self) -> None:
        """End all of them at once."""
        for process in self._processes.values():
            process.kill()
            process.join()
        self._forget()

    def _forget(self) -> None:
        self._processes.clear()
        self._free.clear()


def in_order(done: Iterable[tuple[int, DoneT]]) -> Iterator[DoneT]:
    """Yield what came of parts in the order of their numbers."""
    held: dict[int, DoneT] = {}
    wanted = 0
    for number, one in done:
        held[number] = one
        while wanted in held:
            yield held.pop(wanted)
            wanted += 1


def hired(work: Callable[..., None], *given: Any) -> tuple[Connection, BaseProcess]:
    """Start a process that does `work(pipe, *given)` and ends with this one; return the pipe to it."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_help, args=(work, theirs, given), daemon=True)
    with _deaf():
        leftovers.start(process)
    theirs.close()
    return ours, process


def _give(pipe: Connection, part: tuple[int, PartT]) -> None:
    """Give a process something to do."""
    try:
        pipe.send(part)
    except OSError:
        leftovers.stand_by()
        raise HelperLost(DIED).at(part[0]) from None


def _told(pipe: Connection, part: int) -> tuple[int, DoneT]:
    """Return what a process tells of a part, or raise what it raised."""
    try:
        number, done, error = pipe.recv()
    except (EOFError, OSError):
        leftovers.stand_by()
        raise HelperLost(DIED).at(part) from None
    if error is not None:
        raise error
    return number, done


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that hear neither Ctrl-C nor SIGTERM."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no masks to pass on
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would lift the mask when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- in a process that helps ------------------------------------------------------------------------


def _help(work: Callable[..., None], pipe: Connection, given: tuple[Any, ...]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(pipe, *given)


def _work(pipe: Connection, prepare: Prepare[PartT, DoneT]) -> None:
    """Work on parts until there are no more."""
    work: Callable[[PartT], DoneT] | None = None
    with contextlib.suppress(EOFError, OSError):  # nobody listens any more
        while True:
            number, part = pipe.recv()
            try:
                work = work or prepare()
                pipe.send((number, work(part), None))
            except Exception as error:  # told, not shown: the one that asked says it in its own words
                pipe.send((number, None, fit_to_travel(error)))


def fit_to_travel(error: Exception) -> Exception:
    """Return an error, or its words where it cannot be pickled and made again."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # a stranger's class may do anything
        return DiceDevilError(error_words(error))
    return error


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
