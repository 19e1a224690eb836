"""Pieces of work for the threads of one process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from typing import TypeVar

Piece = TypeVar("Piece")


def run_pieces(
    work: Callable[[Piece], int],
    pieces: Sequence[Piece],
    threads: Executor | None,
    tell: Callable[[int], None] | None = None,
) -> None:
    """Do all pieces, by threads if there are any; `tell` hears what each returns."""
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
