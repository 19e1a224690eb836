"""Practice and progress at the page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from at_page import Open, is_for_everybody, told
from at_play import QUICK, begin, play_out


def answer(page: Page) -> None:
    """Choose something."""
    expect(page.locator(".panel .status")).to_contain_text("What do you choose?")
    page.locator(".board .take, .actions button:enabled").first.click()
    expect(page.locator(".verdict")).to_be_visible()


def test_a_question_is_answered_with_right_or_wrong_and_why_then_the_next(opened: Open) -> None:
    page = opened("/?tab=train&game=junior-yahtzee", **QUICK)
    answer(page)
    first = (told(page, "state"), told(page, "roll"))
    assert first[1]
    expect(page.locator(".verdict")).to_contain_text(re.compile("Right|Not the best"))
    expect(page.locator(".board .marked, .board .best").first).to_be_visible()
    expect(page.locator(".tally")).to_contain_text("of 1")
    is_for_everybody(page)
    before = page.url
    page.keyboard.press("n")
    expect(page).not_to_have_url(before)  # the next one lies there
    answer(page)
    assert (told(page, "state"), told(page, "roll")) != first
    expect(page.locator(".tally")).to_contain_text("of 2")


def test_levels_are_asked_for(opened: Open) -> None:
    page = opened("/?tab=train&game=junior-yahtzee", **QUICK)
    page.get_by_label("Close calls").select_option("hard")
    expect(page.locator(".panel .status")).to_contain_text("What do you choose?")
    assert told(page, "level") == "hard"


def test_when_nothing_is_due_the_page_says_what_to_do(opened: Open) -> None:
    page = opened("/?tab=train&game=yahtzee&all=yes&who=nobody-yet", **QUICK)
    expect(page.locator(".panel .empty")).to_be_visible()
    page.get_by_role("button", name="Play a game").click()
    expect(page.get_by_role("heading", name="Play Yahtzee")).to_be_visible()


def test_an_answer_does_not_wipe_a_name_that_is_typed(opened: Open) -> None:
    page = opened("/", **QUICK)
    held: list[Route] = []
    page.route("**/api/v1/stats*", lambda route: held.append(route))
    page.get_by_role("tab", name="Stats").click()
    name = page.get_by_label("Player")
    name.focus()
    page.keyboard.press("End")
    page.keyboard.type("x")
    held.pop().continue_()
    expect(page.locator(".panel [role=status]")).to_have_count(0)
    expect(name).to_have_value("mex")


def test_stats_say_what_to_do_and_then_how_it_goes(opened: Open) -> None:
    page = opened("/?tab=stats", **QUICK)
    page.get_by_label("Player").fill("Zoe")
    page.get_by_label("Player").blur()
    expect(page.locator(".panel .empty")).to_contain_text("No games by Zoe")
    page.get_by_role("button", name="Play a game").click()
    page = opened("/?tab=play&game=micro-yahtzee", **QUICK)
    page.get_by_label("Your name").fill("Zoe")
    begin(page, seed=1, alone=True)
    play_out(page)
    expect(page.locator("article.report")).to_be_visible()
    page.get_by_role("tab", name="Stats").click()
    game = page.locator(".stats-game")
    expect(game).to_contain_text("1 game")
    expect(game.locator(".class-bars li")).to_have_count(5)
    expect(game.get_by_text("Were the dice fair?")).to_be_visible()
    game.get_by_role("button", name="Practise").click()
    assert told(page, "tab") == "train"
    assert told(page, "game") == "micro-yahtzee"
