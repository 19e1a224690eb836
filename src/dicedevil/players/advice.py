"""What the choices at a table are worth to the player to move, as a player sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import UsageError, quoted
from dicedevil.players.player import Player, Who, look_ahead, player
from dicedevil.players.standings import Standings, require_score_game
from dicedevil.players.turns import first_best
from dicedevil.rules import Game
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Advice, Option


@dataclass(frozen=True)
class TableAdvice(Advice):
    """The choices in a match, best first; a value is the number of opponents beaten, ties half.

    With one opponent that is the chance to win; with more, the number of players less the expected
    place.
    """

    player: str = ""
    players: int = 2

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `advise --json` prints it."""
        return {
            **super().to_dict(),
            "player": self.player,
            "players": self.players,
            "expected_rank": self.players - self.value,
        }


def table_advice(
    game: Game,
    who: Who,
    standings: Any = "",
    roll: Roll | int | str = "",
    *,
    progress: Progress = silent,
    missing_ok: bool = True,
) -> TableAdvice:
    """Return the choices at a table, best first, as a player values them."""
    require_score_game(game)
    if not isinstance(standings, (Standings, str)):
        raise UsageError(f"Players need Standings, or a position as written, not {quoted(standings)}.")
    there = Standings.read(game, standings) if isinstance(standings, str) else standings
    rolled = there.read_roll(roll)  # a bad position is refused before any solving
    if isinstance(who, str):
        look_ahead(who)
    seated = player(who, game, progress=progress, missing_ok=missing_ok)
    return advice_of(seated, there, rolled, standings if isinstance(standings, str) else None)


def advice_of(seated: Player, there: Standings, roll: Roll, written: str | None = None) -> TableAdvice:
    """Return a player's advice; of equally good choices the first in the game's order is the best."""
    game, found = seated.game, seated.values(there, roll)
    choices, values = list(found), list(found.values())
    first = first_best(values)
    best = values[first]
    order = sorted(range(len(choices)), key=lambda place: (place != first, -values[place]))
    options = tuple(
        Option(game.write_choice(choices[place]), values[place], max(0.0, best - values[place]))
        for place in order
    )
    return TableAdvice(
        str(game),
        "win",
        there.write() if written is None else written,
        game.write_roll(roll),
        best,
        options,
        player=seated.name,
        players=there.players,
    )
