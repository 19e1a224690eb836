"""Games played through the page, as a person would: by clicks and by keys."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

QUICK = {"reduced_motion": "reduce"}
"""Bots are not waited for."""
THROW = ".tray .main:enabled"
OVER = "article.report, .offer, .panel .refusal"
"""What the end of a game opens: its report, or why there is none yet."""


def begin(page: Page, seed: int | None = None, *, alone: bool = False) -> None:
    """Begin the game that is set up."""
    if alone:
        page.get_by_role("button", name=re.compile("^Without ")).first.click()
    if seed is not None:
        page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".seed-shown")).to_be_visible()


def rows(page: Page) -> Locator:
    """Return the rows that can be taken now."""
    return page.locator(".board .take")


def to_move(page: Page) -> None:
    """Wait until a person can do something, or everything is over."""
    expect(
        page.locator(f".board .take, .actions button:enabled, .all-choices, {OVER}").first
    ).to_be_visible(timeout=180_000)  # code may have to be compiled, on a busy machine


def play_turn(page: Page) -> bool:
    """Throw where that is to be done, and take the first open row; False once the game is over."""
    to_move(page)
    if page.locator(OVER).count():
        return False
    before = page.url
    (rows(page) if rows(page).count() else page.locator(THROW)).first.click()
    expect(page).not_to_have_url(before)
    return True


def play_out(page: Page, most: int = 200) -> None:
    """Play a game of cards to its end, the first open row each turn."""
    for _ in range(most):
        if not play_turn(page):
            return
    raise AssertionError(f"The game is not over after {most} clicks: {page.url}")


def click_around(page: Page, source: random.Random, most: int = 400) -> None:
    """Play any game to its end: any choice that can be seen, by its button."""
    for _ in range(most):
        to_move(page)
        if page.locator(OVER).count():
            return
        before = page.url
        words = page.locator(".all-choices li button")
        buttons = words if words.count() else page.locator(".actions button:enabled")
        buttons.nth(source.randrange(buttons.count())).evaluate("button => button.click()")
        expect(page).not_to_have_url(before)
    raise AssertionError(f"The game is not over after {most} clicks: {page.url}")
