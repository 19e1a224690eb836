"""Advise in a browser: what is shown is what the library says, and an address is a position."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import dicedevil as dd
from at_page import Open, settle, stands, told
from dicedevil.objectives import WinMatch, chosen_objective

YAHTZEE = "/?tab=advise&game=yahtzee&state=ones=3,rerolls=1&roll=33456"
JUNIOR = "/?tab=advise&game=junior-yahtzee&state=ones=3,rerolls=1&roll=33456"
PIG = "/?tab=advise&game=pig&state=turn=19&roll=4"
POSITIONS = [
    ("yahtzee", "ones=3,rerolls=1", "33456", {}),
    ("ten-times-18", "1=4,5=8", "12", {}),
    ("ten-times-18", "1=4,5=8", "12", {"target": 700}),
    ("klappenspiel", "up=1+4+6+10", "46", {}),
    ("shut-the-box:score=remaining", "up=1+4+6+9", "46", {}),
    ("ten-thousand", "turn=350,dice=2", "15", {}),
    ("pig", "turn=19", "4", {}),
    ("pig", "me=40,turn=19", "4", {"objective": "turns"}),
    ("pig", "me=40,them=60,turn=19", "4", {"objective": "win"}),
    (
        "pig",
        "me=40,them=60,them2=50,turn=12",
        "4",
        {"objective": "win", "player": "emp-1", "players": 3},
    ),
]


@pytest.fixture(scope="module", autouse=True)
def _tables() -> None:
    """What a person finds who has asked before: no test waits for work that is not its own."""
    for game, state, roll, more in POSITIONS:
        aim = chosen_objective(more.get("objective"), more.get("target"))
        dd.advise(game, state, roll, aim, player=more.get("player"))
    dd.advise("junior-yahtzee", "ones=3,rerolls=1", "33456").why()


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=name, exact=True)


def best_row(page: Page) -> Locator:
    return page.locator(".ranked .choice").first


def shown_rows(page: Page) -> list[list[str]]:
    """Return the ranked choices as they are shown: choices, value, loss."""
    rows = page.locator(".advice .choice")
    return [
        [one.locator(".pick > span").first.inner_text(), *one.locator(".figure").all_inner_texts()]
        for one in rows.all()
    ]


def written(advice: dd.Advice) -> list[list[str]]:
    """Return what has to be shown of advice, the ten best rows."""
    chance = advice.unit == "chance"
    most = max(abs(one.value) for one in advice.choices)
    decimals = 2 if chance or most >= 10 else 3 if most >= 1 else 4
    scale, sign = (100, "%") if chance else (1, "")

    def number(value: float) -> str:
        return f"{scale * value:,.{decimals}f}{sign}"

    return [
        [
            " or ".join(one.choice for one in group),
            number(group[0].value),
            f"−{number(group[0].loss)}" if group[0].loss > 1e-9 else "",
        ]
        for group in advice.distinct[:10]
    ]


@pytest.mark.parametrize(("game", "state", "roll", "more"), POSITIONS)
def test_what_is_typed_is_advised_as_by_the_library(
    opened: Open, game: str, state: str, roll: str, more: dict[str, Any]
) -> None:
    query = "".join(f"&{key}={value}" for key, value in more.items())
    page = opened(f"/?tab=advise&game={game}{query}")
    field(page, "Position").fill(state)
    field(page, "Dice").fill(roll)
    aim = chosen_objective(more.get("objective"), more.get("target"))
    expected = dd.advise(game, state, roll, aim, player=more.get("player"))
    expect(page.locator(".advice .sentence")).to_have_text(expected.sentence)
    expect(page.locator(".advice")).to_have_attribute("aria-busy", "false")
    assert shown_rows(page) == written(expected)
    assert f"state={state}" in page.url
    assert f"roll={roll}" in page.url


def test_before_the_roll_every_roll_is_told(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=turn=19")
    expect(page.locator(".advice .sentence")).to_have_text(
        "Roll: 0.167 points better than the next, stop."
    )
    expect(page.locator(".rolls tbody tr")).to_have_count(6)
    page.locator(".rolls").get_by_role("button", name="4", exact=True).click()
    expect(page.locator(".advice .sentence")).to_have_text(
        "Stop: 0.5 points better than the next, roll."
    )
    assert page.url.endswith("roll=4")


def test_an_address_is_a_position(opened: Open) -> None:
    page = opened("/?tab=advise&game=ten-times-18")
    field(page, "Position").fill("1=4,5=8")
    field(page, "Dice").fill("12")
    page.get_by_label("Best means").select_option("target")
    page.get_by_label("Target", exact=True).fill("700")
    aim = chosen_objective("target", 700)
    told = dd.advise("ten-times-18", "1=4,5=8", "12", aim)
    expect(page.locator(".advice .sentence")).to_have_text(told.sentence)
    other = opened(page.url)
    expect(other.locator(".advice .sentence")).to_have_text(told.sentence)
    expect(field(other, "Position")).to_have_value("1=4,5=8")
    expect(other.get_by_label("Target", exact=True)).to_have_value("700")
    assert shown_rows(other) == shown_rows(page)


def test_back_and_forward_walk_through_finished_changes(opened: Open) -> None:
    page = opened(PIG)
    stop, roll = (
        "Stop: 0.5 points better than the next, roll.",
        dd.advise("pig", "turn=12", "4").sentence,
    )
    expect(page.locator(".advice .sentence")).to_have_text(stop)
    typed = field(page, "Position")
    typed.press("End")
    typed.press("Backspace")
    typed.press("2")  # two keys, one change
    expect(page.locator(".advice .sentence")).to_have_text(roll)
    page.go_back()
    expect(typed).to_have_value("turn=19")
    expect(page.locator(".advice .sentence")).to_have_text(stop)
    page.go_forward()
    expect(typed).to_have_value("turn=12")
    expect(page.locator(".advice .sentence")).to_have_text(roll)


def number(text: str) -> float:
    return float(re.sub(r"[,%+]", "", text).replace("−", "-"))


@pytest.mark.parametrize(
    "address", [JUNIOR, PIG, "/?tab=advise&game=klappenspiel&state=up=1+4+6+10&roll=46"]
)
def test_why_adds_up(opened: Open, address: str) -> None:
    page = opened(address)
    row = page.locator(".ranked .choice").nth(1)
    row.locator(".pick").click()
    expect(page.locator(".why p")).to_contain_text(re.compile("[a-z]"))
    table = page.locator(".parts")
    rows = [
        [number(cell) for cell in one.locator(".figure").all_inner_texts()]
        for one in table.locator("tbody tr").all()
    ]
    total = [number(cell) for cell in table.locator("tfoot .figure").all_inner_texts()]
    decimals = 5  # sums of what is shown, digit by digit: only binary noise is rounded away
    assert [round(sum(column), decimals) for column in zip(*rows, strict=True)] == total
    assert all(round(best - other, decimals) == gap for best, other, gap in rows)
    assert number(row.locator(".lost").inner_text()) == pytest.approx(-total[2], abs=0.006)


def test_the_best_is_compared_with_the_next(opened: Open) -> None:
    page = opened(JUNIOR)
    best_row(page).locator(".pick").click()
    expect(page.locator(".why p")).to_have_text(
        dd.advise("junior-yahtzee", "ones=3,rerolls=1", "33456").why().sentence
    )


def test_ten_rows_first_and_all_on_demand(opened: Open) -> None:
    page = opened(YAHTZEE)
    rows = page.locator(".advice .choice")
    expect(rows).to_have_count(10)
    page.get_by_role("button", name=re.compile("^All 35")).click()
    expect(rows).to_have_count(35)


def test_a_row_is_seen_on_the_board_and_can_be_played(opened: Open) -> None:
    page = opened(YAHTZEE)
    best_row(page).locator(".pick").click()
    held = [page.get_by_role("button", name=f"die {place},") for place in range(1, 6)]
    on = [one.get_attribute("aria-pressed") for one in held]
    assert sorted(on) == ["false", "true", "true", "true", "true"]
    page.get_by_role("button", name="Play keep 3456").click()
    expect(page).not_to_have_url(re.compile("roll="))
    expect(field(page, "Position")).not_to_have_value("ones=3,rerolls=1")
    page.locator(".position").get_by_role("button", name="Throw").click()
    expect(page).to_have_url(re.compile("roll=[1-6]{5}"))
    expect(page.locator(".advice .sentence")).to_be_visible()


def test_values_stand_on_the_board(opened: Open) -> None:
    page = opened(YAHTZEE)
    straight = next(
        one
        for one in dd.advise("yahtzee", "ones=3,rerolls=1", "33456").choices
        if one.choice == "score small-straight"
    )
    expect(page.locator(".card tr", has_text="Small straight")).to_contain_text(f"{straight.value:.2f}")


def test_what_cannot_be_read_is_told_beside_its_field(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("400 (Bad Request)")
    page = opened(YAHTZEE)
    for name, text, said in (
        ("Position", "ones=99", "99"),
        ("Position", "nonsense", "key=value"),
        ("Dice", "33457", "cannot occur"),
        ("Dice", "334", "three dice"),
    ):
        expect(page.locator(".advice")).to_be_visible()
        typed = field(page, name)
        right = typed.input_value()
        typed.fill(text)
        typed.blur()
        expect(typed).to_have_attribute("aria-invalid", "true")
        beside = page.locator(f"#{typed.get_attribute('aria-describedby')}")
        expect(beside).to_contain_text(said)
        expect(typed).to_have_value(text)
        expect(page.locator(".board")).to_be_visible()
        expect(page.locator(".advice")).to_have_count(0)
        typed.fill(right)


def test_an_address_that_cannot_be_read_can_be_put_right(
    opened: Open, allowed_errors: list[str]
) -> None:
    allowed_errors.append("400 (Bad Request)")
    page = opened("/?tab=advise&game=yahtzee&state=nonsense&roll=33456")
    expect(field(page, "Position")).to_have_value("nonsense")
    expect(page.locator(".board")).to_be_visible()
    field(page, "Position").fill("ones=3,rerolls=1")
    expect(best_row(page)).to_contain_text("keep 3456")
    expect(page.locator(".trouble")).to_have_count(0)


def test_a_target_out_of_reach_is_told_beside_it(opened: Open, allowed_errors: list[str]) -> None:
    allowed_errors.append("400 (Bad Request)")
    page = opened("/?tab=advise&game=ten-times-18&roll=12&objective=target&target=9999")
    expect(page.locator("#wrong-target")).to_contain_text("cannot reach 9,999")


@pytest.mark.parametrize(
    ("game", "aims"),
    [
        ("pig", ["score", "target", "win", "win-alone", "turns", "worst", "within"]),
        ("ten-times-18", ["score", "target", "win", "win-alone", "worst"]),
        ("klappenspiel", ["score", "win", "win-alone", "worst"]),
    ],
)
def test_only_what_a_game_has_is_offered(opened: Open, game: str, aims: list[str]) -> None:
    page = opened(f"/?tab=advise&game={game}")
    options = page.get_by_label("Best means").locator("option")
    expect(options).to_have_count(len(aims))
    assert [one.get_attribute("value") for one in options.all()] == aims


def test_opponents_cards_are_set_by_hand(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=me=40,them=60,turn=19&roll=4&objective=win")
    before = dd.advise("pig", "me=40,them=60,turn=19", "4", WinMatch())
    expect(page.locator(".advice .sentence")).to_have_text(before.sentence)
    page.get_by_role("button", name="Set up").click()
    banked = page.locator(".seat").nth(1).get_by_role("spinbutton")
    banked.fill("95")
    banked.press("Enter")
    after = dd.advise("pig", "me=40,them=95,turn=19", "4", WinMatch())
    expect(page.locator(".advice .sentence")).to_have_text(after.sentence)
    assert "them=95" in page.url


def test_several_opponents_are_estimated_and_it_says_so(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=turn=12&roll=4&objective=win")
    page.get_by_label("Opponents").select_option("2")
    expect(page.locator(".seat")).to_have_count(3)
    told = dd.advise("pig", "turn=12", "4", player="emp-1", players=3)
    expect(page.locator(".advice .sentence")).to_have_text(told.sentence)
    expect(page.locator(".advice")).to_contain_text("Values are estimates.")
    assert shown_rows(page) == written(told)


def test_a_link_to_a_match_of_three_is_estimated_too(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=me=40,them=60,them2=50,turn=19&objective=win&players=3")
    expect(page.locator(".note")).to_contain_text("Estimates by emp-1")
    expect(page.locator(".advice")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_another_game_begins_with_nothing_of_the_last(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&turns=10&objective=within&chart=law")
    page.get_by_role("combobox", name="Game").select_option("micro-yahtzee")
    page.wait_for_url("**/?tab=advise&game=micro-yahtzee")
    expect(page.locator(".advice")).to_be_visible()


def test_another_aim_keeps_what_it_knows_of_the_position(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=me=40,them=60,turn=19&roll=4&objective=win-alone")
    expect(page.locator(".advice")).to_be_visible()
    known = (("win", "me=40,them=60,turn=19"), ("turns", "me=40,turn=19"), ("score", "turn=19"))
    for aim, state in known:
        page.get_by_label("Best means").select_option(aim)
        expect(field(page, "Position")).to_have_value(state)
        told = dd.advise("pig", state, "4", chosen_objective(aim))
        expect(page.locator(".advice .sentence")).to_have_text(told.sentence)


def test_of_two_aims_chosen_quickly_the_last_one_counts(opened: Open) -> None:
    page = opened("/?tab=advise&game=pig&state=me=40,them=60,turn=19&roll=4&objective=win-alone")
    expect(page.locator(".advice")).to_be_visible()
    held: list[Route] = []
    page.route("**/api/v1/board*objective=win*", lambda route: held.append(route))
    page.get_by_label("Best means").select_option("win")
    page.get_by_label("Best means").select_option("turns")
    stands(page, "objective", "turns")
    assert held
    for route in held:
        route.continue_()  # the first is answered after the second
    settle(page)
    assert told(page, "objective") == "turns"
    expect(field(page, "Position")).to_have_value("me=40,turn=19")
