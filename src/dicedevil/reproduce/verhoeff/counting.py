"""Section 3.2 without the strategies: how many games there are, by lists and by bags."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, factorial

from dicedevil.reproduce import Row
from dicedevil.reproduce.verhoeff import printed
from dicedevil.reproduce.verhoeff.bags import (
    ALL_CLASSES,
    CARD,
    DICE,
    FULL_CLASSES,
    VALUES,
    assembly_by_listing,
    assembly_by_matrices,
    bag_class,
    bags,
    bags_by_formula,
    completion_classes,
    completions,
    lists,
    lists_by_formula,
    members,
    multiplicities,
    occurrence_counts,
    orders_that_fit,
    subbag_classes,
    subbags,
)
from dicedevil.reproduce.verhoeff.ours import card_game
from dicedevil.reproduce.verhoeff.plans import strategy_rows
from dicedevil.reproduce.verhoeff.telling import cell, number, power_of_ten, scientific, words

TURNS, ATTEMPTS = len(CARD.boxes), CARD.rerolls
LIST_MODEL = "Section 3.2"
BAG_MODEL = "Section 3.2.1"
BAG_GAMES = "Section 3.2.2"


def counting_rows() -> Iterator[Row]:
    """Yield the counts of section 3.2 in the order of the paper, Table 7 excepted."""
    yield from _list_model()
    yield from _bag_model()
    yield from _table_6()
    yield from _keeps()
    yield from _table_8()
    yield from _equation_12()
    yield from _table_9()
    yield from _bag_games()


# -- dice told apart -------------------------------------------------------------------------------


def _list_model() -> Iterator[Row]:
    rolls = (1 + ATTEMPTS) * TURNS
    yield number(f"{LIST_MODEL}, events of a game", "78", 2 * rolls)
    yield number(f"{LIST_MODEL}, roll events", "39", rolls)
    yield number(f"{LIST_MODEL}, choice events", "39", rolls)
    yield number(f"{LIST_MODEL}, keep events", "26", ATTEMPTS * TURNS)
    yield number(f"{LIST_MODEL}, score events", "13", TURNS)
    yield number(f"{LIST_MODEL}, outcomes of a roll", "7776", sum(lists().values()))
    subsets = sum(1 for size in range(DICE + 1) for _ in combinations(range(DICE), size))
    yield number(f"{LIST_MODEL}, subsets of the dice", "32", subsets)
    attempt = sum(comb(DICE, k) * VALUES**k for k in range(DICE + 1))
    yield number(f"{LIST_MODEL}, possibilities of a modification attempt", "16807", attempt)
    yield number("Footnote 2, the same without binomials", "16807", (1 + VALUES) ** DICE)
    turn = VALUES**DICE * attempt**ATTEMPTS
    yield number("Equation 6, a turn without the choice of a box", "2 196 527 536 224", turn)
    first, *_, last = opened = boxes_open()
    falls = opened == list(range(first, last - 1, -1))
    yield words(
        "Equation 6, boxes open in turn t", "14 - t", f"{first + 1} - t" if falls else "another"
    )
    games = Fraction(turn**TURNS * factorial(TURNS))
    yield power_of_ten("Equation 7, games in the List Model", "1.725e170", games)
    yield _inverted("Equation 8, least chance of a game", "5.5e-151", VALUES**DICE, rolls)
    yield _inverted("Equation 8, greatest chance of a game", "3.8e-50", VALUES**DICE, TURNS)
    yield from strategy_rows(TURNS, VALUES**DICE, ATTEMPTS, 2**DICE, attempt)


def boxes_open() -> list[int]:
    """Return how many boxes a roll can be scored in, turn by turn, in a game played out."""
    game = card_game("yahtzee")
    roll, state, found = bags(DICE)[0], game.read_state("rerolls=0").state, []
    while not game.is_over(state):
        choices = game.choices(state, roll)
        found.append(len(choices))
        state = game.play(state, roll, choices[0])[1]._replace(rerolls=0)
    return found


def _inverted(item: str, published: str, ways: int, times: int) -> Row:
    """Compare a chance of which the paper prints the reciprocal's digits."""
    ours = Fraction(1, ways**times)
    reciprocal = scientific(1 / ours, 1)
    note = (
        f"slip of the paper: the digits of {ways}^{times} = {reciprocal} with the sign of the exponent "
    )
    return power_of_ten(item, published, ours, note + "turned, not of its reciprocal")


