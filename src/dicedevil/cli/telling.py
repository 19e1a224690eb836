"""How answers are told: tables for people, JSON for programs, notes and a progress bar beside them."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from dicedevil.documents import finite
from dicedevil.solvers.budget import MEMORY, Budget, TimeLeft
from dicedevil.solvers.progress import about, compiling

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from dicedevil.ask.evaluate import BoxStatistics
    from dicedevil.cli.bar import Bar

PATIENCE = 2.0
"""Seconds a person waits without wondering."""
COMPILED = 30.0
"""Seconds that compiling may take by what is said of it."""
LONG_WAIT = 10.0
"""Seconds after which anybody wonders, who ever is at work: other processes, perhaps."""
NEWS, SELDOM = 60.0, 600.0
"""Seconds after which a log is told how far the work has come, and between two such lines at most."""
WIDE = 120
"""The width of tables that do not go to a terminal."""
NARROW = 80
"""The width of headings, wherever they go."""


def console() -> Console:
    """Return where tables go: stdout, without markup, so that no input is taken for a style."""
    from rich.console import Console

    made = Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
    if not made.is_terminal and not os.environ.get("COLUMNS"):
        made.width = WIDE
    return made


def tell_json(answer: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(finite(answer), indent=2, allow_nan=False))


def note(message: str) -> None:
    """Say something beside the answer."""
    click.echo(message, err=True)


@dataclass(eq=False)
class TextTable:
    """A table for people: columns under a head; `right` are numbers, `wrap` long texts."""

    columns: tuple[str, ...]
    right: frozenset[str] = frozenset()
    wrap: frozenset[str] = frozenset()
    rows: list[tuple[str, ...]] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)

    def add_row(self, *cells: str, style: str = "") -> None:
        """Put a line below the others."""
        self.rows.append((*cells, *[""] * (len(self.columns) - len(cells))))
        self.styles.append(style)

    @property
    def are_plain(self) -> bool:
        """Whether each cell stands as it is: rich takes longer to load than the answer took."""
        cells = (cell for row in (self.columns, *self.rows) for cell in row)
        return not self.wrap and all(cell.isascii() and cell.isprintable() for cell in cells)

    def plain(self) -> list[str]:
        """Return the lines as rich draws them: a blank one, the head, a rule, the rows, a blank one."""
        rows = [self.columns, *self.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        ends = [name in self.right for name in self.columns]  # numbers end at the right
        head, *others = (
            "   ".join(
                cell.rstrip().rjust(wide) if is_right else cell.ljust(wide)
                for cell, is_right, wide in zip(row, ends, widths, strict=True)
            )
            for row in rows
        )
        rule, blank = f" {'─' * (len(head) + 2)} ", " " * (len(head) + 4)
        drawn = (
            bold(f"  {one}  ") if style else f"  {one}  "
            for one, style in zip((head, *others), ("bold", *self.styles), strict=True)
        )
        return [blank, next(drawn), rule, *drawn, blank]

    def __rich__(self) -> Table:
        """Return it for rich to draw; what is not to be wrapped is as wide as it is."""
        from rich import box
        from rich.cells import cell_len
        from rich.table import Table

        made = Table(box=box.SIMPLE_HEAD)
        for name, *cells in zip(self.columns, *self.rows, strict=True):
            fixed = name not in self.wrap
            made.add_column(
                name,
                justify="right" if name in self.right else "left",
                no_wrap=fixed,
                overflow="fold",
                min_width=max(map(cell_len, (name, *cells))) if fixed else None,
            )
        for row, style in zip(self.rows, self.styles, strict=True):
            made.add_row(*row, style=style)
        return made


def table(*columns: str, right: Iterable[str] = (), wrap: Iterable[str] = ()) -> TextTable:
    """Return an empty table; columns named in `right` hold numbers, those in `wrap` long texts."""
    return TextTable(columns, frozenset(right), frozenset(wrap))


def tell_table(lines: TextTable, title: str = "") -> None:
    """Print a table under its title; too wide a table runs over rather than lose figures."""
    if lines.are_plain and title.isascii() and (sys.stdout.encoding or "").lower().startswith("utf"):
        heading = [bold(between_keys(title, heading_width()))] if title else []
        click.echo("\n".join([*heading, *lines.plain()]))
        return
    from rich.measure import Measurement
    from rich.text import Text

    out, drawn = console(), lines.__rich__()
    least = Measurement.get(out, out.options.update(max_width=10_000), drawn).minimum
    if title:
        out.print(Text(between_keys(title, min(out.width, NARROW)), style="bold"))
    out.width = max(out.width, least)
    out.print(drawn)


def bold(text: str) -> str:
    """Return a text for a head, in bold where a terminal has that; elsewhere click takes it off."""
    return text if os.environ.get("TERM") in ("dumb", "unknown") else click.style(text, bold=True)


def heading_width() -> int:
    """Return how wide a heading may be: as the terminal is, and no wider than is read well."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return NARROW
    return min(NARROW, shutil.get_terminal_size((NARROW, 0)).columns)


