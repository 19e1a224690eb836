"""Games that are kept, at a glance: without their moves, the last ones first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dicedevil.coach.store import Store


@dataclass(frozen=True)
class KeptHeader:
    """A game in the database, without its moves."""

    number: int
    game: str
    players: tuple[str, ...]
    bots: tuple[int, ...]
    """The seats of bots."""
    seed: int | None
    moves: int
    under_way: bool
    result: tuple[float, ...] | None
    when: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        lists = {name: list(getattr(self, name)) for name in ("players", "bots")}
        result = None if self.result is None else list(self.result)
        return vars(self) | lists | {"result": result, "over": not self.under_way}


def lately(store: Store, limit: int = 50) -> list[KeptHeader]:
    """Return the last games, those that can be gone on with first."""
    found = store.rows(
        "SELECT id, game, seed, result, more, under_way, begun, "
        "(SELECT count(*) FROM moves WHERE game_id = id) FROM games "
        "ORDER BY under_way DESC, id DESC LIMIT ?",
        limit,
    )
    return [_header(store, *row) for row in found]


def rows(
    store: Store, player: str | None = None, game: str | None = None, after: int = 0
) -> Iterator[dict[str, Any]]:
    """Yield games as `records list --json` prints them, the oldest first; only those after a number."""
    under_way = {number for (number,) in store.rows("SELECT id FROM games WHERE under_way")}
    for one in store.games(player, game, after):
        record = one.record
        yield {
            "number": one.number,
            "game": record.game,
            "players": list(record.players),
            "moves": len(record.moves),
            "result": None if record.result is None else list(record.result),
            "under_way": one.number in under_way,
            "when": record.more.get("when"),
            "seed": record.seed,
        }


def _header(store: Store, number: int, game: str, seed: str | None, *rest: Any) -> KeptHeader:
    result, more, under_way, when, moves = rest
    bots = json.loads(more).get("bots")
    return KeptHeader(
        number,
        game,
        store.seated(number),
        tuple(bots) if isinstance(bots, list) else (),
        None if seed is None else int(seed),
        moves,
        bool(under_way),
        None if result is None else tuple(json.loads(result)),
        when,
    )
