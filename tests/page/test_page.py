"""The page as a whole: it opens, and every tab is there."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from at_page import Open

TABS = ("Advise", "Play", "Analyse", "Train", "Stats", "Papers")


def test_every_tab_opens_by_click_and_by_key(page: Page) -> None:
    for name in TABS:
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        assert f"tab={name.lower()}" in page.url
        expect(page).to_have_title(re.compile(rf"^{name}( · Yahtzee)? · Dice Devil$"))
    page.keyboard.press("ArrowRight")  # round to the first
    expect(page.get_by_role("tab", name=TABS[0])).to_be_focused()


def test_back_and_forward_come_to_the_same_tab(opened: Open) -> None:
    page = opened("/?tab=papers&game=pig")
    for name in TABS:
        page.get_by_role("tab", name=name).click()
    for tab in reversed(TABS[:-1]):
        page.go_back()
        expect(page.get_by_role("tab", selected=True)).to_have_attribute("id", f"tab-{tab.lower()}")
    page.go_forward()
    expect(page.get_by_role("tab", selected=True)).to_have_attribute("id", "tab-play")


def test_the_api_is_described_and_asked_from_its_page(page: Page, served: str) -> None:
    page.get_by_role("link", name="API").click()
    expect(page.get_by_role("heading", name="The API")).to_be_visible()
    described = page.request.get("/openapi.json").json()["paths"]
    count = sum(len(methods) for methods in described.values())
    expect(page.locator("main details")).to_have_count(count)
    page.locator("#get-api-v1-advice summary").click()
    expect(page.get_by_role("row", name="game *")).to_contain_text("yahtzee")
    page.get_by_label("Address").fill("/api/v1/advice?game=pig&state=turn=19&roll=4")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_text("Status 200")).to_be_visible()
    expect(page.get_by_label("The answer")).to_contain_text("Stop: 0.5 points better")
    page.locator("#post-api-v1-play summary").click()
    expect(page.get_by_label("A body")).to_contain_text('"game": "yahtzee"')
