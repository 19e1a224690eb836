"""Score cards: their words, their limits, and what is refused."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.errors import NotationError, PositionError, RulesError, TooLarge
from dicedevil.families.cards import patterns
from dicedevil.families.cards.card import Box, ScoreCard, upper_box
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.rules import Position
from dicedevil.solvers.cards.states import card_state, encoding

OFFICIAL = dd.game("yahtzee")
TOLD_APART = dd.game("yahtzee:boxes=twos/yahtzee/chance,dice=1d3+1d{1;2:2;3}")
assert isinstance(OFFICIAL, KeepRerollGame)
assert isinstance(TOLD_APART, KeepRerollGame)


# -- positions -----------------------------------------------------------------------------------


def test_positions_of_the_contract() -> None:
    points, state = OFFICIAL.read_state("ones=3,sixes=18,yahtzee=50,rerolls=1,extra-yahtzees=1")
    assert points == 3 + 18 + 50 + 100
    assert (state.yahtzee, state.rerolls, state.kept) == (1, 1, ())
    assert state.open.bit_count() == 10
    upper = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18"
    assert OFFICIAL.read_state(upper).points == 63 + 35
    assert OFFICIAL.read_state("") == Position(0, OFFICIAL.start())


def test_equal_futures_are_one_state() -> None:
    lost = OFFICIAL.read_state("ones=0,twos=0,threes=0,fours=0,fives=0").state
    sure = OFFICIAL.read_state("ones=5,twos=10,threes=15,fours=20,fives=20").state
    assert lost == sure  # no total of sixes changes the bonus any more
    zero = OFFICIAL.read_state("yahtzee=0").state
    assert zero != OFFICIAL.read_state("yahtzee=50").state
    plain = dd.game("basic-yahtzee")
    assert plain.read_state("yahtzee=0").state == plain.read_state("yahtzee=50").state


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("ones=7", PositionError, "can hold 0, 1, 2, 3, 4, 5"),
        ("full-house=24", PositionError, "can hold 0, 25"),
        ("chance=4", PositionError, "'chance=4'"),
        ("sevens=7", NotationError, "Did you mean"),
        ("ones=x", NotationError, "whole number"),
        ("ones=1,ones=2", NotationError, "twice"),
        ("extra-yahtzees=1", PositionError, "holds no points"),
        ("yahtzee=0,ones=3,extra-yahtzees=1", PositionError, "holds no points"),
        ("yahtzee=50,ones=5,extra-yahtzees=2", PositionError, "only 1 are filled"),
        ("yahtzee=50,extra-yahtzees=-1", NotationError, "0 or more"),
        ("rerolls=3", PositionError, "0 to 2"),
        ("rerolls=-1", PositionError, "0 to 2"),
        ("kept=66", PositionError, "no dice are kept"),
        ("kept=77,rerolls=1", PositionError, "cannot be kept"),
        ("kept=666666,rerolls=1", PositionError, "cannot be kept"),
        ("kept=x,rerolls=1", NotationError, "Cannot read"),
    ],
)
def test_impossible_positions_are_refused_in_words(
    text: str, error: type[dd.DiceDevilError], words: str
) -> None:
    with pytest.raises(error, match=words):
        OFFICIAL.read_state(text)


def test_more_refusals() -> None:
    with pytest.raises(PositionError, match="no Yahtzee bonus"):
        dd.game("basic-yahtzee").read_state("yahtzee=50,ones=5,extra-yahtzees=1")
    full = "double=2,square=1"
    assert dd.game("micro-yahtzee").read_state(full) == Position(3, CardState(0, 0, 0, 0))
    with pytest.raises(PositionError, match="over"):
        dd.game("micro-yahtzee").read_position(full, "6")
    short = dd.game("yahtzee:boxes=chance")
    with pytest.raises(PositionError, match="card is full"):
        short.read_state("chance=20,rerolls=1")
    for roll, says in (("6665", "four dice"), ("66657", "cannot occur"), ("666666", "six dice")):
        with pytest.raises(PositionError, match=says):
            OFFICIAL.read_position("", roll)
    with pytest.raises(PositionError, match="cannot occur"):
        OFFICIAL.read_position("rerolls=1,kept=66", "12345")


@pytest.mark.parametrize(
    "state",
    [
        CardState(0, 0, 0, 2),
        CardState(-1, 0, 0, 2),
        CardState(1 << 13, 0, 0, 2),
        CardState(8191, 1, 0, 2),
        CardState(8191, 0, 1, 2),
        CardState(8191, 0, 0, 3),
        CardState(8191, 0, 0, -1),
        CardState(8191, 0, 0, 2, (6,)),
        CardState(8191, 0, 0, 1, (7,)),
        (1, 2),
        "state",
    ],
)
def test_states_that_cannot_occur(state: CardState) -> None:
    with pytest.raises(PositionError, match="cannot occur"):
        OFFICIAL.rolls(state)


def test_states_write_and_read_back() -> None:
    encoded = encoding(OFFICIAL.card)
    for number in range(0, encoded.states, 4099):
        state = card_state(OFFICIAL, number)
        assert encoded.number(*state[:3]) == number
        assert OFFICIAL.read_state(OFFICIAL.write_state(state)).state == state
        if state.open:
            inside = state._replace(rerolls=1, kept=(3, 6, 6))
            assert OFFICIAL.read_state(OFFICIAL.write_state(inside)).state == inside


# -- choices -------------------------------------------------------------------------------------


def test_choices_in_order() -> None:
    state = OFFICIAL.start()
    words = [OFFICIAL.write_choice(one) for one in OFFICIAL.choices(state, (5, 6, 6, 6, 6))]
    assert words[:2] == ["score ones", "score twos"]
    assert words[13:] == [
        *("keep 56666", "keep 5666", "keep 6666", "keep 566", "keep 666"),
        *("keep 56", "keep 66", "keep 5", "keep 6", "keep none"),
    ]
    last = state._replace(rerolls=0)
    assert len(OFFICIAL.choices(last, (5, 6, 6, 6, 6))) == 13
    for text, choice in (
        ("keep 656", KeepDice((5, 6, 6))),
        ("keep none", KeepDice(())),
        ("  score   chance", ScoreBox("chance")),
    ):
        assert OFFICIAL.read_choice(state, (5, 6, 6, 6, 6), text) == choice
    for bad in ("keep 55", "keep 7", "score sevens", "keep", "roll", "score"):
        with pytest.raises(PositionError, match="choices are"):
            OFFICIAL.read_choice(state, (5, 6, 6, 6, 6), bad)
    assert OFFICIAL.box(ScoreBox("ones")) == "ones"
    assert OFFICIAL.box(KeepDice(())) is None


def test_joker_rules() -> None:
    sixes = (6,) * 5
    filled = "yahtzee=50,sixes=18"
    rules = ("free", "forced", "used", "any", "none")
    free, forced, used, any_box, none = (dd.game(f"yahtzee:joker={rule}") for rule in rules)

    def offers(game: dd.Game, text: str) -> dict[str, int]:
        state = game.read_state(text + ",rerolls=0").state
        return {one.box: game.play(state, sixes, one)[0] for one in game.choices(state, sixes)}

    assert offers(free, filled)["large-straight"] == 140
    assert offers(none, filled)["large-straight"] == 100
    assert set(offers(forced, "yahtzee=50")) == {"sixes"}
    assert offers(forced, "yahtzee=0") == {"sixes": 30}
    assert "ones" not in offers(forced, filled)
    assert offers(forced, filled)["full-house"] == 125
    lower = [name for name in OFFICIAL.card.names[6:] if name != "yahtzee"]
    above = filled + "," + ",".join(f"{n}={20 if n == 'chance' else 0}" for n in lower)
    assert offers(forced, above) == dict.fromkeys(("ones", "twos", "threes", "fours", "fives"), 100)
    assert offers(free, "yahtzee=50")["large-straight"] == 100  # sixes are open: no joker
    assert offers(used, "yahtzee=50") == offers(none, "yahtzee=50") | {"sixes": 130} | {
        name: points - 100 for name, points in offers(none, "yahtzee=50").items() if name != "sixes"
    }
    assert offers(used, filled) == offers(free, filled)
    assert offers(any_box, filled) == offers(free, filled)
    jokers = {"full-house": 125, "small-straight": 130, "large-straight": 140}  # though sixes are open
    assert offers(any_box, "yahtzee=50") == offers(free, "yahtzee=50") | jokers
    assert offers(any_box, "yahtzee=0")["large-straight"] == 40
    assert offers(any_box, "chance=20") == offers(none, "chance=20")  # the Yahtzee box is open


def test_dice_told_apart_are_named_in_order() -> None:
    state = TOLD_APART.start()
    assert TOLD_APART.rolls(state)[(3, 1)] == 1
    assert TOLD_APART.rolls(state)[(3, 2)] == 2
    assert TOLD_APART.read_roll(state, "31") == (3, 1)
    words = [TOLD_APART.write_choice(one) for one in TOLD_APART.choices(state, (3, 1))]
    assert words[3:] == ["keep 31", "keep 3-", "keep -1", "keep none"]
    position = TOLD_APART.read_state("rerolls=0,kept=-1")
    assert set(TOLD_APART.rolls(position.state)) == {(1, 1), (2, 1), (3, 1)}
    assert TOLD_APART.write_state(position.state) == "rerolls=0,kept=-1"
    with pytest.raises(PositionError, match="cannot be kept"):
        TOLD_APART.read_state("rerolls=0,kept=9-")
    order = [encoding(TOLD_APART.card).lattice.number[one.dice] for one in TOLD_APART.keeps((3, 1))]
    assert order == sorted(order)


# -- patterns and cards --------------------------------------------------------------------------


def test_patterns() -> None:
    assert patterns.Groups((3, 2))((1, 1, 2, 2, 2))
    assert not patterns.Groups((3, 2))((2, 2, 2, 2, 2))
    assert patterns.Sequence(4)((1, 2, 3, 3, 4))
    assert not patterns.Sequence(5)((1, 2, 3, 4, 6))
    assert patterns.GroupsTotal((2,))((1, 1, 5, 5, 6)) == 10
    assert patterns.GroupsTotal((2, 2))((1, 1, 5, 5, 5)) == 12
    assert patterns.GroupsTotal((2, 2))((5, 5, 5, 5, 5)) == 0
    assert patterns.Shows((1, 2))((1, 2, 6))
    assert patterns.Total(2)((1, 2)) == 6
    yatzy = dd.game("yatzy")
    state = yatzy.start()
    paid = {
        one.box: yatzy.play(state, (5, 5, 6, 6, 6), one)[0]
        for one in yatzy.choices(state._replace(rerolls=0), (5, 5, 6, 6, 6))
    }
    assert paid["one-pair"] == 12
    assert paid["two-pairs"] == 22
    assert paid["three-of-a-kind"] == 18
    assert paid["full-house"] == 28
    assert paid["small-straight"] == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"boxes": ()}, "1 to 20 boxes"),
        ({"boxes": (upper_box("a", 1), upper_box("a", 2))}, "Two boxes"),
        ({"boxes": (upper_box("a", 1), upper_box("b", 1))}, "share a face"),
        ({"boxes": (upper_box("kept", 1),)}, "cannot be called"),
        ({"boxes": (upper_box("a b", 1),)}, "cannot be called"),
        ({"rerolls": -1}, "rerolls"),
        ({"rerolls": 101}, "rerolls"),
        ({"joker": "maybe"}, "joker is one of"),
        ({"joker": "free"}, "needs a Yahtzee box"),
        ({"yahtzee_box": "b"}, "not on the card"),
        ({"threshold": -1}, "threshold"),
        ({"upper_bonus": 10**7}, "at most"),
        ({"dice": "5d6"}, "Dice.parse"),
    ],
)
def test_cards_that_contradict_themselves(given: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        ScoreCard(**{"boxes": (upper_box("a", 1),), **given})  # type: ignore[arg-type]


def test_cards_that_pay_too_much() -> None:
    with pytest.raises(RulesError, match="pays at most"):
        dd.solve(KeepRerollGame(ScoreCard((Box("huge", patterns.Total(10**7)),))))
    minus = Box("minus", patterns.Total(-1), face=1)
    with pytest.raises(RulesError, match="less than zero"):
        KeepRerollGame(ScoreCard((minus,), upper_bonus=5, threshold=3)).start()
    far = Box("far", patterns.Total(2_000), face=1)
    with pytest.raises(TooLarge, match="upper bonus"):
        KeepRerollGame(ScoreCard((far,), upper_bonus=5, threshold=10_000)).start()


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("yahtzee:joker=maybe", RulesError),
        ("yahtzee:rerolls=-1", NotationError),
        ("yahtzee:rerolls=101", NotationError),
        ("yahtzee:threshold=x", NotationError),
        ("yahtzee:boxes=ones/ones", RulesError),
        ("yahtzee:boxes=onse", RulesError),
        ("yahtzee:dice=5x6", NotationError),
        ("junior-yahtzee:bonus=perhaps", RulesError),
        ("yatzy:dice=6d6", RulesError),
    ],
)
def test_bad_parameters(spec: str, error: type[dd.DiceDevilError]) -> None:
    with pytest.raises(error):
        dd.game(spec)


def test_specs_make_the_game_again() -> None:
    for spec in (
        "yahtzee",
        "yahtzee:joker=forced,yahtzee-bonus=0,upper-bonus=50,threshold=60,rerolls=3,dice=6d6",
        "yahtzee:dice=4d6+1d{1..5:1;6:3},boxes=ones/chance",
        "basic-yahtzee:bonus=no",
        "pairs-yahtzee:joker=none",
    ):
        assert str(dd.game(spec)) == spec
        assert dd.game(str(dd.game(spec))) == dd.game(spec)
    assert str(dd.game("yahtzee:joker=free,dice=5d6,boxes=all")) == "yahtzee"
    assert str(dd.game("yahtzee:boxes=chance/ones")) == "yahtzee:boxes=ones/chance"
