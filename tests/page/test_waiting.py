"""How it may end, drawn; what takes long is offered with its cost and made when asked for; speed."""

from __future__ import annotations

import os
import re
import statistics

import pytest
from playwright.sync_api import Locator, Page, expect

import dicedevil as dd
from at_page import PHONE, Open
from dicedevil.objectives import ReachTarget, WinMatch

PLACE = "/?tab=advise&game=ten-times-18&state=1=4,5=8&roll=12"
LONG = "/?tab=advise&game=farkle&roll=123456&objective=win"
"""A match that takes about half a minute."""
QUICK_ENOUGH = 100.0
"""Milliseconds from a key to its answer, on a machine that has nothing else to do."""
BUSY = 3.0
"""Times that, at least: the browser and the tests themselves are at work too."""


@pytest.fixture(scope="module", autouse=True)
def _tables() -> None:
    """What a person finds who has asked before."""
    told(600)
    dd.advise("yahtzee", "", "33456")
    dd.curve("shut-the-box:score=remaining", "up=1+4+6+9")
    dd.solve("klappenspiel")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Target")


def told(target: int) -> str:
    """Return what is to be read at a target."""
    law, curve = (
        dd.evaluate("ten-times-18", "optimal", state="1=4,5=8"),
        dd.curve("ten-times-18", "1=4,5=8"),
    )
    played = float(sum(chance for score, chance in law.law.items() if score >= target))
    best = curve.chance(target)

    def words(chance: float) -> str:
        return f"{100 * chance:.2f}%, 1 in {1 / chance:.1f}"

    return f"At least {target}: {words(played)} playing for points; {words(best)} going for it."


def value_of(page: Page) -> int:
    return int(slider(page).get_attribute("aria-valuenow") or "")


def test_nothing_is_drawn_unless_asked_for(opened: Open) -> None:
    page = opened(PLACE)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    field = page.get_by_role("textbox", name="Dice")
    field.fill("13")
    expect(page.locator(".advice")).to_have_attribute("data-roll", "13")
    assert not [one for one in asked if "/law" in one or "/curve" in one]
    page.get_by_role("button", name="Show how it may end").click()
    expect(slider(page)).to_be_visible()
    assert "chart=reach" in page.url
    aside = page.get_by_text("those that lie there are not counted")
    expect(aside).to_be_visible()
    field.fill("")
    expect(aside).to_have_count(0)


def test_the_target_is_moved_by_keys(opened: Open) -> None:
    page = opened(f"{PLACE}&chart=reach")
    slider(page).focus()
    first = value_of(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".reading")).to_have_text(told(value_of(page)))
    assert value_of(page) > first
    expect(slider(page)).to_have_attribute("aria-valuetext", told(value_of(page)))
    page.keyboard.press("Home")
    assert value_of(page) == int(slider(page).get_attribute("aria-valuemin") or "")


def test_the_target_is_dragged_and_played_for(opened: Open) -> None:
    page = opened(f"{PLACE}&chart=reach")
    slider(page).scroll_into_view_if_needed()
    box = slider(page).bounding_box()
    assert box is not None
    first, y = value_of(page), box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.6 * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.7 * box["width"], y, steps=4)
    page.mouse.up()
    target = value_of(page)
    assert target > first
    expect(page.locator(".reading")).to_have_text(told(target))
    page.get_by_role("button", name=f"Play for at least {target}").click()
    advice = dd.advise("ten-times-18", "1=4,5=8", "12", ReachTarget(target))
    expect(page.locator(".advice .sentence")).to_have_text(advice.sentence)
    assert f"objective=target&target={target}" in page.url.replace("&chart=reach", "")
    slider(page).press("ArrowLeft")  # now the line sets what is played for
    expect(page.get_by_role("textbox", name="Target")).to_have_value(str(target - 1))


def test_the_target_is_touched_on_a_phone(opened: Open) -> None:
    page = opened(f"{PLACE}&chart=law", viewport=PHONE, has_touch=True)
    slider(page).scroll_into_view_if_needed()
    box = slider(page).bounding_box()
    assert box is not None
    first = value_of(page)
    page.touchscreen.tap(box["x"] + 0.2 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator(".reading")).to_contain_text("Exactly")
    assert value_of(page) < first


@pytest.mark.parametrize("kind", ["reach", "law"])
def test_low_scores_are_at_most(opened: Open, kind: str) -> None:
    page = opened(
        f"/?tab=advise&game=shut-the-box:score=remaining&state=up=1+4+6+9&roll=46&chart={kind}"
    )
    expect(page.locator(".reading")).to_contain_text("At most")


