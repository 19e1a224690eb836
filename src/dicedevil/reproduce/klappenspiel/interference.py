"""Klappenspiel's interference: a tile whose presence turns the best play of a roll it has no part in.

All cases are found by searching every board, roll and added tile; then each line that the paper prints
in Example 3 and Tables 3a, 3b and 4 is looked up in what was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from dicedevil import reproduce
from dicedevil.dice import Roll
from dicedevil.reproduce import Row
from dicedevil.reproduce.klappenspiel import printed
from dicedevil.reproduce.klappenspiel.boards import EITHER, IND, SUM, WORDS, OptTable, written
from dicedevil.reproduce.klappenspiel.printed import Tiles
from dicedevil.reproduce.verdicts import Verdict

PAPER = "klappenspiel"


def said(item: str, published: str, computed: str, note: str = "", agrees: bool | None = None) -> Row:
    """Make a row for a printed word: it agrees if ours is the same, unless told otherwise."""
    if agrees is None:
        return reproduce.said(PAPER, item, published, computed, note)
    return Row(PAPER, item, published, computed, Verdict.of(agrees), note)


def braces(tiles: Iterable[int]) -> str:
    """Write a set of tiles: {1,4,5}."""
    return "{" + ",".join(map(str, tiles)) + "}"


class Interference(NamedTuple):
    """The best play of a roll on a board, and how it turns when one more tile is up."""

    tiles: Tiles
    roll: Roll
    before: str
    tile: int
    after: str


def interferences(table: OptTable) -> Iterator[Interference]:
    """Search all boards, rolls and added tiles for a best play that turns round."""
    for row in table.boards:
        for roll, before in row.plays.items():
            if before not in (IND, SUM):
                continue
            for tile in range(1, table.game.tiles + 1):
                if tile in row.tiles:
                    continue
                after = table.play((*row.tiles, tile), roll)
                if after in (IND, SUM) and after != before:
                    yield Interference(row.tiles, roll, before, tile, after)


def interference_rows(table: OptTable) -> Iterator[Row]:
    """Yield the rows of Example 3, Tables 3a, 3b and 4, and of what the paper concludes from them."""
    found = list(interferences(table))
    for tiles, play in printed.EXAMPLE_3:
        yield said(f"Example 3, {braces(tiles)}, roll 1,6", play, WORDS[table.play(tiles, (1, 6))])
    yield from _table_3a(table, found)
    yield from _turned_by_one_tile("Table 3b", printed.TABLE_3B, table, IND, SUM, found)
    yield from _turned_by_one_tile("Table 4", printed.TABLE_4, table, SUM, IND, found)
    yield from _tiles_that_interfere(table, found)


def _table_3a(table: OptTable, found: list[Interference]) -> Iterator[Row]:
    for tiles, roll, words, listed in printed.TABLE_3A:
        where = f"Table 3a, {braces(tiles)}, roll {written(roll)}"
        play = table.play(tiles, roll)
        note = "IND and SUM are equally good here" if play == EITHER else ""
        yield said(where, "IND", WORDS[play], note)
        if not listed:
            plays = {row.plays[roll] for row in table.boards} & {IND, SUM, EITHER}
            yield said(f"{where}, other tiles", words, _habit(plays))
            continue
        alone = [one.tile for one in found if (one.tiles, one.roll, one.after) == (tiles, roll, SUM)]
        item = f"{where}, tiles that make it SUM"
        if set(listed) <= set(alone):
            more = [tile for tile in alone if tile not in listed]
            note = f"and so does each of {_commas(more)}" if more else ""
            yield said(item, words, _commas(alone), note, agrees=True)
        else:
            yield _no_tile_alone(item, words, listed, alone, table, tiles, roll)


def _habit(plays: set[str]) -> str:
    """Say in the paper's words how a roll is played over all boards."""
    if plays == {IND}:
        return "(always IND)"
    return "(always IND or does not matter)" if plays == {IND, EITHER} else "IND or SUM"


