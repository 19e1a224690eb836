"""The command line: one module a command, each loaded only when it is called.

Data goes to stdout; notes, progress and errors go to stderr. How a failure becomes an exit code is
said in one place: `dicedevil.cli.group`.
"""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        from dicedevil.cli.group import cli

        for stream in (sys.stdout, sys.stderr):
            # A terminal that cannot show a sign gets a question mark, not a failure.
            getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
        cli(prog_name="dicedevil")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
