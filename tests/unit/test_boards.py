"""A table as plain data: every game, every number of players, from the start to the end."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedevil.coach.boards import board, furniture, last_seen, set_up
from dicedevil.coach.replay import PlayedMove
from dicedevil.coach.table import GameTable, laid
from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError
from dicedevil.families.tiles import tiles_in
from dicedevil.games import game, names
from dicedevil.rules import Game
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from small_games import PigMatch, PigRace, table_games
from variants import ALL

SEATINGS = [(name, players) for name in (*names(), *ALL) for players in (1, 2, 3)]


def seated(rules: Game, players: int) -> GameTable:
    """Return a table, or skip where so many do not play."""
    try:
        return laid(rules, players)
    except DiceDevilError as error:
        pytest.skip(str(error))


def walk(table: GameTable, source: random.Random) -> Iterator[tuple[GameTable, Roll | None]]:
    """Play at random: yield the table before and after every roll, and at the end."""
    while not table.is_over:
        yield table, None
        state = table.position.state
        roll = source.choice(list(table.rules.rolls(state)))
        yield table, roll
        table = table.play(roll, source.choice(list(table.rules.choices(state, roll))))
    yield table, None


def spots(told: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the spots of everybody on a board."""
    for seat, player in enumerate(told["seats"]):
        for piece in player["pieces"]:
            for section in piece["sections"]:
                yield from ((seat, spot) for spot in section)


def changed(state: str, edit: dict[str, Any], value: str | None) -> str:
    """Write a position anew, as somebody who sets a spot by hand does."""
    items = dict(item.split("=", 1) for item in state.split(",") if item)
    for key in edit["drops"]:
        items.pop(key, None)
    if "member" in edit:
        members = [one for one in items[edit["key"]].split("+") if one != "none"]
        there = edit["member"] in members
        members = [one for one in members if one != edit["member"]] + [edit["member"]] * (not there)
        value = "+".join(members) or "none"
    if value is None:
        items.pop(edit["key"], None)
    else:
        items[edit["key"]] = value
    return ",".join(f"{key}={text}" for key, text in items.items())


