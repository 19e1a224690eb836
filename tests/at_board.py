"""A position on the board of the page, opened in a browser; what tests of the board share."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from at_page import Open


def at(
    opened: Open, game: str, state: str = "", roll: str = "", more: str = "", **options: Any
) -> Page:
    """Open a position to be advised on."""
    written = (state + "&roll=" + roll).replace("+", "%2B")
    page = opened(f"/?tab=advise&game={game}&state={written}{more}", **options)
    expect(page.locator(".board-head")).to_be_visible()
    return page


def tray(page: Page) -> Locator:
    """The dice and the buttons beside them."""
    return page.get_by_role("region", name="Dice and what to do")


def die(page: Page, place: int) -> Locator:
    """The die at a place, counted from one."""
    return page.get_by_role("group", name="Dice").locator(".die").nth(place - 1)
