"""No table and no compiled code outlives an edit of what it was made from: one byte is enough."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.solvers.tables import PACKAGE, room_files, room_name, rules_files

ROOMS = tuple(sorted(path.parent.name for path in (PACKAGE / "solvers").glob("*/lanes.py")))
LISTED = ("yahtzee", "ten-times-18", "klappenspiel", "pig")

CODE = """
import sys
from pathlib import Path
import dicedevil as dd
from dicedevil.solvers import machine, tables
from dicedevil.solvers.question import Question

def keys():
    tables.sources_hash.cache_clear()
    machine.cache_folder.cache_clear()
    found = {}
    for name, aim, room in QUESTIONS:
        question = Question(aim.view(dd.game(name)), aim)
        room = f"dicedevil.solvers.{room}.lanes"
        found[name, aim.name] = tables.key_of(question, room=room).rules_hash
    for room in ("cards", "placement", "plain", "press_luck"):
        found[room] = tables.digest(tables.room_files(room))
    return found

QUESTIONS = [("yahtzee", dd.MaxScore(), "cards"), ("yahtzee", dd.WinMatch(), "cards"),
             ("ten-times-18", dd.WinMatch(), "placement"), ("klappenspiel", dd.MaxScore(), "plain"),
             ("pig", dd.WinMatch(), "press_luck"), ("pig", dd.Worst(), "plain")]
before = keys()
for line in sys.stdin.read().splitlines():
    wanted, _, file = line.partition(" ")
    path = Path(file)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    after = keys()
    path.write_bytes(content)
    changed = sorted({str(key) for key in before if before[key] != after[key]})
    print(wanted, path.name, ";".join(changed))
assert keys() == before
"""


def test_a_byte_in_any_file_makes_other_tables_and_other_code(tmp_path: Path) -> None:
    copy = tmp_path / "dicedevil"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    wanted = []
    for room in ROOMS:
        wanted += [f"{room} {file}" for file in (copy / "solvers" / room).rglob("*.py")]
        wanted += [f"{room}-rules {file}" for file in (copy / "families" / room).rglob("*.py")]
    for name in ("solvers/simd.py", "solvers/machine.py", "objectives.py"):
        wanted.append(f"all {copy / name}")
    wanted.append(f"yahtzee {copy / 'games/yahtzee.py'}")
    wanted.append(f"klappenspiel {copy / 'games/klappenspiel.py'}")
    wanted.append(f"klappenspiel {copy / 'families/tiles.py'}")
    wanted.append(f"match {copy / 'wrapped/turn_by_turn.py'}")
    wanted += [f"every {copy / name}" for name in ("dice.py", "rules.py")]
    found = subprocess.run(
        [sys.executable, "-B", "-c", CODE],
        input="\n".join(wanted),
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    assert found.returncode == 0, found.stderr
    lines = [line.split(" ", 2) for line in found.stdout.splitlines()]
    assert len(lines) == len(wanted)
    expected = {
        "cards": {"('yahtzee', 'score')", "('yahtzee', 'win')", "cards"},
        "placement": {"('ten-times-18', 'win')", "placement"},
        "plain": {"('klappenspiel', 'score')", "('pig', 'worst')", "plain"},  # solved there
        "press_luck": {"('pig', 'win')", "press_luck"},
        "yahtzee": {"('yahtzee', 'score')", "('yahtzee', 'win')"},
        "klappenspiel": {"('klappenspiel', 'score')"},
        "match": {"('yahtzee', 'win')", "('ten-times-18', 'win')"},
    }
    expected |= {f"{room}-rules": set(expected[room]) for room in ROOMS}
    expected["press_luck-rules"] |= {"('pig', 'worst')"}  # the rules, and solved elsewhere
    tables = {key for keys in expected.values() for key in keys if key.startswith("(")}
    expected["every"] = tables
    expected["all"] = tables | set(ROOMS)
    for what, name, changed in lines:
        assert set(changed.split(";")) == expected[what], (what, name)


@pytest.mark.parametrize("name", LISTED)
def test_the_rules_of_a_game_are_its_own_files_and_its_family_s(name: str) -> None:
    game = dd.game(name)
    files = {str(path.relative_to(PACKAGE)) for path in rules_files([type(game)])}
    module = type(game).__module__.removeprefix("dicedevil.").replace(".", "/")
    assert {f"{module}.py", "rules.py"} <= files
    assert any(path.startswith("families/") for path in files)
    assert all((PACKAGE / path).is_file() for path in files)


def test_rooms_are_known_by_their_modules() -> None:
    assert room_name("dicedevil.solvers.cards.kernels.turns") == "cards"
    assert room_name("dicedevil.families.cards.card") == "cards"
    assert room_name("toy_room") == "toy_room"
    import toy_room

    assert room_files("toy_room") == [Path(toy_room.__file__)]
