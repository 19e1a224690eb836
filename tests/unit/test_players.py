"""Standings, players and their names."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.errors import DiceDevilError, NotationError, PositionError, TableError, UsageError
from dicedevil.players.player import look_ahead

CARD = dd.game("yahtzee:boxes=ones/sixes/yahtzee/chance")
SLOTS = dd.game("ten-times-18:slots=3,dice=1d4")
LOW = dd.game("shut-the-box:tiles=4,sides=3,score=remaining")


# -- standings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ones=3,them-ones=2",
        "them-ones=2",
        "them2-points=0",
        "ones=3,them-ones=4,them2-chance=20,them2-sixes=6",
        "ones=3,rerolls=1,kept=66,them-sixes=18,them2-ones=1,them3-yahtzee=50,them3-points=450",
        "ones=1,sixes=6,yahtzee=50,them-ones=1,them-chance=5,them-yahtzee=0,extra-yahtzees=1",
    ],
)
def test_standings_are_read_as_written(text: str) -> None:
    found = dd.Standings.read(CARD, text)
    assert dd.Standings.read(CARD, found.write()) == found
    assert str(found) == found.write()


def test_whose_turn_it_is_follows_from_the_turns_taken() -> None:
    assert dd.Standings.read(CARD, "").mover == 0
    assert dd.Standings.read(CARD, "ones=1,them-ones=2").mover == 0
    second = dd.Standings.read(CARD, "them-ones=2")
    assert second.mover == 1
    assert [position.points for position in second.positions] == [2, 0]
    third = dd.Standings.read(CARD, "them-ones=2,them2-ones=4")
    assert third.mover == 2
    assert [position.points for position in third.positions] == [2, 4, 0]
    middle = dd.Standings.read(CARD, "points=0,them-points=0,them2-sixes=6")
    assert middle.mover == 1
    assert [position.points for position in middle.positions] == [6, 0, 0]


def test_play_passes_the_turn_on() -> None:
    standings = dd.Standings.start(CARD, 3)
    kept = standings.play((1, 1, 1, 2, 6), CARD.read_choice(CARD.start(), (1, 1, 1, 2, 6), "keep 111"))
    assert kept.mover == 0
    roll = (1, 1, 1, 1, 6)
    scored = kept.play(roll, CARD.read_choice(kept.mine.state, roll, "score ones"))
    assert scored.mover == 1
    assert scored.positions[0].points == 4
    assert scored == dd.Standings.read(CARD, "points=0,them-points=0,them2-ones=4")


def test_whoever_is_done_waits() -> None:
    standings = dd.Standings.start(LOW, 2)
    over = LOW.play(LOW.start(), (1, 1), "stop")
    moved = standings.moved(dd.Position(*over), True)
    assert moved.mover == 1
    again = moved.play((1, 1), next(iter(LOW.choices(LOW.start(), (1, 1)))))
    assert again.mover == 1
    assert not again.is_over


def test_places() -> None:
    high = dd.Standings(SLOTS, (dd.Position(9, 0), dd.Position(5, 0), dd.Position(9, 0)))
    assert high.places() == [1.5, 3, 1.5]
    board = LOW.play(LOW.start(), (1, 1), "stop")[1]
    low = dd.Standings(LOW, (dd.Position(9, board), dd.Position(5, board), dd.Position(9, board)))
    assert low.places() == [2.5, 1, 2.5]
    assert low.is_over


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ones=1,sixes=6", "taken 2, 0 turns"),
        ("ones=1,them-ones=1,them-sixes=6,them-chance=5", "turns"),
        ("ones=1,them-ones=1,them-sixes=6,them2-ones=1", "turns"),
        ("ones=1,them-ones=1,mover=1", "turns"),
        ("mover=2", "mover is 0 or 1"),
        ("ones=7", "the box can hold"),
        ("them-ones=7", "the box can hold"),
        ("tens=7", "Unknown key"),
        ("them0-ones=1", "between 1 and"),
        ("them77-ones=1", "between 1 and"),
        ("lead=3,them2-points=0", "two players"),
        ("points=x", "whole number"),
        ("points=1,points=2", "stands twice"),
        ("lead=1,lead=2", "stands twice"),
        ("them-", "key=value"),
    ],
)
def test_bad_standings_are_refused(text: str, says: str) -> None:
    with pytest.raises((PositionError, NotationError), match=says) as refused:
        dd.Standings.read(CARD, text)
    assert refused.value.exit_code == 3


def test_a_lead_says_what_the_cards_do_not() -> None:
    found = dd.Standings.read(CARD, "lead=-5,ones=1,them-ones=3")
    assert [position.points for position in found.positions] == [-2, 3]


def test_numbers_of_players() -> None:
    assert dd.Standings.read(CARD, "", players=4).players == 4
    with pytest.raises(UsageError, match="at least 2"):
        dd.Standings.start(CARD, 1)
    with pytest.raises(DiceDevilError, match="too many"):
        dd.Standings.start(CARD, 500)
    with pytest.raises(PositionError, match="There are 2 players"):
        dd.Standings.read(CARD, "them2-points=0", players=2)
    with pytest.raises(UsageError, match="race"):
        dd.Standings.start(dd.game("pig"), 2)


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("emp-0", dd.EMP(0)),
        ("EMP(1)", dd.EMP(1)),
        ("DynS(12)", dd.DynS(12)),
        ("dyns-2", dd.DynS(2)),
        (" Emp-3 ", dd.EMP(3)),
        ("optimal", None),
        ("sum", None),
    ],
)
def test_names(name: str, found: object) -> None:
    assert look_ahead(name) == found


@pytest.mark.parametrize(
    "name",
    [
        "emp--1",
        "EMP(-1)",
        "emp",
        "emp-",
        "dyns",
        "EMP()",
        "emp-x",
        "emp-1.5",
        "emp-٣",
        "emp-" + "9" * 20,
    ],
)
def test_bad_depths(name: str) -> None:
    with pytest.raises(UsageError, match="depth"):
        dd.player(name, CARD)


@pytest.mark.parametrize("depth", [-1, 1.5, True, "1"])
def test_bad_depths_in_python(depth: object) -> None:
    with pytest.raises(UsageError, match="depth"):
        dd.EMP(depth)  # type: ignore[arg-type]


def test_unknown_players() -> None:
    with pytest.raises(UsageError, match=r"Did you mean 'optimal'\?"):
        dd.player("optimum", CARD)
    with pytest.raises(UsageError, match="no player"):
        dd.player(17, CARD)
    with pytest.raises(UsageError, match="race"):
        dd.player("emp-1", "pig")
    with pytest.raises(UsageError, match="beforehand"):
        dd.player("omniscient", SLOTS)


def test_players_of_one_match_play_one_game() -> None:
    other = dd.player("emp-0", SLOTS)
    with pytest.raises(UsageError, match="same game"):
        dd.match(CARD, [other, "optimal"], games=1)
    with pytest.raises(UsageError, match="same game"):
        other.choose(dd.Standings.start(CARD), "11111")


def test_choose_is_the_first_of_the_best() -> None:
    standings = dd.Standings.read(CARD, "ones=3,them-ones=2")
    for look in (dd.EMP(0), dd.EMP(1), dd.DynS(0), dd.DynS(1)):
        values = look.values(standings, "66612")
        assert list(values) == list(CARD.choices(standings.mine.state, (1, 2, 6, 6, 6)))
        best = look.choose(standings, "66612")
        assert values[best] == pytest.approx(max(values.values()), abs=1e-12)


def test_a_roll_must_fit() -> None:
    with pytest.raises(PositionError, match="cannot occur"):
        dd.EMP(0).values(dd.Standings.start(CARD), "66617")
    over = dd.Standings.read(SLOTS, "1=1,2=1,3=1,them-1=1,them-2=1,them-3=1")
    with pytest.raises(PositionError, match="over"):
        dd.EMP(0).values(over, "1")


def test_own_card_players_tell_no_values() -> None:
    with pytest.raises(UsageError, match="does not tell"):
        dd.player("optimal", CARD).values(dd.Standings.start(CARD), "11111")


def test_best_play_is_for_two() -> None:
    assert dd.player("win", SLOTS).choose(dd.Standings.start(SLOTS), "4") == 3
    with pytest.raises(UsageError, match="two players"):
        dd.player("win", SLOTS).choose(dd.Standings.start(SLOTS, 3), "4")


def test_missing_curves_are_not_made_in_passing(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    with pytest.raises(TableError, match="310,656 states"):
        dd.player("emp-1", "yahtzee", missing_ok=False)
    with pytest.raises(TableError, match="are not on disk"):
        dd.match("yahtzee", ["emp-1", "optimal"], games=1, missing_ok=False)


def test_positions_of_another_game_are_refused() -> None:
    with pytest.raises(PositionError, match="cannot occur"):
        dd.Standings(CARD, (dd.Position(0, CARD.start()), dd.Position(0, 7)))
    with pytest.raises(PositionError, match="cannot occur"):
        dd.Standings(SLOTS, (dd.Position(0, CARD.start()), dd.Position(0, 7)))
    odd = CARD.start()._replace(upper=1)
    with pytest.raises(PositionError, match="cannot occur"):
        dd.EMP(0).values(
            dd.Standings(CARD, (dd.Position(0, CARD.start()), dd.Position(0, odd))), "11111"
        )


def test_nobody_else_is_in_a_turn() -> None:
    with pytest.raises(PositionError, match="Only the player to move"):
        dd.Standings.read(CARD, "them-rerolls=1")
