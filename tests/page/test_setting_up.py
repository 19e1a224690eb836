"""Boards set up by hand, the notation below them, phones, and the keyboard alone."""

from __future__ import annotations

from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, expect

from at_board import at, die, tray
from at_page import PHONE, TOO_LARGE, Open, said, stands, told

# -- setting up ------------------------------------------------------------------------------------


def test_boxes_are_set_by_what_they_can_hold(opened: Open) -> None:
    page = at(opened, "yahtzee", "ones=3")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Sixes", exact=True).select_option("24")
    stands(page, "state", "ones=3,sixes=24")
    page.get_by_label("Ones", exact=True).select_option(label="open")
    stands(page, "state", "sixes=24")
    page.get_by_label("Rerolls left").fill("0")
    page.get_by_label("Rerolls left").press("Enter")
    stands(page, "state", "sixes=24,rerolls=0")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("row", name="Sixes").locator(".stands")).to_have_text("24")


def test_the_board_stays_as_wide_as_it_is(opened: Open) -> None:
    page = at(opened, "yahtzee", "ones=3", "33456")
    wide = page.locator(".card").bounding_box()
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".card .spot-edit").first).to_be_visible()
    assert wide
    assert page.locator(".card").bounding_box() == wide | {"height": ANY}


def test_the_other_players_card_is_set_too(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors += ["400", *TOO_LARGE]  # half a match has no advice
    page = at(opened, "yahtzee", "ones=3", more="&objective=win")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Player 2: Yahtzee").select_option("50")
    page.wait_for_url(lambda url: "them-yahtzee=50" in url)


def test_tiles_slots_and_totals_are_set(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors += ["400", "409"]  # two boards are no position of one player to advise on
    page = at(opened, "shut-the-box")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Tile 4").click()
    stands(page, "state", "up=1+2+3+5+6+7+8+9")
    page.get_by_role("button", name="Tile 4").click()
    stands(page, "state", "up=1+2+3+4+5+6+7+8+9")
    other = at(opened, "shut-the-box", "up=4,them-up=2+3,mover=0", more="&players=2")
    other.get_by_role("button", name="Set up").click()
    other.get_by_role("button", name="Tile 4").last.click()
    other.wait_for_url(lambda url: said(url, "state").startswith("up=4,them-up=2+3+4"))
    other.get_by_role("button", name="Tile 4").first.click()
    other.wait_for_url(lambda url: said(url, "state").startswith("up=none,"))
    slots = at(opened, "ten-times-18")
    slots.get_by_role("button", name="Set up").click()
    slots.get_by_label("Slot 3, times 3").fill("9")
    slots.get_by_label("Slot 3, times 3").press("Enter")
    stands(slots, "state", "3=9")
    totals = at(opened, "pig")
    totals.get_by_role("button", name="Set up").click()
    totals.get_by_label("In the turn").fill("20")
    totals.get_by_label("In the turn").press("Enter")
    stands(totals, "state", "turn=20")


def test_the_notation_is_typed_and_told_what_is_wrong(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("400")
    page = at(opened, "shut-the-box", "up=1+4")
    field = page.get_by_role("textbox", name="Position")
    expect(field).to_have_value("up=1+4")
    field.fill("up=1+44")
    expect(page.get_by_text("There is no tile 44").first).to_be_visible()
    expect(field).to_have_value("up=1+44")  # to be mended, not typed anew
    field.fill("up=2+8")
    expect(page.get_by_role("img", name="Tile 8, up")).to_be_visible()
    expect(page.get_by_role("img", name="Tile 4, down")).to_be_visible()


def test_what_cannot_stand_there_is_told(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("400")
    page = at(opened, "pig", "turn=20")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("In the turn").fill("-5")
    page.get_by_label("In the turn").press("Enter")
    expect(page.locator(".trouble").first).to_be_visible()
    assert told(page, "state") == "turn=20"


def test_the_link_is_copied(opened: Open) -> None:
    page = at(opened, "pig", "turn=14", "3", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


# -- phones ----------------------------------------------------------------------------------------

POSITIONS = [
    ("yahtzee", "ones=3", "33456", ""),
    ("yahtzee", "ones=3,them-ones=3", "33456", "&objective=win"),
    ("klappenspiel", "", "46", ""),
    ("ten-times-18", "1=4", "12", ""),
    ("farkle", "me=3200,them=4100,turn=0,dice=6", "112355", "&objective=win"),
]


@pytest.mark.parametrize(("game", "state", "roll", "more"), POSITIONS)
def test_a_phone_shows_everything_without_scrolling_sideways(
    opened: Open, allowed_errors: list[str], game: str, state: str, roll: str, more: str
) -> None:
    allowed_errors += TOO_LARGE
    page = at(opened, game, state, roll, more, viewport=PHONE)
    expect(die(page, 1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = page.locator(".tray").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"] + 1  # the thumb reaches dice and buttons at once


def test_dice_are_held_by_touch(opened: Open) -> None:
    page = at(opened, "yahtzee", "", "33456", viewport=PHONE, has_touch=True, is_mobile=True)
    die(page, 5).tap()
    expect(tray(page).get_by_role("button", name="Roll 4 dice")).to_contain_text("Keep 6")


# -- the keyboard alone ----------------------------------------------------------------------------


def focused(page: Page) -> str:
    """What has the focus, by its name."""
    return str(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText"))


def test_tab_space_and_enter_are_enough(opened: Open) -> None:
    page = at(opened, "yahtzee", "", "33456")
    die(page, 1).focus()
    page.keyboard.press("Space")
    expect(die(page, 1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    expect(die(page, 2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(die(page, 2)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("row", name="Ones").get_by_role("button").focus()
    page.keyboard.press("ArrowDown")
    assert "Twos" in focused(page)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "twos=0" in url)
    expect(page.locator(".tray .main")).to_be_focused()  # and not lost


def test_keys_do_not_reach_through_fields(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("400")
    page = at(opened, "yahtzee", "", "33456")
    page.get_by_role("textbox", name="Position").press("1")
    expect(die(page, 1)).to_have_attribute("aria-pressed", "false")


def test_the_keys_are_listed(page: Page) -> None:
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keys")
    expect(listed).to_contain_text("hold a die by its place")
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()


def test_a_newcomer_is_told_once(opened: Open) -> None:
    page = opened("/")
    welcome = page.get_by_role("complementary", name="Welcome")
    expect(welcome).to_contain_text("solved exactly")
    welcome.get_by_role("button", name="Got it").click()
    page.reload()
    expect(page.get_by_role("contentinfo")).to_be_visible()
    expect(welcome).to_have_count(0)


# -- how it looks ----------------------------------------------------------------------------------


def test_dice_roll_unless_motion_is_not_wanted(opened: Open) -> None:
    def animation(page: Page) -> str:
        return str(die(page, 1).locator("svg").evaluate("one => getComputedStyle(one).animationName"))

    assert animation(at(opened, "pig", "", "3")).startswith("tumble")
    assert animation(at(opened, "pig", "", "3", reduced_motion="reduce")) == "none"


def test_the_board_stays_in_sight_beside_a_long_panel(opened: Open) -> None:
    page = at(opened, "klappenspiel", viewport={"width": 1280, "height": 560})
    expect(page.get_by_text("What each roll would be worth")).to_be_visible()
    page.mouse.move(900, 300)
    page.mouse.wheel(0, 10_000)
    expect(page.get_by_role("contentinfo")).to_be_in_viewport()
    expect(die(page, 1)).to_be_in_viewport()


def test_paper_is_black_on_white(opened: Open) -> None:
    page = at(opened, "yahtzee", "ones=3", "33456", color_scheme="dark")
    page.emulate_media(media="print")
    expect(page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("html")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator(".card")).to_be_visible()
    expect(page.locator(".actions")).to_be_hidden()
    expect(page.get_by_role("tablist")).to_be_hidden()
