"""The board in a browser: dice, cards, tiles, slots, totals and plain boards, by hand and by keys."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from at_board import at, die, tray
from at_page import TOO_LARGE, Open, settle, stands, told

# -- dice ------------------------------------------------------------------------------------------


def test_dice_are_held_by_place_and_the_button_says_what_it_rolls(opened: Open) -> None:
    page = at(opened, "yahtzee", "", "33456")
    second = page.get_by_role("button", name="die 2, shows 3")
    expect(second).to_have_attribute("aria-pressed", "false")
    expect(tray(page).get_by_role("button", name="Roll 5 dice")).to_be_visible()
    second.click()
    page.keyboard.press("5")
    expect(page.get_by_role("button", name="die 2, shows 3, held")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(die(page, 1)).to_have_attribute("aria-pressed", "false")  # the other three
    expect(die(page, 5)).to_contain_text("held")
    expect(tray(page).get_by_role("button", name="Roll 3 dice")).to_contain_text("Keep 36")
    page.keyboard.press("2")
    page.keyboard.press("1")  # an equal die says the same
    expect(tray(page).get_by_role("button", name="Roll 3 dice")).to_contain_text("Keep 36")
    page.keyboard.press("Escape")
    expect(tray(page).get_by_role("button", name="Roll 5 dice")).to_be_visible()


def test_r_rolls_what_is_not_held(opened: Open) -> None:
    page = at(opened, "yahtzee", "", "33456")
    for key in "1", "2", "r":
        page.keyboard.press(key)
    page.wait_for_url(lambda url: "rerolls=1" in url)
    assert "kept=33" in told(page, "state")


def test_the_same_key_on_another_board_is_no_old_hold(opened: Open) -> None:
    page = at(opened, "yahtzee", "", "33456")
    page.keyboard.press("1")
    page.get_by_label("Dice", exact=True).and_(page.get_by_role("textbox")).fill("11111")
    stands(page, "roll", "11111")
    expect(die(page, 1)).to_have_attribute("aria-pressed", "false")


def test_dice_are_turned_by_hand_and_stay_in_their_places(opened: Open) -> None:
    page = at(opened, "yahtzee")
    expect(page.get_by_role("img", name="die 1, not rolled")).to_be_visible()
    page.get_by_role("button", name="Set the dice by hand").click()
    for place in range(1, 6):
        page.get_by_role("button", name=f"die {place}, not set").click()
    stands(page, "roll", "11111")
    first = page.get_by_role("button", name="die 1, ")
    for face in 2, 3:
        first.press("+")
        expect(first).to_have_accessible_name(f"die 1, shows {face}; turn it by click, plus or minus")
    stands(page, "roll", "31111")
    page.get_by_role("button", name="die 5, ").press("-")  # from one round to six
    stands(page, "roll", "31116")
    page.get_by_role("button", name="Dice are set").click()
    expect(page.get_by_role("button", name="die 1, shows 1")).to_be_visible()  # in order again


def test_dice_are_thrown(opened: Open) -> None:
    page = at(opened, "yahtzee")
    page.keyboard.press("r")
    page.wait_for_url(lambda url: "roll=" in url)
    expect(page.locator("button.die")).to_have_count(5)


def test_dice_with_many_sides_show_numbers(opened: Open) -> None:
    page = at(opened, "ten-times-18", "", "12")
    expect(die(page, 1).locator("text")).to_have_text("12")
    pips = at(opened, "pig", "", "5")
    expect(die(pips, 1).locator("circle")).to_have_count(5)


# -- score cards -----------------------------------------------------------------------------------


def test_a_row_tells_what_it_scores_now_and_takes_it(opened: Open) -> None:
    page = at(opened, "yahtzee", "ones=3,fours=12", "33456")
    expect(page.get_by_role("columnheader", name="Score now")).to_be_visible()
    threes = page.get_by_role("row", name="Threes")
    expect(threes.get_by_role("button")).to_have_text("6")
    expect(page.get_by_role("row", name="Ones").get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("row", name="Upper total")).to_contain_text("15 / 63")
    page.get_by_role("row", name="Small straight").click()  # anywhere on it
    page.wait_for_url(lambda url: "small-straight=30" in url)
    expect(page.get_by_role("row", name="Small straight").locator(".stands")).to_have_text("30")
    expect(page.get_by_role("row", name="Total", exact=False).last).to_contain_text("45")


def test_a_row_tells_its_value_as_the_library_does(opened: Open) -> None:
    page = at(opened, "micro-yahtzee", "", "3")
    expect(page.get_by_role("columnheader", name="Value if taken")).to_be_visible()
    answer = page.request.get("/api/v1/advice?game=micro-yahtzee&roll=3").json()
    rows = page.locator("tr.can")
    expect(rows).to_have_count(len(answer["choices"]))
    for one in answer["choices"]:
        name = one["choice"].removeprefix("score ").replace("-", " ")
        expect(rows.filter(has_text=name)).to_contain_text(f"{one['value']:.2f}")


def test_players_sit_side_by_side(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors += TOO_LARGE
    page = at(opened, "yahtzee", "ones=3,them-ones=1", "33456", "&objective=win")
    ones = page.get_by_role("row", name="Ones")
    expect(ones.locator(".score .stands")).to_have_text(["3", "1"])
    expect(page.locator("thead .score")).to_have_count(2)


# -- tiles, slots, totals --------------------------------------------------------------------------


def test_other_rules_than_the_usual_are_named(opened: Open) -> None:
    page = at(opened, "yahtzee:joker=forced,upper-bonus=50", "", "33456")
    expect(page.locator(".board-head h2")).to_have_text("Yahtzee joker=forced, upper-bonus=50")


def test_a_row_that_only_one_player_has_moves_nobody_elses(
    opened: Open, allowed_errors: list[str]
) -> None:
    allowed_errors += TOO_LARGE
    page = at(opened, "yahtzee", "ones=3,them-yahtzee=50", "33456", "&objective=win")
    for row, mine in (("Ones", "3"), ("Extra Yahtzees", ""), ("Total", "3")):
        expect(page.get_by_role("row", name=row).locator(".score.mover").last).to_have_text(mine)


def test_tiles_are_picked_and_flipped_together(opened: Open) -> None:
    page = at(opened, "shut-the-box", "", "46")
    page.get_by_role("button", name="Tile 4, up").click()
    expect(page.get_by_role("button", name="Tile 4, up, picked")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator(".tray-say")).to_contain_text("not yet; add 6")
    expect(tray(page).get_by_role("button", name="Flip")).to_have_count(0)
    page.get_by_role("button", name="Tile 9, up").click()
    expect(page.locator(".tray-say")).to_contain_text("4+9 = 13: there is no such choice")
    page.keyboard.press("9")
    page.keyboard.press("6")
    tray(page).get_by_role("button", name="Flip 4 and 6").click()
    stands(page, "state", "up=1+2+3+5+7+8+9")
    expect(page.get_by_role("img", name="Tile 4, down")).to_be_visible()


def test_what_is_all_there_is_to_choose_is_a_button(opened: Open) -> None:
    page = at(opened, "klappenspiel", "up=1+4+6", "46")
    tray(page).get_by_role("button", name="Flip 4 and 6").click()
    stands(page, "state", "up=1")


def test_a_die_that_must_be_rolled_alone_is_all_there_is(opened: Open) -> None:
    page = at(opened, "shut-the-box:tiles=6,one-die=must-high-tiles-shut", "up=1+2+3")
    expect(page.get_by_role("img", name="die 1, not rolled")).to_be_visible()
    expect(page.get_by_role("img", name="die 2, not rolled")).to_have_count(0)
    tray(page).get_by_role("button", name="Throw the die").click()
    page.wait_for_url(lambda url: "roll=" in url)
    expect(page.locator(".tray .die")).to_have_count(1)


def test_slots_say_what_they_earn(opened: Open) -> None:
    page = at(opened, "ten-times-18", "1=4,5=8", "12")
    slot = page.get_by_role("button", name="Slot 7")
    expect(slot).to_contain_text("times 7")
    expect(slot).to_contain_text("+84")
    expect(page.locator(".slot.filled")).to_have_count(2)
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "7=12" in url)
    expect(page.locator(".slot.filled")).to_have_count(3)
    expect(page.locator(".lines")).to_contain_text("128")


def test_a_turn_total_and_its_bank_button(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("409")  # nobody made the table of the match
    page = at(opened, "farkle", "me=3200,them=4100,turn=350,dice=4", "1155", "&objective=win")
    expect(page.locator(".total", has_text="In the turn")).to_contain_text("350")
    banked = page.locator(".total", has_text="Banked")
    expect(banked).to_have_count(2)
    expect(banked.first.locator(".bar > span")).to_have_attribute("style", "width: 32%;")
    page.keyboard.press("1")
    expect(tray(page).get_by_role("button", name="Roll 3 dice")).to_be_visible()
    tray(page).get_by_role("button", name="Bank").click()
    page.wait_for_url(lambda url: "3850" in url)
    settle(page)  # an estimate that takes a while: no other test is to wait for it


def test_roll_and_stop_of_one_die(opened: Open) -> None:
    page = at(opened, "pig", "turn=14", "3")
    expect(tray(page).get_by_role("button", name="Stop")).to_be_visible()
    page.keyboard.press("r")
    stands(page, "state", "turn=17")


def test_what_may_be_done_instead_of_rolling_is_a_button(opened: Open) -> None:
    page = at(opened, "pig", "me=20,them=4,turn=14", more="&objective=win")
    expect(tray(page).get_by_role("button", name="Throw the die")).to_be_visible()
    tray(page).get_by_role("button", name="bank 14").click()
    page.wait_for_url(lambda url: "them=34" in url)


# -- any game --------------------------------------------------------------------------------------


def test_a_game_of_no_family_has_a_plain_board(opened: Open) -> None:
    page = at(opened, "my_threes", "", "336")
    expect(page.locator(".plain")).to_contain_text("Position")
    expect(page.get_by_role("heading", name="Threes")).to_be_visible()
    tray(page).get_by_role("button", name=re.compile(r"^Set aside 3\+3(?!\+)")).click()
    page.wait_for_url(lambda url: "state=1" in url)  # one die is left


def test_every_choice_can_be_said_in_words(opened: Open) -> None:
    page = at(opened, "klappenspiel", "", "46")
    page.get_by_text("choices in words").click()
    page.get_by_role("listitem").get_by_role("button", name="Flip 10", exact=False).click()
    stands(page, "state", "up=1+2+3+4+5+6+7+8+9")
