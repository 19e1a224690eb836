"""Who is answered where, and that nobody takes everything."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from dicedevil.web import answers, desk
from dicedevil.web.desk import Desk, client
from dicedevil.web.problems import Problem
from dicedevil.web.settings import Settings

release = threading.Event()


def waiting(*_: Any, **__: Any) -> str:
    """Take long, until somebody has seen it."""
    assert release.wait(30)
    return "late"


def at_once(*_: Any, **__: Any) -> str:
    return threading.current_thread().name


@pytest.fixture
def busy_desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    found = {"wait": waiting, "now": at_once}
    monkeypatch.setattr(desk, "answer_named", found.__getitem__)
    release.clear()
    made = Desk(Settings())
    yield made
    release.set()
    made.close()


def test_one_client_does_not_keep_the_others_waiting(busy_desk: Desk) -> None:
    async def asking() -> None:
        client.set("greedy")
        long = [asyncio.create_task(busy_desk.ask("wait")) for _ in range(desk.MOST_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="Too many of your questions") as refused:
            await busy_desk.ask("now")
        assert refused.value.http_status == 503
        client.set("patient")
        assert await asyncio.wait_for(busy_desk.ask("now"), 10) != "MainThread"
        client.set("greedy")
        release.set()
        assert set(await asyncio.gather(*long)) == {"late"}
        assert await busy_desk.ask("now") != "MainThread"

    asyncio.run(asking())


def test_when_all_places_are_taken_it_is_said(busy_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "MOST_WAITING", 2)

    async def asking() -> None:
        long = []
        for who in ("a", "b"):
            client.set(who)
            long.append(asyncio.create_task(busy_desk.ask("wait")))
        await asyncio.sleep(0)
        client.set("c")
        with pytest.raises(Problem, match="Too many questions"):
            await busy_desk.ask("now")
        assert await busy_desk.ask("now", at_once=True) == "MainThread"
        release.set()
        await asyncio.gather(*long)
        assert await busy_desk.ask("now")

    asyncio.run(asking())


def test_every_question_has_somebody_who_answers() -> None:
    for name in answers.ASKS:
        assert callable(answers.answer_named(name))
