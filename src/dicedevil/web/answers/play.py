"""Games that are played at the page: each move is on the disk before it is answered.

`at` is the number of moves that whoever asks has seen. A move that was made already, because it was
sent twice, is not made again; one for a game that has gone on is refused.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from dicedevil.coach.boards import no_dice, uses
from dicedevil.coach.endings import end_words, graded_data
from dicedevil.coach.kept import lately
from dicedevil.coach.reading import understood
from dicedevil.coach.replay import PlayedMove
from dicedevil.coach.rolled import rolled_faces
from dicedevil.coach.seats import bot_named
from dicedevil.coach.session import Session, table_for
from dicedevil.coach.store import StoreError
from dicedevil.errors import DiceDevilError, PositionError, TableError, TooLarge
from dicedevil.games import rules_file
from dicedevil.web.library import Library
from dicedevil.web.problems import with_job
from dicedevil.web.sessions import (
    SESSIONS,
    as_served,
    moved_on,
    named_in_records,
    served_name,
    store_of,
    unknown,
)

AT_A_GLANCE = 8
"""Moves that are told where nobody says what was seen."""
MOST_TOLD = 200
BOTS_PLAY = 0.5
"""Seconds that bots play on before the page is told."""
MOST_LISTED = 50


# -- what is to be seen ----------------------------------------------------------------------------


def told(library: Library, session: Session, at: int | None = None) -> dict[str, Any]:
    """Return a game as the page shows it."""
    found = session.to_dict()
    name = served_name(library, found["game"])
    first = len(session.steps) - AT_A_GLANCE if at is None else at
    since = session.steps[max(first, len(session.steps) - MOST_TOLD, 0) :]
    found["board"] |= {"game": name}
    return found | {"game": name, "since": [_move(step) for step in since]}


def _move(step: PlayedMove) -> dict[str, Any]:
    table, rules = step.table, step.table.rules
    return {
        "player": table.mover,
        "roll": rules.write_roll(step.roll),
        "choice": rules.write_choice(step.choice),
        "label": uses(rules, table.position.state, step.roll, step.choice).label,
    }


def listing(library: Library) -> dict[str, Any]:
    """Return the games under way, and those lately finished."""
    return {
        "games": [_header(library, one.to_dict()) for one in lately(store_of(library), MOST_LISTED)]
    }


def _header(library: Library, header: dict[str, Any]) -> dict[str, Any]:
    """Name a game as it is served; one that is not can only be looked at in the list."""
    told = as_served(library, header)
    return told | {"served": rules_file(told["game"]) is None}


def show(library: Library, number: int, at: int | None = None) -> dict[str, Any]:
    """Return a game as it stands."""
    with SESSIONS.at(library, number) as session:
        return told(library, session, at)


# -- beginning -------------------------------------------------------------------------------------


def begin(
    library: Library, game: str, people: Sequence[str], bots: Sequence[str], seed: int | None = None
) -> dict[str, Any]:
    """Begin a game; bots that have to be worked out first are a job of their own."""
    rules = library.game(game)
    table_for(rules, people, bots, seed)
    try:
        session = Session.begin(
            rules,
            people,
            bots,
            named=named_in_records(library, game),
            seed=seed,
            store=store_of(library),
            budget=library.budget,
        )
    except (TableError, TooLarge) as error:
        asked = {"game": game, "people": list(people), "bots": list(bots)}
        raise with_job(error, "bots", asked, library.longest_job) from None
    if session.trouble:
        raise StoreError(session.trouble)
    SESSIONS.remember(library, session)
    return told(library, session)


def prepared(library: Library, game: str, people: Sequence[str], bots: Sequence[str]) -> dict[str, Any]:
    """Work out what bots have to know, so that a game with them begins at once."""
    table = table_for(library.game(game), people, bots, None)
    for name in bots:
        bot_named(name, table, library.budget)
    return {"game": game, "bots": list(bots)}


# -- moves -----------------------------------------------------------------------------------------


def throw(library: Library, number: int) -> dict[str, Any]:
    """Throw the dice; those that lie there stay."""
    with SESSIONS.at(library, number) as session:
        session.throw()
        return told(library, session)


def choose(library: Library, number: int, choice: str, at: int) -> dict[str, Any]:
    """Make a person's choice; the dice of this move are the same, whoever has seen them thrown."""
    with SESSIONS.at(library, number) as session:
        moves = len(session.steps)
        if at == moves - 1 and _is_last(session, choice):
            return told(library, session, at)
        _require(at, moves)
        session.throw()
        session.choose(choice)
        return told(library, session, at)


def _is_last(session: Session, choice: str) -> bool:
    """Tell whether the last move was this choice of a person."""
    last = session.steps[-1]
    if last.table.mover in session.bots:
        return False
    try:
        meant = understood(last.table.rules, last.table.position.state, last.roll, choice)
    except DiceDevilError:
        return False
    return bool(meant == last.choice)


def let_bots(library: Library, number: int, at: int, most: int = MOST_TOLD) -> dict[str, Any]:
    """Have bots play until a person is to move, or for half a second; `most` moves at most."""
    with SESSIONS.at(library, number) as session:
        moves = len(session.steps)
        made = session.steps[at:]
        if at < moves and all(step.table.mover in session.bots for step in made):
            return told(library, session, at)
        _require(at, moves)
        until = time.monotonic() + BOTS_PLAY
        session.throw()
        session.let_bot_choose()
        while session.bot is not None and not session.is_over and time.monotonic() < until:
            if len(session.steps) >= at + most:
                break
            session.throw()
            session.let_bot_choose()
        return told(library, session, at)


def undo(library: Library, number: int, at: int) -> dict[str, Any]:
    """Take the last choice back."""
    with SESSIONS.at(library, number) as session:
        moves = len(session.steps)
        if at != moves + 1 or session.roll is None:  # else it was taken back already
            _require(at, moves)
            session.undo()
        return told(library, session)


def _require(at: int, moves: int) -> None:
    if at != moves:
        raise moved_on(f"This was for a game of {at} moves, which has {moves} now.")


def leave(library: Library, number: int) -> dict[str, Any]:
    """Leave the table: a game without moves is forgotten, any other is kept to be gone on with."""
    with SESSIONS.at(library, number) as session:
        kept = session.leave()
    SESSIONS.forget(library, number)
    return {"number": number, "kept": kept}


# -- help and the end ------------------------------------------------------------------------------


def hint(library: Library, number: int) -> dict[str, Any]:
    """Climb the ladder of hints by a rung."""
    with SESSIONS.at(library, number) as session:
        if session.roll is None and not no_dice(session.table):
            raise PositionError("Hints are for dice that lie on the table.")
        session.throw()
        return session.hint().to_dict()


def report(library: Library, number: int) -> dict[str, Any]:
    """Grade a game, as far as it went: for every player luck and errors apart."""
    with SESSIONS.at(library, number) as session:
        graded = [graded_data(one, library.budget) for one in session.graded()]
        over = session.is_over
        return {
            "number": number,
            "end": end_words(session.table, session.players) if over else "",
            "games": [as_served(library, one | _of_seat(session, one["seat"])) for one in graded],
            "record": session.record.to_dict(),
        }


def _of_seat(session: Session, seat: int) -> dict[str, Any]:
    rolled = rolled_faces(session.steps, seat)
    return {"is_bot": seat in session.bots, "rolled": rolled.to_dict()}


def record(library: Library, number: int) -> str:
    """Return the record of a game, a line of JSON."""
    store = store_of(library)
    if store.progress(number) is None:
        raise unknown(number)
    return store.record(number).to_line() + "\n"
