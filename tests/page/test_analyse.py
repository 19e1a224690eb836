"""The report at the page: the sentence, the graph, decisions on the board; records from elsewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dicedevil as dd
from at_page import Open, is_for_everybody_by_day_and_night, told
from at_play import QUICK, begin, play_out
from dicedevil.coach.records import Record
from recorded import played_at_random
from serving import until

ROOT = Path(__file__).parents[2]
A_GAME = ROOT / "docs" / "a-game.jsonl"


def pasted(opened: Open, text: str) -> Page:
    page = opened("/?tab=analyse", **QUICK)
    page.get_by_label("A record").fill(text)
    page.get_by_role("button", name="Analyse", exact=True).click()
    return page


def test_a_pasted_record_is_graded_as_the_library_does(opened: Open) -> None:
    page = pasted(opened, A_GAME.read_text())
    sentence = page.locator("article.report .sentence")
    expect(sentence).to_contain_text("219 points")
    (graded,) = dd.grade(dd.Record.from_dict(json.loads(A_GAME.read_text())))
    losses = [f"−{one.loss:.2f}" for one in graded.by_loss()]
    expect(page.locator(".decisions .loss")).to_have_text(losses)
    expect(page.locator(".decisions li").first).to_contain_text("blunder")
    expect(page.locator(".decisions li").first).to_contain_text("??")
    expect(page.get_by_text("Were the dice fair?")).to_be_visible()
    page.reload()
    expect(sentence).to_contain_text("219 points")  # pasted once is enough


def small_game() -> Record:
    """A game with many mistakes, of which everything is known at once."""
    return played_at_random(dd.game("junior-yahtzee"), seed=5)[0]


def test_each_decision_is_replayed_on_the_board_with_why(opened: Open) -> None:
    (graded,) = dd.grade(small_game())
    worst = graded.by_loss()[0]
    at = graded.decisions.index(worst) + 1
    assert 2 < at < len(graded.decisions) - 1
    page = pasted(opened, small_game().to_line())
    expect(page.locator(".decisions li button").first).to_have_attribute("aria-current", "true")
    decision, move = page.locator(".decision"), page.locator(".decision h3")
    expect(decision).to_contain_text(worst.best)
    expect(decision.locator(".why")).to_contain_text(f"better than {worst.choice}")
    expect(page.locator(".board .marked")).to_contain_text("made")
    expect(page.locator(".board .marked")).to_contain_text("best")
    assert (told(page, "roll"), told(page, "move")) == (worst.roll, str(at))
    page.keyboard.press("n")
    expect(move).to_contain_text(f"Move {at + 1} of ")
    page.keyboard.press("p")
    page.keyboard.press("p")
    expect(move).to_contain_text(f"Move {at - 1} of ")
    page.go_back()
    expect(move).to_contain_text(f"Move {at} of ")
    count = len(graded.decisions)
    plot = page.locator(".graph .plot")
    plot.focus()
    page.keyboard.press("End")
    expect(plot).to_have_attribute("aria-valuenow", str(count))
    box = until(plot.locator(".u-over").bounding_box)  # none while it is drawn anew
    page.mouse.click(box["x"] + box["width"] * 2 / (count + 1), box["y"] + box["height"] / 2)
    expect(plot).to_have_attribute("aria-valuenow", "2")
    expect(move).to_contain_text("Move 2 of ")
    there = page.get_by_role("link", name="Open in Advise")
    shown = re.compile(f"roll={graded.decisions[1].roll}")
    expect(there).to_have_attribute("href", shown)  # the board follows what is said of it
    there.click()
    expect(page.get_by_role("tab", name="Advise")).to_have_attribute("aria-selected", "true")
    assert told(page, "roll") == graded.decisions[1].roll


def test_several_games_are_listed_and_a_file_can_be_dropped(opened: Open, tmp_path: Path) -> None:
    other, _ = played_at_random(dd.game("micro-yahtzee"))
    two = tmp_path / "games.jsonl"
    two.write_text(f"{A_GAME.read_text().strip()}\n{other.to_line()}\n")
    page = opened("/?tab=analyse", **QUICK)
    page.locator("input[type=file]").set_input_files(two)
    listed = page.locator(".games select")
    expect(listed.locator("option")).to_have_count(2)
    expect(page.locator("article.report")).to_have_attribute("data-game", "yahtzee")
    listed.select_option("2")
    expect(page.locator("article.report")).to_have_attribute("data-game", "micro-yahtzee")
    page.get_by_role("button", name="Another record").click()
    dropped = page.evaluate_handle(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.jsonl"));
          return data;
        }""",
        other.to_line(),
    )
    page.locator(".paste").dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.locator("article.report")).to_have_attribute("data-game", "micro-yahtzee")
    expect(listed).to_have_count(0)


