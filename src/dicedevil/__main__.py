"""`python -m dicedevil` is the same as `dicedevil`."""

from __future__ import annotations

from dicedevil.cli import main

main()
