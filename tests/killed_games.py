"""Games that are killed while they are played: `python killed_games.py FOLDER KILLS SEED`.

A nursery begins players, each a process of its own that keeps real games move by move and says so
after every call that returned; it kills them at random moments, and looks at what they left. Nothing
is mended in between: the next player opens what the killed one left.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sqlite3
import sys
import time
from dataclasses import replace

from dicedevil.coach.records import Record
from dicedevil.coach.replay import replay
from dicedevil.coach.store import FILE, Store
from dicedevil.games import game
from recorded import played_at_random

GAMES = ("micro-yahtzee", "pig:target=20", "ten-times-18:slots=4", "klappenspiel")
FINISHED, TAKING_BACK = 1, 2
LONGEST = 0.12
"""Seconds that a player lives after its first move, at most."""


def play_until_killed(folder: str, seed: int, said: int) -> None:
    """Keep game after game, saying `number moves` after each call, and what else there is to say."""
    source = random.Random(seed)
    while True:
        kind = source.choice(GAMES)
        whole, _ = played_at_random(game(kind), 2, seed=source.randrange(10**6))
        with Store(folder) as store:
            number = store.begin(replace(whole, moves=(), result=None))
            os.write(said, b"%d 0 0\n" % number)
            for place, move in enumerate(whole.moves, 1):
                store.add(number, place, move)
                os.write(said, b"%d %d 0\n" % (number, place))
                if source.random() < 0.1:
                    os.write(said, b"%d %d %d\n" % (number, place, TAKING_BACK))
                    store.undo(number, place)
                    os.write(said, b"%d %d 0\n" % (number, place - 1))
                    store.add(number, place, move)
                    os.write(said, b"%d %d 0\n" % (number, place))
            store.finish(number, whole.result)
            os.write(said, b"%d %d %d\n" % (number, len(whole.moves), FINISHED))


def killed(folder: str, seed: int, delay: float) -> list[tuple[int, int, int]]:
    """Have a player killed at a moment of its games; return what it said it had kept."""
    hear, said = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        try:
            play_until_killed(folder, seed, said)
        finally:
            os._exit(1)
    os.close(said)
    select.select([hear], [], [], 60)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, f"it ended by itself: {status}"
    with os.fdopen(hear, "rb") as heard:
        return [tuple(map(int, line.split())) for line in heard.read().splitlines()]


def look(folder: str, kept: dict[int, tuple[int, int]]) -> int:
    """Require all that was said to be there, and every game there to be a real one; count moves."""
    database = sqlite3.connect(f"file:{folder}/{FILE}?mode=ro", uri=True)
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()
    moves = 0
    with Store(folder) as store:
        found: dict[int, Record] = {one.number: one.record for one in store.games()}
        open_ones = {one.number for one in store.under_way()}
    for number, (said, what) in kept.items():
        record = found[number]
        # One call may have been made whose return nobody heard of.
        least, most = (said - 1, said) if what == TAKING_BACK else (said, said + 1)
        assert least <= len(record.moves) <= most, (number, said, what, len(record.moves))
        again = replay(record)
        assert what != FINISHED or (again.is_whole and again.end.results == record.result)
        assert (number in open_ones) == (record.result is None)
        moves += len(record.moves)
    assert len(found) <= len(kept) + len(KILLED)
    return moves


KILLED: list[float] = []


def main(folder: str, kills: int, seed: int) -> None:
    """Kill so many players, and look at what they left after each."""
    source = random.Random(seed)
    kept: dict[int, tuple[int, int]] = {}
    moves = 0
    Store(folder).close()
    for number in range(kills):
        KILLED.append(source.uniform(0, LONGEST))
        for game_id, place, what in killed(folder, seed * 1000 + number, KILLED[-1]):
            kept[game_id] = (place, what)
        if number % 10 == 9 or number == kills - 1:
            moves = look(folder, kept)
    print(f"{kills} kills, {len(kept)} games, {moves} moves, none lost")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
