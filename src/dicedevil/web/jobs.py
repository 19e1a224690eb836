"""Long work: each job in a process of its own, a few at a time, with its cost, progress and time left.

A job is a question of `answers.ASKS` that takes longer than a moment. It is asked with a moment's
patience first: what is there at once needs no job, what cannot be answered is refused at once, and what
takes long says what it takes. Cancelling ends the process; its drafts go.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request

from dicedevil.solvers.budget import Budget, TimeLeft
from dicedevil.web.desk import Desk, client
from dicedevil.web.helpers import Answerer, Errand
from dicedevil.web.problems import Problem, busy, told

RUNNING = 2
"""Jobs at a time."""
MOST_WAITING = 8
MOST_OF_ONE = 6
"""Jobs of one client that wait or run."""
MOST_KEPT = 50
"""Jobs that are over and can still be looked at."""
MOST_WATCHERS = 64
HEARTBEAT = 10.0
"""Seconds after which a quiet job is told all the same: whoever has left is noticed then."""
OVER = ("done", "failed", "cancelled")


@dataclass(eq=False)
class Job:
    """A question that takes long, and how far it has come."""

    number: int
    ask: str
    given: Mapping[str, Any]
    client: str
    cost: Mapping[str, Any] | None = None
    status: str = "waiting"
    doing: str = ""
    said: str = ""
    share: float | None = None
    answer: Any = None
    error: Mapping[str, Any] | None = None
    began: float | None = None
    left: TimeLeft = field(default_factory=TimeLeft)
    task: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "number": self.number,
            "ask": self.ask,
            "with": dict(self.given),
            "status": self.status,
            "doing": self.doing,
            "said": self.said,
            "share": self.share,
            "seconds_left": self.seconds_left,
            "cost": self.cost,
            **({"error": self.error} if self.error else {}),
            **({"answer": self.answer} if self.status == "done" else {}),
        }

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more."""
        return self.status in OVER

    @property
    def seconds_left(self) -> float | None:
        """How much longer it takes: by its pace or, before there is one, by what it was to take."""
        if self.is_over:
            return None
        seconds = (self.cost or {}).get("seconds")
        if self.began is None or (left := self.left.seconds()) is not None:
            return seconds if self.began is None else left
        return None if seconds is None else max(0.0, seconds - (time.monotonic() - self.began))

    def set(self, **facts: Any) -> None:
        """Change, and wake whoever watches."""
        for name, fact in facts.items():
            setattr(self, name, fact)
        self.changed.set()
        self.changed = asyncio.Event()

    def hear(self, kind: str, said: Any) -> None:
        """Take in what the process says."""
        if kind == "announce":
            self.set(said=said)
        else:
            doing, done, in_all = said
            self.left.report(done, in_all)
            self.set(doing=doing, share=done / in_all if 0 < done <= in_all else None)


class Jobs:
    """The jobs of a server."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._number = 0
        self._turns = asyncio.Semaphore(RUNNING)
        self._threads = ThreadPoolExecutor(RUNNING, "jobs")
        self._watchers = 0

    async def begin(self, ask: str, given: Mapping[str, Any]) -> Job:
        """Begin a job, unless the same is under way: that one is returned."""
        if same := self._under_way(ask, given):
            return same
        self._require_room()
        cost, answer = None, None
        try:
            answer = await self.desk.ask(ask, **given)
        except Problem as problem:
            if "job" not in problem.more:
                raise
            cost = problem.more["cost"]
        if same := self._under_way(ask, given):  # others came in the meantime
            return same
        self._require_room()
        self._number += 1
        job = Job(self._number, ask, dict(given), client.get(), cost)
        self._jobs[job.number] = job
        self._forget()
        if cost is None:
            job.set(status="done", share=1.0, answer=answer)
        else:
            job.task = asyncio.create_task(self._run(job))
        return job

    def _under_way(self, ask: str, given: Mapping[str, Any]) -> Job | None:
        open_jobs = (job for job in self._jobs.values() if not job.is_over)
        return next((job for job in open_jobs if (job.ask, job.given) == (ask, given)), None)

    def _require_room(self) -> None:
        open_jobs = [job for job in self._jobs.values() if not job.is_over]
        if len(open_jobs) >= RUNNING + MOST_WAITING:
            raise busy("Too many jobs are waiting.", 10)
        if sum(job.client == client.get() for job in open_jobs) >= MOST_OF_ONE:
            raise busy(f"{MOST_OF_ONE} of your jobs are waiting or running: cancel one.", 10)

    def _forget(self) -> None:
        over = [number for number, job in self._jobs.items() if job.is_over]
        for number in over[: max(0, len(over) - MOST_KEPT)]:
            del self._jobs[number]

    async def _run(self, job: Job) -> None:
        """Have a job done when it is its turn."""
        loop = asyncio.get_running_loop()
        async with self._turns:
            settings = self.desk.settings
            helper = await loop.run_in_executor(None, Answerer, settings.files, settings.data)
            job.set(status="running", began=time.monotonic())
            longest = self.desk.library.longest_job
            errand = Errand(job.ask, job.given, Budget(settings.memory, longest))

            def hear(kind: str, said: Any) -> None:
                loop.call_soon_threadsafe(job.hear, kind, said)

            ask = partial(helper.ask, errand, 2 * longest, hear)
            work = loop.run_in_executor(self._threads, ask)
            try:
                job.set(status="done", share=1.0, answer=await asyncio.shield(work))
            except asyncio.CancelledError:
                job.set(status="cancelled")
            except Exception as error:
                job.set(status="failed", error=told(error)[1]["error"])
            finally:
                await loop.run_in_executor(None, helper.end)
                await asyncio.gather(work, return_exceptions=True)

    def listing(self) -> list[Job]:
        """Return all jobs that are known, the last first."""
        return list(reversed(self._jobs.values()))

    def named(self, number: int) -> Job:
        """Return a job by its number."""
        if number not in self._jobs:
            raise Problem(
                404, "unknown-job", f"There is no job {number}.", "GET /api/v1/jobs lists them."
            )
        return self._jobs[number]

    def answer(self, ask: str, given: Mapping[str, Any]) -> Any:
        """Return what a job has answered that is done and not forgotten, or None."""
        same = (job for job in self.listing() if (job.ask, job.given) == (ask, given))
        return next((job.answer for job in same if job.status == "done"), None)

    async def cancel(self, number: int) -> Job:
        """End a job; one that is over stays as it is."""
        job = self.named(number)
        if job.task is not None and not job.is_over:
            job.task.cancel()
            if job.status == "waiting":
                job.set(status="cancelled")
            await asyncio.gather(job.task, return_exceptions=True)
        return job

    def require_watchable(self, number: int) -> None:
        """Refuse to tell of a job that is not there, or one client more than can be told."""
        self.named(number)
        if self._watchers >= MOST_WATCHERS:
            raise busy("Too many watch jobs.")

    async def watch(self, number: int) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Yield how a job stands whenever that changes, and its end."""
        job = self.named(number)
        self._watchers += 1
        try:
            while not job.is_over:
                changed = job.changed
                yield "progress", job.to_dict()
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    continue
            yield "end", job.to_dict()
        finally:
            self._watchers -= 1

    async def close(self) -> None:
        """Cancel everything."""
        for job in self.listing():
            await self.cancel(job.number)
        self._threads.shutdown(wait=False, cancel_futures=True)


async def jobs_of(request: Request) -> Jobs:
    """Return the jobs of the server that a request came to."""
    jobs: Jobs = request.app.state.jobs
    return jobs


TheJobs = Annotated[Jobs, Depends(jobs_of)]
