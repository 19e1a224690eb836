"""The places where work can be done, by what a caller says: a word, or a Dask client."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dicedevil.errors import UsageError, quoted
from dicedevil.solvers.cluster import Cluster
from dicedevil.solvers.machine import cores
from dicedevil.solvers.where import HERE, Processes, Where


def place_named(on: Any) -> Where:
    """Return where to work: None or 'threads', 'processes', a Dask client, or such a place."""
    if on is None or on == "threads":
        return HERE
    if on == "processes":
        return Processes(cores())
    if isinstance(on, Where):
        return on
    if type(on).__module__.split(".")[0] == "distributed" and hasattr(on, "scheduler_info"):
        return _cluster(on)
    raise UsageError(f"on is 'threads', 'processes' or a Dask client, not {quoted(on)}.")


@lru_cache(2)
def _cluster(client: Any) -> Where:
    """Look at a client's workers once."""
    return Cluster(client)
