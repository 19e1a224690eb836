"""Addresses answer exactly what the commands print with --json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli
from dicedevil.games import game, names
from dicedevil.web.settings import Settings, named_files
from own_games import TUG
from serving import client_of

API = "/api/v1"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with client_of() as found:
        yield found


def printed(*arguments: str) -> Any:
    """What a command prints with --json."""
    result = CliRunner().invoke(cli, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def answered(client: httpx.Client, path: str, **asked: Any) -> Any:
    answer = client.get(f"{API}/{path}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def first_roll(name: str) -> str:
    rules = game(name)
    return rules.write_roll(sorted(rules.rolls(rules.start()))[-1])


SMALLER = {
    "cant-stop": "cant-stop:sides=3,length=1",
    "maxi-yatzy": "maxi-yatzy:boxes=sixes/castle/tower",
    "decathlon": "decathlon:events=400-metres",
}
SOLVED = [SMALLER.get(name, name) for name in names()]
"""Listed games as they can be solved: the full board of Can't Stop is too large, others take long."""


SIMPLE = {"rule-of-28", "hold-at-5", "greedy", "random"}
"""The players of Can't Stop who need no solution of it."""


@pytest.mark.parametrize("name", SOLVED)
def test_advice_is_that_of_the_command(client: httpx.Client, name: str) -> None:
    roll = first_roll(name)
    expected = printed("advise", name, "--roll", roll)
    for _ in range(12):  # from its thread, and on the event loop once the solution is warm
        assert answered(client, "advice", game=name, roll=roll) == expected


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("yahtzee --state ones=3,rerolls=1 --roll 33456 --why", {"why": True}),
        (
            "yahtzee --state ones=3,rerolls=1 --roll 33456 --than keep~33",
            {"than": "keep 33"},
        ),
        ("pig --state turn=23", {}),
        ("pig --state turn=19 --roll 4 --exact", {"exact": True}),
        ("pig --state me=40,them=60,turn=19 --roll 4 --objective win", {"objective": "win"}),
        ("pig --player emp-1 --state me=40,them=60,them2=50,turn=12 --roll 4", {"player": "emp-1"}),
        ("ten-times-18 --state 1=4,5=8 --roll 12 --target 700", {"target": 700}),
        ("pig --objective within --turns 20 --state turn=3 --roll 4", {"turns": 20}),
        ("shut-the-box:score=remaining --roll 66 --objective worst", {"objective": "worst"}),
    ],
)
def test_advice_of_all_kinds(client: httpx.Client, options: str, asked: dict[str, Any]) -> None:
    words = [word.replace("~", " ") for word in options.split()]
    given = {
        key: words[words.index(f"--{key}") + 1] for key in ("state", "roll") if f"--{key}" in words
    }
    expected = printed("advise", *words)  # first: it may make a table
    assert answered(client, "advice", game=words[0], **given, **asked) == expected


def test_what_is_best_where_nobody_says_what_for(client: httpx.Client, tmp_path: Path) -> None:
    small = answered(client, "advice", game="cant-stop:sides=3,length=1")
    assert (small["objective"], small["unit"]) == ("turns", "turns")
    assert answered(client, "board", game="cant-stop:sides=3,length=1")["objective"] == "turns"
    rules = tmp_path / "tug.py"
    rules.write_text(TUG)
    with client_of(Settings(files=named_files((rules,)))) as served:
        told = answered(served, "advice", game="tug", roll="2")
        assert told == printed("advise", str(rules), "--roll", "2")
        assert (told["objective"], told["choices"][0]["choice"]) == ("win", "pull")
        assert answered(served, "board", game="tug")["objective"] == "win"
        assert answered(served, "games/tug")["players"] == {"least": 2, "most": 2}


def test_games_are_those_of_the_command(client: httpx.Client) -> None:
    found = answered(client, "games")
    known = [{key: one[key] for key in one if key not in ("own", "pieces")} for one in found]
    assert known == printed("games")
    kinds = {"card", "tiles", "slots", "tracks", "totals"}
    assert all(one["pieces"] and set(one["pieces"]) <= kinds for one in found)
    assert not any(one["own"] for one in found)


