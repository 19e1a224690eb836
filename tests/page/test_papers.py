"""The papers, alive: every figure is drawn from the API's numbers, and can be turned, cut and read."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from at_page import Open, is_for_everybody_by_day_and_night
from dicedevil.reproduce.gallery import GALLERY

SHOWN = [
    pytest.param(paper, one.name, id=f"{paper} {one.name}")
    for paper, room in GALLERY.items()
    for one in (*room.figures, room.tables[0])
    if one.seconds < 1.5  # the numbers of the others are held against their commands, without a browser
]
PAINTED = """canvas => { const {width, height} = canvas;
    const dots = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    return dots.some((dot, place) => place % 4 === 3 && dot > 0); }"""
CELLS = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"


def address(paper: str, figure: str, more: str = "") -> str:
    return f"/?tab=papers&paper={paper}&figure={figure}{more}"


def asked(served: str, paper: str, figure: str, **params: str) -> dict[str, Any]:
    answer = httpx.get(f"{served}/api/v1/papers/{paper}/{figure}", params=params, timeout=60)
    found: dict[str, Any] = answer.json()
    return found


def numbers(page: Page) -> list[list[str]]:
    """The numbers of a figure as its table has them."""
    page.get_by_text("The numbers as a table").click()
    expect(page.locator(".numbers tbody tr").first).to_be_visible()
    rows: list[list[str]] = page.locator(".numbers tbody tr").evaluate_all(CELLS)
    return rows


def is_number(text: str, value: float) -> bool:
    return float(text.partition(" ")[0].replace("−", "-")) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize(("paper", "figure"), SHOWN)
def test_what_is_drawn_is_what_the_api_tells(
    opened: Open, served: str, paper: str, figure: str
) -> None:
    page = opened(address(paper, figure))
    data = asked(served, paper, figure)
    exhibit = page.locator("figure.exhibit")
    expect(exhibit).to_have_attribute("data-shape", data["shape"], timeout=60_000)
    expect(exhibit.get_by_label("The command that makes it")).to_have_text(data["command"])
    CHECKS[data["shape"]](page, data)


def lines_are_drawn(page: Page, data: dict[str, Any]) -> None:
    canvas = page.locator(".chart canvas").first
    expect(canvas).to_be_visible()
    assert canvas.evaluate(PAINTED)
    told = {row[0].replace(",", ""): row[1:] for row in numbers(page)}
    assert len(told) == len({x for one in data["series"] for x in one["x"]})
    for place, one in enumerate(data["series"]):
        for x, y in zip(one["x"], one["y"], strict=True):
            assert is_number(told[str(x)][place], y)


def bars_are_drawn(page: Page, data: dict[str, Any]) -> None:
    rows = page.locator("table.bars tbody tr").evaluate_all(CELLS)
    assert [row[0] for row in rows] == data["x"]["values"]
    widths = page.locator("table.bars rect").evaluate_all(
        "all => all.map(one => +one.getAttribute('width'))"
    )
    most = max(y for one in data["series"] for y in one["y"])
    for row, name in enumerate(data["x"]["values"]):
        for place, one in enumerate(data["series"]):
            shown = float(rows[row][1 + place].split("%")[0]) / 100
            assert shown == pytest.approx(one["y"][row], rel=6e-3, abs=1e-9), name
            assert widths[row * len(data["series"]) + place] == pytest.approx(
                100 * one["y"][row] / most
            )


def grid_is_drawn(page: Page, data: dict[str, Any]) -> None:
    rows = page.locator("table.grid tbody tr").evaluate_all(CELLS)
    for row, value, cells in zip(rows[::-1], data["y"]["values"], data["cells"], strict=True):
        told = [data.get("empty") if one is None else _cell(one, data["unit"]) for one in cells]
        assert row == [str(value), *told]


def _cell(value: float, unit: str) -> str:
    return str(value) if unit == "place" else f"{int(100 * value + 0.5)}%"


def solid_is_drawn(page: Page, data: dict[str, Any]) -> None:
    for canvas in (page.locator(".turned canvas"), page.locator("canvas.map")):
        expect(canvas).to_have_attribute("data-drawn", "yes")
        assert canvas.evaluate(PAINTED)
    rows = numbers(page)
    for row in rows:
        for them, told in zip(range(0, 100, 10), row[1:], strict=True):
            turns = data["turns"][int(row[0])][them]
            first = f"hold at {turns[0]}" if turns else "roll always"
            assert told.startswith(first)
            assert ("roll from" in told) == (len(turns) > 0 and len(turns) % 2 == 0)


def table_is_drawn(page: Page, data: dict[str, Any]) -> None:
    cells = [cell for row in data["rows"] for cell in row["cells"] if cell]
    expect(page.locator(".as-printed")).to_have_count(len(cells))
    assert page.locator(".as-printed").all_inner_texts() == [cell["published"] for cell in cells]
    marks = page.locator(".ours").all_inner_texts()
    assert [mark.split("\xa0")[0] for mark in marks] == [cell["computed"] for cell in cells]
    assert ["✓" in mark for mark in marks] == [cell["agrees"] is True for cell in cells]
    assert ["▲" in mark for mark in marks] == [cell["agrees"] is False for cell in cells]


CHECKS = {
    "lines": lines_are_drawn,
    "bars": bars_are_drawn,
    "grid": grid_is_drawn,
    "solid": solid_is_drawn,
    "table": table_is_drawn,
}


def test_the_solid_is_turned_and_cut(opened: Open, served: str) -> None:
    page = opened(address("ten-thousand", "solid"))
    turns = asked(served, "ten-thousand", "solid")["turns"]
    canvas, reading = page.locator(".turned canvas"), page.locator(".solid-room > .reading")
    first = canvas.get_attribute("data-view")
    canvas.focus()
    page.keyboard.press("ArrowLeft")
    expect(canvas).not_to_have_attribute("data-view", first or "")
    page.keyboard.press("Home")
    expect(canvas).to_have_attribute("data-view", first or "")
    box = canvas.bounding_box()
    assert box
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 180, box["y"] + 120)
    page.mouse.up()
    expect(canvas).not_to_have_attribute("data-view", first or "")
    slider = page.get_by_role("slider")
    for total in (21, 22):
        slider.fill(str(total))
        page.locator("canvas.map").focus()
        expect(reading).to_contain_text(f"this turn {total}: roll")
    slider.fill(str(turns[40][60][0]))
    expect(reading).to_contain_text("You 40, they 60")
    expect(reading).to_contain_text(": hold.")
    page.locator("canvas.map").focus()
    page.keyboard.press("ArrowRight")
    expect(reading).to_contain_text("You 41, they 60")
    expect(reading).to_contain_text(f"hold at {turns[41][60][0]}")


def test_a_readout_follows_keys_and_pointer(opened: Open, served: str) -> None:
    page = opened(address("boecker", "curve"))
    best = asked(served, "boecker", "curve")["series"][0]
    reader, words = page.get_by_role("slider"), page.locator(".exhibit .reading")
    expect(words).to_contain_text("at least 6")
    reader.focus()
    at = int(reader.get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowRight")
    expect(reader).to_have_attribute("aria-valuenow", str(at + 1))
    chance = best["y"][best["x"].index(at + 1)]
    expect(words).to_contain_text(f"at least {at + 1}: best for each target {100 * chance:.2f}%")
    if chance < 0.5:
        expect(words).to_contain_text(f"1 in {1 / chance:.1f}")
    box = reader.bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2)
    expect(reader).not_to_have_attribute("aria-valuenow", str(at + 1))


def test_lines_are_switched_off_and_on(opened: Open) -> None:
    page = opened(address("boecker", "laws"))
    words = page.locator(".exhibit .reading")
    expect(words).to_contain_text("omniscient")
    page.get_by_role("checkbox", name="omniscient").uncheck()
    expect(words).not_to_contain_text("omniscient")
    page.get_by_role("checkbox", name="omniscient").check()
    expect(words).to_contain_text("omniscient")


def test_tiles_are_set_and_the_address_says_so(opened: Open, served: str) -> None:
    page = opened(address("klappenspiel", "interference"))
    page.get_by_role("button", name="tile 1, down").click()
    expect(page.get_by_role("button", name="tile 1, up")).to_be_visible()
    assert "board=up=1+4+6+10" in page.url
    bars_are_drawn(page, asked(served, "klappenspiel", "interference", state="up=1+4+6+10", roll="46"))
    shared = opened(page.url)
    expect(shared.get_by_role("button", name="tile 1, up")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="tile 1, down")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("button", name="tile 1, up")).to_be_visible()


def test_papers_and_figures_are_places_to_come_back_to(opened: Open) -> None:
    page = opened("/?tab=papers")
    expect(page.get_by_role("heading", level=3, name="Pig to 100")).to_be_visible()
    page.get_by_role("link", name="Ten Times Eighteen").click()
    page.get_by_role("link", name="Table 4", exact=True).click()
    expect(page.get_by_role("heading", name="Table 4: ")).to_be_visible()
    assert "paper=boecker&figure=table-4" in page.url
    page.go_back()
    expect(page.get_by_role("heading", name="How three players of Ten Times 18 score")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="How three players of Ten Times 18 score")).to_be_visible()


def test_what_takes_long_is_offered_with_its_cost(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("409")
    page = opened(address("pawlewicz", "errors"))
    expect(page.get_by_text("This takes about 3 min")).to_be_visible()
    expect(page.get_by_role("button", name="Make it")).to_be_enabled()
    page.get_by_text("Meanwhile:").get_by_role("link").click()
    expect(page.locator("figure.exhibit")).to_have_attribute("data-shape", "lines", timeout=120_000)


@pytest.mark.parametrize(
    ("paper", "figure"),
    [
        ("ten-thousand", "solid"),
        ("boecker", "laws"),
        ("boecker", "slots"),
        ("boecker", "table-4"),
        ("klappenspiel", "interference"),
    ],
)
def test_nothing_is_in_anybodys_way(opened: Open, paper: str, figure: str) -> None:
    page = opened(address(paper, figure))
    expect(page.locator("figure.exhibit")).not_to_have_attribute("data-shape", "none")
    is_for_everybody_by_day_and_night(page)
