"""Games that are not played in the server itself: bots that take long, and rules files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dicedevil.coach.records import Record
from dicedevil.coach.replay import replay
from dicedevil.web.settings import Settings, named_files
from own_games import QUICK
from playing import API, begin, get, play_on, post
from serving import client_of

DICE = '''"""Throw a die or stop, three times at most."""

from dataclasses import dataclass
from typing import NamedTuple

from dicedevil import Game


class Thrown(NamedTuple):
    throws: int


@dataclass(frozen=True)
class Climb(Game):
    """Take what a die shows, or throw again."""

    throws: int = 3

    def start(self):
        return Thrown(0)

    def is_over(self, state):
        return state.throws > self.throws

    def rolls(self, state):
        return {(face,): 1 for face in range(1, 7)}

    def choices(self, state, roll):
        return ["take", "again"] if state.throws < self.throws else ["take"]

    def play(self, state, roll, choice):
        if choice == "take":
            return roll[0], Thrown(self.throws + 1)
        return 0, Thrown(state.throws + 1)

    def progress(self, state):
        return state.throws

    def ends_turn(self, state, roll, choice):
        return choice == "take"
'''


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "climb.py"
    path.write_text(DICE)
    return path


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, file: Path) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("games")
    with client_of(Settings(data=folder, files=named_files((file,)))) as found:
        yield found


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))  # nobody has made any
    with client_of(Settings(data=tmp_path), patience=3.0) as found:
        yield found


def test_bots_that_take_long_are_a_job_of_their_own(hasty: httpx.Client) -> None:
    client = hasty
    asked = {"game": "ten-thousand:target=9950", "people": ["Ann"], "bots": ["optimal"]}
    refused = post(client, "/play", 409, **asked)["error"]
    assert refused["job"] == {"ask": "bots", "with": asked}
    assert refused["cost"]["seconds"] > 2
    assert get(client, "/play")["games"] == [], "no game was begun"
    job = post(client, "/jobs", 202, **refused["job"])
    events = client.get(f"{API}/jobs/{job['number']}/events").text
    assert "event: end" in events
    assert get(client, f"/jobs/{job['number']}")["status"] == "done"
    assert begin(client, "ten-thousand:target=9950", ["optimal"])["bots"] == [1]


def test_a_game_of_ones_own_is_played_to_its_report(client: httpx.Client, file: Path) -> None:
    told = get(client, "/board", game="climb:throws=2")
    assert told["seats"][0]["pieces"][0]["kind"] == "plain"
    begun = begin(client, "climb:throws=2", ["random", "greedy"], seed=2)
    number = begun["number"]
    assert (begun["game"], begun["board"]["game"]) == ("climb:throws=2", "climb:throws=2")
    play = play_on(client, begun)
    assert play["over"]
    record = Record.from_line(client.get(f"{API}/play/{number}/record").text)
    assert record.game == "climb.py:throws=2", "records name the file, as those of the terminal do"
    assert replay(record, [str(file)]).end.results == record.result
    report = get(client, f"/play/{number}/report")
    for one in report["games"]:
        assert one["game"] == "climb:throws=2"
        assert one["result"] - one["start_value"] == pytest.approx(one["luck"] - one["loss"], abs=1e-9)
    assert get(client, "/stats", player="Ann")["games"][0]["game"] == "climb:throws=2"
    graded = post(client, "/grade", records=[record.to_dict()])
    assert graded["games"][0]["loss"] == report["games"][0]["loss"]
    assert graded["games"][0]["game"] == "climb:throws=2", "under this name it can be asked about"
    (listed,) = [one for one in get(client, "/play")["games"] if one["number"] == number]
    assert (listed["game"], listed["served"]) == ("climb:throws=2", True)
    drill = get(client, "/train", player="Ann", game="climb:throws=2")["drill"]
    assert drill["game"] == "climb:throws=2"
    assert post(client, f"/train/{drill['number']}", choice="take", player="Ann")["sentence"]


@pytest.mark.parametrize("text", [QUICK, 'game = "climb.py"\n[parameters]\nthrows = 1\n'])
def test_a_variant_in_a_file_is_played_to_its_report(file: Path, tmp_path: Path, text: str) -> None:
    path = file.parent / "mine.toml"
    path.write_text(text)
    with client_of(Settings(data=tmp_path, files=named_files((path,)))) as served:
        begun = begin(served, "mine", ["random"], seed=2)
        assert begun["board"]["variant"] in ("target=10", "throws=1")
        play = play_on(served, begun)
        assert (play["over"], play["game"]) == (True, "mine")
        report = get(served, f"/play/{play['number']}/report")
        assert {one["game"] for one in report["games"]} == {"mine"}
        assert report["record"]["game"] == "mine.toml"
        first = report["games"][0]["decisions"][0]
        asked = {"game": "mine", "state": first["state"], "roll": first["roll"]}
        aim = report["games"][0]["objective"]
        assert get(served, "/advice", **asked, objective=aim)["choices"]
        assert get(served, "/stats", player="Ann")["games"][0]["game"] == "mine"
        assert get(served, "/play")["games"][0]["served"]


def test_a_game_whose_rules_are_not_served_can_only_be_listed(file: Path, tmp_path: Path) -> None:
    with client_of(Settings(data=tmp_path, files=named_files((file,)))) as served:
        number = play_on(served, begin(served, "climb", seed=2), most=1)["number"]
    with client_of(Settings(data=tmp_path)) as plain:
        (listed,) = get(plain, "/play")["games"]
        assert (listed["number"], listed["served"], listed["moves"]) == (number, False, 1)
        refused = get(plain, f"/play/{number}", 400)["error"]
        assert "dicedevil serve climb.py" in refused["message"]
        assert plain.get(f"{API}/play/{number}/record").status_code == 200
        assert get(plain, "/stats")["games"] == []
