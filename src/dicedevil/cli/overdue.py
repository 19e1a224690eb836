"""Rules of a stranger that do not come back: somebody else looks at the clock, and ends the command.

`while True: pass` in `is_over`, or in the file itself, hears of no budget. So a thread looks a few
times a second at what all others are doing. The same call of rules, still at work when the patience is
over, ends the command with the line that it has reached. Nothing is raised in it: rules may catch all.

A call that never leaves C, `sum(itertools.count())`, lets no other thread look. It uses up a timer
that every look sets anew; then the system ends the process, and Python tells the line.
"""

from __future__ import annotations

import faulthandler
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from dicedevil import soundness
from dicedevil.errors import TooLarge, quoted
from dicedevil.solvers.budget import more_patience
from dicedevil.solvers.progress import about

LOOKS = 0.25
"""Seconds from one look to the next."""
STRANGERS = (soundness.RULES_FILE, soundness.__name__)
"""The modules in which rules are at work: their file, and whoever asks them."""
End = Callable[[str, int], None]


class Overdue(threading.Thread):
    """Ends a command whose rules do not come back within so many seconds."""

    def __init__(self, seconds: float, end: End) -> None:
        super().__init__(name="overdue", daemon=True)
        self.seconds, self.end_command = seconds, end
        self.every = min(LOOKS, seconds / 4)
        self.stayed: dict[int, tuple[FrameType, float]] = {}
        if hasattr(signal, "setitimer"):  # Windows has none
            faulthandler.register(signal.SIGVTALRM, file=2, all_threads=False, chain=True)

    def run(self) -> None:
        """Look until the process ends."""
        then = time.monotonic()
        while True:
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_VIRTUAL, 2 * (self.seconds + 1))
            time.sleep(self.every)
            now = time.monotonic()
            self.look(min(now - then, 2 * self.every))  # a process that was stopped did not work
            then = now

    def look(self, passed: float) -> None:
        """See what all threads are doing, so many seconds after the last look."""
        stayed = {}
        for thread, frame in sys._current_frames().items():
            asked = first_asked(frame)
            if asked is not None:
                before, seconds = self.stayed.get(thread, (None, 0.0))
                stayed[thread] = (asked, seconds + passed if before is asked else 0.0)
                if stayed[thread][1] >= self.seconds:
                    self.end_command(words(self.seconds, place(frame, asked)), TooLarge.exit_code)
        self.stayed = stayed


def first_asked(frame: FrameType | None) -> FrameType | None:
    """Return the call with which rules were asked first, of all that wait for this one."""
    found = None
    while frame is not None:
        if frame.f_globals.get("__name__") in STRANGERS:
            found = frame
        frame = frame.f_back
    return found


def place(frame: FrameType | None, asked: FrameType) -> str:
    """Return the line of the rules that a thread has reached, the innermost in the file asked first."""
    lines = []  # the innermost first
    while frame is not None and frame is not asked.f_back:
        if frame.f_globals.get("__name__") != soundness.__name__:
            lines.append((frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back
    if not lines:
        return "they tell no line"
    file, line = next(one for one in lines if one[0] == lines[-1][0])
    return f"{quoted(file)}, line {line}"


def words(seconds: float, place: str) -> str:
    """Blame the rules, or whoever's strategy they ask."""
    allowed = about(seconds).removeprefix("about ")
    return (
        f"The rules or the strategy do not come back: one call has taken the {allowed} allowed "
        f"({place}). Does it ever end? {more_patience(2 * seconds)}."
    )
