"""What holds for anything that is typed, and whatever is done at a table."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedevil.coach.reading import understood
from dicedevil.coach.replay import replay
from dicedevil.coach.session import Session
from dicedevil.coach.store import Store
from dicedevil.coach.table import laid
from dicedevil.errors import DiceDevilError
from dicedevil.games import game

GAMES = [("yahtzee", 1), ("farkle", 2), ("pig", 3), ("shut-the-box:tiles=12", 1), ("ten-times-18", 2)]
texts = st.text(max_size=12) | st.text("0123456789+- #abcdefkeptscoreflip", max_size=12)


@pytest.mark.parametrize(("spec", "players"), GAMES)
@settings(max_examples=60)
@given(text=texts, number=st.floats(0, 1, exclude_max=True))
def test_any_text_is_a_choice_or_refused_in_words(
    spec: str, players: int, text: str, number: float
) -> None:
    table = laid(game(spec), players)
    rules, state = table.rules, table.position.state
    rolls = list(rules.rolls(state))
    roll = rolls[int(number * len(rolls))]
    choices = list(rules.choices(state, roll))
    with suppress(DiceDevilError):  # anything else would be a failure
        assert understood(rules, state, roll, text) in choices
    place = int(number * len(choices))
    assert understood(rules, state, roll, rules.write_choice(choices[place])) == choices[place]
    assert understood(rules, state, roll, f"#{place + 1}") == choices[place]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_at_a_table_is_kept_as_it_is(tmp_path: Path, seed: int) -> None:
    """Dice thrown, choices made and taken back, bots, leaving and coming back, in any order."""
    source = random.Random(seed)
    spec = source.choice(["micro-yahtzee", "pig:target=15", "ten-times-18:slots=3", "klappenspiel"])
    rules = game(spec)
    with Store(tmp_path) as store:
        session = Session.begin(rules, ["Ann", "Bob"], ["random"], seed=seed, store=store)
        seen: dict[object, object] = {}
        while not session.is_over:
            what = source.choice(["throw", "choose", "choose", "undo", "leave"])
            if what == "throw" or (what == "choose" and session.roll is None):
                here = (len(session.steps), session.table)
                assert seen.setdefault(here, session.throw()) == session.roll
            elif what == "choose" and session.bot is not None:
                session.let_bot_choose()
            elif what == "choose":
                session.choose(source.choice(session.choices()))
            elif what == "undo" and session.can_undo:
                before = session.steps[-1]
                assert session.undo() == before
                assert (session.table, session.roll) == (before.table, before.roll)
            elif what == "leave":
                (kept,) = store.under_way(spec)
                session = Session.resume(kept, rules, store)
            assert store.record(session.number) == session.record
        assert not session.trouble
        assert replay(store.record(session.number)).end.results == session.table.results
