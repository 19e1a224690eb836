"""The gallery: figures and tables of the papers as numbers, the same that their commands print."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli
from dicedevil.reproduce import PAPERS
from dicedevil.reproduce.exhibits import Exhibit, Plotted, Printed
from dicedevil.reproduce.gallery import GALLERY
from dicedevil.reproduce.tables import headings
from dicedevil.web.answers.papers import figure
from dicedevil.web.library import Library
from serving import client_of

EVERY = [
    pytest.param(paper, one, id=f"{paper} {one.name}")
    for paper, room in GALLERY.items()
    for one in room.exhibits
]
MAIN = [
    pytest.param(paper, one, id=f"{paper} {one.name}")
    for paper, room in GALLERY.items()
    for one in (*room.figures, [table for table in room.tables if not table.takes_long][-1])
    if not one.takes_long
]


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with client_of(patience=3) as found:  # what is quick has its own patience
        yield found


def run(command: str, *more: str) -> Any:
    program, *words = shlex.split(command)
    assert program == "dicedevil"
    return CliRunner().invoke(cli, [*words, *more], catch_exceptions=False)


def printed(one: Exhibit) -> Any:
    """What the command of an exhibit prints with --json, without its file."""
    words = shlex.split(one.command)
    words = words[: words.index("-o")] if "-o" in words else words
    result = run(shlex.join(words), "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_every_paper_is_shown(client: httpx.Client) -> None:
    found = client.get("/api/v1/papers").json()
    assert {one["paper"] for one in found} == set(PAPERS)
    for one in found:
        assert one["title"] in PAPERS[one["paper"]]
        assert str(one["year"]) in PAPERS[one["paper"]]
        for shown in one["figures"] + one["tables"]:
            assert shown["title"]
            assert shown["caption"]
            assert shown["seconds"] > 0


def test_every_table_of_every_paper_is_there() -> None:
    for paper, room in GALLERY.items():
        named = {one.maker.item for one in room.tables if isinstance(one.maker, Printed)}
        assert named >= {name for name in headings(paper) if name.startswith("Table")}


@pytest.mark.parametrize(("paper", "one"), EVERY)
def test_every_command_can_be_given(paper: str, one: Exhibit) -> None:
    help_text = run(one.command, "--help")
    assert help_text.exit_code == 0
    assert help_text.stdout.startswith("Usage:")
    program = cli.get_command(None, shlex.split(one.command)[1])  # type: ignore[arg-type]
    assert program is not None
    context = program.make_context("dicedevil", shlex.split(one.command)[2:])
    assert context.params


@pytest.mark.parametrize(("paper", "one"), MAIN)
def test_the_numbers_are_those_that_the_command_prints(
    client: httpx.Client, paper: str, one: Exhibit
) -> None:
    answer = client.get(f"/api/v1/papers/{paper}/{one.name}")
    assert answer.status_code == 200
    drawn = answer.json()
    assert drawn.pop("command") == one.command
    told = printed(one)
    if isinstance(one.maker, Plotted):
        assert drawn == told["data"]
    elif isinstance(one.maker, Printed):
        cells = [cell for row in drawn["rows"] for cell in row["cells"] if cell]
        assert sorted(map(_line, cells)) == sorted(map(_line, told))
    else:
        errors = {(row["player"], row["to_go"]): row["error"] for row in told["rows"]}
        assert errors == {
            (line["name"], to_go): error
            for line in drawn["series"]
            for to_go, error in zip(line["x"], line["y"], strict=True)
        }


def _line(cell: dict[str, Any]) -> str:
    keys = ("item", "published", "computed", "exact", "agrees", "verdict", "note")
    return json.dumps([cell[key] for key in keys])


def test_what_takes_long_is_told_with_its_cost_and_its_job(client: httpx.Client) -> None:
    answer = client.get("/api/v1/papers/verhoeff/law")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (409, "missing-table")
    assert error["cost"]["seconds"] > 2
    given = {"paper": "verhoeff", "figure": "law", "state": "", "roll": ""}
    assert error["job"] == {"ask": "paper", "with": given}


def test_what_a_job_has_made_is_there_afterwards(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws = _named(GALLERY["boecker"].figures, "laws")
    room = GALLERY["boecker"]
    slow = replace(laws, name="slow", seconds=30.0)
    monkeypatch.setitem(GALLERY, "boecker", replace(room, figures=(*room.figures, slow)))
    address = "/api/v1/papers/boecker/slow"
    refused = client.get(address)
    assert refused.status_code == 409
    monkeypatch.setattr("dicedevil.web.jobs.Answerer", _Here)
    job = client.post("/api/v1/jobs", json=refused.json()["error"]["job"]).json()
    assert job["cost"] == {"seconds": 30.0}
    ended = client.get(f"/api/v1/jobs/{job['number']}/events").text
    assert "event: end" in ended
    assert client.get(address).json()["series"] == laws.data()["series"]


class _Here:
    """A helper of jobs that works in this process, where the gallery has one figure more."""

    def __init__(self, files: Any, data: Any) -> None:
        self.library = Library(files, data=data)

    def ask(self, errand: Any, seconds: float, told: Any) -> Any:
        return figure(replace(self.library, budget=errand.budget), **errand.given)

    def end(self) -> None:
        """Nothing is left."""


def test_what_takes_long_has_something_to_show_meanwhile() -> None:
    for room in GALLERY.values():
        for one in room.figures:
            assert bool(one.preview) == one.takes_long
            assert not one.preview or not _named(room.figures, one.preview).takes_long


def _named(figures: tuple[Exhibit, ...], name: str) -> Exhibit:
    return next(one for one in figures if one.name == name)


def test_a_figure_of_a_position_is_drawn_of_others_too(client: httpx.Client) -> None:
    address = "/api/v1/papers/klappenspiel/interference"
    answer = client.get(address, params={"state": "up=1+6+7", "roll": "16"}).json()
    assert answer["state"] == "up=1+6+7"
    assert "--state up=1+6+7 --roll 16" in answer["command"]
    refused = client.get(address, params={"state": "up=11", "roll": "46"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "position")
    settled = client.get(address, params={"state": "up=10", "roll": "46"})
    assert "nothing to choose" in settled.json()["error"]["message"]


@pytest.mark.parametrize(
    ("address", "code", "nearest"),
    [("boeker/laws", "unknown-paper", "boecker"), ("boecker/law", "unknown-figure", "laws")],
)
def test_what_is_not_there_is_refused_in_words(
    client: httpx.Client, address: str, code: str, nearest: str
) -> None:
    answer = client.get(f"/api/v1/papers/{address}")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (404, code)
    assert f"'{nearest}'" in error["message"]
