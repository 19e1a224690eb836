"""Utilities: how they are told, and what is refused in words."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import NotationError, TooLarge, UsageError

GAME = "ten-times-18:slots=2"
ALL = "score,worth\n" + "".join(f"{score},{score / 4}\n" for score in range(60))


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "worths.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_a_table_is_read_exactly(tmp_path: Path) -> None:
    told = dd.Utility.read(written(tmp_path, '\ufeffScore, Worth\n\n3, 0.1\r\n-4,"1/3"\n5,1e2\n'))
    game = dd.game(GAME)
    worths = [told.worth(game, score) for score in (3, -4, 5, 6)]
    assert worths == [Fraction(1, 10), Fraction(1, 3), 100, None]
    assert told == dd.Utility({5: 100, 3: Fraction(1, 10), -4: Fraction(1, 3)})
    assert hash(told) == hash(dd.Utility.read(written(tmp_path, "score,worth\n5,100\n3,.1\n-4,1/3")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty: its first line should be score,worth"),
        ("\n \n", "is empty"),
        ("3,1\n4,2\n", "first line of .* should be score,worth, not '3,1'"),
        ("score,worth\n", "has no score"),
        ("score,worth\n3,1\n4,2\n3,1\n", "Line 4 .* tells the worth of 3 again"),
        ("score,worth\n3,nan\n", "a worth is a finite number, not 'nan'"),
        ("score,worth\n3,-inf\n", "a worth is a finite number"),
        ("score,worth\n3,1e999999999\n", "a worth is a finite number"),
        ("score,worth\n3,1e-999999999\n", "a worth is a finite number"),
        ("score,worth\n3,1e200\n", "too large: a worth is 1e.100 at most"),
        ("score,worth\n3,\n", "a worth is a finite number, not ''"),
        ("score,worth\n3,1/0\n", "a worth is a finite number"),
        ("score,worth\n3.5,1\n", "a score is a whole number, not '3.5'"),
        ("score,worth\n,1\n", "a score is a whole number"),
        ("score,worth\n" + "9" * 5000 + ",1\n", "is no score of a game"),
        ("score,worth\n3,1,2\n", "should be a score and its worth"),
        ("score,worth\n3\n", "should be a score and its worth"),
        (b"score,worth\n\xff\xfe,1\n", "is no text"),
    ],
)
def test_a_bad_table_is_refused_in_words(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        dd.Utility.read(written(tmp_path, text))


def test_a_huge_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedevil.shapes.MOST_ROWS", 50)
    with pytest.raises(TooLarge, match="has 61 lines: the most is 50"):
        dd.Utility.read(written(tmp_path, ALL))
    huge = tmp_path / "huge.csv"
    with open(huge, "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(TooLarge, match="larger than 64 MB"):
        dd.Utility.read(huge)
    with pytest.raises(UsageError, match="is no file"):
        dd.Utility.read("/dev/zero")
    with pytest.raises(UsageError, match="is no file"):
        dd.Utility.read(tmp_path)
    with pytest.raises(UsageError, match="No such file"):
        dd.Utility.read(tmp_path / "none.csv")


@pytest.mark.parametrize(
    ("worths", "words"),
    [
        ({}, "empty"),
        ({1: math.nan}, "finite number"),
        ({1: math.inf}, "finite number"),
        ({1: True}, "finite number"),
        ({1.5: 1}, "whole number"),
        ({"x": 1}, "whole number"),
        ({10**16: 1}, "no score of a game"),
        ([1, 2], "a table of scores and worths"),
        (None, "a table of scores and worths"),
        ("at-least=", "^'at-least=': a score is a whole number, not ''"),
        ("at-least=2.5", "whole number"),
        ("capped", "^'capped': a score is a whole number"),
        ("capped=x", "whole number"),
        ("exp=", "^'exp=': a rate is a finite number"),
        ("exp=inf", "finite number"),
        ("exp=0", "ask for the objective 'score'"),
        ("rank=optimal", "needs the law of somebody"),
        ("atleast=3", "Did you mean 'at-least'"),
        ("", "is no utility"),
    ],
)
def test_what_is_no_utility_is_refused_in_words(worths: object, words: str) -> None:
    with pytest.raises(dd.DiceDevilError, match=words):
        dd.Utility(worths)  # type: ignore[arg-type]


@pytest.mark.parametrize("law", [{}, {1: 0.5}, {1: 1.5, 2: -0.5}, {1: math.nan}, "optimal", None])
def test_what_is_no_law_has_no_rank(law: object) -> None:
    with pytest.raises(dd.DiceDevilError):
        dd.Utility.rank(law)


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(UsageError, match="is no fraction"):
        dd.solve(GAME, dd.Utility("exp=0.1"), exact=True)
    with pytest.raises(TooLarge, match=r"is e\^5,400 for a score of 54: .* between -11 and 11 is not"):
        dd.solve(GAME, dd.Utility("exp=-100"))
    with pytest.raises(UsageError, match="two players"):
        dd.solve(dd.TurnByTurn(dd.game(GAME)), dd.Utility("capped=9"))
    with pytest.raises(dd.DiceDevilError, match="can return to a state"):
        dd.solve(dd.FewestTurns().view(dd.game("pig:target=5")), dd.Utility("capped=9"))
    at_start = dd.solve(GAME, dd.Utility("capped=9"))
    with pytest.raises(dd.DiceDevilError, match="not among those"):
        at_start.worth(dd.Position(1000, 3))


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        (["--utility", "capped=30", "--objective", "win"], 2, "--utility goes with"),
        (["--utility", "capped=30", "--target", "9"], 2, "goes with the objective"),
        (["--objective", "utility"], 2, "needs what scores are worth"),
        (["--utility", "rank=nobody"], 2, "no strategy 'nobody'"),
        (["--utility", "cap=30"], 2, "Did you mean 'capped'"),
        (["--utility", "none.csv"], 2, "Cannot read 'none.csv'"),
        (["--utility", ""], 2, "is no utility"),
        (["--utility", "WORTHS", "--against", "random"], 2, "--against goes with"),
    ],
)
def test_commands_refuse_in_words(tmp_path: Path, given: list[str], code: int, words: str) -> None:
    path = written(tmp_path, ALL)
    asked = [path if one == "WORTHS" else one for one in given]
    found = CliRunner().invoke(cli, ["solve", GAME, *asked])
    assert found.exit_code == code, found.output
    assert words in found.output
    assert CliRunner().invoke(cli, ["grade", "x", "--objective", "utility"]).exit_code == 2


def test_commands_answer(tmp_path: Path) -> None:
    path = written(tmp_path, ALL)
    run = CliRunner()
    found = run.invoke(cli, ["solve", GAME, "--utility", path, "--exact", "--json"])
    assert f'"exact": "{dd.solve(GAME, exact=True).exact / 4}"' in found.stdout  # type: ignore[operator]
    told = run.invoke(cli, ["solve", GAME, "--objective", "utility", "--utility", "rank=random"])
    assert "best expected worth of the score, rank=random" in told.stdout
    ranked = [
        json.loads(run.invoke(cli, ["solve", GAME, "--utility", "rank=random", "--json", *more]).stdout)
        for more in ([], ["--exact"])
    ]
    assert ranked[0]["exact"] is None
    assert ranked[1]["exact"] is not None, "then the law of the other is in fractions too"
    assert abs(ranked[0]["value"] - ranked[1]["value"]) <= ranked[0]["error_bound"] < 1e-12
    advice = run.invoke(
        cli, ["advise", GAME, "--state", "1=4", "--roll", "12", "--utility", path, "--json", "--why"]
    )
    assert '"value": 7.0' in advice.stdout
    assert '"objective": "utility"' in advice.stdout
    missing = written(tmp_path, ALL.replace("28,7.0\n", ""))
    refused = run.invoke(cli, ["advise", GAME, "--state", "1=4", "--roll", "12", "--utility", missing])
    assert refused.exit_code == 2
    assert "says nothing of a score of 28" in refused.output
