"""A Dask cluster as a place where shards are made: any scheduler, wherever its workers are.

Dask is an extra (`pip install 'dicedevil[cluster]'`) and is loaded only here, for whoever has a client,
asks for local workers or names a scheduler.

What workers make they leave in the folder of tables; only texts and small numbers travel. A worker
that dies costs the shards it had in work: the scheduler gives them to another one, and whatever was
sealed is not made again. What ends one worker after the other is not tried for ever: Dask's
`allowed-failures` says how often.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

from dicedevil.errors import ClusterError, DiceDevilError, UsageError, error_words, quoted
from dicedevil.solvers.processes import Prepare
from dicedevil.solvers.where import MOST_WORKERS, Dealt, Where

CONNECT = 10.0
"""Seconds in which a scheduler answers."""
FIRST = 60.0
"""Seconds in which it has a worker: those of a cluster that has just been started need a while."""
LOOK = 1.0
"""Seconds after which it is looked again at what workers do."""
COMES_BACK = "5 minutes"
"""In which a local worker that has died is started again, however busy the machine is."""
ALONE = 60.0
"""Seconds without any worker after which nobody waits for one any more."""
PACKAGES = ("dicedevil", "numba", "numpy", "python")
"""Versions of which bits may depend."""
AGAIN = "What is finished is kept: ask again, and only the rest is made."


class Cluster(Where):
    """The workers of a Dask client."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.dealt = 0
        """Shards that were given to workers."""
        self._doing: dict[str, str] = {}
        require_workers(client)
        require_versions(client)

    @property
    def cores(self) -> int:
        """Threads of all workers."""
        threads = [int(one["nthreads"]) for one in self._workers().values()]
        return max(1, sum(threads))

    @property
    def workers(self) -> int:
        """How many there are now."""
        return len(self._workers())

    def worker_memory(self) -> int | None:
        """Return what the smallest worker may take for each of its threads."""
        told = [one["memory_limit"] // one["nthreads"] for one in self._workers().values()]
        return min((one for one in told if one), default=None)

    def doing(self) -> str:
        """Say what each worker does."""
        told = [f"{worker}: {what}" for worker, what in sorted(self._doing.items())]
        more = f" and {len(told) - 4} more" if len(told) > 4 else ""
        return f"{', '.join(told[:4])}{more}"

    def deal(
        self, prepare: Prepare[Any, Any], parts: Sequence[Any], look: Callable[[], None] | None = None
    ) -> Dealt:
        """Give all parts to the scheduler, and take what comes back."""
        import distributed

        self.dealt += len(parts)
        waiting: dict[Any, int] = {}
        try:
            for number, part in enumerate(parts):
                key = f"{getattr(part, 'layer', 'part')}-{number}-{time.monotonic_ns()}"
                waiting[self.client.submit(_work, prepare, part, key=key, pure=False)] = number
            alone = time.monotonic()
            while waiting:
                with contextlib.suppress(TimeoutError):
                    distributed.wait(list(waiting), LOOK, return_when="FIRST_COMPLETED")
                self._look(waiting)
                if look is not None:
                    look()
                if self._doing or any(one.done() for one in waiting):
                    alone = time.monotonic()
                elif time.monotonic() - alone > ALONE and not self._workers():
                    raise ClusterError(f"The cluster {self._name} has lost all its workers. {AGAIN}")
                for future in [one for one in waiting if one.done()]:
                    number, done = waiting.pop(future), self._result(future)
                    future.release()  # or Dask has it done again when its worker dies, however late
                    yield number, done
        except (OSError, TimeoutError, CancelledError):  # of connections
            raise ClusterError(f"{self._gone()}. {AGAIN}") from None
        finally:
            with contextlib.suppress(Exception):  # perhaps there is nobody left to be told
                self.client.cancel(list(waiting), force=True)

    def _result(self, future: Any) -> Any:
        """Return what came of a part, or raise what went wrong, in words."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        try:
            return future.result()
        except DiceDevilError:
            raise
        except KilledWorker as error:
            raise ClusterError(
                f"A shard ended {error.allowed_failures + 1} workers, one after the other: memory may "
                f"have run out in them, or somebody ended them. {AGAIN}"
            ) from None
        except (CancelledError, CommClosedError):
            raise ClusterError(f"{self._gone()}. {AGAIN}") from None
        except (AttributeError, ImportError) as error:
            raise ClusterError(f"A worker cannot load dicedevil as it is here: {error}.") from None
        except Exception as error:  # of a stranger's rules, or of ours
            raise ClusterError(f"A worker failed: {error_words(error)}. {AGAIN}") from None

    def _look(self, waiting: dict[Any, int]) -> None:
        """Note what workers do."""
        if self.client.status != "running":
            raise ClusterError(f"{self._gone()}. {AGAIN}")
        numbers = {future.key: number for future, number in waiting.items()}
        self._doing = {}
        for worker, keys in self.client.processing().items():
            mine = [numbers[key] + 1 for key in keys if key in numbers]
            if mine:
                self._doing[worker.rpartition("//")[2]] = f"shard {mine[0]}"

    def _gone(self) -> str:
        return f"The cluster {self._name} has gone"

    @property
    def _name(self) -> str:
        scheduler = getattr(self.client, "scheduler", None)
        return str(getattr(scheduler, "address", "that was asked for"))

    def _workers(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        return found


def _work(prepare: Prepare[Any, Any], part: Any) -> Any:
    """Work on a part, in a worker."""
    return prepare()(part)


def require_workers(client: Any) -> None:
    """Refuse a cluster that has no worker, after a while."""
    try:
        client.wait_for_workers(1, timeout=FIRST)
    except TimeoutError:
        raise ClusterError(
            f"The cluster {client.scheduler.address} has no workers: start some ('dask worker "
            f"{client.scheduler.address}')."
        ) from None


def require_versions(client: Any) -> None:
    """Refuse workers with other versions than this process has."""
    told = client.get_versions(packages=["numba", "dicedevil"])
    ours = told["client"]["packages"]
    for worker, one in sorted(told["workers"].items()):
        for name in PACKAGES:
            theirs = one["packages"].get(name)
            if theirs != ours.get(name):
                raise ClusterError(
                    f"The worker {worker} has {name} {theirs or 'not at all'}, and here is "
                    f"{ours.get(name)}: results might differ. Install the same versions everywhere."
                )


# -- clusters that a command names ---------------------------------------------------------------


@contextlib.contextmanager
def local(workers: int, memory: int) -> Iterator[Cluster]:
    """Start so many processes on this machine, which share the memory allowed; they end in the end."""
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"--workers is from 1 to {MOST_WORKERS}, not {quoted(workers)}.")
    distributed = _loaded()
    with (
        patient_with_workers(),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=memory // workers,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield Cluster(client)


def patient_with_workers() -> Any:
    """Wait for workers that are started again: Dask forgets those that are not back after 15 s."""
    import dask

    return dask.config.set({"distributed.deploy.lost-worker-timeout": COMES_BACK})


@contextlib.contextmanager
def named(address: str) -> Iterator[Cluster]:
    """Connect to a scheduler by its address, or by the file it has written."""
    distributed = _loaded()
    by_file = address.endswith(".json")
    if by_file and not Path(address).is_file():  # Dask would wait for it
        raise ClusterError(f"No cluster answers at {quoted(address)}: there is no such file.")
    how = {"scheduler_file": address} if by_file else {"address": address}
    try:
        client = distributed.Client(timeout=CONNECT, **how)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"No cluster answers at {quoted(address)}: {error}.") from None
    with client:
        yield Cluster(client)


def _loaded() -> Any:
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "Clusters need Dask, which is not installed: pip install 'dicedevil[cluster]'."
        ) from None
    for name in logging.root.manager.loggerDict:  # what goes wrong is said in our words
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed
