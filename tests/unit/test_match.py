"""Many matches: statistics against exact values, the same seed, the same rolls."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.errors import PositionError, TooLarge, UsageError
from dicedevil.players.tosses import Tosses
from dicedevil.solvers.ladders import Ladder

SLOTS = "ten-times-18:slots=3,dice=1d4"
CARD = "yahtzee:boxes=ones/sixes/chance"


def beaten(game: str, first: str, second: str) -> float:
    """How much of the win the first player gets if neither looks at the other."""
    mine, theirs = dd.evaluate(game, first), dd.evaluate(game, second)
    low = dd.game(game).lower_is_better
    total = Fraction(0)
    for a, p in mine.law.items():
        for b, q in theirs.law.items():
            total += p * q * Fraction(1 + (a > b) - (a < b), 2)  # type: ignore[operator]
    return float(1 - total if low else total)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (SLOTS, ("optimal", "random")),
        ("micro-yahtzee", ("optimal", "random")),
        ("shut-the-box:tiles=5,sides=3,score=remaining", ("optimal", "random")),
        ("klappenspiel:tiles=6,sides=4", ("heuristic", "sum")),
    ],
)
def test_who_wins_as_it_must_be(game: str, players: tuple[str, str]) -> None:
    """Each alone in large numbers, or turn by turn: the exact chance within 4 standard errors."""
    expected = beaten(game, *players)
    alone = dd.match(game, players, games=20_000, seed=3)
    assert alone.win_share[0] == pytest.approx(expected, abs=4 * alone.standard_error[0] + 1e-12)
    assert alone.win_share[0] == pytest.approx(2 - alone.mean_rank[0])
    assert sum(alone.mean_rank) == pytest.approx(3)
    assert alone.ties + sum(alone.wins) == alone.games
    # a third player who looks at the others does not disturb them either
    three = dd.match(game, [*players, "emp-0"], games=400, seed=3)
    pair = replace(three, players=players, scores=three.scores[:, :2].copy())
    assert pair.win_share[0] == pytest.approx(expected, abs=4 * pair.standard_error[0] + 1e-12)


def test_best_play_wins_as_often_as_solved() -> None:
    played = dd.match(SLOTS, ["win", "win"], games=1500, seed=5)
    value = dd.solve(SLOTS, dd.WinMatch()).value
    assert played.win_share[0] == pytest.approx(value, abs=4 * played.standard_error[0])
    reply = dd.match(SLOTS, ["win", "random"], games=500, seed=6)
    assert reply.win_share[0] > 0.6


def test_players_who_look_at_each_other() -> None:
    """Looking to the end is best play: so EMP(9) wins as often as the solution says."""
    small = "ten-times-18:slots=2,dice=1d3"
    played = dd.match(small, ["emp-9", "EMP(9)"], games=3000, seed=7)
    assert played.players == ("emp-9", "emp-9")
    value = dd.solve(small, dd.WinMatch()).value
    assert played.win_share[0] == pytest.approx(value, abs=4 * played.standard_error[0])


def test_three_and_more_players() -> None:
    played = dd.match(CARD, ["emp-1", "dyns-0", "optimal", "random"], games=60, seed=2)
    assert played.scores.shape == (60, 4)
    assert sum(played.mean_rank) == pytest.approx(10)
    assert sum(played.win_share) == pytest.approx(1)
    assert max(played.mean_rank) == played.mean_rank[3]
    same = dd.match(CARD, ["optimal"] * 3, games=20_000, seed=2)
    for rank, error in zip(same.mean_rank, same.standard_error, strict=True):
        assert rank == pytest.approx(2, abs=4 * error)


def test_the_same_seed_gives_the_same_matches() -> None:
    for players in (["optimal", "random"], ["emp-0", "random"]):
        first = dd.match(CARD, players, games=30, seed=4)
        assert first == dd.match(CARD, players, games=30, seed=4)
        assert hash(first) == hash(dd.match(CARD, players, games=30, seed=4))
        assert first != dd.match(CARD, players, games=30, seed=5)
    longer = dd.match(CARD, ["emp-0", "random"], games=40, seed=4)
    assert np.array_equal(longer.scores[:30], first.scores)


def test_the_same_rolls() -> None:
    copied = dd.match(SLOTS, ["optimal", "optimal"], games=200, seed=1, same_rolls=True)
    assert copied.ties == 200
    card = dd.match(CARD, ["optimal", "optimal", "random"], games=30, seed=1, same_rolls=True)
    assert np.array_equal(card.scores[:, 0], card.scores[:, 1])
    assert not np.array_equal(card.scores[:, 0], card.scores[:, 2])


def test_the_same_rolls_as_solved() -> None:
    """The exact result of two known strategies who share every roll."""
    game = dd.game("ten-times-18:slots=4,dice=1d6")
    low = dd.Strategy("lowest slot first", lambda state, roll: game.choices(state, roll)[0])
    solved = dd.solve(dd.SameRolls(game, low), dd.WinMatch())
    best = dd.outcomes(solved)

    class Reply:
        name = "best reply"

        def choose(self, standings: dd.Standings, roll: dd.Roll) -> Any:
            me, them = standings.positions
            # the reply moves first, so both have used the same rolls so far
            state = solved.game.start()._replace(
                mine=me.state, theirs=them.state, lead=me.points - them.points
            )
            return solved.best_choice(state, roll)

    played = dd.match(game, [Reply(), low], games=1500, seed=8, same_rolls=True)
    error = math.sqrt(float(best.win * (1 - best.win)) / 1500)
    assert played.wins[0] / 1500 == pytest.approx(float(best.win), abs=4 * error)
    assert played.win_share[0] == pytest.approx(solved.value, abs=4 * played.standard_error[0])


def test_races() -> None:
    game = "pig:target=30"
    played = dd.match(game, ["optimal", "hold-at-20"], games=1500, seed=1)
    exact = float(dd.versus(game, "optimal", "hold-at-20").first)
    assert played.win_share[0] == pytest.approx(exact, abs=4 * played.standard_error[0])
    assert played.ties == 0
    assert played.mean_score is None
    assert played.to_dict()["mean_score"] is None
    assert "mean score" not in played._repr_html_()
    assert (
        dd.match(game, ["win", "hold-at-20"], games=50).wins
        == dd.match(game, ["optimal", "hold-at-20"], games=50).wins
    )


def test_results_are_told() -> None:
    played = dd.match(SLOTS, ["optimal", "random"], games=100, seed=1)
    data = played.to_dict()
    assert list(data) == [
        *("game", "what", "players", "games", "seed", "same_rolls", "wins", "ties"),
        *("win_share", "mean_rank", "standard_error", "error_bound", "mean_score"),
    ]
    assert str(played) in repr(played)
    assert "optimal" in played._repr_html_()
    with pytest.raises(ValueError, match="read-only"):
        played.scores[0, 0] = 1
    assert dd.match(SLOTS, ["optimal", "random"], games=1).standard_error == (0.0, 0.0)


def test_simulations_of_one_player() -> None:
    found = dd.simulate(CARD, "emp-0", games=20, seed=3, against="optimal")
    played = dd.match(CARD, ["emp-0", "optimal"], games=20, seed=3)
    assert np.array_equal(found.scores, played.scores[:, 0])
    assert found.strategy == "emp-0 against optimal"
    several = dd.simulate(CARD, dd.EMP(0), games=5, against=["optimal", "random"])
    assert several.strategy == "emp-0 against optimal, random"
    with pytest.raises(UsageError, match="say who they are"):
        dd.simulate(CARD, "emp-0")


@pytest.mark.parametrize(
    ("game", "players", "more", "says"),
    [
        (SLOTS, ["optimal"], {}, "at least 2 players"),
        (SLOTS, [], {}, "at least 2 players"),
        (SLOTS, ["optimal", "nobody"], {}, "Nobody called 'nobody'"),
        (SLOTS, ["optimal", "emp--1"], {}, "depth"),
        (SLOTS, ["optimal", "random"], {"games": 0}, "At least 1 game"),
        (SLOTS, ["optimal", "random"], {"seed": -1}, "seed"),
        (SLOTS, ["optimal", "win", "random"], {}, "two players"),
        (SLOTS, ["omniscient", "emp-0"], {}, "beforehand"),
        ("pig", ["optimal"], {}, "2 players"),
        ("pig", ["emp-2", "optimal"], {}, "one turn ahead"),
        ("pig", ["dyns-1", "optimal", "optimal"], {}, "emp-1, not dyns-1"),
        ("pig", ["win", "optimal", "optimal"], {}, "best play of two"),
        (
            "pig",
            ["nobody", "optimal"],
            {},
            "Nobody called .nobody. plays pig. Known: emp-1, win, optimal",
        ),
    ],
)
def test_bad_matches(game: str, players: list[str], more: dict[str, int], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        dd.match(game, players, **({"games": 5} | more))  # type: ignore[arg-type]


def test_too_much() -> None:
    with pytest.raises(TooLarge):
        dd.match(SLOTS, ["optimal"] * 50, games=1)
    with pytest.raises(TooLarge):
        dd.match(SLOTS, ["optimal"] * 2, games=10**10)


def test_a_player_who_cheats() -> None:
    class Cheat:
        name = "cheat"

        def choose(self, standings: dd.Standings, roll: dd.Roll) -> Any:
            return 99

    with pytest.raises(PositionError, match="cheat"):
        dd.match(SLOTS, [Cheat(), "optimal"], games=1)


def test_a_function_plays_its_own_card() -> None:
    game = dd.game(SLOTS)

    def highest(state: int, roll: dd.Roll) -> Any:
        return game.choices(state, roll)[-1]

    alone = dd.match(SLOTS, [highest, "optimal"], games=500)
    assert alone.players == ("highest", "optimal")
    assert alone.mean_score is not None
    assert alone.mean_score[0] < alone.mean_score[1]
    together = dd.match(SLOTS, [dd.Strategy("high", highest), dd.EMP(0)], games=20)
    assert together.players == ("high", "emp-0")


# -- chance ----------------------------------------------------------------------------------------


def test_draw_shares_the_numbers_by_weight() -> None:
    rolls = {(2,): 1, (1,): 3}
    assert [Ladder(rolls).draw(number) for number in (0.0, 0.74, 0.75, 0.999)] == [
        (1,),
        (1,),
        (2,),
        (2,),
    ]
    mix = {"b": 1, "a": 1}
    assert [Ladder(mix).draw(0.4), Ladder(mix).draw(0.6)] == ["b", "a"]
    assert Ladder({"only": 7}).draw(0.5) == "only"


def test_tosses() -> None:
    same = Tosses(1, 2, same_rolls=True)
    same.begin(3)
    found = []
    for seat in (0, 1):
        same.next_turn(seat)
        found.append([same.roll(seat) for _ in range(12)])
    assert found[0] == found[1]
    assert len(set(found[0])) == 12
    own = Tosses(1, 2, same_rolls=False)
    assert own.roll(0) != own.roll(1)


@pytest.mark.parametrize("bad", [{"games": 2.5}, {"games": True}, {"seed": 1.5}, {"seed": "1"}])
def test_numbers_that_are_not_whole_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="is a whole number, not"):
        dd.match("micro-yahtzee", ["optimal", "random"], **bad)


def test_a_list_of_players_is_no_text() -> None:
    with pytest.raises(UsageError, match="players is a list"):
        dd.match("micro-yahtzee", "emp-0,optimal")


def test_looking_too_far_ahead_is_refused() -> None:
    game = dd.game("ten-times-18:slots=6,dice=2d6")
    hasty = dd.player("emp-7", game, missing_ok=False)
    with pytest.raises(TooLarge, match="look less far"):
        hasty.choose(dd.Standings.start(game), 7)
