"""Rules, figures, tests, players, tables and papers by address: answers are those of the commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.coach.records import Record
from dicedevil.web.settings import Settings, named_files
from playing import API, get, post
from serving import client_of, until

SMALL = "ten-times-18:slots=2,dice=1d4"
BROKEN = 'family = "tiles"\ntiles = 99\nsides = "many"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def client(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    broken = tmp_path_factory.mktemp("rules") / "broken.toml"
    broken.write_text(BROKEN)
    settings = Settings(files=named_files((broken,)), data=folder)
    with client_of(settings, patience=50.0) as found:
        yield found


def printed(*words: str, status: int = 0) -> Any:
    """Return what a command prints with --json."""
    found = CliRunner().invoke(cli, [*words, "--json"])
    assert found.exit_code == status, found.output
    return json.loads(found.stdout)


# -- rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["klappenspiel", SMALL, "micro-yahtzee"])
def test_rules_of_a_game(client: httpx.Client, name: str) -> None:
    assert get(client, "/check", game=name, states=20) == printed("check", name, "--states", "20")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('like = "shut-the-box"\ntiles = 5\n', 0),
        ('like = "pig"\nname = "porker"\ntitle = "Porker"\n', 0),
        (BROKEN, 3),
    ],
)
def test_rules_that_are_sent(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, status: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.toml").write_text(text)
    said = printed("check", "rules.toml", status=status)
    assert post(client, "/check", rules=text) == said
    assert said["ok"] == (status == 0)


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ('like = "secret.toml"\n', 400, "like a listed game, not like 'secret.toml'"),
        ('like = "../secret.toml"\n', 400, "like a listed game"),
        ('game = "loud.py"\n', 400, "tell a game"),
        ('game = "pig"\n', 400, "tell a game"),
        ('like = "pig"\nname = "pig"\n', 400, "the name of a listed game"),
        ("family = [", 400, "rules.toml:1:"),
        ("a" + ".a" * 50 + " = 1", 400, "too deep"),
        ("x = " + "[" * 2_000 + "]" * 2_000, 400, "within each other"),
        ("#" * 200_001, 413, "at most 200,000"),
        ('title = "half \ud83c a sign"', 400, "a valid string"),
    ],
)
def test_rules_that_lead_elsewhere_or_nowhere(
    client: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    text: str,
    status: int,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("secret.toml").write_text('family = "tiles"\n')
    Path("loud.py").write_text("open('ran', 'w')\n")
    sent = client.post(
        f"{API}/check",
        content=json.dumps({"rules": text}),
        headers={"content-type": "application/json"},
    )
    assert sent.status_code == status, sent.text
    assert words in sent.json()["error"]["message"]
    assert not Path("ran").exists()


def test_a_served_file_that_is_wrong(client: httpx.Client) -> None:
    found = get(client, "/check", game="broken")
    assert (found["ok"], len(found["problems"])) == (False, 2)
    assert all(one.startswith("broken.toml:") for one in found["problems"])
    assert get(client, "/check", 404, game="brokn")["error"]["nearest"] == "broken"


def test_rules_to_begin_with(client: httpx.Client) -> None:
    text = CliRunner().invoke(cli, ["new", "tiles"]).stdout
    assert get(client, "/new", start="tiles") == {"start": "tiles", "rules": text}
    schema = CliRunner().invoke(cli, ["new", "--schema"]).stdout
    assert get(client, "/new/schema") == json.loads(schema)
    assert get(client, "/new", 404, start="tils")["error"]["nearest"] == "tiles"


# -- figures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            ["distribution", SMALL, "--strategy", "random", "--strategy", "optimal", "--bin", "2"],
            {"strategies": ["random", "optimal"], "bin_width": 2},
        ),
        (["curve", SMALL, "--state", "1=3"], {"state": "1=3"}),
        (["value", SMALL], {}),
        (
            ["interference", "klappenspiel", "--state", "up=4+6+10", "--roll", "46"],
            {"state": "up=4+6+10", "roll": "46"},
        ),
    ],
)
def test_numbers_of_a_figure(client: httpx.Client, words: list[str], asked: dict[str, Any]) -> None:
    kind, name = words[:2]
    assert get(client, "/plot", kind=kind, game=name, **asked) == printed("plot", *words)


def test_a_picture(client: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "policy.svg"
    CliRunner().invoke(cli, ["plot", "policy", "klappenspiel", "-o", str(file)])
    found = client.get(f"{API}/plot/picture", params={"kind": "policy", "game": "klappenspiel"})
    assert (found.status_code, found.headers["content-type"]) == (200, "image/svg+xml")
    assert found.content == file.read_bytes()
    policy = found.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert policy.endswith("; sandbox")
    assert "script" not in policy


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"kind": "policy", "game": "pig"}, 400, "no picture of the policy"),
        ({"kind": "policy", "game": "klappenspiel", "roll": "46"}, 400, "roll goes with"),
        ({"kind": "curve", "game": SMALL, "strategies": "mine.py"}, 400, "mine.py"),
        ({"kind": "game", "game": "games.jsonl"}, 400, "kind"),
        ({"kind": "curve", "game": "pigg"}, 404, "Did you mean 'pig'?"),
    ],
)
@pytest.mark.parametrize("path", ["/plot", "/plot/picture"])
def test_what_is_no_figure(
    client: httpx.Client, path: str, asked: dict[str, Any], status: int, words: str
) -> None:
    assert words in get(client, path, status, **asked)["error"]["message"]


# -- the proficiency test ----------------------------------------------------------------------------


def test_questions_and_answers(client: httpx.Client, folder: Path, tmp_path: Path) -> None:
    asked = {"game": "ten-times-18", "seed": 7, "questions": 4}
    told = ("test", "ten-times-18", "--seed", "7", "--questions", "4", "--player", "Eve")
    kept = ("--data", str(folder))
    file = tmp_path / "answers.txt"
    file.write_text("")
    questions = get(client, "/test", **asked, player="Eve")
    assert questions.pop("missing") == []
    assert questions == printed(*told, *kept, "--answers", str(file))
    assert printed("stats", "--player", "Eve", *kept)["tests"] == []
    answers = [one["choices"][-1] for one in questions["questions"]]
    file.write_text("\n".join(answers))
    found = post(client, "/test", **asked, player="Eve", answers=answers)
    assert found.pop("missing") == []
    (ours,) = printed("stats", "--player", "Eve", *kept)["tests"]
    assert found == printed(*told, *kept, "--answers", str(file))
    theirs = printed("stats", "--player", "Eve", *kept)["tests"][1]
    assert (ours["loss"], ours["answers"]) == (found["loss"], 4)
    same = ("game", "objective", "seed", "questions", "answers", "loss", "by_chance", "grade")
    assert [ours[one] for one in same] == [theirs[one] for one in same]


def test_answers_are_kept_all_or_none(client: httpx.Client, folder: Path) -> None:
    asked = {"game": "ten-times-18", "seed": 7, "questions": 2, "player": "Bob"}
    first = get(client, "/test", **asked)["questions"][0]["choices"][0]
    wrong = post(client, "/test", 400, **asked, answers=[first, "fly"])["error"]
    assert wrong["message"].startswith("Answer 2: 'fly'")
    many = post(client, "/test", 400, **asked, answers=[first] * 3)["error"]
    assert "3 answers to 2 questions" in many["message"]
    assert printed("stats", "--player", "Bob", "--data", str(folder))["tests"] == []
    part = post(client, "/test", **asked, answers=[first])
    assert (part["answered"], part["asked"]) == (1, 2)
    drawn = {get(client, "/test", game=SMALL, questions=1)["seed"] for _ in range(3)}
    assert len(drawn) > 1


# -- records, tables ---------------------------------------------------------------------------------


def test_games_that_are_kept(client: httpx.Client, folder: Path) -> None:
    lines = "".join(Record("pig", (name, "random")).to_line() + "\n" for name in ("Zoe", "Max", "Zoe"))
    assert post(client, "/records", records=lines) == {"kept": 3}
    kept = ("--player", "Zoe", "--data", str(folder))
    found = get(client, "/records", player="Zoe")
    assert found == printed("records", "list", *kept)
    assert get(client, "/records", player="Zoe", after=found[0]["number"]) == found[1:]
    sent = client.get(f"{API}/records/export", params={"player": "Zoe"})
    assert sent.text == CliRunner().invoke(cli, ["records", "export", "-", *kept]).stdout
    assert (sent.headers["content-type"], len(sent.text.splitlines())) == ("application/x-ndjson", 2)


def test_records_are_kept_all_or_none(client: httpx.Client) -> None:
    before = len(get(client, "/records"))
    line = Record("pig", ("Zoe",)).to_line()
    wrong = post(client, "/records", 400, records=f"{line}\nno record\n")["error"]
    assert wrong["message"].startswith("line 2:")
    assert wrong["message"].endswith("Nothing was kept.")
    assert "200" in post(client, "/records", 413, records=f"{line}\n" * 201)["error"]["message"]
    assert len(get(client, "/records")) == before


def test_tables(client: httpx.Client) -> None:
    dd.solve("pig:target=20", dd.WinMatch())
    found = get(client, "/tables")
    assert found == printed("tables", "list")
    assert any(one["state"] == "ok" for one in found)


# -- values and players ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["--against", "random"], {"against": "random"}),
        (["--against", "random", "--same-rolls"], {"against": "random", "same_rolls": True}),
        (
            ["--against", "random", "--state", "1=3,them-1=2"],
            {"against": "random", "state": "1=3,them-1=2"},
        ),
    ],
)
def test_the_best_reply(client: httpx.Client, words: list[str], asked: dict[str, Any]) -> None:
    found, said = get(client, "/solve", game=SMALL, **asked), printed("solve", SMALL, *words)
    assert found | {"seconds": 0} == said | {"seconds": 0}


def test_replies_that_make_no_sense(client: httpx.Client) -> None:
    error = get(client, "/solve", 400, game=SMALL, same_rolls=True)["error"]
    assert "against=optimal" in error["message"]
    error = get(client, "/solve", 400, game=SMALL, against="random", objective="score")["error"]
    assert "goes with the objective 'win'" in error["message"]


def test_closest_calls_and_bots(client: httpx.Client) -> None:
    found = get(client, "/closest", game="klappenspiel", exact=True)
    calls = dd.closest_calls(dd.solve("klappenspiel", exact=True))
    assert found == calls.to_dict()
    assert (found["calls_in_all"], found["ties_in_all"]) == (len(calls.closest), len(calls.ties))
    assert get(client, "/bots", game="pig", name="hold-at-20") == dd.bot("pig", "hold-at-20").to_dict()
    assert "look" in get(client, "/bots", 400, game="pig", name="emp-1")["error"]["message"]


def test_two_who_choose_at_once(client: httpx.Client) -> None:
    game = "ten-times-18:slots=3"
    best = dd.equilibrium(game)
    found = get(client, "/equilibrium", game=game, roll="11")
    mix = best.mix(dd.SameRolls(best.game, dd.Strategy("none", len)).start(), (11,))
    assert [(one["choice"], one["exact"]) for one in found["choices"]] == [
        (best.game.write_choice(one), f"{share.numerator}/{share.denominator}")
        for one, share in mix.items()
    ]
    assert (found["exact"], found["positions"]) == ("1/2", best.positions)
    nowhere = get(client, "/equilibrium", 400, game=game, state="1=11,them-1=11,lead=9")
    assert "no play leads" in nowhere["error"]["message"]


@pytest.mark.parametrize(
    ("path", "asked", "words"),
    [
        (
            "judge",
            {"game": SMALL, "players": ["emp-0", "optimal"], "games": 3},
            [SMALL, "--players", "emp-0,optimal", "--games", "3"],
        ),
        (
            "reproduce",
            {"papers": ["klappenspiel"], "item": "Table 2"},
            ["klappenspiel", "--item", "Table 2"],
        ),
    ],
)
def test_what_jobs_answer(
    client: httpx.Client, path: str, asked: dict[str, Any], words: list[str]
) -> None:
    error = get(client, f"/{path}", 409, **asked)["error"]
    assert error["job"]["ask"] == path
    job = post(client, "/jobs", 202, **error["job"])
    done = until(lambda: (now := get(client, f"/jobs/{job['number']}"))["status"] == "done" and now)
    assert done["answer"] == printed(path, *words)
    if path == "reproduce":  # what a job has answered is there
        assert get(client, f"/{path}", **asked) == done["answer"]


@pytest.mark.parametrize(
    ("path", "asked", "status", "words"),
    [
        ("/judge", {"game": "micro-yahtzee", "players": "nobody"}, 400, "Nobody called 'nobody'"),
        ("/judge", {"game": "micro-yahtzee", "players": "emp-1", "up_to": 99}, 400, "turns to go"),
        ("/judge", {"game": "pig", "players": "mine.py"}, 400, ""),
        ("/reproduce", {"papers": "boeker"}, 404, "Did you mean 'boecker'?"),
        ("/reproduce", {"papers": "boecker", "item": "Table 99"}, 400, "Nothing begins like"),
    ],
)
def test_what_makes_no_sense_is_no_job(
    client: httpx.Client, path: str, asked: dict[str, Any], status: int, words: str
) -> None:
    error = get(client, path, status, **asked)["error"]
    assert words in error["message"]
    assert "job" not in error
