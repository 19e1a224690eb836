"""Crocce and Mordecki, "A finite exact algorithm to solve a dice game" (2014): all of it beside ours.

What the paper prints is in `printed`; its two algorithms are in `algorithms`, written line by line.
What stands beside the printed numbers comes from the library's own game and lanes, or from those
algorithms after they have been found to give the same fractions as the library at every state.
The paper counts in chips of 50 points; notes give the points.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dicedevil.dice import read_roll
from dicedevil.reproduce import Parts, Row, bounded, from_parts
from dicedevil.reproduce.ten_thousand import printed
from dicedevil.reproduce.ten_thousand.algorithms import (
    GATHERED,
    AlgorithmFourTwo,
    GatheredAlgorithm,
)
from dicedevil.reproduce.ten_thousand.cells import table_5, table_6
from dicedevil.reproduce.ten_thousand.configurations import (
    CHIP,
    DICE,
    NOTHING,
    Configuration,
    bust,
    configuration,
    critical_threshold,
    mean_score,
    move_name,
    possible_moves,
    reachable,
    resigned,
    scoring,
    threshold,
)
from dicedevil.reproduce.ten_thousand.equations import Equations
from dicedevil.reproduce.ten_thousand.iteration import iteration_rows, m5_rows
from dicedevil.reproduce.ten_thousand.match import match_rows
from dicedevil.reproduce.ten_thousand.ours import Ours, ours
from dicedevil.reproduce.ten_thousand.pig import pig_rows
from dicedevil.reproduce.ten_thousand.telling import PAPER, checked, chips, said

__all__ = ["PAPER", "parts", "rows"]


def rows(item: str = "") -> Iterator[Row]:
    """Yield a row for every number the paper prints, in its order; its last two tables come last."""
    yield from from_parts(parts(), item)


def parts() -> Parts:
    """Return the parts of the paper."""
    library = ours()
    general = AlgorithmFourTwo()
    return (
        ("Table 1", lambda: _table_1(library)),
        ("Section 2.1|Definition 2.1", lambda: _formulas(library)),
        ("Table 2", lambda: _table_2(library)),
        ("Table 3|Section 3.2", _table_3),
        ("Theorem 4.1", lambda: _theorem(library, general)),
        (
            "Theorem 4.1|Equation (6)|Equation (8)|Section 4|Lemma 4.3",
            lambda: _threshold(library, general),
        ),
        ("Algorithm 4.2|Theorem 4.1", lambda: _algorithm(library, general)),
        ("Section 4", lambda: iteration_rows(library)),
        ("Section 5.1|Table 4", lambda: _table_4(library)),
        ("Section 5.2|Equation (9)", pig_rows),
        ("Section 6", match_rows),
        ("Equation (10)|Appendix", lambda: _appendix(general)),
        ("Table 5", table_5),
        ("Table 6", lambda: table_6(general)),
    )


# -- section 2: the rules -------------------------------------------------------------------------


def _table_1(library: Ours) -> Iterator[Row]:
    for words, dice, points, chip in printed.TABLE_1:
        score = library.rules.score(read_roll(dice))
        yield said(f"Table 1, {words}, points", points, str(score))
        yield said(f"Table 1, {words}, chips", chip, str(Fraction(score, CHIP)))


def _formulas(library: Ours) -> Iterator[Row]:
    """Hold the paper's formulas for a configuration against the rules, for every roll."""
    rolls = [roll for dice in range(1, DICE + 1) for roll in library.rules.rolls(dice)]
    asides = {roll: library.rules.set_asides(roll) for roll in rolls}
    note = f"for all {len(rolls)} rolls of 1 to 5 dice"
    score = all(
        configuration(roll).score * CHIP == (found[0].points if found else 0)
        for roll, found in asides.items()
    )
    dice = all(
        configuration(roll).scoring_dice == (found[0].dice if found else ())
        for roll, found in asides.items()
    )
    parts = all(
        {other.scoring_dice for other in configuration(roll).smaller()}
        == {one.dice for one in found[1:]}
        for roll, found in asides.items()
        if configuration(roll).dice < len(roll)
    )
    pairs = [(i, j) for i in scoring() for j in i.smaller()]
    less = all(
        j.score < i.score and j.dice < i.dice and 0 < j.combinations < i.combinations for i, j in pairs
    )
    yield checked("Section 2.1, s(i)", "f + 2o + 14[o>2] + 7[f>2] + 2t", score, note)
    yield checked("Section 2.1, d(i)", "f + o + 3[t>0]", dice, note)
    yield checked("Definition 2.1, smaller configurations", "what may be set aside", parts, note)
    yield checked(
        "Definition 2.1, s, d and c of j < i",
        "less than those of i",
        less,
        f"for all {len(pairs)} pairs",
    )


