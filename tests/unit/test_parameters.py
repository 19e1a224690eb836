"""Parameters: each kind, every declared parameter, and the names of games that are made from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedevil.dice import Dice, Die
from dicedevil.errors import DiceDevilError, NotationError, RulesError, TooLarge
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.placement.slots import Slot
from dicedevil.families.press_luck import Combination, PressLuck
from dicedevil.families.tiles import TileRules
from dicedevil.games import find, is_listed, made, make, names
from dicedevil.games.micro_yahtzee import MicroYahtzee
from dicedevil.games.ten_times_18 import TenTimes18
from dicedevil.games.yahtzee import Yahtzee
from dicedevil.parameters import (
    Kind,
    NamesOf,
    Numbers,
    OneOf,
    Parameter,
    SomeDice,
    Text,
    Values,
    WholeNumber,
    YesNo,
    write_values,
)
from dicedevil.rules import Game
from small_games import PigRace
from variants import ALL, TINY

DECLARED = [(name, one) for name in names() for one in find(name).parameters]
IDS = [f"{name}:{one.name}" for name, one in DECLARED]
COLOURS = ("red", "green", "blue")
OFFICIAL = Yahtzee.card
THREE_DICE = Dice.parse("3d6")

dice = st.lists(
    st.dictionaries(st.integers(0, 20), st.integers(1, 9), min_size=1, max_size=6).map(
        lambda weights: Die(tuple(sorted(weights.items())))
    ),
    min_size=1,
    max_size=4,
)
VALUES: dict[Kind, st.SearchStrategy[Any]] = {
    WholeNumber(): st.integers(0, 10**17),
    WholeNumber(-5, 40): st.integers(-5, 40),
    WholeNumber(1, 20, costly=True): st.integers(1, 20),
    OneOf(COLOURS): st.sampled_from(COLOURS),
    YesNo(): st.booleans(),
    SomeDice(): dice.map(lambda some: Dice(tuple(some))),
    SomeDice(alike=True): dice.map(lambda some: Dice((some[0],) * len(some))),
    SomeDice(single=True): dice.map(lambda some: Dice((some[0],))),
    Numbers(): st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=9).map(tuple),
    NamesOf(COLOURS): st.sets(st.sampled_from(COLOURS), min_size=1).map(
        lambda some: tuple(name for name in COLOURS if name in some)
    ),
    Text(): st.text(max_size=20),
}


# -- kinds -----------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.data())
@pytest.mark.parametrize("kind", VALUES, ids=repr)
def test_what_a_kind_writes_it_reads_again(kind: Kind, data: st.DataObject) -> None:
    value = data.draw(VALUES[kind])
    assert kind.read(kind.write(value)) == value


@settings(deadline=None)
@given(st.text("0123456789-+./ dax{};:_é", max_size=25))
@pytest.mark.parametrize("kind", VALUES, ids=repr)
def test_any_text_is_read_or_refused_in_words(kind: Kind, text: str) -> None:
    try:
        value = kind.read(text, "colour")
    except DiceDevilError as error:
        require_refusal(error)
        return
    assert kind.read(kind.write(value)) == value


def require_refusal(error: DiceDevilError) -> None:
    """A refusal has a known exit code and stays readable, however long the input was."""
    assert error.exit_code in (3, 5)
    assert 10 < len(str(error)) < 400


@pytest.mark.parametrize("kind", VALUES, ids=repr)
def test_a_kind_tells_what_it_accepts(kind: Kind) -> None:
    assert kind.accepts
    assert set(kind.data()) <= {"low", "high", "choices"}


def test_every_kind_is_tested_here() -> None:
    assert {type(kind) for kind in VALUES} == set(Kind.__subclasses__())


@pytest.mark.parametrize(
    ("kind", "text", "error", "says"),
    [
        (WholeNumber(1, 20), "0", NotationError, "tiles is a whole number between 1 and 20, not '0'"),
        (WholeNumber(1, 20), "21", NotationError, "not '21'"),
        (WholeNumber(1, 20), "", NotationError, "not ''"),
        (WholeNumber(1, 20), "2.0", NotationError, "not '2.0'"),
        (WholeNumber(1, 20), "9" * 5000, NotationError, "between 1 and 20"),
        (WholeNumber(1, 20, costly=True), "0", NotationError, "not '0'"),
        (WholeNumber(1, 20, costly=True), "21", TooLarge, "21 tiles are too many: the most is 20"),
        (WholeNumber(1), "0", NotationError, "a whole number of at least 1, not '0'"),
        (WholeNumber(1), "9" * 40, TooLarge, "'999"),
        (WholeNumber(1), "9" * 5000, TooLarge, "too large"),
        (WholeNumber(1), "-" + "9" * 40, NotationError, "at least 1"),
        (OneOf(COLOURS), "gren", RulesError, "red, green, blue, not 'gren'. Did you mean 'green'"),
        (OneOf(COLOURS), "", RulesError, "one of red, green, blue, not ''"),
        (YesNo(), "maybe", RulesError, "yes or no, not 'maybe'"),
        (SomeDice(), "five", NotationError, "'five'.*3d6"),
        (SomeDice(), "1001d6", TooLarge, "1,000 dice"),
        (SomeDice(alike=True), "2d6+1d8", RulesError, r"alike, as in 5d6, not '2d6\+1d8'"),
        (SomeDice(single=True), "2d6", RulesError, "one die is needed, as in 1d6, not '2d6'"),
        (Numbers(), "1/x", NotationError, "'x' in tiles='1/x'.*1/2/5 or 1..10"),
        (Numbers(), "1..", NotationError, "'' in tiles='1..'"),
        (Numbers(), "5..1", NotationError, "'5..1' is not a rising range"),
        (Numbers(), "1..100001", TooLarge, "'1..100001' is too long"),
        (Numbers(), "1000000001", NotationError, "1,000,000,000"),
        (NamesOf(COLOURS), "red/gren", RulesError, "'gren' in tiles='red/gren'.*Did you mean 'green'"),
        (NamesOf(COLOURS), "zz", RulesError, "all, or some of red, green, blue"),
        (NamesOf(COLOURS), "red/red", RulesError, "'red' stands twice in tiles='red/red'"),
    ],
)
def test_what_a_kind_refuses(kind: Kind, text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        kind.read(text, "tiles")


def test_names_keep_the_order_of_their_list() -> None:
    kind = NamesOf(COLOURS)
    assert kind.read("blue / red") == ("red", "blue")
    assert kind.read("all") == kind.read("blue/green/red") == COLOURS
    assert kind.write(COLOURS) == "all"


def test_limits_in_words() -> None:
    assert WholeNumber(0, 1_000).limits == "0 to 1,000"
    assert WholeNumber(2).limits == "at least 2"
    assert YesNo().limits == ""


# -- declarations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "one"), DECLARED, ids=IDS)
def test_a_default_is_written_as_it_is_read(name: str, one: Parameter) -> None:
    assert one.write(one.read(one.default)) == one.default
    assert (one.read(one.default) is None) == one.may_be_unset


@pytest.mark.parametrize(("name", "one"), DECLARED, ids=IDS)
def test_a_default_that_is_spelt_out_makes_the_same_game(name: str, one: Parameter) -> None:
    spelt_out = made(f"{name}:{one.name}={one.default}")
    assert spelt_out == made(name)
    assert str(spelt_out) == name


@pytest.mark.parametrize(("name", "one"), DECLARED, ids=IDS)
def test_a_declaration_as_plain_data(name: str, one: Parameter) -> None:
    data = one.data()
    assert list(data) == ["name", "default", "about", "kind", "low", "high", "choices"]
    assert (data["name"], data["default"], data["about"]) == (one.name, one.default, one.about)
    for choice in data["choices"] or ():
        assert str(made(f"{name}:{one.name}={choice}")).startswith(name)


NUMBERS = [(name, one) for name, one in DECLARED if isinstance(one.kind, WholeNumber)]


@pytest.mark.parametrize(("name", "one"), NUMBERS, ids=lambda one: getattr(one, "name", one))
def test_the_limits_of_every_number(name: str, one: Parameter) -> None:
    kind = one.kind
    assert isinstance(kind, WholeNumber)
    assert made(f"{name}:{one.name}={kind.low}").values[one.name] == kind.low
    with pytest.raises(NotationError, match=f"{one.name} is .*not '{kind.low - 1}'"):
        made(f"{name}:{one.name}={kind.low - 1}")
    with pytest.raises(NotationError, match=f"{one.name} is .*not 'many'"):
        made(f"{name}:{one.name}=many")
    beyond = 10**12 if kind.high is None else kind.high + 1
    costly = kind.costly or kind.high is None
    with pytest.raises(TooLarge if costly else NotationError, match=r"the most is|not '"):
        made(f"{name}:{one.name}={beyond}")


WORDS = [(name, one) for name, one in DECLARED if one.kind.data().get("choices")]


@pytest.mark.parametrize(("name", "one"), WORDS, ids=lambda one: getattr(one, "name", one))
def test_words_that_are_not_known(name: str, one: Parameter) -> None:
    with pytest.raises(RulesError, match="'qqq'") as refused:
        made(f"{name}:{one.name}=qqq")
    assert one.kind.accepts in str(refused.value)


def test_values_know_what_was_given() -> None:
    values = Values(find("klappenspiel").parameters, {"tiles": "10"})
    assert values == {"tiles": 10, "sides": 6}
    assert values.given == {"tiles"}
    assert write_values(find("klappenspiel").parameters, values) == ""
    assert write_values(find("klappenspiel").parameters, {"tiles": 3, "sides": 2}) == "tiles=3,sides=2"


def test_fields_of_a_class_are_its_parameters() -> None:
    @dataclass(frozen=True)
    class Own(PigRace):
        target: int = 5
        most_steps: int = 3
        name = "own"
        parameters = (Parameter("most-steps", "3", WholeNumber(1, 9), "how many steps there are"),)

    game = Own.from_texts({"most-steps": "5"})
    assert game == Own(most_steps=5)
    assert str(game) == "own:most-steps=5"


# -- names of games --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_the_bare_name_is_the_class_without_arguments(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cls = find(name)
    if cls.parameters:
        assert cls.from_texts({}) == cls()

    def fail(*arguments: object) -> None:
        raise AssertionError("a bare name needs no reading")

    monkeypatch.setattr(Parameter, "read", fail)
    monkeypatch.setattr(cls, "from_texts", fail)
    assert make(name, {}) == cls()
    assert str(cls()) == name


MORE = (
    "ten-times-18:multipliers=2..4,dice=2d6",
    "ten-times-18:slots=12,dice=1d20",
    "ten-times-18:functions=x/abs(x-3)%2",
    "klappenspiel:tiles=20,sides=100",
    "shut-the-box:sides=8,score=remaining",
    "pig:sides=8,target=50",
    "pig:dice=1d{1..5:1;6:2}",
    "ten-thousand:target=5000,actions=m5-m1,minimum=350,dice=5d{1..5:1;6:2}",
    "farkle:minimum=0,dice=4d6",
    "junior-yahtzee:bonus=no",
    "basic-yahtzee:bonus=no",
    "pairs-yahtzee:joker=used",
    "yahtzee:joker=any,rerolls=1",
    "yahtzee:boxes=ones/sixes",
    "yahtzee:joker=none,boxes=ones/sixes",
    "yahtzee:yahtzee-bonus=0,upper-bonus=0,threshold=0,rerolls=0",
    "yahtzee:dice=4d6+1d{6}",
)


@pytest.mark.parametrize("spec", [*names(), *ALL, *TINY, *MORE])
def test_a_name_makes_the_game_again(spec: str) -> None:
    game = made(spec)
    assert made(str(game)) == game
    assert hash(made(str(game))) == hash(game)
    assert is_listed(game)
    changed = write_values(game.parameters, game.values)
    assert str(game) == (f"{game.name}:{changed}" if changed else game.name)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("yahtzee:boxes=sixes/ones,joker=free", "yahtzee:boxes=ones/sixes"),
        ("yahtzee:dice=6d6,joker=forced", "yahtzee:joker=forced,dice=6d6"),
        ("yahtzee:rerolls=02", "yahtzee"),
        ("pig:dice=1d8", "pig:sides=8"),
        ("pig:dice=1d6", "pig"),
        ("ten-times-18:multipliers=1..4", "ten-times-18:slots=4"),
        ("ten-times-18:dice=1d6,multipliers=1/2/5", "ten-times-18:multipliers=1/2/5,dice=1d6"),
        ("ten-times-18:dice=1d6,functions=x / 2*x", "ten-times-18:functions=x/2*x,dice=1d6"),
        ("klappenspiel:sides=3,tiles=5", "klappenspiel:tiles=5,sides=3"),
        ("farkle:dice=6d{1..6}", "farkle"),
    ],
)
def test_how_a_game_is_printed(text: str, printed: str) -> None:
    assert str(made(text)) == printed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pig:sides=6,dice=1d6", "either sides= or dice="),
        ("ten-times-18:slots=10,multipliers=1/2/5", "slots=10, but there are 3 multipliers"),
        ("ten-times-18:slots=10,functions=x/x", "slots=10, but there are 2 functions"),
        ("ten-times-18:functions=x,multipliers=1..slots", "not both"),
    ],
)
def test_parameters_that_contradict_each_other(text: str, says: str) -> None:
    """Also where one of them is at its default: it was asked for."""
    with pytest.raises(RulesError, match=says):
        made(text)


Pig, TenThousand, Farkle = find("pig"), find("ten-thousand"), find("farkle")
LOADED = Die(((1, 1), (2, 3)))
TWO_DICE = PressLuck(2, (Combination((5,), 50),), 100)


@pytest.mark.parametrize(
    "game",
    [
        Pig(PressLuck(1, (Combination((5,), 7),), 100)),
        Pig(TWO_DICE),
        Pig(replace(Pig.rules, minimum=5)),
        Pig(PressLuck(1, (Combination((2,), 7),), 100, LOADED)),
        TenThousand(replace(TenThousand.rules, resign=((5, 5),))),
        TenThousand(replace(TenThousand.rules, hot_dice_together=False)),
        TenThousand(TWO_DICE),
        Farkle(TWO_DICE),
        Farkle(TenThousand.rules),
        Yahtzee(replace(OFFICIAL, upper_bonus=50)),
        Yahtzee(replace(OFFICIAL, upper_bonus=50), "upper-bonus=51"),
        Yahtzee(OFFICIAL, "joker=forced"),
        Yahtzee(OFFICIAL, "no parameters"),
        Yahtzee(replace(OFFICIAL, boxes=OFFICIAL.boxes[::-1])),
        find("junior-yahtzee")(OFFICIAL),
        MicroYahtzee(OFFICIAL),
        TenTimes18(THREE_DICE, (3, 2, 1)),
        TenTimes18(THREE_DICE, (1, "x")),
        TenTimes18(THREE_DICE, (1, Slot(25, at_least=12))),
        KeepRerollGame(OFFICIAL),
    ],
    ids=str,
)
def test_other_rules_in_a_listed_class_are_not_listed(game: Game) -> None:
    assert not is_listed(game)


def test_the_same_rules_by_another_way_are_listed() -> None:
    assert is_listed(Pig(made("pig:sides=8,target=50").rules, "sides=8,target=50"))
    assert is_listed(TenThousand(replace(TenThousand.rules, resign=((5,),)), "actions=m5"))
    assert is_listed(Yahtzee(replace(OFFICIAL, upper_bonus=50), "upper-bonus=50"))
    assert is_listed(TenTimes18(Dice.parse("2d6"), (1, 1, 2)))
    assert is_listed(TenTimes18(THREE_DICE, ("x", "x**2")))


def test_python_callers_are_refused_too() -> None:
    with pytest.raises(RulesError, match="score is one of"):
        TileRules((1, 2), Dice.parse("2d6"), score=" win")
    with pytest.raises(RulesError, match="actions is one of"):
        made("ten-thousand:actions=m7")
    with pytest.raises(NotationError, match="sides is a whole number"):
        made("pig:sides=1")
    with pytest.raises(TooLarge, match="1,001 sides"):
        made("pig:dice=1d1001")
    with pytest.raises(RulesError, match="KeepRerollGame has no parameters"):
        KeepRerollGame.from_texts({})
    with pytest.raises(TooLarge, match=r"2\^21 boards"):
        TileRules(tuple(range(1, 22)), Dice.parse("2d6"))
