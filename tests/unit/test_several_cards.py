"""Several cards at once: rules, notation, and what lies on the table."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.coach.boards import furniture
from dicedevil.coach.table import laid
from dicedevil.errors import DiceDevilError, NotationError, PositionError, TooLarge
from dicedevil.families.cards.several import SeveralCards
from dicedevil.games import is_listed

SIXES = (6,) * 5


def game(spec: str) -> SeveralCards:
    made = dd.game(spec)
    assert isinstance(made, SeveralCards)
    return made


def told(rules: SeveralCards, state: str, roll: tuple[int, ...]) -> list[str]:
    at = rules.read_state(state + ",rerolls=0" if state else "rerolls=0").state
    return [rules.write_choice(one) for one in rules.choices(at, roll)]


@pytest.mark.parametrize(
    "name", ["micro-yahtzee", "junior-yahtzee", "basic-yahtzee", "yahtzee", "pairs-yahtzee", "yatzy"]
)
def test_every_listed_card_can_be_several(name: str) -> None:
    triple = game(f"{name}:cards=3")
    assert str(triple) == f"{name}:cards=3"
    assert is_listed(triple)
    assert dd.game(f"{name}:cards=1") == dd.game(name)
    with pytest.raises(TooLarge, match="the most is 6"):
        dd.game(f"{name}:cards=40")
    with pytest.raises(NotationError, match="between 1 and 6"):
        dd.game(f"{name}:cards=0")


def test_choices_that_are_alike_are_told_once() -> None:
    plain, bonus = game("junior-yahtzee:bonus=no,cards=3"), game("junior-yahtzee:cards=3")
    roll = (1, 2, 3, 4, 6)
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    first = [f"score 1-{box}" for box in boxes]
    assert told(plain, "", roll) == told(bonus, "", roll) == first
    # without a bonus the first card with the box open; with one cards that differ are told apart
    assert told(plain, "1-ones=3", roll) == [*first[1:], "score 2-ones"]
    assert told(bonus, "1-ones=3", roll) == first[1:] + [f"score 2-{box}" for box in boxes]
    assert told(bonus, "2-ones=3", roll) == first + [f"score 2-{box}" for box in boxes[1:]]
    full = ",".join(f"1-{box}=0" for box in boxes)
    assert told(bonus, full, roll) == [f"score 2-{box}" for box in boxes]


def test_each_card_goes_by_its_own_rules() -> None:
    rules = game("yahtzee:cards=2")
    at = rules.read_state("1-yahtzee=50,1-sixes=18,2-yahtzee=0,rerolls=0")
    gains = {
        rules.write_choice(one): rules.play(at.state, SIXES, one)[0]
        for one in rules.choices(at.state, SIXES)
    }
    assert gains["score 1-large-straight"] == 140
    assert gains["score 2-large-straight"] == 0  # its sixes are open: no joker
    assert gains["score 2-sixes"] == 30
    forced = game("yahtzee:cards=2,joker=forced")
    assert told(forced, "1-yahtzee=50,2-chance=9", SIXES)[0] == "score 1-sixes"
    assert "score 1-fives" not in told(forced, "1-yahtzee=50", SIXES)
    bonus = game("junior-yahtzee:cards=2")
    text = "1-sixes=30,1-fives=25,1-fours=4,2-fours=20,rerolls=0"
    state = bonus.read_state(text).state
    choice = bonus.read_choice(state, (3, 3, 3, 1, 2), "score threes")
    assert bonus.points_by_box(state, (1, 2, 3, 3, 3), choice) == {
        "1-threes": 9,
        "1-upper-bonus": 35,
        "1-extra-yahtzees": 0,
    }


def test_notation() -> None:
    rules = game("yahtzee:cards=3")
    position = rules.read_state(
        "ones=3,2-sixes=18,3-yahtzee=50,3-fh=25,3-extra-yahtzees=1,rerolls=1,kept=66"
    )
    assert position.points == 3 + 18 + 50 + 25 + 100
    assert position.state.kept == (6, 6)
    written = rules.write_state(position.state)
    assert rules.read_state(written).state == position.state
    assert rules.read_state("3-of-a-kind=12") == rules.read_state("1-three-of-a-kind=12")
    assert rules.read_state("2-points=180,2-open=chance,2-yahtzee=0").points == 180
    state = rules.read_state("1-ones=3,2-ones=2,rerolls=1").state
    roll = (1, 1, 4, 5, 6)
    for text, meant in (
        ("score 3-ones", "score 3-ones"),
        ("score ones", "score 3-ones"),  # the only card where they are open
        ("score 2-fh", "score 2-full-house"),
        ("keep 1 1", "keep 11"),
        ("Score 3 fives", "score 3-fives"),
    ):
        assert rules.write_choice(rules.read_choice(state, roll, text)) == meant
    for choice in rules.choices(state, roll):
        assert rules.read_choice(state, roll, rules.write_choice(choice)) == choice
    empty = rules.read_state("rerolls=0").state
    assert rules.write_choice(rules.read_choice(empty, roll, "score 3-ones")) == "score 1-ones"
    for wrong in ("score 1-ones", "score 4-ones", "score", "keep 7"):
        with pytest.raises(PositionError, match="choices are"):
            rules.read_choice(state, roll, wrong)
    for text in (
        "4-ones=3",
        "2-ones=99",
        "1-ones=3,ones=3",
        "kept=6",
        "2-rerolls=1",
        "2-extra-yahtzees=1",
    ):
        with pytest.raises(DiceDevilError):
            rules.read_state(text)
    with pytest.raises(PositionError, match="cannot occur"):
        rules.rolls(position.state._replace(cards=position.state.cards[:2]))


def test_the_board_has_all_cards() -> None:
    table = laid(game("yahtzee:cards=2"), state="2-ones=3,1-yahtzee=50,1-fives=20")
    for roll, text in (((1, 2, 2, 2, 5), "keep 222"), ((2, 2, 2, 2, 2), "score 1-twos")):
        table = table.play(roll, table.rules.read_choice(table.position.state, roll, text))
    assert table.written == "1-yahtzee=50,1-fives=20,1-twos=10,1-extra-yahtzees=1,2-ones=3"
    assert table.position.points == 183
    card, turn = furniture(table)[0]
    spots = {spot.name: spot for section in card.sections for spot in section}
    assert len(card.sections) == 3
    assert (spots["1-twos"].text, spots["2-twos"].text) == ("10", "")
    assert spots["2-ones"].label == "Ones, card 2"
    assert spots["1-total"].points == 180
    assert spots["total"].points == 183
    edit = spots["2-ones"].edit
    assert edit is not None
    assert edit.key == "2-ones"
    assert turn.sections[0][0].name == "rerolls left"
    state = table.position.state
    choice = table.rules.read_choice(state, SIXES, "score 2-sixes")
    assert table.rules.uses(state, SIXES, choice).spots == ("2-sixes",)


def test_card_after_card() -> None:
    after = dd.evaluate("micro-yahtzee:cards=2", "s.4", exact=True).mean
    assert after == 2 * dd.evaluate("micro-yahtzee", "s.4", exact=True).mean


def test_games_that_cannot_be_listed_are_played_one_by_one() -> None:
    played = dd.simulate("yahtzee:cards=2", "random", games=3, seed=5)
    assert (played.scores == dd.simulate("yahtzee:cards=2", "random", games=3, seed=5).scores).all()
    assert len(played.boxes) == 26
    best = dd.simulate("junior-yahtzee:bonus=no,cards=2", games=4, seed=1)
    assert 60 < best.mean < 190
    with pytest.raises(TooLarge, match="states"):
        dd.evaluate("yahtzee:cards=2", "random")
    with pytest.raises(TooLarge):
        dd.curve("yahtzee:cards=2")
