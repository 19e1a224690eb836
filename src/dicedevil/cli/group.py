"""The command `dicedevil`: finds a subcommand when it is called, and turns failures into exit codes.

0  ok                           3  invalid game, rules or position
1  failure                      4  missing or damaged table
2  usage                        5  over a limit
                              130  interrupted (Ctrl-C), 143 terminated
"""

from __future__ import annotations

import atexit
import errno
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

from dicedevil import __version__, leftovers
from dicedevil.errors import DiceDevilError, TooLarge, error_words, nearest, quoted
from dicedevil.solvers.budget import LONGEST
from dicedevil.solvers.progress import compiling
from dicedevil.soundness import RULES_FILE, RulesFailed, strangers

COMMANDS = {
    "serve": "The page: advise, play, analyse, train, in a browser.",
    "demo": "A short guided tour: a best choice, a distribution, a plot.",
    "games": "The games and their parameters.",
    "show": "The rules of a game, its size and its known values.",
    "solve": "The value of a game under best play.",
    "advise": "The choices at a position, best first, and what each gives away.",
    "curve": "The best chance of reaching each target.",
    "evaluate": "The exact distribution of the score of a strategy.",
    "compare": "Variants side by side: scores, skill, decisions, the first player's advantage.",
    "simulate": "Many random games with a strategy, from a seed.",
    "match": "Matches of two and more players, from a seed.",
    "sweep": "Measures of a game for every setting of a rule, or of two.",
    "tune": "The setting of a rule with which a measure comes nearest to a number.",
    "play": "Play a game here, against bots or friends, with hints and a report.",
    "records": "The games you played: list, export, import.",
    "grade": "Recorded games: how much was luck, and what errors cost.",
    "train": "Practise your own mistakes and close calls, asked again in time.",
    "test": "Test yourself: positions to decide, scored by what is lost against best play.",
    "stats": "How you play: progress over time, what errors cost, whether the dice are fair.",
    "judge": "How much players give away, held against exact best play.",
    "plot": "Figures: distribution, curve, policy, value, boundary, a graded game.",
    "reproduce": "Every published number beside ours.",
    "new": "A rules file to begin with: a game of your own as text.",
    "check": "What is wrong with the rules of a game or rules file, and what they mean.",
    "tables": "The solved tables on disk: list, verify, prune.",
}

INTERRUPTED = 130
WRITTEN = "dicedevil.written"
"""Under what the arguments are kept."""
STOPS: dict[int, str] = {signal.SIGINT: "Interrupted.", signal.SIGTERM: "Terminated."}
"""Signals that end a command, and what is said then."""
parting: list[str] = []
"""What else is to be said when a signal ends the command: that a game is kept, for one."""
SHOW_CURSOR = "\r\x1b[2K\x1b[?25h"
"""What a terminal is told when a progress bar is left behind."""


class Refusal(click.ClickException):
    """A failure that is told in one line and ends with its own exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc]  # click declares it for the class, reads it here


class LateGroup(click.Group):
    """A group whose subcommands are modules of this package, imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a command."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"dicedevil.cli.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; suggest the nearest if there is none of that name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"There is no command {quoted(args[0])}.{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was written: messages quote little of it."""
        if any("\0" in text for text in args):  # programs can pass one on, terminals cannot
            raise click.UsageError("An argument has a zero byte.", ctx)
        ctx.meta[WRITTEN] = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except click.ClickException as error:
            raise with_short_quotes(error, ctx.meta[WRITTEN]) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; every failure leaves here as one line and one exit code."""
        try:
            return super().invoke(ctx)
        except BaseException as error:  # a stranger's rules may raise anything
            if os.environ.get("DICEDEVIL_DEBUG"):
                raise
            told = as_refusal(error)
            if isinstance(told, click.ClickException):
                told = with_short_quotes(told, ctx.meta[WRITTEN])
            raise told from None


def with_short_quotes(error: click.ClickException, written: Iterable[str]) -> click.ClickException:
    """Have a message quote only the ends of what is long."""
    message = error.message
    for text in written:
        option, _, value = text.partition("=")
        for part in (text, option, value, text[2:]):  # --option=value, -ovalue
            if len(part) > len(quoted(part)):
                message = message.replace(repr(part), quoted(part)).replace(part, quoted(part))
    error.message = message  # type: ignore[misc]  # click means it for good, and asks here
    return error


def as_refusal(error: BaseException) -> BaseException:
    """Say any failure in one line, with its exit code."""
    if isinstance(error, (click.ClickException, click.exceptions.Exit, click.Abort)):
        return error
    if isinstance(error, DiceDevilError):
        return Refusal(str(error), error.exit_code)
    if isinstance(error, MemoryError):
        return Refusal(f"There is not enough memory for this. {error}".strip(), TooLarge.exit_code)
    if isinstance(error, OSError):
        if error.errno == errno.EPIPE:
            return error  # the reader has gone: click ends quietly
        file = f": {quoted(str(error.filename))}" if error.filename else ""
        return Refusal(f"{error.strerror or error_words(error)}{file}.", 1)
    place = place_in_rules_file(error)
    if place:
        return as_refusal(RulesFailed(place, error_words(error)))
    if isinstance(error, KeyboardInterrupt):
        return Refusal("Interrupted.", INTERRUPTED)
    if not isinstance(error, Exception):
        return error
    return Refusal(
        f"Something went wrong inside Dice Devil: {error_words(error)}. "
        "With DICEDEVIL_DEBUG=1 you see where.",
        DiceDevilError.exit_code,
    )


def place_in_rules_file(error: BaseException) -> str:
    """Return the last line of a rules file that was running, or nothing if none was."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == RULES_FILE:
            place = f"{quoted(trace.tb_frame.f_code.co_filename)}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


