"""The command line: one module a command, each loaded only when it is called.

Data goes to stdout; notes, progress and errors go to stderr. How a failure becomes an exit code is
said in one place: `dicedevil.cli.group`.
"""

from __future__ import annotations

import os
import sys

# Nothing here multiplies large matrices: threads for that would only be started and ended.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

try:
    from dicedevil.cli.group import main as main
except KeyboardInterrupt:  # before anything has begun
    sys.exit(130)
