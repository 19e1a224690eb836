"""Errors of moves, held against exact best play."""

from __future__ import annotations

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.players.judge import Plan, judge, turns_in_all
from dicedevil.players.move_errors import summed_up
from dicedevil.players.standings import Standings
from dicedevil.players.turns import match_state

SMALL = "ten-times-18:slots=3,dice=1d6"
CARD = "yahtzee:boxes=ones/threes/chance,dice=3d3,rerolls=1,threshold=4,upper-bonus=5"


@pytest.mark.parametrize("game", [SMALL, CARD, "micro-yahtzee"])
def test_who_knows_best_makes_no_errors_and_others_some(game: str) -> None:
    found = judge(game, ["win", "emp-9", "emp-0", "optimal", "random"], games=30)
    assert found.depths == tuple(range(1, 2 * turns_in_all(dd.game(game)) + 1))
    for to_go in found.depths:
        for player in ("win", "emp-9"):  # looking beyond the end is knowing
            assert found.row(to_go, player).mean == pytest.approx(0, abs=2e-7)
        assert all(found.row(to_go, player).mean >= 0 for player in found.players)
        assert found.row(to_go, "random").turns == 30
    random, best = (
        sum(found.row(to_go, player).mean for to_go in found.depths) for player in ("random", "optimal")
    )
    assert random > best


def test_errors_are_the_losses_that_advice_tells() -> None:
    game = dd.game(SMALL)
    plan = Plan(game, ("optimal",), "emp-1", None)
    experiment = plan.prepared()
    solution = dd.solve(game, dd.WinMatch())
    generator, standings = np.random.default_rng(5), Standings.start(game, 2)
    while not standings.is_over:
        roll = tuple(generator.choice(list(game.rolls(standings.mine.state))))
        roll = tuple(int(face) for face in roll)
        state = match_state(standings, standings.mine)
        advice = solution.advise(state, roll)
        known = experiment.truth.turn(standings).values(standings.mine, roll)
        choices = game.choices(standings.mine.state, roll)
        told = {option.choice: option.value for option in advice.choices}
        assert [told[game.write_choice(choice)] for choice in choices] == pytest.approx(known)
        standings = standings.play(roll, choices[int(generator.integers(len(choices)))])


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    alone = judge("micro-yahtzee", ["emp-0", "optimal"], games=12, seed=3)
    assert judge("micro-yahtzee", ["emp-0", "optimal"], games=12, seed=3, workers=2) == alone
    assert judge("micro-yahtzee", ["emp-0", "optimal"], games=12, seed=4) != alone


def test_every_roll_of_a_card_is_a_move() -> None:
    game = dd.game(CARD)
    experiment = Plan(game, ("optimal",), "emp-1", 2).prepared()
    judged = list(experiment.play(np.random.default_rng(1)))
    assert [turn.to_go for turn in judged] == [2, 1]
    assert [turn.moves for turn in judged] == [2, 2]
    rows = summed_up(judged)
    assert [row.to_go for row in rows] == [1, 2]
    assert rows[0].mean == pytest.approx(judged[1].error / 2)


def test_a_player_who_leaves_it_to_chance_is_asked_with_a_toss() -> None:
    game = dd.game(SMALL)
    standings = Standings.start(game, 2)
    random = dd.player("random", game)
    chosen = {random.choose(standings, (3,), chance) for chance in (0.1, 0.5, 0.9)}
    assert chosen == set(game.choices(game.start(), (3,)))
    found = judge(game, ["random"], games=60, up_to=6)
    assert 0.2 < found.row(6, "random").differs < 0.9  # three slots, one of them the best


def test_results_tell_themselves() -> None:
    found = judge("micro-yahtzee", ["optimal", "random"], games=5)
    assert str(found).count("\n") == 1 + len(found.depths)
    assert "random" in found._repr_html_()
    data = found.to_dict()
    assert {"game", "games", "seed", "typical", "rows"} <= set(data)
    assert {"to_go", "player", "moves", "error", "standard_error"} <= set(data["rows"][0])


@pytest.mark.parametrize(
    ("game", "players", "options", "words"),
    [
        ("micro-yahtzee", ["emp-1"], {"games": 0}, "At least 1 game"),
        ("micro-yahtzee", ["emp-1"], {"up_to": 0}, "1 to 4 turns to go"),
        ("micro-yahtzee", ["emp-1"], {"up_to": 5}, "1 to 4 turns to go"),
        ("micro-yahtzee", ["emp--1"], {}, "0 or more"),
        ("micro-yahtzee", ["nobody"], {}, "nobody"),
        ("micro-yahtzee", ["emp-1"], {"typical": "optimal"}, "as emp-1 does"),
        ("shut-the-box:tiles=3", ["emp-1"], {}, "not numbered"),
        ("pig", ["emp-1"], {}, "pig"),
    ],
)
def test_bad_questions(game: str, players: list[str], options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        judge(game, players, **options)  # type: ignore[arg-type]
