"""Advice: what `advise --json` prints, for one position or many."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from typing import Any

from dicedevil.ask.advise import advise_alone, as_document, reasons
from dicedevil.errors import DiceDevilError, TableError, TooLarge
from dicedevil.objectives import chosen_objective, natural_aim
from dicedevil.web.library import Library

TOO_LATE = "The others took all the time there is: ask for fewer at once."


def advice(
    library: Library,
    game: str,
    state: str = "",
    roll: str = "",
    objective: str | None = None,
    target: int | None = None,
    turns: int | None = None,
    player: str | None = None,
    players: int | None = None,
    exact: bool = False,
    why: bool = False,
    than: str | None = None,
) -> dict[str, Any]:
    """Return the choices at a position, best first."""
    rules = library.game(game)
    aim = chosen_objective(objective, target, turns, default=natural_aim(rules).name)
    if player is None and players in (None, 2):
        kind = _kind(game, objective, target, turns, exact)
        with library.warm.timed(kind):
            solved = library.warm.solver(kind)
            found = advise_alone(
                rules, state, roll, aim, exact=exact, budget=library.budget, solved=solved
            )
            return as_document(found, reasons(found, why, than))
    from dicedevil.players.advise import advise

    named = objective is not None or target is not None or turns is not None
    found = advise(
        rules,
        state,
        roll,
        aim if named else None,
        player=player,
        players=players,
        exact=exact,
        budget=library.budget,
    )
    return as_document(found, reasons(found, why, than))


def is_quick(
    library: Library,
    roll: str = "",
    player: str | None = None,
    players: int | None = None,
    why: bool = False,
    than: str | None = None,
    **asked: Any,
) -> bool:
    """Tell whether advice is there at once: a solution is warm, and nothing but a look at it is due."""
    if player is not None or players not in (None, 2) or why or than is not None or not roll.strip():
        return False
    return library.warm.is_quick(_kind(**asked))


def _kind(
    game: str,
    objective: str | None = None,
    target: int | None = None,
    turns: int | None = None,
    exact: bool = False,
    **_: Any,
) -> Hashable:
    """Return what tells questions apart that one solution answers."""
    return game, objective, target, turns, exact


def advice_for_many(library: Library, asked: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return advice for each position, or why there is none."""
    from dicedevil.web.problems import busy, told, with_job

    until = time.monotonic() + library.budget.longest
    answers: list[dict[str, Any]] = []
    for one in asked:
        try:
            if time.monotonic() > until:
                raise busy(TOO_LATE)
            answers.append(advice(library, **one))
        except (TableError, TooLarge) as error:
            answers.append(told(with_job(error, "advice", one, library.longest_job))[1])
        except DiceDevilError as error:
            answers.append(told(error)[1])
    return {"answers": answers}