def values(edit: dict[str, Any], source: random.Random) -> list[str | None]:
    """Return some values that a spot can be set to; None clears it."""
    if "member" in edit:
        return [None]
    if "values" in edit:
        return [None, source.choice(edit["values"]), edit["values"][0], edit["values"][-1]]
    low, high, step = edit["low"], edit["high"], edit["step"]
    assert low <= high
    return [str(low), str(low + (high - low) // step * step)]


def check_choices(told: dict[str, Any], table: GameTable, roll: Roll) -> None:
    """What choices use is there, and tells them apart."""
    mover = told["seats"][min(table.mover, len(told["seats"]) - 1)]
    open_spots = {
        spot["name"]
        for piece in mover["pieces"]
        for section in piece["sections"]
        for spot in section
        if spot["open"]
    }
    touched = []
    for one in told["choices"]:
        dice, named = one["uses"]["dice"], one["uses"]["spots"]
        assert set(named) <= open_spots
        assert one["label"]
        if dice is not None:
            assert len(set(dice)) == len(dice)
            shown = sorted(roll[place] for place in dice)
            written = one["choice"].rpartition(" ")[2].replace("none", "")
            parts = written.split("+") if "+" in written else list(written)
            assert shown == sorted(int(part) for part in parts if part != "-")
        if dice is not None or named:
            faces = None if dice is None else tuple(dice if table.rules.tells_dice_apart else shown)
            touched.append((faces, tuple(sorted(named))))
    assert len(set(touched)) == len(touched), "two choices are said alike"


def check(told: dict[str, Any], table: GameTable, roll: Roll | None) -> None:
    """Whatever the game: the board is whole and says what is so."""
    assert json.loads(json.dumps(told)) == told
    assert told["over"] == table.is_over
    assert (told["result"] is None) == (not table.is_over)
    if roll is not None:
        written = [
            table.rules.write_choice(one) for one in table.rules.choices(table.position.state, roll)
        ]
        assert [one["choice"] for one in told["choices"]] == written
        assert told["roll"] == table.rules.write_roll(roll)
        assert told["dice"]["count"] == len(roll)
        shown = sorted(roll[place] for place in told["dice"]["kept"])
        assert shown == sorted(told["dice"]["lying"])
        check_choices(told, table, roll)
    for seat, player in enumerate(told["seats"]):
        found = [spot["name"] for where, spot in spots(told) if where == seat]
        assert len(set(found)) == len(found), player["name"]


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_every_game_has_a_board_all_the_way(name: str, players: int) -> None:
    source = random.Random(name)
    for number, (table, roll) in enumerate(walk(seated(game(name), players), source)):
        if number > 30 and number % 9 and not table.is_over:
            continue  # long games are looked at now and then
        told = board(table, roll)
        check(told, table, roll)
        assert len(told["seats"]) == players
        kinds = {piece["kind"] for seat in told["seats"] for piece in seat["pieces"]}
        assert kinds <= {"card", "tiles", "slots", "tracks", "totals"}


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_spot_that_is_set_by_hand_gives_a_position_that_is_read(name: str, players: int) -> None:
    source = random.Random(name)
    begun = seated(game(name), players)
    steps = [step for step in walk(begun, source) if step[1] is None and not step[0].is_over]
    for table, _ in source.sample(steps, min(len(steps), 3)):
        told = board(table)
        again = laid(table.game, players, told["state"], table.what if table.what == "turn" else "")
        assert board(again)["seats"] == told["seats"]
        settable = [spot["edit"] for _, spot in spots(told) if spot["edit"] is not None]
        assert settable
        for edit in source.sample(settable, min(len(settable), 8)):
            for value in values(edit, source):
                written = changed(told["state"], edit, value)
                after = laid(table.game, players, written)
                stands = {
                    spot["edit"]["key"]: spot["text"].replace(",", "")
                    for _, spot in spots(board(after))
                    if spot["edit"] is not None and "member" not in spot["edit"]
                }
                if value is not None and not after.is_over:
                    assert stands.get(edit["key"], value) == value, written


@given(table_games(), st.integers(1, 3), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_a_game_of_no_family_has_a_plain_board(rules: Game, players: int, seed: int) -> None:
    for table, roll in walk(laid(rules, players), random.Random(seed)):
        told = board(table, roll)
        check(told, table, roll)
        assert {piece["kind"] for seat in told["seats"] for piece in seat["pieces"]} == {"plain"}
        assert all(one["uses"] == {"dice": None, "spots": []} for one in told["choices"])


def test_matches_of_no_family() -> None:
    for rules in (PigMatch(10), TurnByTurn(game("klappenspiel:tiles=4"))):
        for table, roll in walk(laid(rules, 2), random.Random(3)):
            check(board(table, roll), table, roll)
    (one,) = board(laid(PigMatch(10), 2))["seats"]
    assert one["name"] == "Player 1 and Player 2"
    two = board(laid(TurnByTurn(game("klappenspiel:tiles=4")), 2, "up=1,them-up=2+3,lead=0"))["seats"]
    up = [[s["name"] for s in seat["pieces"][0]["sections"][0] if s["open"]] for seat in two]
    assert sorted(up) == [["1"], ["2", "3"]]
    assert board(laid(PigRace(10)))["seats"][0]["pieces"][0]["kind"] == "plain"


def test_dice_of_all_kinds() -> None:
    told = board(*set_up(game("yahtzee"), "rerolls=1,kept=33", "33456"))["dice"]
    assert told == {
        "faces": [3, 3, 4, 5, 6],
        "count": 5,
        "sides": [1, 2, 3, 4, 5, 6],
        "pips": True,
        "kept": [0, 1],
        "lying": [3, 3],
    }
    placed = board(*set_up(game("ten-times-18"), "", "12"))
    assert (placed["dice"]["pips"], placed["dice"]["faces"], placed["rolls"]) == (
        False,
        [12],
        ["3", "7", "11", "15"],
    )
    none = board(*set_up(game("shut-the-box:one-die=sum<=6"), "up=1+2"))
    assert (none["roll"], none["dice"]["count"]) == ("", 0)
    assert [one["choice"] for one in none["choices"]] == ["roll one die", "roll two dice"]


def test_what_a_question_is_about() -> None:
    pig = game("pig")
    kinds = [
        set_up(pig, objective=aim, turns=5 if aim == "within" else None)[0].what
        for aim in ("score", "turns", "within", "win")
    ]
    assert kinds == ["turn", "race", "race", "match"]
    assert board(*set_up(pig, "left=2,me=3", "4", "within", turns=5))["state"] == "left=2,me=3,turn=0"
    assert board(*set_up(pig, "", "", players=4))["players"] == 4
    instead = board(*set_up(game("ten-thousand"), "turn=350,dice=2"))
    assert [one["label"] for one in instead["before"]] == ["Bank 350"]
    assert board(*set_up(game("ten-thousand"), "turn=350", "15"))["state"] == "turn=350,dice=2"
    one_die = board(*set_up(game("shut-the-box:one-die=sum<=6"), "up=1+2", "2"))
    assert one_die["state"] == "up=1+2,dice=1"


def test_what_is_written_is_in_the_games_own_words() -> None:
    assert board(*set_up(game("yahtzee"), "3k=20, Aces=3"))["state"] == "three-of-a-kind=20,ones=3"
    ahead = board(*set_up(game("yahtzee"), "lead=5,ones=3,them-ones=2", "", "win"))
    assert ahead["state"] == "ones=3,points=7,them-ones=2,mover=0"
    again = set_up(game("yahtzee"), ahead["state"], "", "win")[0]
    assert again.results == (7.0, 2.0)


def test_scores_now() -> None:
    told = {
        one["choice"]: (one["points"], one["again"])
        for one in board(*set_up(game("yahtzee"), "", "66666"))["choices"]
    }
    assert told["score sixes"] == (30, False)
    assert told["score small-straight"] == (0, False)
    assert told["keep 66"] == (None, True)


def played(name: str, players: int, seed: int) -> tuple[GameTable, list[PlayedMove]]:
    """Play to the end at random: the last table, and the moves."""
    source, steps = random.Random(seed), []
    table = laid(game(name), players)
    while not table.is_over:
        roll = source.choice(list(table.rules.rolls(table.position.state)))
        choice = source.choice(list(table.rules.choices(table.position.state, roll)))
        steps.append(PlayedMove(table, roll, choice))
        table = steps[-1].after()
    return table, steps


@pytest.mark.parametrize(
    "name", ["pig:target=20", "farkle:target=1000", "pig:target=20,last-round=yes"]
)
def test_the_end_of_a_match_shows_what_the_loser_had(name: str) -> None:
    for seed in range(4):
        table, steps = played(name, 2, seed)
        shown = [pieces[0].sections[0][0] for pieces in last_seen(table, steps)]
        before = [pieces[0].sections[0][0] for pieces in furniture(steps[-1].table)]
        last = steps[-1].table.mover
        assert shown[1 - last].points == before[1 - last].points
        best = max(range(2), key=lambda seat: shown[seat].points or 0)
        assert table.results[best] >= 0.5
        assert (shown[best].points or 0) >= game(name).view("win").rules.target


def test_a_board_that_is_gone_is_shown_as_it_was() -> None:
    table, steps = played("klappenspiel", 2, 1)
    assert table.results == (0, 0)
    for seat, pieces in enumerate(last_seen(table, steps)):
        told, tiles = pieces
        assert told.sections[0][0].text == "some, and none fitted"
        mine = [step for step in steps if step.table.mover == seat][-1]
        assert mine.choice == "stop"
        up = [int(spot.name) for spot in tiles.sections[0] if spot.open]
        assert up == tiles_in(mine.table.position.state.up)
        assert all(spot.edit is None for spot in tiles.sections[0])
