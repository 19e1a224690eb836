"""Pages that are used again: each is opened as in a new browser, but one that has the files already.

To begin a process and a cache for each of hundreds of tests took more than the tests did. A page is
used again if all that a test did to it ends with the next address, or can be put back here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from at_page import DESKTOP, is_settled, listen

PUT_BACK = {"viewport", "reduced_motion", "color_scheme"}
"""What a page can be told anew; a page with other options is of no use to others."""
STAYS = (
    *("on", "once", "route", "route_from_har", "route_web_socket", "add_init_script"),
    *("expose_binding", "expose_function", "set_extra_http_headers", "set_default_timeout"),
)
"""Calls whose effects stay with a page."""
LATE = 5.0
"""Seconds that answers are waited for which a test did not want to see."""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Pages:
    """The pages of a browser at a server. `noted` has what went wrong on those that are open."""

    def __init__(self, browser: Browser, served: str) -> None:
        self.browser, self.served = browser, served
        self.free: list[Page] = []
        self.used_up: set[Page] = set()
        self.noted: list[str] = []

    def take(self, **options: Any) -> Page:
        """Return a page without a past."""
        page = self.free.pop() if self.free and options.keys() <= PUT_BACK else self.new(**options)
        size = options.get("viewport", DESKTOP)
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(
            media="null",
            color_scheme=options.get("color_scheme", "null"),
            reduced_motion=options.get("reduced_motion", "null"),
        )
        return page

    def new(self, **options: Any) -> Page:
        """Return a page of a new context."""
        page = self.browser.new_context(
            **({"viewport": DESKTOP, "base_url": self.served} | options)
        ).new_page()
        self.watch(page)
        listen(page)
        if not options.keys() <= PUT_BACK:
            self.used_up.add(page)
        for name in STAYS:
            setattr(page, name, self.noting(page, getattr(page, name)))
        return page

    def noting(self, page: Page, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call after which a page is not used again."""

        def noted(*arguments: Any, **named: Any) -> Any:
            self.used_up.add(page)
            return call(*arguments, **named)

        return noted

    def give_back(self, page: Page) -> None:
        """Keep a page for the next test, or close it if that would notice."""
        settled = is_settled(page, LATE)  # what comes late is no surprise for a busy machine alone
        alone = not page.is_closed() and page.context.pages == [page]
        if settled and alone and page not in self.used_up and page.url.startswith(self.served):
            page.evaluate(FORGET)
            page.mouse.move(0, 0)  # over nothing
            self.free.append(page)
        else:
            self.used_up.discard(page)
            page.context.close()

    def watch(self, page: Page) -> None:
        """Note whatever goes wrong on a page."""

        def console(message: Any) -> None:
            if message.type in ("error", "warning"):
                self.noted.append(f"console {message.type}: {message.text} {message.location}")

        def request(one: Any) -> None:
            if not one.url.startswith((self.served, "data:", "blob:")):
                self.noted.append(f"request off the machine: {one.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.noted.append(f"exception: {error}"))
        page.on("request", request)
