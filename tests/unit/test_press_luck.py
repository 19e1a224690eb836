"""Press your luck: the rules as data, positions, strategies, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.ask.strategies import best_reply, strategy_named, strategy_names
from dicedevil.cli.group import cli
from dicedevil.coach.table import laid
from dicedevil.dice import Die
from dicedevil.errors import (
    PositionError,
    RulesError,
    TooLarge,
    UsageError,
)
from dicedevil.families.press_luck import (
    Combination,
    MatchTurn,
    PressLuck,
    RaceTurn,
    Turn,
)
from dicedevil.rules import Game
from press_oracle import rules_of

RULES = rules_of("ten-thousand")
PIG, TEN = dd.game("pig"), dd.game("ten-thousand")


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


# -- scoring ---------------------------------------------------------------------------------------


def test_a_set_aside_counts_its_best_division() -> None:
    assert RULES.score((5, 1)) == 150
    assert RULES.score((5, 5, 5)) == 500
    assert RULES.score((1, 1, 1, 1)) == 1100
    farkle = dd.game("farkle").rules
    assert farkle.score((2, 2, 2, 2, 3, 3)) == 1500  # three pairs, two of them equal
    assert farkle.score((1, 2, 3, 4, 5, 6)) == 1500
    assert farkle.score((4, 4, 4, 3, 3, 3)) == 2500


@pytest.mark.parametrize("dice", [(2,), (5, 2), (2, 2), (), (7,)])
def test_dice_that_do_not_score_are_not_set_aside(dice: tuple[int, ...]) -> None:
    with pytest.raises(PositionError, match="cannot be set aside"):
        RULES.score(dice)


def test_set_asides_of_a_roll() -> None:
    assert [(one.dice, one.points, one.left) for one in RULES.set_asides((1, 2, 5))] == [
        ((1, 5), 150, 1),
        ((1,), 100, 2),
        ((5,), 50, 2),
    ]
    assert RULES.set_asides((2, 3, 4)) == ()
    hot = RULES.set_asides((1, 1, 1, 5, 5))
    assert [(one.points, one.left) for one in hot] == [(1100, 5)]  # all five at once, all rolled anew
    assert [one.dice for one in dd.game("ten-thousand:actions=m5").rules.set_asides((1, 2, 5))] == [
        (1, 5),
        (1,),
    ]


def test_derived_numbers() -> None:
    assert (RULES.unit, RULES.threshold, RULES.goal) == (50, 2800, 200)
    assert dd.game("pig").rules.threshold == 20
    assert dd.game("farkle").rules.threshold == 18_400
    assert dd.game("pig:sides=8").rules.threshold == 35


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: PressLuck(0, (Combination((1,), 1),), 10), "At least one die"),
        (lambda: PressLuck(1, (), 10), "Nothing scores"),
        (lambda: PressLuck(1, (Combination((7,), 1),), 10), "has no 7"),
        (lambda: PressLuck(1, (Combination((1, 1), 1),), 10), "needs 2 dice"),
        (lambda: PressLuck(1, (Combination((1,), 1),), 10, Die.fair(1)), "for ever and never bust"),
        (lambda: PressLuck(1, (Combination((1,), 1),), 0), "target is at least 1"),
        (lambda: PressLuck(1, (Combination((1,), 1),), -5), "target is at least 1"),
        (lambda: PressLuck(1, (Combination((1,), 1),), 5, minimum=-1), "minimum is at least 0"),
        (lambda: Combination((), 5), "at least one die"),
        (lambda: Combination((1,), 0), "at least 1 point"),
    ],
)
def test_rules_that_contradict_themselves(make: object, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        make()  # type: ignore[operator]


def test_rules_too_large() -> None:
    for make in (
        lambda: PressLuck(1, (Combination((1,), 1),), 10**30),
        lambda: PressLuck(1, (Combination((1,), 1),), 5, minimum=10**30),
        lambda: PressLuck(40, (Combination((1,), 1),), 5),
    ):
        with pytest.raises(TooLarge):
            make()


# -- names of games --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        "pig",
        "pig:sides=8,target=50",
        "pig:dice=1d{1..5:1;6:2}",
        "ten-thousand:target=5000,actions=m5-m1,minimum=300",
        "ten-thousand:dice=3d6",
        "farkle:minimum=0,dice=5d6",
    ],
)
def test_names_make_the_same_game_again(spec: str) -> None:
    game = dd.game(spec)
    assert str(game) == spec
    assert dd.game(str(game)) == game
    for objective in (dd.MaxScore(), dd.FewestTurns(), dd.ReachWithin(3), dd.WinMatch()):
        assert str(objective.view(game)) == spec


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("pig:target=0", 3),
        ("pig:target=-3", 3),
        ("pig:target=ten", 3),
        ("pig:target=1000000000", 5),
        ("pig:target=" + "9" * 40, 5),
        ("pig:target=" + "9" * 5000, 5),
        ("pig:sides=1", 3),
        ("pig:sides=0", 3),
        ("pig:sides=1000000", 5),
        ("pig:dice=2d6", 3),
        ("pig:dice=1d{2..6}", 3),
        ("pig:dice=1d{1}", 3),
        ("pig:sides=6,dice=1d6", 3),
        ("ten-thousand:target=0", 3),
        ("ten-thousand:actions=m7", 3),
        ("ten-thousand:minimum=-1", 3),
        ("ten-thousand:dice=0d6", 3),
        ("ten-thousand:dice=5d6+1d8", 3),
        ("ten-thousand:dice=900d6", 5),
        ("ten-thousand:dice=5d{2;3;4}", 0),
        ("ten-thousand:dice=2d{2;3;4}", 3),
        ("farkle:minimum=" + "9" * 30, 5),
    ],
)
def test_bad_parameters(spec: str, code: int) -> None:
    found, out, err = run("solve", spec, "--json")
    assert found == code
    assert (out == "") == (code != 0)
    assert len(err) < 800


# -- positions -------------------------------------------------------------------------------------


def game_for(spec: str, objective: dd.Objective) -> Game:
    return objective.view(dd.game(spec))


def test_positions_read_and_write() -> None:
    assert TEN.read_state("turn=350,dice=2").state == Turn(350, 2)
    assert PIG.read_state("turn=19").state == Turn(19, 1)
    assert PIG.write_state(Turn(19, 1)) == "turn=19"
    race = game_for("ten-thousand", dd.FewestTurns())
    assert race.read_state("me=4000,turn=50,dice=4").state == RaceTurn(4000, 50, 4)
    match = game_for("pig", dd.WinMatch())
    assert match.read_state("me=40,them=60,turn=12").state == MatchTurn(0, 40, 60, 12, 1)
    assert match.read_state("me=40,them=60,mover=1").state == MatchTurn(1, 60, 40, 0, 1)
    # The roll says how many dice there are, where the state does not.
    assert TEN.read_position("turn=350", "15")[0].state == Turn(350, 2)


@pytest.mark.parametrize(
    ("spec", "objective", "state", "roll", "words"),
    [
        ("pig", "score", "turn=100", "3", "is banked"),
        ("pig", "score", "turn=-4", "3", "at least 0"),
        ("pig", "score", "turn=5,dice=2", "33", "the roll is one die"),
        ("pig", "score", "turn=5", "7", "cannot occur"),
        ("pig", "score", "turn=5", "34", "shows two dice"),
        ("pig", "score", "over=1", "3", "over"),
        ("pig", "turns", "me=101", "3", "past the target"),
        ("pig", "turns", "me=100", "3", "over"),
        ("pig", "turns", "me=90,turn=10", "3", "from 10 points on"),
        ("pig", "win", "me=120,them=3", "3", "past the target"),
        ("pig", "win", "me=100,them=100", "3", "Only one player"),
        ("pig", "win", "me=5,mover=2", "3", "mover is 0 or 1"),
        ("ten-thousand", "score", "turn=333,dice=2", "15", "multiples of 50"),
        ("ten-thousand", "score", "turn=350,dice=0", "15", "1 to 5 dice"),
        ("ten-thousand", "score", "turn=350,dice=6", "15", "1 to 5 dice"),
        ("ten-thousand", "score", "dice=3", "115", "starts with all 5"),
        ("ten-thousand", "score", "turn=350,dice=3", "15", "roll is three dice"),
        ("ten-thousand", "win", "me=75", "11111", "multiples of 50"),
    ],
)
def test_positions_that_cannot_occur(
    spec: str, objective: str, state: str, roll: str, words: str
) -> None:
    code, out, err = run("advise", spec, "--state", state, "--roll", roll, "--objective", objective)
    assert (code, out) == (3, "")
    assert words in err


def test_python_positions_that_cannot_occur() -> None:
    turn, win = dd.solve("ten-thousand"), dd.solve("pig", dd.WinMatch())
    for state, roll in ((Turn(350, 9), (1, 5)), (Turn(-50, 2), (1, 5)), (Turn(99_950, 2), (1, 5))):
        with pytest.raises(PositionError):
            turn.advise(state, roll)
        with pytest.raises(PositionError):
            turn.worth(state)
    for place in (MatchTurn(0, 120, 0, 0, 1), MatchTurn(0, 0, 0, 100, 1), MatchTurn(1, 0, -3, 5, 1)):
        with pytest.raises(PositionError):
            win.worth(place)


def test_choices_in_words() -> None:
    state = Turn(350, 3)
    words = [TEN.write_choice(choice) for choice in TEN.choices(state, (1, 2, 5))]
    assert words == ["bank", "set aside 1+5", "set aside 1", "set aside 5"]
    assert [TEN.write_choice(one) for one in TEN.choices(state, (2, 3, 4))] == ["bust"]
    assert [PIG.write_choice(one) for one in PIG.choices(Turn(8, 1), (4,))] == ["stop", "roll"]
    assert [PIG.write_choice(one) for one in PIG.choices(Turn(8, 1), (1,))] == ["bust"]
    assert TEN.read_choice(state, (1, 2, 5), "set aside 1+5") == (1, 5)
    with pytest.raises(PositionError, match="not a choice here"):
        TEN.read_choice(state, (1, 2, 5), "set aside 2+5")
    farkle = dd.game("farkle")
    few = [farkle.write_choice(one) for one in farkle.choices(farkle.start(), (1, 2, 3, 3, 4, 6))]
    assert few == ["set aside 1"]  # 100 points are too few to bank


def test_turns_end_with_bank_and_bust() -> None:
    match = game_for("pig", dd.WinMatch())
    at = MatchTurn(0, 40, 60, 12, 1)
    assert match.play(at, (4,), "bank") == (0, MatchTurn(1, 56, 60, 0, 1))
    assert match.play(at, (1,), "bust") == (0, MatchTurn(1, 40, 60, 0, 1))
    assert match.play(at, (4,), (4,)) == (0, MatchTurn(0, 40, 60, 16, 1))
    assert [match.ends_turn(at, (4,), one) for one in ("bank", (4,))] == [True, False]
    won = match.play(MatchTurn(1, 40, 96, 0, 1), (4,), "bank")[1]
    assert match.is_over(won)
    assert match.win_share(won) == 0


@pytest.mark.parametrize("spec", ["pig:target=12", "ten-thousand:target=300,dice=3d6"])
def test_check_game_is_content(spec: str) -> None:
    for objective in (dd.MaxScore(), dd.FewestTurns(), dd.ReachWithin(3), dd.WinMatch()):
        game = game_for(spec, objective)
        assert dd.check_game(game, 300), str(dd.check_game(game, 300))


# -- strategies ------------------------------------------------------------------------------------


def test_any_hold_has_a_name() -> None:
    assert "hold-at-20" in strategy_names(PIG)
    law = dd.evaluate("pig", "hold-at-25")
    assert law.exact_mean == pytest.approx(7.99718, abs=1e-5)
    assert dd.evaluate("pig", "hold-at-0").exact_mean == Fraction(20, 6)
    assert dd.evaluate("pig", "hold-at-999999999999").max > 99
    for name in ("hold-at-", "hold-at-x", "hold-at--1", "hold-at-20.5", "hold"):
        with pytest.raises(UsageError, match="has no strategy"):
            strategy_named(PIG, name)


def test_solitaire_is_the_best_of_a_turn() -> None:
    assert dd.evaluate("ten-thousand", "solitaire").law == dd.evaluate("ten-thousand", "optimal").law


def test_strategies_bank_to_win() -> None:
    match = game_for("pig", dd.WinMatch())
    for name in ("hold-at-50", "solitaire"):
        found = strategy_named(match, name)
        assert found.mix(match, MatchTurn(0, 90, 0, 6, 1), (4,)) == {"bank": 1}
        assert found.mix(match, MatchTurn(0, 90, 0, 2, 1), (1,)) == {"bust": 1}


def test_other_strategies_go_through_the_graph() -> None:
    match = game_for("pig:target=8", dd.WinMatch())
    reply = dd.solve(best_reply(match, "random"), dd.WinMatch())
    assert reply.lane == "graph"
    assert reply.value > dd.solve(match, dd.WinMatch()).value
    found = dd.versus("pig:target=8", "random", "optimal")
    assert found.first < dd.versus("pig:target=8", "hold-at-6", "optimal").first


def test_versus_in_fractions() -> None:
    for against in ("optimal", "solitaire", "best-reply"):
        exact = dd.versus("pig:target=6", "hold-at-3", against, exact=True)
        floats = dd.versus("pig:target=6", "hold-at-3", against)
        assert isinstance(exact.first, Fraction)
        assert float(exact.first) == pytest.approx(floats.first, abs=1e-12)
        assert float(exact.second) == pytest.approx(floats.second, abs=1e-12)
        assert float(exact.cost) == pytest.approx(floats.cost, abs=1e-12)


def test_versus_between_any_players() -> None:
    """From either seat, and the two chances add up."""
    spec = "ten-times-18:slots=2,dice=1d3"
    found = dd.versus(spec, "optimal", "random", exact=True)
    back = dd.versus(spec, "random", "optimal", exact=True)
    assert found.first + back.second == 1
    assert found.second + back.first == 1
    assert found.first > Fraction(1, 2)
    assert dd.versus(spec, "optimal", "best-reply", exact=True).first <= Fraction(1, 2)


def test_differences_only_where_they_can_be_told() -> None:
    found = dd.differences("pig:target=30", "hold-at-8")
    assert 0 < found.total < found.decisions
    assert found.worst.loss > 0
    best = dd.solve("pig:target=30", dd.WinMatch())
    worst = found.worst
    state = f"me={worst.me},them={worst.them},turn={worst.turn}"
    losses = [one.loss for one in best.advise(state, worst.roll).choices]
    assert worst.loss == pytest.approx(max(losses), abs=1e-12)
    for game, name in (("pig:target=30", "random"), ("klappenspiel:tiles=4", "sum")):
        with pytest.raises(UsageError, match="compared decision by decision"):
            dd.differences(game, name)


def test_the_end_of_a_turn_keeps_its_points() -> None:
    end = laid(dd.game("pig"), 1, "turn=10", "turn").play((4,), "bank")
    assert (end.written, end.results) == ("over=1,points=14", (14,))
    assert laid(dd.game("pig"), 1, end.written, "turn").results == (14,)
    with pytest.raises(PositionError, match="multiples of 50"):
        dd.game("farkle").read_state("over=1,points=33")