@pytest.mark.parametrize("name", [*names(), "ten-times-18:slots=5", "ten-times-18:multipliers=1/2/5"])
def test_a_game_is_shown_and_says_what_can_be_asked(client: httpx.Client, name: str) -> None:
    found, expected = answered(client, f"games/{name}"), printed("show", name)
    if found["states"] is None:  # counting was given up, here sooner
        assert found["states_at_least"] <= (expected["states"] or expected["states_at_least"])
        found |= {key: expected[key] for key in ("states", "states_at_least") if key in expected}
    bots = {one["name"]: one["label"] for one in found["bots"]}
    same = expected.keys() - {"bots"}
    assert {key: found[key] for key in same} == {key: expected[key] for key in same}
    assert bots.items() <= expected["bots"].items()
    missing = {"cant-stop": {*expected["bots"]} - SIMPLE, "ten-times-18": {"omniscient"}}
    assert expected["bots"].keys() - bots.keys() == missing.get(name.partition(":")[0], set()), (
        "who cannot sit at a table is not offered"
    )
    assert found["players"]["least"] == 1
    assert found["players"]["most"] in (2, 20)
    assert found["start"] == answered(client, "board", game=name)
    objectives = {one["name"]: one["needs"] for one in found["objectives"]}
    assert found["natural_objective"] in objectives
    rules = game(name)  # a best chance, or the fewest turns, is the target's by another name
    is_named = rules.score_is_win or rules.scored_in == "race"
    assert objectives.get("target") == (None if is_named else ["target"])
    for one in objectives:
        refused = CliRunner().invoke(cli, ["advise", name, "--objective", one, "--roll", "x"])
        assert "the roll" in refused.output.lower() or "needs a number" in refused.output


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("klappenspiel", {}),
        ("ten-times-18:slots=3 --state 1=4", {"state": "1=4"}),
        ("shut-the-box:score=remaining --target 5 --target 9", {"target": [5, 9]}),
        ("micro-yahtzee --exact", {"exact": True}),
    ],
)
def test_curves_are_those_of_the_command(
    client: httpx.Client, options: str, asked: dict[str, Any]
) -> None:
    name, *words = options.split()
    expected = printed("curve", name, *words)
    assert answered(client, "curve", game=name, **asked) == expected


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("klappenspiel --strategy sum", {"strategy": "sum"}),
        ("pig --strategy hold-at-20", {"strategy": "hold-at-20"}),
        ("ten-times-18:slots=3 --state 1=4 --float", {"state": "1=4", "exact": False}),
        ("micro-yahtzee --exact", {"exact": True}),
        (
            "pig:target=20 --strategy hold-at-5 --against optimal",
            {"strategy": "hold-at-5", "against": "optimal"},
        ),
    ],
)
def test_laws_are_those_of_the_command(
    client: httpx.Client, options: str, asked: dict[str, Any]
) -> None:
    name, *words = options.split()
    expected = printed("evaluate", name, *words)
    assert answered(client, "law", game=name, **asked) == expected


def test_many_positions_at_once(client: httpx.Client) -> None:
    asked = [
        {"game": "pig", "state": "turn=19", "roll": "4"},
        {"game": "pig", "state": "turn=19", "roll": "7"},
        {"game": "pg"},
        {"game": "klappenspiel", "state": "up=4+6+10", "roll": "46", "why": True},
    ]
    answer = client.post(f"{API}/advice", json=asked)
    assert answer.status_code == 200
    first, wrong, unknown, last = answer.json()["answers"]
    assert first == printed("advise", "pig", "--state", "turn=19", "--roll", "4")
    assert wrong["error"]["code"] == "position"
    assert unknown["error"]["nearest"] == "pig"
    assert last["why"]["sentence"]


