"""Comforts in Python: choices in words, pictures in a notebook."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import PositionError


def in_words(game: dd.Game) -> Any:
    """The best play of a game, told in words."""
    solution = dd.solve(game)
    return lambda state, roll: game.write_choice(solution.best_choice(state, roll))


@pytest.mark.parametrize(
    "name", ["micro-yahtzee", "klappenspiel:tiles=5", "ten-times-18:slots=3", "pig"]
)
def test_a_strategy_may_speak(name: str) -> None:
    game = dd.game(name)
    spoken = in_words(game)
    assert dd.evaluate(game, spoken).law == dd.evaluate(game, "optimal").law
    assert dd.simulate(game, spoken, games=50, seed=3).mean >= 0


def test_words_in_a_mix_add_up() -> None:
    game = dd.game("ten-times-18:slots=2")
    mixed = dd.Strategy("mixed", lambda state, roll: {"place 1": 1, "place 2": 1, 2: 1})
    assert mixed.mix(game, game.start(), (5,)) == {1: 1, 2: 2}


def test_words_are_played_in_matches() -> None:
    game = dd.game("ten-times-18:slots=3")
    spoken = in_words(game)
    assert dd.versus(game, spoken, "random").first == dd.versus(game, "optimal", "random").first
    assert dd.versus(game, "random", spoken).second == dd.versus(game, "random", "optimal").second
    played = dd.match(game, ["random", spoken], games=20, seed=5)
    assert played.wins == dd.match(game, ["random", "optimal"], games=20, seed=5).wins


def test_a_player_of_one_s_own_may_speak() -> None:
    class Speaker:
        name = "speaker"

        def choose(self, standings: dd.Standings, roll: dd.Roll) -> str:
            choices = standings.game.choices(standings.mine.state, roll)
            return standings.game.write_choice(choices[0])

    played = dd.match("ten-times-18:slots=3", [Speaker(), "random"], games=5, seed=1)
    assert played.games == 5


def test_a_wrong_word_is_told_with_the_right_ones() -> None:
    with pytest.raises(PositionError) as caught:
        dd.evaluate("ten-times-18:slots=3", lambda state, roll: "place4")
    told = str(caught.value)
    assert "chose 'place4'" in told
    assert "the choices are place 1, place 2, place 3." in told


@pytest.mark.parametrize(
    "result",
    [
        dd.evaluate("pig"),
        dd.evaluate("klappenspiel:tiles=4"),
        dd.evaluate("ten-thousand:dice=3d6", exact=False),
        dd.curve("ten-times-18:slots=3"),
        dd.curve("klappenspiel:tiles=4"),
        dd.curve("shut-the-box:tiles=4,score=remaining"),
    ],
    ids=str,
)
def test_results_show_their_picture(result: Any) -> None:
    shown = result._repr_html_()
    begin, end = shown.index("<svg"), shown.index("</svg>") + 6
    picture = ElementTree.fromstring(shown[begin:end])
    paths = [one.get("d", "") for one in picture.iter("{http://www.w3.org/2000/svg}path")]
    assert max(map(len, paths)) > 20
    assert "<table>" in shown
    assert len(shown) < 20_000


def test_a_bar_for_each_score_and_none_for_tails() -> None:
    law = dd.evaluate("pig", "random")
    shown = law._repr_html_().partition("</table>")[2]
    assert f">{law.quantile(0.9995):,}<" in shown
    assert f">{law.max:,}<" not in shown
    bars = dd.evaluate("pig")._repr_html_().partition("<path")[2].partition("/>")[0]
    assert bars.count("z") == 7  # 0 and 20 to 25: each bar is closed once


def test_a_picture_needs_no_heavy_library() -> None:
    code = (
        "import sys, dicedevil as dd\n"
        "dd.evaluate('pig')._repr_html_()\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
