"""Games being played: dice from a seed, undo, hints, bots, and going on where one left off."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from dicedevil.coach.hints import ALL, BEST, FEW
from dicedevil.coach.reading import understood
from dicedevil.coach.records import RecordError
from dicedevil.coach.replay import replay
from dicedevil.coach.session import Session
from dicedevil.coach.store import Store
from dicedevil.coach.table import laid
from dicedevil.dice import Dice
from dicedevil.errors import DiceDevilError, PositionError, UsageError
from dicedevil.families.cards.card import Box, ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games import game

TABLES = [
    ("micro-yahtzee", ["Ann"], ["random"]),
    ("micro-yahtzee", ["Ann", "Bob"], ["emp-1"]),
    ("pig:target=20", ["Ann"], ["optimal"]),
    ("pig:target=20", ["Ann"], ["emp-1"]),
    ("pig:target=20", ["Ann", "Bob"], ["hold-at-20"]),
    ("pig:target=20", ["Ann"], []),
    ("ten-times-18:slots=3", ["Ann"], ["random"]),
    ("klappenspiel:tiles=4", ["Ann"], []),
]


def step(session: Session, source: random.Random) -> None:
    """Make a move, a person's at random."""
    session.throw()
    if session.bot is not None:
        session.let_bot_choose()
    else:
        session.choose(source.choice(session.choices()))


@pytest.mark.parametrize(("spec", "people", "bots"), TABLES)
def test_a_game_is_played_and_kept(
    tmp_path: Path, spec: str, people: list[str], bots: list[str]
) -> None:
    with Store(tmp_path) as store:
        session = Session.begin(game(spec), people, bots, seed=3, store=store)
        source = random.Random(1)
        while not session.is_over:
            step(session, source)
        (kept,) = store.games()
        assert store.under_way() == []
    assert kept.record == session.record
    assert kept.record.players == (*people, *bots)
    assert replay(kept.record).end.results == session.table.results == kept.record.result


@pytest.mark.parametrize(("spec", "people", "bots"), TABLES[:4])
def test_a_game_that_is_left_goes_on_as_if_nothing_had_been(
    tmp_path: Path, spec: str, people: list[str], bots: list[str]
) -> None:
    """Also where it is left with the dice on the table, or within a bot's turn."""
    rules = game(spec)
    whole, source = Session.begin(rules, people, bots, seed=5), random.Random(2)
    while not whole.is_over:
        step(whole, source)
    with Store(tmp_path) as store:
        session, source = Session.begin(rules, people, bots, seed=5, store=store), random.Random(2)
        while not session.is_over:
            session.throw()
            (kept,) = store.under_way(spec)
            session = Session.resume(kept, rules, store)
            step(session, source)
        (kept,) = store.games()
    assert kept.record.moves == whole.record.moves


def test_a_game_that_was_killed_after_its_last_move_is_closed(tmp_path: Path) -> None:
    rules = game("klappenspiel:tiles=3")
    session, source = Session.begin(rules, seed=1), random.Random(1)
    while not session.is_over:
        step(session, source)
    with Store(tmp_path) as store:
        store.begin(replace(session.record, result=None))
        (left,) = store.under_way()
        assert Session.resume(left, rules, store).is_over
        assert store.under_way() == []
        assert next(store.records()) == session.record


def test_the_seed_decides_the_dice() -> None:
    rolls = [
        [Session.begin(game("yahtzee"), seed=seed).throw() for _ in range(3)] for seed in range(20)
    ]
    assert all(len(set(same)) == 1 for same in rolls)
    assert len({same[0] for same in rolls}) > 15
    assert Session.begin(game("pig")).seed != Session.begin(game("pig")).seed
    with pytest.raises(UsageError, match="at least 0"):
        Session.begin(game("pig"), seed=-1)


def test_the_dice_are_fair() -> None:
    seen = [Session.begin(game("pig"), seed=seed).throw()[0] for seed in range(3000)]
    assert all(400 < seen.count(face) < 600 for face in range(1, 7))


