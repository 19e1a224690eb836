"""What lies on the table, family by family: pieces and spots, and what a choice uses of them."""

from __future__ import annotations

import pytest

from dicedevil.coach.boards import furniture, set_up, uses
from dicedevil.coach.table import laid
from dicedevil.furniture import Edit, Piece, Spot, places, spelled, stands
from dicedevil.games import game


def spots(pieces: list[Piece]) -> dict[str, Spot]:
    """Return the spots of a player by name."""
    return {spot.name: spot for piece in pieces for section in piece.sections for spot in section}


def pieces_of(name: str, state: str = "", seat: int = 0, **asked: object) -> list[Piece]:
    """Return what somebody has at a position."""
    return list(furniture(set_up(game(name), state, **asked)[0])[seat])  # type: ignore[arg-type]


def touched(name: str, state: str, roll: str, **asked: object) -> dict[str, tuple[object, ...]]:
    """Return what each choice uses: its label, dice and spots."""
    table, rolled = set_up(game(name), state, roll, **asked)  # type: ignore[arg-type]
    rules, place = table.rules, table.position.state
    assert rolled is not None
    return {
        rules.write_choice(one): tuple(uses(rules, place, rolled, one))
        for one in rules.choices(place, rolled)
    }


# -- score cards -----------------------------------------------------------------------------------


def test_a_score_card_has_two_sections_and_the_rerolls_beside_it() -> None:
    card, turn = pieces_of("yahtzee", "ones=3,3k=20,yahtzee=50,extra-yahtzees=1,rerolls=1")
    assert (card.kind, turn.kind) == ("card", "totals")
    upper, lower = ([spot.label for spot in section] for section in card.sections)
    assert upper[:2] == ["Ones", "Twos"]
    assert upper[-2:] == ["Upper total", "Bonus of 35"]
    assert lower[0] == "Three of a kind"
    assert lower[-2:] == ["Extra Yahtzees", "Total"]
    shown = spots([card, turn])
    assert (shown["ones"].text, shown["ones"].open) == ("3", False)
    assert (shown["twos"].text, shown["twos"].open) == ("", True)
    assert shown["three-of-a-kind"].text == "20"
    assert (shown["upper total"].points, shown["upper total"].of) == (3, 63)
    assert (shown["bonus"].text, shown["total"].text) == ("", "173")
    assert shown["rerolls left"].points == 1


def test_the_bonus_is_written_when_it_is_made() -> None:
    state = "threes=9,fours=16,fives=20,sixes=18"
    assert spots(pieces_of("yahtzee", state))["bonus"].text == "35"


def test_a_card_told_by_its_sum_makes_nothing_up() -> None:
    shown = spots(pieces_of("yahtzee", "points=180,open=chance+fours,upper=50,yahtzee=0"))
    assert (shown["ones"].text, shown["chance"].text, shown["total"].text) == ("filled", "", "180")
    assert shown["chance"].open


def test_keeping_and_filling() -> None:
    found = touched("yahtzee", "", "33456")
    assert found["keep 3456"] == ("Keep 3456", [0, 2, 3, 4], ())
    assert found["keep 33"] == ("Keep 33", [0, 1], ())
    assert found["keep none"] == ("Roll all dice again", [], ())
    assert found["keep 33456"] == ("Keep all: 33456", [0, 1, 2, 3, 4], ())
    assert found["score small-straight"] == ("Small straight", None, ("small-straight",))


def test_dice_that_are_told_apart_are_kept_by_their_places() -> None:
    found = touched("yahtzee:boxes=twos/yahtzee/chance,dice=1d3+1d{1;2:2;3},rerolls=1", "", "22")
    assert (found["keep -2"][1], found["keep 2-"][1]) == ([1], [0])


# -- tiles, slots, turns ---------------------------------------------------------------------------


