"""Benjamin and Stanford, "Optimal Klappenspiel" (1995): every printed number beside ours.

What the paper prints is in `printed`; what stands beside it comes from the solved game by way of
`opt_table` (see `boards`), in fractions throughout. The tables of interference are found by searching
all boards; the printed lines are then looked up in what was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from dicedevil.ask.evaluate import evaluate
from dicedevil.ask.strategies import solved_strategy
from dicedevil.dice import Roll
from dicedevil.families.tiles import Board, board_with
from dicedevil.reproduce import (
    BLANK,
    UNREADABLE,
    Parts,
    Row,
    WholeTable,
    bounded,
    compare,
    from_parts,
)
from dicedevil.reproduce.klappenspiel import printed
from dicedevil.reproduce.klappenspiel.boards import (
    EITHER,
    IND,
    NO_PLAY,
    SUM,
    WORDS,
    OptTable,
    opt_table,
    paper_letter,
    written,
)
from dicedevil.reproduce.klappenspiel.interference import PAPER, braces, interference_rows, said
from dicedevil.reproduce.verdicts import Verdict

__all__ = ["opt_table", "parts", "rows"]


def rows(item: str = "") -> Iterator[Row]:
    """Yield a row for every number the paper prints, in its order."""
    yield from from_parts(parts(), item)


def parts() -> Parts:
    """Return the parts of the paper."""
    table = opt_table()
    sections = {
        "Introduction|Figure 1|Methods|Example 1|Example 2": _rules,
        "Dice Rolls": _dice,
        "Dynamic Program|Results": _first_values,
        "Table 1": _table_1,
        "Table 2": _table_2,
        "The nine consistent rolls|The twelve inconsistent rolls|Heuristic": _consistent_rolls,
        "Example 3|Table 3a|Table 3b|Table 4|Interference": interference_rows,
        "Proof": _proof,
        "Table 5|Suboptimal Strategies": _strategies,
    }
    return tuple((headings, partial(section, table)) for headings, section in sections.items())


# -- Figure 1, the numbers of boards, the dice ----------------------------------------------------


def whole_table() -> WholeTable:
    """Return Table 1, of which the paper prints 25 boards, with all 1,024."""
    table = opt_table()
    return WholeTable("Table 1 whole", table.to_text(), table.to_csv())


def _rules(table: OptTable) -> Iterator[Row]:
    start = table.boards[-1].chance
    yield compare(PAPER, "Introduction, best chance to win in percent", "0.30", 100 * start)
    yield compare(PAPER, "Figure 1, chance to win with tile 10 up", ".083", table.chance(10))
    yield compare(PAPER, "Figure 1, chance to win with tiles 4, 6 up", ".079", table.chance(4, 6))
    yield said("Figure 1, {4,6,10}, roll 4,6", "IND", WORDS[table.play((4, 6, 10), (4, 6))])
    yield said("Figure 1, {1,4,6,10}, roll 4,6", "SUM", WORDS[table.play((1, 4, 6, 10), (4, 6))])
    yield compare(PAPER, "Figure 1, chance to win with tiles 1, 10 up", "0", table.chance(1, 10))
    yield said("Methods, number of boards", "1024", str(len(table.boards)))
    for number, digits, tiles in printed.BOARD_NUMBERS:
        example = "Example 2" if number == 511 else "Example 1"
        yield said(f"{example}, number of board {braces(tiles)}", str(number), str(board_with(tiles)))
        ours = f"{board_with(tiles):0{table.game.tiles}b}"
        yield said(f"{example}, digits of board {number}", digits, ours, _digits_note(digits, ours))
    yield _ind_formula(table)


def _digits_note(digits: str, ours: str) -> str:
    if digits == UNREADABLE:
        return "unreadable: the scan has lost the digits"
    lost = len(ours) - len(digits)
    return f"the scan has {len(digits)} digits for ten tiles: {lost} is lost" if lost else ""


def _ind_formula(table: OptTable) -> Row:
    """Check where IND leads on every board that allows it."""
    holds = all(
        table.game.play(Board(row.board), (j, k), (j, k))[1].up
        == row.board - 2 ** (j - 1) - 2 ** (k - 1)
        for row in table.boards
        for j, k in table.rolls
        if (j, k) in table.game.flips(row.board, (j, k))
    )
    return said(
        "Methods, board after IND",
        "X - 2^(j+1) - 2^(k-1)",
        "X - 2^(j-1) - 2^(k-1)" if holds else "something else",
        "slip of a sign: the paper's definition of OPT has j-1, and that holds on every board",
    )


def _dice(table: OptTable) -> Iterator[Row]:
    yield said("Dice Rolls, number of distinct rolls", "21", str(len(table.rolls)))
    for (j, k), weight in table.rolls.items():
        claim = "1/36" if j == k else "2/36"
        yield said(f"Dice Rolls, prob({j},{k})", claim, f"{weight}/{sum(table.rolls.values())}")


def _first_values(table: OptTable) -> Iterator[Row]:
    for number, claim in ((0, "1"), (32, "5/36"), (17, "2/36")):
        ours = table.boards[number].chance
        yield said(f"Dynamic Program, P[{number}]", claim, _over(ours, 36) if number else str(ours))
    yield said("Dynamic Program, OPT[49,(1,5)]", "IND", WORDS[table.boards[49].plays[1, 5]])
    yield compare(PAPER, "Results, P[1023]", ".0030", table.boards[1023].chance)


def _over(chance: Fraction, denominator: int) -> str:
    """Write a chance over a denominator, as the paper does."""
    parts = chance * denominator
    return f"{parts}/{denominator}" if parts.denominator == 1 else str(chance)


# -- Tables 1 and 2 -------------------------------------------------------------------------------


def _table_1(table: OptTable) -> Iterator[Row]:
    rolls = [(int(name[0]), int(name[2])) for name in printed.TABLE_1_ROLLS.split()]
    for line in printed.TABLE_1.split("\n")[1:-1]:
        number, chance, cells = line.split()
        row = table.boards[int(number)]
        note = "printed to four places, its neighbours to three" if chance == ".0062" else ""
        yield compare(PAPER, f"Table 1, board {number}, F", chance, row.chance, note)
        for roll, cell in zip(rolls, cells, strict=True):
            item = f"Table 1, board {number}, roll {written(roll)}"
            yield _shifted(_table_1_cell(item, cell, row.plays[roll], row.tiles, roll), row.board, roll)


def _table_1_cell(item: str, cell: str, play: str, tiles: tuple[int, ...], roll: Roll) -> Row:
    ours = paper_letter(play)
    if cell == UNREADABLE:
        note = f"unreadable in the scan; {_why(play, tiles, roll)}"
        return said(item, UNREADABLE, ours, note)
    if cell == "_":
        lost = Verdict.BLANK if ours == "." else Verdict.DIFFERS
        return Row(PAPER, item, BLANK, ours, lost, "the scan has lost the dot")
    return said(item, cell, ours, "both plays are equally good" if play == EITHER else "")


def _shifted(row: Row, board: int, roll: Roll) -> Row:
    """Say where the scan has the column on the line below, from where the cell was read."""
    if board < printed.LINE_LOW.get(written(roll), board + 1):
        return row
    low = "read a line below: the scan has this column a line too low"
    return replace(row, note=f"{row.note}; {low}" if row.note else low)


def _why(play: str, tiles: tuple[int, ...], roll: Roll) -> str:
    """Say why a letter, or none, must stand here."""
    down = [tile for tile in (*roll, sum(roll)) if tile not in tiles]
    if not down:
        return f"{WORDS[play]} is the better play"
    return f"tile {' and '.join(map(str, down))} down leaves no choice, so a dot must stand here"


def _table_2(table: OptTable) -> Iterator[Row]:
    total = sum(table.rolls.values())
    for tile, *cells in printed.TABLE_2:
        by_ind = sum(w for (j, k), w in table.rolls.items() if j != k and tile in (j, k))
        by_sum = sum(weight for roll, weight in table.rolls.items() if sum(roll) == tile)
        ours = (by_ind, by_sum, by_ind + by_sum)
        for column, claim, weight in zip(("IND", "SUM", "total"), cells, ours, strict=True):
            shown = f"{weight}/{total}" if weight else "0"
            yield said(f"Table 2, tile {tile}, {column}", claim, shown)


# -- consistent and inconsistent rolls ------------------------------------------------------------


def _consistent_rolls(table: OptTable) -> Iterator[Row]:
    counts = {roll: Counter(row.plays[roll] for row in table.boards) for roll in table.rolls}
    consistent = [roll for roll in table.rolls if not (counts[roll][IND] and counts[roll][SUM])]
    yield said("The nine consistent rolls, how many", "9", str(len(consistent)))
    claims = dict.fromkeys(printed.ALWAYS_FORCED, "always forced")
    claims |= dict.fromkeys(printed.ALWAYS_IND, "always forced or IND")
    for roll, claim in claims.items():
        habit, note = _habit(counts[roll])
        yield said(f"The nine consistent rolls, {written(roll)}", claim, habit, note)
    inconsistent = len(table.rolls) - len(consistent)
    yield said("The twelve inconsistent rolls, how many", "12", str(inconsistent))
    for roll in (roll for roll in table.rolls if roll not in claims):
        habit, note = _habit(counts[roll])
        yield said(f"The twelve inconsistent rolls, {written(roll)}", "IND or SUM", habit, note)
    yield _ties(table)
    for roll in table.rolls_with_choice:
        claim = "IND" if sum(roll) <= 6 else "SUM"
        common = "IND" if counts[roll][IND] > counts[roll][SUM] else "SUM"
        yield said(f"Heuristic, most common best play of {written(roll)}", claim, common)


def _ties(table: OptTable) -> Row:
    """Find the rolls, and the boards, for which both plays are exactly equal."""
    ties = [
        (roll, row.tiles) for row in table.boards for roll, play in row.plays.items() if play == EITHER
    ]
    rolls = sorted({roll for roll, _ in ties})
    always = sorted(set.intersection(*(set(tiles) for _, tiles in ties)))
    other = sorted(set.union(*(set(tiles) for _, tiles in ties)) - set(always))
    note = f"equal on {len(ties)} boards: {braces(always)} alone or with tiles from {braces(other)}"
    item = "The nine consistent rolls, rolls with IND and SUM equal"
    return said(item, "1,2", " and ".join(map(written, rolls)), note)


def _habit(plays: Counter[str]) -> tuple[str, str]:
    """Say in the paper's words how a roll is played over all boards, with the counts as a note."""
    note = f"IND on {plays[IND]} boards, SUM on {plays[SUM]}, equal on {plays[EITHER]}"
    if plays[IND] and plays[SUM]:
        return "IND or SUM", note
    if plays[IND]:
        return "always forced or IND", note
    if plays[SUM]:
        return "always forced or SUM", note
    return "always forced", f"no play at all on {plays[NO_PLAY]} boards"


