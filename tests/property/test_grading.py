"""Luck and errors add up, in every game, however it is played."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.coach import judges
from dicedevil.coach.grade import GradedGame, grade, grade_for
from dicedevil.coach.replay import replay
from dicedevil.errors import TooLarge
from dicedevil.rules import Game
from dicedevil.strategy import Strategy
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.counted import TurnsCounted
from dicedevil.wrapped.within import WithinTurns
from recorded import KINDS, played_at_random
from small_games import PigMatch, PigRace, table_games


def require_sums(games: tuple[GradedGame, ...], players: int) -> None:
    """What is told of a game adds up to 1e-9, and nobody gains by an error."""
    assert [one.seat for one in games] == list(range(players))
    for game in games:
        told = game.to_dict()
        luck, loss = told["luck"], told["loss"]
        assert told["result"] - told["start_value"] == pytest.approx(luck - loss, abs=1e-9)
        assert loss == pytest.approx(math.fsum(one["loss"] for one in told["decisions"]), abs=1e-9)
        own = math.fsum(one["luck"] for one in told["decisions"])
        assert luck == pytest.approx(own + told["others_luck"] + told["gifts"], abs=1e-9)
        assert all(one["loss"] >= 0.0 for one in told["decisions"])
        assert all(one["loss"] == 0.0 for one in told["decisions"] if one["forced"])
        for one in told["decisions"]:
            assert one["before"] + one["luck"] - one["loss"] == pytest.approx(one["value"], abs=1e-9)


@pytest.mark.parametrize(("spec", "players", "what"), KINDS)
def test_luck_and_loss_add_up(spec: str, players: int, what: str) -> None:
    for seed in range(2):
        record, tables = played_at_random(dd.game(spec), players, what, seed)
        games = grade(record)
        require_sums(games, players)
        lower = tables[0].rules.lower_is_better or what == "race"
        for one, score in zip(games, tables[-1].results, strict=True):
            assert one.score == score
            if not one.is_estimate:
                assert one.result == (-score if lower else score)


WHOLE = [
    "ten-times-18:slots=3",
    "klappenspiel:tiles=6",
    "shut-the-box:tiles=6,score=remaining,one-die=sum<=6",
    "farkle:target=1000",
    "junior-yahtzee",
    "pairs-yahtzee",
]


@pytest.mark.parametrize("spec", WHOLE)
def test_every_family_adds_up(spec: str) -> None:
    record, _ = played_at_random(dd.game(spec), seed=9)
    require_sums(grade(record), 1)


@pytest.mark.parametrize("spec", ["micro-yahtzee", "shut-the-box:tiles=5,score=remaining", "pig"])
def test_every_number_is_what_it_is_called(spec: str) -> None:
    """Not only the sums: each value is asked for again, in fractions."""
    game = dd.game(spec)
    record, tables = played_at_random(game, what="turn" if spec == "pig" else "", seed=3)
    solution = dd.solve(game, exact=True)
    sign = -1 if game.lower_is_better else 1
    [graded] = grade(record)
    assert graded.start_value == pytest.approx(sign * solution.value, abs=1e-12)
    for one, table in zip(graded.decisions, tables, strict=False):
        advice = solution.advise(table.position, one.roll)
        made = next(option for option in advice.choices if option.choice == one.choice)
        assert one.before == pytest.approx(sign * float(solution.worth(table.position)), abs=1e-12)
        assert one.luck == pytest.approx(sign * advice.value - one.before, abs=1e-12)
        assert one.loss == pytest.approx(made.loss, abs=1e-12)
        assert one.is_forced == (len(advice.choices) == 1)
        best = next(option for option in advice.choices if option.choice == one.best)
        assert best.loss == pytest.approx(0.0, abs=1e-12)


def test_what_the_others_do_is_told_apart() -> None:
    """In a match of two, one player's luck and errors are the other's, with the sign turned."""
    record, _ = played_at_random(dd.game("pig:target=20"), 2, seed=4)
    first, second = grade(record)
    for mine, theirs in ((first, second), (second, first)):
        assert mine.gifts == pytest.approx(theirs.loss, abs=1e-12)
        assert mine.others_luck == pytest.approx(-theirs.own_luck, abs=1e-12)
    assert first.start_value == pytest.approx(dd.solve("pig:target=20", dd.WinMatch()).value)


def test_a_game_that_was_broken_off_is_graded_as_far_as_it_went() -> None:
    record, _ = played_at_random(dd.game("junior-yahtzee"), seed=3)
    [graded] = grade(replace(record, moves=record.moves[:-2], result=None))
    require_sums((graded,), 1)
    assert not graded.is_finished
    assert graded.result == graded.decisions[-1].value


def test_losses_are_classed_by_their_share_of_the_spread() -> None:
    names = [grade_for(share * 60.0, 60.0).name for share in (0.0, 0.004, 0.005, 0.0201, 0.3)]
    assert names == ["best", "close", "inaccuracy", "mistake", "blunder"]
    record, _ = played_at_random(dd.game("junior-yahtzee"), seed=3)
    [graded] = grade(record)
    law = dd.evaluate("junior-yahtzee")
    assert graded.spread == pytest.approx(law.sd, rel=0.02)
    assert graded.counts["blunder"] > 0
    assert sum(graded.counts.values()) == graded.choices


@settings(max_examples=25)
@given(
    st.sampled_from([{}, {"cyclic": True}, {"players": 2}, {"players": 2, "cyclic": True}]),
    st.data(),
    st.integers(0, 2**20),
)
def test_games_of_ones_own_add_up(shape: dict[str, Any], data: st.DataObject, seed: int) -> None:
    game = data.draw(table_games(**shape))
    record, _ = played_at_random(game, game.players, seed=seed)
    games = grade(replay(record, [game]))
    require_sums(games, game.players)
    assert grade(record, rules=[game]) == games


def first_of(game: Game) -> Strategy:
    """Somebody who always takes the first choice."""
    return Strategy("first", lambda state, roll: game.choices(state, roll)[0])


SLOTS = dd.game("ten-times-18:slots=2")
WRAPPED: list[tuple[Game, int]] = [
    (dd.TurnByTurn(dd.game("klappenspiel:tiles=4")), 2),
    (dd.TurnByTurn(dd.game("micro-yahtzee")), 2),
    (BestReply(PigMatch(6, 3), first_of(PigMatch(6, 3))), 2),
    (dd.SameRolls(SLOTS, first_of(SLOTS)), 2),
    (WithinTurns(PigRace(8), 3), 1),
    (TurnsCounted(PigRace(8)), 1),
    (PigMatch(8, 4), 2),
]


@pytest.mark.parametrize(("game", "players"), WRAPPED, ids=lambda one: str(one)[:40])
def test_wrapped_games_add_up(game: Game, players: int) -> None:
    for seed in range(3):
        record, _ = played_at_random(game, players, seed=seed)
        require_sums(grade(record, rules=[game]), players)


def test_last_turns_are_exact_where_the_whole_match_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record, _ = played_at_random(dd.game("micro-yahtzee"), 2, seed=5)
    exact = grade(record, dd.WinMatch())

    def too_large(*_: Any) -> None:
        raise TooLarge("the match")

    monkeypatch.setattr(judges, "solved", too_large)
    again = grade(record, dd.WinMatch())
    require_sums(again, 2)
    for one, other in zip(again, exact, strict=True):
        assert not one.is_estimate
        assert [d.loss for d in one.decisions] == pytest.approx([d.loss for d in other.decisions])
        assert [d.luck for d in one.decisions] == pytest.approx([d.luck for d in other.decisions])
    monkeypatch.setattr(judges.Winner, "turn", too_large)
    estimated = grade(record, dd.WinMatch())
    require_sums(estimated, 2)
    assert all(one.is_estimate and one.error_bound is None for one in estimated)


@pytest.mark.parametrize(
    ("spec", "players", "objective", "estimated"),
    [
        ("micro-yahtzee", 2, dd.WinMatch(), False),
        ("micro-yahtzee", 3, dd.WinMatch(), True),
        ("klappenspiel:tiles=4", 2, dd.WinMatch(), False),
        ("ten-times-18:slots=4", 2, dd.WinMatch(), False),
        ("shut-the-box:tiles=4,score=remaining", 3, dd.WinMatch(), True),
        ("pig:target=20", 3, dd.WinMatch(), True),
        ("micro-yahtzee", 1, dd.ReachTarget(20), False),
        ("shut-the-box:tiles=4,score=remaining", 2, dd.ReachTarget(3), False),
        ("micro-yahtzee", 1, dd.FewestTurns(), False),
    ],
)
def test_every_objective_adds_up(
    spec: str, players: int, objective: dd.Objective, estimated: bool
) -> None:
    for seed in range(2):
        record, _ = played_at_random(dd.game(spec), players, seed=seed)
        games = grade(record, objective)
        require_sums(games, players)
        assert any(one.is_estimate for one in games) == estimated
        if objective == dd.WinMatch():  # everybody beats the others, or ties, or is beaten
            assert sum(one.result for one in games) == players * (players - 1) / 2


def test_what_a_value_depends_on_stands_in_the_position() -> None:
    rules = dd.game("micro-yahtzee")
    record, _ = played_at_random(rules, 3, seed=2)
    for graded in grade(record, dd.WinMatch()):
        for made in graded.decisions:
            standings = dd.Standings.read(rules, made.state, 3)
            assert standings.mover == graded.seat
            values = dd.EMP(1).values(standings, made.roll)
            chosen = rules.read_choice(
                standings.mine.state, standings.read_roll(made.roll), made.choice
            )
            assert made.loss == pytest.approx(max(values.values()) - values[chosen], abs=1e-9)
