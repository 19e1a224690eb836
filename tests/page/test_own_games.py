"""Games of one's own, given to `serve`: all of the page works for them as it is."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from at_board import at, tray
from at_page import Open, stands, told
from at_play import QUICK, begin, click_around


def chosen_aim(page: Page) -> str:
    return page.get_by_label("Best means").locator("option:checked").inner_text()


@pytest.mark.parametrize("game", ["my_threes", "tug", "quick"])
def test_every_decision_is_looked_at_again_on_the_board(opened: Open, game: str) -> None:
    page = opened(f"/?tab=play&game={game}", **QUICK)
    begin(page, seed=4)
    click_around(page, random.Random(4))
    expect(page.locator("article.report")).to_be_visible()
    assert told(page, "game") == game
    expect(page.locator(".board-head")).to_be_visible()
    expect(page.locator(".decision")).to_contain_text("Move ")
    page.get_by_role("button", name="All in the order of play").click()
    page.locator(".decisions li button").first.click()
    stands(page, "move", "1")
    expect(tray(page).get_by_role("group", name="Dice").locator(".face").first).to_be_visible()
    page.get_by_role("link", name="Open in Advise").click()
    expect(page.locator(".advice .choice").first).to_be_visible()
    assert told(page, "game") == game


def test_a_match_of_two_is_advised_to_be_won(opened: Open) -> None:
    page = at(opened, "tug", roll="2")
    expect(page.locator(".advice .choice.best")).to_contain_text("pull")
    assert chosen_aim(page) == "Win the match"
    expect(page.get_by_label("Opponents")).to_have_count(0)
    expect(page.get_by_role("button", name="Show how it may end")).to_have_count(0)


def test_a_variant_says_what_is_changed(opened: Open) -> None:
    page = at(opened, "quick")
    expect(page.get_by_role("heading", name="Pig target=10")).to_be_visible()
    assert chosen_aim(page) == "Most points"


def test_a_race_is_for_few_turns(opened: Open) -> None:
    page = at(opened, "cant-stop:sides=2,length=1")
    expect(page.locator(".advice")).to_contain_text("turns still to come")
    assert chosen_aim(page) == "Fewest turns"
    page.get_by_role("button", name="Show how it may end").click()
    expect(page.locator(".outlook .reading")).to_contain_text("At most", timeout=60_000)
    expect(page.get_by_role("button", name="Play for")).to_have_count(0)
    page.get_by_label("Best means").select_option(label="Be done within some turns")
    stands(page, "objective", "within")
    page.get_by_label("Best means").select_option(label="Fewest turns")
    stands(page, "objective", "")
