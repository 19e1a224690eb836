"""The server under load: advice on random positions of official Yahtzee, asked by `wrk`.

apt install wrk; python -m bench serving
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.figure import Figure, seconds

SCRIPT = Path(__file__).with_name("positions.lua")
USUAL, MANY, FLOOD = 20, 200, 2000
"""Connections at a time: as the target has it, all at once, and ten times that."""
RATE, P99 = 1000, 0.050
LONG = 6
"""Runs of the usual load after which memory is looked at again, once a flood has shown its most."""
MOST_GROWTH = 8 << 20
QUESTION = "/api/v1/advice?game=yahtzee&state=rerolls=1&roll=33456"


def figures() -> Iterator[Figure]:
    """Measure what one server on this machine stands."""
    if shutil.which("wrk") is None:
        yield Figure("server under load", "wrk is not installed", "apt install wrk")
        return
    with served() as (address, process):
        ask(address)  # the table is there, and warm
        loaded(address, USUAL, 2)
        usual = loaded(address, USUAL)
        rate = usual["requests"] / usual["seconds"]
        yield Figure("server: advice a second", f"{rate:,.0f}", f"> {RATE:,}", rate > RATE)
        yield Figure(
            f"server: slowest of 100, {USUAL} connections",
            seconds(usual["p99"]),
            f"< {seconds(P99)}",
            usual["p99"] < P99,
        )
        for connections in (MANY, FLOOD):
            told = loaded(address, connections)
            yield Figure(
                f"server: {connections} connections",
                f"{told['requests'] / told['seconds']:,.0f}/s, {told['busy']:,} told to come again",
                "nothing else refused",
                told["strange"] == 0,
            )
        begun = time.perf_counter()
        ask(address)
        took = time.perf_counter() - begun
        what = "server: one question after the flood"
        yield Figure(what, seconds(took), f"< {seconds(P99)}", took < P99)
        before = resident(process.pid)
        asked = sum(loaded(address, USUAL)["requests"] for _ in range(LONG))
        grown = resident(process.pid) - before
        yield Figure(
            f"server: memory after {asked:,} questions more",
            f"{grown / (1 << 20):+.1f} MB",
            f"< {MOST_GROWTH >> 20} MB",
            grown < MOST_GROWTH,
        )


@contextmanager
def served() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a server, and stop it."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "dicedevil", "serve", "--no-open", "--port", "0"]
        process = subprocess.Popen([*command, "--data", data], stdout=subprocess.PIPE, text=True)
        try:
            found = re.search(r"http://\S+:\d+", process.stdout.readline() if process.stdout else "")
            assert found is not None
            yield found[0], process
        finally:
            process.terminate()
            process.communicate()


def loaded(address: str, connections: int, length: int = 5) -> dict[str, Any]:
    """Let wrk ask for so many seconds; return what it found."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{length}s", "--timeout", "30s", "-s", str(SCRIPT)]
    told = subprocess.run([*command, address], capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(told.strip().splitlines()[-1])
    return found


def ask(address: str) -> None:
    """Ask one question."""
    urllib.request.urlopen(address + QUESTION, timeout=60).read()


def resident(process: int) -> int:
    """Return the bytes that a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) << 10
    raise ValueError("A process that is gone holds nothing.")
