"""A match set up by hand: both cards, one box after the other, and what is best to win it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from at_board import at
from at_page import PHONE, TOO_LARGE, Open, is_for_everybody, settle, told
from dicedevil.cli.group import cli

FILLED = (
    *("ones=3", "twos=6", "threes=9", "fours=12", "fives=10", "sixes=18", "three-of-a-kind=22"),
    *("four-of-a-kind=0", "full-house=25", "small-straight=30"),
)
MINE, THEIRS = ",".join(FILLED), ",".join(f"them-{one}" for one in FILLED)


def set_box(page: Page, player: int, box: str, points: int) -> None:
    page.get_by_label(f"Player {player}: {box}", exact=True).select_option(str(points))


def test_two_cards_are_set_and_the_match_is_advised_on(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors += TOO_LARGE  # the start of it all
    page = at(opened, "yahtzee", more="&objective=win")
    note = page.get_by_text("Not yet a position.")
    page.get_by_role("textbox", name="Position").fill(f"{MINE},{THEIRS}")
    page.wait_for_url(lambda url: THEIRS in url)
    page.get_by_role("button", name="Set up").click()
    set_box(page, 1, "Large straight", 40)
    expect(note).to_be_visible()
    expect(page.get_by_text("Player 2 is 1 turn behind.")).to_be_visible()
    set_box(page, 1, "Yahtzee", 0)
    set_box(page, 2, "Yahtzee", 50)
    expect(page.get_by_text("Player 2 is 1 turn behind.")).to_be_visible()
    set_box(page, 2, "Large straight", 0)
    expect(note).to_be_hidden()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("textbox", name="Dice").fill("12556")
    as_the_command(page, "12556")
    page.set_viewport_size(PHONE)
    is_for_everybody(page, "color-contrast")


def test_nothing_is_lost_however_quickly_boxes_are_set(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors += TOO_LARGE
    page = at(opened, "yahtzee", more="&objective=win", viewport=PHONE)
    page.get_by_role("button", name="Set up").click()
    for box, points in (("Ones", 3), ("Twos", 6), ("Threes", 9), ("Fours", 12), ("Sixes", 18)):
        set_box(page, 1, box, points)
        set_box(page, 2, box, points)
    for key in ("ones=3", "twos=6", "threes=9", "fours=12", "sixes=18"):
        page.wait_for_url(lambda url, key=key: key in url and f"them-{key}" in url)
    settle(page)  # its advice takes a while: no other test is to wait for it


def test_the_other_player_may_have_begun(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("400")  # a link to half a match: its advice is asked for beside its board
    page = at(opened, "yahtzee", f"{MINE},{THEIRS},chance=20,yahtzee=0", more="&objective=win")
    page.get_by_role("button", name="Set up").click()
    for box, points in (("Chance", 20), ("Yahtzee", 0), ("Large straight", 0)):
        set_box(page, 2, box, points)
    expect(page.get_by_text("Player 1 is 1 turn behind.")).to_be_visible()
    page.get_by_role("button", name="The other began").click()
    page.wait_for_url(lambda url: "mover=1" in url)
    page.get_by_role("textbox", name="Dice").fill("12345")
    as_the_command(page, "12345")


def as_the_command(page: Page, roll: str) -> None:
    """Require the choices that `advise --json` tells, in its order, with its values."""
    expect(page.locator(f'.advice[data-roll="{roll}"][aria-busy="false"]')).to_be_visible()
    words = ["advise", "yahtzee", "--objective", "win", "--state", told(page, "state"), "--roll", roll]
    said = json.loads(CliRunner().invoke(cli, [*words, "--json"]).stdout)["choices"]
    values = {one["choice"]: one["value"] for one in said}
    rows = page.locator(".ranked tr.choice")
    ranked = [
        (choice, value)
        for row in rows.all()
        for choice in row.locator(".pick span").first.inner_text().split(" or ")
        for value in [row.locator(".figure").first.inner_text()]
    ]
    assert [choice for choice, _ in ranked] == list(values)[: len(ranked)]
    assert len({value for _, value in ranked}) > 1
    for choice, value in ranked:
        assert float(value.rstrip("%")) / 100 == pytest.approx(values[choice], abs=6e-5)
