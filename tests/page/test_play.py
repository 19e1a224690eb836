"""Playing at the page: against bots and people, undo, hints, and nothing is ever lost."""

from __future__ import annotations

import json
import re
import urllib.request
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from at_page import DESKTOP, PHONE, Open, is_for_everybody, settle, told
from at_play import QUICK, THROW, begin, play_out, play_turn, rows, to_move
from serving import RunningServer


def api(served: str, path: str) -> Any:
    """Ask the server."""
    with urllib.request.urlopen(f"{served}/api/v1{path}", timeout=30) as answer:
        return json.loads(answer.read())


def status(page: Page) -> Any:
    return page.locator(".panel .status").first


# -- beginning -------------------------------------------------------------------------------------


def test_a_newcomer_meets_yahtzee_against_a_bot_and_begins_with_one_click(page: Page) -> None:
    expect(page.get_by_role("tab", name="Play")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("heading", name="Play Yahtzee")).to_be_visible()
    expect(page.get_by_label("Bot")).to_have_value("casual")
    expect(page.locator(".setup .about")).to_contain_text("gives away")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(status(page)).to_have_text("Your choice.")
    expect(rows(page)).to_have_count(13)
    seed = page.locator(".seed-shown").inner_text()
    assert told(page, "seed") == seed
    assert told(page, "roll")
    assert told(page, "number")
    assert told(page, "game") == "yahtzee"


def test_a_seed_is_a_promise_and_people_have_names(opened: Open) -> None:
    rolls = []
    for _ in range(2):
        page = opened("/?tab=play&game=micro-yahtzee", **QUICK)
        page.get_by_role("button", name="Without").click()
        page.get_by_role("button", name="+ a person here").click()
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("Name of another person").fill("Ben")
        begin(page, seed=7)
        expect(status(page)).to_contain_text("Ann: your choice")
        first = told(page, "roll")
        play_turn(page)
        expect(status(page)).to_contain_text("Ben: throw")
        play_turn(page)
        expect(status(page)).to_contain_text("Ben: your choice")
        rolls.append((first, told(page, "roll")))
    assert rolls[0] == rolls[1]


def test_what_cannot_be_is_refused_in_words(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("status of 400")
    page = opened("/?tab=play&game=yahtzee", **QUICK)
    page.get_by_label("Bot").select_option("skill=2.5")
    page.get_by_label("gives away").fill("100000")
    page.get_by_label("gives away").blur()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".panel [role=alert]")).to_be_visible()
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_enabled()


def test_a_bot_that_cannot_think_so_far_says_so(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("status of 413")
    page = opened("/?tab=play&game=yahtzee", **QUICK)
    page.get_by_label("Bot").select_option("win")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".panel")).to_contain_text("the search would take about", timeout=60_000)
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_enabled()


# -- a whole game ----------------------------------------------------------------------------------