def test_a_choice_is_taken_back_until_the_next_dice_are_seen(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        session = Session.begin(game("yahtzee"), ["Ann", "Bob"], seed=1, store=store)
        roll = session.throw()
        with pytest.raises(PositionError, match="until the next dice"):
            session.undo()
        session.choose("chance")
        assert (session.mover, session.can_undo) == (1, True)
        session.undo()
        assert (session.mover, session.roll, session.steps) == (0, roll, [])
        assert next(store.records()).moves == ()
        session.choose("sixes")
        session.throw()
        with pytest.raises(PositionError, match="until the next dice"):
            session.undo()
        assert [move.choice for move in next(store.records()).moves] == ["score sixes"]
        (kept,) = store.under_way()
        again = Session.resume(kept, game("yahtzee"), store)  # the next dice may have been seen
        assert not again.can_undo


def test_what_a_bot_did_is_not_taken_back() -> None:
    session = Session.begin(game("micro-yahtzee"), ["Ann"], ["random"], seed=1)
    session.throw()
    session.choose(session.choices()[0])
    session.throw()
    with pytest.raises(UsageError, match="turn of the bot 'random'"):
        session.choose("chance")
    session.let_bot_choose()
    assert not session.can_undo
    with pytest.raises(PositionError):
        session.undo()


def test_hints_are_climbed() -> None:
    session = Session.begin(game("shut-the-box"), seed=1)
    session.throw()
    assert len(session.choices()) > 4
    first, second, third, again = (session.hint() for _ in range(4))
    assert [one.rung for one in (first, second, third, again)] == [FEW, BEST, ALL, ALL]
    three = [one.choice for one in first.advice.choices[:3]]
    assert list(first.good) == sorted(three)
    assert second.best[0] == first.advice.best.choice
    session.choose(second.best[0])
    session.throw()
    assert session.hint().rung == FEW


def test_of_two_choices_neither_is_named_first() -> None:
    session = Session.begin(game("pig:target=30"), seed=2)
    while session.is_forced if session.throw() else False:
        session.make_forced()
    hint = session.hint()
    assert hint.good == ()
    assert hint.at_stake == pytest.approx(abs(hint.advice.choices[1].loss))


def test_hints_at_every_kind_of_table() -> None:
    for spec, people, bots in TABLES:
        session = Session.begin(game(spec), people, bots, seed=4)
        for _ in range(3):
            session.throw()
            words = session.choices()
            found = session.advice()
            assert sorted(one.choice for one in found.choices) == sorted(words)
            assert found.best.loss == 0
            if session.bot is None:
                session.choose(found.best.choice)
            else:
                session.let_bot_choose()
            if session.is_over:
                break


def test_what_is_to_be_seen_is_plain_data() -> None:
    for spec, people, bots in TABLES:
        session, source = Session.begin(game(spec), people, bots, seed=4), random.Random(1)
        while not session.is_over:
            told = json.loads(json.dumps(session.to_dict()))
            assert (told["board"]["roll"], told["board"]["choices"], told["result"]) == (None, [], None)
            assert [seat["name"] for seat in told["board"]["seats"]] == [*people, *bots]
            session.throw()
            choices = session.to_dict()["board"]["choices"]
            assert [one["choice"] for one in choices] == session.choices()
            step(session, source)
        told = session.to_dict()
        assert told["over"]
        assert told["result"] == list(session.table.results)


def test_who_cannot_play_is_refused() -> None:
    with pytest.raises(UsageError, match="Nobody called 'optimum'"):
        Session.begin(game("yahtzee"), ["me"], ["optimum"])
    with pytest.raises(DiceDevilError, match="optimum"):
        Session.begin(game("pig"), ["me"], ["optimum"])
    with pytest.raises(RecordError, match="names"):
        Session.begin(game("pig"), ["\ud83c"])


def test_a_game_that_cannot_be_kept_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path) as store, Store(tmp_path) as other:
        session = Session.begin(game("pig:target=10"), seed=1, store=store)
        other.finish(next(other.games()).number, None)
        source = random.Random(1)
        while not session.is_over:
            step(session, source)
        assert not session.is_kept
        assert "ended elsewhere" in session.trouble
        assert replay(session.record).is_whole


# -- what people type ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "players", "roll", "typed"),
    [
        (
            "yahtzee",
            1,
            "33456",
            {
                "3456": "keep 3456",
                " 6 5 4 3 ": "keep 3456",
                "keep 33": "keep 33",
                "none": "keep none",
                "6": "keep 6",
                "ab": "keep 33",
                "A b E": "keep 336",
                "sixes": "score sixes",
                "SIX": "score sixes",
                "fh": "score full-house",
                "ch": "score chance",
                "3 of a kind": "score three-of-a-kind",
                "#1": "score ones",
            },
        ),
        ("pig", 2, "5", {"s": "stop", "Roll": "roll", "1": "stop", "#2": "roll"}),
        (
            "farkle",
            2,
            "115556",
            {"51": "set aside 1+5", "5": "set aside 5", "b": "bank", "cde": "set aside 5+5+5"},
        ),
        ("klappenspiel", 1, "46", {"64": "flip 4+6", "10": "flip 10", "6, 4": "flip 4+6"}),
        ("shut-the-box:tiles=12", 1, "66", {"12": "flip 12", "3 9": "flip 3+9", "345": "flip 3+4+5"}),
        ("ten-times-18", 1, "11", {"5": "place 5", "10": "place 10", "#10": "place 10"}),
    ],
)
def test_what_people_type_is_understood(
    spec: str, players: int, roll: str, typed: dict[str, str]
) -> None:
    table = laid(game(spec), players)
    rules, state = table.rules, table.position.state
    rolled = rules.read_roll(state, roll)
    for text, wanted in typed.items():
        assert rules.write_choice(understood(rules, state, rolled, text)) == wanted, text
    for choice in rules.choices(state, rolled):
        assert understood(rules, state, rolled, rules.write_choice(choice)) == choice


@pytest.mark.parametrize(
    "text", ["", "  ", "66", "xyz", "s", "#99", "\0", "keep", "🎲", "9" * 5000, "-"]
)
def test_what_cannot_be_meant_is_refused_with_what_could_be(text: str) -> None:
    rules = game("yahtzee")
    with pytest.raises(DiceDevilError, match=r"such as '|can mean '(score|keep)|numbered 1 to"):
        understood(rules, rules.start(), (3, 3, 4, 5, 6), text)


def test_dice_that_are_told_apart_are_kept_by_their_places() -> None:
    boxes = (Box("sum", sum), Box("again", sum))
    dice = Dice.parse("1d6+1d{1..6:1}+1d{2;4;6}")
    rules = KeepRerollGame(ScoreCard(boxes, dice, rerolls=1))
    assert rules.tells_dice_apart
    state = rules.start()
    assert rules.write_choice(understood(rules, state, (6, 6, 6), "ac")) == "keep 6-6"
    with pytest.raises(PositionError, match="can mean 'keep 66-', 'keep 6-6', 'keep -66'"):
        understood(rules, state, (6, 6, 6), "66")
