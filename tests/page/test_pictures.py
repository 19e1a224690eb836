"""The pictures of the page in README.md: taken here, kept by `make pictures`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dicedevil as dd
from at_page import DESKTOP, PHONE, is_drawn, settle

PICTURES = {
    "yahtzee": "/?tab=advise&game=yahtzee&state=sixes=18,full-house=25,rerolls=1&roll=33456",
    "pig": "/?tab=advise&game=pig&state=me=40,them=60,turn=19&roll=4&objective=win",
    "klappenspiel": "/?tab=advise&game=klappenspiel&state=up=1+4+6+10&roll=46",
    "ten-times-18": "/?tab=advise&game=ten-times-18&state=1=4,5=8&roll=11",
}
SCREENS = {"desktop": DESKTOP, "phone": PHONE}
LEAST = 20_000
"""Bytes: a picture of an empty page has fewer."""


@pytest.fixture(scope="module", autouse=True)
def _tables() -> None:
    """Have the tables that the pictures need: the page would offer to make them."""
    for game in PICTURES:
        dd.solve(game, dd.WinMatch() if game == "pig" else dd.MaxScore())


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", PICTURES)
def test_a_game_looks_like_this(
    opened: Callable[..., Page], tmp_path: Path, game: str, screen: str
) -> None:
    page = opened("/healthz", viewport=SCREENS[screen])
    page.evaluate("localStorage.setItem('met', 'yes')")  # no welcome on pictures
    page.goto(PICTURES[game])
    is_drawn(page)
    settle(page)
    expect(page.get_by_text("best", exact=False).first).to_be_visible()
    kept = Path(os.environ.get("DICEDEVIL_PICTURES") or tmp_path)
    picture = kept / f"page-{game}-{screen}.png"
    page.screenshot(path=picture)
    assert picture.stat().st_size > LEAST


def test_the_readme_shows_them() -> None:
    folder = Path(__file__).parents[2]
    readme = (folder / "README.md").read_text()
    for game in PICTURES:
        for screen in SCREENS:
            name = f"docs/img/page-{game}-{screen}.png"
            assert name in readme
            assert (folder / name).is_file()