def test_a_turn_is_drawn_whoever_else_plays(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=me=40,them=60,turn=19&objective=win&chart=law")
    expect(page.get_by_role("heading", name="How this turn may end")).to_be_visible()
    expect(page.locator(".reading")).to_contain_text("At least")


def test_what_is_only_won_or_lost_is_not_drawn(opened: Open) -> None:
    page = opened("/?tab=advise&game=klappenspiel&state=up=4+6+10&roll=46&chart=law")
    expect(page.locator(".advice")).to_be_visible()
    expect(page.locator(".outlook")).to_have_count(0)


def test_nothing_is_wider_than_a_phone(opened: Open) -> None:
    page = opened(f"{PLACE}&objective=target&target=700&chart=reach", viewport=PHONE)
    expect(slider(page)).to_be_visible()
    page.locator(".ranked .pick").nth(1).click()
    expect(page.locator(".parts")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_long_work_is_offered_made_with_progress_and_cancelled(
    opened: Open, allowed_errors: list[str]
) -> None:
    allowed_errors.append("409 (Conflict)")
    page = opened(LONG)
    offer = page.locator(".offer")
    expect(offer).to_contain_text(re.compile(r"takes about \d+ s"))
    offer.first.get_by_role("button", name="Make it").click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(page.locator(".progress")).to_contain_text(re.compile(r"\d+ s left"))
    page.get_by_role("textbox", name="Dice").fill("111234")  # the page stays usable
    expect(page.get_by_role("button", name="die 6, shows 4")).to_be_visible()
    going = page.get_by_role("complementary", name="Work under way")
    expect(going).to_contain_text("Farkle")
    page.go_back()
    expect(going).to_have_count(0)  # it stands where it was asked for
    page.reload()
    expect(bar).to_be_visible()  # it goes on
    page.locator(".progress").get_by_role("button", name="Cancel").click()
    expect(bar).to_have_count(0)
    expect(offer.first).to_be_visible()


def test_what_was_made_appears(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors += ["409 (Conflict)", "404 (Not Found)"]
    game = "ten-thousand:target=9000"  # a match that nobody has solved
    page = opened(f"/?tab=advise&game={game}&roll=12345&objective=win")
    estimate = dd.advise(game, "", "12345", player="emp-1")
    expect(page.locator(".note")).to_contain_text("Estimates by emp-1")
    expect(page.locator(".advice .sentence")).to_have_text(estimate.sentence)
    page.route("**/events", lambda route: route.fulfill(status=404), times=1)  # as if it began anew
    page.locator(".offer").get_by_role("button", name="Make it").click()
    expect(page.locator(".offer [role=alert]")).to_contain_text("Begin it again.")
    page.locator(".offer").get_by_role("button", name="Make it").click()
    expect(page.locator(".note")).to_have_count(0, timeout=60_000)
    advice = dd.advise(game, "", "12345", WinMatch())
    expect(page.locator(".advice .sentence")).to_have_text(advice.sentence)
    assert advice.sentence != estimate.sentence


def test_a_busy_server_is_asked_again(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("503 (Service Unavailable)")
    page = opened("/?tab=advise&game=pig")
    expect(page.locator(".advice")).to_be_visible()
    times = []

    def refuse_once(route: object) -> None:
        times.append(1)
        if len(times) > 1:
            route.continue_()  # type: ignore[attr-defined]
            return
        error = '{"error": {"code": "busy", "message": "Busy.", "hint": "", "retry_after": 1}}'
        route.fulfill(status=503, headers={"Retry-After": "1"}, body=error)  # type: ignore[attr-defined]

    page.route("**/api/v1/advice*", refuse_once)
    page.get_by_role("textbox", name="Dice").fill("4")
    expect(page.locator(".advice")).to_have_attribute("data-roll", "4")
    assert len(times) == 2


def test_a_server_that_was_away_is_asked_again(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("ERR_CONNECTION_REFUSED")
    page = opened("/?tab=advise&game=pig")
    expect(page.locator(".advice")).to_be_visible()
    page.route("**/api/v1/**", lambda route: route.abort("connectionrefused"))
    page.get_by_role("textbox", name="Dice").fill("4")
    expect(page.locator(".trouble").first).to_contain_text("The server does not answer.")
    page.unroute("**/api/v1/**")
    expect(page.locator(".advice")).to_have_attribute("data-roll", "4")
    expect(page.locator(".trouble")).to_have_count(0)


def test_an_older_answer_does_not_stand_for_a_newer_question(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig")
    expect(page.locator(".advice")).to_be_visible()
    held: list[object] = []
    page.route("**/api/v1/advice*roll=2*", lambda route: held.append(route))  # never answered in time
    field = page.get_by_role("textbox", name="Dice")
    field.fill("2")
    expect(page.get_by_text("Working it out")).to_be_visible()
    field.fill("5")
    expect(page.locator(".advice")).to_have_attribute("data-roll", "5")
    assert held
    expect(page.locator(".advice .sentence")).to_have_text(dd.advise("pig", "", "5").sentence)


@pytest.mark.parametrize(
    ("address", "asked", "button", "words"),
    [
        ("/?tab=advise&game=pig&roll=3", "**/api/v1/advice*", "", "Working it out …"),
        ("/?tab=play&game=pig", "**/api/v1/play", "Begin", "The table is being laid …"),
        ("/?tab=train&game=pig", "**/api/v1/train*", "", "Looking for a question …"),
    ],
)
def test_whoever_waits_very_long_hears_why(
    opened: Open, address: str, asked: str, button: str, words: str
) -> None:
    """On a machine where nothing was ever asked, code is compiled first."""
    page = opened("/?tab=papers")
    page.route(asked, lambda route: None if "/games" not in route.request.url else route.continue_())
    page.goto(page.url.partition("?")[0].rstrip("/") + address)
    if button:
        page.get_by_role("button", name=button).click()
    waiting = page.locator("#panel").get_by_role("status").filter(has_text=words)
    expect(waiting).to_be_visible()
    expect(waiting).not_to_contain_text("compiled")
    expect(waiting).to_contain_text("code is compiled for this machine")
    page.goto("about:blank")  # and whoever leaves waits no more


def test_what_can_never_be_solved_is_not_offered(opened: Open, allowed_errors: list[str]) -> None:
    """The whole match of Yahtzee fits in no memory: waiting would not help."""
    allowed_errors.extend(["413 (", "409 ("])
    page = opened("/?tab=advise&game=yahtzee&objective=win&roll=33456")
    expect(page.locator(".note")).to_contain_text("too large to be solved exactly.")
    expect(page.locator(".note")).not_to_contain_text("exact answer takes")


def test_a_game_that_is_not_known_is_told_once_with_the_one_that_was_meant(
    opened: Open, allowed_errors: list[str]
) -> None:
    allowed_errors.append("404 (")
    page = opened("/?tab=advise&game=yatzee")
    expect(page.get_by_text("Unknown game 'yatzee'")).to_have_count(1)
    page.get_by_role("link", name="yahtzee", exact=True).click()
    expect(page.get_by_role("heading", name="Yahtzee", exact=True)).to_be_visible()


def test_smaller_boards_are_ways_to_go(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("413 (")
    page = opened("/?tab=advise&game=cant-stop")
    page.get_by_role("link", name="cant-stop:sides=3", exact=True).click()
    expect(page.get_by_role("heading", name="Can't Stop sides=3")).to_be_visible()
    expect(page.locator(".advice")).to_contain_text("turns still to come", timeout=60_000)


@pytest.fixture
def stopwatch() -> str:
    """Measures from the key to the answer that can be seen, in the page."""
    return """() => {
        window.times = [];
        let begun = null;
        addEventListener('keydown', () => (begun = performance.now()), true);
        const look = () => {
            const seen = document.querySelector('.advice');
            if (begun == null || seen?.dataset.roll !== window.wanted) return;
            const from = begun;
            begun = null;
            requestAnimationFrame(() => window.times.push(performance.now() - from));
        };
        const all = { subtree: true, childList: true, attributes: true };
        new MutationObserver(look).observe(document.body, all);
    }"""


def test_from_key_to_answer(opened: Open, stopwatch: str, allowed_errors: list[str]) -> None:
    allowed_errors.append("400 (Bad Request)")  # four dice, where the fifth comes late
    page = opened("/?tab=advise&game=yahtzee&state=ones=3,rerolls=1&roll=11111")
    expect(page.locator(".advice")).to_have_attribute("data-roll", "11111")
    page.evaluate(stopwatch)
    field = page.get_by_role("textbox", name="Dice")
    for number, roll in enumerate(("33456", "12345", "11266", "24466", "13356", "22255", "14566"), 1):
        field.fill(roll[:-1])
        page.evaluate("roll => (window.wanted = roll)", roll)
        field.press("End")
        field.press(roll[-1])
        expect(page.locator(".advice")).to_have_attribute("data-roll", roll)
        while page.evaluate("window.times.length") < number:
            page.wait_for_timeout(5)
    median = statistics.median(page.evaluate("window.times"))
    others = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"From key to answer: {median:.0f} ms, {others:.1f} at work on each core")
    assert median < QUICK_ENOUGH * max(BUSY, others)
