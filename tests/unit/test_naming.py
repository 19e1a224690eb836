"""Dice, boxes and choices as people write them; what is written back is always the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.dice import read_roll, write_roll
from dicedevil.errors import DiceDevilError, NotationError, PositionError
from dicedevil.families.cards.names import ALSO_CALLED
from dicedevil.naming import folded


@pytest.mark.parametrize(
    "text",
    ["33466", "3 3 4 6 6", "3,3,4,6,6", "3-3-4-6-6", "3, 3, 4, 6, 6", " 6+6+4+3+3 "],
)
def test_dice_as_people_write_them(text: str) -> None:
    assert read_roll(text) == (3, 3, 4, 6, 6)
    asked = dd.solve("micro-yahtzee")  # any game reads them by the same reader
    assert asked.game.read_roll(asked.game.start(), "4") == (4,)
    assert dd.game("yahtzee").read_position("ones=3", text)[1] == (3, 3, 4, 6, 6)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=6), st.sampled_from([" ", ",", "-", " + "]))
def test_rolls_are_written_one_way(faces: list[int], joint: str) -> None:
    roll = tuple(sorted(faces))
    if len(roll) > 1:
        assert read_roll(joint.join(map(str, faces))) == roll
        assert read_roll(write_roll(roll)) == roll


def test_too_few_dice() -> None:
    for text, shown in (("3346", "four dice"), ("3 3", "two dice"), ("334665", "six dice")):
        with pytest.raises(PositionError, match=f"shows {shown}: a roll here needs five dice"):
            dd.game("yahtzee").read_position("", text)


@pytest.mark.parametrize(
    ("written", "box"),
    [
        ("Ones", "ones"),
        ("1s", "ones"),
        ("aces", "ones"),
        ("FH", "full-house"),
        ("full_house", "full-house"),
        ("3k", "three-of-a-kind"),
        ("3 of a kind", "three-of-a-kind"),
        ("4 Of A Kind", "four-of-a-kind"),
        ("lg straight", "large-straight"),
        ("Large Straight", "large-straight"),
        ("LS", "large-straight"),
        ("small", "small-straight"),
        ("YAHTZEE", "yahtzee"),
        ("Chance", "chance"),
        ("six", "sixes"),
    ],
)
def test_boxes_as_people_call_them(written: str, box: str) -> None:
    game, points = dd.game("yahtzee"), 20 if box == "chance" else 0
    assert game.read_state(f"{written}={points}") == game.read_state(f"{box}={points}")
    roll = (2, 3, 4, 5, 6)
    choice = game.read_choice(game.start(), roll, f"Score {written}")
    assert game.write_choice(choice) == f"score {box}"
    theirs = dd.TurnByTurn(game).read_state(f"ones=0,Them-{written}={points}")
    assert theirs == dd.TurnByTurn(game).read_state(f"ones=0,them-{box}={points}")


def test_pairs_have_names_too() -> None:
    game = dd.game("yatzy")
    assert game.read_state("1 pair=12,2 Pairs=22") == game.read_state("one-pair=12,two-pairs=22")
    with pytest.raises(NotationError, match="can mean one-pair, two-pairs"):
        game.read_state("pairs=12")


def test_what_could_be_two_boxes_is_refused_with_both() -> None:
    game = dd.game("yahtzee")
    with pytest.raises(NotationError, match="'straight' can mean small-straight, large-straight"):
        game.read_state("straight=0")
    with pytest.raises(PositionError, match="can mean threes, three-of-a-kind"):
        game.read_choice(game.start(), (1, 2, 3, 4, 5), "score three")
    with pytest.raises(NotationError, match="Did you mean 'sixes'"):
        game.read_state("sixxes=6")


@pytest.mark.parametrize("spec", ["yahtzee", "yatzy", "pairs-yahtzee", "junior-yahtzee"])
def test_every_name_means_a_box_or_is_refused_with_the_candidates(spec: str) -> None:
    game = dd.game(spec)
    rows: dict[str, set[str]] = {}
    for box, words in game.also_called.items():
        for word in (box, *words):
            rows.setdefault(folded(word), set()).add(box)
    for word, boxes in rows.items():
        if len(boxes) == 1:
            box = boxes.pop()
            points = 20 if box == "chance" else 0
            state = game.read_state(f"{word}={points}")
            assert state == game.read_state(f"{box}={points}")
            assert game.read_state(game.write_state(state.state)).state == state.state
        else:
            with pytest.raises(NotationError, match="can mean"):
                game.read_state(f"{word}=0")
    assert set(game.also_called) <= set(ALSO_CALLED)


def test_choices_and_keys_in_any_case() -> None:
    tiles, pig = dd.game("shut-the-box"), dd.game("pig")
    assert tiles.read_choice(tiles.start(), (4, 6), "Flip 9, 1") == (1, 9)
    assert tiles.read_state("UP = 1 + 4 + 9") == tiles.read_state("up=1+4+9")
    assert tiles.read_state("up=1 4 9") == tiles.read_state("up=1+4+9")
    assert pig.read_state("Turn=19") == pig.read_state("turn=19")
    assert pig.read_choice(pig.read_state("turn=19").state, (4,), "STOP") == "bank"
    slots = dd.game("ten-times-18")
    assert slots.read_choice(slots.start(), (11,), "Place 5") == 5
    assert slots.read_roll(slots.start(), "4 4 3") == slots.read_roll(slots.start(), "11") == (11,)


@pytest.mark.parametrize(
    ("spec", "text", "says"),
    [
        ("pig", "me=40,turn=3", "'me' .* advise with --objective win, or turns"),
        ("pig", "them=60,turn=3", "'them' .* advise with --objective win"),
        ("pig", "left=3", "advise with --objective within"),
        ("yahtzee", "ones=3,them-ones=3", "'them-ones' .* advise with --objective win, or --player"),
        ("ten-times-18", "1=4,them-1=6", "'them-1' .* advise with --objective win"),
        ("shut-the-box", "them-up=1", "'them-up' .* advise with --objective win"),
        ("yahtzee", "them=180", "other player's have them- in front"),
        ("yahtzee", "mover=1", "advise with --objective win"),
    ],
)
def test_a_key_of_a_match_says_so(spec: str, text: str, says: str) -> None:
    with pytest.raises(DiceDevilError, match=says):
        dd.advise(spec, text, "3")


def test_a_curve_names_no_option_that_it_lacks() -> None:
    with pytest.raises(NotationError, match="is for another question: advise with --objective win"):
        dd.curve("micro-yahtzee", "double=6,them-double=4")
