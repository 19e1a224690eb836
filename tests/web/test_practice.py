"""Practice, progress and grades by their addresses: what the commands say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli
from dicedevil.coach.records import Record
from dicedevil.coach.store import Store
from dicedevil.web.settings import Settings
from playing import API, begin, get, play_on, post
from serving import client_of

GAME = "ten-times-18"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with client_of(Settings(data=folder)) as found:
        yield found


@pytest.fixture(scope="module")
def number(client: httpx.Client) -> int:
    """A game that Ann played at random, to its end."""
    return int(play_on(client, begin(client, GAME, ["random"], seed=3))["number"])


def command(*words: str) -> dict[str, object]:
    """Return what a command says."""
    found = CliRunner().invoke(cli, [*words, "--json"], catch_exceptions=False)
    told: dict[str, object] = json.loads(found.stdout)
    return told


def test_mistakes_of_one_game_are_tried_again(client: httpx.Client, number: int) -> None:
    graded = get(client, f"/play/{number}/report")["games"][0]
    wrong = [one for one in graded["decisions"] if one["class"] in ("inaccuracy", "mistake", "blunder")]
    assert wrong
    asked = []
    for left in range(len(wrong), 0, -1):
        told = get(client, "/train", player="Ann", of=number)
        drill = told["drill"]
        assert (told["left"], drill["game"], told["board"]["roll"]) == (left, GAME, drill["roll"])
        assert drill["source"] == "from a game of yours"
        asked.append((drill["state"], drill["roll"]))
        choice = told["board"]["choices"][0]["choice"]
        found = post(client, f"/train/{drill['number']}", choice=choice, player="Ann")
        assert found["right"] == (found["loss"] <= 0.005 * graded["spread"])
        assert found["best"] in found["sentence"] or found["right"]
        assert found["next_due"]
    assert asked == [(one["state"], one["roll"]) for one in wrong]
    done = get(client, "/train", player="Ann", of=number)
    assert (done["drill"], done["board"], done["left"]) == (None, None, 0)
    assert done["message"] == "You have been through all mistakes of this game."
    assert done["next_due"]


def test_close_calls_are_made(client: httpx.Client) -> None:
    told = get(client, "/train", player="Bob", game=GAME, level="hard")
    assert told["drill"]["source"] == "a close call"
    refused = post(client, f"/train/{told['drill']['number']}", 400, choice="poker", player="Bob")
    assert "poker" in refused["error"]["message"]
    other = post(client, f"/train/{told['drill']['number']}", 404, choice="place 1", player="Ann")
    assert other["error"]["code"] == "unknown-number"
    best = get(client, "/advice", game=GAME, **{k: told["drill"][k] for k in ("state", "roll")})
    found = post(
        client,
        f"/train/{told['drill']['number']}",
        choice=best["choices"][0]["choice"],
        player="Bob",
    )
    assert (found["right"], found["loss"]) == (True, 0.0)
    again = get(client, "/train", player="Bob", game=GAME, level="hard")
    assert again["drill"]["number"] != told["drill"]["number"]


def test_nothing_to_practise(client: httpx.Client) -> None:
    told = get(client, "/train", player="Nobody")
    assert (told["drill"], told["message"]) == (None, "Nothing is due.")
    assert "Unknown level" in get(client, "/train", 400, level="silly")["error"]["message"]
    assert get(client, "/train", 404, of=987654321)["error"]["code"] == "unknown-number"


def test_progress_is_what_the_command_says(client: httpx.Client, folder: Path, number: int) -> None:
    told = get(client, "/stats", player="Ann")
    assert told["ungraded"] == 0
    assert told["job"] is None
    assert "Ann" in told["players"]
    said = command("stats", "--player", "Ann", "--data", str(folder))
    assert {key: told[key] for key in said} == said
    assert get(client, "/stats", player="Ann", game="pig")["games"] == []


def test_grades_are_what_the_command_says(client: httpx.Client, number: int, tmp_path: Path) -> None:
    line = client.get(f"{API}/play/{number}/record").text
    file = tmp_path / "records"
    file.write_text(f"{line}\nno record\n{line}")
    told = post(client, "/grade", records=file.read_text())
    found = CliRunner().invoke(cli, ["grade", str(file), "--json"])
    said = json.loads(found.stdout.replace(str(file), "records"))
    assert told["report"] == said["report"]
    assert (told["refusals"], told["refused"]) == (1, said["refused"])
    for one, other in zip(told["games"], said["games"], strict=True):
        assert {key: one[key] for key in other} == other
        assert one["players"] == ["Ann", "random"]
        assert one["sentence"].endswith(".")
    as_list = post(client, "/grade", records=[json.loads(line)], objective="score")
    assert as_list["games"][0]["loss"] == told["games"][0]["loss"]


def test_records_that_are_none(client: httpx.Client) -> None:
    assert post(client, "/grade", 400, records="")["error"]["message"].startswith("There is no record")
    assert post(client, "/grade", records="{}")["refusals"] == 1
    many = post(client, "/grade", 413, records="{}\n" * 201)["error"]
    assert (many["code"], "200" in many["message"]) == ("too-large", True)
    own = {"record": 1, "game": "/etc/tug.py", "players": ["me"], "moves": [], "result": None}
    assert "never has a file run" in post(client, "/grade", records=[own])["refused"][0]["reason"]
    half = json.dumps({"records": [{**own, "game": "pig", "players": ["\ud83c"]}]})
    sent = client.post(f"{API}/grade", content=half, headers={"content-type": "application/json"})
    assert sent.json()["refusals"] == 1
    assert post(client, "/grade", 400, records="x", objective="luck")["error"]["code"] == "request"


def test_games_that_wait_for_their_grades_are_a_job(client: httpx.Client, folder: Path) -> None:
    with Store(folder) as store:
        store.keep([Record("farkle", ("Eve", "Bob"))])
    told = get(client, "/stats", player="Eve")
    assert (told["ungraded"], len(told["refused"])) == (1, 1)
    assert told["job"] == {"ask": "catch-up", "with": {}}
    assert told["cost"]["seconds"] > 2
    waiting = post(client, "/jobs", 202, **told["job"])
    assert waiting["status"] in ("waiting", "running")
    assert client.delete(f"{API}/jobs/{waiting['number']}").json()["status"] == "cancelled"


def test_a_game_that_can_never_be_graded_is_left_out(tmp_path: Path) -> None:
    whole = Record("cant-stop", ("Eve",))  # as large as no memory
    with Store(tmp_path) as store:
        store.keep([whole, Record("micro-yahtzee", ("Eve",))])
    with client_of(Settings(data=tmp_path)) as client:
        told = get(client, "/stats", player="Eve")
        assert [one["number"] for one in told["refused"]] == [1]
        assert (told["ungraded"], told["job"]) == (0, None)
        assert [one["game"] for one in told["games"]] == ["micro-yahtzee"]
