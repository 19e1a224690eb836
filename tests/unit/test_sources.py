"""No table and no compiled code outlives an edit of what it was made from: one byte is enough."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.solvers import sources, tables
from dicedevil.solvers.question import Question
from dicedevil.solvers.sources import PACKAGE, room_files, room_name, rules_files

ROOMS = tuple(sorted(path.parent.name for path in (PACKAGE / "solvers").glob("*/lanes.py")))
LISTED = ("yahtzee", "ten-times-18", "klappenspiel", "pig")

QUESTIONS = [
    ("yahtzee", dd.MaxScore(), "cards"),
    ("yahtzee", dd.WinMatch(), "cards"),
    ("ten-times-18", dd.WinMatch(), "placement"),
    ("klappenspiel", dd.MaxScore(), "plain"),
    ("pig", dd.WinMatch(), "press_luck"),
    ("pig", dd.Worst(), "plain"),
    ("cant-stop:sides=2", dd.FewestTurns(), "columns"),
]


class Package:
    """The package's files as they are read, one of them with another last byte."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held: dict[Path, bytes] = {}
        self.read = Path.read_bytes
        monkeypatch.setattr(Path, "read_bytes", lambda path: self.told(path))
        monkeypatch.setattr(sources, "room_files", cache(sources.room_files))
        self.asked = [
            (f"{name} {aim.name}", Question(aim.view(dd.game(name)), aim), room)
            for name, aim, room in QUESTIONS
        ]
        self.before = self.keys()

    def told(self, path: Path) -> bytes:
        """Stand for `Path.read_bytes`."""
        if path not in self.held:
            self.held[path] = self.read(path)
        return self.held[path]

    def keys(self) -> dict[str, str]:
        """Return what tables are found by, and the compiled code of each room."""
        sources.sources_hash.cache_clear()
        found = {room: sources.digest(sources.room_files(room)) for room in ROOMS}
        for name, question, room in self.asked:
            key = tables.key_of(question, room=f"dicedevil.solvers.{room}.lanes")
            assert key is not None
            found[name] = key.rules_hash
        return found

    def changed_by(self, file: Path) -> set[str]:
        """Return whose key is another with another byte in a file."""
        content = self.told(file)
        self.held[file] = content[:-1] + bytes([content[-1] ^ 1])
        after = self.keys()
        self.held[file] = content
        return {name for name, key in self.before.items() if after[name] != key}


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    yield Package(monkeypatch)
    sources.sources_hash.cache_clear()


def test_a_byte_in_any_file_makes_other_tables_and_other_code(package: Package) -> None:
    wanted: list[tuple[str, Path]] = []
    for room in ROOMS:
        wanted += [(room, file) for file in (PACKAGE / "solvers" / room).rglob("*.py")]
        wanted += [(f"{room}-rules", file) for file in (PACKAGE / "families" / room).rglob("*.py")]
    for name in ("solvers/simd.py", "solvers/machine.py", "objectives.py"):
        wanted.append(("all", PACKAGE / name))
    wanted.append(("yahtzee", PACKAGE / "games/yahtzee.py"))
    wanted.append(("klappenspiel", PACKAGE / "written/tiles.py"))
    wanted += [("klappenspiel", file) for file in (PACKAGE / "families/tiles").glob("*.py")]
    wanted.append(("match", PACKAGE / "wrapped/turn_by_turn.py"))
    wanted += [("every", PACKAGE / name) for name in ("dice.py", "rules.py")]
    expected = {
        "cards": {"yahtzee score", "yahtzee win", "cards"},
        "columns": {"cant-stop:sides=2 turns", "columns"},
        "in_a_row": {"in_a_row"},  # no tables of its own
        "placement": {"ten-times-18 win", "placement"},
        "plain": {"klappenspiel score", "pig worst", "plain"},  # solved there
        "press_luck": {"pig win", "press_luck"},
        "yahtzee": {"yahtzee score", "yahtzee win"},
        "klappenspiel": {"klappenspiel score"},
        "match": {"yahtzee win", "ten-times-18 win"},
    }
    expected |= {f"{room}-rules": set(expected[room]) for room in ROOMS}
    expected["press_luck-rules"] |= {"pig worst"}  # the rules, and solved elsewhere
    every = {name for name, _, _ in package.asked}
    expected["every"] = every
    expected["all"] = every | set(ROOMS)
    for what, file in wanted:
        assert package.changed_by(file) == expected[what], (what, file)
    assert package.keys() == package.before


def test_what_is_on_disk_is_what_is_hashed(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_bytes(b"one")
    before = sources.digest([file])
    file.write_bytes(b"onf")
    assert sources.digest([file]) != before


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
