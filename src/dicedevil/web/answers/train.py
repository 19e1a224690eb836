"""Practice at the page: a question, and what an answer was worth."""

from __future__ import annotations

from typing import Any

from dicedevil.coach.boards import board
from dicedevil.coach.drills import Drills
from dicedevil.coach.grades import grade_kept
from dicedevil.coach.practice import SOURCE_WORDS, Drill
from dicedevil.coach.training import (
    Training,
    mistakes_of,
    natural_objective,
    nothing_left,
    stock,
    table_of,
)
from dicedevil.rules import Game
from dicedevil.web.library import Library
from dicedevil.web.problems import Problem
from dicedevil.web.sessions import (
    game_of,
    kept_under,
    rules_at_hand,
    served_name,
    store_of,
    unknown,
)

GRADING = 3
"""A third of the time is for games that were not graded yet, while somebody waits."""
DONE = "You have been through all mistakes of this game."


def patience(library: Library) -> float:
    """Return the seconds for grading games: a job has all of its time for it."""
    return library.budget.longest / (1 if library.budget.missing_ok else GRADING)


def question(
    library: Library,
    player: str = "me",
    game: str | None = None,
    level: str = "any",
    of: int | None = None,
) -> dict[str, Any]:
    """Return what to decide next: a mistake, a decoy, a close call; or when to come again."""
    store = store_of(library)
    rules = None if game is None else library.game(game)
    name = kept_under(library, game)
    known = rules_at_hand(library, store)
    drills = Drills(store, player, name)
    training = _training(library, drills, name or "", level, rules, known)
    grade_kept(store, known, library.budget, patience(library))
    if of is not None:
        if store.progress(of) is None:
            raise unknown(of)
        waiting = mistakes_of(drills, of)
        drill = training.first(waiting)
        return _told(library, training, drill, len(waiting), DONE)
    stock(drills)
    drill = training.next()
    return _told(library, training, drill, drills.waiting(training.clock()), nothing_left(training))


def _training(
    library: Library,
    drills: Drills,
    name: str,
    level: str,
    rules: Game | None,
    known: list[str],
) -> Training:
    aim = "score" if rules is None else natural_objective(rules)
    before = drills.answered()
    return Training(
        drills,
        name,
        aim,
        level,
        seed=before + 1,
        rules=known,
        budget=library.budget,
        answered_before=before,
    )


def _told(
    library: Library, training: Training, drill: Drill | None, left: int, nothing: str
) -> dict[str, Any]:
    due = training.drills.next_due()
    found: dict[str, Any] = {"drill": None, "board": None, "left": left, "message": ""}
    found["next_due"] = None if due is None else due.isoformat(timespec="seconds")
    if drill is None:
        return found | {"left": 0, "message": nothing}
    rules = training.rules_of(drill)
    table = table_of(rules, drill)
    roll = table.rules.read_roll(table.position.state, drill.roll)
    name = served_name(library, drill.game)
    seats = ["You" if seat == table.mover else "Them" for seat in range(table.seats)]
    shown = board(table, roll, players=seats, before=False, game=name, objective=drill.objective)
    told = drill.to_dict() | {"game": name, "source": SOURCE_WORDS[drill.source]}
    return found | {"drill": told, "board": shown}


def answer(library: Library, number: int, choice: str, player: str = "me") -> dict[str, Any]:
    """Take an answer: whether it was right, what would have been, and why."""
    store = store_of(library)
    drills = Drills(store, player)
    drill = drills.numbered(number)
    if drill is None:
        hint = "GET /api/v1/train asks the next one."
        raise Problem(404, "unknown-number", f"{player} has no question {number}.", hint)
    rules = game_of(library, drill.game)
    known = rules_at_hand(library, store)
    training = _training(library, drills, "", "any", rules, known)
    found = training.answer(drill, choice)
    due = drills.due_of(number)
    return {
        "choice": found.choice,
        "best": found.best,
        "loss": found.loss,
        "unit": found.advice.unit,
        "right": found.is_right,
        "sentence": found.sentence,
        "why": None if found.why is None else found.why.to_dict(),
        "advice": found.advice.to_dict(),
        "next_due": None if due is None else due.isoformat(timespec="seconds"),
    }
