"""The keep-and-reroll lane and its rules against an oracle that shares no shortcut with them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import dicedevil as dd
from card_oracle import Filled, Oracle
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.states import card_state, encoding
from dicedevil.solvers.plain.graph import GameGraph
from dicedevil.solvers.plain.reference import solve_reference
from few import few
from small_cards import own_dice_cards, small_cards

SMALL: dict[str, ScoreCard] = dict([*small_cards(), *own_dice_cards()])
SOME = [
    "free-bonus6-extra20-loaded-2",
    "forced-bonus6-extra20-fair-1",
    "none-bonus0-extra20-fair-1",
    "two-dice-four-faces",
    "upper-only-last",
    "penalty",
    "own-free",
    "own-faces",
]


@pytest.mark.parametrize("name", few(SMALL, 32))
def test_every_state_between_turns_agrees_with_the_oracle(name: str) -> None:
    card = SMALL[name]
    game = KeepRerollGame(card)
    solution, oracle = dd.solve(game), Oracle(card)
    assert solution.lane == "keep-reroll"
    empty: Filled = (None,) * len(card.boxes)
    seen, waiting = {empty}, [empty]
    while waiting:
        filled = waiting.pop()
        points = {n: p for n, p in zip(card.names, filled, strict=True) if p is not None}
        position = game.read_state(",".join(f"{n}={p}" for n, p in points.items()))
        assert isinstance(solution.values, CardValues)
        number = solution.values.number(position.state)
        assert number == encoding(game.card).state_index(points)
        assert card_state(game, number) == position.state
        made = sum(points.values())
        assert float(solution.worth(position)) == pytest.approx(
            float(made + oracle.value(filled)), abs=1e-12
        )
        if None in filled:
            for roll in encoding(game.card).lattice.rolls:
                for _, after in oracle.fillings(filled, roll):
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("objective", [dd.MaxScore(), dd.Worst()], ids=lambda one: one.name)
def test_three_lanes_agree_on_every_position(name: str, objective: dd.Objective) -> None:
    """Mid-turn positions too, and the fractions of the oracle at the start."""
    game = KeepRerollGame(SMALL[name])
    assert dd.check_game(game, most_states=300)
    exact = solve_reference(game, objective, game.roots())
    if objective.name == "score":
        assert exact[game.start()] == Oracle(game.card).value((None,) * len(game.card.boxes))
    graph = GameGraph.of(game)
    positions, choices = game.size()
    assert len(graph.states) <= positions
    assert graph.edge_next.size <= choices
    lane = dd.solve(game, objective)
    listed = dd.solve(game, objective, lane="graph")
    for state, value in exact.items():
        assert abs(Fraction(lane.worth(state)) - value) <= Fraction(lane.error_bound)
        assert abs(Fraction(listed.worth(state)) - value) <= Fraction(listed.error_bound)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("strategy", ["optimal", "worst", "random"])
def test_laws_agree_with_following_every_choice(name: str, strategy: str) -> None:
    """The lane's law and boxes against exact fractions, got by asking the rules one by one."""
    game = KeepRerollGame(SMALL[name])
    exact = dd.evaluate(game, strategy)
    assert exact.is_exact
    lane = dd.evaluate(game, strategy, exact=False)
    for score in {*exact.law, *lane.law}:
        assert lane.law.get(score, 0.0) == pytest.approx(float(exact.law.get(score, 0)), abs=1e-12)
    assert sum(box.mean for box in lane.boxes.values()) == pytest.approx(exact.mean, abs=1e-11)
    assert lane.to_dict()["boxes"].keys() == lane.boxes.keys()


@pytest.mark.parametrize("name", few(SMALL, 32))
def test_the_mean_of_the_law_is_the_value(name: str) -> None:
    game = KeepRerollGame(SMALL[name])
    law = dd.evaluate(game, exact=False)
    assert sum(law.law.values()) == pytest.approx(1, abs=1e-12)
    assert law.mean == pytest.approx(dd.solve(game).value, abs=1e-11)


@pytest.mark.parametrize("name", few(SOME, 4))
@pytest.mark.parametrize("strategy", ["optimal", "worst", "random"])
def test_simulation_agrees_with_the_law(name: str, strategy: str) -> None:
    game = KeepRerollGame(SMALL[name])
    law = dd.evaluate(game, strategy, exact=False)
    played = dd.simulate(game, strategy, games=40_000, seed=3)
    assert abs(played.mean - law.mean) <= 4 * law.sd / played.games**0.5 + 1e-12
    assert set(np.unique(played.scores)) <= law.law.keys()
    for box, exact in law.boxes.items():
        spread = (exact.zero_share * (1 - exact.zero_share) / played.games) ** 0.5
        assert abs(played.boxes[box].zero_share - exact.zero_share) <= 5 * spread + 1e-9


@pytest.mark.parametrize("name", ["free-bonus6-extra20-loaded-2", "forced-bonus6-extra20-fair-1"])
def test_laws_from_the_middle_of_a_game(name: str) -> None:
    game = KeepRerollGame(SMALL[name])
    state = game.read_state("ones=1").state
    exact = dd.evaluate(game, state=state)
    lane = dd.evaluate(game, state=state, exact=False)
    assert lane.mean == pytest.approx(exact.mean, abs=1e-12)
    assert "ones" not in lane.boxes
    within = state._replace(rerolls=0)
    assert dd.evaluate(game, state=within, exact=False).mean == pytest.approx(
        dd.evaluate(game, state=within, exact=True).mean, abs=1e-12
    )


def test_strategies_of_ones_own_on_small_cards() -> None:
    game = KeepRerollGame(SMALL["free-bonus6-extra20-loaded-2"])
    first = lambda state, roll: game.choices(state, roll)[0]  # noqa: E731
    law = dd.evaluate(game, first)
    assert law.is_exact
    assert law.mean <= dd.solve(game).value
    played = dd.simulate(game, first, games=20_000, seed=1)
    assert abs(played.mean - law.mean) <= 4 * played.standard_error
