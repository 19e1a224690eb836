"""Budgets: what is refused, when, and in which words."""

from __future__ import annotations

import math
import mmap
import sys
from dataclasses import replace

import pytest

import dicedevil as dd
from dicedevil.errors import TooLarge
from dicedevil.solvers import budget as budgets
from dicedevil.solvers.budget import (
    USUAL,
    Budget,
    Patience,
    growth,
    more_memory,
    more_patience,
    resident,
)
from dicedevil.solvers.cards.curve_making import curve_cost, require_memory
from dicedevil.solvers.cards.row_costs import PROCESS
from dicedevil.solvers.cards.states import encoding

MB = 1 << 20


class Clock:
    """A clock and a memory that stand still until they are told."""

    def __init__(self) -> None:
        self.now, self.held = 1_000.0, 200 * MB

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(budgets.time, "monotonic", made.monotonic)
    monkeypatch.setattr(budgets, "resident", lambda: made.held)
    return made


def test_what_the_process_holds_is_seen() -> None:
    before = resident()
    with mmap.mmap(-1, 64 * MB) as held:  # from the system: memory that was freed may be held already
        held.write(b"x" * (64 * MB))
        assert 50 * MB < resident() - before < 150 * MB


def test_where_there_is_no_such_file_the_most_ever_held_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    here = resident()
    monkeypatch.setattr(budgets.os, "sysconf", lambda name: int("no number"))
    assert resident() > here / 2


def test_estimates_are_refused_with_the_numbers(clock: Clock) -> None:
    budget = Budget(memory=300 * MB)
    budget.require("A match", memory=100 * MB, seconds=599)
    with pytest.raises(
        TooLarge,
        match="A match takes 900 MB of memory beside the 200 MB in use; 300 MB are allowed: allow more "
        r"\(--memory 1100\)\. Without --exact it is smaller\.",
    ):
        budget.require("A match", memory=900 * MB, instead="Without --exact it is smaller.")
    with pytest.raises(
        TooLarge,
        match="A match takes about 3 hours; 10 minutes are allowed: --patience 20000 or --yes goes on",
    ):
        budget.require("A match", seconds=3 * 3600)
    Budget(patience=math.inf).require("A match", seconds=1e9)
    with pytest.raises(TooLarge, match="5 s are allowed"):
        Budget(patience=5.0).require("A match", seconds=10)


def test_large_tables_are_told() -> None:
    told: list[str] = []
    budget = Budget(announce=told.append)
    budget.tell_size("match", 90 * MB)
    budget.tell_size("match", 922 * MB)
    assert told == ["The table match takes 922 MB on disk."]


def test_what_to_say_is_enough_and_easily_said() -> None:
    assert more_memory(11_900 * MB) == "--memory 12000"
    assert more_memory(301 * MB) == "--memory 400"
    assert more_patience(700).startswith("--patience 1100 ")


def test_work_is_refused_when_its_time_is_seen_to_break(clock: Clock) -> None:
    told: list[str] = []
    reports: list[tuple[str, int, int]] = []
    budget = Budget(progress=lambda *report: reports.append(report), announce=told.append)
    watch = budget.watch("A game", "laying out", 10_000)
    clock.now += 60
    watch.check(1)  # compiled, perhaps
    clock.now += 3
    watch.check(101)
    assert told == ["A game takes about 6 minutes."]
    clock.now += 4
    with pytest.raises(TooLarge, match=r"A game \(laying out\) takes about 13 minutes"):
        watch.check(102)
    assert reports[-1] == ("laying out", 102, 10_000)


def test_a_tiny_share_of_the_work_refuses_nothing(clock: Clock) -> None:
    """The first of a million steps may be unlike the others; at last the time allowed is going."""
    told: list[str] = []
    watch = Budget(announce=told.append).watch("A match", "solving", 1_000_000)
    for done in (1, 2, 3):
        clock.now += 4
        watch.check(done)
    assert not told
    clock.now += 53
    with pytest.raises(TooLarge, match=r"A match \(solving\) takes about \d+ days"):
        watch.check(4)


def test_work_of_more_than_a_moment_is_told_once(clock: Clock) -> None:
    told: list[str] = []
    for pace in (0.0015, 0.004):
        watch = Budget(announce=told.append).watch("A match", "solving", 1_000)
        watch.check(1)
        for done in (101, 201, 301):
            clock.now += 100 * pace
            watch.check(done)
    assert told == ["A match takes about 4 s."]
    watch = Budget(announce=told.append).watch("A game", "laying out")
    for done in (1_000, 2_000, 3_000):
        clock.now += 1.5
        watch.check(done)
    unknown = "A game (laying out) takes longer than a moment: how long is not known yet."
    assert told[1:] == [unknown]
    watch.begin("solving", 100)
    for done in (1, 20, 40):
        clock.now += 1
        watch.check(done)
    assert told[2:] == ["A game takes about 11 s."]


def test_what_takes_far_longer_than_was_said_is_said_again(clock: Clock) -> None:
    told: list[str] = []
    watch = Budget(announce=told.append).watch("A game", "laying out")
    watch.expect(5)
    watch.begin("solving", 1_000)
    watch.check(1)
    for done in (101, 111, 121, 131):
        clock.now += 3
        watch.check(done)
    assert told == ["A game takes about 5 s.", "A game takes about 30 s."]
    with pytest.raises(TooLarge, match="A game takes about 17 minutes; 10 minutes are allowed"):
        watch.expect(1_000)


