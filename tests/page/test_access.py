"""For everybody: axe-core finds nothing on any tab, by day on a desk and by night on a phone."""

from __future__ import annotations

import pytest

from at_page import Open, is_for_everybody_by_day_and_night, settle

ADDRESSES = (
    "/",
    "/?tab=advise&game=yahtzee&state=sixes=18,rerolls=1&roll=33456",
    "/?tab=advise&game=pig&state=me=40,them=60,turn=19&roll=4&objective=win",
    "/?tab=advise&game=klappenspiel&state=up=1+4+6+10&roll=46",
    "/?tab=advise&game=ten-times-18&state=1=4,5=8&roll=12",
    "/?tab=advise&game=ten-thousand&state=turn=350,dice=4&roll=1155",
    "/?tab=advise&game=cant-stop",
    "/?tab=advise&game=tug&roll=2",
    "/?tab=play&game=farkle",
    "/?tab=analyse&game=yahtzee",
    "/?tab=train&game=micro-yahtzee",
    "/?tab=stats&game=yahtzee",
    "/?tab=papers",
    "/docs",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_in_anybodys_way(opened: Open, allowed_errors: list[str], address: str) -> None:
    allowed_errors.extend(["409", "413"])  # a busy machine may offer an answer as a job
    page = opened(address)
    settle(page)
    is_for_everybody_by_day_and_night(page)
