"""Tables 5 and 6 of the paper, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from dicedevil.reproduce import BLANK, UNREADABLE, Row, compare
from dicedevil.reproduce.ten_thousand import printed
from dicedevil.reproduce.ten_thousand.algorithms import STOP, AlgorithmFourTwo, Entry
from dicedevil.reproduce.ten_thousand.configurations import (
    DICE,
    Configuration,
    State,
    frequencies,
    move_name,
    reachable,
    resigned,
    scoring,
)
from dicedevil.reproduce.ten_thousand.telling import PAPER, at, chips, in_points, said

EMPTY, UNREACHABLE = "_", "-"


def table_5() -> Iterator[Row]:
    """Yield the cells of Table 5: scoring dice, combinations, score, frequencies."""
    lines = [line.split() for line in printed.TABLE_5.strip().splitlines()]
    listed = {Configuration(*map(int, line[:3])): line[3:] for line in lines}
    yield said("Table 5, number of configurations", str(len(listed)), str(len(frequencies())))
    for found, cells in listed.items():
        counts = frequencies().get(found, {})
        ours = [found.dice, found.combinations, found.score]
        ours += [counts.get(dice, 0) for dice in range(1, DICE + 1)]
        heads = ("d(i)", "c(i)", "s(i)", *(f"f({dice},i)" for dice in range(1, DICE + 1)))
        for head, cell, number in zip(heads, cells, ours, strict=True):
            yield _table_5_cell(f"Table 5, {found}, {head}", found, cell, number)
    for dice in range(1, DICE + 1):
        column = sum(int(cells[2 + dice]) for cells in listed.values() if cells[2 + dice] != EMPTY)
        item, note = f"Table 5, sum of f({dice},i)", "all rolls of n dice; the sum of what is printed"
        yield said(item, str(column), str(_rolls(dice)), note)
    yield _first_heading(listed)


def _table_5_cell(item: str, found: Configuration, cell: str, number: int) -> Row:
    if cell == UNREADABLE:
        note = "unreadable: the scan has run the heading c(i) into this cell; Table 2 has c = 0"
        return said(item, cell, str(number), note)
    if cell == EMPTY:
        return said(item, BLANK, BLANK if number == 0 else str(number))
    note = ""
    if int(cell) != number:
        note = (
            f"slip, in print or scan: the paper's formula gives {number} for {found} (the scan has "
            "joined lines here, and none of them shows it)"
        )
    return said(item, cell, str(number), note)


def _rolls(dice: int) -> int:
    """Return how many rolls of so many dice there are, told apart."""
    return sum(counts.get(dice, 0) for counts in frequencies().values())


def _first_heading(listed: dict[Configuration, list[str]]) -> Row:
    """Find out what the first column, headed s(i) like the fourth, really counts."""
    first = {found: int(cells[0]) for found, cells in listed.items()}
    counts_dice = all(number == found.dice for found, number in first.items())
    counts_score = all(number == found.score for found, number in first.items())
    ours = "d(i)" if counts_dice and not counts_score else "s(i)"
    note = "slip of the paper: the column above which it stands counts scoring dice"
    return said("Table 5, heading of the first column", "s(i)", ours, note)


def table_6(solved: AlgorithmFourTwo) -> Iterator[Row]:
    """Yield the cells of Table 6, the actions below it, and what it says of the rest."""
    actions: dict[str, set[str]] = {name: set() for name, _ in printed.TABLE_6_COLUMNS}
    for tau, name, cell in _printed_cells():
        item = f"Table 6, {at(tau)}, {name}"
        if tau == 0 and cell != UNREACHABLE:
            note = "slip of the paper: rounded up; its theorem has 5.872019"
            yield chips(item, cell, solved.value, note)
            continue
        states = _states(name, tau)
        living = [state for state in states if state in reachable()]
        if cell == UNREACHABLE:
            yield said(item, "unreachable", "can be reached" if living else "unreachable")
            continue
        value, action = _common_entry(solved, living or states)
        note = "" if living else "no play leads here"
        if action == STOP:
            yield said(item, BLANK if cell == EMPTY else cell, BLANK, note or "stop")
            continue
        actions[name].add(action)
        if cell == EMPTY:
            yield said(item, BLANK, f"{float(value):.3f}", note)
        else:
            told = f"{in_points(value)}, {action}"
            yield compare(PAPER, item, cell, value, "; ".join(filter(None, (told, note))))
    yield from _actions(actions)
    yield from _left_out(solved)
    yield _move_columns(solved)


def _common_entry(solved: AlgorithmFourTwo, states: list[State]) -> Entry:
    """Return the value and action of the states of a cell, which must have both in common."""
    entries = {solved.entry(*state) for state in states}
    if len(entries) > 1:
        return Fraction(-1), "different actions or values"
    return entries.pop()


def _printed_cells() -> Iterator[tuple[int, str, str]]:
    names = [name for name, _ in printed.TABLE_6_COLUMNS]
    lines = printed.TABLE_6.strip().splitlines()
    for tau, line in enumerate(lines):
        for name, cell in zip(names, line.split()[1:], strict=True):
            yield tau, name, cell
    for tau, cell in enumerate(printed.TABLE_6_ONE_COLUMN.split(), start=len(lines)):
        yield tau, names[0], cell
        if tau <= printed.TABLE_6_LAST_FULL_LINE:
            for name in names[1:]:
                yield tau, name, EMPTY


def _states(name: str, tau: int) -> list[State]:
    """Return the states a cell stands for."""
    dice = int(name[2])
    named = _named(name)
    if not named:
        beside = {found for other, _ in printed.TABLE_6_COLUMNS if _dice(other) == dice
                  for found in _named(other)}  # fmt: skip
        named = [found for found in scoring() if found not in beside]
    return [(tau, found, dice) for found in named if dice == DICE or found.dice <= DICE - dice]


def _dice(name: str) -> int:
    return int(name[2])


def _named(name: str) -> list[Configuration]:
    return [
        Configuration(*(int(part) for part in found))
        for found in re.findall(r"\[(\d),(\d),(\d)\]", name)
    ]


def _actions(found: dict[str, set[str]]) -> Iterator[Row]:
    for name, claim in printed.TABLE_6_COLUMNS:
        ours = " ".join(sorted(found[name]))
        note = (
            ""
            if ours == claim
            else "slip of the paper: its values here are those of n=3 one chip lower, which is what m5 "
            "leads to; rolling the two dice is worth less"
        )
        yield said(f"Table 6, best action, {name}", claim, ours, note)


def _left_out(solved: AlgorithmFourTwo) -> Iterator[Row]:
    """Look at what the table leaves out because stopping is best there."""
    shown = {found for name, _ in printed.TABLE_6_COLUMNS if _dice(name) == 2 for found in _named(name)}
    last = printed.TABLE_6_LAST_FULL_LINE
    for item, states in (
        ("n=1", [state for state in reachable() if state[2] == 1]),
        ("n=2 other", [state for state in reachable() if state[2] == 2 and state[1] not in shown]),
        (f"n<5 above {last} chips", [s for s in reachable() if s[0] > last and s[2] < DICE]),
    ):
        ours = " ".join(sorted({solved.entry(*state)[1] for state in states}))
        note = f"at {len(states):,} states"
        yield said(
            f"Table 6, best action left out, {item}", STOP, ours, _exceptions(solved, states) or note
        )
    entries = {state: solved.entry(*state) for state in reachable()}
    low = sum(value <= state[0] for state, (value, action) in entries.items() if action != STOP)
    yield said("Table 6, values that do not exceed tau", "0", str(low))


def _exceptions(solved: AlgorithmFourTwo, states: list[State]) -> str:
    """Say where stopping is not best after all."""
    told = [
        f"with {at(tau)}, {found} set aside and {dice} dice left, {action} is worth "
        f"{float(value):.4f} chips"
        for tau, found, dice in states
        for value, action in [solved.entry(tau, found, dice)]
        if action != STOP
    ]
    return f"slip of the paper: {'; '.join(told)}" if told else ""


def _move_columns(solved: AlgorithmFourTwo) -> Row:
    """Look up every value that is reached by a move in the state the move leads to."""
    cells = strangers = 0
    for tau, found, dice in reachable():
        value, action = solved.entry(tau, found, dice)
        if action.startswith("m"):
            cells += 1
            ends = [other for other in found.smaller() if move_name(resigned(found, other)) == action]
            strangers += not any(
                solved.rolling(tau - found.score + other.score, dice + found.dice - other.dice) == value
                for other in ends
            )
    return said(
        "Table 6, values by a move that are not those of rolling where it leads",
        "0",
        str(strangers),
        f"at {cells} states",
    )
