"""A real browser at a real server: Playwright drives the Chromium that the system has.

Every page of a test is watched until all its questions are answered: an error in the console, an
exception in the page or a request that leaves the machine fails the test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from at_page import is_drawn
from own_games import QUICK, THREES, TUG
from page_pool import Pages
from serving import RunningServer

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer"]
"""Root needs the first; without the others a processor plays at being a graphics card."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

expect.set_options(timeout=30_000)  # these machines are busy


def browser_path() -> str:
    """Return the browser; where there is none, tests are skipped, but not where nobody would notice."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if os.environ.get("DICEDEVIL_CI"):
        pytest.fail("No Chromium: the page cannot be tested. 'make browser' installs it.")
    pytest.skip("No Chromium here: install it ('make browser', or apt install chromium).")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for this folder: ended with it, since it runs an event loop in this thread."""
    path = browser_path()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for this folder, with rules files; what it has worked out once is there for all."""
    folder = tmp_path_factory.mktemp("served")
    rules = {"my_threes.py": THREES, "tug.py": TUG, "quick.toml": QUICK}
    for name, text in rules.items():
        (folder / name).write_text(text)
    with RunningServer(*(folder / name for name in rules), DICEDEVIL_DATA=str(folder)) as running:
        yield running
        assert running.stop()[0] == 130


@pytest.fixture
def served(server: RunningServer) -> str:
    """Where the server answers."""
    return server.url


@pytest.fixture
def allowed_errors() -> list[str]:
    """Parts of console errors that a test provokes: it adds to this list."""
    return []


@pytest.fixture(scope="package")
def pages(browser: Browser, server: RunningServer) -> Pages:
    """The pages that tests open, one after the other."""
    return Pages(browser, server.url)


@pytest.fixture
def opened(pages: Pages, allowed_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Open pages, each as in a new browser: `opened("/?tab=play", viewport=PHONE)`."""
    taken: list[Page] = []
    pages.noted.clear()

    def open_page(address: str = "/", **options: Any) -> Page:
        page = pages.take(**options)
        taken.append(page)
        page.goto(address)
        is_drawn(page)
        return page

    yield open_page
    for page in taken:
        pages.give_back(page)
    left = [one for one in pages.noted if not any(part in one for part in allowed_errors)]
    assert left == []


@pytest.fixture
def page(opened: Callable[..., Page]) -> Page:
    """The page as a newcomer sees it first."""
    return opened("/")
