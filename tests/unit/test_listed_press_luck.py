"""The listed press-your-luck games are written as text: the rules are what Python said before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.dice import Dice, Die
from dicedevil.errors import DiceDevilError
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame, same_groups
from dicedevil.games import find, is_listed
from press_oracle import rules_of

FACES = (1, 2, 3, 4, 5, 6)
THREE_ALIKE = tuple(Combination((face,) * 3, 1000 if face == 1 else 100 * face) for face in FACES)
TEN_THOUSAND = (Combination((5,), 50), Combination((1,), 100), *THREE_ALIKE)
FARKLE = (
    *TEN_THOUSAND,
    *(Combination((face,) * 4, 1000) for face in FACES),
    *(Combination((face,) * 5, 2000) for face in FACES),
    *(Combination((face,) * 6, 3000) for face in FACES),
    Combination(FACES, 1500),
    *same_groups(2, 3, 1500, FACES),
    *same_groups(3, 2, 2500, FACES),
)
ZILCH = (
    Combination((5,), 50),
    Combination((1,), 100),
    *(
        Combination((face,) * equal, (1000 if face == 1 else 100 * face) * 2 ** (equal - 3))
        for face in FACES
        for equal in (3, 4, 5, 6)
    ),
    Combination(FACES, 1500),
    *same_groups(2, 3, 1500, FACES),
)


def usable(combinations: tuple[Combination, ...], dice: Dice) -> tuple[Combination, ...]:
    faces = set(dice.dice[0].faces)
    return tuple(one for one in combinations if len(one.dice) <= len(dice) and set(one.dice) <= faces)


def with_dice(combinations: tuple[Combination, ...], text: str, target: int, **more: Any) -> PressLuck:
    dice = Dice.parse(text)
    return PressLuck(len(dice), usable(combinations, dice), target, dice.dice[0], **more)


def pig(die: Die, target: int = 100, **more: Any) -> PressLuck:
    return PressLuck(1, tuple(Combination((f,), f) for f in die.faces if f > 1), target, die, **more)


def ten(text: str = "5d6", target: int = 10_000, **more: Any) -> PressLuck:
    return with_dice(TEN_THOUSAND, text, target, hot_dice_together=True, **more)


def zilch(text: str = "6d6", nothing: int = 500, minimum: int = 300, **more: Any) -> PressLuck:
    plain = with_dice(ZILCH, text, 10_000)
    rest = [Combination(roll, nothing) for roll in plain.rolls(plain.dice) if not plain.options(roll)]
    paid = (*plain.combinations, *(rest if nothing else ()))
    return replace(plain, combinations=paid, minimum=minimum, **{"penalty": 500, **more})


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        ("pig", pig(Die.fair(6))),
        ("pig:sides=8,target=50", pig(Die.fair(8), 50)),
        ("pig:dice=1d{0:1;1:3;7:1}", pig(Die(((0, 1), (1, 3), (7, 1))))),
        ("pig:opening=20,last-round=yes", pig(Die.fair(6), opening=20, last_round=True)),
        ("ten-thousand", ten()),
        ("ten-thousand:actions=stop-roll,minimum=350", ten(resign=(), minimum=350)),
        ("ten-thousand:actions=m5", ten(resign=((5,),))),
        ("ten-thousand:actions=m5-m1", ten(resign=((5,), (1,)))),
        ("ten-thousand:actions=m5-m1-m55", ten(resign=((5,), (1,), (5, 5)))),
        ("ten-thousand:actions=m5-m1-m55-m51", ten(resign=((5,), (1,), (5, 5), (1, 5)))),
        ("ten-thousand:target=300,dice=2d8", ten("2d8", 300)),
        ("ten-thousand:opening=350,last-round=yes", ten(opening=350, last_round=True)),
        ("farkle", with_dice(FARKLE, "6d6", 10_000, minimum=500)),
        ("farkle:dice=6d8", with_dice(FARKLE, "6d8", 10_000, minimum=500)),
        ("farkle:minimum=0,dice=4d{1..5:1;6:2}", with_dice(FARKLE, "4d{1..5:1;6:2}", 10_000)),
        ("zilch", zilch()),
        ("zilch:dice=3d6", zilch("3d6")),
        ("zilch:nothing=0,dice=7d6", zilch("7d6", 0)),
        ("zilch:nothing=300,zilches=3,penalty=1000", zilch(nothing=300, zilches=3, penalty=1000)),
        ("zilch:minimum=0,opening=400", zilch(minimum=0, opening=400)),
    ],
)
def test_the_listed_games_are_what_they_were(spec: str, rules: PressLuck) -> None:
    """Field by field; of combinations that are told twice the better one is left."""
    game = dd.game(spec)
    assert isinstance(game, PressLuckGame)
    assert str(game) == spec
    assert is_listed(game)
    best: dict[tuple[int, ...], int] = {}
    for one in rules.combinations:
        best[one.dice] = max(one.points, best.get(one.dice, 0))
    assert {one.dice: one.points for one in game.rules.combinations} == best
    assert game.rules.scores == rules.scores
    assert replace(game.rules, combinations=rules.combinations) == rules


def test_usual_holds_of_the_listed_games() -> None:
    holds = {name: find(name)().usual_hold for name in ("pig", "ten-thousand", "farkle", "zilch")}  # type: ignore[attr-defined]
    assert holds == {"pig": 20, "ten-thousand": 300, "farkle": 500, "zilch": 300}
    assert dd.game("pig:sides=8").usual_hold == rules_of("pig:sides=8").threshold  # type: ignore[attr-defined]
    assert dd.game("farkle:minimum=0").usual_hold == 500  # type: ignore[attr-defined]


def test_two_dice_pig_is_pairs_without_ones() -> None:
    pairs = tuple(Combination((a, b), a + b) for a in FACES[1:] for b in FACES[1:] if a <= b)
    assert rules_of("two-dice-pig") == PressLuck(2, pairs, 100)
    twice = tuple(
        replace(one, points=one.points * (2 if len(set(one.dice)) == 1 else 1)) for one in pairs
    )
    big = rules_of("two-dice-pig:doubles=twice")
    assert set(big.combinations) == {*twice, Combination((1, 1), 25)}
    assert rules_of("two-dice-pig").all_at_once
    assert list(big.hands) == [2]


def test_where_there_is_nothing_to_pick() -> None:
    game = dd.game("two-dice-pig")
    state = game.read_state("turn=12").state
    assert game.write_state(state) == "turn=12"
    assert [game.write_choice(one) for one in game.choices(state, (4, 5))] == ["stop", "roll"]
    assert game.choices(state, (1, 5)) == ("bust",)
    with pytest.raises(DiceDevilError, match="dice=1 cannot be: the roll is two dice"):
        game.read_position("turn=12,dice=1", "4")
    with pytest.raises(DiceDevilError, match="shows one die"):
        game.read_position("turn=12", "4")
    assert {state.dice for state in game.roots()} == {2}
