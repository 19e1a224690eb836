"""The proficiency test: what `test --json` prints, before it is answered and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.coach.proficiency import ProficiencyTest, proficiency
from dicedevil.coach.tested import KeptTests
from dicedevil.errors import NotationError, PositionError, UsageError
from dicedevil.web.library import Library
from dicedevil.web.sessions import as_served, named_in_records, store_of


def asked(
    library: Library,
    game: str,
    questions: int,
    seed: int | None = None,
    objective: str | None = None,
    player: str = "me",
) -> dict[str, Any]:
    """Return the questions of a seed, or of one that is drawn, with their choices."""
    return _told(library, _test(library, game, questions, seed, objective), player)


def answered(
    library: Library,
    game: str,
    questions: int,
    seed: int,
    answers: Sequence[str],
    objective: str | None = None,
    player: str = "me",
) -> dict[str, Any]:
    """Take the answers, in the order of the questions, and keep them: all or, if one is none, none."""
    test = _test(library, game, questions, seed, objective)
    if len(answers) > len(test.questions):
        raise UsageError(
            f"These are {len(answers):,} answers to {len(test.questions):,} questions of {test.game}."
        )
    for number, text in enumerate(answers, 1):
        try:
            test.answer(text)
        except (NotationError, PositionError) as error:
            raise type(error)(f"Answer {number}: {error}") from None
    test.keep(KeptTests(store_of(library), player))
    return _told(library, test, player)


def _test(
    library: Library, game: str, questions: int, seed: int | None, objective: str | None
) -> ProficiencyTest:
    rules, named = library.game(game), named_in_records(library, game)
    return proficiency(rules, questions, seed, objective, budget=library.budget, named=named)


def _told(library: Library, test: ProficiencyTest, player: str) -> dict[str, Any]:
    return as_served(library, {"player": player} | test.to_dict() | {"missing": test.missing})