# -- dice not told apart ---------------------------------------------------------------------------


def _bag_model() -> Iterator[Row]:
    alike = [roll for roll, ways in lists().items() if roll == (1, 1, 2, 4, 5) for _ in range(ways)]
    yield number(f"{BAG_MODEL}, rolls like 4 1 2 5 1 and 1 1 2 4 5", "58", len(alike) - 2)
    yield number(f"{BAG_MODEL}, bags of five dice", "252", len(bags(DICE)))
    yield words(
        f"{BAG_MODEL}, bags of five dice by formula",
        "252",
        str(comb(DICE + VALUES - 1, DICE)),
    )
    ways = lists()
    yield words(
        f"{BAG_MODEL}, least likely roll", "1/7776", f"{min(ways.values())}/{sum(ways.values())}"
    )
    most, every = max(ways.values()), Fraction(sum(ways.values()))
    yield words(f"{BAG_MODEL}, most likely roll", "120/7776", f"{most}/{sum(ways.values())}")
    yield number(f"{BAG_MODEL}, 1 in how many for the most likely roll", "64.8", every / most)
    rolls = (1 + ATTEMPTS) * TURNS
    yield _inverted("Equation 9, least chance of a game", "5.5e-151", VALUES**DICE, rolls)
    yield power_of_ten(
        "Equation 9, greatest chance of a game", "2.8e-24", Fraction(most, sum(ways.values())) ** TURNS
    )


def _table_6() -> Iterator[Row]:
    for line, name in zip(printed.TABLE_6, FULL_CLASSES, strict=True):
        values, *cells = line.split("|")
        pattern = " ".join(
            letter for letter, m in zip("abcde", name.split(), strict=False) for _ in range(int(m))
        )
        padded = [*name.split(), *"000000"][:VALUES]
        each = {lists()[bag] for bag in members(name)}
        ours = (
            " ".join(padded),
            " ".join(map(str, occurrence_counts(name))),
            str(each.pop()) if len(each) == 1 else "several",
            str(len(members(name))),
            str(sum(lists()[bag] for bag in members(name))),
        )
        yield words(f"Table 6, {values}, values", values, pattern)
        for column, claim, value in zip(("m", "n", "A", "B", "C"), cells, ours, strict=True):
            yield words(f"Table 6, {values}, {column}", claim, value)
        yield number(f"Equation 10, {values}", cells[2], lists_by_formula(name))
        yield number(f"Equation 11, {values}", cells[3], bags_by_formula(name))
    yield number("Table 6, total, B", "252", len(bags(DICE)))
    yield number("Table 6, total, C", "7776", sum(lists().values()))
    for roll in ((1, 1, 1, 4, 5), (1, 3, 3, 3, 6)):
        shown = " ".join(map(str, roll))
        ours_sorted = " ".join(map(str, [*multiplicities(roll), 0, 0, 0, 0, 0][:VALUES]))
        yield words(f"{BAG_MODEL}, multiplicities of {shown}, sorted", "3 1 1 0 0 0", ours_sorted)


def _keeps() -> Iterator[Row]:
    yield number(f"{BAG_GAMES}, keeps of five equal values", "6", len(subbags((1, 1, 1, 1, 1))))
    yield number(f"{BAG_GAMES}, keeps of five different values", "32", len(subbags((1, 2, 3, 4, 5))))