def test_a_long_first_step_sets_no_pace(clock: Clock) -> None:
    """It may have compiled something: 30 s for the first of a thousand games are not eight hours."""
    watch = Budget().watch("A match", "playing", 1_000)
    clock.now += 30
    watch.check(1)
    clock.now += 3
    watch.check(101)
    assert watch.expected(101, 1_000, 33.0) == pytest.approx(33 + 0.03 * 899)


def test_long_compiling_does_not_make_the_first_steps_count(clock: Clock) -> None:
    """A minute of it, then a second for the first, small layers: that says nothing of the others."""
    told: list[str] = []
    watch = Budget(announce=told.append).watch("A card", "solving", 1_000_000)
    watch.told = 50.0  # by its estimate
    clock.now += 90
    watch.check(1)
    clock.now += 5
    watch.check(500)
    assert not told


def test_steps_that_grow_are_extrapolated_by_their_growth(clock: Clock) -> None:
    def expected(*, growing: bool) -> float:
        watch = Budget().watch("A game").begin("solving", 1_000, growing=growing)
        begun = clock.now
        for done in (10, 20, 40):
            clock.now = begun + (done / 10) ** 3 / 100
            watch.check(done)
        return watch.expected(40, 1_000, 0.64)

    assert expected(growing=False) == pytest.approx(0.64 + 0.63 * 960 / 30)
    assert expected(growing=True) == pytest.approx(0.64 * 25**3)


def test_parts_of_a_work_share_its_patience(clock: Clock) -> None:
    watch = Budget(patience=10.0).watch("A game", "laying out")
    clock.now += 9
    watch.check(5)
    watch.begin("solving", 100)
    watch.check(1)
    clock.now += 0.9
    watch.check(90)
    clock.now += 0.2
    with pytest.raises(TooLarge, match="takes longer than the 10 s"):
        watch.check(95)


def test_work_without_a_known_end_is_refused_when_its_time_is_over(clock: Clock) -> None:
    watch = Budget(patience=10.0).watch("A game", "laying out")
    clock.now += 10.1
    with pytest.raises(TooLarge, match="takes longer than the 10 s that are allowed: --patience 20 "):
        watch.check(5)


def test_work_is_refused_when_its_memory_is_seen_to_break(clock: Clock) -> None:
    watch = Budget(memory=300 * MB).watch("A game", "laying out", instead="A smaller variant fits.")
    clock.held = 280 * MB
    watch.check(1_000)
    with pytest.raises(
        TooLarge,
        match="A game does not fit in 300 MB of memory: laying out, 1,500, 280 MB in use, 310 MB "
        r"in the end\. Allow more \(--memory 700\)\. A smaller variant fits\.",
    ):
        watch.check(1_500, coming=30 * MB)
    with pytest.raises(TooLarge, match="takes 21 MB of memory beside the 280 MB"):
        watch.room_for(21 * MB)


def test_steps_that_are_known_to_come_are_counted(clock: Clock) -> None:
    watch = Budget(memory=300 * MB).watch("A game", "laying out")
    clock.held, clock.now = 240 * MB, clock.now + 3
    with pytest.raises(
        TooLarge, match="200 of 1,000 or more, 240 MB in use, 400 MB or more in the end"
    ):
        watch.check(200, known=1_000)
    watch = Budget().watch("A game")
    watch.check(1, known=1_000)
    clock.now += 3
    with pytest.raises(TooLarge, match="takes about 50 minutes"):
        watch.check(2, known=1_000)


def test_in_a_process_that_is_full_small_work_is_done(clock: Clock) -> None:
    budget = Budget(memory=100 * MB)
    watch = budget.watch("A game")
    watch.check(10, coming=3 * MB)
    watch.room_for(3 * MB)
    budget.require("A game", memory=3 * MB)
    with pytest.raises(TooLarge):
        watch.check(20, coming=4 * MB)


def test_looking_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    watch = Budget(progress=lambda what, done, in_all: seen.append(done)).watch("A game")
    for done in range(100_000):
        watch.look(done)
    assert len(seen) < 1_000


def test_the_growth_of_a_table_is_known_before() -> None:
    table: dict[int, int] = {}
    for key in range(200_000):
        size, warned = sys.getsizeof(table), growth(table)
        table[key] = key
        if size > 10_000 and sys.getsizeof(table) > size:
            assert warned >= sys.getsizeof(table)


def test_a_search_says_how_to_go_on() -> None:
    patience = Patience(0.0)
    patience.begin()
    with pytest.raises(TooLarge, match="--patience"):
        patience.check()


def test_budgets_are_equal_where_they_allow_as_much() -> None:
    assert dd.Budget(progress=print) == dd.Budget()


def test_what_a_full_process_holds_is_counted(clock: Clock) -> None:
    """More than 3 GB in use and 4 allowed: what would fit alone does not fit beside them."""
    curves = curve_cost(encoding(dd.game("yahtzee").card))  # type: ignore[attr-defined]
    require_memory(curves, USUAL)
    clock.held = 3_200 * MB
    with pytest.raises(TooLarge, match=r"target curves takes 1,.* beside the 3,200 MB in use"):
        require_memory(curves, USUAL)
    small = replace(curves, memory_bytes=PROCESS + 50 * MB)
    clock.held = 5_000 * MB
    require_memory(small, USUAL)  # little more in a full process is done
