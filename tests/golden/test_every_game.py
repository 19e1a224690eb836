"""Numbers that must not drift, for every listed game; a game without them fails here."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.coach.shown import docstring_sections
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.events import EventsGame
from dicedevil.games import find, names
from dicedevil.known import KnownValue
from dicedevil.objectives import objective_named
from dicedevil.reproduce import compare
from dicedevil.solvers.cards.following import is_large
from variants import SMALL

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import goldens  # noqa: E402  (lives beside this file; pytest does not put it on the path)

HEADINGS = ("Rules", "Parameters", "State", "Ambiguities settled", "Sources", "Known values")
KNOWN = [(name, known) for name in names() for known in find(name).known_values]
RENEW = "if the change is meant, run python tests/golden/goldens.py"


@pytest.mark.parametrize("name", names())
def test_every_game_has_goldens_and_words(name: str) -> None:
    assert name in SMALL, f"{name} needs small variants in tests/variants.py"
    assert (goldens.COUNTS / f"{name}.txt").exists(), f"{name} has no counts: {RENEW}"
    game = find(name)
    assert game.name == name
    assert game.title
    assert game.sources
    told = docstring_sections(dd.game(name))
    for heading in HEADINGS:
        assert told.get(heading), f"the words of {name} lack '{heading}'"
    for parameter in game.parameters:
        explained = f"\n{told['Parameters']}"
        assert f"\n{parameter.name} " in explained, f"{name}: {parameter.name} is not explained"
        assert parameter.about
    notation = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    assert f"`{name}`" in notation, f"docs/notation.md does not say how {name} is written"


@pytest.mark.parametrize("name", names())
def test_counts_of_states(name: str) -> None:
    golden = (goldens.COUNTS / f"{name}.txt").read_text(encoding="utf-8")
    assert goldens.counts_text(name) == golden, RENEW


def test_there_are_no_counts_of_games_that_are_gone() -> None:
    assert {path.stem for path in goldens.COUNTS.glob("*.txt")} == set(names())


def test_fingerprint_of_all_small_solutions() -> None:
    assert goldens.fingerprint_text() == goldens.FINGERPRINT.read_text(encoding="utf-8"), RENEW


@pytest.mark.parametrize(("name", "known"), KNOWN, ids=lambda one: getattr(one, "question", one))
def test_known_values(name: str, known: KnownValue) -> None:
    """Computed, never typed in, and rounded to as many places as are printed."""
    row = compare(name, known.question, known.value, computed(known.game or name, known))
    assert row.agrees, f"{known.source}: {row.published}, ours {row.computed}"
    assert known.source


MOST_CHOICES = 60_000
"""Of a plain game whose fractions are quick enough for a test."""


def is_too_large(rules: dd.Game) -> bool:
    """Tell whether a game has too many states for fractions here."""
    if isinstance(rules, KeepRerollGame):
        return is_large(rules)
    size = rules.size()
    return isinstance(rules, EventsGame) and size is not None and size[1] > MOST_CHOICES


def computed(spec: str, known: KnownValue) -> Fraction:
    if known.strategy in ("optimal", "worst"):
        if known.objective == "win":  # a whole match is no matter for fractions
            return Fraction(dd.solve(spec, dd.WinMatch()).value)
        rules = dd.game(spec)
        if is_too_large(rules):
            return Fraction(dd.solve(rules, objective_named(known.objective)).value)
        value = dd.solve(spec, objective_named(known.objective), exact=True).exact
        assert value is not None
        return value
    return Fraction(dd.evaluate(spec, known.strategy).exact_mean)
