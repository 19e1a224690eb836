"""Boards, choices and dice by their addresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import httpx
import pytest

from dicedevil.coach.boards import board, set_up
from dicedevil.games import game, names
from dicedevil.objectives import natural_aim
from playing import get
from serving import client_of


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with client_of() as found:
        yield found


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_board(client: httpx.Client, name: str) -> None:
    told = get(client, "/board", game=name)
    assert told == board(*set_up(game(name))) | {"objective": natural_aim(game(name)).name}
    rolled = get(client, "/roll", game=name)
    assert rolled["faces"] in [
        list(one) for one in set_up(game(name))[0].rules.rolls(game(name).start())
    ]
    after = get(client, "/board", game=name, roll=rolled["roll"])
    assert after["dice"]["faces"] == rolled["faces"]
    first = after["choices"][0]["choice"]
    made = get(client, "/next", game=name, roll=rolled["roll"], choice=first)
    assert made["state"] != after["state"]
    assert made["roll"] == ("" if made["choices"] else None)  # some decide before they roll on


def test_positions_of_every_kind(client: httpx.Client) -> None:
    match = get(client, "/board", game="pig", state="me=40,them=60,turn=19", objective="win")
    assert (match["what"], match["players"], match["objective"]) == ("match", 2, "win")
    five = get(client, "/board", game="yahtzee", state="them4-ones=2,ones=3", players=5)
    assert (five["players"], five["own"]) == (5, "ones=3")
    timed = get(client, "/board", game="pig", objective="within", turns=4, state="left=2,me=3")
    assert timed["state"] == "left=2,me=3,turn=0"
    summed = "points=180,open=chance+yahtzee"
    assert get(client, "/board", game="yahtzee", state=summed)["state"] == summed


def test_choices_lead_on(client: httpx.Client) -> None:
    asked = {"game": "yahtzee", "state": "ones=3,them-ones=1,mover=0", "players": 2}
    kept = get(client, "/next", roll="33456", choice="3456", **asked)
    assert kept["state"] == "ones=3,rerolls=1,kept=3456,them-ones=1,mover=0"
    scored = get(client, "/next", roll="33456", choice="small straight", **asked)
    assert scored["state"] == "ones=1,them-ones=3,them-small-straight=30,mover=1"
    assert scored["mover"] == 1
    banked = get(client, "/next", game="pig", state="me=40,turn=19", objective="turns", choice="stop")
    assert banked["state"] == "me=59,turn=0"
    one = get(
        client, "/next", game="shut-the-box:one-die=sum<=6", state="up=1+2", choice="roll one die"
    )
    assert one["state"] == "up=1+2,dice=1"
    over = get(client, "/next", game="klappenspiel:tiles=2", state="up=2", roll="11", choice="flip 2")
    assert (over["over"], over["result"]) == (True, [1])


def test_dice_come_by_their_weights(client: httpx.Client) -> None:
    loaded = "pig:dice=1d{1:1;2:9}"
    seen = Counter(get(client, "/roll", game=loaded)["roll"] for _ in range(60))
    assert seen["2"] > seen["1"]
    assert seen["1"] + seen["2"] == 60


@pytest.mark.parametrize(
    ("path", "asked", "status", "said"),
    [
        ("/board", {"game": "yatzee"}, 404, "Did you mean 'yahtzee'?"),
        ("/board", {"game": "yahtzee", "state": "onse=3"}, 400, "Did you mean 'ones'?"),
        ("/board", {"game": "yahtzee", "roll": "3345"}, 400, "3345"),
        ("/board", {"game": "yahtzee", "players": 21}, 400, "players"),
        ("/board", {"game": "yahtzee", "objective": "luck"}, 400, "objective"),
        ("/board", {"game": "/etc/passwd"}, 404, "Unknown game"),
        ("/board", {"game": "games/tug.py"}, 404, "Unknown game"),
        ("/next", {"game": "yahtzee", "roll": "33456", "choice": "poker"}, 400, "no choice here"),
        ("/next", {"game": "yahtzee", "choice": "score ones"}, 400, "roll the dice first"),
        ("/next", {"game": "klappenspiel", "state": "up=none", "choice": "stop"}, 400, "over"),
        ("/roll", {"game": "klappenspiel", "state": "up=none"}, 400, "nothing is left to roll"),
    ],
)
def test_what_cannot_be_is_refused(
    client: httpx.Client, path: str, asked: dict[str, str], status: int, said: str
) -> None:
    assert said in get(client, path, status, **asked)["error"]["message"]


@pytest.mark.parametrize(
    ("state", "message", "mover"),
    [
        ("ones=3,them-ones=3", None, None),
        ("ones=3,them-ones=3,them-twos=6", None, None),  # the other began, then
        ("ones=3,twos=6", "Player 2 is 2 turns behind.", None),
        ("ones=3,mover=1", "Player 1 is 2 turns behind.", None),
        ("ones=3,mover=0,them-ones=3,them-twos=6", "Player 1 is 1 turn behind.", "mover=1"),
        ("ones=3,mover=1,them-ones=3", "Player 1 is 1 turn behind.", "mover=0"),
    ],
)
def test_cards_that_are_set_one_after_the_other(
    client: httpx.Client, state: str, message: str | None, mover: str | None
) -> None:
    asked = {"game": "yahtzee", "objective": "win", "state": state}
    found = get(client, "/board", **asked)["not_yet"]
    if message is None:
        assert found is None
        return
    assert found["message"] == message
    assert (found["state"] or "").endswith(mover or "")
    assert bool(found["state"]) == bool(mover)