def _table_2(library: Ours) -> Iterator[Row]:
    """List for every roll what the library lets a player do, by the paper's four cases."""
    found: dict[str, set[str]] = {case: set() for case, _ in printed.TABLE_2}
    rolls = dict.fromkeys(found, 0)
    for dice in range(1, DICE + 1):
        for roll in library.rules.rolls(dice):
            case = _case(configuration(roll), dice)
            rolls[case] += 1
            found[case].add(_actions(library, configuration(roll), roll))
    for case, claim in printed.TABLE_2:
        told = " or ".join(sorted(found[case]))
        yield said(f"Table 2, {case}", claim, told, f"{rolls[case]} rolls of 1 to 5 dice")


def _case(found: Configuration, dice: int) -> str:
    nothing, all_dice, one, more = (case for case, _ in printed.TABLE_2)
    if found == NOTHING:
        return nothing
    if found.dice == dice:
        return all_dice
    return one if found.combinations == 1 else more


def _actions(library: Ours, found: Configuration, roll: tuple[int, ...]) -> str:
    """Write what the library offers after a roll in the paper's words."""
    offers = library.offers(roll)
    full = len(roll) - found.dice or DICE
    fewer = {(len(roll) - other.dice, other.score) for other in found.smaller()}
    if not offers:
        return "stop"
    if offers == {(full, found.score)}:
        return "stop / roll 5" if found.dice == len(roll) else "stop / roll n - d(i)"
    if offers == {(full, found.score)} | fewer:
        return "stop / roll n - d(i) / roll n - d(j), j < i"
    return "something else"


def _table_3() -> Iterator[Row]:
    actions = {"s": "stop", "r": "roll all the non-scoring dice"}
    actions |= {name: f"resign {dice}" for name, dice in possible_moves().items()}
    for name, claim in printed.TABLE_3:
        yield said(f"Table 3, {name}", claim, actions.get(name, "cannot occur"))
    yield said("Section 3.2, number of actions", "15", str(len(actions)))


# -- section 4: the theorem, the threshold, the algorithm -----------------------------------------


def _theorem(library: Ours, general: AlgorithmFourTwo) -> Iterator[Row]:
    value = library.value()
    yield chips("Theorem 4.1, value of the game", "5.872019", value, f"exactly {value} chips")
    used = library.best_moves()
    for name in printed.NEVER_OPTIMAL:
        note = "best nowhere that play can lead, not even as one of several"
        if used.get(name):
            note = f"best at {used[name]} states"
        yield said(
            f"Theorem 4.1, {name}",
            "never optimal",
            "optimal" if used.get(name) else "never optimal",
            note,
        )
    best = {general.entry(*state)[1] for state in reachable()}
    yield said(
        "Theorem 4.1, actions that are optimal somewhere",
        "s r m5 m1 m55 m51",
        " ".join(name for name, _ in printed.TABLE_3 if name in best),
    )


