"""One player against another in many matches of two, each from both seats with the same rolls.

Luck is taken out: what the dice did to a match, told by an evaluation and 0 in the mean, is taken from
its result (`Lane.duels`). Sums so far can be kept in a file and gone on with.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dicedevil.dice import require_games
from dicedevil.errors import UsageError
from dicedevil.games import game as game_named
from dicedevil.players.player import LookAhead, known_player
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Looking
from dicedevil.solvers.processes import dealt_out, in_order
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solver import lanes_of

PART = 32
"""Pairs of matches that are played before their sums are kept."""
FIELDS = ("first", "second", "shares", "share_squares", "less_luck", "less_luck_squares")


@dataclass(frozen=True)
class Duel:
    """What a player makes of pairs of matches against the strategy of the best mean score."""

    game: str
    player: str
    seed: int
    pairs: int
    """Each is two matches."""
    sums: tuple[float, ...]
    """As `FIELDS` names them, of both matches of a pair together halved, but the first two."""

    @property
    def going_first(self) -> float:
        """The share of wins going first, ties half."""
        return self.sums[0] / self.pairs

    @property
    def going_second(self) -> float:
        """The share of wins going second, ties half."""
        return self.sums[1] / self.pairs

    @property
    def plain(self) -> tuple[float, float]:
        """The share of wins and its standard error, as the matches ended."""
        return self._told(2)

    @property
    def share(self) -> tuple[float, float]:
        """The share of wins and its standard error, luck taken out."""
        return self._told(4)

    @property
    def variance_won(self) -> float:
        """How many times as many matches would tell as much with luck left in."""
        return (self.plain[1] / self.share[1]) ** 2 if self.share[1] else math.inf

    def _told(self, place: int) -> tuple[float, float]:
        total, squares = self.sums[place], self.sums[place + 1]
        mean = total / self.pairs
        spread = max(0.0, squares - total * mean) / max(1, self.pairs - 1)
        return mean, math.sqrt(spread / self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "game": self.game,
            "player": self.player,
            "against": "optimal",
            "seed": self.seed,
            "matches": 2 * self.pairs,
            "going_first": self.going_first,
            "going_second": self.going_second,
            "plain_share": self.plain[0],
            "plain_standard_error": self.plain[1],
            "share": self.share[0],
            "standard_error": self.share[1],
            "variance_won": self.variance_won,
        }


def duel(
    game: Game | str,
    player: str = "emp-1",
    *,
    pairs: int = 1000,
    seed: int = 1,
    workers: int = 1,
    kept: Path | None = None,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Duel:
    """Play pairs of matches of a player who looks ahead against the strategy of the best mean score.

    In the second match of a pair the seats are changed and the dice fall as before. The same seed gives
    the same matches, in any number of processes. In the file `kept` the sums so far are kept; if it is
    there, it is gone on with.
    """
    rules = game_named(game) if isinstance(game, str) else game
    require_games(pairs, seed)
    cost = budget or Budget(progress=progress)
    _looking(rules, player)
    told = {"game": str(rules), "player": player, "seed": seed}
    done, sums = _gone_on(told, kept, pairs)
    parts = [range(at, min(at + PART, pairs)) for at in range(done, pairs, PART)]
    watch = cost.unhurried().watch(f"Playing {pairs:,} pairs of matches", "playing", pairs)
    for part, found in zip(parts, _parts(str(rules), player, seed, parts, workers, cost), strict=True):
        sums += found
        if kept is not None:
            draft = kept.with_name(f"{kept.name}.part")
            draft.write_text(json.dumps({**told, "pairs": part.stop, "sums": sums.tolist()}))
            draft.replace(kept)
        watch.look(part.stop)
    return Duel(str(rules), player, seed, pairs, tuple(sums.tolist()))


def _looking(game: Game, name: str) -> Looking:
    who = known_player(game, name)
    if not isinstance(who, LookAhead) or who.word != "emp" or who.depth < 1:
        raise UsageError(f"A duel is between emp-1, or one who looks further, and optimal, not {name}.")
    return Looking(who.word, who.depth)


def _parts(
    game: str, player: str, seed: int, parts: list[range], workers: int, budget: Budget
) -> Iterator[Any]:
    """Yield the sums of each part, in their order."""
    plan = partial(_at_the_table, game, player, seed, budget.without_listeners())
    if workers > 1 and len(parts) > 1:
        with closing(dealt_out(plan, parts, workers)) as told:
            yield from in_order(told)
        return
    play = plan()
    for part in parts:
        yield play(part)


def _at_the_table(game: str, player: str, seed: int, budget: Budget) -> Callable[[range], Any]:
    """Bring both to the table; return who plays pairs and adds up what came of them."""
    rules = game_named(game)
    looking = _looking(rules, player)
    told = (lane.duels(rules, looking, budget.unhurried()) for lane in lanes_of(rules))
    duels = next((one for one in told if one is not None), None)
    if duels is None:
        raise UsageError(f"Luck is taken out of matches of score cards, not of {rules}.")

    def play(part: range) -> Any:
        sums = np.zeros(len(FIELDS))
        for number in part:
            pair = duels.play(np.random.default_rng((seed, number)))
            plain = sum(pair.shares) / 2
            fair = plain - sum(pair.luck) / 2
            sums += (*pair.shares, plain, plain**2, fair, fair**2)
        return sums

    return play


def _gone_on(told: dict[str, Any], kept: Path | None, pairs: int) -> tuple[int, Any]:
    """Return how many pairs the file has, and their sums; refuse a file of something else."""
    if kept is None or not kept.exists():
        return 0, np.zeros(len(FIELDS))
    try:
        found = json.loads(kept.read_text(encoding="utf-8"))
        sums, done = np.array(found.pop("sums"), np.float64), int(found.pop("pairs"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"{kept} holds no matches that were played.") from None
    if found != told or sums.shape != (len(FIELDS),):
        raise UsageError(f"{kept} holds other matches: name another file, or ask as before.")
    if done > pairs or (done < pairs and done % PART):
        raise UsageError(f"{kept} holds {done:,} pairs of matches, and {pairs:,} are asked for.")
    return done, sums
