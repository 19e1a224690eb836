"""`advise --why`: the sentence first, the parts that add up, in text and in JSON."""

from __future__ import annotations

import json
from math import fsum
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["advise", *arguments])


def answer(*arguments: str) -> Any:
    found = run(*arguments, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


PIG = ("pig", "--state", "turn=19", "--roll", "4")
SLOTS = ("ten-times-18:slots=4", "--state", "1=4", "--roll", "12")


def test_the_sentence_comes_first_and_the_parts_add_up() -> None:
    lines = run(*PIG, "--why").stdout.splitlines()
    assert lines[0].startswith("Stop: rolling on would bring 3.33 points, but a bust (1 in 6) costs")
    together = next(line.split() for line in lines if "together" in line)
    assert together == ["together", "23.00000", "22.50000", "+0.50000"]


@pytest.mark.parametrize("asked", [PIG, SLOTS, (*SLOTS, "--exact"), ("pig", "--state", "turn=23")])
def test_json_has_the_keys_and_adds_up_to_the_loss(asked: tuple[str, ...]) -> None:
    data = answer(*asked, "--why")
    why = data["why"]
    assert {"sentence", "parts"} <= why.keys()
    assert all({"what", "best", "other", "difference"} <= part.keys() for part in why["parts"])
    loss = next(one["loss"] for one in data["choices"] if one["choice"] == why["other"])
    assert fsum(part["difference"] for part in why["parts"]) == pytest.approx(loss, abs=1e-9)
    assert "why" not in answer(*asked)


def test_fractions_stand_beside_the_parts() -> None:
    lines = run(*SLOTS, "--exact", "--why").stdout.splitlines()
    assert next(line.split()[-1] for line in lines if line.startswith("  slot 3")) == "-7/8"
    assert next(line.split()[-1] for line in lines if "together" in line) == "7/24"


def test_a_far_target_is_told_by_powers_of_ten() -> None:
    asked = ("ten-times-18", "--state", "1=4,5=8", "--roll", "12", "--target", "880")
    text = run(*asked, "--why").stdout
    together = next(line.split() for line in text.splitlines() if "together" in line)
    assert all("e-" in number for number in together[1:])
    assert "better than" in text.splitlines()[0]


def test_than_another_choice() -> None:
    data = answer(*SLOTS, "--than", "place 2")
    assert (data["why"]["choice"], data["why"]["other"]) == ("place 4", "place 2")
    bad = run(*SLOTS, "--than", "place 7")
    assert bad.exit_code == 3
    assert "'place 7' is not a choice here" in bad.output


def test_players_say_why() -> None:
    data = answer(
        "pig", "--player", "emp-1", "--state", "me=40,them=60,turn=12", "--roll", "4", "--why"
    )
    loss = data["choices"][1]["loss"]
    assert fsum(part["difference"] for part in data["why"]["parts"]) == pytest.approx(loss, abs=1e-9)


# -- advice people can read ------------------------------------------------------------------------

CARD = ("yahtzee:boxes=threes/fours/chance/large-straight", "--state", "rerolls=1", "--roll", "33456")


def rows(*arguments: str) -> list[str]:
    """Return the lines of choices."""
    lines = [line.rstrip() for line in run(*arguments).stdout.splitlines()]
    begin = next(place for place, line in enumerate(lines) if line.startswith(" ───")) + 1
    return lines[begin : lines.index("", begin)]


def test_the_ten_best_or_all() -> None:
    every = {one["choice"] for one in answer(*CARD)["choices"]}
    assert len(every) == 28
    assert len(rows(*CARD)) == 10
    text = run(*CARD).stdout
    assert "17 more lose 2.94 or more: --all shows them." in text
    told = "\n".join(rows(*CARD, "--all"))
    assert all(choice in told for choice in every)
    assert "--all shows them" not in run(*CARD, "--all").stdout


def test_choices_that_come_to_the_same_share_a_line() -> None:
    """To keep all dice and to score what they are best for is the same."""
    told = rows(*CARD, "--all")
    assert len(told) == 27
    assert sum("score threes or keep 33456" in line for line in told) == 1


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        (CARD, "Keep 3456: 1.6 points better than the next, keep 345."),
        (
            ("klappenspiel", "--state", "up=1+4+6+10", "--roll", "46"),
            "Flip 10: 2.47% better than the next, flip 4+6.",
        ),
        (
            ("klappenspiel", "--state", "up=1+4+6+10", "--roll", "55"),
            "Flip 10: there is nothing else to choose.",
        ),
        (
            ("ten-times-18:multipliers=1/1/5", "--roll", "3"),
            "Place 1: place 2 would be as good.",
        ),
        (
            ("ten-times-18:multipliers=1/1/1", "--roll", "3"),
            "Place 1: 2 others would be as good.",
        ),
        (
            ("pig", "--objective", "turns", "--state", "me=40,turn=19", "--roll", "4"),
            "Stop: 0.124 turns better than the next, roll.",
        ),
        (
            ("yahtzee:boxes=chance", "--state", "rerolls=1", "--roll", "66666"),
            "Score chance: 2.5 points better than the next, keep 6666.",
        ),
        (("yahtzee:boxes=chance", "--state", "rerolls=0", "--roll", "66666"), "Score chance: there is"),
        (
            ("pig", "--player", "emp-1", "--state", "me=40,them=60,them2=50,turn=12", "--roll", "4"),
            "Roll: 0.0266 opponents better than the next, stop.",
        ),
    ],
)
def test_the_sentence_says_what_to_do(asked: tuple[str, ...], first: str) -> None:
    assert run(*asked).stdout.splitlines()[0].startswith(first)


def test_a_bar_for_the_loss_in_eighty_columns() -> None:
    told = rows(*CARD)
    bars = [line.count("#") for line in told]
    assert bars[0] == 0
    assert bars[1:] == sorted(bars[1:])
    assert bars[1] >= 1
    assert bars[-1] == 8
    for text in (run(*CARD).stdout, run(*CARD, "--why").stdout.partition("\n")[2]):
        assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
        assert "\x1b" not in text