def number(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").removesuffix(" %"))


def test_a_whole_game_against_a_bot_ends_in_its_report(opened: Open) -> None:
    page = opened("/", **QUICK)
    page.get_by_label("Your name").fill("Ann")
    begin(page, seed=5)
    play_out(page)
    report = page.locator("article.report")
    expect(report).to_be_visible()
    assert told(page, "tab") == "analyse"
    found = {name: number(text) for name, text in sums(page).items()}
    assert found["par"] + found["luck"] + found["errors"] == found["points"]
    assert found["par"] == Decimal("254.6")
    sentence = report.locator(".sentence").inner_text().replace("\u00a0", " ").replace("−", "-")
    told_there = re.fullmatch(
        r"(\d+) points: luck ([-+][\d.]+), errors (-[\d.]+) from par ([\d.]+)\.", sentence
    )
    assert told_there, sentence
    score, luck, errors, par = map(Decimal, told_there.groups())
    assert score - par == luck + errors
    expect(report.locator(".end")).to_contain_text("casual")
    kept = [one for one in api(page.url.split("/?")[0], "/play")["games"] if one["over"]]
    assert Decimal(str(kept[0]["result"][0])) == score


def sums(page: Page) -> dict[str, str]:
    parts = page.locator("article.report .sum > div")
    return {
        parts.nth(k).locator("dt").inner_text(): parts.nth(k).locator("dd").inner_text()
        for k in range(parts.count())
    }


def test_a_short_game_by_keyboard_alone(opened: Open) -> None:
    page = opened("/?tab=play&game=ten-times-18:slots=3", **QUICK)
    without = page.get_by_role("button", name=re.compile("^Without "))
    expect(without).to_be_visible()
    tab_to(page, without)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Begin", exact=True))
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("choice")
    report = page.locator("article.report")
    for key in ("r", "2", "Enter", "r", "1", "Enter", "r", "3", "Enter") * 12:  # others do nothing now
        if report.is_visible():
            break
        page.keyboard.press(key)
        settle(page)
    expect(page.locator("article.report")).to_be_visible()
    plot = page.locator(".graph .plot")
    start = plot.get_attribute("aria-valuenow")
    page.keyboard.press("n" if start == "1" else "p")
    expect(plot).not_to_have_attribute("aria-valuenow", start or "")


def tab_to(page: Page, wanted: Locator) -> None:
    """Come to something by the Tab key."""
    for _ in range(60):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("It cannot be reached by the Tab key.")


# -- undo, hints -----------------------------------------------------------------------------------


def test_a_choice_can_be_taken_back_until_the_next_dice_are_seen(opened: Open) -> None:
    page = opened("/?tab=play&game=yahtzee", **QUICK)
    begin(page, seed=3)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    to_move(page)
    roll = told(page, "roll")
    rows(page).first.click()
    expect(status(page)).to_contain_text("take your choice back")
    page.keyboard.press("u")
    expect(rows(page)).to_have_count(13)
    assert told(page, "roll") == roll
    expect(undo).to_be_disabled()
    rows(page).nth(1).click()
    expect(undo).to_be_enabled()
    expect(page.locator(".tray .main")).to_be_enabled()
    page.keyboard.press("r")  # the bot's dice are seen
    expect(rows(page)).to_have_count(12)
    expect(undo).to_be_disabled()
    expect(page.locator(".turns")).to_contain_text("casual")


def test_hints_are_a_ladder_and_hidden_until_asked_for(opened: Open) -> None:
    page = opened("/?tab=play&game=yahtzee", **QUICK)
    begin(page, seed=4)
    to_move(page)
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator(".worth-column")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    good = page.locator(".hint .good li")
    expect(good).to_have_count(3)
    expect(page.locator(".hint")).not_to_contain_text("Best")
    assert good.all_inner_texts() == sorted(good.all_inner_texts())
    page.keyboard.press("h")
    expect(page.locator(".hint strong")).to_contain_text("Best: ")
    best = page.locator(".hint strong").inner_text().removeprefix("Best: ")
    page.keyboard.press("h")
    ranked = page.locator(".hint .ranked tbody th")
    expect(ranked.first).to_have_text(best)
    assert ranked.count() > 20
    expect(page.locator(".worth-column").first).to_be_visible()  # now the card tells, too
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    rows(page).first.click()
    expect(page.locator(".hint")).to_have_count(0)


# -- bots ------------------------------------------------------------------------------------------


def test_bots_are_shown_move_by_move_and_can_be_skipped(opened: Open) -> None:
    page = opened("/?tab=play&game=yahtzee")
    begin(page, seed=3)
    to_move(page)
    rows(page).first.click()
    page.locator(THROW).click()
    expect(status(page)).to_contain_text("casual is playing")
    expect(page.locator(".board .made, .board .marked").first).to_be_visible()  # its choice, marked
    page.get_by_role("button", name="Skip").click()
    expect(status(page)).to_contain_text("Your choice")
    said = page.locator("[role=status].unseen")
    expect(said).to_contain_text("casual: ")
    expect(said).to_contain_text("Your turn")


# -- nothing is lost -------------------------------------------------------------------------------


def test_a_reload_in_the_middle_of_a_game_loses_nothing(opened: Open) -> None:
    page = opened("/?tab=play&game=yahtzee", **QUICK)
    begin(page, seed=6)
    for _ in range(4):
        play_turn(page)
    to_move(page)
    if not rows(page).count():
        play_turn(page)
        to_move(page)
    address, open_rows = page.url, rows(page).count()
    page.reload()
    expect(rows(page)).to_have_count(open_rows)
    assert page.url == address
    page.goto("/?tab=play&game=yahtzee")
    kept = page.locator(".kept li", has_text="seed 6").first
    kept.get_by_role("button", name="Go on").click()
    expect(rows(page)).to_have_count(open_rows)
    assert told(page, "roll") == re.search(r"roll=(\d+)", address)[1]  # type: ignore[index]


def test_a_server_that_was_killed_goes_on_with_the_same_dice(
    opened: Open, server: RunningServer, allowed_errors: list[str]
) -> None:
    allowed_errors += ["ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET"]
    rolls: list[list[str]] = []
    for killed in (False, True):
        page = opened("/?tab=play&game=yahtzee", **QUICK)
        begin(page, seed=8)
        seen = []
        for turn in range(5):
            to_move(page)
            seen.append(told(page, "roll"))
            if killed and turn == 2:
                server.kill()
                rows(page).first.click()
                expect(page.locator(".refusal.away")).to_contain_text("Nothing is lost")
                server.begin()
            elif rows(page).count():
                rows(page).first.click()
            expect(page.locator(".refusal.away")).to_have_count(0)
            page.locator(THROW).click()
            expect(rows(page)).to_have_count(12 - turn)
        rolls.append(seen)
    assert rolls[0] == rolls[1]


@pytest.mark.parametrize(
    ("game", "value"),
    [("yahtzee", "expected final score"), ("pig", "to win"), ("shut-the-box", "best chance to win")],
)
def test_a_game_under_way_is_opened_in_advise(opened: Open, game: str, value: str) -> None:
    page = opened(f"/?tab=play&game={game}", **QUICK)
    begin(page, seed=2)
    to_move(page)
    roll = told(page, "roll")
    page.get_by_role("link", name="Open in Advise").click()
    expect(page.locator(".advice")).to_have_attribute("data-roll", roll, timeout=60_000)
    expect(page.locator(".advice")).to_contain_text(value)
    expect(page.locator(".board")).to_contain_text("Player 2")


@pytest.mark.parametrize("state", ["ones=3,them-twos=4,mover=1", "mover=0"])
def test_a_link_to_a_match_elsewhere_shows_all_cards(
    opened: Open, allowed_errors: list[str], state: str
) -> None:
    allowed_errors.append("status of 404")
    page = opened(f"/?tab=play&game=yahtzee&number=9999&seed=1&state={state}&roll=33456&players=2")
    expect(page.locator(".notice")).to_contain_text("not kept here")
    expect(page.locator(".card thead")).to_contain_text("Player 2")
    expect(page.locator(".advice")).to_have_attribute("data-roll", "33456")


def test_a_link_to_a_game_that_is_not_kept_here_shows_its_position(
    opened: Open, allowed_errors: list[str]
) -> None:
    allowed_errors.append("status of 404")
    link = "/?tab=play&game=yahtzee&number=9999&seed=1&state=ones=3&roll=33456"
    page = opened(link)
    expect(page.locator(".notice")).to_contain_text("not kept here")
    expect(page.get_by_role("tab", name="Advise")).to_have_attribute("aria-selected", "true")
    assert (told(page, "state"), told(page, "roll"), told(page, "number")) == ("ones=3", "33456", "")


@pytest.mark.parametrize("game", ["yahtzee", "pig"])
def test_everything_is_in_reach_on_a_phone(opened: Open, game: str) -> None:
    page = opened(f"/?tab=play&game={game}", viewport=PHONE, **QUICK)
    begin(page, seed=2)
    to_move(page)
    page.keyboard.press("h")
    expect(page.locator(".hint")).to_be_visible()
    is_for_everybody(page)


def test_a_phone_has_undo_and_hints_where_the_dice_are(opened: Open) -> None:
    page = opened("/?tab=play&game=yahtzee", viewport=PHONE, **QUICK)
    begin(page, seed=2)
    aside = page.locator(".tray .aside")
    aside.get_by_role("button", name="Hint").click()
    expect(aside).to_contain_text("One of these: ")
    aside.get_by_role("button", name="Which one?").click()
    expect(aside).to_contain_text("Best: ")
    aside.get_by_role("button", name="Show all").click()
    expect(page.locator(".card .worth").first).to_be_visible(timeout=60_000)
    expect(aside.get_by_role("button")).to_have_count(0)
    is_for_everybody(page)
    rows(page).first.click()
    aside.get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(13)
    page.set_viewport_size(DESKTOP)
    expect(aside).to_be_hidden()


def test_who_can_never_think_so_far_is_not_offered(opened: Open) -> None:
    page = opened("/?tab=play&game=cant-stop")
    expect(page.get_by_label("Bot")).to_have_value("rule-of-28")
    begin(page, seed=2)
    expect(status(page)).to_have_text("Your choice.")