def _threshold(library: Ours, general: AlgorithmFourTwo) -> Iterator[Row]:
    derived = library.rules.threshold // CHIP
    yield said("Theorem 4.1, threshold", "56", str(derived), f"{derived * CHIP:,} points, derived")
    at_five = critical_threshold(DICE)
    note = (
        f"mean score {mean_score(DICE)}, bust {bust(DICE)}: {_decimal(mean_score(DICE) / bust(DICE))}"
    )
    yield said("Equation (6), tau*(5)", "56", str(at_five), note)
    for dice in range(1, DICE + 1):
        gain = mean_score(dice) - derived * bust(dice)
        yield bounded(
            PAPER,
            f"Equation (8), n = {dice}, tau >= 56",
            "below 0",
            gain,
            _decimal(gain),
            f"at {derived} chips; below 0 from {_first_loss(dice)} on",
        )
    highest = max(range(1, DICE + 1), key=critical_threshold)
    yield said("Section 4, the dice that need the highest threshold", "5", str(highest))
    states = [state for state in general.entries if state[0] < threshold()]
    most = max(general.entry(*state)[0] for state in states)
    note = f"the highest of {len(states):,} states"
    yield bounded(
        PAPER, "Lemma 4.3, values below the threshold", "less than 56", most, _decimal(most), note
    )


def _first_loss(dice: int) -> str:
    chip = critical_threshold(dice)
    return f"{chip} chip{'' if chip == 1 else 's'} ({chip * CHIP:,} points)"


def _decimal(number: Fraction) -> str:
    return f"{float(number):.4f}"


def _algorithm(library: Ours, general: AlgorithmFourTwo) -> Iterator[Row]:
    yield chips("Algorithm 4.2, value of the game", "5.872019", general.value)
    spots = [(tau, dice) for tau in range(threshold()) for dice in range(1, DICE + 1)]
    spots = [(tau, dice) for tau, dice in spots if tau or dice == DICE]
    for words, other in (
        (f"the library's {library.exact.lane} lane", library.rolling),
        ("the library's reference in fractions", library.by_reference),
    ):
        same = all(general.rolling(*spot) == other(*spot) for spot in spots)
        note = f"the same fraction at all {len(spots)} pairs of tau and n"
        yield checked(f"Algorithm 4.2, V_r beside {words}", "exact", same, note)
    off = max(abs(float(general.rolling(*spot)) - library.by_graph(*spot)) for spot in spots)
    note = f"floats, at most {off:.1e} chips apart at {len(spots)} pairs of tau and n"
    yield checked("Algorithm 4.2, V_r beside the library's graph lane", "exact", off <= 1e-12, note)
    updated = [general.updates.get(state, 0) for state in reachable()]
    yield checked(
        "Theorem 4.1, states that get their value in one shot",
        "most",
        2 * updated.count(0) > len(updated),
        f"{updated.count(0):,} of {len(updated):,} states that play can lead to",
    )
    yield checked(
        "Theorem 4.1, updates of the others",
        "a few",
        max(updated) <= 5,
        f"at most {max(updated)} for a state, {sum(updated)} in all",
    )


# -- section 5.1: restricted actions ---------------------------------------------------------------


def _table_4(library: Ours) -> Iterator[Row]:
    stop_roll = library.value("stop-roll")
    yield chips("Section 5.1, stop or roll", "5.576326", stop_roll)
    for actions, count, claim in printed.TABLE_4:
        moves = _moves(actions)
        number = 2 + len(possible_moves() if moves is None else moves)
        value = library.value(actions)
        by_paper = {AlgorithmFourTwo(moves).value, GatheredAlgorithm(moves).value}
        yield said(f"Table 4, {actions}, number of actions", count, str(number))
        same = "both algorithms give the same" if by_paper == {value} else "the algorithms differ"
        note = same
        if not claim.startswith(f"{float(value):.10f}"):
            note = f"slip of the paper: a 2 too many after 5.801 (ours is {float(value):.13f}); {same}"
        yield chips(f"Table 4, {actions}, value", claim, value, note)
    yield from m5_rows(library)
    left_out = AlgorithmFourTwo(()).value == stop_roll
    yield said(
        "Section 5.1, lines to leave out for stop or roll",
        "9, 10 and 11",
        "11, 12 and 13" if left_out else "others",
        "slip of the paper: lines 9 and 10 are the roll; without 11 to 13, the moves, Algorithm 4.2 "
        "gives the printed value",
    )


