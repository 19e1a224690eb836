"""Opening the page: what the first view asks for, what comes later, and what is said if it does not."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from at_page import Open, settle

MOST_REQUESTS = 50
"""Of the first view: the page, its modules and styles, the icon, and a few questions."""
MOST_BYTES = 230_000
"""Of these files, the questions aside."""
LATER = ("uplot", "charts", "papers", "analyse", "train", "stats")
"""What no first view of Play or Advise needs."""
TABS = {
    "Advise": "Position",
    "Analyse": "How much was luck",
    "Train": "Train",
    "Stats": "How you play",
    "Papers": "Five papers, alive",
}

ASKED = """() => performance.getEntries().filter((one) => one.transferSize != null)
    .map((one) => ({ url: one.name, sent: one.transferSize, size: one.encodedBodySize }))"""


def asked(page: Page) -> list[dict[str, Any]]:
    """What was asked for since the page was opened."""
    settle(page)
    found: list[dict[str, Any]] = page.evaluate(ASKED)
    return found


@pytest.mark.parametrize("address", ["/", "/?tab=advise&game=pig"])
def test_the_first_view_asks_for_what_it_shows(opened: Open, address: str) -> None:
    page = opened(address, locale="en-GB")  # a browser that was never here
    expect(page.locator("#panel h2, #panel h3").first).to_be_visible()
    found = asked(page)
    files = [one for one in found if "/api/" not in one["url"]]
    assert len(found) <= MOST_REQUESTS, sorted(one["url"] for one in found)
    assert sum(one["size"] for one in files) <= MOST_BYTES
    assert not [one["url"] for one in files if any(word in one["url"] for word in LATER)]
    page.reload()
    expect(page.locator("#panel h2, #panel h3").first).to_be_visible()
    again = [one for one in asked(page) if one["sent"] and "/static/" in one["url"]]
    assert again == []  # what a browser has it does not ask for again


def test_a_tab_comes_when_it_is_opened_and_only_once(opened: Open) -> None:
    page = opened("/", locale="en-GB")
    settle(page)
    before = len(asked(page))
    page.get_by_role("tab", name="Stats").click()
    expect(page.get_by_role("heading", name="How you play")).to_be_visible()
    assert page.get_by_role("tab", name="Stats").evaluate("tab => tab === document.activeElement")
    assert page.locator("#panel").evaluate("panel => getComputedStyle(panel).display") != "none"
    files = [one["url"] for one in asked(page)[before:] if one["url"].endswith((".js", ".css"))]
    assert any(one.endswith("/panels/stats.js") for one in files)
    page.get_by_role("tab", name="Play").click()
    page.get_by_role("tab", name="Stats").click()
    expect(page.get_by_role("heading", name="How you play")).to_be_visible()
    later = [one["url"] for one in asked(page)[before:] if one["url"].endswith((".js", ".css"))]
    assert later == files


def test_styles_come_in_their_order(opened: Open) -> None:
    """However a page came to its tabs, each rule stands where it stood."""
    page = opened("/?tab=papers")
    expect(page.get_by_role("heading", name="Five papers, alive")).to_be_visible()
    names = page.evaluate("[...document.styleSheets].map((one) => one.href.split('/').at(-1))")
    ours = ["tokens", "base", "board", "pieces", "advise", "papers", "coach", "print"]
    assert names == ["uplot.css", *(f"{name}.css" for name in ours)]


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_that_cannot_come_says_so_and_is_tried_again(
    opened: Open, allowed_errors: list[str], tab: str
) -> None:
    allowed_errors.append("ERR_CONNECTION_REFUSED")
    page = opened("/")
    expect(page.get_by_role("heading", name="Play Yahtzee")).to_be_visible()
    page.route("**/*", lambda route: route.abort("connectionrefused"))
    page.get_by_role("tab", name=tab).click()
    panel = page.get_by_role("tabpanel", name=tab)
    expect(panel.get_by_role("alert")).to_contain_text("The server does not answer.")
    panel.get_by_role("button", name="Try again").click()
    expect(panel.get_by_role("alert")).to_be_visible()
    page.unroute("**/*")
    panel.get_by_role("button", name="Try again").click()
    expect(panel.get_by_text(TABS[tab]).first).to_be_visible()
    expect(panel.get_by_role("alert")).to_have_count(0)


def test_a_page_that_is_older_than_the_server_is_opened_anew(
    opened: Open, allowed_errors: list[str]
) -> None:
    allowed_errors.append("404 (Not Found)")
    page = opened("/")
    expect(page.get_by_role("heading", name="Play Yahtzee")).to_be_visible()
    page.route("**/panels/stats.js", lambda route: route.fulfill(status=404))
    page.get_by_role("tab", name="Stats").click()
    panel = page.get_by_role("tabpanel", name="Stats")
    expect(panel.get_by_role("alert")).to_contain_text("open it anew. The address keeps your place.")
    page.unroute("**/panels/stats.js")
    panel.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="How you play")).to_be_visible()


def test_whoever_waits_for_a_tab_is_told(opened: Open) -> None:
    page = opened("/")
    held: list[Route] = []

    def hold_once(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/panels/train.js", hold_once)
    page.get_by_role("tab", name="Train").click()
    panel = page.get_by_role("tabpanel", name="Train")
    expect(panel.get_by_role("status")).to_have_text("One moment …")
    expect(panel.locator("[aria-busy=true]")).to_have_count(1)
    held[0].continue_()
    expect(panel.get_by_role("heading").first).to_be_visible()
    expect(panel.locator(".coming")).to_have_count(0)
