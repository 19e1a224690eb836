"""What each box of a card brings: tables against the same in fractions, by following the games."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dicedevil as dd
from damage import flip
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Position
from dicedevil.solvers.box_shares import BoxShares
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.shares import CardShares, share_out
from dicedevil.solvers.cards.states import card_state
from small_cards import own_dice_cards, small_cards

CARDS = [*[*small_cards()][:-7:6], *[*small_cards()][-7:], *[*own_dice_cards()][-2:]]
KEPT = "yahtzee:dice=2d3,boxes=ones/threes/yahtzee"
SMALL = "yahtzee:boxes=ones/threes/yahtzee,dice=2d3,threshold=5"


def values_of(solution: dd.Solution) -> CardValues:
    assert isinstance(solution.values, CardValues)
    return solution.values


@pytest.mark.parametrize(("name", "card"), CARDS, ids=[name for name, _ in CARDS])
def test_shares_add_up_and_are_those_of_best_play(name: str, card: ScoreCard) -> None:
    game = KeepRerollGame(card)
    for objective in (dd.MaxScore(), dd.Worst()):
        values = values_of(dd.solve(game, objective))
        shares = share_out(values, USUAL, threads=1)
        assert np.abs(shares.sum(axis=1) - values.table).max() < 1e-9
        exact = BoxShares(dd.solve(game, objective, exact=True))
        names = (*card.names, "upper-bonus", "extra-yahtzees")
        states = random.Random(name).sample(range(len(shares)), min(4, len(shares)))
        for number in (values.encoding.start, *states):
            told = exact.at(card_state(game, number))
            assert told is not None
            wanted = [float(told.get(one, 0)) for one in names]
            assert shares[number] == pytest.approx(wanted, abs=1e-9), (objective.name, number)


@pytest.mark.parametrize("spec", [SMALL, "micro-yahtzee", "yahtzee:dice=2d4,boxes=twos/fours/chance"])
@pytest.mark.parametrize("aim", [dd.MaxScore(), dd.Worst()])
def test_choices_in_floats_and_in_fractions(spec: str, aim: dd.Objective) -> None:
    """Every keep and every box of random positions, part by part."""
    floats, exact = dd.solve(spec, aim), dd.solve(spec, aim, exact=True)
    game, source = floats.game, random.Random(4)
    for _ in range(6):
        state = game.start()
        for _ in range(source.randint(0, 5)):
            roll = source.choice(list(game.rolls(state)))
            after = game.play(state, roll, source.choice(list(game.choices(state, roll))))[1]
            state = state if game.is_over(after) else after
        roll = source.choice(list(game.rolls(state)))
        one, two = (s.advice(Position(0, state), roll) for s in (floats, exact))
        for option in one.choices:
            here, there = (
                advice.asked.reasons().outlook(option.action).sure  # type: ignore[union-attr]
                for advice in (one, two)
            )
            for name in {*here, *there}:
                assert here.get(name, 0) == pytest.approx(float(there.get(name, 0)), abs=1e-9), name


def test_the_table_is_kept_and_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    heard: list[str] = []
    budget = Budget(announce=heard.append)
    why = dd.advise(KEPT, "", "13", budget=budget).why()
    kept = [path for path in tmp_path.glob("*shares*") if path.is_dir()]
    assert len(kept) == 1

    def never(*_: object) -> None:
        raise AssertionError("it is on disk")

    with monkeypatch.context() as patched:
        patched.setattr("dicedevil.solvers.cards.shares.share_out", never)
        assert dd.advise(KEPT, "", "13", budget=budget).why() == why
    flip(kept[0] / "shares.npy", -40)  # of the states with the most open boxes
    assert dd.advise(KEPT, "ones=1", "13", budget=budget).why().parts  # those were not read
    assert not heard
    asked = dd.advise(KEPT, "", budget=budget).asked
    assert asked is not None
    assert sum(asked.reasons().outlook(None).sure.values()) == pytest.approx(dd.solve(KEPT).value)
    assert heard == [f"The table {kept[0].name} is damaged: shares have changed. It is made again."]
    heard.clear()
    flip(kept[0] / "table.json", 20)
    assert dd.advise(KEPT, "", "13", budget=budget).why() == why
    assert "is damaged" in heard[0]
    assert dd.advise(KEPT, "", "13", budget=budget).why() == why
    assert len(heard) == 1


def test_a_table_that_is_too_large_is_said_and_the_rolls_are_told() -> None:
    heard: list[str] = []
    values = values_of(dd.solve(SMALL, fresh=True))
    with pytest.raises(dd.DiceDevilError, match=r"Sharing out .* states by box"):
        share_out(values, Budget(memory=1))
    solution = dd.solve(SMALL, fresh=True)
    short = CardShares(values, Budget(memory=1, announce=heard.append), None)
    told = replace(solution, values=replace(values, shares=lambda _: short))
    why = told.advise("", "13").why()
    assert [part.what[:4] for part in why.parts] != []
    assert sum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)
    assert len(heard) == 1
    assert heard[0].endswith("The rolls that come next are told instead.")
