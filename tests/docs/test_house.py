"""docs/architecture.md: its picture, its walks and its tables are what the files say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import floors
import house
import walks
from dicedevil.games import game, names
from dicedevil.solvers.lane import Lane
from dicedevil.solvers.solver import lanes_of
from dicedevil.wrapped.in_a_row import InARow

DOCUMENT = house.DOCUMENT.read_text(encoding="utf-8")
SECTION = DOCUMENT[DOCUMENT.index(walks.BEGIN) : DOCUMENT.index(walks.END) + len(walks.END)]
WALKS = re.findall(
    r"^`dicedevil (.*)`: (\d+) files, (\d+) changes of folder\n\n((?:    .*\n)+)", SECTION, re.MULTILINE
)
REFRESH = "run: python docs/house.py"


def steps_of(chain: str) -> tuple[walks.Step, ...]:
    """Read a chain of the document."""
    steps = [step.split() for step in " ".join(chain.split()).split(" > ")]
    return tuple((file, function) for file, function in steps)


def defined(path: Path) -> set[str]:
    """Return the functions of a file, those of classes with the names of these in front."""
    found = set()

    def look(node: ast.AST, outer: str) -> None:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                name = f"{outer}{inner.name}"
                if isinstance(inner, ast.ClassDef):
                    look(inner, f"{name}.")
                else:
                    found.add(name)
            else:
                look(inner, outer)

    look(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


def test_the_picture_is_that_of_the_imports() -> None:
    shown = house.PICTURE.read_text(encoding="utf-8")
    assert shown == house.picture(floors.House.read()), f"the house has changed; {REFRESH} --picture"


def test_there_is_a_walk_for_every_command() -> None:
    assert tuple(command for command, *_ in WALKS) == walks.COMMANDS


@pytest.mark.parametrize(("command", "files", "changes", "chain"), WALKS, ids=lambda text: text[:12])
def test_walks_pass_what_is_there(command: str, files: str, changes: str, chain: str) -> None:
    walk = walks.Walk(command, steps_of(chain))
    assert (len(walk.steps), walk.changes) == (int(files), int(changes))
    for file, function in walk.steps:
        assert function in defined(walks.SOURCE / file), f"{file} {function} is not there; {REFRESH}"


def test_a_walk_is_what_the_document_says(tmp_path: Path) -> None:
    command = walks.COMMANDS[-1]
    assert str(walks.walk_of(command, tmp_path)) in SECTION, f"{command} walks elsewhere; {REFRESH}"


def rows(heading: str) -> list[list[str]]:
    """Return the cells of a table of the document, by the first word of its heading."""
    table = DOCUMENT.split(f"\n| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def quoted(cell: str) -> list[str]:
    """Return what a cell has in code."""
    return re.findall(r"`([^`]+)`", cell)


def test_words_are_at_home_where_it_says() -> None:
    for words, _, homes in rows("word"):
        texts = [(walks.SOURCE / home).read_text(encoding="utf-8") for home in quoted(homes)]
        for word in quoted(words):
            assert any(re.search(rf"^(class )?{word}\b", text, re.MULTILINE) for text in texts), word


def all_lanes() -> dict[str, Lane]:
    """Return the lanes of all games, by name."""
    played = [game(name) for name in names()]
    return {lane.name: lane for one in (*played, InARow(played[0], 2)) for lane in lanes_of(one)}


def test_lanes_and_rooms() -> None:
    told, room = {}, ""
    for first, lane, _ in rows("room"):
        room = next(iter(quoted(first)), room)
        told[quoted(lane)[0]] = room
    assert told == {name: type(lane).__module__.split(".")[2] for name, lane in all_lanes().items()}


def test_what_lanes_may_answer() -> None:
    told = {method: set(quoted(lanes)) for cell, _, lanes in rows("method") for method in quoted(cell)}
    optional = {name for name in vars(Lane) if callable(vars(Lane)[name]) and name[0] != "_"}
    assert set(told) == optional - {"fits", "solve"}
    for method, lanes in told.items():
        able = {
            name
            for name, lane in all_lanes().items()
            if getattr(type(lane), method) is not getattr(Lane, method)
        }
        assert lanes == able, method
