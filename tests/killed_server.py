"""A server that is killed while games are played: `python killed_server.py FOLDER KILLS SEED`.

Some pages play at once at a real server, each noting every move it was told of; the server is killed at
random moments and begun again. A page whose request was not answered sends it again. Nothing that was
told may be lost, and the dice must be those of the seed.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import threading
from typing import Any

import httpx

from dicedevil.coach.records import Record
from dicedevil.coach.session import Session
from dicedevil.coach.store import FILE, Store
from dicedevil.games import game
from serving import RunningServer

GAMES = ("micro-yahtzee", "pig:target=20", "ten-times-18:slots=4", "klappenspiel", "shut-the-box")
PAGES = 3
LONGEST = 0.25
"""Seconds that a server lives after its first answer, at most."""
API = "/api/v1/play"
Moves = list[tuple[int, str, str]]


class Page:
    """Somebody at a browser, who goes on when the server is there again."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.number = 0
        self.seen: Moves = []
        self.waiting: tuple[str, dict[str, Any]] | None = None
        """A request that nobody has answered yet."""
        self.done: dict[int, Moves] = {}
        self.play: Any = None

    def use(self, url: str, first: threading.Event) -> None:
        """Play until the server is gone."""
        with httpx.Client(base_url=url, timeout=60) as client:
            try:
                if self.number:
                    self.catch_up(client)
                while True:
                    self.step(client)
                    first.set()
            except httpx.TransportError:
                pass

    def catch_up(self, client: httpx.Client) -> None:
        """Look at the game again: what was told is there. Then send again what was not answered."""
        told = client.get(f"{API}/{self.number}", params={"at": 0}).json()
        moves = noted(told)
        what = self.waiting[0] if self.waiting else ""
        kept = self.seen[:-1] if what == "undo" else self.seen
        assert moves[: len(kept)] == kept, (self.number, self.seen, moves)
        assert len(moves) <= len(self.seen) + (1 if what == "choose" else 50 if what == "bot" else 0)
        self.play, self.seen = told, moves if what != "choose" else self.seen
        if what == "choose":
            self.send(client, *self.waiting)  # type: ignore[misc]  # it is there
        self.waiting = None

    def step(self, client: httpx.Client) -> None:
        """Begin a game, or make a move."""
        if not self.number:
            body = {"game": self.source.choice(GAMES), "people": ["Ann"], "bots": ["random"]}
            self.play = answer(client, API, body, 201)
            self.number, self.seen = self.play["number"], []
        elif self.play["over"]:
            self.done[self.number] = self.seen
            self.number = 0
        elif self.play["can_undo"] and self.source.random() < 0.2:
            self.send(client, "undo", {"at": len(self.seen)})
        elif self.play["mover_is_bot"]:
            self.send(client, "bot", {"at": len(self.seen)})
        elif self.play["board"]["roll"] is None:
            self.play = answer(client, f"{API}/{self.number}/throw", {})
        else:
            choice = self.source.choice(self.play["board"]["choices"])["choice"]
            self.send(client, "choose", {"choice": choice, "at": len(self.seen)})

    def send(self, client: httpx.Client, what: str, body: dict[str, Any]) -> None:
        """Make a move, and note what was told of it."""
        self.waiting = (what, body)
        self.play = answer(client, f"{API}/{self.number}/{what}", body)
        self.seen = self.seen[: body["at"] - (what == "undo")]
        if what != "undo":
            self.seen += noted(self.play)
        assert self.play["moves"] == len(self.seen)
        self.waiting = None


def answer(client: httpx.Client, path: str, body: dict[str, Any], status: int = 200) -> Any:
    """Send something, and require its status."""
    found = client.post(path, json=body)
    assert found.status_code == status, found.text
    return found.json()


def noted(play: Any) -> Moves:
    """Return the moves that were told of."""
    return [(one["player"], one["roll"], one["choice"]) for one in play["since"]]


def look(folder: str, pages: list[Page]) -> int:
    """Require all that was told to be there, every game to be a real one; count the moves."""
    database = sqlite3.connect(f"file:{folder}/{FILE}?mode=ro", uri=True)
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()
    with Store(folder) as store:
        found = {one.number: one.record for one in store.games()}
    for page in pages:
        for number, seen in page.done.items():
            record = found[number]
            assert [(one.player, one.roll, one.choice) for one in record.moves] == seen
            assert record.result is not None
            require_dice(record)
    return sum(len(record.moves) for record in found.values())


def require_dice(record: Record) -> None:
    """Require the dice and the bots' choices of a game that nobody was killed in."""
    session = Session.begin(game(record.game), ["Ann"], ["random"], seed=record.seed)
    for move in record.moves:
        session.throw()
        if session.bot is None:
            session.choose(move.choice or "")
        else:
            session.let_bot_choose()
    assert (session.record.moves, session.record.result) == (record.moves, record.result)


def main(folder: str, kills: int, seed: int) -> None:
    """Kill a server so many times, and look at what is left."""
    source = random.Random(seed)
    pages = [Page(seed * 100 + number) for number in range(PAGES)]
    troubles: list[BaseException] = []
    threading.excepthook = lambda told: troubles.append(told.exc_value or RuntimeError())
    server = RunningServer(DICEDEVIL_DATA=folder)
    for _ in range(kills):
        first = threading.Event()
        threads = [threading.Thread(target=page.use, args=(server.url, first)) for page in pages]
        for one in threads:
            one.start()
        first.wait(60)
        threads[0].join(source.uniform(0, LONGEST))
        server.kill()
        for one in threads:
            one.join()
        if troubles:
            raise troubles[0]
        look(folder, pages)
        server.begin()
    server.kill()
    moves = look(folder, pages)
    games = sum(len(page.done) for page in pages)
    print(f"{kills} kills, {games} games to their end, {moves} moves, none lost")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