def _table_8() -> Iterator[Row]:
    for line in printed.TABLE_8:
        name, *cells, total = line.split("|")
        ours = [subbag_classes(name)[one] for one in ALL_CLASSES]
        note = _scan_note(cells, ours, total)
        for one, claim, value in zip(ALL_CLASSES, cells, ours, strict=True):
            wrong = claim != (str(value) if value else "")
            yield cell(f"Table 8, {name}, subbags {one}", claim, value, note if wrong else "")
        yield number(f"Table 8, {name}, T", total, sum(ours))
    kept = [sub for sub in subbags((1, 1, 2, 2, 3)) if bag_class(sub) == "2 1"]
    pairs = [sub for sub in kept if 3 in sub]
    yield number(f"{BAG_GAMES}, subbags 2 1 of 2 2 1", "4", len(kept))
    yield number(f"{BAG_GAMES}, of them without two equals", "2", len(pairs))
    yield number(f"{BAG_GAMES}, of them without the single value", "2", len(kept) - len(pairs))


def _scan_note(cells: list[str], ours: list[int], total: str) -> str:
    """Say how the scan has moved the cells of a line."""
    scanned = sum(int(claim or 0) for claim in cells)
    if scanned == int(total):
        return ""
    first = next(place for place, claim in enumerate(cells) if claim != str(ours[place] or ""))
    moved = [int(claim) for claim in cells[first:] if claim]
    kept = [value for value in ours[first:] if value]
    extra = next(
        (place for place in range(len(moved)) if moved[:place] + moved[place + 1 :] == kept), None
    )
    if extra is None:
        return ""
    return (
        f"slip of the scan: the line is moved to the left from column {ALL_CLASSES[first]} on and has "
        f"a {moved[extra]} too many; as it stands it adds up to {scanned}, not to its own total {total}"
    )


def _equation_12() -> Iterator[Row]:
    *cells, total = printed.EQUATION_12.split("|")
    for k, claim in enumerate(cells):
        ours = len(bags(k))
        formula = comb(k + VALUES - 1, k)
        note = "" if ours == formula else f"the formula gives {formula}"
        yield number(f"Equation 12, bags of {k} dice", claim, ours, note)
    yield number("Equation 12, total", total, sum(len(bags(k)) for k in range(DICE + 1)))
    yield number("Equation 12, total by formula", total, comb(DICE + VALUES, DICE))


def _table_9() -> Iterator[Row]:
    for line in printed.TABLE_9:
        name, count, *cells, total = line.split("|")
        ours = completion_classes(name)
        yield number(f"Table 9, {name}, #", count, len(members(name)))
        for full, claim in zip(FULL_CLASSES, cells, strict=True):
            yield cell(f"Table 9, {name}, completions {full}", claim, ours[full])
        yield number(f"Table 9, {name}, T", total, sum(ours.values()))
    made = [bag for bag in completions((1, 1, 2)) if bag_class(bag) == "2 2 1"]
    new_pair = [bag for bag in made if bag.count(2) == 1]
    yield number(f"{BAG_GAMES}, completions of 2 1 to 2 2 1", "8", len(made))
    yield number(f"{BAG_GAMES}, of them with two equal new values", "4", len(new_pair))
    yield number(f"{BAG_GAMES}, of them with one new value", "4", len(made) - len(new_pair))


def _bag_games() -> Iterator[Row]:
    yield words(
        "Equation 13, order of the matrices",
        "e A (B A)^m u",
        " or ".join(orders_that_fit()) or "neither",
        f"slip of the paper: A has {len(FULL_CLASSES)} rows and {len(ALL_CLASSES)} columns, so e with "
        f"its {len(ALL_CLASSES)} columns goes with B first",
    )
    ways = assembly_by_matrices(ATTEMPTS)
    listed = assembly_by_listing(ATTEMPTS)
    note = (
        "found again by listing bags, without classes" if listed == ways else f"by listing {listed:,}"
    )
    yield number("Equation 13, assembly possibilities of a turn", "272 212 248", ways, note)
    games = Fraction(ways**TURNS * factorial(TURNS))
    yield power_of_ten(
        "Equation 14, games in the Bag Model",
        "2.806e19",
        games,
        "slip, in print or scan: the exponent has lost a 1; the digits are right",
    )
