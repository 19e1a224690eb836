"""How much players give away, position by position: many more than by playing, and all rolls of each.

Typical matches are played, and where a position is judged the whole turn is: every roll and keep that
may come up counts with its chance (`Lane.typical`). What is left to luck is which positions come up.
The sums so far can be kept in a file and gone on with; the same seed gives the same positions, however
often it was broken off.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import require_games
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.games import is_listed
from dicedevil.players.judge import SHARPNESS, last_turns, turns_in_all
from dicedevil.players.move_errors import ErrorRow, MoveErrors
from dicedevil.players.player import LookAhead, known_player
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.lane import Looking, Typical
from dicedevil.solvers.processes import dealt_out, in_order
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solver import lanes_of

PART = 16
"""Matches that are played before their sums are kept."""
QUICK = 5
"""Turns beyond the tables of endgames up to which every match is judged: a moment for each position."""
DEARER = 2
"""How many times as long one turn more takes; so many times fewer positions are judged there."""
COUNT, SUM, SQUARES, WRONG, MOVES, NOISE = range(6)
Sums = NDArray[np.float64]
"""(turns to go, players, 6): positions, errors of a move, their squares, wrong moves; moves; noise."""


@dataclass(frozen=True)
class Judging:
    """What is judged, in words: other processes and files are told so."""

    game: str | Game
    players: tuple[str, ...]
    positions: int
    seed: int
    up_to: int
    quick: int
    """With up to so many turns to go every match is judged; beyond, fewer and fewer are."""
    sharpness: float = SHARPNESS

    def matches(self, budget: Budget = USUAL) -> Typical:
        """Bring everybody to the table."""
        rules = game_named(self.game) if isinstance(self.game, str) else self.game
        asked = [_looking(rules, name) for name in self.players]
        told = (lane.typical(rules, asked, self.sharpness, budget) for lane in lanes_of(rules))
        found = next((one for one in told if one is not None), None)
        if found is None:
            raise UsageError(
                f"Positions of {rules} are not judged one by one: that is done for score cards. "
                "Without positions, whole games are."
            )
        return found

    def is_wanted(self, match: int, to_go: int) -> bool:
        """Tell whether a position with so many turns to go is judged in a match."""
        if to_go > self.up_to:
            return False
        return bool(match % DEARER ** max(0, to_go - self.quick) == 0)

    def summed(self, matches: Typical, numbers: range) -> Sums:
        """Play these matches and add up what is given away."""
        sums = np.zeros((self.up_to, len(self.players), 6))
        for number in numbers:
            generator = np.random.default_rng((self.seed, number))
            for turn in matches.play(generator, partial(self.is_wanted, number)):
                here, errors = sums[turn.to_go - 1], turn.errors / turn.moves
                here[:, COUNT] += 1
                here[:, SUM] += errors
                here[:, SQUARES] += errors * errors
                here[:, WRONG] += turn.wrong / turn.moves
                here[:, MOVES] += turn.moves
                here[:, NOISE] = turn.noise
        return sums

    def told(self) -> dict[str, Any]:
        """As a file says it."""
        return {
            "game": str(self.game),
            "players": list(self.players),
            "seed": self.seed,
            "up_to": self.up_to,
            "quick": self.quick,
            "sharpness": self.sharpness,
        }


def judge_positions(
    game: Game | str,
    players: Sequence[str],
    *,
    positions: int = 1000,
    seed: int = 1,
    up_to: int | None = None,
    tables: int | None = None,
    workers: int = 1,
    kept: Path | None = None,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> MoveErrors:
    """Judge so many positions of typical matches for every number of turns to go.

    Far from the end, beyond what tables of endgames and a short search give, fewer are judged, and more
    often than not none: DEARER times fewer for each turn. Players are `emp-1`, `dyns-2` and the like,
    and `optimal`. Tables are made for up to `tables` turns to go. In the file `kept` the sums so far
    are kept; if it is there, it is gone on with.
    """
    rules = game_named(game) if isinstance(game, str) else game
    require_games(positions, seed)
    cost = budget or Budget(progress=progress)
    in_all = 2 * turns_in_all(rules)
    if up_to is not None and not 1 <= up_to <= in_all:
        raise UsageError(f"Two players of {rules} have 1 to {in_all} turns to go, not {up_to}.")
    asked = tuple(dict.fromkeys(players))
    for name in asked:
        _looking(rules, name)
    reach, quick = _made(rules, up_to, tables, cost)
    named = str(rules) if is_listed(rules) else rules
    judging = Judging(named, asked, positions, seed, reach, quick)
    sums = _played(judging, kept, workers if is_listed(rules) else 1, cost)
    return MoveErrors(str(rules), "emp-1", positions, seed, _rows(judging, sums), by_positions=True)


def _looking(game: Game, name: str) -> Looking | None:
    """Return how somebody looks ahead; None for the best mean score."""
    who = known_player(game, name)
    if isinstance(who, LookAhead):
        return Looking(who.word, who.depth)
    if who == "optimal":
        return None
    raise UsageError(
        f"{quoted(name)} is judged in whole games only: in positions emp-1, dyns-1 and the like are, "
        "and optimal."
    )


def _made(game: Game, up_to: int | None, tables: int | None, budget: Budget) -> tuple[int, int]:
    """Make the tables; return with up to how many turns to go is judged, and always."""
    last = last_turns(game, budget.unhurried())
    if last is None:
        raise UsageError(
            f"Positions of {game} are not judged one by one: that is done for score cards. Without "
            "positions, whole games are."
        )
    made = last.usual_turns if tables is None else tables
    reach = up_to or (last.all_turns if last.is_small else made)
    made = reach if last.is_small else min(reach, made)
    last.make(made)
    return reach, reach if last.is_small else made + QUICK


def _played(judging: Judging, kept: Path | None, workers: int, budget: Budget) -> Sums:
    """Play all matches that are not in the file yet."""
    done, sums = _gone_on(judging, kept)
    parts = [
        range(at, min(at + PART, judging.positions)) for at in range(done, judging.positions, PART)
    ]
    watch = budget.unhurried().watch(
        f"Judging {judging.positions:,} positions", "judging positions", judging.positions
    )
    for part, found in zip(parts, _parts(judging, parts, workers, budget), strict=True):
        sums[..., :NOISE] += found[..., :NOISE]
        sums[..., NOISE] = np.maximum(sums[..., NOISE], found[..., NOISE])
        _keep(judging, kept, part.stop, sums)
        watch.look(part.stop)
    return sums


def _parts(judging: Judging, parts: list[range], workers: int, budget: Budget) -> Any:
    """Yield the sums of each part, in their order."""
    if workers > 1 and len(parts) > 1:
        plan = partial(_at_the_table, judging, budget.without_listeners())
        with closing(dealt_out(plan, parts, workers)) as told:
            yield from in_order(told)
        return
    matches = judging.matches(budget.unhurried())
    for part in parts:
        yield judging.summed(matches, part)


def _at_the_table(judging: Judging, budget: Budget) -> Callable[[range], Sums]:
    """In a process that judges for another: sit down."""
    matches = judging.matches(budget.unhurried())
    return lambda part: judging.summed(matches, part)


def _gone_on(judging: Judging, kept: Path | None) -> tuple[int, Sums]:
    """Return how many matches the file has, and their sums; refuse a file of something else."""
    empty: Sums = np.zeros((judging.up_to, len(judging.players), 6))
    if kept is None or not kept.exists():
        return 0, empty
    try:
        found = json.loads(kept.read_text(encoding="utf-8"))
        sums = np.array(found.pop("sums"), np.float64)
        done = int(found.pop("matches"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"{kept} holds no positions that were judged.") from None
    if found != judging.told() or sums.shape != empty.shape:
        raise UsageError(
            f"{kept} holds other positions: another game, other players, another seed or other turns "
            "to go. Name another file, or ask as it was asked before."
        )
    if done > judging.positions or (done < judging.positions and done % PART):
        raise UsageError(f"{kept} holds {done:,} matches, and {judging.positions:,} are asked for.")
    return done, sums


def _keep(judging: Judging, kept: Path | None, matches: int, sums: Sums) -> None:
    if kept is None:
        return
    text = json.dumps({**judging.told(), "matches": matches, "sums": sums.tolist()})
    draft = kept.with_name(f"{kept.name}.part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(kept)


def _rows(judging: Judging, sums: Sums) -> tuple[ErrorRow, ...]:
    """Return means and standard errors, few turns to go first; who was never asked has no row."""
    rows = []
    for to_go in range(1, judging.up_to + 1):
        for place, name in enumerate(judging.players):
            count, total, squares, wrong, moves, noise = sums[to_go - 1, place].tolist()
            if count:
                mean = total / count
                spread = max(0.0, squares - total * mean) / max(1.0, count - 1)
                off = 2 * noise + (moves + 4) * 2.0**-53 * mean
                error = math.sqrt(spread / count)
                rows.append(
                    ErrorRow(to_go, name, int(count), int(moves), mean, error, wrong / count, off)
                )
    return tuple(rows)
