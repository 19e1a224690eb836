"""Python's semantics in lowered functions: the same answer to the last bit, or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dicedevil.solvers.plain.lowered.lowering import lower
from dicedevil.solvers.plain.lowered.shapes import NotLowered
from few import few
from lowered_games import FAR, lowered_way, plain_way, require_equal, snippet
from lowered_snippets import FAR_OFF, LOWERED, RAISES, REFUSED


@pytest.mark.parametrize("body", LOWERED)
def test_what_is_lowered_says_the_same(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = snippet(body, tmp_path)
    require_equal(lowered_way(game, monkeypatch), plain_way(game))


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_not_lowered_is_refused_with_a_reason(body: str, tmp_path: Path) -> None:
    game = snippet(body, tmp_path)
    with pytest.raises(NotLowered, match=r"\w") as refused:
        lower(game, list(game.roots()))
    assert len(str(refused.value)) > 10


def trouble(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either way is right: the same graph, or a refusal where something is raised or too large."""
    try:
        expected = plain_way(game)
    except Exception:
        expected = None
    try:
        found = lowered_way(game, monkeypatch)
    except NotLowered:
        return
    assert expected is not None
    require_equal(found, expected)


@pytest.mark.parametrize("body", RAISES)
def test_where_python_raises_nothing_is_said(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicedevil.solvers.plain.lowered.laying_out.MOST_STEPS", 1 << 12)
    game = snippet(body, tmp_path)
    with pytest.raises(NotLowered, match=r"at \(|line"):
        lowered_way(game, monkeypatch)


@pytest.mark.parametrize("body", few(FAR_OFF, 6))
def test_numbers_beyond_64_bits(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotLowered, match=r"64 bits|ZeroDivision"):
        lowered_way(snippet(body, tmp_path, FAR), monkeypatch)
    for one in FAR.split(", "):
        for other in FAR.split(", "):
            trouble(snippet(f"a, b = {one}, {other}\n{body}", tmp_path, "0,"), monkeypatch)
