"""Sections 7 to 9: knowing the future, simulation, Figure 2, and the game with loaded dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType

from dicedevil.ask.evaluate import Distribution
from dicedevil.reproduce import PICTURE, Row
from dicedevil.reproduce.boecker.comparing import NO_NOTES, PAPER, cells, number, power_of_ten, words
from dicedevil.reproduce.boecker.ours import (
    BINS,
    GAMES,
    LOADED,
    SEED,
    STRATEGIES,
    Paper,
    figure_2_bins,
    figure_2_simulated,
    ten_times_18,
)
from dicedevil.reproduce.boecker.printed import TABLE_5, TABLE_6, TABLE_7
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.solvers.placement.omniscient import omniscient_table
from dicedevil.solvers.placement.polynomial import expected_rolls
from dicedevil.solvers.solver import solve

WORDS = MappingProxyType(
    {"random": "random", "optimal": "maximum expected", "omniscient": "all-knowing"}
)


def all_knowing(paper: Paper) -> Iterator[Row]:
    """Section 7: knowing the future."""
    game = paper.game
    ways = game.dice.total_weight**game.slots
    one_in = 1 / Fraction(paper.laws["omniscient"].law[990])
    yield number("Section 7, 1 / P(ten rolls of 18)", "221073919720733357899776", one_in)
    yield power_of_ten("Section 7, P(ten rolls of 18)", "4.52e-24", Fraction(1, ways), -24)
    table = omniscient_table(game.totals, game.multipliers or ())
    high = max(game.totals)
    mean = table[high, game.slots]
    law = paper.laws["omniscient"].exact_mean
    yield number(
        "Section 7, Q[18, 10]",
        "652.93403",
        mean,
        f"Exactly {mean}; {'the same' if law == mean else 'not'} as the mean of the exact law.",
    )
    yield words(
        "Section 7, the rolls counted in Q[y, l]",
        "the L - l placed",
        "the l still to place" if table[high, game.slots] == law else "neither",
        f"Q[18, 10] = {float(mean):.5f} would be the score of no rolls at all, and Q[y, 0] = 0 that of "
        "all ten. Equation 7 adds up the rolls of at most y.",
    )
    gain = mean - paper.m(game.start())
    yield words(
        "Section 7, worth of knowing the future",
        "about ten points",
        "about ten points" if round(gain, -1) == 10 else f"{float(gain):.1f} points",
        f"{float(gain):.5f}.",
    )


def summary(paper: Paper) -> Iterator[Row]:
    """Section 8, Table 5: the strategies side by side."""
    law = paper.laws
    middle, evenly = law["random"].median, law["random"].law
    half = law["random"].at_least(middle + 1)
    mirrored = all(evenly.get(2 * middle + 1 - score) == chance for score, chance in evenly.items())
    ours: tuple[tuple[Fraction | float | int, str], ...] = (
        (law["random"].min, ""),
        (
            law["random"].median,
            f"Exact; the law is {'' if mirrored else 'not '}symmetric about {middle + 0.5}, and "
            f"P(score >= {middle + 1}) = {half}: all from {middle} to {middle + 1} are medians.",
        ),
        (law["random"].exact_mean, "The mean of the exact law."),
        (law["optimal"].exact_mean, "The mean of the exact law."),
        (law["optimal"].median, _around(law["optimal"])),
        (law["omniscient"].exact_mean, "The mean of the exact law."),
        (law["omniscient"].median, _around(law["omniscient"])),
        (law["random"].max, ""),
    )
    for (item, printed), (value, note) in zip(TABLE_5, ours, strict=True):
        yield number(f"Table 5, {item}", printed, value, note)


def _around(law: Distribution) -> str:
    below, upto = 1 - law.at_least(law.median), 1 - law.at_least(law.median + 1)
    return (
        f"Exact: P(score < {law.median}) = {float(below):.4f} and P(score <= {law.median}) = "
        f"{float(upto):.4f}; the paper's is from a simulation."
    )


def million_games(paper: Paper) -> Iterator[Row]:
    """Section 8: a million games."""
    for name, printed in (("optimal", "642.272639"), ("omniscient", "652.947393")):
        law, played = paper.laws[name], paper.simulations[name]
        error = law.sd / GAMES**0.5
        near = all(abs(mean - law.mean) <= 4 * error for mean in (float(printed), played.mean))
        yield Row(
            PAPER,
            f"Section 8, mean of a million games, {WORDS[name]}",
            printed,
            f"{played.mean:.6f}",
            Verdict.of(near),
            f"A simulation (seed {SEED}), so the digits differ; agreeing means that both lie within 4 "
            f"standard errors ({error:.4f} each) of the exact mean {law.mean:.6f}.",
            played.mean,
        )
    decisions = [(s, (x,)) for s in range(1, paper.game.start() + 1) for x in paper.game.totals]
    same = all(paper.by_sets.best_choice(s, x) == paper.polynomial_choice(s, x) for s, x in decisions)
    yield words(
        "Section 8, the set table and the polynomial table",
        "play alike",
        "play alike" if same else "play differently",
        f"Compared at all {len(decisions):,} pairs of open slots and roll, so one simulation does "
        "for both.",
    )
    for name, printed in zip(STRATEGIES, ("577", "646", "654"), strict=True):
        played = paper.simulations[name]
        note = f"Our own million games (seed {SEED}), as the paper's; Table 5 above has the exact one."
        yield number(f"Section 8, simulated median, {WORDS[name]}", printed, played.median, note)


def figure_2(paper: Paper) -> Iterator[Row]:
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
            PICTURE,
            f"peak {float(exact[name][peak]):.5f} at {peak} to {peak + 9}",
            Verdict.PICTURE,
            f"No numbers are printed. Ours is the exact law in the paper's {len(BINS)} bins; a million "
            f"simulated games stray from it by at most {strays:.1f} standard errors in any bin.",
        )


def loaded_dice(paper: Paper) -> Iterator[Row]:
    """Section 9: five slots and two loaded dice."""
    game = paper.loaded
    multipliers = game.multipliers or ()
    table = expected_rolls(game.totals, game.slots)
    yield from cells("Table 6, 169 P(X = {})", TABLE_6, game.totals)
    yield number("Section 9, E(X)", "13.84615", table[1][0])
    for j, printed in zip(range(5, 0, -1), TABLE_7, strict=True):
        notes = {2: _table_7_slip(table)} if j == 5 else NO_NOTES
        yield from cells(f"Table 7, E_{j}[{{}}]", printed, dict(enumerate(table[j], 1)), notes)
    by_sets = Fraction(solve(game, exact=True, lane="reference").worth(game.start()))
    by_counts = sum((m * e for m, e in zip(multipliers, table[5], strict=True)), Fraction(0))
    note = "Both tables give the same fraction." if by_sets == by_counts else "The tables differ."
    yield number("Section 9, expected score, maximum expected", "231.11229", by_sets, note)
    mean = omniscient_table(game.totals, multipliers)[max(game.totals), game.slots]
    yield number("Section 9, expected score, all-knowing", "236.97840", mean)
    yield number("Section 9, expected score, random", "207.69231", sum(multipliers) * table[1][0])


def _table_7_slip(table: list[list[Fraction]]) -> str:
    """Settle E_5[2] by the set table and by the sum of the row, which is that of five rolls."""
    by_sets = [
        Fraction(solve(ten_times_18(spec), exact=True, lane="reference").exact or 0)
        for spec in (
            f":multipliers=0/1/1/1/1,dice={LOADED}",
            f":multipliers=0/0/1/1/1,dice={LOADED}",
        )
    ]
    printed = sum(map(Fraction, TABLE_7[0].split()))
    return (
        f"A slip in print: E_5[2] is {float(table[5][1]):.6f}, and so says the set table (multipliers "
        f"0 1 1 1 1 less 0 0 1 1 1: {float(by_sets[0] - by_sets[1]):.6f}). The row adds up to five "
        f"rolls, {float(5 * table[1][0]):.4f}; as printed it makes {float(printed):.3f}, and "
        "231.11229 below needs ours."
    )
