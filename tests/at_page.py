"""A page in a browser: the windows it is looked at in, what its address says, whom it is for."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Request, expect

DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
Open = Callable[..., Page]
TOO_LARGE = ("413", "409")
"""What a browser notes where a match is too large to be solved, and estimates of it are offered."""


def said(url: str, key: str) -> str:
    """What an address says; a plus sign in it is a plus sign."""
    items = dict(item.split("=", 1) for item in url.partition("?")[2].split("&") if "=" in item)
    return unquote(items.get(key, ""))


def told(page: Page, key: str) -> str:
    """What the address says."""
    return said(page.url, key)


def stands(page: Page, key: str, value: str) -> None:
    """Wait until the address says so."""
    page.wait_for_url(lambda url: said(url, key) == value, timeout=30_000)


# -- waiting ---------------------------------------------------------------------------------------

_asked: dict[Page, set[Request]] = defaultdict(set)
LONGEST = 120.0
DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"


def is_drawn(page: Page) -> None:
    """Wait until a page is there and listens to keys: it is drawn with its panel, after its load."""
    if page.locator("#app").count():
        expect(page.locator(".head")).to_be_visible()
        page.evaluate(DRAWN)


def listen(page: Page) -> None:
    """Note what a page asks until it is answered; what is told as it happens is not waited for."""

    def asks(request: Request) -> None:
        if not request.url.endswith("/events"):
            _asked[page].add(request)

    page.on("request", asks)
    page.on("requestfinished", lambda request: _asked[page].discard(request))
    page.on("requestfailed", lambda request: _asked[page].discard(request))
    page.on("close", lambda _: _asked.pop(page, None))


def is_settled(page: Page, seconds: float) -> bool:
    """Wait until all questions of a page are answered, and what they say is drawn; not for ever."""
    until = time.monotonic() + seconds
    while not page.is_closed() and time.monotonic() < until:
        if not _asked[page]:
            page.evaluate(DRAWN)
            if not _asked[page]:
                return True
        page.wait_for_timeout(10)
    return page.is_closed()


def settle(page: Page) -> None:
    """Require that all questions of a page are answered."""
    assert is_settled(page, LONGEST), f"no answer: {[one.url for one in _asked[page]]}"


# -- for everybody ---------------------------------------------------------------------------------

AXE = """options => axe.run(document, { resultTypes: ["violations"], ...options })
    .then((found) => found.violations)"""


def is_for_everybody(page: Page, *rules: str) -> None:
    """Require that axe-core finds nothing, by all its rules or these, and all fits into the window."""
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(AXE, only)
    assert [f"{one['id']}: {one['help']}: {_places(one)}" for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def is_for_everybody_by_day_and_night(page: Page) -> None:
    """Require it by day on a desk and by night on a phone: all colours, and both ways to lie."""
    for window, colours in ((DESKTOP, "light"), (PHONE, "dark")):
        page.set_viewport_size(window)
        page.emulate_media(color_scheme=colours)
        is_for_everybody(page)


def _places(one: dict[str, Any]) -> list[str]:
    return [node["html"][:120] for node in one["nodes"]][:3]
