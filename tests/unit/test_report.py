"""The sentence of the report: what it says of a game, or of many, adds up."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

import dicedevil as dd
from dicedevil.coach.endings import end_words
from dicedevil.coach.records import Record
from dicedevil.coach.report import Summary, sentence
from dicedevil.coach.sums import told_sum
from dicedevil.errors import DiceDevilError
from recorded import played_at_random

MICRO = [("6", "score double"), ("4", "score double"), ("1", "score square"), ("3", "score square")]


def record(game: str, players: int, moves: list[tuple[int, str, str]], **more: object) -> Record:
    return Record.from_dict(
        {
            "record": 1,
            "game": game,
            "players": [f"p{seat}" for seat in range(players)],
            "seed": None,
            "moves": [{"player": who, "roll": roll, "choice": choice} for who, roll, choice in moves],
            "result": None,
            **more,
        }
    )


def match() -> Record:
    return record("micro-yahtzee", 2, [(at % 2, *move) for at, move in enumerate(MICRO)])


@pytest.mark.parametrize(
    ("objective", "says"),
    [
        (None, "13.0 points on average"),
        (dd.WinMatch(), "0 % on average"),
        (dd.ReachTarget(13), "100.0 % on average"),
    ],
)
def test_many_games_are_told_in_what_is_counted(objective: dd.Objective | None, says: str) -> None:
    summary = Summary().add_all([*dd.grade(match(), objective), *dd.grade(match(), objective)])
    assert summary.to_list()[0]["sentence"].startswith(says)


def test_opponents_beaten_are_not_points() -> None:
    moves = [(0, "6", "roll"), (0, "5", "stop"), (1, "1", "bust"), (2, "6", "roll"), (2, "6", "stop")]
    played = record("pig:target=12", 3, moves)
    summary = Summary().add_all([*dd.grade(played), *dd.grade(played)])
    told = [group["sentence"].split(":")[0] for group in summary.to_list()]
    assert told == [f"{beaten} opponents on average (± 0)" for beaten in ("1.00", "0", "2.00")]


def test_one_opponent_is_beaten() -> None:
    moves = [(0, "6", "roll"), (0, "5", "stop"), (1, "1", "bust"), (2, "6", "roll"), (2, "6", "stop")]
    told = [sentence(one) for one in dd.grade(record("pig:target=12", 3, moves))]
    assert [one.partition(":")[0] for one in told] == [
        "1 opponent beaten",
        "0 opponents beaten",
        "2 opponents beaten",
    ]


def test_nobody_wins_where_everybody_has_lost() -> None:
    """To shut the box is to win: two who did not share nothing."""
    ends = set()
    for seed in range(40):
        table = played_at_random(dd.game("shut-the-box:tiles=3,sides=2"), 2, seed=seed)[1][-1]
        told = end_words(table, ("Ann", "Bob"))
        assert ("nobody wins" in told) == (table.results == (0, 0))
        ends.add(table.results)
    assert (0, 0) in ends
    assert len(ends) > 1


def test_what_is_told_of_games_that_were_broken_off_adds_up() -> None:
    (game,) = dd.grade(record("micro-yahtzee", 1, [(0, "6", "score double")]))
    # 12 points, and the square of a roll to come: 91/6
    assert sentence(game) == "12 points so far, 27.2 expected: luck +17.1, errors -15.8 from par 25.9"
    (report,) = Summary().add_all([game, game]).to_list()
    said = "27.2 points on average (± 0, 2 broken off): luck +17.1, errors -15.8 a game from par 25.9"
    assert report["sentence"] == said
    mean = {name: report[name]["mean"] for name in ("result", "start_value", "luck", "loss")}
    assert mean["result"] - mean["start_value"] == pytest.approx(mean["luck"] - mean["loss"], abs=1e-9)


def test_players_of_parts_of_games_are_not_compared_with_bots_who_played_whole_ones() -> None:
    whole = record("micro-yahtzee", 1, [(0, "6", "score double"), (0, "1", "score square")])
    begun = record("micro-yahtzee", 1, [(0, "6", "score double")])
    ended = record("micro-yahtzee", 1, [(0, "6", "score square")], state="double=4")
    for others, compared in (([whole], True), ([begun], False), ([ended], False)):
        summary = Summary()
        for one in (whole, *others):
            summary.add_all(dd.grade(one))
        summary.compare()
        (group,) = summary.groups.values()
        assert bool(group.like_bots()) == compared


def test_what_bots_lose_of_chances_is_in_per_cent() -> None:
    played = record(
        "klappenspiel:tiles=3", 1, [(0, "12", "flip 3"), (0, "11", "flip 2"), (0, "11", "stop")]
    )
    summary = Summary().add_all(dd.grade(played))
    summary.compare()
    (group,) = summary.groups.values()
    assert "%)" in group.like_bots()


PIG = [(0, "6", "roll"), (0, "5", "stop"), (1, "1", "bust"), (0, "2", "stop")]


@pytest.mark.parametrize(
    ("moves", "result", "says"),
    [
        (PIG, [13, 0], ""),
        (PIG, [1, 0], ""),
        (PIG, [0, 1], "the winner is 'p0'"),
        (PIG, [13, 14], "the winner is 'p0'"),
        (PIG, [0.5, 0.5], "the winner is 'p0'"),
        (PIG[:3], [11, 0], "before the game does"),
        (PIG[:2], [12], "before the game does"),  # 11 points of a turn, and no race
    ],
)
def test_results_of_matches_name_the_winner(
    moves: list[tuple[int, str, str]], result: list[float], says: str
) -> None:
    played = record("pig:target=12", len(result), moves, result=result)
    if not says:
        assert len(dd.grade(played)) == 2
        return
    with pytest.raises(DiceDevilError, match=says):
        dd.grade(played)


CARD = "yahtzee:boxes=ones/threes/chance,dice=2d3,rerolls=1,threshold=4,upper-bonus=5"


@pytest.mark.parametrize("name", ["micro-yahtzee", "ten-times-18:slots=3,dice=1d6", CARD])
def test_decisions_of_a_match_tell_the_position_of_both(name: str) -> None:
    solution = dd.solve(name, dd.WinMatch())
    played, _ = played_at_random(dd.game(name), 2, seed=4)
    for game in dd.grade(played, dd.WinMatch()):
        for made in game.decisions:
            advice = solution.advise(made.state, made.roll)
            losses = {option.choice: option.loss for option in advice.choices}
            assert losses[made.choice] == pytest.approx(made.loss, abs=1e-12)


def decimal(text: str) -> Decimal:
    return Decimal(text.removesuffix(" %"))


@pytest.mark.parametrize(
    "game", ["junior-yahtzee", "micro-yahtzee", "pig:target=20", "klappenspiel:tiles=4"]
)
@pytest.mark.parametrize("players", [1, 2])
def test_what_is_told_of_a_game_adds_up_digit_by_digit(game: str, players: int) -> None:
    for seed in range(12):
        played, _ = played_at_random(dd.game(game), players, seed=seed)
        for one in dd.grade(played):
            told = told_sum(one)
            found = decimal(told.par) + decimal(told.luck) + decimal(told.errors)
            assert found == decimal(told.result), told
            assert told.errors.lstrip("+-") in sentence(one)
            shown = decimal(told.luck) * one.sign
            unit = 100 if one.unit == "chance" else 1
            assert float(shown) == pytest.approx(unit * one.luck, abs=0.1)
            assert (decimal(told.errors) == 0) == (one.loss < 1e-8)


def test_small_errors_are_seen_and_add_up_with_their_digits() -> None:
    (game,) = dd.grade(record("micro-yahtzee", 1, [(0, "6", "score double"), (0, "1", "score square")]))
    tiny = replace(game.decisions[0], loss=0.004, luck=game.result - game.start_value + 0.004)
    slight = replace(game, decisions=(tiny,), others_luck=0.0)
    assert told_sum(slight).errors == "-0.004"
    assert sentence(slight) == "13 points: luck -12.940, errors -0.004 from par 25.944"
