"""What lies on a table as plain data: one board for any game and any number of players.

    board(laid(game("yahtzee"), state="ones=3"), roll)

A board says where everybody stands (`furniture`), the dice, and for each choice what a person touches
to say it. Of games that tell nothing about their tables the position is told as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from dicedevil.coach.replay import PlayedMove
from dicedevil.coach.table import GameTable, Noted, OwnBoards, SharedMatch, laid, written_whole
from dicedevil.dice import Roll
from dicedevil.furniture import PLAIN, Edit, Furnished, Piece, Spot, Uses, places, spelled
from dicedevil.objectives import chosen_objective
from dicedevil.players.races import table_of
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.boards import board_texts

PIPS = range(1, 7)
"""Faces that are drawn with pips."""
MOST_LOOKED_AT = 1000
"""Rolls that are looked at, to tell what dice show."""
EXAMPLES = 4
"""Rolls that are named, where dice have no pips."""
MATCHES = ("win", "win-alone")
RACES = ("turns", "within")


def have_pips(rolls: Iterable[Sequence[int]], roll: Sequence[int] = ()) -> bool:
    """Tell whether dice are drawn with pips: no face that can come has more than six."""
    return all(face in PIPS for one in (roll, *islice(rolls, MOST_LOOKED_AT)) for face in one)


# -- where everybody stands ------------------------------------------------------------------------


def furniture(table: GameTable) -> list[Sequence[Piece]]:
    """Return what everybody has, in the order of the seats.

    Where the game does not tell players apart there is one piece for all of them.
    """
    seats = range(table.seats)
    if isinstance(table, OwnBoards):
        return [_own(table, seat) for seat in seats]
    if _telling(table.rules, table.position, 0) is None:
        return [[Piece(PLAIN, ([Spot("position", "Position", table.written)],))]]
    return [_told(table.rules, table.position, table.written, seat) for seat in seats]


def _own(table: OwnBoards, seat: int) -> Sequence[Piece]:
    rules, position = table.rules, table.positions[seat]
    if isinstance(rules, Noted) and not table.notes:  # told by a sum: nobody knows what stands where
        return [_edited(piece, lambda _: None) for piece in _told(rules, position, "", seat)]
    written = table.notes[seat] if table.notes else written_whole(rules, position)
    pieces = _told(rules, position, written, seat)
    behind = (seat - table.mover) % table.seats
    if not behind:
        return pieces
    front = f"them{behind if behind > 1 else ''}-"
    return [_edited(piece, lambda edit: edit and edit.before(front)) for piece in pieces]


def _edited(piece: Piece, change: Callable[[Edit | None], Edit | None]) -> Piece:
    """Return a piece whose spots are set by hand in another way."""
    sections = [[one._replace(edit=change(one.edit)) for one in spots] for spots in piece.sections]
    return piece._replace(sections=sections)


def _told(rules: Game, position: Position, written: str, seat: int) -> Sequence[Piece]:
    telling = _telling(rules, position, seat)
    if telling is not None:
        game, seen = telling
        return game.furniture(seen, written, seat)
    spots = [
        Spot("position", "Position", written or "start"),
        Spot("points", "Points", f"{position.points:,}", position.points),
    ]
    return [Piece(PLAIN, (spots,))]


def _telling(rules: Game, position: Position, seat: int) -> tuple[Furnished, Position] | None:
    """Return the game that tells how a position looks, within whatever is around it."""
    while not isinstance(rules, Furnished):
        if not isinstance(rules, Wrapped):
            return None
        position = position._replace(state=rules.seen_by(position.state, seat))
        rules = rules.game
    return rules, position


# -- dice and choices ------------------------------------------------------------------------------


def uses(rules: Game, state: State, roll: Roll, choice: Choice) -> Uses:
    """Return what a person touches to say a choice."""
    telling = _telling(rules, Position(0, state), rules.to_move(state))
    if telling is None:
        return Uses(spelled(rules.write_choice(choice)))
    game, seen = telling
    return game.uses(seen.state, roll, choice)


def no_dice(table: GameTable) -> bool:
    """Tell whether there is something to choose before any die is rolled."""
    return not table.is_over and list(table.rules.rolls(table.position.state)) == [()]


def _dice(table: GameTable, roll: Roll | None) -> dict[str, Any]:
    rules, state = table.rules, table.position.state
    rolls = {} if table.is_over else rules.rolls(state)
    looked = list(islice(rolls, MOST_LOOKED_AT))
    telling = _telling(rules, table.position, table.mover)
    lying = [] if telling is None or table.is_over else telling[0].lying(telling[1].state)
    return {
        "faces": None if roll is None else list(roll),
        "count": len(roll if roll is not None else next(iter(looked), ())),
        "sides": sorted({face for one in looked for face in one}) or None,
        "pips": have_pips(looked, roll or ()),
        "kept": [] if not roll else _kept(rules, roll, lying),
        "lying": [face for face in lying if face is not None],
    }


def _kept(rules: Game, roll: Roll, lying: Sequence[int | None]) -> list[int]:
    """Return the places of dice that lay there before the roll."""
    if rules.tells_dice_apart:
        return [place for place, face in enumerate(lying) if face is not None]
    return places(roll, [face for face in lying if face is not None])


def _examples(table: GameTable) -> list[str]:
    """Return a few rolls that can come."""
    rolls = (
        [] if table.is_over else list(islice(table.rules.rolls(table.position.state), MOST_LOOKED_AT))
    )
    step = max(1, -(-len(rolls) // EXAMPLES))
    return [table.rules.write_roll(one) for one in rolls[::step]]


def _choices(table: GameTable, roll: Roll, choices: Iterable[Choice]) -> Iterator[dict[str, Any]]:
    rules, state = table.rules, table.position.state
    for choice in choices:
        used = uses(rules, state, roll, choice)
        yield {
            "choice": rules.write_choice(choice),
            "label": used.label,
            "uses": {
                "dice": None if used.dice is None else list(used.dice),
                "spots": list(used.spots),
            },
            "points": _points(table, roll, choice),
            "again": not rules.ends_turn(state, roll, choice),
        }


def _points(table: GameTable, roll: Roll, choice: Choice) -> int | None:
    """Return what a choice scores at once, where it scores at all."""
    if table.what not in ("game", "turn"):
        return None
    rules = table.rules
    points = rules.play(table.position.state, roll, choice)[0]
    return points if points or rules.box(choice) is not None else None


# -- all of it -------------------------------------------------------------------------------------


def written_for_page(table: GameTable) -> str:
    """Return the whole position, everybody's board."""
    if isinstance(table, OwnBoards) and table.seats > 1:
        return table.written_for_all
    return table.written