@pytest.mark.parametrize(
    ("path", "status", "code", "words"),
    [
        ("advice?game=yatzee&roll=11111", 404, "unknown-game", "Did you mean 'yahtzee'?"),
        ("advice?game=yahtzee&roll=33457", 400, "position", "cannot occur"),
        ("advice?game=yahtzee&roll=xyz", 400, "notation", ""),
        ("advice?game=yahtzee&objective=target&roll=11111", 400, "usage", "needs a number to reach"),
        ("advice?game=pig:sites=6&roll=1", 400, "rules", "sides"),
        ("advice?game=pig&roll=1&target=many", 400, "request", "target"),
        ("advice?roll=1", 400, "request", "game"),
        ("advice?game=pig&objective=fun", 400, "request", "objective"),
        ("games/yatzee", 404, "unknown-game", "Did you mean 'yahtzee'?"),
        ("law?game=pig&strategy=nobody", 400, "usage", "no strategy"),
        ("curve?game=ten-times-18:slots=10000", 413, "too-large", ""),
    ],
)
def test_what_is_wrong_is_said(
    client: httpx.Client, path: str, status: int, code: str, words: str
) -> None:
    answer = client.get(f"{API}/{path}")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code), error
    assert words in error["message"]
    assert "Traceback" not in answer.text


def test_a_path_is_never_opened(client: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "loud.py"
    file.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    for name in (str(file), f"{file}:x=1", "../loud.py"):
        answer = client.get(f"{API}/advice", params={"game": name})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-game")
    assert not (tmp_path / "ran").exists()


def same_but_for_time(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    return {**ours, "seconds": None} == {**theirs, "seconds": None}


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("klappenspiel", {}),
        ("klappenspiel --exact", {"exact": True}),
        ("pig --objective win", {"objective": "win"}),
        ("ten-times-18:slots=3 --target 40", {"target": 40}),
        ("ten-times-18:slots=3 --state 1=4", {"state": "1=4"}),
    ],
)
def test_values_under_best_play(client: httpx.Client, words: str, asked: dict[str, Any]) -> None:
    name, *options = words.split()
    assert same_but_for_time(
        answered(client, "solve", game=name, **asked), printed("solve", name, *options)
    )


def test_random_games(client: httpx.Client) -> None:
    few = {"games": 300, "seed": 5}
    told = ("--games", "300", "--seed", "5")
    for name, strategy in (("ten-times-18:slots=3", "random"), ("pig", "hold-at-20")):
        ours = answered(client, "simulate", game=name, strategy=strategy, **few)
        assert ours == printed("simulate", name, "--strategy", strategy, *told)
    turn = answered(client, "simulate", game="pig", strategy="hold-at-20", turn=True, **few)
    assert turn == printed("simulate", "pig", "--strategy", "hold-at-20", "--turn", *told)
    players = ["optimal", "hold-at-20"]
    ours = answered(client, "match", game="pig", players=players, **few)
    assert ours == printed("match", "pig", "--players", ",".join(players), *told)


@pytest.mark.parametrize(
    ("path", "asked", "status"),
    [
        ("solve", {"game": "pigg"}, 404),
        ("solve", {"game": "pig", "state": "turn=x"}, 400),
        ("simulate", {"game": "pig", "strategy": "nobody"}, 400),
        ("simulate", {"game": "pig", "strategy": "mine.py"}, 400),
        ("simulate", {"game": "pig", "games": 0}, 400),
        ("simulate", {"game": "yahtzee", "strategy": "emp-1"}, 400),
        ("match", {"game": "pig", "players": ["nobody", "optimal"]}, 400),
        ("match", {"game": "pig", "players": ["mine.py", "optimal"]}, 400),
        ("match", {"game": "pig"}, 400),
        ("match", {"game": "junior-yahtzee", "players": ["emp-1", "emp-1"], "games": 100_000}, 409),
    ],
)
def test_bad_questions_about_values(
    client: httpx.Client, path: str, asked: dict[str, Any], status: int
) -> None:
    answer = client.get(f"{API}/{path}", params=asked)
    assert answer.status_code == status, answer.text
    assert {"code", "message", "hint"} <= set(answer.json()["error"])
