"""Processes that help: one that dies, and errors that do not travel."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from multiprocessing import active_children

import pytest

import dicedevil as dd
from dicedevil.solvers.processes import dealt_out

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


@pytest.mark.parametrize("place", ["", "global Awkward"])
def test_an_error_that_cannot_travel_is_told_in_words(place: str) -> None:
    """Its class is known only there, or cannot be made again from what it says."""
    with (
        pytest.raises(dd.DiceDevilError, match=r"^Awkward: so it is$"),
        closing(dealt_out(partial(partial, exec), [AWKWARD.format(place)], 1)) as told,
    ):
        next(told)
