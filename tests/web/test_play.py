"""Games played through the API: every game to its end, whatever is sent twice, by two at once."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli
from dicedevil.coach.records import Record
from dicedevil.coach.session import Session
from dicedevil.coach.store import Store
from dicedevil.games import game, names
from dicedevil.web.sessions import SESSIONS
from dicedevil.web.settings import Settings
from playing import API, begin, get, go_on, play_on, post
from serving import client_of

QUICK = {
    "pig": "pig:target=20",
    "ten-thousand": "ten-thousand:target=500",
    "farkle": "farkle:target=1000",
    "zilch": "zilch:target=1000",
    "cant-stop": "cant-stop:sides=3,length=1",
}
"""Shorter ways to play a game, where a whole match is long."""
SEATINGS = [
    *((name, ["random"]) for name in names()),
    *((name, bots) for name in ("pig", "klappenspiel", "yatzy") for bots in ([], ["random"] * 2)),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with client_of(Settings(data=folder)) as found:
        yield found


@pytest.mark.parametrize(("name", "bots"), SEATINGS)
def test_every_game_is_played_to_its_end(client: httpx.Client, name: str, bots: list[str]) -> None:
    begun = begin(client, QUICK.get(name, name), bots, seed=5)
    assert (begun["seed"], begun["players"], begun["moves"]) == (5, ["Ann", *bots], 0)
    play = play_on(client, begun)
    assert play["over"]
    assert play["board"]["over"]
    assert play["result"] == play["board"]["result"]
    line = client.get(f"{API}/play/{begun['number']}/record").text
    record = Record.from_line(line)
    assert list(record.result or ()) == play["result"]
    assert record == as_at_the_terminal(record)


def as_at_the_terminal(record: Record) -> Record:
    """Return the record of the same game played by a session, as `dicedevil play` plays it."""
    bots = [record.players[seat] for seat in record.more.get("bots", [])]
    people = record.players[: len(record.players) - len(bots)]
    session = Session.begin(game(record.game), people, bots, seed=record.seed)
    for move in record.moves:
        session.throw()
        if session.bot is None:
            session.choose(move.choice or "")
        else:
            session.let_bot_choose()
    made = session.record
    return Record(**{**vars(made), "more": {**made.more, "when": record.more["when"]}})


@pytest.mark.parametrize("name", ["micro-yahtzee", "pig:target=20", "klappenspiel", "ten-times-18"])
def test_the_end_tells_luck_and_errors_apart(client: httpx.Client, name: str, tmp_path: Path) -> None:
    number = play_on(client, begin(client, name, ["random"], seed=3))["number"]
    report = get(client, f"/play/{number}/report")
    assert report["end"].startswith("The end: ")
    assert [one["is_bot"] for one in report["games"]] == [False, True]
    assert all(one["rolled"]["sentence"] for one in report["games"])
    for one in report["games"]:
        assert one["result"] - one["start_value"] == pytest.approx(one["luck"] - one["loss"], abs=1e-9)
        assert one["sentence"].endswith(".")
        assert all(one["decisions"][place]["loss"] > 0 for place in one["worst"])
    line = client.get(f"{API}/play/{number}/record").text
    file = tmp_path / "game.jsonl"
    file.write_text(line)
    graded = json.loads(CliRunner().invoke(cli, ["grade", str(file), "--json"]).stdout)["games"]
    keys = graded[0].keys() - {"file", "line"}
    assert [{key: one[key] for key in keys} for one in report["games"]] == [
        {key: one[key] for key in keys} for one in graded
    ]
    sent = post(client, "/grade", records=line)
    assert [one["loss"] for one in sent["games"]] == [one["loss"] for one in graded]


def test_a_move_sent_twice_is_made_once(client: httpx.Client) -> None:
    play = begin(client, "yahtzee", ["random"], seed=1)
    number = play["number"]
    first = post(client, f"/play/{number}/choose", choice="chance", at=0)
    again = post(client, f"/play/{number}/choose", choice="score chance", at=0)
    assert first == again
    assert first["moves"] == 1
    late = post(client, f"/play/{number}/choose", 409, choice="ones", at=0)["error"]
    assert (late["code"], bool(late["hint"])) == ("moved-on", True)
    early = post(client, f"/play/{number}/choose", 409, choice="ones", at=7)["error"]
    assert early["code"] == "moved-on"
    bots = post(client, f"/play/{number}/bot", at=1)
    assert bots == post(client, f"/play/{number}/bot", at=1)
    assert [one["player"] for one in bots["since"]] == [1] * (bots["moves"] - 1)
    assert post(client, f"/play/{number}/bot", 409, at=0)["error"]["code"] == "moved-on"


def test_bots_can_be_followed_move_by_move(client: httpx.Client) -> None:
    number = begin(client, "yahtzee", ["random"], seed=1)["number"]
    post(client, f"/play/{number}/choose", choice="chance", at=0)
    for at in (1, 2):
        thrown = post(client, f"/play/{number}/throw")
        moved = post(client, f"/play/{number}/bot", at=at, most=1)
        assert moved["moves"] == at + 1
        assert [one["roll"] for one in moved["since"]] == [thrown["board"]["roll"]]
        if not moved["mover_is_bot"]:
            break


def test_a_bot_that_cannot_think_so_far_takes_no_seat(client: httpx.Client) -> None:
    games = len(get(client, "/play")["games"])
    asked = {"game": "yahtzee", "people": ["me"], "bots": ["win"]}
    assert "26 boxes are open" in post(client, "/play", 413, **asked)["error"]["message"]
    assert len(get(client, "/play")["games"]) == games, "no game was begun"
    assert begin(client, "micro-yahtzee", ["win"])["bots"] == [1]


def test_a_choice_is_taken_back(client: httpx.Client) -> None:
    number = begin(client, "yahtzee", seed=1)["number"]
    thrown = post(client, f"/play/{number}/throw")
    assert post(client, f"/play/{number}/throw") == thrown, "dice that lie there stay"
    kept = post(client, f"/play/{number}/choose", choice="keep none", at=0)
    assert kept["can_undo"]
    back = post(client, f"/play/{number}/undo", at=1)
    assert back == post(client, f"/play/{number}/undo", at=1), "sent twice, taken back once"
    assert (back["moves"], back["board"]["roll"]) == (0, thrown["board"]["roll"])
    post(client, f"/play/{number}/choose", choice="keep none", at=0)
    post(client, f"/play/{number}/throw")
    refused = post(client, f"/play/{number}/undo", 400, at=1)["error"]
    assert "until the next dice are seen" in refused["message"]


def test_a_wrong_choice_changes_nothing(client: httpx.Client) -> None:
    number = begin(client, "yahtzee", seed=1)["number"]
    before = post(client, f"/play/{number}/throw")
    refused = post(client, f"/play/{number}/choose", 400, choice="score poker", at=0)["error"]
    assert "score poker" in refused["message"]
    assert get(client, f"/play/{number}") == before
    no_bot = post(client, f"/play/{number}/bot", 400, at=0)["error"]
    assert no_bot["message"].startswith("It is the turn")


def test_hints_are_a_ladder(client: httpx.Client) -> None:
    number = begin(client, "ten-times-18", seed=1)["number"]
    assert "dice that lie" in post(client, f"/play/{number}/hint", 400)["error"]["message"]
    post(client, f"/play/{number}/throw")
    few, best, every, still = (post(client, f"/play/{number}/hint") for _ in range(4))
    assert [few["rung"], best["rung"], every["rung"], still["rung"]] == [1, 2, 3, 3]
    assert (few["best"], "advice" in few, "advice" in best) == ([], False, False)
    assert best["best"][0] in few["good"]
    assert every["advice"]["choices"][0]["choice"] == best["best"][0]
    assert every["advice"]["why"]["sentence"] == every["sentence"]
    state, roll = every["advice"]["state"], every["advice"]["roll"]
    asked = get(client, "/advice", game="ten-times-18", state=state, roll=roll)
    assert asked["choices"] == every["advice"]["choices"]


def test_games_are_listed_and_left(client: httpx.Client) -> None:
    empty = begin(client, "pig")["number"]
    assert post(client, f"/play/{empty}/leave") == {"number": empty, "kept": False}
    get(client, f"/play/{empty}", 404)
    begun = play_on(client, begin(client, "pig", seed=9), most=1)
    number = begun["number"]
    assert post(client, f"/play/{number}/leave") == {"number": number, "kept": True}
    listed = get(client, "/play")["games"]
    (mine,) = [one for one in listed if one["number"] == number]
    assert (mine["moves"], mine["over"], mine["seed"], mine["players"]) == (1, False, 9, ["Ann"])
    assert [one["over"] for one in listed] == sorted(one["over"] for one in listed)
    assert get(client, f"/play/{number}")["moves"] == 1


@pytest.mark.parametrize("what", ["", "/report", "/record"])
def test_unknown_numbers(client: httpx.Client, what: str) -> None:
    error = get(client, f"/play/987654321{what}", 404)["error"]
    assert (error["code"], error["message"]) == ("unknown-number", "There is no game 987654321.")


@pytest.mark.parametrize("what", ["throw", "choose", "bot", "undo", "hint", "leave"])
def test_moves_in_unknown_games(client: httpx.Client, what: str) -> None:
    body = {"choose": {"choice": "stop", "at": 0}, "bot": {"at": 0}, "undo": {"at": 0}}.get(what, {})
    assert post(client, f"/play/987654321/{what}", 404, **body)["error"]["code"] == "unknown-number"


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"game": "yatzee"}, 404, "Did you mean 'yahtzee'?"),
        ({"game": "yahtzee", "bots": ["optimum"]}, 400, "Nobody called 'optimum'"),
        ({"game": "yahtzee", "people": []}, 400, "people"),
        ({"game": "yahtzee", "people": ["x" * 101]}, 400, "people"),
        ({"game": "yahtzee", "seed": -1}, 400, "seed"),
        ({"game": "yahtzee", "seed": "7"}, 400, "seed"),
        ({"game": "yahtzee", "more": 1}, 400, "more"),
        ({"game": "pig", "people": ["a"] * 15, "bots": ["random"] * 15}, 400, "20 players"),
    ],
)
def test_who_cannot_begin(client: httpx.Client, body: Any, status: int, said: str) -> None:
    assert said in post(client, "/play", status, **body)["error"]["message"]


def test_what_is_forgotten_is_played_again(client: httpx.Client, folder: Path) -> None:
    number = play_on(client, begin(client, "yahtzee", ["random"], seed=2), most=9)["number"]
    before = get(client, f"/play/{number}", at=0)
    with SESSIONS._door:
        SESSIONS._places.clear()
    again = get(client, f"/play/{number}", at=0)
    same = ("moves", "since", "players", "bots", "seed", "mover_is_bot")
    assert [again[key] for key in same] == [before[key] for key in same]
    assert again["board"]["seats"] == before["board"]["seats"]


def test_a_game_that_is_played_on_at_a_terminal_goes_on_from_there(
    client: httpx.Client, folder: Path
) -> None:
    number = play_on(client, begin(client, "ten-times-18", seed=2), most=2)["number"]
    with Store(folder) as store:
        (kept,) = [one for one in store.under_way() if one.number == number]
        session = Session.resume(kept, game("ten-times-18"), store)
        session.throw()
        session.choose(session.choices()[0])
    post(client, f"/play/{number}/choose", 409, choice="place 10", at=2)
    assert get(client, f"/play/{number}")["moves"] == 3
    with Store(folder) as store:
        store.finish(number, None)
    thrown = post(client, f"/play/{number}/throw")
    choice = thrown["board"]["choices"][0]["choice"]
    lost = post(client, f"/play/{number}/choose", 409, choice=choice, at=3)["error"]
    assert lost["code"] == "moved-on"


def test_two_clients_at_once_make_one_game(client: httpx.Client) -> None:
    begun = begin(client, "micro-yahtzee", ["random"], seed=4)
    number, made, troubles = begun["number"], [], []

    def play(seed: int) -> None:
        source, told = random.Random(seed), begun
        while not told["over"]:
            try:
                before = told["moves"]
                told = go_on(client, told, source)
                made.append((before, told["moves"]))
            except AssertionError as error:
                if "moved-on" not in str(error) and "turn of" not in str(error):
                    troubles.append(str(error))
                    raise
                told = get(client, f"/play/{number}")

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not troubles
    record = Record.from_line(client.get(f"{API}/play/{number}/record").text)
    assert record == as_at_the_terminal(record)


def test_many_games_at_once(client: httpx.Client) -> None:
    done: list[Any] = []

    def play(seed: int) -> None:
        done.append(play_on(client, begin(client, "pig:target=30", ["random"], seed=seed), seed))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len({one["number"] for one in done}) == 8
    assert all(one["over"] and one["kept"] for one in done)
