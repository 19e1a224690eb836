"""Set-aside games, sets, heights and events: their words, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.errors import DiceDevilError, RulesError
from dicedevil.families.events import EventsGame
from dicedevil.families.set_aside.words import TO_DECIDE, TO_ROLL, Aside
from dicedevil.written.base import Written

EVENTS = {
    "100-metres": "sets",
    "long-jump": "run-up",
    "shot-put": "one by one",
    "high-jump": "heights",
    "400-metres": "sets",
    "110-metre-hurdles": "sets",
    "discus": "throw",
    "pole-vault": "heights",
    "javelin": "throw",
    "1500-metres": "sets",
}


def choices(spec: str, state: str, roll: str) -> list[str]:
    game = dd.game(spec)
    position, rolled = game.read_position(state, roll)
    return [game.write_choice(one) for one in game.choices(position.state, rolled)]


def after(spec: str, state: str, roll: str, choice: str) -> tuple[int, str]:
    game = dd.game(spec)
    position, rolled = game.read_position(state, roll)
    made = game.read_choice(position.state, rolled, choice)
    points, then = game.play(position.state, rolled, made)
    return points, game.write_state(then)


@pytest.mark.parametrize(
    ("spec", "state", "roll", "expected"),
    [
        ("threes", "dice=2", "36", ["set aside 3+6", "set aside 3", "set aside 6"]),
        ("threes", "dice=1,points=4", "6", ["set aside 6"]),
        ("decathlon:events=discus", "", "11355", ["foul"]),
        ("decathlon:events=discus", "", "11255", ["set aside 2"]),
        ("decathlon:events=discus", "turn=6,dice=4", "", ["stop", "roll"]),
        ("decathlon:events=shot-put", "turn=6,dice=7", "5", ["stop", "roll"]),
        ("decathlon:events=shot-put", "turn=6,dice=7", "1", ["foul"]),
        ("decathlon:events=shot-put", "turn=42,dice=1", "6", ["stop"]),
        ("decathlon:events=long-jump", "run-up=6,dice=3", "123", ["set aside 1", "set aside 2"]),
        ("decathlon:events=long-jump", "run-up=6,dice=3", "456", ["foul"]),
        ("decathlon:events=long-jump", "run-up=6,dice=3", "", ["jump", "roll"]),
        ("decathlon:events=100-metres", "rerolls=1", "1116", ["keep", "roll again"]),
        ("decathlon:events=100-metres", "rerolls=0", "1116", ["keep"]),
        ("decathlon:events=high-jump", "height=18", "", ["try", "skip"]),
        ("decathlon:events=high-jump", "height=18,tries=2", "", ["try"]),
        ("decathlon:events=high-jump", "height=18", "33345", ["cleared"]),
        ("decathlon:events=pole-vault", "height=40", "", ["try with 7", "try with 8", "skip"]),
        ("decathlon:events=pole-vault", "height=10", "146", ["missed"]),
    ],
)
def test_choices(spec: str, state: str, roll: str, expected: list[str]) -> None:
    assert choices(spec, state, roll) == expected


@pytest.mark.parametrize(
    ("spec", "state", "roll", "choice", "expected"),
    [
        ("threes", "dice=3", "136", "set aside 1+3", (1, "dice=1")),
        ("threes", "dice=1", "5", "set aside 5", (5, "dice=0")),
        ("midnight", "", "112466", "set aside 1+1+6", (0, "turn=7,needs=4,dice=3")),
        ("midnight", "turn=18,needs=4,dice=1", "5", "set aside 5", (0, "dice=0")),
        ("midnight", "turn=18,needs=4,dice=1", "4", "set aside 4", (18, "dice=0")),
        ("decathlon:events=discus", "turn=6,dice=4", "", "stop",
         (6, "event=discus,attempt=2,best=6,dice=5")),
        ("decathlon:events=discus", "attempt=2,best=6,turn=4,dice=4", "", "stop",
         (0, "event=discus,attempt=3,best=6,dice=5")),
        ("decathlon:events=discus", "attempt=3,best=6,turn=10,dice=3", "", "stop", (4, "event=over")),
        ("decathlon:events=discus", "turn=6,dice=4", "", "roll",
         (0, "event=discus,turn=6,dice=4,next=roll")),
        ("decathlon:events=shot-put", "turn=6,dice=7", "5", "stop",
         (11, "event=shot-put,attempt=2,best=11,dice=8")),
        ("decathlon:events=long-jump", "run-up=6,dice=3", "", "jump",
         (0, "event=long-jump,turn=0,dice=2")),
        ("decathlon:events=400-metres", "set=3,rerolls=2", "56", "keep",
         (-1, "event=400-metres,set=4,rerolls=2")),
        ("decathlon:events=high-jump", "height=18,best=14", "33345", "cleared",
         (4, "event=high-jump,height=20,best=18")),
        ("decathlon:events=high-jump", "height=18,tries=1,best=14", "11145", "missed",
         (0, "event=over")),
        ("decathlon:events=high-jump/discus", "event=high-jump,height=18,tries=1", "11145", "missed",
         (0, "event=discus")),
    ],
)  # fmt: skip
def test_what_a_choice_leads_to(
    spec: str, state: str, roll: str, choice: str, expected: tuple[int, str]
) -> None:
    assert after(spec, state, roll, choice) == expected


@pytest.mark.parametrize(
    ("spec", "state", "words"),
    [
        ("threes", "dice=9", "cannot come up"),
        ("threes", "turn=3", "turn"),
        ("midnight", "dice=3,turn=2", "with three dice left those aside count 6"),
        ("midnight", "needs=1+1", "what is needed is 1, 4"),
        ("midnight", "needs=1+x", "needs is a whole number"),
        ("decathlon:events=discus", "attempt=4", "there are 3"),
        ("decathlon:events=discus", "attempt=2,best=7", "attempts count 0, 2, 4"),
        ("decathlon:events=discus", "best=2", "nothing before the first"),
        ("decathlon:events=discus", "turn=7,dice=4", "count 2, 4, 6"),
        ("decathlon:events=discus", "turn=6,dice=4,next=stop", "next is roll"),
        ("decathlon:events=long-jump", "run-up=9,dice=4", "count 1, 2, 3, 4, 5, 6"),
        ("decathlon:events=100-metres", "set=3", "between 0 and 2"),
        ("decathlon:events=100-metres", "rerolls=6", "between 0 and 5"),
        ("decathlon:events=high-jump", "height=11", "The heights are 10, 12"),
        ("decathlon:events=high-jump", "height=12,best=14", "cannot come up"),
        ("decathlon", "event=sack-race", "event is one of 100-metres, "),
        ("decathlon", "event=discus,event=javelin", "says twice"),
    ],
)
def test_positions_that_cannot_be_are_refused(spec: str, state: str, words: str) -> None:
    with pytest.raises(DiceDevilError, match=words):
        dd.game(spec).read_state(state)


def test_with_dice_on_the_table_it_has_been_decided_to_roll() -> None:
    game = dd.game("decathlon:events=javelin")
    before, _ = game.read_position("attempt=2,best=12,turn=9,dice=3", "")
    rolled, _ = game.read_position("attempt=2,best=12,turn=9,dice=3", "135")
    inside = Aside(3, 9, 0, 2, 12, TO_DECIDE)
    assert before.state == (0, inside)
    assert rolled.state == (0, inside._replace(next=TO_ROLL))
    assert before.points == rolled.points == 12  # the best attempt counts already


def test_points_of_earlier_events() -> None:
    game = dd.game("decathlon")
    position = game.read_state("event=javelin,earlier=150,attempt=2,best=12")
    assert position.points == 162
    assert game.facts(position)[:3] == ("Javelin (9 of 10)", "attempt 2 of 3", "best so far 12")
    assert game.read_state("event=over,earlier=219").points == 219


def test_the_decathlon_has_its_ten_events() -> None:
    game = dd.game("decathlon")
    assert isinstance(game, EventsGame)
    assert [name for name, _ in game.events] == list(EVENTS)
    assert isinstance(game, Written)
    assert [line.partition(":")[0].lower() for line in game.in_words()] == [
        name.replace("-", " ") for name in EVENTS
    ]


def test_rules_of_thumb() -> None:
    low, threes = dd.evaluate("threes", "low-dice"), dd.evaluate("threes", "threes-only")
    best = dd.solve("threes").value
    assert round(low.mean, 5) == 7.33255  # as docs/adding-a-game.md has it
    assert best < threes.mean < low.mean
    assert dd.evaluate("midnight", "sixes").mean < dd.solve("midnight").value


TEXTS = {
    "dice = '3d6+1d8'": "dice: they must be alike",
    "dice = '13d6'": "13 dice are too many to set aside: the most is 12",
    "dice = '3d6'\ncounts = { x = 3 }": "x.toml:3:12: counts: x is no face of a die",
    "dice = '3d6'\ncounts = { 7 = 3 }": "counts: no die shows 7",
    "dice = '3d6'\nneeds = [1, 1, 1, 2]": "4 faces are needed, but there are 3 dice",
    "dice = '3d6'\nonly = [2]\nneeds = [1]": "must be one that may be set aside",
    "dice = '3d6'\nneeds = [1]\nlow-wins = true": "Where low wins nothing may fail",
    "dice = '3d6'\nrun-up = 8\none-by-one = true": "not one by one",
    "dice = '3d{4;5}'\nrun-up = 3": "has room for no die",
    "dice = '12d{10;100;1000;10000;100000;1000000}'\nattempts = 100": "the most is 2,000,000",
    "dice = '3d6'\nstop = true": "There is no key 'stop'",
}


@pytest.mark.parametrize(("text", "words"), TEXTS.items())
def test_texts_that_make_no_sense_are_refused(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text(f'family = "set-aside"\n{text}\n', encoding="utf-8")
    with pytest.raises(RulesError, match=words):
        dd.game("x.toml")


OTHERS = {
    'family = "sets"\ndice = "2d6"\nsets = 0': "sets is a whole number between 1 and 1,000",
    'family = "sets"\ndice = "2d6"\ncounts = { 9 = 1 }': "no die shows 9",
    'family = "heights"\ndice = "2d6"\nfirst = 13': "Nobody clears a first height of 13",
    'family = "heights"\ndice = "2d6"\nfirst = 3\nfails = [1, 2, 3, 4, 5, 6]': "nothing is cleared",
    'family = "heights"\ndice = "2d6"\nfirst = 3\nfails = [7]': "no die shows 7",
    'family = "heights"\ndice = "13d6"\nfirst = 3': "13 dice are too many for a try",
    'family = "events"\n[events]': "events has 1 to 100 names, not 0",
    'family = "events"\n[events.a]\ndice = "2d6"': r"events.a.family is one of .*: it is missing",
    'family = "events"\n[events.a]\nfamily = "set"\ndice = "2d6"': "Did you mean 'sets'",
    'family = "events"\n[events.a]\nfamily = "sets"\ndice = "2d6"\nsix = 1': "events.a.six",
}


@pytest.mark.parametrize(("text", "words"), OTHERS.items())
def test_texts_of_the_other_families(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=words):
        dd.game("x.toml")


def test_low_and_high_have_no_total(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text(
        'family = "events"\n[events.a]\nfamily = "sets"\ndice = "1d6"\n'
        '[events.b]\nfamily = "set-aside"\ndice = "1d6"\nlow-wins = true\n',
        encoding="utf-8",
    )
    with pytest.raises(RulesError, match="they have no total"):
        dd.game("x.toml")


def test_events_are_chosen_by_name() -> None:
    game = dd.game("decathlon:events=javelin/100-metres")
    assert str(game) == "decathlon:events=100-metres/javelin"  # in the order of the file
    assert dd.game(str(game)) == game
    with pytest.raises(RulesError, match="sack-race"):
        dd.game("decathlon:events=sack-race")
