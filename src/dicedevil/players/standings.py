"""Where everybody stands in a match of two or more players, each with a game of their own.

Players take turns in the order of their seats; whoever is done waits. Written, the player to move comes
first and the others follow in the order of play:

    ones=3,them-ones=2,them-twos=4,them2-chance=20

`points=` says what a player has made where that does not follow from the rest; of two players `lead=`
may say it instead. `mover=` is the seat of the player to move (0 begins); without it, the seat follows
from the turns taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dicedevil.dice import Roll
from dicedevil.errors import NotationError, PositionError, TooLarge, UsageError, quoted
from dicedevil.rules import Choice, Game, Position, State, read_roll_at, read_whole_number

MOST_PLAYERS = 20
_OTHERS = re.compile(r"them(\d*)-(.*)", re.DOTALL)
_SETTINGS = ("lead", "mover")


@dataclass(frozen=True)
class Standings:
    """Every player's position, in the order of play, and whose turn it is."""

    game: Game
    positions: tuple[Position, ...]
    mover: int = 0

    def __post_init__(self) -> None:
        """Refuse standings that cannot be."""
        require_score_game(self.game)
        require_players(len(self.positions))
        if not 0 <= self.mover < len(self.positions):
            raise PositionError(
                f"The player to move is one of 0 to {len(self.positions) - 1}, not {self.mover}."
            )
        for position in self.positions:
            self._require_state(position.state)
        self._require_turns()

    @classmethod
    def start(cls, game: Game, players: int = 2) -> Standings:
        """Return the beginning of a match."""
        require_players(players)
        return cls(game, (Position(0, game.start()),) * players)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.positions)

    @property
    def mine(self) -> Position:
        """The position of the player to move."""
        return self.positions[self.mover]

    @cached_property
    def is_over(self) -> bool:
        """Everybody is done."""
        return all(self.game.is_over(position.state) for position in self.positions)

    def in_turn(self) -> tuple[Position, ...]:
        """Return all positions, the mover's first, in the order of play."""
        return self.positions[self.mover :] + self.positions[: self.mover]

    def play(self, roll: Roll, choice: Choice) -> Standings:
        """Return the standings after a choice of the player to move."""
        points, after = self.game.play(self.mine.state, roll, choice)
        over = self.game.ends_turn(self.mine.state, roll, choice)
        return self.moved(Position(self.mine.points + points, after), over)

    def moved(self, position: Position, turn_over: bool) -> Standings:
        """Return the standings with the mover here; after a turn the next who is not done moves."""
        mover = self.mover
        positions = (*self.positions[:mover], position, *self.positions[mover + 1 :])
        if turn_over or self.game.is_over(position.state):
            mover = next_mover(self.game, positions, mover)
        return Standings(self.game, positions, mover)

    def places(self) -> list[float]:
        """Return everybody's place by the points made so far; equal players share theirs."""
        sign = 1 if self.game.lower_is_better else -1
        scores = [sign * position.points for position in self.positions]
        return [
            1 + sum(other < mine for other in scores) + (scores.count(mine) - 1) / 2 for mine in scores
        ]

    # -- the words -------------------------------------------------------------------------------

    @classmethod
    def read(cls, game: Game, text: str, players: int | None = None) -> Standings:
        """Read standings as written; nothing at all is the start of a match of two."""
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
        mover = settings.get("mover", _seat(game, places))
        if not 0 <= mover < count:
            raise PositionError(f"mover is one of 0 to {count - 1}, not {mover}, in {quoted(text)}.")
        return cls(game, tuple(places[count - mover :] + places[: count - mover]), mover)

    def write(self) -> str:
        """Write the standings so that `read` reads them again."""
        items = []
        for number, position in enumerate(self.in_turn()):
            before = "" if number == 0 else f"them{number if number > 1 else ''}-"
            items += [f"{before}{item}" for item in _write_position(self.game, position)]
        return ",".join([*items, f"mover={self.mover}"])

    def __str__(self) -> str:
        """As written."""
        return self.write()

    def read_roll(self, roll: Roll | int | str) -> Roll:
        """Take a roll of the player to move, as an object or as written."""
        if self.is_over:
            raise PositionError(
                f"The match is over at {quoted(self.write())}: nothing is left to choose."
            )
        if self.game.is_over(self.mine.state):
            raise PositionError("The player to move is done: it is somebody else's turn.")
        return read_roll_at(self.game, self.mine, roll)[1]

    def _require_state(self, state: State) -> None:
        """Refuse a state of another game: all players of a match play the same."""
        try:
            self.game.is_over(state)
            self.game.turns_played(state)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise PositionError(f"The state {state!r} cannot occur in {self.game}.") from None

    def _require_turns(self) -> None:
        """Refuse turns that are not the mover's, and numbers of turns that no order leads to."""
        for position in self.in_turn()[1:]:
            if self.game.is_in_turn(position.state):
                raise PositionError(
                    f"Only the player to move can be in a turn: {quoted(self.write())} has somebody "
                    "else with rerolls or kept dice."
                )
        turns = [self.game.turns_played(position.state) for position in self.in_turn()]
        if None in turns:
            return
        mine = turns[0] or 0
        later = len(turns) - self.mover  # those behind me this round have not moved yet
        expected = [mine] * later + [mine + 1] * self.mover
        done = self.game.is_over(self.mine.state)
        if turns != expected and not (done and self.is_over):
            raise PositionError(
                f"The players have taken {_listed(turns)} turns, the player to move first: in a match "
                f"each who moved before in this round has taken one more ({_listed(expected)})."
            )