def _no_tile_alone(
    item: str,
    words: str,
    listed: Tiles,
    alone: list[int],
    table: OptTable,
    tiles: Tiles,
    roll: Roll,
) -> Row:
    """Make the row for a printed list of tiles that do not switch the play one by one."""
    sets = ", ".join(map(_together, _smallest_sets(table, tiles, roll)))
    verdict = (
        "up together they make it SUM, so 'and' would be right"
        if table.play((*tiles, *listed), roll) == SUM
        else "up together they leave it at IND"
    )
    return said(
        item,
        words,
        f"{_commas(alone) or 'none'} alone; together {sets}",
        f"slip, in print or scan: none of these tiles alone changes the play; {verdict}",
        agrees=False,
    )


def _smallest_sets(table: OptTable, tiles: Tiles, roll: Roll) -> list[Tiles]:
    """Return the sets of added tiles that make the play SUM, without those that contain another."""
    others = [tile for tile in range(1, table.game.tiles + 1) if tile not in tiles]
    smallest: list[Tiles] = []
    for count in range(1, len(others) + 1):
        for added in combinations(others, count):
            if any(set(one) <= set(added) for one in smallest):
                continue
            if table.play((*tiles, *added), roll) == SUM:
                smallest.append(added)
    return smallest


def _commas(tiles: Iterable[int]) -> str:
    return ", ".join(map(str, tiles))


def _together(tiles: Iterable[int]) -> str:
    return "+".join(map(str, tiles))


def _turned_by_one_tile(
    name: str,
    lines: Iterable[tuple[Tiles, Roll, int]],
    table: OptTable,
    before: str,
    after: str,
    found: list[Interference],
) -> Iterator[Row]:
    """Look up printed lines: a board, a roll, its best play, and a tile that turns it."""
    for place, (tiles, roll, tile) in enumerate(lines, 1):
        where = f"{name}, line {place}, {braces(tiles)}, roll {written(roll)}"
        holds = Interference(tiles, roll, before, tile, after) in found
        note = "" if holds else _right_line(tiles, tile, before, after, found)
        yield said(where, WORDS[before], WORDS[table.play(tiles, roll)], note)
        with_tile = WORDS[table.play((*tiles, tile), roll)]
        yield said(f"{where}, with tile {tile}", WORDS[after], with_tile, note)


def _right_line(tiles: Tiles, tile: int, before: str, after: str, found: list[Interference]) -> str:
    """Say what the search finds in place of a printed line that does not hold."""
    turn = f"tile {tile} turns {WORDS[before]} to {WORDS[after]}"
    cases = [one for one in found if (one.before, one.tile) == (before, tile)]
    rolls = [written(one.roll) for one in cases if one.tiles == tiles]
    if rolls:
        return (
            f"slip in the roll, in print or scan: on this board {turn} for roll {' and '.join(rolls)}"
        )
    first = min(cases, key=lambda one: (len(one.tiles), one.tiles))
    own = dict(printed.EXAMPLE_3).get(tiles)
    against = f", against its own Example 3 ({own})" if own else ""
    return (
        f"slip of the paper{against}: {turn} on {len(cases)} boards, but not here; the first is "
        f"{braces(first.tiles)}, roll {written(first.roll)}"
    )


def _tiles_that_interfere(table: OptTable, found: list[Interference]) -> Iterator[Row]:
    """Every tile can turn IND to SUM, and every tile except 1 can turn SUM to IND."""
    for before, after in ((IND, SUM), (SUM, IND)):
        for tile in range(1, table.game.tiles + 1):
            cases = [one for one in found if (one.before, one.tile) == (before, tile)]
            yield said(
                f"Interference, tile {tile} can turn {WORDS[before]} to {WORDS[after]}",
                "no" if (before, tile) == (SUM, 1) else "yes",
                "yes" if cases else "no",
                f"{len(cases)} cases among all boards and rolls",
            )