# -- the proof for boards of three tiles ----------------------------------------------------------


def _proof(table: OptTable) -> Iterator[Row]:
    sums = Counter[int]()
    for roll, weight in table.rolls.items():
        sums[sum(roll)] += weight
    after_sum = {}
    for j, k in table.rolls_with_choice:
        item = f"Proof, {braces((j, k, j + k))}, roll {j},{k}"
        formula = Fraction(table.rolls[j, k], 36) + 2 * Fraction(sums[j], 36) * Fraction(sums[k], 36)
        after_sum[j, k] = table.chance(j, k)
        note = "the paper's formula, worked out, beside P[{j,k}]"
        yield said(
            f"{item}: chance after SUM", _over(formula, 1296), _over(after_sum[j, k], 1296), note
        )
        yield _after_ind(f"{item}: chance after IND", (j, k), table.chance(j + k), after_sum[j, k])
    most = max(after_sum, key=lambda roll: after_sum[roll])
    highest = f"{_over(after_sum[most], 1296)} for {written(most)}"
    yield said("Proof, highest chance after SUM", "102/1296 for 4,6", highest)
    least = min(table.chance(sum(roll)) for roll in after_sum if roll != printed.EXCEPTION)
    ours = f"{_over(least, 36)} and {_over(after_sum[most], 1296)}"
    note = "the first is the greater" if least > after_sum[most] else "the first is not the greater"
    yield said("Proof, least after IND, greatest after SUM", "3/36 and 102/1296", ours, note)


