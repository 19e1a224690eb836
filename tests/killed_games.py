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

from dicedevil.coach.records import Record
from dicedevil.coach.replay import replay
from dicedevil.coach.session import Session
from dicedevil.coach.store import FILE, Store
from dicedevil.games import game

GAMES = ("micro-yahtzee", "pig:target=20", "ten-times-18:slots=4", "klappenspiel")
FINISHED, TAKING_BACK = 1, 2
LONGEST = 0.12
"""Seconds that a player lives after its first move, at most."""


def play_until_killed(folder: str, seed: int, said: int) -> None:
    """Play game after game, saying `number moves` after each call, and what else there is to say."""
    source = random.Random(seed)
    while True:
        with Store(folder) as store:
            session = seated(store, source)
            say(said, session)
            while not session.is_over:
                session.throw()
                if session.bot is not None:
                    session.let_bot_choose()
                else:
                    session.choose(source.choice(session.choices()))
                say(said, session, FINISHED if session.is_over else 0)
                if session.can_undo and source.random() < 0.2:
                    say(said, session, TAKING_BACK)
                    session.undo()
                    say(said, session)
            assert not session.trouble, session.trouble


def seated(store: Store, source: random.Random) -> Session:
    """Go on with a game that somebody was killed in, or begin one."""
    left = store.under_way()
    if left and source.random() < 0.5:
        return Session.resume(left[0], game(left[0].record.game), store)
    seed = source.randrange(10**6)
    return Session.begin(game(source.choice(GAMES)), ["Ann"], ["random"], seed=seed, store=store)


def say(said: int, session: Session, what: int = 0) -> None:
    """Say how many moves are kept, in one piece."""
    os.write(said, b"%d %d %d\n" % (session.number, len(session.steps), what))


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


def make_and_kill(folder: str, delay: float) -> None:
    """Have somebody killed who makes a database; the next one must find nothing in the way."""
    hear, said = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(said, b"x")
        with Store(folder) as store:
            store.begin(Record("pig", ("me",)))
            time.sleep(60)
        os._exit(1)
    os.read(hear, 1)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    for end in (hear, said):
        os.close(end)
    with Store(folder) as store:
        store.begin(Record("pig", ("me",)))
        assert 1 <= len(list(store.records())) <= 2


KILLED: list[float] = []


def main(folder: str, kills: int, seed: int) -> None:
    """Kill so many players, and as many who make a database; look at what they left."""
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
        make_and_kill(f"{folder}/made-{number}", source.uniform(0, LONGEST / 4))
    print(f"{kills} kills, {len(kept)} games, {moves} moves, none lost")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