def _moves(actions: str) -> tuple[str, ...] | None:
    """Return the moves of a line of Table 4 by name; None for all."""
    if actions == "all":
        return None
    return () if actions == "stop-roll" else tuple(actions.split("-"))


# -- the appendix ----------------------------------------------------------------------------------


def _appendix(general: AlgorithmFourTwo) -> Iterator[Row]:
    rising = all(
        general.entry(*state)[0] < general.entry(state[0] + 1, *state[1:])[0]
        for state in general.entries
    )
    yield checked(
        "Equation (10), V(tau) and V(tau + 1)", "V(tau) < V(tau + 1)", rising,
        f"at all {len(general.entries):,} states below the threshold",
    )  # fmt: skip
    for name, states, failures in Equations(general).checked():
        claim = "holds" if not failures else f"fails at {failures} states"
        yield said(f"Appendix, equation {name}", "holds", claim, f"at {states:,} states")
    yield from _gathered(general)
    yield from _slips_of_lines()


def _gathered(general: AlgorithmFourTwo) -> Iterator[Row]:
    for words, as_printed in (("mended", False), ("as printed", True)):
        gathered = GatheredAlgorithm(as_printed=as_printed)
        other = [s for s in general.entries if gathered.entry(*s)[0] != general.entry(*s)[0]]
        living = reachable().intersection(other)
        apart = ", ".join(f"({tau}, {found}, {n})" for tau, found, n in other) or "none"
        yield chips(f"Appendix, algorithm {words}, value of the game", "5.872019", gathered.value)
        yield checked(
            f"Appendix, algorithm {words}, beside Algorithm 4.2",
            "the same values",
            not living,
            f"at all {len(reachable()):,} states that play can lead to; of all "
            f"{len(general.entries):,}, different at: {apart}",
        )


def _slips_of_lines() -> Iterator[Row]:
    """Show by Table 4 that the authors cannot have run their lines 14, 15 and 19 as printed."""
    needed = []
    for actions, _, _ in printed.TABLE_4:
        moves = _moves(actions)
        mended, bare = GatheredAlgorithm(moves).value, GatheredAlgorithm(moves, as_printed=True).value
        if mended != bare:
            needed.append(f"{actions} {float(bare):.4f} instead of {float(mended):.4f}")
    told = "with the lines as printed Table 4 would have " + ", ".join(needed)
    never = not any(3 > n > 2 for n in range(1, DICE + 1))
    yield said(
        "Appendix, line 14", "3 > n > 2", "3 >= n >= 2" if never else "3 > n > 2",
        f"slip of the paper: no n lies between 2 and 3; {told}",
    )  # fmt: skip
    one_five = move_name(resigned(Configuration(2, 1, 0), Configuration(1, 1, 0)))
    for line, claim, start in (
        (15, "m55", Configuration(2, 1, 0)),
        (19, "m51", Configuration(1, 2, 0)),
    ):
        end = Configuration(start.fives - 1, start.ones, 0)
        name = move_name(resigned(start, end))
        yield said(
            f"Appendix, action of line {line}", claim, name,
            f"slip of the paper: from tau + 1 with n - 1 dice to tau with n, one five is resigned "
            f"({start} to {end}), which Table 3 calls {one_five}",
        )  # fmt: skip
    others = [found for found in scoring() if found.dice < DICE and found not in GATHERED]
    general = AlgorithmFourTwo()
    acts = {general.entry(*state)[1] for state in reachable() if state[1] in others}
    yield said(
        "Appendix, actions of configurations that are not gathered", "r s", " ".join(sorted(acts)),
        f"{len(others)} configurations",
    )  # fmt: skip
