"""Games played at random and recorded, for tests."""

from __future__ import annotations

import random

from dicedevil.coach.records import Move, Record
from dicedevil.coach.replay import recorded_name
from dicedevil.coach.table import GameTable, laid
from dicedevil.rules import Game

KINDS = [
    ("micro-yahtzee", 1, ""),
    ("micro-yahtzee", 3, ""),
    ("yahtzee:joker=forced", 1, ""),
    ("klappenspiel:tiles=5", 2, ""),
    ("shut-the-box:tiles=5,score=remaining", 1, ""),
    ("ten-times-18:slots=4", 2, ""),
    ("pig", 1, "turn"),
    ("pig:target=20", 1, "race"),
    ("pig:target=20", 2, ""),
    ("pig:target=20", 3, ""),
    ("ten-thousand:target=1000", 2, ""),
    ("farkle:target=2000", 1, "race"),
]
"""A game, how many play it, and what is played of it."""


def played_at_random(
    game: Game, players: int = 1, what: str = "", seed: int = 1
) -> tuple[Record, list[GameTable]]:
    """Return the record of a game in which every choice is made at random, and all its tables."""
    source, table = random.Random(seed), laid(game, players, what=what)
    moves: list[Move] = []
    tables = [table]
    while not table.is_over:
        rules, state = table.rules, table.position.state
        rolls = rules.rolls(state)
        roll = source.choices(list(rolls), list(rolls.values()))[0]
        choice = source.choice(list(rules.choices(state, roll)))
        moves.append(Move(table.mover, rules.write_roll(roll), rules.write_choice(choice)))
        table = table.play(roll, choice)
        tables.append(table)
    names = tuple(f"player {seat}" for seat in range(players))
    return Record(recorded_name(game), names, tuple(moves), seed, table.results, what=what), tables
