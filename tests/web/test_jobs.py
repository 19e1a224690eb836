"""Long work, and rules that never return: in processes that can be ended."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import dicedevil as dd
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.locks import sole_right
from dicedevil.web import jobs as jobs_module
from dicedevil.web.settings import Settings, named_files
from serving import RunningServer, client_of, until

API = "/api/v1"
CURVE = {"ask": "curve", "with": {"game": "basic-yahtzee", "state": ""}}
OWN = '''"""Throw a die; that is all."""

from dataclasses import dataclass

from dicedevil import Game


@dataclass(frozen=True)
class Throw(Game):
    """Throw a die."""

    sides: int = 6

    def start(self):
        return "before"

    def is_over(self, state):
        return state == "after"

    def rolls(self, state):
        return {(face,): 1 for face in range(1, self.sides + 1)}

    def choices(self, state, roll):
        return ["take"]

    def play(self, state, roll, choice):
        return roll[0], "after"

    def progress(self, state):
        return 0 if state == "before" else 1
'''


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder without tables."""
    folder = tmp_path_factory.mktemp("no-tables")
    before = os.environ.get("DICEDEVIL_TABLES")
    os.environ["DICEDEVIL_TABLES"] = str(folder)
    yield folder
    if before is None:
        del os.environ["DICEDEVIL_TABLES"]
    else:
        os.environ["DICEDEVIL_TABLES"] = before


@pytest.fixture
def client(tables: Path, tmp_path: Path) -> Iterator[httpx.Client]:
    (tmp_path / "throw.py").write_text(OWN)
    stuck = OWN.replace(
        "return {(face,)", 'while state == "before":\n            pass\n        return {(face,)'
    )
    (tmp_path / "stuck.py").write_text(stuck)
    files = named_files((tmp_path / "throw.py", tmp_path / "stuck.py"))
    with client_of(Settings(files=files)) as found:
        yield found


def test_what_takes_long_tells_its_cost_and_the_job_that_does_it(client: httpx.Client) -> None:
    refused = client.get(f"{API}/curve", params={"game": "yahtzee"})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (409, "missing-table")
    assert error["cost"]["seconds"] > 2
    assert error["cost"]["memory_bytes"] > 10**8
    assert error["job"]["ask"] == "curve"
    assert error["job"]["with"]["game"] == "yahtzee"
    place = {"game": "yahtzee", "roll": "33456", "target": 250}
    (told,) = client.post(f"{API}/advice", json=[place]).json()["answers"]
    assert told == client.get(f"{API}/advice", params=place).json()
    assert told["error"]["job"]["with"]["target"] == 250


def test_what_takes_longer_than_any_job_may_is_not_offered(client: httpx.Client) -> None:
    refused = client.get(f"{API}/law", params={"game": "cant-stop"})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (413, "too-large")
    assert "days" in error["message"]
    assert "--yes" not in error["message"]
    assert "job" not in error


def test_a_table_that_somebody_else_makes_is_there_a_moment_later(tables: Path) -> None:
    """Two pages, or a page and a command, may want the same table: that is no failure."""
    asked = {"game": "klappenspiel:tiles=7", "roll": "34"}
    dd.solve(asked["game"])
    (made,) = (one for one in tables.iterdir() if "tiles-7" in one.name)
    shutil.rmtree(made)
    with client_of(patience=0.2) as client:
        with sole_right(tables / f".{made.name}.lock", Budget()):
            busy = client.get(f"{API}/advice", params=asked)
        assert (busy.status_code, busy.json()["error"]["code"]) == (503, "being-made")
        assert int(busy.headers["Retry-After"]) >= 1
    with client_of() as client:
        assert client.get(f"{API}/advice", params=asked).status_code == 200