def board(
    table: GameTable,
    roll: Roll | None = None,
    *,
    players: Sequence[str] = (),
    before: bool = True,
    **more: Any,
) -> dict[str, Any]:
    """Return a table and the dice on it as plain data.

    `players` names who sits there; `before` is whether choices instead of rolling are told. What else
    is said stands in place of what the table would say, such as the name of a game by its file.
    """
    if roll is None and no_dice(table):
        roll = ()
    rules, state = table.rules, table.position.state
    dice = _dice(table, roll)
    rolling = roll is None and not table.is_over
    return {
        "game": str(table.game),
        "title": table.game.title or str(table.game),
        "variant": str(table.game).partition(":")[2],
        "what": table.what,
        "objective": None,
        "players": table.seats,
        "state": written_for_page(table),
        "own": table.written,
        "roll": None if roll is None else rules.write_roll(roll),
        "mover": table.mover,
        "over": table.is_over,
        "result": list(table.results) if table.is_over else None,
        "facts": [] if table.is_over else list(rules.facts(table.position, table.written)),
        "dice": dice,
        "rolls": [] if dice["pips"] else _examples(table),
        "seats": seats(table, furniture(table), players),
        "not_yet": not_yet(table, players),
        "choices": [] if roll is None else list(_choices(table, roll, rules.choices(state, roll))),
        "before": list(_choices(table, (), rules.choices_before_roll(state)))
        if rolling and before
        else [],
        **more,
    }


