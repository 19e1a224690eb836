"""What lies on the table at a position, after a choice, and dice to go on with."""

from __future__ import annotations

import random
from typing import Any

from dicedevil.coach.boards import board, set_up
from dicedevil.coach.reading import understood
from dicedevil.coach.table import GameTable
from dicedevil.dice import Roll
from dicedevil.errors import PositionError, quoted
from dicedevil.objectives import chosen_objective, natural_aim
from dicedevil.solvers.ladders import Ladder
from dicedevil.web.library import Library

CHANCE = random.SystemRandom()


def _set_up(
    library: Library, game: str, state: str, roll: str, asked: dict[str, Any]
) -> tuple[GameTable, Roll | None]:
    return set_up(library.game(game), state, roll, **asked)


def _told(table: GameTable, roll: Roll | None, game: str, asked: dict[str, Any]) -> dict[str, Any]:
    given = (asked.get(name) for name in ("objective", "target", "turns"))
    aim = chosen_objective(*given, default=natural_aim(table.game).name)
    return board(table, roll, game=game.strip(), objective=aim.name)


def at_position(
    library: Library, game: str, state: str = "", roll: str = "", **asked: Any
) -> dict[str, Any]:
    """Return the board of a position."""
    table, rolled = _set_up(library, game, state, roll, asked)
    told = _told(table, rolled, game, asked)
    # A board told by its sum is written as it was: what stands where would be made up.
    return told | ({"state": state.strip()} if "open=" in state.replace(" ", "") else {})


def after_choice(
    library: Library, game: str, choice: str, state: str = "", roll: str = "", **asked: Any
) -> dict[str, Any]:
    """Return the board after a choice; without a roll it is one instead of rolling."""
    table, rolled = _set_up(library, game, state, roll, asked)
    rules, place = table.rules, table.position.state
    if table.is_over:
        raise PositionError(f"The game is over at {quoted(state)}: nothing is left to choose.")
    if rolled is not None or () in rules.rolls(place):
        made = understood(rules, place, rolled or (), choice)
        return _told(table.play(rolled or (), made), None, game, asked)
    for made in rules.choices_before_roll(place):
        if rules.write_choice(made) == " ".join(choice.split()):
            return _told(table.play((), made), None, game, asked)
    raise PositionError(f"{quoted(choice)} is no choice before the roll: roll the dice first.")


def thrown(library: Library, game: str, state: str = "", **asked: Any) -> dict[str, Any]:
    """Return a roll of the dice that come next, by their weights."""
    table, _ = _set_up(library, game, state, "", asked)
    if table.is_over:
        raise PositionError(f"The game is over at {quoted(state)}: nothing is left to roll.")
    rolled = Ladder(table.rules.rolls(table.position.state)).draw(CHANCE.random())
    return {"roll": table.rules.write_roll(rolled), "faces": list(rolled)}
