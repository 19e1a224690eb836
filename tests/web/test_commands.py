"""Every command has an address, or docs/page.md says why it has none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import isfunction
from pathlib import Path

import click
import pytest

import dicedevil as dd
from api_cases import DESCRIPTION
from dicedevil.cli.group import cli

PAGE = (Path(__file__).parents[2] / "docs" / "page.md").read_text(encoding="utf-8")
TOLD = "\n".join(
    operation.get("description", "")
    for methods in DESCRIPTION["paths"].values()
    for operation in methods.values()
)
"""What the addresses say of themselves: each names the command that it answers as."""
FUNCTIONS = {
    "advise": "advice",
    "bot": "bots",
    "bots": "games/{name}",
    "chances": "curve",
    "check_game": "check",
    "closest_calls": "closest",
    "differences": "law",
    "evaluate": "law",
    "game": "games/{name}",
    "outcomes": "solve",
    "player": "match",
    "proficiency": "test",
    "read_records": "grade",
    "versus": "law",
}
"""Functions whose address is called otherwise."""


def commands(group: click.Group, before: str = "") -> Iterator[str]:
    """Yield all commands, those within others too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name


def excepted() -> set[str]:
    """Return the commands that are said to have no address."""
    (said,) = re.findall(r"^No address have (.*?)\.\s", PAGE, re.DOTALL | re.MULTILINE)
    return set(re.findall("`([^`]*)`", said))


@pytest.mark.parametrize("name", list(commands(cli)))
def test_every_command_has_an_address_or_a_reason(name: str) -> None:
    has_address = re.search(rf"`dicedevil {name}\b", TOLD) is not None
    assert has_address != (name in excepted())


def test_only_commands_are_excepted() -> None:
    assert excepted() <= set(commands(cli))


@pytest.mark.parametrize("name", [one for one in dd.__all__ if isfunction(getattr(dd, one))])
def test_every_function_has_an_address(name: str) -> None:
    assert f"/api/v1/{FUNCTIONS.get(name, name)}" in DESCRIPTION["paths"]


def test_the_document_names_every_address() -> None:
    listed = set(
        re.findall("`([^`]*)`", PAGE[PAGE.index("| address |") : PAGE.index("No address have")])
    )
    paths = [path.removeprefix("/api/v1/") for path in DESCRIPTION["paths"] if path != "/healthz"]
    below = ("play/", "train/", "papers/", "jobs/")  # told by their first word
    assert {path.partition(":")[0] for path in paths if not path.startswith(below)} <= listed
