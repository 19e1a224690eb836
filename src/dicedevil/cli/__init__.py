"""The command line: one module a command, each loaded only when it is called.

Data goes to stdout; notes, progress and errors go to stderr. How a failure becomes an exit code is
said in one place: `dicedevil.cli.group`.
"""

from __future__ import annotations

import sys

try:
    from dicedevil.cli.group import main as main
except KeyboardInterrupt:  # before anything has begun
    sys.exit(130)
