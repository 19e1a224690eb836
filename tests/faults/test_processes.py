"""Processes that help: one that dies, and errors that do not travel."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from multiprocessing import active_children

import pytest

import dicedevil as dd
from dicedevil.solvers.processes import Crew, dealt_out

AWKWARD = """
{0}
class Awkward(Exception):
    def __init__(self, one, two):
        super().__init__("so it is")
raise Awkward(1, 2)
"""


def test_one_that_died_before_it_was_given_more_is_told() -> None:
    """It is no closed output: that would end a command without a word."""
    others = set(active_children())
    with closing(dealt_out(partial(partial, abs), [-1, -2, -3], 1)) as told:
        assert next(told) == (0, 1)
        (process,) = set(active_children()) - others
        process.kill()
        process.join()
        with pytest.raises(dd.DiceDevilError, match="A process that helped has died"):
            next(told)


def test_a_crew_stays_unless_its_work_is_broken_off() -> None:
    """Whoever is still at work would tell of it when the next parts are dealt."""
    others = set(active_children())
    crew = Crew(partial(partial, abs), 2)
    try:
        assert sorted(crew.deal([-1, -2, -3])) == [(0, 1), (1, 2), (2, 3)]
        hired = set(active_children()) - others
        assert 1 <= len(hired) <= 2
        assert sorted(crew.deal([-4])) == [(0, 4)]
        assert set(active_children()) - others == hired
        with closing(crew.deal([-5, -6, -7])) as broken_off:
            next(broken_off)
        assert not set(active_children()) - others
        assert sorted(crew.deal([-8, -9])) == [(0, 8), (1, 9)]
        crew.dismiss()
        assert not set(active_children()) - others
    finally:
        crew.end()


@pytest.mark.parametrize("place", ["", "global Awkward"])
def test_an_error_that_cannot_travel_is_told_in_words(place: str) -> None:
    """Its class is known only there, or cannot be made again from what it says."""
    with (
        pytest.raises(dd.DiceDevilError, match=r"^Awkward: so it is$"),
        closing(dealt_out(partial(partial, exec), [AWKWARD.format(place)], 1)) as told,
    ):
        next(told)
