"""Shut the Box with one die: where it may be rolled, where it must be, and where there is no other."""

import pytest

import dicedevil as dd
from dicedevil.families.tiles import Board, board_with
from dicedevil.figures.tiles import best_by_roll, interference, policy


@pytest.mark.parametrize(
    ("rule", "tiles", "choice"),
    [
        ("never", (1,), False),
        ("sum<=6", (1, 2, 3), True),
        ("sum<=6", (6,), True),
        ("sum<=6", (7,), False),
        ("sum<=6", (1, 2, 4), False),
        ("high-tiles-shut", (1, 2, 3, 4, 5, 6), True),
        ("high-tiles-shut", (1, 7), False),
        ("high-tiles-shut", (9,), False),
    ],
)
def test_when_one_die_may_be_rolled(rule, tiles, choice):
    game = dd.game(f"shut-the-box:one-die={rule}")
    state = game.board(board_with(tiles))
    assert (state.dice == 0) == choice
    words = [game.write_choice(one) for one in game.choices(state, ())] if choice else []
    assert words == (["roll one die", "roll two dice"] if choice else [])


@pytest.mark.parametrize(
    ("spec", "tiles", "dice"),
    [
        ("one-die=must-sum<=6", (1, 2, 3), 1),
        ("one-die=must-sum<=6", (1, 2, 4), 2),
        ("one-die=must-high-tiles-shut", (1, 2, 3, 4, 5, 6), 1),
        ("one-die=must-high-tiles-shut", (1, 7), 2),
        ("dice=1", (1, 2, 9), 1),
    ],
)
def test_a_die_that_must_be_rolled_is_no_question(spec, tiles, dice):
    game = dd.game(f"shut-the-box:{spec}")
    state = game.board(board_with(tiles))
    assert state.dice == dice
    assert {len(roll) for roll in game.rolls(state)} == {dice}
    assert game.write_state(state) == "up=" + "+".join(map(str, tiles))
    assert game.write_state(game.board(0)) == "up=none"


def test_with_six_tiles_or_fewer_one_die_may_be_rolled_from_the_start():
    assert dd.game("shut-the-box:tiles=6,one-die=high-tiles-shut").start().dice == 0
    assert dd.game("shut-the-box:tiles=7,one-die=high-tiles-shut").start().dice == 2


def test_the_roll_tells_how_many_dice_were_chosen():
    game = dd.game("shut-the-box:one-die=sum<=6")
    assert game.read_position("up=1+2", "3") == ((0, Board(3, 1)), (3,))
    assert game.read_position("up=1+2", "12") == ((0, Board(3, 2)), (1, 2))
    assert game.read_position("up=1+2", "") == ((0, Board(3, 0)), ())
    assert game.read_position("up=1+2,dice=1", "3") == ((0, Board(3, 1)), (3,))


def test_a_single_die_of_many_sides():
    game = dd.game("shut-the-box:tiles=6,sides=12,one-die=high-tiles-shut")
    assert game.read_position("up=1+2,dice=1", "12")[1] == (12,)
    assert game.read_position("up=1+2", "12")[1] == (1, 2)
    assert game.read_position("up=1+2", "12+7")[1] == (7, 12)
    for roll in game.rolls(Board(3, 1)):
        assert game.read_roll(Board(3, 1), game.write_roll(roll)) == roll


@pytest.mark.parametrize(
    ("rules", "dice", "words"),
    [
        ("tiles=6,one-die=high-tiles-shut", {2}, "total of two dice"),
        ("tiles=7,one-die=must-high-tiles-shut", {1, 2}, "total of one die or two"),
        ("tiles=6,dice=1", {1}, "one die"),
    ],
)
def test_the_policy_is_drawn_of_the_dice_that_are_rolled(rules, dice, words):
    game = dd.game(f"shut-the-box:{rules}")
    assert {len(roll) for roll in best_by_roll(game)} == dice
    drawn = policy(game).data
    assert drawn["x"]["label"] == f"roll ({words})"
    shares = [sum(column) for column in zip(*(one["y"] for one in drawn["series"]), strict=True)]
    assert shares == pytest.approx([1.0] * len(shares))


def test_one_more_tile_may_bring_the_second_die_back():
    """Tile 7 ends the compulsory single die, so it has no part in what the die can turn."""
    game = dd.game("shut-the-box:tiles=8,one-die=must-high-tiles-shut")
    assert interference(game, state="up=1+2+3", roll="3").data["x"]["values"] == ["none", "4", "5", "6"]
