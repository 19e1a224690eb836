"""Sections 1 to 6: the rules, the table over sets of slots, first moves, the polynomial table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial

from dicedevil.ask.evaluate import evaluate
from dicedevil.families.placement.game import open_slots
from dicedevil.reproduce import Row, bounded
from dicedevil.reproduce.boecker.comparing import PAPER, cells, number, power_of_ten, words
from dicedevil.reproduce.boecker.ours import Paper
from dicedevil.reproduce.boecker.printed import (
    TABLE_1,
    TABLE_2,
    TABLE_3_SCORES,
    TABLE_3_SLOTS,
    TABLE_4,
    WORKED_EXAMPLE,
)
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.rules import Position
from dicedevil.solvers.placement.polynomial import slot_for
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve


def rules(paper: Paper) -> Iterator[Row]:
    """Sections 1 and 2: scores, dice, random placement."""
    game = paper.game
    scores = sum(game.multipliers or ())
    low, high = min(game.totals), max(game.totals)
    yield number("Section 1, smallest score", "165", scores * low)
    yield number("Section 1, largest score", "990", scores * high)
    yield from _figure_1(paper)
    yield from cells("Table 1, 216 P(X = {})", TABLE_1, game.totals)
    mean = Fraction(sum(x * weight for x, weight in game.totals.items()), game.dice.total_weight)
    yield number("Section 2, E(X)", "10.5", mean)
    yield number("Section 2, E(X') of one die", "3.5", mean / len(game.dice.dice))
    yield number("Section 2, expected score, random", "577.5", scores * mean)
    odd, even = (
        sum(1 << slot - 1 for slot in (1, 3, 5, 7, 9)),
        sum(1 << slot for slot in (1, 3, 5, 7, 9)),
    )
    places = [open_slots(s).index(paper.by_sets.best_choice(s, (7,))) + 1 for s in (odd, even)]
    yield words(
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
    yield number("Figure 1, an 8 in slot #5", "40", first)
    yield number("Figure 1, a 4 in slot #1", "4", second)
    yield number("Figure 1, sum of products after two rolls", "44", first + second)
    yield words(
        "Figure 1, total score 698",
        "reached",
        "reached" if chance else "out of reach",
        "The other eight rolls are not in the text we have. After the first two, random placement "
        f"still makes 698 in {float(chance):.4%} of games; best play from the start scores at least "
        f"698 in {better:.2%}.",
    )


def tree(paper: Paper) -> Iterator[Row]:
    """Section 3: the size of the game tree."""
    game = paper.game
    first = len(game.totals) * game.slots
    second = len(game.totals) * (game.slots - 1)
    leaves = len(game.totals) ** game.slots * factorial(game.slots)
    yield number("Section 3, edges from the root", "160", first)
    yield number("Section 3, edges from each node below it", "144", second)
    yield number("Section 3, nodes at the second level", "23,040", first * second)
    yield power_of_ten("Section 3, nodes at the last level", "3.99e18", Fraction(leaves), 18)


def set_table(paper: Paper) -> Iterator[Row]:
    """Section 4: M over all sets of open slots."""
    everything = paper.game.start()
    yield number("Section 4, subsets of ten slots", "1,024", paper.by_sets.states)
    alone = all(paper.m(1 << i - 1) == i * paper.by_counts[1][0] for i in range(1, 11))
    yield words("Section 4, M[{i}] for i = 1 to 10", "i E(X)", "i E(X)" if alone else "another value")
    whole = paper.m(everything)
    yield number("Section 4, M[{1, ..., 10}]", "642.2393504256", whole, f"Exactly {whole}.")
    yield from cells(
        "Table 2, M[B - {{{}}}]",
        TABLE_2,
        {i: paper.m(everything & ~(1 << i - 1)) for i in range(1, 11)},
    )
    yield _slots_of_m(paper)


def _slots_of_m(paper: Paper) -> Row:
    """Read A in M[A] both ways: only one of them gives Table 3 by equation 2."""
    whole, slots = paper.game.start(), range(1, paper.game.slots + 1)
    filled = {x: max(slots, key=lambda i: i * x + paper.m(1 << i - 1)) for x in paper.game.totals}
    left = {x: max(slots, key=lambda i: i * x + paper.m(whole - (1 << i - 1))) for x in filled}
    table = [int(slot.removeprefix("#")) for slot in TABLE_3_SLOTS.split()]
    readings = {"previously filled": filled, "still open": left}
    right = [name for name, found in readings.items() if list(found.values()) == table]
    lowest = min(filled)
    return words(
        "Sections 4 and 5, the slots in M[A]",
        "previously filled",
        " or ".join(right) or "neither",
        "M[empty] = 0, M[B] for the whole game and equation 1 need A to be the open slots. Taken at "
        f"their word, equations 2 and 3 (M[A + {{i}}]) put a first roll of {lowest} into slot "
        f"#{filled[lowest]}; with M[B - A - {{i}}] they give Table 3.",
    )


def first_moves(paper: Paper) -> Iterator[Row]:
    """Section 5: the first move."""
    game, everything = paper.game, paper.game.start()
    best = {x: paper.by_sets.best_choice(everything, (x,)) for x in game.totals}
    for (x, slot), printed in zip(best.items(), TABLE_3_SLOTS.split(), strict=True):
        yield words(f"Table 3, slot for a roll of {x}", printed, f"#{slot}")
    scores = {x: slot * x + paper.m(everything & ~(1 << slot - 1)) for x, slot in best.items()}
    yield from cells("Table 3, E(score) after a roll of {}", TABLE_3_SCORES, scores)
    unused = sorted(set(range(1, 11)) - set(best.values()))
    yield words(
        "Section 5, slots the first roll never takes", "#3 #8", " ".join(f"#{i}" for i in unused)
    )
    for rolls in (range(3, 7), range(15, 19)):
        chance = Fraction(sum(game.totals[x] for x in rolls), game.dice.total_weight)
        item = f"Section 5, chance of a roll from {rolls[0]} to {rolls[-1]}"
        yield bounded(
            PAPER, item, "less than 10%", chance, f"{float(chance):.2%}", f"Exactly {chance}."
        )


def closest(paper: Paper) -> Iterator[Row]:
    """Section 5: the closest calls."""
    first, whole = paper.first_move, paper.whole_game
    for call, (roll, best, second) in zip(first.closest, ((9, 4, 3), (12, 7, 8)), strict=True):
        yield words(
            f"Section 5, closest call of the first move, roll {roll}",
            f"#{best} rather than #{second}",
            f"#{call.best} rather than #{call.runner_up}"
            if call.roll == (roll,)
            else f"roll {call.roll}",
        )
        yield number(f"Section 5, its difference, roll {roll}", "0.03455", call.loss)
    nine = paper.by_sets.choice_worth(Position(0, paper.game.start()), (9,), 3)
    yield number("Section 5, E(score) with a first roll of 9 in slot #3", "630.39355", nine)
    found = [call for call in whole.closest if call.roll == (10,)]
    opened = [open_slots(call.position.state) for call in found]
    in_a_row = [slots for slots in opened if slots[-1] - slots[0] == len(slots) - 1]
    yield number("Section 5, closest call of the whole game", "0.02989", whole.loss or 0)
    yield words(
        "Section 5, its open slots",
        "seven consecutive",
        "seven consecutive" if {len(slots) for slots in in_a_row} == {7} else f"{in_a_row}",
        f"Among all {whole.decisions:,} decisions {len(whole.closest)} share this loss: any seven open "
        "slots whose third and fourth are neighbours (roll 10) or whose fourth and fifth are (roll "
        f"11); with roll 10 that is {len(found)} sets, {len(in_a_row)} of them consecutive slots. "
        f"Ties: {len(whole.ties) or 'none'}.",
    )
    rolls = sorted({str(call.roll[0]) for call in whole.closest})
    named = "10"
    yield Row(
        PAPER,
        "Section 5, its roll",
        named,
        " or ".join(rolls),
        Verdict.of(named in rolls),
        f"The dice are symmetric, so rolls of {' and '.join(rolls)} are equally close; the paper names "
        "one.",
    )


def polynomial(paper: Paper) -> Iterator[Row]:
    """Section 6: E by the number of open slots."""
    game, table = paper.game, paper.by_counts
    most = (10**80).bit_length() - 1
    yield number("Section 6, the most slots for 10^80 entries", "265", most)
    for j, printed in zip(range(10, 0, -1), TABLE_4, strict=True):
        yield from cells(f"Table 4, E_{j}[{{}}]", printed, dict(enumerate(table[j], 1)))
    score = sum((m * e for m, e in zip(game.multipliers or (), table[10], strict=True)), Fraction(0))
    same = "the same fraction" if score == paper.m(game.start()) else "another number"
    yield number("Section 6, sum of i E_10[i]", "642.2393504256", score, f"{same} as M's.")
    yield _index_of_slot(paper)
    for x, printed in zip(game.totals, WORKED_EXAMPLE.split(), strict=True):
        place = slot_for(table[4], x) + 1
        yield number(f"Section 6, five open slots, place of a roll of {x}", printed, place)
    coin = solve("ten-times-18:dice=1d2", exact=True, lane="reference")
    greedy = all(
        coin.best_choice(s, (1,)) == open_slots(s)[0]
        and coin.choice_worth(Position(0, s), (2,), open_slots(s)[-1]) == _best_worth(coin, s, (2,))
        for s in range(1, 1 << 10)
    )
    yield words(
        "Section 6, two outcomes: 1 into the lowest open slot, 2 into the highest",
        "optimal",
        "optimal" if greedy else "not optimal",
        f"Checked against the set table at all {coin.states - 1:,} sets of open slots.",
    )


def _index_of_slot(paper: Paper) -> Row:
    """Read the index in equation 6 both ways: it must be one of the j slots there are."""
    table, totals = paper.by_counts, paper.game.totals
    places = {
        (back, j): {x: slot_for(table[j - back], x) + 1 for x in totals}
        for back in (0, 1)
        for j in range(2, paper.game.slots + 1)
    }
    fits = [back for back in (0, 1) if all(max(places[back, j].values()) <= j for _, j in places)]
    two = places[0, 2]
    beyond = min((x for x in totals if two[x] > 2), default=max(totals))
    return words(
        "Equation 6, the index of the slot",
        "I_j(x)",
        " or ".join({0: "I_j(x)", 1: "I_{j-1}(x)"}[back] for back in fits) or "neither",
        f"E_j is not known when it is needed, and would not do: E_2[2] = {float(table[2][1]):.3f}, so "
        f"by I_2 a roll of {beyond} takes slot {two[beyond]} of 2. With E_{{j-1}} the equation gives "
        "Table 4.",
    )


def _best_worth(solution: Solution, state: int, roll: tuple[int, ...]) -> Fraction | float:
    return max(solution.choice_worth(Position(0, state), roll, choice) for choice in open_slots(state))
