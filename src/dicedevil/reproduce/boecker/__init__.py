"""S. Böcker, Ten Times Eighteen, Journal of Information Processing 23(3), 2015.

Every printed number in the order of the paper, ours beside it. `M` is the table over all sets of
open slots (the reference lane), `E` the polynomial table, `Q` the table of the all-knowing player.
Where the paper's words or equations cannot mean what they say, a row shows both readings, and the
note gives the number that settles it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import factorial
from types import MappingProxyType

from dicedevil.evaluation import Distribution, evaluate
from dicedevil.families.omniscient import omniscient_table
from dicedevil.families.placement import expected_rolls, open_slots, slot_for
from dicedevil.games.ten_times_18 import TenTimes18
from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.boecker.ours import (
    BINS,
    GAMES,
    LOADED,
    SEED,
    STRATEGIES,
    Paper,
    figure_2_bins,
    figure_2_simulated,
)
from dicedevil.reproduce.boecker.printed import (
    TABLE_1,
    TABLE_2,
    TABLE_3_SCORES,
    TABLE_3_SLOTS,
    TABLE_4,
    TABLE_5,
    TABLE_6,
    TABLE_7,
    WORKED_EXAMPLE,
)
from dicedevil.rules import Position
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve

__all__ = ["figure_2_bins", "figure_2_simulated", "rows"]

PAPER = "boecker"
WORDS = MappingProxyType(
    {"random": "random", "optimal": "maximum expected", "omniscient": "all-knowing"}
)
NO_NOTES: Mapping[int, str] = MappingProxyType({})


def rows(paper: Paper | None = None) -> Iterator[Row]:
    """Yield every printed number with ours beside it, in the order of the paper."""
    paper = paper or Paper()
    for section in (
        _rules,
        _tree,
        _set_table,
        _first_moves,
        _closest,
        _polynomial,
        _all_knowing,
        _summary,
        _million_games,
        _figure_2,
        _loaded_dice,
    ):
        yield from section(paper)


def _number(item: str, published: str, ours: Fraction | float | int, note: str = "") -> Row:
    return compare(PAPER, item, published, ours, note)


def _words(item: str, published: str, computed: str, note: str = "") -> Row:
    return Row(PAPER, item, published, computed, published == computed, note)


def _power_of_ten(item: str, published: str, ours: Fraction, exponent: int, note: str = "") -> Row:
    """Compare a number printed like 3.99e18."""
    mantissa = published.partition("e")[0]
    row = compare(PAPER, item, mantissa, ours / Fraction(10) ** exponent, note)
    return Row(PAPER, item, published, f"{row.computed}e{exponent}", row.agrees, note)


def _cells(
    item: str, published: str, ours: Mapping[int, Fraction | int], notes: Mapping[int, str] = NO_NOTES
) -> Iterator[Row]:
    """Compare a printed line of a table; `{}` in `item` stands for the column."""
    for cell, (column, value) in zip(published.split(), ours.items(), strict=True):
        yield _number(item.format(column), cell, value, notes.get(column, ""))


# -- sections 1 to 3 -------------------------------------------------------------------------------


def _rules(paper: Paper) -> Iterator[Row]:
    game = paper.game
    scores = sum(game.multipliers or ())
    low, high = min(game.totals), max(game.totals)
    yield _number("Section 1, smallest score", "165", scores * low)
    yield _number("Section 1, largest score", "990", scores * high)
    yield from _figure_1(paper)
    yield from _cells("Table 1, 216 P(X = {})", TABLE_1, game.totals)
    mean = Fraction(sum(x * weight for x, weight in game.totals.items()), game.dice.total_weight)
    yield _number("Section 2, E(X)", "10.5", mean)
    yield _number("Section 2, E(X') of one die", "3.5", mean / 3)
    yield _number("Section 2, expected score, random", "577.5", scores * mean)
    odd, even = (
        sum(1 << slot - 1 for slot in (1, 3, 5, 7, 9)),
        sum(1 << slot for slot in (1, 3, 5, 7, 9)),
    )
    places = [open_slots(s).index(paper.by_sets.best_choice(s, (7,))) + 1 for s in (odd, even)]
    yield _words(
        "Section 1, a 7 with only odd slots open, and with only even ones",
        "the same problem",
        "the same problem" if len(set(places)) == 1 else "different problems",
        f"The set table puts it on open slot number {places[0]} and {places[1]}.",
    )


def _figure_1(paper: Paper) -> Iterator[Row]:
    """The rolls after the second are lost in the scan, but what the caption says can be checked."""
    game = paper.game
    first, opened = game.play(game.start(), (8,), 5)
    second, opened = game.play(opened, (4,), 1)
    rest = evaluate(game, "random", state=opened)
    chance = rest.law.get(698 - first - second, 0)
    better = float(paper.laws["optimal"].at_least(698))
    yield _number("Figure 1, an 8 in slot #5", "40", first)
    yield _number("Figure 1, a 4 in slot #1", "4", second)
    yield _number("Figure 1, sum of products after two rolls", "44", first + second)
    yield _words(
        "Figure 1, total score 698",
        "reached",
        "reached" if chance else "out of reach",
        "The other eight rolls are not in the text we have. After the first two, random placement "
        f"still makes 698 in {float(chance):.4%} of games; best play from the start scores at least "
        f"698 in {better:.2%}.",
    )


def _tree(paper: Paper) -> Iterator[Row]:
    game = paper.game
    first = len(game.totals) * game.slots
    second = len(game.totals) * (game.slots - 1)
    leaves = len(game.totals) ** game.slots * factorial(game.slots)
    yield _number("Section 3, edges from the root", "160", first)
    yield _number("Section 3, edges from each node below it", "144", second)
    yield _number("Section 3, nodes at the second level", "23,040", first * second)
    yield _power_of_ten("Section 3, nodes at the last level", "3.99e18", Fraction(leaves), 18)


# -- sections 4 and 5: the set table ---------------------------------------------------------------


def _set_table(paper: Paper) -> Iterator[Row]:
    everything = paper.game.start()
    yield _number("Section 4, subsets of ten slots", "1,024", paper.by_sets.states)
    alone = all(paper.m(1 << i - 1) == i * paper.by_counts[1][0] for i in range(1, 11))
    yield _words("Section 4, M[{i}] for i = 1 to 10", "i E(X)", "i E(X)" if alone else "another value")
    whole = paper.m(everything)
    yield _number("Section 4, M[{1, ..., 10}]", "642.2393504256", whole, f"Exactly {whole}.")
    yield from _cells(
        "Table 2, M[B - {{{}}}]",
        TABLE_2,
        {i: paper.m(everything & ~(1 << i - 1)) for i in range(1, 11)},
    )
    literal = max(range(1, 11), key=lambda i: i * 3 + paper.m(1 << i - 1))
    yield _words(
        "Sections 4 and 5, the slots in M[A]",
        "previously filled",
        "still open",
        "M[empty] = 0, M[B] for the whole game and equation 1 need A to be the open slots. Taken at "
        f"their word, equations 2 and 3 (M[A + {{i}}]) put a first roll of 3 into slot #{literal}; "
        "with M[B - A - {i}] they give Table 3.",
    )


def _first_moves(paper: Paper) -> Iterator[Row]:
    game, everything = paper.game, paper.game.start()
    best = {x: paper.by_sets.best_choice(everything, (x,)) for x in game.totals}
    for (x, slot), printed in zip(best.items(), TABLE_3_SLOTS.split(), strict=True):
        yield _words(f"Table 3, slot for a roll of {x}", printed, f"#{slot}")
    scores = {x: slot * x + paper.m(everything & ~(1 << slot - 1)) for x, slot in best.items()}
    yield from _cells("Table 3, E(score) after a roll of {}", TABLE_3_SCORES, scores)
    unused = sorted(set(range(1, 11)) - set(best.values()))
    yield _words(
        "Section 5, slots the first roll never takes", "#3 #8", " ".join(f"#{i}" for i in unused)
    )
    for rolls in (range(3, 7), range(15, 19)):
        chance = Fraction(sum(game.totals[x] for x in rolls), game.dice.total_weight)
        yield _words(
            f"Section 5, chance of a roll from {rolls[0]} to {rolls[-1]}",
            "less than 10%",
            "less than 10%" if chance < Fraction(1, 10) else "10% or more",
            f"{chance} = {float(chance):.2%}.",
        )


def _closest(paper: Paper) -> Iterator[Row]:
    first, whole = paper.first_move, paper.whole_game
    for call, (roll, best, second) in zip(first.closest, ((9, 4, 3), (12, 7, 8)), strict=True):
        yield _words(
            f"Section 5, closest call of the first move, roll {roll}",
            f"#{best} rather than #{second}",
            f"#{call.best} rather than #{call.runner_up}"
            if call.roll == (roll,)
            else f"roll {call.roll}",
        )
        yield _number(f"Section 5, its difference, roll {roll}", "0.03455", call.loss)
    nine = paper.by_sets.choice_worth(Position(0, paper.game.start()), (9,), 3)
    yield _number("Section 5, E(score) with a first roll of 9 in slot #3", "630.39355", nine)
    found = [call for call in whole.closest if call.roll == (10,)]
    opened = [open_slots(call.position.state) for call in found]
    in_a_row = [slots for slots in opened if slots[-1] - slots[0] == len(slots) - 1]
    yield _number("Section 5, closest call of the whole game", "0.02989", whole.loss or 0)
    yield _words(
        "Section 5, its open slots",
        "seven consecutive",
        "seven consecutive" if {len(slots) for slots in in_a_row} == {7} else f"{in_a_row}",
        f"Among all {whole.decisions:,} decisions {len(whole.closest)} share this loss: any seven open "
        "slots whose third and fourth are neighbours (roll 10) or whose fourth and fifth are (roll "
        f"11); with roll 10 that is {len(found)} sets, {len(in_a_row)} of them consecutive slots. "
        f"Ties: {len(whole.ties) or 'none'}.",
    )
    yield Row(
        PAPER,
        "Section 5, its roll",
        "10",
        " or ".join(sorted({str(call.roll[0]) for call in whole.closest})),
        bool(in_a_row),
        "The dice are symmetric, so a roll of 11 is as close as a roll of 10; the paper names one.",
    )


# -- section 6: the polynomial table ---------------------------------------------------------------


def _polynomial(paper: Paper) -> Iterator[Row]:
    game, table = paper.game, paper.by_counts
    most = (10**80).bit_length() - 1
    yield _number("Section 6, the most slots for 10^80 entries", "265", most)
    for j, printed in zip(range(10, 0, -1), TABLE_4, strict=True):
        yield from _cells(f"Table 4, E_{j}[{{}}]", printed, dict(enumerate(table[j], 1)))
    score = sum((m * e for m, e in zip(game.multipliers or (), table[10], strict=True)), Fraction(0))
    same = "the same fraction" if score == paper.m(game.start()) else "another number"
    yield _number("Section 6, sum of i E_10[i]", "642.2393504256", score, f"{same} as M's.")
    beyond = min(x for x in game.totals if x > table[2][2 - 1])
    yield _words(
        "Equation 6, the index of the slot",
        "I_j(x)",
        "I_{j-1}(x)",
        f"E_j is not known when it is needed, and would not do: E_2[2] = {float(table[2][1]):.3f}, so "
        f"by I_2 a roll of {beyond} takes slot 3 of 2. With E_{{j-1}} the equation gives Table 4.",
    )
    for x, printed in zip(game.totals, WORKED_EXAMPLE.split(), strict=True):
        place = slot_for(table[4], x) + 1
        yield _number(f"Section 6, five open slots, place of a roll of {x}", printed, place)
    coin = solve(TenTimes18.make("1d2"), exact=True, lane="reference")
    greedy = all(
        coin.best_choice(s, (1,)) == open_slots(s)[0]
        and coin.choice_worth(Position(0, s), (2,), open_slots(s)[-1]) == _best_worth(coin, s, (2,))
        for s in range(1, 1 << 10)
    )
    yield _words(
        "Section 6, two outcomes: 1 into the lowest open slot, 2 into the highest",
        "optimal",
        "optimal" if greedy else "not optimal",
        "Checked against the set table at all 1,023 sets of open slots.",
    )


def _best_worth(solution: Solution, state: int, roll: tuple[int, ...]) -> Fraction | float:
    return max(solution.choice_worth(Position(0, state), roll, choice) for choice in open_slots(state))


# -- sections 7 and 8: knowing the future, simulation ----------------------------------------------


def _all_knowing(paper: Paper) -> Iterator[Row]:
    game = paper.game
    ways = game.dice.total_weight**game.slots
    one_in = 1 / Fraction(paper.laws["omniscient"].law[990])
    yield _number("Section 7, 1 / P(ten rolls of 18)", "221073919720733357899776", one_in)
    yield _power_of_ten("Section 7, P(ten rolls of 18)", "4.52e-24", Fraction(1, ways), -24)
    table = omniscient_table(game.totals, game.multipliers or ())
    mean = table[max(game.totals), game.slots]
    law = paper.laws["omniscient"].exact_mean
    yield _number(
        "Section 7, Q[18, 10]",
        "652.93403",
        mean,
        f"Exactly {mean}; {'the same' if law == mean else 'not'} as the mean of the exact law.",
    )
    yield _words(
        "Section 7, the rolls counted in Q[y, l]",
        "the L - l placed",
        "the l still to place",
        f"Q[18, 10] = {float(mean):.5f} would be the score of no rolls at all, and Q[y, 0] = 0 that of "
        "all ten. Equation 7 adds up the rolls of at most y.",
    )
    gain = mean - paper.m(game.start())
    yield _words(
        "Section 7, worth of knowing the future",
        "about ten points",
        "about ten points" if round(gain, -1) == 10 else f"{float(gain):.1f} points",
        f"{float(gain):.5f}.",
    )


def _summary(paper: Paper) -> Iterator[Row]:
    law = paper.laws
    half = law["random"].at_least(578)
    ours: tuple[tuple[Fraction | float | int, str], ...] = (
        (law["random"].min, ""),
        (
            law["random"].median,
            f"Exact; the law is symmetric about 577.5, so P(score >= 578) = {half} and every number "
            "from 577 to 578 is a median.",
        ),
        (law["random"].exact_mean, "The mean of the exact law."),
        (law["optimal"].exact_mean, "The mean of the exact law."),
        (law["optimal"].median, _around(law["optimal"])),
        (law["omniscient"].exact_mean, "The mean of the exact law."),
        (law["omniscient"].median, _around(law["omniscient"])),
        (law["random"].max, ""),
    )
    for (item, printed), (number, note) in zip(TABLE_5, ours, strict=True):
        yield _number(f"Table 5, {item}", printed, number, note)


def _around(law: Distribution) -> str:
    below, upto = 1 - law.at_least(law.median), 1 - law.at_least(law.median + 1)
    return (
        f"Exact: P(score < {law.median}) = {float(below):.4f} and P(score <= {law.median}) = "
        f"{float(upto):.4f}; the paper's is from a simulation."
    )


def _million_games(paper: Paper) -> Iterator[Row]:
    for name, printed in (("optimal", "642.272639"), ("omniscient", "652.947393")):
        law, played = paper.laws[name], paper.simulations[name]
        error = law.sd / GAMES**0.5
        near = all(abs(mean - law.mean) <= 4 * error for mean in (float(printed), played.mean))
        yield Row(
            PAPER,
            f"Section 8, mean of a million games, {WORDS[name]}",
            printed,
            f"{played.mean:.6f}",
            near,
            f"A simulation (seed {SEED}), so the digits differ; agreeing means that both lie within 4 "
            f"standard errors ({error:.4f} each) of the exact mean {law.mean:.6f}.",
        )
    decisions = [(s, (x,)) for s in range(1, paper.game.start() + 1) for x in paper.game.totals]
    same = all(paper.by_sets.best_choice(s, x) == paper.polynomial_choice(s, x) for s, x in decisions)
    yield _words(
        "Section 8, the set table and the polynomial table",
        "play alike",
        "play alike" if same else "play differently",
        f"Compared at all {len(decisions):,} pairs of open slots and roll, so one simulation does "
        "for both.",
    )
    for name, printed in zip(STRATEGIES, ("577", "646", "654"), strict=True):
        played = paper.simulations[name]
        note = f"Our own million games (seed {SEED}), as the paper's; Table 5 above has the exact one."
        yield _number(f"Section 8, simulated median, {WORDS[name]}", printed, played.median, note)


# -- figure 2 ------------------------------------------------------------------------------------


def _figure_2(paper: Paper) -> Iterator[Row]:
    """The curves have no numbers in print: tell where ours peak and how far a simulation strays."""
    exact, simulated = figure_2_bins(paper), figure_2_simulated(paper)
    for name in STRATEGIES:
        peak = max(BINS, key=exact[name].__getitem__)
        strays = max(
            abs(float(simulated[name][low] - chance)) / (float(chance * (1 - chance)) / GAMES) ** 0.5
            for low, chance in exact[name].items()
            if chance > Fraction(1, GAMES // 100)
        )
        yield Row(
            PAPER,
            f"Figure 2, {WORDS[name]}",
            "a curve",
            f"peak {float(exact[name][peak]):.5f} at {peak} to {peak + 9}",
            strays <= 4 and sum(exact[name].values()) == 1,
            "No numbers are printed. Ours is the exact law in the paper's 85 bins; a million simulated "
            f"games stray from it by at most {strays:.1f} standard errors in any bin.",
        )


# -- section 9 -------------------------------------------------------------------------------------


def _loaded_dice(paper: Paper) -> Iterator[Row]:
    game = paper.loaded
    multipliers = game.multipliers or ()
    table = expected_rolls(game.totals, game.slots)
    yield from _cells("Table 6, 169 P(X = {})", TABLE_6, game.totals)
    yield _number("Section 9, E(X)", "13.84615", table[1][0])
    for j, printed in zip(range(5, 0, -1), TABLE_7, strict=True):
        notes = {2: _table_7_slip(table)} if j == 5 else NO_NOTES
        yield from _cells(f"Table 7, E_{j}[{{}}]", printed, dict(enumerate(table[j], 1)), notes)
    by_sets = Fraction(solve(game, exact=True, lane="reference").worth(game.start()))
    by_counts = sum((m * e for m, e in zip(multipliers, table[5], strict=True)), Fraction(0))
    note = "Both tables give the same fraction." if by_sets == by_counts else "The tables differ."
    yield _number("Section 9, expected score, maximum expected", "231.11229", by_sets, note)
    mean = omniscient_table(game.totals, multipliers)[max(game.totals), game.slots]
    yield _number("Section 9, expected score, all-knowing", "236.97840", mean)
    yield _number("Section 9, expected score, random", "207.69231", sum(multipliers) * table[1][0])


def _table_7_slip(table: list[list[Fraction]]) -> str:
    """Settle E_5[2] by the set table and by the sum of the row, which is that of five rolls."""
    by_sets = [
        Fraction(
            solve(TenTimes18.make(LOADED, 5, multipliers), exact=True, lane="reference").exact or 0
        )
        for multipliers in ((0, 1, 1, 1, 1), (0, 0, 1, 1, 1))
    ]
    printed = sum(map(Fraction, TABLE_7[0].split()))
    return (
        f"A slip in print: E_5[2] is {float(table[5][1]):.6f}, and so says the set table (multipliers "
        f"0 1 1 1 1 less 0 0 1 1 1: {float(by_sets[0] - by_sets[1]):.6f}). The row adds up to five "
        f"rolls, {float(5 * table[1][0]):.4f}; as printed it makes {float(printed):.3f}, and "
        "231.11229 below needs ours."
    )
