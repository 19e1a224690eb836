"""Ties broken in every way: the least and the greatest spread of best play, by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.ask.spread import sd_range
from dicedevil.cli.group import cli
from dicedevil.dice import Dice
from dicedevil.errors import UsageError
from dicedevil.families.cards.card import Box, ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.patterns import Total
from dicedevil.rules import Game, Position
from dicedevil.strategy import Strategy


def best_plans(game: Game) -> Iterator[dict[Any, Any]]:
    """Every way to break the ties of best play, of a game whose states are few."""
    solution = dd.solve(game, exact=True, lane="reference")
    nodes: dict[Any, list[Any]] = {}
    waiting, seen = [game.start()], set()
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        for roll in () if game.is_over(state) else game.rolls(state):
            worth = {
                choice: solution.choice_worth(Position(0, state), roll, choice)
                for choice in game.choices(state, roll)
            }
            best = min(worth.values()) if game.lower_is_better else max(worth.values())
            nodes[state, roll] = [choice for choice, value in worth.items() if value == best]
            waiting += [game.play(state, roll, choice)[1] for choice in nodes[state, roll]]
    assert prod(map(len, nodes.values())) <= 5_000
    for choices in product(*nodes.values()):
        yield dict(zip(nodes, choices, strict=True))


def by_brute_force(game: Game) -> tuple[int, Fraction, Fraction]:
    variances = []
    for plan in best_plans(game):
        law = dd.evaluate(
            game, Strategy("plan", lambda state, roll, p=plan: p[state, roll]), exact=True
        )
        variances.append(law.exact_variance or Fraction(0))
    return len(variances), min(variances), max(variances)


def card(dice: str, rerolls: int) -> KeepRerollGame:
    """One box for the total: a roll like the mean may be kept or rolled again."""
    boxes = (Box("total", Total()),)
    return KeepRerollGame(ScoreCard(boxes, dice=Dice.parse(dice), rerolls=rerolls))


@pytest.mark.parametrize(
    "game",
    [card("1d3", 1), card("1d{1;3}", 1), card("1d{1;2;3}", 2), dd.game("klappenspiel:tiles=4,sides=2")],
    ids=str,
)
def test_no_way_to_break_ties_spreads_less_or_more(game: Game) -> None:
    plans, least, greatest = by_brute_force(game)
    found = sd_range(game, exact=True)
    assert (found.least, found.greatest) == (least, greatest)
    assert plans >= 1
    fast = sd_range(game)
    assert fast.sd_least == pytest.approx(float(least) ** 0.5, abs=fast.error_bound + 1e-12)
    assert fast.sd_greatest == pytest.approx(float(greatest) ** 0.5, abs=fast.error_bound + 1e-12)


def test_ties_do_make_a_difference() -> None:
    """One die, 1 to 3: a 2 may be kept or rolled again for the same mean."""
    plans, least, greatest = by_brute_force(card("1d3", 1))
    assert plans > 1
    assert least < greatest


def test_one_s_own_law_lies_between() -> None:
    for name in ("micro-yahtzee", "junior-yahtzee", "klappenspiel:tiles=6"):
        found, law = sd_range(name), dd.evaluate(name)
        slack = found.error_bound + law.sd_error_bound + 1e-12
        assert found.sd_least - slack <= law.sd <= found.sd_greatest + slack
        assert float(found.mean) == pytest.approx(law.mean)


def test_a_game_that_comes_back_is_refused() -> None:
    with pytest.raises(UsageError, match="come back to where it was"):
        sd_range(Returning(), exact=True)


class Returning(type(dd.game("klappenspiel:tiles=2"))):  # type: ignore[misc]
    """A board on which nothing happens."""

    def play(self, state: Any, roll: Any, choice: Any) -> tuple[int, Any]:
        return 0, state


def run(*words: str) -> Any:
    return CliRunner().invoke(cli, ["evaluate", *words], catch_exceptions=False)


def test_the_command_tells_both() -> None:
    assert "however ties are broken" in run("micro-yahtzee", "--ties").stdout
    found = run("junior-yahtzee", "--ties", "--json").stdout
    assert '"sd_least"' in found
    assert '"sd_greatest"' in found
    assert "sd_least" not in run("micro-yahtzee", "--json").stdout


@pytest.mark.parametrize(
    "more", [("--strategy", "random"), ("--state", "double=4"), ("--against", "random")]
)
def test_ties_are_those_of_best_play(more: tuple[str, ...]) -> None:
    refused = run("micro-yahtzee", "--ties", *more)
    assert refused.exit_code == 2
    assert "--ties goes with best play" in refused.stderr