def between_keys(text: str, width: int) -> str:
    """Break a line between its words and keys, after commas and spaces: never within `key=value`."""
    lines = [""]
    for word in re.findall(r"[^,\s]*[,\s]*", text):
        if len(lines[-1]) + len(word.rstrip()) > width and lines[-1].strip():
            lines.append("  ")
        lines[-1] += word
    return "\n".join(line.rstrip() for line in lines)


def tell_pairs(title: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Print a title and a list of name and value."""
    from rich.table import Table
    from rich.text import Text

    listing = Table.grid(padding=(0, 2))
    listing.add_column(no_wrap=True)
    listing.add_column(overflow="fold")
    for name, value in pairs:
        listing.add_row(f"  {name}", value)
    out = console()
    out.print(Text(between_keys(title, min(out.width, NARROW)), style="bold"))
    out.print(listing)


def tell_boxes(boxes: Mapping[str, BoxStatistics]) -> None:
    """Print what each box brought; numbered slots by number, the boxes of a card as on the card."""
    names = sorted(boxes, key=int) if all(name.isdigit() for name in boxes) else list(boxes)
    listing = table("box", "mean points", "zeroes", right=("mean points", "zeroes"))
    for name in names:
        listing.add_row(name, f"{boxes[name].mean:.3f}", f"{boxes[name].zero_share:.2%}")
    tell_table(listing)


def count_words(count: int) -> str:
    """Write a count; one beyond all counting as a power."""
    if count < 10**15:
        return f"{count:,}"
    from dicedevil.errors import count_text

    return count_text(count)


def decimals_for(values: Iterable[float]) -> int:
    """Return how many decimals show values of this size to about seven figures."""
    largest = max((abs(value) for value in values if math.isfinite(value)), default=1.0)
    if largest == 0.0:
        return 6
    return min(12, max(2, 6 - math.floor(math.log10(largest))))


def loss_text(loss: float, decimals: int) -> str:
    """Write a loss; one too small for the decimals is not told as nothing."""
    if 0.0 < loss < 0.5 * 10**-decimals:
        return f"<{10**-decimals:.{decimals}f}"
    return f"{loss:.{decimals}f}"


def fraction_words(fraction: str, limit: int = 100) -> str:
    """Write a fraction, or how long it is."""
    if len(fraction) <= limit:
        return fraction
    above, _, below = fraction.partition("/")
    return f"{len(above):,} digits over {len(below):,} (in full with --json)"


def percent(chance: float) -> str:
    """Write a chance in percent so that only the certain is 100 and only the impossible is 0."""
    if chance in (0.0, 1.0):
        return f"{chance:.0%}"
    places = 2 if 0.0005 <= chance <= 0.99995 else 6
    written = f"{100 * chance:.{places}f}%"
    if float(written[:-1]) == 0.0:
        return f"{100 * chance:.1e}%"
    return f"<{written}" if float(written[:-1]) == 100.0 else written


class Waiting:
    """Work under way: called as `progress(what, done, in_all)`, shows a bar on stderr, if a terminal.

    Long work may not report for a while (a kernel runs, or is being compiled), so a timer and not a
    report puts the bar up. Where there is no terminal, it says in a line that the work is long, unless
    the work has said so itself, and of work for minutes or hours now and then how far it has come.
    """

    def __init__(self, what: str = "working") -> None:
        self._what, self._done, self._in_all = what, 0, 0
        self._begun, self._left = time.monotonic(), TimeLeft()
        self._worked, self._is_said = time.process_time(), False
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._bar: Bar | None = None
        self._until_done = contextlib.ExitStack()

    def __enter__(self) -> Waiting:
        if sys.stderr is not None:
            self._after(PATIENCE, self._show if sys.stderr.isatty() else self._say_it_is_long)
        return self

    def _after(self, seconds: float, what: Callable[[], None]) -> None:
        self._timer = threading.Timer(seconds, what)
        self._timer.daemon = True
        self._timer.start()

    def budget(
        self,
        memory: int | None = None,
        patience: float | None = None,
        yes: bool = False,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Budget:
        """Return what the work may cost, as the options say it, whom it tells and where it is done."""
        if yes and patience is not None:
            raise click.UsageError("--yes is for as long as it takes: leave out --patience.")
        if workers is not None and cluster is not None:
            raise click.UsageError("--cluster has workers of its own: leave out --workers.")
        allowed = MEMORY if memory is None else memory << 20
        on = None
        if workers is not None or cluster is not None:
            from dicedevil.solvers import cluster as clusters

            asked = clusters.named(cluster) if cluster else clusters.local(workers or 1, allowed)
            on = self._until_done.enter_context(asked)
        return Budget(allowed, math.inf if yes else patience, self, announce=self.announce, on=on)

    def announce(self, message: str) -> None:
        """Say what the work takes."""
        self._is_said = True
        if self._bar is not None:
            self._bar.say(message)
        else:
            note(message)

    def __call__(self, what: str, done: int, in_all: int) -> None:
        """Report on the work."""
        with self._lock:
            self._what, self._done, self._in_all = what, done, in_all
            if self._timer is not None:  # somebody looks
                self._left.report(done, in_all)
                self._update()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._until_done, self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _show(self) -> None:
        from dicedevil.cli.bar import Bar

        with self._lock:
            if self._timer is None:  # done in the meantime
                return
            self._bar = Bar(self._what, self._begun, self._left.seconds)
            self._update()

    def _say_it_is_long(self) -> None:
        """Say what takes long, by its own time: a busy machine makes nothing longer than a moment."""
        with self._lock:
            if self._timer is None:  # done in the meantime
                return
            if self._is_said:
                self._after(NEWS, self._say_how_far)
                return
            worked, waited = time.process_time() - self._worked, time.monotonic() - self._begun
            if compiling.told and waited < COMPILED:  # that was said
                self._after(COMPILED - waited, self._say_it_is_long)
                return
            if worked < PATIENCE and waited < LONG_WAIT:
                self._after(max(0.1, min(PATIENCE - worked, LONG_WAIT - waited)), self._say_it_is_long)
                return
            left = self._left.seconds()
            rest = f", {about(left)} left" if left else ""
            self.announce(f"This takes longer than a moment ({self._what}{rest}).")
            self._after(NEWS, self._say_how_far)

    def _say_how_far(self) -> None:
        """Say how far the work has come, more and more seldom: a log of hours has some dozen lines."""
        from dicedevil.cli.bar import share_text, times_text

        with self._lock:
            if self._timer is None:
                return
            waited, share = time.monotonic() - self._begun, share_text(self._done, self._in_all)
            told = ", ".join(filter(None, [share, times_text(waited, self._left.seconds())]))
            note(f"{self._what[:1].upper()}{self._what[1:]}: {told}.")
            self._after(min(waited, SELDOM), self._say_how_far)

    def _update(self) -> None:
        if self._bar is not None:
            self._bar.update(self._what, self._done, self._in_all)
