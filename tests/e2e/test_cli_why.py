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
