"""Klappenspiel and Shut the Box: rules, notation and bad input."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.strategies import strategy_names
from dicedevil.cli.drawing import in_lines
from dicedevil.dice import Dice
from dicedevil.errors import (
    DiceDevilError,
    NotationError,
    PositionError,
    RulesError,
    TooLarge,
)
from dicedevil.families.tiles import Board, OneDie, TileRules, board_with, tiles_in
from dicedevil.objectives import FewestTurns
from dicedevil.solvers.plain.graph import GameGraph

VARIANTS = [
    "klappenspiel",
    "klappenspiel:tiles=12",
    "klappenspiel:tiles=5,sides=12",
    "shut-the-box",
    "shut-the-box:tiles=5,one-die=high-tiles-shut",
    "shut-the-box:tiles=12,one-die=high-tiles-shut,score=remaining",
    "shut-the-box:one-die=sum<=6,score=remaining",
    "shut-the-box:one-die=must-sum<=6",
    "shut-the-box:tiles=6,one-die=must-high-tiles-shut,score=remaining",
    "shut-the-box:tiles=6,dice=1",
    "shut-the-box:tiles=4,sides=1",
]


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_rules_hold_together(spec):
    game = dd.game(spec)
    assert str(game) == spec
    check = dd.check_game(game, most_states=400)
    assert check.ok, str(check)


@pytest.mark.parametrize("spec", VARIANTS)
def test_every_board_is_written_and_read_again(spec):
    game = dd.game(spec)
    for state in list(game.roots())[:600]:
        assert game.read_state(game.write_state(state)).state == state


# -- Klappenspiel ----------------------------------------------------------------------------------


def flips(game, tiles, roll):
    return [game.write_choice(choice) for choice in game.choices(game.board(board_with(tiles)), roll)]


def test_the_two_plays_ind_first():
    assert flips(dd.game("klappenspiel"), (4, 6, 10), (4, 6)) == ["flip 4+6", "flip 10"]


@pytest.mark.parametrize(
    ("tiles", "roll", "choices"),
    [
        ((4, 6), (4, 6), ["flip 4+6"]),
        ((4, 10), (4, 6), ["flip 10"]),
        ((2, 4), (2, 2), ["flip 4"]),
        ((2, 3), (2, 2), ["stop"]),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (6, 6), ["stop"]),
        ((5, 6), (5, 6), ["flip 5+6"]),
        ((1,), (1, 2), ["stop"]),
    ],
)
def test_forced_plays(tiles, roll, choices):
    assert flips(dd.game("klappenspiel"), tiles, roll) == choices


def test_flipping_the_last_tile_wins_and_a_stop_does_not():
    game = dd.game("klappenspiel")
    assert game.play(game.board(board_with((10,))), (4, 6), (10,)) == (1, Board(0))
    assert game.play(game.board(board_with((10,))), (1, 1), "stop") == (0, Board(0))


def test_the_names_of_the_strategies():
    assert set(strategy_names(dd.game("klappenspiel"))) == {
        "worst",
        "ind",
        "random",
        "greedy",
        "sum",
        "heuristic",
        "optimal",
    }


def test_ind_and_sum_take_the_forced_play():
    game = dd.game("klappenspiel")
    plans = game.strategies()
    for tiles, roll in [((4, 10), (4, 6)), ((4, 6), (4, 6)), ((3,), (1, 1))]:
        board = game.board(board_with(tiles))
        (only,) = game.choices(board, roll)
        assert plans["ind"](board, roll) == plans["sum"](board, roll) == only


def test_the_heuristic_turns_at_seven():
    game = dd.game("klappenspiel")
    start, heuristic = game.start(), game.strategies()["heuristic"]
    for roll in game.rolls(start):
        if len(game.choices(start, roll)) == 2:
            assert len(heuristic(start, roll)) == (2 if sum(roll) <= 6 else 1)


def test_advice_for_figure_1():
    solution = dd.solve("klappenspiel", exact=True, fresh=True)
    assert solution.advise("up=4+6+10", "46").best.choice == "flip 4+6"
    assert solution.advise("up=10+6+4+1", "64").best.choice == "flip 10"
    assert solution.advise("up=4+6+10", (4, 6)) == solution.advise("up=4+6+10", "46")
    assert [option.exact for option in solution.advise("up=4+6+10", "46").choices] == ["1/12", "17/216"]


# -- Shut the Box ----------------------------------------------------------------------------------


def test_the_sets_that_may_be_shut():
    game = dd.game("shut-the-box")
    sets = list(game.flips(board_with(range(1, 10)), (3, 6)))
    assert sets == [(9,), (1, 8), (2, 7), (3, 6), (4, 5), (1, 2, 6), (1, 3, 5), (2, 3, 4)]
    assert list(game.flips(board_with((1, 2)), (6, 6))) == []


def test_the_tiles_left_are_the_score():
    game = dd.game("shut-the-box:score=remaining")
    assert game.lower_is_better
    assert game.play(Board(board_with((4, 9))), (1, 1), "stop") == (13, Board(0))
    assert game.play(Board(board_with((4, 9))), (6, 6), "stop") == (13, Board(0))
    assert game.play(Board(board_with((4,))), (2, 2), (4,)) == (0, Board(0))


def test_a_finished_board_has_its_win_counted():
    assert dd.game("klappenspiel").read_state("up=none") == (1, Board(0))
    assert dd.game("shut-the-box").read_state("up=none") == (1, Board(0))
    assert dd.game("shut-the-box:score=remaining").read_state("up=none") == (0, Board(0))


def test_saying_how_many_dice_is_no_turn():
    with_choice = dd.solve(
        "shut-the-box:tiles=1,one-die=high-tiles-shut", FewestTurns(), exact=True, fresh=True
    )
    assert with_choice.exact == 1


def test_rules_of_thumb_lie_between_worst_and_best():
    chances = {
        name: dd.evaluate("shut-the-box:one-die=sum<=6", name).exact_mean
        for name in ("worst", "most-tiles", "random", "fewest-tiles", "optimal")
    }
    assert list(chances.values()) == sorted(chances.values())


def test_high_tiles_first_is_nearly_best_at_the_remaining_sum():
    best = dd.evaluate("shut-the-box:score=remaining", "optimal").mean
    thumb = dd.evaluate("shut-the-box:score=remaining", "fewest-tiles").mean
    assert best < thumb < best + 0.5


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("klappenspiel:tiles=0", NotationError, "'0'"),
        ("klappenspiel:tiles=-3", NotationError, "'-3'"),
        ("klappenspiel:tiles=ten", NotationError, "'ten'"),
        ("klappenspiel:tiles=nan", NotationError, "'nan'"),
        ("klappenspiel:tiles=1e9", NotationError, "'1e9'"),
        ("klappenspiel:tiles=21", TooLarge, "20 tiles"),
        ("klappenspiel:tiles=1000000000", TooLarge, "1,000,000,000 tiles"),
        ("klappenspiel:tiles=10000000000", TooLarge, "the most is 20"),
        ("klappenspiel:tiles=" + "9" * 50, NotationError, "whole number"),
        ("klappenspiel:sides=0", NotationError, "'0'"),
        ("klappenspiel:sides=1000000000", TooLarge, "the most is 100"),
        ("klappenspiel:tile=9", RulesError, "Did you mean 'tiles'?"),
        ("klappenspiel:one-die=never", RulesError, "'one-die'"),
        ("shut-the-box:tiles=0", NotationError, "'0'"),
        ("shut-the-box:sides=0", NotationError, "'0'"),
        ("shut-the-box:one-die=always", RulesError, "'always'"),
        ("shut-the-box:one-die=must", RulesError, "must-sum<=6"),
        ("shut-the-box:dice=3", NotationError, "between 1 and 2"),
        ("shut-the-box:dice=0", NotationError, "'0'"),
        ("shut-the-box:dice=1,one-die=sum<=6", RulesError, "leave one of them out"),
        ("klappenspiel:dice=1", RulesError, "'dice'"),
        ("shut-the-box:one-die=sum<6", RulesError, "Did you mean 'sum<=6'?"),
        ("shut-the-box:score=left", RulesError, "'left'"),
    ],
)
def test_bad_rules(spec, error, words):
    with pytest.raises(error) as caught:
        dd.game(spec)
    assert words in str(caught.value)


def rules(numbers, dice="2d6", **more):
    return TileRules(numbers, Dice.parse(dice), **more)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: rules(()), RulesError),
        (lambda: rules((1, 3, 2)), RulesError),
        (lambda: rules((1, 1)), RulesError),
        (lambda: rules((0, 1)), RulesError),
        (lambda: rules((1, 1001)), RulesError),
        (lambda: rules(tuple(range(1, 22))), TooLarge),
        (lambda: rules((1,), "3d6"), RulesError),
        (lambda: rules((1,), "2d101"), TooLarge),
        (lambda: rules((1,), shuts=()), RulesError),
        (lambda: rules((1,), shuts=("all",)), RulesError),
        (lambda: rules((1,), score="points"), RulesError),
        (lambda: rules((1,), "1d6", one_die=OneDie(6)), RulesError),
        (lambda: rules((1,), "1d6+1d8", one_die=OneDie(6)), RulesError),
        (lambda: rules((1,), one_die=OneDie(must=True)), RulesError),
    ],
)
def test_bad_rules_in_python(make, error):
    with pytest.raises(error):
        make()


@pytest.mark.parametrize(
    ("spec", "state", "roll", "error", "words"),
    [
        ("klappenspiel", "up=1+11", "12", PositionError, "There is no tile 11"),
        ("klappenspiel", "up=0", "12", PositionError, "There is no tile 0"),
        ("klappenspiel", "up=-1", "12", PositionError, "There is no tile -1"),
        ("klappenspiel", "up=1+4+1", "12", NotationError, "Tile 1 stands twice"),
        ("klappenspiel", "up=1,4", "12", NotationError, "write key=value"),
        ("klappenspiel", "up=one", "12", NotationError, "'one'"),
        ("klappenspiel", "down=1", "12", NotationError, "'down'"),
        ("klappenspiel", "up=1,up=2", "12", NotationError, "twice"),
        ("klappenspiel", "up=none", "12", PositionError, "The game is over"),
        ("klappenspiel", "up=1+4", "", PositionError, "A roll is needed"),
        ("klappenspiel", "up=1+4", "07", PositionError, "cannot occur"),
        ("klappenspiel", "up=1+4", "17", PositionError, "cannot occur"),
        (
            "klappenspiel",
            "up=1+4",
            "123",
            PositionError,
            "shows three dice, but at 'up=1+4' the roll is two dice",
        ),
        ("klappenspiel", "up=1+4", "5", PositionError, "shows one die, but"),
        ("klappenspiel", "up=1+4", "1,x", NotationError, "'1,x'"),
        ("klappenspiel", "up=1+4,dice=1", "5", PositionError, "the roll is two dice"),
        ("shut-the-box", "up=10", "12", PositionError, "There is no tile 10"),
        ("shut-the-box:one-die=sum<=6", "up=7", "5", PositionError, "the roll is two dice"),
        ("shut-the-box:one-die=sum<=6", "up=1+2", "123", PositionError, "the roll is one die or two"),
        ("shut-the-box:one-die=sum<=6", "up=1+2", "7", PositionError, "cannot occur"),
        ("shut-the-box:one-die=sum<=6", "up=1+2,dice=3", "1", PositionError, "dice=3"),
        ("shut-the-box:one-die=sum<=6", "up=1+2,dice=1", "12", PositionError, "shows two dice"),
        ("shut-the-box:one-die=sum<=6", "up=7,dice=0", "", PositionError, "the roll is two dice"),
        ("shut-the-box:one-die=must-sum<=6", "up=1+2", "12", PositionError, "the roll is one die."),
        ("shut-the-box:one-die=must-sum<=6", "up=1+2,dice=2", "12", PositionError, "is one die."),
        ("shut-the-box:one-die=must-sum<=6", "up=1+2,dice=0", "", PositionError, "is one die."),
        ("shut-the-box:one-die=must-sum<=6", "up=1+9", "5", PositionError, "the roll is two dice"),
        ("shut-the-box:dice=1", "", "12", PositionError, "the roll is one die."),
        ("shut-the-box:dice=1", "dice=2", "12", PositionError, "the roll is one die."),
    ],
)
def test_bad_positions(spec, state, roll, error, words):
    game = dd.game(spec)
    with pytest.raises(error) as caught:
        game.read_position(state, roll)
    assert words in str(caught.value)
    assert caught.value.exit_code == 3


def test_a_board_object_with_too_many_dice():
    solution = dd.solve("klappenspiel:tiles=3", exact=True, fresh=True)
    with pytest.raises(PositionError, match="dice=7"):
        solution.advise(Board(3, 7), (1, 2))
    with pytest.raises(PositionError, match="no tile 31"):
        solution.advise(Board(1 << 30), (1, 2))


@settings(deadline=None)
@given(
    st.sampled_from(["klappenspiel", "shut-the-box:one-die=high-tiles-shut"]),
    st.text(alphabet="updice=+,0123456789 -none", max_size=20),
    st.text(alphabet="0123456789+ -.x", max_size=8),
)
def test_any_text_is_read_or_refused_in_words(spec, state, roll):
    game = dd.game(spec)
    try:
        position, rolled = game.read_position(state, roll)
    except DiceDevilError:
        return
    assert rolled in game.rolls(position.state)
    assert game.read_state(game.write_state(position.state)).state == position.state


@settings(deadline=None)
@given(st.integers(0, 1023))
def test_tiles_and_boards_are_each_other_s_inverse(up):
    assert board_with(tiles_in(up)) == up


@pytest.mark.parametrize(
    "spec",
    [
        "klappenspiel:tiles=4",
        "klappenspiel:tiles=9,sides=3",
        "shut-the-box",
        "shut-the-box:one-die=sum<=6",
        "shut-the-box:one-die=high-tiles-shut,tiles=4",
        "shut-the-box:one-die=sum<=6,tiles=1,score=remaining",
        "shut-the-box:one-die=must-sum<=6",
        "shut-the-box:one-die=must-high-tiles-shut,tiles=4",
        "shut-the-box:dice=1,tiles=5",
    ],
)
def test_the_size_is_known_without_listing_the_boards(spec: str) -> None:
    game = dd.game(spec)
    graph = GameGraph.of(game)
    states, choices = game.size() or (0, 0)
    assert states == len(graph.states)
    assert 0 < choices <= len(graph.edge_next)


def test_a_game_too_large_is_refused_at_once() -> None:
    began = time.process_time()
    with pytest.raises(TooLarge, match="1,048,576 states"):
        dd.solve("shut-the-box:tiles=20,sides=100", fresh=True)
    assert time.process_time() - began < 2.0


def test_a_score_that_is_a_win_is_told_as_a_chance() -> None:
    told = {
        spec: dd.game(spec).score_is_win
        for spec in ("klappenspiel", "shut-the-box", "shut-the-box:score=remaining", "ten-times-18")
    }
    assert list(told.values()) == [True, True, False, False]


@pytest.mark.parametrize(
    ("name", "up", "roll", "choice", "shown"),
    [
        ("klappenspiel:tiles=3", 6, (1, 1), (2,), ". . 3"),
        ("klappenspiel:tiles=3", 6, (6, 6), "stop", "some, and none fitted"),
        ("klappenspiel:tiles=3", 4, (1, 2), (3,), ". . ."),
        ("shut-the-box:tiles=3,score=remaining", 6, (6, 6), "stop", "a sum of 5, and none fitted"),
        ("shut-the-box:tiles=3,score=remaining", 4, (1, 2), (3,), ". . ."),
    ],
)
def test_a_board_on_which_nothing_fits_does_not_look_as_if_all_tiles_were_down(
    name: str, up: int, roll: tuple[int, int], choice: object, shown: str
) -> None:
    game = dd.game(name)
    points, state = game.play(game.board(up), roll, choice)
    (piece,) = game.furniture(dd.Position(points, state))
    assert in_lines(piece) == [[("tiles up", shown)]]