def _after_ind(item: str, roll: Roll, by_ind: Fraction, by_sum: Fraction) -> Row:
    """Hold IND to the bound of 3/36; on the one board that the text excludes, to SUM."""
    if roll == printed.EXCEPTION:
        same = f"as after SUM, {_over(by_sum, 36)}"
        note = (
            "the text excludes this board before it gives the bound of 3/36: both plays are equal here"
        )
        ours = same if by_ind == by_sum else _over(by_ind, 36)
        return said(item, "as after SUM", ours, note, agrees=by_ind == by_sum)
    return bounded(PAPER, item, "at least 3/36", by_ind, _over(by_ind, 36))


# -- Table 5 --------------------------------------------------------------------------------------


def _strategies(table: OptTable) -> Iterator[Row]:
    exact: dict[str, Fraction] = {}
    shown: dict[str, Fraction] = {}
    for name, words, claim in printed.TABLE_5:
        solved = name in ("optimal", "worst")
        strategy = solved_strategy(table.game, name, exact=True) if solved else name
        exact[name] = Fraction(evaluate(table.game, strategy).exact_mean)
        shown[name] = Fraction(claim)
        yield compare(PAPER, f"Table 5, {words}", claim, exact[name], f"exactly {exact[name]}")
    for better, than, claim in printed.IMPROVEMENTS:
        item = f"Suboptimal Strategies, {better} over {than}"
        ours = 100 * (exact[better] / exact[than] - 1)
        from_shown = 100 * (shown[better] / shown[than] - 1)
        yield said(item, claim, f"{round(ours)}%", _percent_note(claim, from_shown))


def _percent_note(claim: str, from_shown: Fraction) -> str:
    """Say how the printed percentage comes from the printed chances."""
    cut, nearest = f"{int(from_shown)}%", f"{round(from_shown)}%"
    how = "cut off" if claim == cut != nearest else "rounded" if claim == nearest else "not so either"
    return (
        f"slip of the paper: from its chances rounded to two digits, {float(from_shown):.2f}%, {how}; "
        "ours is from the exact chances"
    )
