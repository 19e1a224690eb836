"""The picture of a graded game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.coach.grade import grade
from dicedevil.figures.game import game_figure
from recorded import KINDS, played_at_random


@pytest.mark.parametrize(("spec", "players", "what"), KINDS)
def test_every_kind_of_game_is_drawn(spec: str, players: int, what: str) -> None:
    record, _ = played_at_random(dd.game(spec), players, what, seed=3)
    games = [one for one in grade(record) if one.decisions]
    figure = dd.plot("game", record)
    values, steps = figure.axes[: len(games)], figure.axes[len(games) :]
    for game, value, step in zip(games, values, steps, strict=True):
        scale = game.sign * (100 if game.unit == "chance" else 1)
        line = value.lines[0].get_ydata()
        assert line[0] == pytest.approx(scale * game.start_value)
        assert line[-1] == pytest.approx(scale * game.result)
        assert value.yaxis_inverted() == (game.sign < 0)  # up is good
        told = {text.get_text().rsplit(" ", 1)[0] for text in step.get_legend().get_texts()}
        assert "errors" in told
        assert {"luck", "own luck"} & told
        heights = [bar.get_height() for bars in step.containers for bar in bars]
        assert sum(heights) == pytest.approx(abs(scale) * (game.result - game.start_value), abs=1e-6)


def test_luck_and_errors_differ_without_colour() -> None:
    record, _ = played_at_random(dd.game("pig:target=20"), 2, seed=4)
    axes = game_figure(grade(record)).axes[2]
    assert len({bars[0].get_hatch() for bars in axes.containers}) == len(axes.containers) == 3


def test_the_command_draws_a_line_of_a_file(tmp_path: Path) -> None:
    records = [played_at_random(dd.game("klappenspiel:tiles=5"), seed=seed)[0] for seed in (1, 2)]
    file, picture = tmp_path / "x.jsonl", tmp_path / "game.png"
    file.write_text("x\n" + "\n".join(record.to_line() for record in records) + "\n")
    draw = ("plot", "game", str(file), "-o", str(picture))
    told = CliRunner().invoke(cli, [*draw, "--line", "3", "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["kind"] == "game"
    assert picture.read_bytes().startswith(b"\x89PNG")
    for line, words in (("1", "line 1: This is no JSON"), ("9", "no record on line 9")):
        refused = CliRunner().invoke(cli, [*draw, "--line", line])
        assert refused.exit_code == 3
        assert words in refused.stderr


def test_what_is_no_recorded_game_is_refused() -> None:
    record, _ = played_at_random(dd.game("klappenspiel:tiles=5"))
    with pytest.raises(dd.DiceDevilError, match="a record or its file"):
        dd.plot("game", dd.game("pig"))
    with pytest.raises(dd.DiceDevilError, match="as the kind 'game'"):
        dd.plot("value", record)
    with pytest.raises(dd.DiceDevilError, match="Nobody has moved"):
        dd.plot("game", dd.Record("pig", ("me",), ()))