def test_tiles() -> None:
    (tiles,) = pieces_of("klappenspiel", "up=1+4+6+10")
    assert tiles.kind == "tiles"
    up = [spot.name for section in tiles.sections for spot in section if spot.open]
    assert up == ["1", "4", "6", "10"]
    found = touched("klappenspiel", "up=1+4+6+10", "46")
    assert found["flip 4+6"] == ("Flip 4 and 6", None, ("4", "6"))
    assert found["flip 10"] == ("Flip 10", None, ("10",))
    assert touched("klappenspiel", "up=1", "46") == {"stop": ("Stop: no tile fits", None, ())}
    one_or_two = set_up(game("shut-the-box:one-die=sum<=6"), "up=1+2")[0]
    told = [uses(one_or_two.rules, one_or_two.position.state, (), "roll one die").label]
    assert told == ["Roll one die"]


def test_slots() -> None:
    (slots,) = pieces_of("ten-times-18", "1=4,5=8")
    shown = spots([slots])
    assert slots.kind == "slots"
    assert (shown["5"].text, shown["5"].points, shown["5"].open) == ("8", 40, False)
    assert (shown["2"].label, shown["2"].open) == ("Slot 2, times 2", True)
    assert shown["total"].points == 44
    assert touched("ten-times-18", "1=4,5=8", "12")["place 2"] == ("Slot 2, times 2", None, ("2",))
    summed = spots(pieces_of("ten-times-18", "points=320,open=2+7"))
    assert (summed["1"].text, summed["2"].open, summed["1"].edit) == ("filled", True, None)


def test_a_turn_with_several_dice() -> None:
    totals, hand = pieces_of("ten-thousand", "turn=350,dice=3")
    assert (totals.kind, hand.kind) == ("totals", "totals")
    assert spots([totals, hand])["turn"].text == "350"
    found = touched("ten-thousand", "turn=350", "1255")
    assert found["bank"] == ("Bank 550", None, ())
    assert found["set aside 1+5"] == ("Set 1 5 aside (150), roll two dice", [0, 2], ())
    assert found["set aside 1+5+5"] == ("Set 1 5 5 aside (200), roll one die", [0, 2, 3], ())
    hot = touched("ten-thousand", "turn=350", "155")
    assert hot["set aside 1+5+5"][0] == "Set 1 5 5 aside (200), roll five dice"
    assert touched("ten-thousand", "turn=350", "2") == {"bust": ("Bust: 350 lost", None, ())}


def test_a_turn_with_one_die_is_said_by_buttons() -> None:
    found = touched("pig", "me=40,them=60,turn=19", "4", objective="win")
    assert found == {
        "stop": ("Stop and bank 23", None, ()),
        "roll": ("Roll on with 23", None, ()),
    }


@pytest.mark.parametrize("players", [2, 3, 5])
def test_everybody_sees_their_own_total(players: int) -> None:
    state = ",".join(["me=7", *(f"them{n if n > 1 else ''}={n}" for n in range(1, players)), "mover=1"])
    table = laid(game("pig"), players, state)
    told = [spots(list(pieces))["banked"] for pieces in furniture(table)]
    assert told[1].points == 7
    assert [told[(1 + n) % players].points for n in range(1, players)] == list(range(1, players))
    assert told[1].edit is not None
    assert (told[1].edit.key, told[1].of) == ("me", 100)
    assert ["turn" in spots(list(pieces)) for pieces in furniture(table)].index(True) == 1


def test_another_players_card_is_set_by_their_keys() -> None:
    other = spots(pieces_of("yahtzee", "ones=3", 1, players=3))["ones"].edit
    third = spots(pieces_of("yahtzee", "ones=3", 2, players=3))["ones"].edit
    assert (other and other.key, third and third.key) == ("them-ones", "them2-ones")


def test_words() -> None:
    assert spelled("three-of-a-kind") == "Three of a kind"
    assert places((3, 3, 4, 5, 6), (3, 3, 6)) == [0, 1, 4]
    assert stands("ones=3,kept=33") == {"ones": "3", "kept": "33"}
    assert Edit("up", member="4").to_dict() == {"key": "up", "drops": [], "member": "4"}
    told = Edit("turn", low=0, high=9, drops=("dice",)).before("them-").to_dict()
    assert told == {"key": "them-turn", "drops": ["them-dice"], "low": 0, "high": 9, "step": 1}