def next_mover(game: Game, positions: Sequence[Position], mover: int) -> int:
    """Return who moves after a turn: the next who is not done; the first player after the end."""
    count = len(positions)
    for step in range(1, count + 1):
        if not game.is_over(positions[(mover + step) % count].state):
            return (mover + step) % count
    return 0


def require_score_game(game: Game) -> None:
    """Refuse games that are not won by the better score."""
    if game.players != 1 or game.view("win").players != 1:
        raise UsageError(f"{game} is a race: its players are not compared by their scores.")


def require_players(count: int) -> None:
    """Refuse a number of players that makes no match."""
    if count < 2:
        raise UsageError(f"A match has at least 2 players, not {count}: name them like optimal,random.")
    if count > MOST_PLAYERS:
        raise TooLarge(f"{count:,} players are too many: the most is {MOST_PLAYERS}.")


def _seat(game: Game, places: Sequence[Position]) -> int:
    """Return the mover's seat: as many players before it as have taken one turn more."""
    turns = [game.turns_played(position.state) for position in places]
    if None in turns:
        return 0
    return sum(taken != turns[0] for taken in turns)


def _sorted_out(text: str) -> tuple[dict[int, list[str]], dict[str, int]]:
    """Return the items of every player (0 is the mover), and what is said of the match."""
    own: dict[int, list[str]] = {0: []}
    settings: dict[str, int] = {}
    for item in (part.strip() for part in text.split(",") if text.strip()):
        key, _, value = item.partition("=")
        others = _OTHERS.fullmatch(item)
        if key in _SETTINGS:
            if key in settings:
                raise NotationError(f"{quoted(key)} stands twice in {quoted(text)}.")
            settings[key] = read_whole_number(value, key)
        elif others is None:
            own[0].append(item)
        elif not others[2].strip():
            raise NotationError(f"Cannot read {quoted(item)} in {quoted(text)}: write them-key=value.")
        else:
            number = read_whole_number(others[1] or "1", "The number behind them", 1, MOST_PLAYERS - 1)
            own.setdefault(number, []).append(others[2])
    return own, settings


def _read_position(game: Game, items: list[str]) -> Position:
    points = [item.partition("=")[2] for item in items if item.partition("=")[0] == "points"]
    if len(points) > 1:
        raise NotationError(f"'points' stands twice in {quoted(','.join(items))}.")
    rest = [item for item in items if item.partition("=")[0] != "points"]
    position = game.read_state(",".join(rest))
    return position._replace(points=read_whole_number(points[0], "points")) if points else position


def _write_position(game: Game, position: Position) -> list[str]:
    written = game.write_state(position.state)
    items = [item for item in written.split(",") if item]
    if game.read_state(written).points != position.points or not items:
        items.append(f"points={position.points}")
    return items


def _listed(turns: Sequence[int | None]) -> str:
    return ", ".join(map(str, turns))
