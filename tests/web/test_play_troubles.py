"""What goes wrong around games: folders, names, time; none of it is a failure of the server."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from dicedevil.coach import grade as grading
from dicedevil.coach.records import Move, Record
from dicedevil.coach.session import Session
from dicedevil.web.sessions import SESSIONS
from dicedevil.web.settings import Settings
from playing import API, begin, get, play_on, post
from serving import client_of
from unusual import NAMES


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(Settings(data=tmp_path / "games")) as found:
        yield found


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with client_of(Settings(data=tmp_path / "file")) as client:
        for path in ("/play", "/stats", "/train", "/play/1"):
            error = get(client, path, 503)["error"]
            assert (error["code"], "Cannot use" in error["message"]) == ("store", True)
        assert post(client, "/play", 503, game="pig")["error"]["code"] == "store"
        assert get(client, "/board", game="pig")["game"] == "pig"


def test_games_that_somebody_removed_are_gone(client: httpx.Client, tmp_path: Path) -> None:
    number = play_on(client, begin(client, "pig", seed=1), most=2)["number"]
    shutil.rmtree(tmp_path / "games")
    for _ in range(8):  # whichever thread answers
        get(client, f"/play/{number}", 404)
    assert begin(client, "pig", seed=1)["kept"]
    assert len(get(client, "/play")["games"]) == 1


@pytest.mark.parametrize("name", [one for one in NAMES if 0 < len(one) <= 100])
def test_names_of_all_kinds(client: httpx.Client, name: str) -> None:
    begun = post(client, "/play", 201, game="pig:target=5", people=[name], seed=1)
    assert begun["players"] == [name]
    done = play_on(client, begun)
    assert get(client, f"/play/{done['number']}/report")["games"][0]["player"] == name
    assert get(client, "/stats", player=name)["games"][0]["games"] == 1
    assert name in get(client, "/stats")["players"]


def test_half_a_sign_is_no_name(client: httpx.Client) -> None:
    for path, body in (
        ("/play", {"game": "pig", "people": ["\ud83c"]}),
        ("/train/1", {"choice": "stop", "player": "\ud83c"}),
        ("/grade", {"records": "\ud83c"}),
    ):
        sent = client.post(
            API + path, content=json.dumps(body), headers={"content-type": "application/json"}
        )
        assert sent.status_code in (200, 400), sent.text


def test_a_game_without_moves_has_a_report(client: httpx.Client) -> None:
    number = begin(client, "yahtzee", ["random"])["number"]
    report = get(client, f"/play/{number}/report")
    assert (report["end"], [one["loss"] for one in report["games"]]) == ("", [0.0, 0.0])
    assert get(client, f"/play/{number}", at=5)["since"] == []


def test_grading_that_takes_long_is_a_job(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = tuple(Move(0, "2", "roll" if place % 2 else "stop") for place in range(1, 30))
    line = Record("pig", ("me",), moves, what="race").to_line()
    assert post(client, "/grade", records=line)["refusals"] == 0
    clock = iter(range(0, 10**6, 40))  # seconds: twice that is more than anybody waits
    slow = SimpleNamespace(monotonic=lambda: float(next(clock)))
    monkeypatch.setattr(grading, "time", slow)
    refused = post(client, "/grade", 409, records=line)["error"]
    assert refused["job"]["ask"] == "grade"
    assert refused["cost"]["seconds"] > 3


def test_a_game_is_played_again_once_and_then_remembered(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = play_on(client, begin(client, "yahtzee", ["random"], seed=1), most=6)
    with SESSIONS._door:
        SESSIONS._places.clear()
    again: list[int] = []
    resume = Session.resume

    def counted(*given: Any, **more: Any) -> Session:
        again.append(1)
        return resume(*given, **more)

    monkeypatch.setattr(Session, "resume", counted)
    play_on(client, get(client, f"/play/{play['number']}"), most=12)
    assert len(again) == 1


def test_the_last_board_shows_what_everybody_had(client: httpx.Client) -> None:
    done = play_on(client, begin(client, "pig:target=20", ["random"], seed=4))
    totals = [seat["pieces"][0]["sections"][0][0]["points"] for seat in done["board"]["seats"]]
    winner = done["result"].index(1.0)
    assert totals[winner] >= 20
    assert 0 < totals[1 - winner] < 20
    lost = play_on(client, begin(client, "klappenspiel", seed=2))
    assert lost["result"] == [0]
    (seat,) = lost["board"]["seats"]
    assert [piece["kind"] for piece in seat["pieces"]] == ["totals", "tiles"]
