"""How positions of several players are written: one notation for matches, same rolls and standings.

    ones=3,them-ones=2,them-twos=4,them2-chance=20

The player to move comes first; the others follow in the order of play, with `them-`, `them2-`, ... in
front of their keys. `points=` says what a player has made where that does not follow from the rest; of
two players `lead=`, what the player to move is ahead, may say it instead. Where a game reads a position
told by its sum (`them-points=180,them-open=chance+yahtzee`), it may be anybody's. `mover=` is the seat
of the player to move (0 begins); without it, the seat follows from who has taken more turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dicedevil.errors import NotationError, PositionError, TooLarge, UsageError, quoted
from dicedevil.rules import Game, Position, State, read_whole_number

MOST_PLAYERS = 20
_OTHERS = re.compile(r"them(\d*)\s*-(.*)", re.DOTALL | re.IGNORECASE)
_SETTINGS = ("lead", "mover")
_OF_THE_MATCH = re.compile(r"\s*(them\d*-|(lead|mover)\s*=)", re.IGNORECASE)


class Boards(NamedTuple):
    """Everybody's position, in the order of the seats, and whose turn it is."""

    positions: tuple[Position, ...]
    mover: int

    @property
    def in_turn(self) -> tuple[Position, ...]:
        """The mover's position first, the others in the order of play."""
        return self.positions[self.mover :] + self.positions[: self.mover]


def read_boards(game: Game, text: str, players: int | None = None, mover: int | None = None) -> Boards:
    """Read everybody's position; nothing at all is the start of a match of two."""
    own, settings = _sorted_out(text)
    count = max(max(own) + 1, 2) if players is None else players
    require_players(count)
    if max(own) >= count:
        raise PositionError(f"There are {count} players, so nobody is meant by {quoted(text)}.")
    places = [_read_position(game, own.get(number, [])) for number in range(count)]
    if "lead" in settings:
        if count != 2:
            raise NotationError(f"lead= is for two players: say points= in {quoted(text)}.")
        places[0] = places[0]._replace(points=places[1].points + settings["lead"])
    if mover is None:
        mover = settings["mover"] if "mover" in settings else _seat(game, places)
    require_seat(mover, count, text)
    return Boards(tuple(places[count - mover :] + places[: count - mover]), mover)


def board_texts(text: str, players: int, mover: int) -> tuple[str, ...]:
    """Return how everybody's own position is written, in the order of the seats."""
    own, _ = _sorted_out(text)
    around = [",".join(own.get(number, [])) for number in range(players)]
    return tuple(around[players - mover :] + around[: players - mover])


def own_text(text: str) -> str:
    """Return what is written of the player to move alone."""
    return ",".join(_sorted_out(text)[0][0])


def write_boards(boards: Iterable[Iterable[str]], *settings: str) -> str:
    """Write the items of everybody's position, the mover's first, and what is said of the match."""
    items: list[str] = []
    for number, board in enumerate(boards):
        before = "" if number == 0 else f"them{number if number > 1 else ''}-"
        items += [f"{before}{item}" for item in board if item]
    return ",".join([*items, *settings])


def written(game: Game, state: State) -> list[str]:
    """Return the items of a state as the game writes it."""
    return [item for item in game.write_state(state).split(",") if item]


def written_with_points(game: Game, position: Position) -> list[str]:
    """Return the items of a position; the points are told where the state's own do not tell them."""
    items = written(game, position.state)
    if game.read_state(",".join(items)).points != position.points or not items:
        items.append(f"points={position.points}")
    return items


def require_players(count: int) -> None:
    """Refuse a number of players that makes no match."""
    if count < 2:
        raise UsageError(f"A match has at least 2 players, not {count}: name them like optimal,random.")
    if count > MOST_PLAYERS:
        raise TooLarge(f"{count:,} players are too many: the most is {MOST_PLAYERS}.")


def require_seat(mover: int, count: int, text: str) -> None:
    """Refuse a seat that nobody has."""
    if not 0 <= mover < count:
        seats = "0 or 1" if count == 2 else f"one of 0 to {count - 1}"
        raise PositionError(f"mover is {seats}, not {mover}, in {quoted(text)}.")


def next_mover(game: Game, positions: Sequence[Position], mover: int) -> int:
    """Return who moves after a turn: the next who is not done; the first player after the end."""
    count = len(positions)
    for step in range(1, count + 1):
        if not game.is_over(positions[(mover + step) % count].state):
            return (mover + step) % count
    return 0


def _seat(game: Game, places: Sequence[Position]) -> int:
    """Return the mover's seat: whoever has taken more turns sits before it."""
    turns = [game.turns_played(place.state) for place in places]
    if None in turns:
        turns = [game.progress(place.state) for place in places]
    return sum(taken > turns[0] for taken in turns)  # type: ignore[operator]  # None was sorted out


def _sorted_out(text: str) -> tuple[dict[int, list[str]], dict[str, int]]:
    """Return the items of every player (0 is the mover), and what is said of the match."""
    own: dict[int, list[str]] = {0: []}
    settings: dict[str, int] = {}
    for item in (part.strip() for part in text.split(",") if text.strip()):
        key, equals, value = item.partition("=")
        key = key.strip().lower()
        others = _OTHERS.fullmatch(item)
        if key in _SETTINGS and equals:
            if key in settings:
                raise NotationError(f"{quoted(key)} stands twice in {quoted(text)}.")
            settings[key] = read_whole_number(value, key)
        elif others is None:
            own[0].append(item)
        elif not others[2].strip():
            raise NotationError(f"Cannot read {quoted(item)} in {quoted(text)}: write them-key=value.")
        elif _OF_THE_MATCH.match(others[2]):
            named = quoted(others[2].partition("=")[0])
            raise NotationError(f"Unknown key {named} of another player in {quoted(text)}.")
        else:
            number = read_whole_number(others[1] or "1", "The number behind them", 1, MOST_PLAYERS - 1)
            own.setdefault(number, []).append(others[2])
    return own, settings


def _read_position(game: Game, items: list[str]) -> Position:
    points = [item.partition("=")[2] for item in items if item.partition("=")[0] == "points"]
    if len(points) > 1:
        raise NotationError(f"'points' stands twice in {quoted(','.join(items))}.")
    if any(item.partition("=")[0].strip().lower() == "open" for item in items):
        return game.read_state(",".join(items))  # told by its sum: the points belong to it
    rest = [item for item in items if item.partition("=")[0] != "points"]
    position = game.read_state(",".join(rest))
    return position._replace(points=read_whole_number(points[0], "points")) if points else position
