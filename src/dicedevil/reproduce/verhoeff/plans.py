"""How many strategies there are, and strategies that leave it to chance.

A deterministic strategy says what to do at every node of the game tree that has a choice, also where it
never comes itself. So there are as many as the product of the options over all those nodes:

    log10(strategies) = sum over the turns, and the rolls of a turn, of  nodes * log10(options)

which is worked out turn by turn: the nodes of a tree can be counted, but not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log10
from typing import NamedTuple

from dicedevil.ask.evaluate import evaluate
from dicedevil.families.cards.game import CardState, ScoreBox
from dicedevil.games import game as game_named
from dicedevil.reproduce import Row
from dicedevil.reproduce.verhoeff.telling import answer, scientific, words
from dicedevil.strategy import Strategy

LIST_MODEL = "Section 3.2"
MICRO = "Section 3.1"


class Nodes(NamedTuple):
    """Nodes of a game tree that have so many options each."""

    many: int
    options: int


def choice_counts(turns: int, rolls: int, attempts: int, keeps: int, attempt: int) -> Iterator[Nodes]:
    """Yield the choice nodes of a tree, by turn and roll.

    `rolls` are the outcomes of the first roll of a turn, `keeps` the choices of an attempt, `attempt`
    its possibilities, what is kept and what is rolled together.
    """
    begun = 1
    for turn in range(turns):
        here = begun * rolls
        for _ in range(attempts):
            yield Nodes(here, keeps)
            here *= attempt
        yield Nodes(here, turns - turn)
        begun = here * (turns - turn)


def strategy_rows(turns: int, rolls: int, attempts: int, keeps: int, attempt: int) -> Iterator[Row]:
    """Yield the number of deterministic strategies that the paper calls something like 10^c."""
    nodes = list(choice_counts(turns, rolls, attempts, keeps, attempt))
    every, real = (sum(one.many for one in nodes if one.options > least) for least in (0, 1))
    least, most = min(one.options for one in nodes), max(one.options for one in nodes)
    yield words(f"{LIST_MODEL}, options of a choice", "1 to 32", f"{least} to {most}")
    yield answer(
        f"{LIST_MODEL}, choice nodes c",
        "a number like (7)",
        scientific(Fraction(every), 3),
        f"of them {scientific(Fraction(real), 3)} have more than one option",
    )
    exponent = sum((Fraction(log10(one.options)) * one.many for one in nodes), Fraction(0))
    yield answer(
        f"{LIST_MODEL}, deterministic strategies",
        "something like 10^c",
        f"10^({scientific(exponent, 3)})",
        f"the product of all options: 10^({float(exponent / real):.3f} c) by the nodes with a choice",
    )


def mixed_rows() -> Iterator[Row]:
    """Yield strategies of Micro Yahtzee that toss coins, beside those that do not."""
    game = game_named("micro-yahtzee")
    pure = [Fraction(evaluate(game, f"s.{most}").exact_mean) for most in range(7)]

    def coin(low: int, high: int) -> Strategy:
        """A toss decides between S.low and S.high, where they do not agree."""

        def choose(state: CardState, roll: tuple[int, ...]) -> dict[ScoreBox, int]:
            sides = [ScoreBox("double" if roll[0] <= most else "square") for most in (low, high)]
            return {side: sides.count(side) for side in sides}

        return Strategy(f"S.{low} or S.{high}", choose)

    pairs = [(low, high) for low in range(7) for high in range(low + 1, 7)]
    found = {pair: evaluate(game, coin(*pair)) for pair in pairs}
    halfway = all(law.exact_mean == (pure[low] + pure[high]) / 2 for (low, high), law in found.items())
    better = [law for law in found.values() if law.exact_mean > max(pure)]
    yield words(
        f"{MICRO}, nondeterministic strategies",
        "cannot do better",
        "do better" if better or not halfway else "cannot do better",
        f"tossing a coin between any two of S.0 to S.6 ({len(pairs)} laws) has the mean of their means",
    )
    best = max(found.values(), key=lambda law: law.exact_mean)
    s_3, s_4 = (evaluate(game, f"s.{most}") for most in (3, 4))
    yield answer(
        f"{MICRO}, S.3 or S.4 by a coin",
        "(a nondeterministic strategy)",
        f"{float(best.exact_mean):.4f}, sd {best.sd:.4f}",
        f"the best of them, {best.exact_mean}; S.3 alone {s_3.mean:.4f}, sd {s_3.sd:.4f}; "
        f"S.4 alone {s_4.mean:.4f}, sd {s_4.sd:.4f}",
    )
