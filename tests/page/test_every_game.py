"""Every listed game is opened at the page and played to its end; in `make test` one of each kind."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

import dicedevil as dd
from at_page import Open, told
from at_play import OVER, QUICK, begin, click_around, play_out, rows, to_move
from dicedevil.games import names

SHORTER = {
    "ten-times-18": "slots=4",
    "pig": "target=15",
    "two-dice-pig": "target=15",
    "hog": "target=15",
    "ten-thousand": "target=1000",
    "farkle": "target=1000",
    "zilch": "target=1000",
    "cant-stop": "sides=2,length=1",
    "klappenspiel": "tiles=5",
    "shut-the-box": "tiles=5",
    "yahtzee": "boxes=sixes/full-house/yahtzee/chance",
    "maxi-yatzy": "boxes=sixes/castle/tower",
    "kniffel": "boxes=sixes/kniffel/chance",
    "yacht": "boxes=sixes/yacht/choice",
    "crag": "boxes=sixes/thirteen/crag",
    "decathlon": "events=400-metres/discus",
}
"""Of games that may take long; Yahtzee is played to its end in test_play.py."""


ONE_OF_A_KIND = {
    *("ten-times-18", "klappenspiel", "pig", "hog", "farkle", "cant-stop", "threes", "decathlon"),
    *("micro-yahtzee", "maxi-yatzy", "kniffel"),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in ONE_OF_A_KIND else pytest.mark.attack) for name in names()],
)
def test_a_game_is_opened_and_played_to_its_end(
    opened: Open, name: str, allowed_errors: list[str]
) -> None:
    allowed_errors.append("status of 409")  # reasons may need a table that nobody has asked for yet
    game = f"{name}:{SHORTER[name]}" if name in SHORTER else name
    page = opened(f"/?tab=play&game={game}", **QUICK)
    expect(page.get_by_role("heading", name=f"Play {dd.game(game).title}")).to_be_visible()
    begin(page, seed=1, alone=True)
    to_move(page)
    if rows(page).count():
        play_out(page)  # a card: row by row
    else:
        click_around(page, random.Random(1))
    expect(page.locator(OVER).first).to_be_visible()
    assert told(page, "tab") == "analyse"