def test_a_job_reports_and_is_cancelled(client: httpx.Client, tables: Path) -> None:
    refused = client.get(f"{API}/curve", params={"game": "yahtzee"}).json()["error"]
    with ThreadPoolExecutor(4) as pages:  # all at once, before any of them is answered
        all_begun = list(pages.map(lambda _: client.post(f"{API}/jobs", json=refused["job"]), range(4)))
    job = all_begun[0].json()
    assert {(one.status_code, one.json()["number"]) for one in all_begun} == {(202, job["number"])}
    assert (job["status"], job["cost"]) == ("waiting", refused["cost"])
    address = f"{API}/jobs/{job['number']}"
    seen = until(lambda: (now := client.get(address).json())["share"] and now)
    assert seen["status"] == "running"
    assert 0 < seen["share"] < 1
    assert seen["doing"].startswith("target curves")
    assert seen["seconds_left"] is None or seen["seconds_left"] > 0
    assert [one["number"] for one in client.get(f"{API}/jobs").json()["jobs"]] == [job["number"]]
    assert client.delete(address).json()["status"] == "cancelled"
    assert not [path for path in tables.iterdir() if path.name.startswith(".draft-")]
    assert client.get(address).json()["status"] == "cancelled"
    assert client.delete(address).json()["status"] == "cancelled"


def test_a_job_is_done_and_its_answer_is_that_of_the_question(client: httpx.Client) -> None:
    asked = {"game": "junior-yahtzee", "state": "", "target": [], "exact": False}
    job = client.post(f"{API}/jobs", json={"ask": "curve", "with": asked}).json()
    done = until(
        lambda: (now := client.get(f"{API}/jobs/{job['number']}").json())["status"] == "done" and now
    )
    answer = client.get(f"{API}/curve", params={"game": "junior-yahtzee"})
    assert answer.status_code == 200
    assert done["answer"] == answer.json()


def test_events_tell_progress_and_the_end(tmp_path: Path) -> None:
    with RunningServer(DICEDEVIL_TABLES=str(tmp_path)) as server:
        job = httpx.post(
            f"{server.url}{API}/jobs",
            json={"ask": "curve", "with": {"game": "yahtzee"}},
            timeout=60,
        ).json()
        address = f"{server.url}{API}/jobs/{job['number']}"
        seen: list[tuple[str, dict[str, Any]]] = []
        with httpx.stream("GET", f"{address}/events", timeout=60) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            event = ""
            for line in stream.iter_lines():
                key, _, text = line.partition(": ")
                if key == "event":
                    event = text
                elif key == "data":
                    seen.append((event, json.loads(text)))
                    if seen[-1][1]["status"] == "running" and seen[-1][1]["doing"]:
                        httpx.delete(address, timeout=60)
        assert {event for event, _ in seen[:-1]} == {"progress"}
        assert (seen[-1][0], seen[-1][1]["status"]) == ("end", "cancelled")
        code, _, errors = server.stop()
        assert (code, errors) == (130, "Stopped. Games and tables are kept.\n")


def test_what_is_there_in_a_moment_needs_no_process(client: httpx.Client) -> None:
    asked = {"game": "pig", "state": "turn=19", "roll": "4"}
    job = client.post(f"{API}/jobs", json={"ask": "advice", "with": asked})
    assert (job.status_code, job.json()["status"]) == (202, "done")
    assert job.json()["answer"] == client.get(f"{API}/advice", params=asked).json()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"ask": "curve", "with": {"game": "yatzee"}}, 404),
        ({"ask": "curve", "with": {"game": "yahtzee", "state": "ones=7"}}, 400),
        ({"ask": "curve", "with": {"game": "yahtzee", "budget": 1}}, 400),
        ({"ask": "curve", "with": {"game": 1}}, 400),
        ({"ask": "os.system", "with": {"command": "true"}}, 400),
        ({"ask": "curve", "with": {"game": "ten-times-18:slots=10000"}}, 413),
    ],
)
def test_a_job_that_cannot_be_is_refused_at_once(
    client: httpx.Client, body: dict[str, Any], status: int
) -> None:
    assert client.post(f"{API}/jobs", json=body).status_code == status
    assert client.get(f"{API}/jobs").json()["jobs"] == []