def test_what_is_no_record_is_refused_in_words(opened: Open) -> None:
    page = pasted(opened, "this is no record")
    expect(page.locator(".panel [role=alert]").first).to_contain_text("Line 1: ")
    expect(page.get_by_label("A record")).to_have_value("this is no record")
    long = {"name": "long.jsonl", "mimeType": "application/json", "buffer": b" " * 2_000_001}
    page.locator("input[type=file]").set_input_files(long)
    expect(page.locator(".notice")).to_contain_text("too long for the page")


@pytest.fixture(scope="module")
def reports() -> list[str]:
    """Where the report of a match of two is, once it has been played."""
    return []


@pytest.fixture
def played(opened: Open, reports: list[str]) -> Page:
    """The report of a match of two."""
    page = opened(reports[0] if reports else "/?tab=play&game=junior-yahtzee", **QUICK)
    if not reports:
        begin(page, seed=11)
        play_out(page)
    expect(page.locator("article.report")).to_be_visible()
    reports.append(page.url)
    return page


def test_everybodys_report_can_be_read_and_the_record_downloaded(played: Page) -> None:
    expect(played.get_by_role("button", name="me", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    mine = played.locator(".sentence").first.inner_text()
    played.get_by_role("button", name="casual", exact=True).click()
    expect(played.locator(".sentence").first).not_to_have_text(mine)
    assert told(played, "seat") == "1"
    with played.expect_download() as download:
        played.get_by_role("link", name="Download").click()
    record = dd.Record.from_dict(json.loads(Path(download.value.path()).read_text()))
    assert record.seed == 11
    assert record.players == ("me", "casual")
    assert len(dd.grade(record)) == 2


def test_mistakes_are_retried_with_one_click(played: Page) -> None:
    number = told(played, "number")
    graded = played.request.get(f"/api/v1/play/{number}/report").json()["games"][0]
    wrong = sum(one["class"] in ("inaccuracy", "mistake", "blunder") for one in graded["decisions"])
    played.get_by_role("button", name="Retry my mistakes").click()
    expect(played.get_by_role("heading", name="Retry your mistakes")).to_be_visible()
    assert told(played, "of") == number
    asked = played.locator(".panel .status")
    expect(asked).to_contain_text("What do you choose?")
    assert told(played, "roll")
    assert wrong > 1
    expect(asked).to_contain_text(f" {wrong - 1} more")


def test_other_tabs_take_none_of_its_words_for_theirs(played: Page) -> None:
    played.get_by_role("button", name="Retry my mistakes").click()
    expect(played.locator(".panel .status")).to_contain_text("What do you choose?")
    played.get_by_role("tab", name="Stats").click()
    expect(played.locator(".stats-game").first).to_be_visible()
    played.get_by_role("tab", name="Advise").click()
    expect(played.locator(".advice")).to_be_visible()
    expect(played.locator(".panel [role=alert]")).to_have_count(0)


def comes_first(page: Page) -> None:
    """Require that the sentence stands above the board."""
    head, board = (page.locator(name).first.bounding_box() for name in (".sentence", ".board"))
    assert head
    assert board
    assert head["y"] < board["y"]


def test_the_report_prints_without_what_is_for_the_screen(played: Page) -> None:
    played.emulate_media(media="print")
    expect(played.get_by_role("button", name="Retry my mistakes")).to_be_hidden()
    expect(played.locator("[role=tablist]")).to_be_hidden()
    expect(played.locator(".decisions li").first).to_be_visible()
    for width in (1280, 720):  # as wide as a window, or as paper
        played.set_viewport_size({"width": width, "height": 1000})
        comes_first(played)
    kept = "getComputedStyle(document.querySelector('.report')).breakInside"
    assert played.evaluate(kept) == "auto"  # it is longer than a page: the first one would be empty


def test_the_report_is_for_everybody(opened: Open) -> None:
    page = pasted(opened, small_game().to_line())
    expect(page.locator(".decision .why")).to_be_visible()
    is_for_everybody_by_day_and_night(page)
    comes_first(page)  # on a phone
