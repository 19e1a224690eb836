"""`dicedevil serve`, in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from dicedevil.web.jobs import MOST_OF_ONE
from serving import RunningServer, until


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_says_where_it_is_answers_and_stops(how: signal.Signals, code: int) -> None:
    with RunningServer() as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
        ended, out, errors = server.stop(how)
    assert (ended, out, errors) == (code, "", "Stopped. Games and tables are kept.\n")


def test_a_port_in_use_is_said_in_words() -> None:
    with RunningServer() as server:
        port = server.url.rpartition(":")[2]
        second = subprocess.run(
            [sys.executable, "-m", "dicedevil", "serve", "--port", port, "--no-open"],
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr.splitlines() == [
        f"Error: Port {port} is in use: --port 0 takes a free one, or name another."
    ]


def test_a_file_cannot_take_the_name_of_a_listed_game(tmp_path: Path) -> None:
    (tmp_path / "pig.py").write_text("")
    found = subprocess.run(
        [sys.executable, "-m", "dicedevil", "serve", "--no-open", str(tmp_path / "pig.py")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 2
    assert "the name of the listed game 'pig'" in found.stderr


def test_a_browser_is_opened_where_it_is_asked_for(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    asked = tmp_path / "asked"
    browser.write_text(f'#!/bin/sh\necho "$1" > {asked}.part\nmv {asked}.part {asked}\n')
    browser.chmod(0o755)
    with RunningServer("--open", BROWSER=f"{browser} %s") as server:
        until(asked.exists)
        assert asked.read_text().strip() == server.url


def test_it_stops_at_once_whatever_is_under_way(tmp_path: Path) -> None:
    with RunningServer(DICEDEVIL_TABLES=str(tmp_path)) as server:
        body = {"ask": "curve", "with": {"game": "yahtzee"}}
        job = httpx.post(f"{server.url}/api/v1/jobs", json=body, timeout=60).json()
        with httpx.stream(
            "GET", f"{server.url}/api/v1/jobs/{job['number']}/events", timeout=60
        ) as stream:
            lines = stream.iter_lines()
            assert any('"status":"running"' in line for line in lines)
            helpers = children(server.process.pid)
            assert helpers
            last = [begun_for(server.url, place) for place in range(MOST_OF_ONE)][-1]
            assert last.status_code == 503  # whatever they call themselves, they are one
            server.process.send_signal(signal.SIGINT)
            assert any(line == "event: end" for line in lines)
        assert server.ended() == (130, "", "Stopped. Games and tables are kept.\n")
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in helpers))
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".draft-")]


def begun_for(url: str, place: int) -> httpx.Response:
    """Ask for another job, as somebody who says that somebody else has sent him."""
    body = {"ask": "curve", "with": {"game": f"yahtzee:threshold={60 - place}"}}
    sent_by = {"X-Forwarded-For": f"10.0.0.{place}"}
    return httpx.post(f"{url}/api/v1/jobs", json=body, headers=sent_by, timeout=60)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task")
    return [int(one) for file in tasks.glob("*/children") for one in file.read_text().split()]


@pytest.mark.parametrize(
    ("limit", "status", "said"),
    [("--patience=0.001", 409, "job goes on"), ("--memory=1", 413, "does not fit in 1 MB")],
)
def test_answers_and_jobs_cost_what_they_may(limit: str, status: int, said: str) -> None:
    with RunningServer(limit) as server:
        asked = {"game": "ten-times-18:slots=5"}
        refused = httpx.get(f"{server.url}/api/v1/law", params=asked, timeout=60)
        assert refused.status_code == status
        assert said in refused.json()["error"]["message"]


def test_memory_is_that_of_jobs_too() -> None:
    with RunningServer("--patience=0.001", "--memory=1") as server:
        body = {"ask": "law", "with": {"game": "ten-times-18:slots=5", "strategy": "random"}}
        address = f"{server.url}/api/v1/jobs"
        number = httpx.post(address, json=body, timeout=60).json()["number"]

        def failed() -> str:
            job = httpx.get(f"{address}/{number}", timeout=60).json()
            assert job["status"] != "done"
            return str(job.get("error", {}).get("message", ""))

        assert "1 MB" in until(failed)
