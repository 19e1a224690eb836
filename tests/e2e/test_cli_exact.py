"""`--exact` means fractions, on screen, in JSON and in CSV, or a refusal; floats come with a bound."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli

SMALL = "ten-times-18:slots=3,dice=1d4"
PIG = "pig:target=8"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def rows_of(path: str) -> list[dict[str, str]]:
    with Path(path).open() as file:
        return list(csv.DictReader(file))


EXACT = [
    ("solve", SMALL, "--exact"),
    ("solve", SMALL, "--target", "18", "--exact"),
    ("solve", PIG, "--objective", "win", "--exact"),
    ("solve", SMALL, "--against", "random", "--same-rolls", "--exact"),
    ("advise", SMALL, "--roll", "3", "--exact"),
    ("evaluate", SMALL, "--exact"),
    ("evaluate", SMALL, "--strategy", "optimal", "--strategy", "random", "--exact"),
    ("evaluate", PIG, "--strategy", "hold-at-4", "--objective", "win", "--exact"),
    ("curve", SMALL, "--exact"),
]


@pytest.mark.parametrize("command", EXACT, ids=" ".join)
def test_fractions_are_told_and_no_error(command: tuple[str, ...]) -> None:
    told = answer(*command)
    words = run(*command).stdout
    for one in told if isinstance(told, list) else [told]:
        assert one["error_bound"] == 0.0
        fractions = one["exact"] if isinstance(one["exact"], list) else [one["exact"]]
        assert all(Fraction(fraction) is not None for fraction in fractions)
        assert str(Fraction(fractions[-1])) in words
    assert "one" in words or "fractions" in words.lower()
    assert "at most" not in words.replace("final score at most", "")


@pytest.mark.parametrize(
    "command", [tuple(word for word in one if word != "--exact") for one in EXACT], ids=" ".join
)
def test_floats_say_how_far_off_they_can_be(command: tuple[str, ...]) -> None:
    if command[0] == "evaluate" and "win" not in command:
        command = (*command, "--float")
    told = answer(*command)
    words = run(*command).stdout
    for one in told if isinstance(told, list) else [told]:
        assert one["exact"] is None
        assert 0.0 < one["error_bound"] < 1e-9
    assert "at most" in words or "right to" in words or "error of it" in words


def test_csv_has_the_fractions() -> None:
    run("curve", SMALL, "--exact", "--csv", "curve.csv")
    run("evaluate", SMALL, "--exact", "--csv", "law.csv")
    curve, law = rows_of("curve.csv"), rows_of("law.csv")
    assert [row["exact"] for row in curve[:1]] == ["1"]
    assert all(float(Fraction(row["exact"])) == float(row["probability"]) for row in [*curve, *law])
    assert sum(Fraction(row["exact"]) for row in law) == 1
    run("curve", SMALL, "--csv", "floats.csv")
    assert list(rows_of("floats.csv")[0]) == ["target", "probability"]


def test_all_of_a_law_is_told_in_fractions() -> None:
    told = answer("evaluate", SMALL, "--exact")
    chances = told["exact_distribution"]
    assert sum(map(Fraction, chances.values())) == 1
    mean = sum(int(score) * Fraction(chance) for score, chance in chances.items())
    assert Fraction(told["exact"]) == mean
    assert Fraction(told["exact_variance"]) == sum(
        (int(score) - mean) ** 2 * Fraction(chance) for score, chance in chances.items()
    )


def test_outcomes_and_both_seats_are_told_in_fractions() -> None:
    told = answer("solve", SMALL, "--against", "random", "--same-rolls", "--exact")
    assert sum(Fraction(told[f"exact_{name}"]) for name in ("win", "tie", "lose")) == 1
    assert told["outcomes_error_bound"] == 0.0
    told = answer("evaluate", PIG, "--strategy", "hold-at-4", "--objective", "win", "--exact")
    both = Fraction(told["exact"]) + Fraction(told["exact_going_second"])
    assert both / 2 == Fraction(told["exact_average"]) == Fraction(1, 2) - Fraction(told["exact_cost"])


@pytest.mark.parametrize(
    "command",
    [
        ("evaluate", "junior-yahtzee", "--strategy", "random", "--exact"),
        ("solve", "yahtzee", "--exact"),
        ("curve", "yahtzee", "--exact"),
        ("advise", "yahtzee", "--roll", "66654", "--exact"),
        ("solve", "pig", "--objective", "win", "--exact", "--memory", "300"),
    ],
    ids=" ".join,
)
def test_what_is_too_large_for_fractions_is_refused(command: tuple[str, ...]) -> None:
    result = run(*command)
    assert result.exit_code == 5, result.output
    assert any(words in result.stderr for words in ("fractions", "--exact", "In floats (--float)"))


def test_a_large_card_is_told_in_floats_with_its_bound() -> None:
    told = answer("evaluate", "junior-yahtzee", "--strategy", "random")
    assert told["exact"] is None
    assert 0.0 < told["error_bound"] < told["mean_error_bound"] < 1e-8
    assert "error" in run("evaluate", "junior-yahtzee", "--strategy", "random").stdout
