"""Records that somebody, or a disk, has changed: refused in words or graded, never anything else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.coach.many import Grading, Lines
from dicedevil.errors import DiceDevilError
from recorded import played_at_random

GAMES = [
    *(("micro-yahtzee", 2, ""), ("pig:target=12", 2, ""), ("pig:target=12", 3, "")),
    *(("klappenspiel:tiles=4", 1, ""), ("ten-times-18:slots=3", 2, ""), ("pig:target=12", 1, "race")),
]
ODD: list[Any] = [
    *(None, True, -1, 10**30, 1e308, "", "x", "\u202e", [], {}, [[]], "optimal", "1" * 3_000),
    *("pig", "evil.py", "../x.toml", "yahtzee:dice=1d1", "turn", "race", "klappenspiel:tiles=99"),
]


def edited(luck: random.Random, line: str) -> Iterator[bytes]:
    """Yield a line with bytes changed, and with values exchanged."""
    raw = bytearray(line.encode())
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(len(raw))
        raw[place : place + luck.randint(0, 2)] = luck.randbytes(luck.randint(0, 2))
    yield bytes(raw)
    told = json.loads(line)
    place: Any = told
    while isinstance(place, (dict, list)) and place:
        key = luck.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if luck.random() < 0.4 or not isinstance(place[key], (dict, list)):
            place[key] = luck.choice([*ODD, *json.loads(line).values()])
            break
        place = place[key]
    yield json.dumps(told).encode()


def attack(seed: int, runs: int) -> None:
    luck = random.Random(seed)
    records = [played_at_random(dd.game(spec), players, what)[0] for spec, players, what in GAMES]
    grading = Grading(dd.WinMatch() if seed % 2 else None, wants_json=True, wants_rows=True)
    for _ in range(runs):
        for line in edited(luck, luck.choice(records).to_line()):
            part = grading.graded(Lines("x", [(1, line)], 0))
            assert part.refusals + bool(part.summary.games) == 1, line
            for game in map(json.loads, part.texts):
                gain = game["result"] - game["start_value"]
                assert gain == pytest.approx(game["luck"] - game["loss"], abs=1e-9)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_few_edited_records(seed: int) -> None:
    attack(seed, runs=60)


@pytest.mark.attack
@pytest.mark.parametrize("seed", range(3, 13))
def test_many_edited_records(seed: int) -> None:
    attack(seed, runs=2_000)


def test_numbers_beyond_all_numbers_are_refused() -> None:
    line = played_at_random(dd.game("micro-yahtzee"))[0].to_line()
    for number in ("1e999", "-1e999", "NaN", "Infinity"):
        with pytest.raises(DiceDevilError, match="no JSON"):
            dd.Record.from_line(line[:-1] + f', "x": {number}}}')
    for number in (10**400, -(10**400)):
        with pytest.raises(DiceDevilError, match="result is one number a player"):
            dd.Record.from_line(json.dumps({**json.loads(line), "result": [number]}))
