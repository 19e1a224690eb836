"""Hog: how positions are written, what is refused, and what one plays by."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.errors import DiceDevilError, NotationError, PositionError, TooLarge
from dicedevil.games.hog import Hog, HogMatch, HogRace, HogState

SMALL = Hog(target=8, dice=3, sides=4)


def test_a_turn_is_a_number_of_dice_and_one_roll() -> None:
    game = dd.game("hog")
    start = game.start()
    assert game.rolls(start) == {(): 1}
    assert [game.write_choice(one) for one in game.choices(start, ())][:2] == ["roll 1", "roll 2"]
    _, rolling = game.play(start, (), 2)
    rolls = game.rolls(rolling)
    assert (rolls[(1,)], rolls[(4,)], rolls[(7,)], sum(rolls.values())) == (11, 1, 4, 36)
    assert game.choices(rolling, (7,)) == ("score",)
    assert game.play(rolling, (7,), "score")[0] == 7
    assert game.choices(rolling, (1,)) == ("bust",)
    assert game.play(rolling, (1,), "bust")[0] == 0
    assert game.is_over(game.play(rolling, (1,), "bust")[1])


@pytest.mark.parametrize(
    ("game", "text", "state"),
    [
        (SMALL, "", HogState(0, 0, 0, 0)),
        (SMALL, "dice=2", HogState(0, 0, 0, 2)),
        (HogRace(SMALL), "me=5", HogState(0, 5, 0, 0)),
        (HogRace(SMALL), "me=5,dice=3", HogState(0, 5, 0, 3)),
        (HogMatch(SMALL), "me=5,them=6", HogState(0, 5, 6, 0)),
        (HogMatch(SMALL), "me=5,them=6,dice=1,mover=1", HogState(1, 6, 5, 1)),
    ],
)
def test_positions(game: dd.Game, text: str, state: HogState) -> None:
    assert game.read_state(text).state == state
    assert game.read_state(game.write_state(state)).state == state


def test_the_end_of_a_turn_tells_its_points() -> None:
    assert SMALL.read_state("over=1,points=7") == (7, HogState(0, 0, 0, -1))


@pytest.mark.parametrize(
    ("game", "state", "roll", "words"),
    [
        (SMALL, "dice=4", "", "dice=4 cannot be: it is 0 to 3"),
        (SMALL, "dice=-1", "", "dice=-1 cannot be: it is 0 to 3"),
        (SMALL, "dice=2", "3", "The roll '3' cannot occur here. What can be rolled: 1, 4, 5, 6, 7, 8"),
        (SMALL, "dice=2", "many", "The roll, the total of the dice, is a whole number, not 'many'"),
        (SMALL, "me=4", "", "me"),
        (HogRace(SMALL), "me=9", "", "me=9 cannot be: it is 0 to 8"),
        (HogRace(SMALL), "them=3", "", "them"),
        (HogMatch(SMALL), "me=8,them=8", "", "Only one player can reach the target of 8"),
        (HogMatch(SMALL), "mover=2", "", "mover"),
    ],
)
def test_positions_that_cannot_be(game: dd.Game, state: str, roll: str, words: str) -> None:
    with pytest.raises(DiceDevilError, match=words):
        game.read_position(state, roll)


def test_the_match_passes_on_and_ends() -> None:
    match = SMALL.view("win")
    assert isinstance(match, HogMatch)
    assert match.play(HogState(0, 5, 6, 1), (1,), "bust") == (0, HogState(1, 5, 6, 0))
    assert match.play(HogState(1, 5, 1, 1), (4,), "score") == (0, HogState(0, 5, 5, 0))
    won, lost = (match.play(HogState(mover, 5, 5, 1), (4,), "score")[1] for mover in (0, 1))
    assert (match.win_share(won), match.win_share(lost)) == (1, 0)
    assert (won, lost) == (HogState(0, 8, 0, 0), HogState(1, 0, 8, 0))
    assert str(match) == "hog:target=8,dice=3,sides=4"


def test_strategies() -> None:
    assert list(dd.game("hog").strategies()) == ["roll-5"]
    assert dd.game("hog:dice=3").own_strategy("roll-4") is None
    race = dd.simulate("hog:target=20", "roll-5", games=200, seed=1)
    assert 2 < race.mean < 5
    wins = dd.versus("hog:target=20,dice=6", "roll-1", "optimal")
    assert wins.average < 0.3


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("hog:dice=0", NotationError),
        ("hog:dice=51", NotationError),
        ("hog:sides=1", NotationError),
        ("hog:target=1001", NotationError),
        ("hog:dice=30", TooLarge),
        ("hog:sides=30,dice=12", TooLarge),
    ],
)
def test_sizes(spec: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        dd.game(spec)


def test_what_is_not_rolled() -> None:
    with pytest.raises(PositionError, match="1 to 3 dice are rolled"):
        SMALL.rolls(HogState(0, 0, 0, 4))