def seats(
    table: GameTable, laid_out: Sequence[Sequence[Piece]], players: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return who sits at a table with what lies before them, as plain data."""
    names = _names(table, players)
    if len(laid_out) < table.seats:  # one for all
        names = [" and ".join(names)]
    return [
        {"name": name, "pieces": [piece.to_dict() for piece in pieces]}
        for name, pieces in zip(names, laid_out, strict=True)
    ]


def _names(table: GameTable, players: Sequence[str]) -> Sequence[str]:
    alone = ["You"] if table.seats == 1 else [f"Player {n + 1}" for n in range(table.seats)]
    return players or alone


def not_yet(table: GameTable, players: Sequence[str] = ()) -> dict[str, Any] | None:
    """Return what boards that are set one after the other lack to be a position of a match.

    Whoever sits before the mover has taken one turn more than those behind. `state` is what it would
    be if the other of two had begun, where that is all that is wrong.
    """
    behind = _behind(table)
    if not behind or not isinstance(table, OwnBoards):
        return None
    names = _names(table, players)
    told = (
        f"{names[seat]} is {count} turn{'' if count == 1 else 's'} behind."
        for seat, count in behind.items()
    )
    other = replace(
        table,
        positions=table.positions[::-1],
        notes=table.notes[::-1],
        seat=table.seats - 1 - table.seat,
    )
    begun = other.written_for_all if table.seats == 2 and not _behind(other) else None
    return {"message": " ".join(told), "state": begun}


def _behind(table: GameTable) -> dict[int, int]:
    """Return who has taken too few turns, by the seat, and how many are missing."""
    if not isinstance(table, OwnBoards) or table.seats < 2:
        return {}
    rules, mover = table.rules, table.mover
    taken = [rules.turns_played(one.state) for one in table.positions]
    ahead = [count - (seat < mover) for seat, count in enumerate(taken) if count is not None]
    if len(ahead) < table.seats:
        return {}
    return {
        seat: max(ahead) - count
        for seat, count in enumerate(ahead)
        if count < max(ahead) and not rules.is_over(table.positions[seat].state)
    }


def last_seen(table: GameTable, steps: Sequence[PlayedMove]) -> list[Sequence[Piece]]:
    """Return what everybody has after these moves; of states that forget how it ended, as it was.

    A match that is won forgets what the other has banked, and a board on which nothing fits is gone.
    """
    if isinstance(table, SharedMatch):
        return furniture(_told_whole(steps[-1]) if table.is_over and steps else table)
    found = furniture(table)
    for seat, pieces in enumerate(found):
        if isinstance(table, OwnBoards) and table.rules.is_over(table.positions[seat].state):
            before = [step.table for step in steps if step.table.mover == seat][-1:]
            gone = [piece for one in before for piece in furniture(one)[seat][:1]]
            if any(piece.kind != pieces[0].kind for piece in gone):
                found[seat] = [*pieces, *(_edited(piece, lambda _: None) for piece in gone)]
    return found


def _told_whole(step: PlayedMove) -> GameTable:
    """Return a match of two after its last move by rules that keep what everybody has."""
    table = step.table
    if isinstance(table, SharedMatch) and table.game.players == 1:
        rules = table_of(table.game, table.seats)
        if rules is not None:
            state = rules.read_state(table.written).state
            return replace(table, rules=rules, state=rules.play(state, step.roll, step.choice)[1])
    return step.after()


def set_up(
    game: Game,
    state: str = "",
    roll: str = "",
    objective: str | None = None,
    *,
    players: int | None = None,
    target: int | None = None,
    turns: int | None = None,
) -> tuple[GameTable, Roll | None]:
    """Return the table that a question is about, and the dice, if they are told."""
    aim = chosen_objective(objective, target, turns)
    count = players or (2 if aim.name in MATCHES or game.players == 2 else 1)
    if aim.name == "within" and count == 1:
        rules = aim.view(game)
        table: GameTable = OwnBoards(game, rules, "race", (rules.read_state(state),), ())
    else:
        table = laid(game, count, state, "" if aim.name in RACES or count > 1 else _what(game))
    if not roll.strip():
        return table, None
    own = board_texts(state, count, table.mover)[table.mover] if _is_for_all(table) else state
    position, rolled = table.rules.read_position(own, roll)
    return _at(table, position), rolled


def _what(game: Game) -> str:
    return "turn" if game.scored_in == "turn" else ""


def _is_for_all(table: GameTable) -> bool:
    return isinstance(table, OwnBoards) and table.seats > 1


def _at(table: GameTable, position: Position) -> GameTable:
    """Return the table with another state of the mover's: a roll may say how many dice there were."""
    if isinstance(table, SharedMatch):
        return replace(table, state=position.state)
    if isinstance(table, OwnBoards) and position.state != table.position.state:
        mine = table.position._replace(state=position.state)
        seats = list(table.positions)
        seats[table.seat] = mine
        return replace(table, positions=tuple(seats))
    return table
