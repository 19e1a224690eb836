"""Boards that no game has today: pieces of an unknown kind, choices that must be asked for, marks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from at_board import at, die, tray
from at_page import Open

LAY = """async ([board, more]) => {
  const main = document.querySelector("script[type=module]").src;
  const { EMPTY, table } = await import(new URL("state.js", main));
  window.said = [];
  const choose = (choice) => window.said.push(choice);
  table.value = { ...EMPTY, board, choose, ...more };
}"""


def choice(words: str, *spots: str, dice: list[int] | None = None, again: bool = False) -> Any:
    """A choice of a board."""
    uses = {"dice": dice, "spots": spots}
    return {"choice": words, "label": words.capitalize(), "uses": uses, "points": None, "again": again}


def spot(name: str, text: str = "") -> dict[str, Any]:
    """A spot of a piece."""
    nothing = {"points": None, "of": None, "edit": None}
    return {"name": name, "label": name.capitalize(), "text": text, "open": not text, **nothing}


def piece(kind: str, *spots: dict[str, Any]) -> dict[str, Any]:
    """A piece of a player."""
    return {"kind": kind, "sections": [spots]}


def lay(opened: Open, laid: dict[str, Any], choices: list[Any], faces: list[int], **more: Any) -> Page:
    """Lay a board of one player on the table."""
    page = at(opened, "pig")
    dice = {"faces": faces, "count": len(faces), "sides": [1, 2, 3, 4, 5, 6], "pips": True, "kept": []}
    board = {
        "game": "strange",
        "title": "Strange",
        "variant": "",
        "what": "game",
        "objective": None,
        "players": 1,
        "state": "a=1",
        "roll": "".join(map(str, faces)),
        "mover": 0,
        "over": False,
        "result": None,
        "facts": [],
        "dice": dice,
        "rolls": [],
        "seats": [{"name": "You", "pieces": [laid]}],
        "choices": choices,
        "before": [],
    }
    page.evaluate(LAY, [board, more])
    expect(page.get_by_role("heading", name="Strange")).to_be_visible()
    return page


def test_a_piece_of_an_unknown_kind_is_lines_of_words(opened: Open) -> None:
    page = lay(
        opened, piece("wheel", spot("hub", "7"), spot("rim", "9")), [choice("spin"), choice("stay")], []
    )
    expect(page.locator(".plain dd")).to_have_text(["7", "9"])
    tray(page).get_by_role("button", name="Stay").click()
    assert page.evaluate("said") == ["stay"]


def test_what_could_mean_several_choices_is_asked(opened: Open) -> None:
    both = [choice("low ones", "ones"), choice("high ones", "ones")]
    page = lay(
        opened, piece("card", spot("ones"), spot("twos")), [*both, choice("twos", "twos")], [1, 2]
    )
    page.get_by_role("row", name="Ones").get_by_role("button").click()
    assert page.evaluate("said") == []
    page.keyboard.press("Enter")  # still two
    assert page.evaluate("said") == []
    tray(page).get_by_role("button", name="High ones").click()
    assert page.evaluate("said") == ["high ones"]


def test_the_only_choice_is_made_by_enter(opened: Open) -> None:
    page = lay(opened, piece("totals", spot("turn", "3")), [choice("pass")], [4])
    page.keyboard.press("Enter")
    assert page.evaluate("said") == ["pass"]


def test_dice_that_are_told_apart_are_held_by_their_place(opened: Open) -> None:
    apart = [choice("first", dice=[0], again=True), choice("second", dice=[1], again=True)]
    page = lay(opened, piece("totals", spot("turn", "3")), apart, [4, 4])
    die(page, 2).click()
    page.keyboard.press("r")
    assert page.evaluate("said") == ["second"]


def test_a_game_that_is_looked_at_again_shows_what_was_made_and_what_was_best(opened: Open) -> None:
    choices = [choice("score ones", "ones"), choice("score twos", "twos")]
    marks = {"score ones": "made", "score twos": "best"}
    page = lay(
        opened, piece("card", spot("ones"), spot("twos")), choices, [1, 2], marks=marks, choose=None
    )
    expect(page.get_by_role("row", name="Ones")).to_contain_text("made")
    expect(page.get_by_role("row", name="Twos")).to_contain_text("best")
    expect(page.locator(".card button")).to_have_count(0)
    page.locator("tr", has_text="Twos").click()
    assert page.evaluate("said") == []


def test_nothing_is_chosen_twice_while_something_is_under_way(opened: Open) -> None:
    page = lay(
        opened,
        piece("totals", spot("turn", "3")),
        [choice("roll", again=True), choice("stop")],
        [4],
        busy=True,
    )
    page.keyboard.press("r")
    expect(tray(page).get_by_role("button", name="Stop")).to_be_disabled()
    assert page.evaluate("said") == []
