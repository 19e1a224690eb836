"""Positions told by their sum: points and open boxes, as one sees another player's card."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import DiceDevilError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import WinAlone

CARDS = ("yahtzee", "yahtzee:joker=forced", "yatzy", "basic-yahtzee", "junior-yahtzee")


@given(st.data())
def test_a_sum_says_as_much_as_the_boxes_do(data: st.DataObject) -> None:
    game = dd.game(data.draw(st.sampled_from(CARDS)))
    assert isinstance(game, KeepRerollGame)
    card = game.card
    filled = {
        name: data.draw(st.sampled_from(sorted(pays)), label=name)
        for name, pays in zip(card.names, card.possible_points, strict=True)
        if data.draw(st.booleans())
    }
    told = game.read_state(",".join(f"{name}={points}" for name, points in filled.items()))
    still_open = [name for name in card.names if name not in filled]
    upper = sum(filled.get(card.names[number], 0) for number in card.upper)
    words = [f"points={told.points}", f"open={'+'.join(still_open) or 'none'}", f"upper={upper}"]
    if card.yahtzee_box in filled:
        words.append(f"{card.yahtzee_box}={filled[card.yahtzee_box]}")
    assert game.read_state(",".join(words)) == told


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("points=180,open=chance", "yahtzee=50 or yahtzee=0"),
        ("points=180,open=chance+sixes,yahtzee=50", "upper=45"),
        ("points=180,open=chance+sixes,yahtzee=50,upper=7000", "upper=7000 cannot be"),
        ("points=9999,open=chance+yahtzee", "hold 0 to"),
        ("points=180,open=2", "name them"),
        ("points=180,open=chance+nonsense", "nonsense"),
        ("points=180,open=chance+chance", "twice"),
        ("points=180,open=chance+yahtzee,yahtzee=50", "both filled and open"),
        ("points=180,open=chance+yahtzee,ones=3", "or the points and the open boxes"),
        ("open=chance+yahtzee", "or the points and the open boxes"),
        ("points=180", "or the points and the open boxes"),
    ],
)
def test_what_does_not_say_enough_is_refused(state: str, says: str) -> None:
    with pytest.raises(DiceDevilError, match=says):
        dd.game("yahtzee").read_state(state)


def test_people_call_boxes_what_they_like() -> None:
    game = dd.game("yahtzee")
    assert game.read_state("points=180,open=Chance+5 of a kind") == game.read_state(
        "points=180,open=chance+yahtzee"
    )
    assert game.read_state("points=0,open=all").state == game.start()
    assert game.is_over(game.read_state("points=200,open=none").state)


def test_slots_told_by_their_sum() -> None:
    game = dd.game("ten-times-18")
    told = game.read_state("points=300,open=2+7")
    assert told.points == 300
    assert told.state == 1 << 1 | 1 << 6
    with pytest.raises(DiceDevilError, match="hold 1"):
        game.read_state("points=3,open=2+7")
    alike = dd.game("ten-times-18:slots=4,multipliers=2/2/2/2")
    assert alike.read_state("points=40,open=2").state.bit_count() == 2
    with pytest.raises(DiceDevilError, match="Slot 2 is open twice"):
        game.read_state("points=300,open=2+2")


@pytest.mark.parametrize("options", [("--objective", "win"), ("--player", "emp-1")])
def test_another_player_told_by_the_sum(options: tuple[str, ...]) -> None:
    state = "points=4,open=double,them-points=1,them-open=double"
    words = ["advise", "micro-yahtzee", *options, "--roll", "6", "--json", "--state", state]
    told = json.loads(CliRunner().invoke(cli, words).stdout)
    boxes = "square=4,them-square=1"
    spelled = json.loads(CliRunner().invoke(cli, [*words[:-1], boxes]).stdout)
    assert told["choices"] == spelled["choices"]


@pytest.mark.parametrize("game", ["micro-yahtzee", "klappenspiel:tiles=4", "pig:target=8,sides=4"])
def test_winning_alone_is_answered_where_winning_is(game: str) -> None:
    found = dd.solve(game, WinAlone(), fresh=True)
    shared = dd.solve(game, dd.WinMatch(), fresh=True)
    exact = dd.solve(game, WinAlone(), exact=True, fresh=True)
    assert found.lane == shared.lane
    assert abs(found.value - exact.value) <= found.error_bound
    assert found.value <= shared.value + 1e-12
    for state in list(exact.values.by_state)[:300]:  # type: ignore[attr-defined]
        worth = float(exact.values.worth(0, state))
        assert abs(found.values.worth(0, state) - worth) <= found.error_bound + 1e-15
