"""The tables of the database, one step a version: one of any older version is brought up to date.

A step is never changed once it has been published: what comes later is a step of its own, at the end.
Each step is a list of SQL statements; the number of steps taken stands in `user_version`.
"""

from __future__ import annotations

import sqlite3

APPLICATION = 0x44694465
"""The mark of our databases ("DiDe"), in SQLite's `application_id`."""

GAMES_AND_MOVES = (
    "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    # A seed may have any number of digits, a result is whatever number the record has: texts, both.
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        seed TEXT,
        state TEXT NOT NULL,
        what TEXT NOT NULL,
        result TEXT,
        more TEXT NOT NULL,
        under_way INTEGER NOT NULL,
        begun TEXT NOT NULL,
        ended TEXT
    )""",
    "CREATE INDEX games_by_name ON games (game, under_way)",
    """CREATE TABLE seats (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        player_id INTEGER NOT NULL REFERENCES players (id),
        is_bot INTEGER NOT NULL,
        PRIMARY KEY (game_id, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX seats_by_player ON seats (player_id, game_id)",
    """CREATE TABLE moves (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        roll TEXT NOT NULL,
        choice TEXT,
        PRIMARY KEY (game_id, number)
    ) WITHOUT ROWID""",
)

DRILLS_AND_ANSWERS = (
    # `card` is what the scheduler keeps of a drill; `due` is when it is to be asked again.
    """CREATE TABLE drills (
        id INTEGER PRIMARY KEY,
        player_id INTEGER NOT NULL REFERENCES players (id),
        game TEXT NOT NULL,
        objective TEXT NOT NULL,
        state TEXT NOT NULL,
        roll TEXT NOT NULL,
        source TEXT NOT NULL,
        card TEXT,
        due TEXT,
        UNIQUE (player_id, game, objective, state, roll)
    )""",
    """CREATE TABLE answers (
        id INTEGER PRIMARY KEY,
        drill_id INTEGER NOT NULL REFERENCES drills (id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        choice TEXT NOT NULL,
        best TEXT NOT NULL,
        loss REAL NOT NULL,
        is_right INTEGER NOT NULL
    )""",
)

GRADES = (
    """CREATE TABLE graded (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        objective TEXT NOT NULL,
        result REAL NOT NULL,
        start_value REAL NOT NULL,
        luck REAL NOT NULL,
        loss REAL NOT NULL,
        score REAL NOT NULL,
        choices INTEGER NOT NULL,
        spread REAL NOT NULL,
        PRIMARY KEY (game_id, seat)
    ) WITHOUT ROWID""",
    """CREATE TABLE decisions (
        game_id INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        number INTEGER NOT NULL,
        state TEXT NOT NULL,
        roll TEXT NOT NULL,
        choice TEXT NOT NULL,
        best TEXT NOT NULL,
        loss REAL NOT NULL,
        luck REAL NOT NULL,
        value_before REAL NOT NULL,
        value_after REAL NOT NULL,
        grade TEXT NOT NULL,
        situation TEXT NOT NULL,
        better TEXT NOT NULL,
        is_estimate INTEGER NOT NULL,
        PRIMARY KEY (game_id, seat, number),
        FOREIGN KEY (game_id, seat) REFERENCES graded (game_id, seat) ON DELETE CASCADE
    ) WITHOUT ROWID""",
)

WHAT_IS_COUNTED = (
    "ALTER TABLE graded ADD COLUMN unit TEXT NOT NULL DEFAULT 'points'",
    "ALTER TABLE graded ADD COLUMN sign INTEGER NOT NULL DEFAULT 1",
    # Older grades do not say it, but what they had to begin with does.
    """UPDATE graded SET sign = CASE WHEN start_value < 0 THEN -1 ELSE 1 END, unit = CASE
        WHEN objective = 'turns' THEN 'turns'
        WHEN objective = 'win' AND 2 < (SELECT count(*) FROM seats WHERE seats.game_id = graded.game_id)
            THEN 'opponents'
        WHEN start_value BETWEEN 0 AND 1 THEN 'chance'
        ELSE 'points' END""",
)

TESTS = (
    """CREATE TABLE tests (
        id INTEGER PRIMARY KEY,
        player_id INTEGER NOT NULL REFERENCES players (id),
        game TEXT NOT NULL,
        objective TEXT NOT NULL,
        seed TEXT NOT NULL,
        questions INTEGER NOT NULL,
        unit TEXT NOT NULL,
        begun TEXT NOT NULL
    )""",
    # `by_chance` is what random play loses on average at the same question.
    """CREATE TABLE test_answers (
        test_id INTEGER NOT NULL REFERENCES tests (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        state TEXT NOT NULL,
        roll TEXT NOT NULL,
        choice TEXT NOT NULL,
        best TEXT NOT NULL,
        loss REAL NOT NULL,
        by_chance REAL NOT NULL,
        PRIMARY KEY (test_id, number)
    ) WITHOUT ROWID""",
)

STEPS: tuple[tuple[str, ...], ...] = (
    GAMES_AND_MOVES,
    DRILLS_AND_ANSWERS,
    GRADES,
    WHAT_IS_COUNTED,
    TESTS,
)
VERSION = len(STEPS)
"""Of the tables that this version of Dice Devil knows."""


def version_of(database: sqlite3.Connection) -> int:
    """Return how many steps a database has taken; 0 for an empty one."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def is_ours(database: sqlite3.Connection) -> bool:
    """Tell whether a database is one of ours, or empty so that it can become one."""
    if database.execute("PRAGMA application_id").fetchone()[0] == APPLICATION:
        return True
    return not database.execute("SELECT 1 FROM sqlite_master").fetchone()


def migrate(database: sqlite3.Connection, to: int = VERSION) -> None:
    """Take the steps that are missing; within a transaction, so all of them or none."""
    for number in range(version_of(database), to):
        for statement in STEPS[number]:
            database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {to}")