@click.group(
    cls=LateGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each command has examples of its own: dicedevil advise --help",
)
@click.version_option(__version__, prog_name="dicedevil", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Dice games, solved exactly.

    What is my best choice now, what was that mistake worth, how much is luck?

    \b
    Examples:
      dicedevil demo
      dicedevil advise klappenspiel --state up=1+4+6+10 --roll 46
      dicedevil solve ten-times-18 --exact
      dicedevil evaluate ten-times-18 --strategy random --strategy optimal
      dicedevil reproduce klappenspiel

    GAME is a name, a name with parameters (ten-times-18:slots=5,dice=2d12), or the path of a
    rules file, with parameters too (tug.py:half=10). 'dicedevil show GAME' lists the parameters.
    A .py file is a program: naming it runs it. Every command that answers something takes --json.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def tell_warning(message: Warning | str, *_: Any) -> None:
    """Say in a line what was found to be wrong and mended."""
    click.echo(f"Warning: {message}", err=True)


def tell_compiling(message: str) -> None:
    """Say why the first answer takes longer."""
    click.echo(message, err=True)


def main() -> None:
    """Run the command line."""
    compiling.announce = tell_compiling
    strangers.watch = watch_rules
    warnings.showwarning = tell_warning  # type: ignore[assignment]  # where it was found says nothing here
    try:
        listen()
        for stream in (sys.stdout, sys.stderr):
            # A terminal that cannot show a sign gets a question mark, not a failure.
            getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
        cli(prog_name="dicedevil")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def listen() -> None:
    """Have signals end this process at once, whatever it is doing.

    The main thread may be in a kernel, a compiler or a lock for many seconds and looks at no signal
    then; so they wake a thread. Nothing has to be undone but what is in `leftovers`: what is written
    gets its name when it is whole.
    """
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    for stop in STOPS:
        if signal.getsignal(stop) is not signal.SIG_IGN:  # as for commands in the background
            signal.signal(stop, lambda *_: None)
            atexit.register(signal.signal, stop, signal.SIG_IGN)  # all is said: too late
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=_end_when, args=(told,), daemon=True).start()


def _end_when(told: int) -> None:
    stop = 0
    while stop not in STOPS:
        stop = os.read(told, 1)[0]
    end(" ".join([STOPS[stop], *parting]), 128 + stop)


def end(words: str, exit_code: int) -> None:
    """End this process now, whatever its threads are doing."""
    try:
        leftovers.clear_away()
        screen = os.dup(2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # a bar drawn now would come after the last words
        os.write(screen, f"{SHOW_CURSOR if os.isatty(screen) else ''}Error: {words}\n".encode())
    finally:
        os._exit(exit_code)


def watch_rules() -> None:
    """Have the command ended by rules that do not come back, when its patience is over."""
    from dicedevil.cli.overdue import Overdue

    asked = click.get_current_context().params
    if not asked.get("yes"):
        Overdue(asked.get("patience") or LONGEST, end).start()