def test_only_a_few_jobs_wait(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "MOST_OF_ONE", 3)
    monkeypatch.setattr(jobs_module, "RUNNING", 0)
    bodies = [{"ask": "curve", "with": {"game": f"yahtzee:threshold={n}"}} for n in range(60, 64)]
    answers = [client.post(f"{API}/jobs", json=body) for body in bodies]
    assert [answer.status_code for answer in answers] == [202, 202, 202, 503]
    assert int(answers[-1].headers["retry-after"]) >= 1

    def statuses() -> list[str]:
        return sorted(job["status"] for job in client.get(f"{API}/jobs").json()["jobs"])

    assert until(lambda: statuses() == ["running", "running", "waiting"])  # once they have begun
    for job in client.get(f"{API}/jobs").json()["jobs"]:
        client.delete(f"{API}/jobs/{job['number']}")
    assert client.post(f"{API}/jobs", json=bodies[-1]).status_code == 202


def test_a_rules_file_is_a_game_like_any_other(client: httpx.Client) -> None:
    listed = {one["name"]: one for one in client.get(f"{API}/games").json()}
    assert listed["throw"]["own"]
    assert listed["throw"]["about"] == "Throw a die; that is all."
    about = client.get(f"{API}/games/throw").json()
    assert (about["own"], about["name"], about["states"]) == (True, "throw", 2)
    assert [one["name"] for one in about["parameters"]] == ["sides"]
    advice = client.get(f"{API}/advice", params={"game": "throw:sides=8", "roll": "7"}).json()
    assert (advice["value"], advice["choices"][0]["choice"]) == (7.0, "take")
    assert client.get(f"{API}/law", params={"game": "throw"}).json()["mean"] == 3.5
    unknown = client.get(f"{API}/advice", params={"game": "throw", "roll": "7"})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (400, "position")


def test_rules_that_never_return_hold_nobody_up(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dicedevil.web import desk

    monkeypatch.setattr(desk, "OWN_PATIENCE", 0.02)
    for _ in range(3):  # more than there are processes for them
        stuck = client.get(f"{API}/advice", params={"game": "stuck", "roll": "1"})
        assert (stuck.status_code, stuck.json()["error"]["code"]) == (409, "missing-table")
    assert "did not answer" in stuck.json()["error"]["message"]
    monkeypatch.undo()
    assert client.get(f"{API}/advice", params={"game": "throw", "roll": "1"}).status_code == 200
    monkeypatch.setattr(desk, "OWN_PATIENCE", 0.02)
    assert client.get(f"{API}/advice", params={"game": "pig", "roll": "4"}).status_code == 200
    job = client.post(f"{API}/jobs", json=stuck.json()["error"]["job"]).json()
    address = f"{API}/jobs/{job['number']}"
    until(lambda: client.get(address).json()["status"] == "running")
    assert client.delete(address).json()["status"] == "cancelled"


def test_who_stops_watching_is_forgotten(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"game": "pig", "state": "turn=19", "roll": "4"}
    job = client.post(f"{API}/jobs", json={"ask": "advice", "with": asked}).json()
    address = f"{API}/jobs/{job['number']}/events"
    for _ in range(3):
        assert client.get(address).text.startswith("event: end")
    monkeypatch.setattr(jobs_module, "MOST_WATCHERS", 0)
    refused = client.get(address)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")


def test_a_watcher_that_leaves_frees_its_place(tmp_path: Path) -> None:
    with RunningServer(DICEDEVIL_TABLES=str(tmp_path)) as server:
        body = {"ask": "curve", "with": {"game": "yahtzee"}}
        job = httpx.post(f"{server.url}{API}/jobs", json=body, timeout=60).json()
        address = f"{server.url}{API}/jobs/{job['number']}"
        for _ in range(jobs_module.MOST_WATCHERS + 6):
            with httpx.stream("GET", f"{address}/events", timeout=60) as stream:
                assert stream.status_code in (200, 503)
                assert next(stream.iter_lines())
        until(lambda: watched(f"{address}/events") == 200)
        assert httpx.delete(address, timeout=60).json()["status"] == "cancelled"


def watched(address: str) -> int:
    """The status of a look at a job."""
    with httpx.stream("GET", address, timeout=60) as stream:
        return stream.status_code
