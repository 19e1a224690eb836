"""Games that were asked for take what they take, unless less time was allowed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import TooLarge
from dicedevil.solvers.budget import Budget, Watch
from dicedevil.solvers.cards import played
from dicedevil.solvers.placement.omniscient import omniscient_scores

SHORT = Budget(patience=0.001)
ASKED: dict[str, Callable[[Budget], Any]] = {
    "cards": lambda budget: dd.simulate("micro-yahtzee", "random", games=60_000, budget=budget),
    "races": lambda budget: dd.simulate("pig", "hold-at-20", games=120_000, budget=budget),
    "all rolls known": lambda budget: omniscient_scores(
        dd.game("ten-times-18:slots=3"),  # type: ignore[arg-type]
        250_000,
        1,
        budget,
    ),
}


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "GAMES_AT_ONCE", played.GAMES_AT_A_TABLE)


@pytest.mark.parametrize("room", ASKED)
def test_less_time_is_kept_to(room: str) -> None:
    with pytest.raises(TooLarge, match=r"Playing .*\(playing\) takes .*--patience \d+ or --yes"):
        ASKED[room](SHORT)


@pytest.mark.parametrize("room", [*ASKED, "any rules"])
def test_otherwise_nobody_hurries(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ASKED.get(
        room, lambda budget: dd.simulate("shut-the-box", "random", games=10, budget=budget)
    )
    allowed: list[float | None] = []
    begun = Watch.begin

    def begin(watch: Watch, doing: str, in_all: int = 0, **more: bool) -> Watch:
        if watch.what.startswith("Playing"):
            allowed.append(watch.budget.patience)
        return begun(watch, doing, in_all, **more)

    monkeypatch.setattr(Watch, "begin", begin)
    asked(Budget())
    assert set(allowed) == {math.inf}
