"""Many random games, from a seed: means with their standard error, medians, statistics by box."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TooLarge, UsageError, quoted
from dicedevil.evaluation import (
    CARD_STRATEGIES,
    BoxStatistics,
    as_strategy,
    boxes_dict,
    card_values,
    require_small,
)
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.families.placement import Omniscient, PlacementGame
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.rules import Game
from dicedevil.solvers.progress import Progress, silent
from dicedevil.strategy import Chooser, Strategy

if TYPE_CHECKING:
    from dicedevil.players.player import LookAhead, Player, Who

MOST_GAMES = 10**8
"""The scores of more games would not fit in an ordinary memory."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """The scores of simulated games; equal if all the scores are."""

    game: str
    strategy: str
    seed: int
    scores: NDArray[np.int64]
    boxes: Mapping[str, BoxStatistics]

    def __post_init__(self) -> None:
        """Keep the scores and the boxes from being changed."""
        self.scores.setflags(write=False)
        object.__setattr__(self, "boxes", MappingProxyType(dict(self.boxes)))

    def __eq__(self, other: object) -> bool:
        """The same games were played."""
        return (
            isinstance(other, Simulation)
            and (self.game, self.strategy, self.seed) == (other.game, other.strategy, other.seed)
            and np.array_equal(self.scores, other.scores)
        )

    def __hash__(self) -> int:
        """Equal simulations have equal hashes."""
        return hash((self.game, self.strategy, self.seed, self.games))

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.scores.size)

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores.mean())

    @property
    def sd(self) -> float:
        """The standard deviation of the scores."""
        return float(self.scores.std(ddof=1)) if self.games > 1 else 0.0

    @property
    def median(self) -> float:
        """The median score."""
        return float(np.median(self.scores))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.sd / math.sqrt(self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `simulate --json` prints it."""
        return {
            "game": self.game,
            "strategy": self.strategy,
            "games": self.games,
            "seed": self.seed,
            "mean": self.mean,
            "sd": self.sd,
            "median": self.median,
            "standard_error": self.standard_error,
            "min": int(self.scores.min()),
            "max": int(self.scores.max()),
            "boxes": boxes_dict(self.boxes),
        }

    def __str__(self) -> str:
        """The main figures in a line."""
        return (
            f"{self.game}, {self.strategy}: {self.games:,} games, "
            f"mean {self.mean:.6g} ± {self.standard_error:.2g}, median {self.median:g}"
        )

    def __repr__(self) -> str:
        """The same: all the scores would fill pages."""
        return f"<Simulation {self}>"

    def _repr_html_(self) -> str:
        names = ("games", "seed", "mean", "standard_error", "sd", "median")
        rows = [(name, f"{getattr(self, name):.6g}") for name in names]
        return html_table(rows, caption=f"{self.game}, {self.strategy}")


def require_games(games: int, seed: int) -> None:
    """Refuse a number of games or a seed that makes no sense."""
    for what, number in (("games", games), ("seed", seed)):
        if not hasattr(number, "__index__") or isinstance(number, bool):
            raise UsageError(f"{what} is a whole number, not {number!r}.")
    if games < 1:
        raise UsageError(f"At least 1 game can be played, not {games:,}.")
    if games > MOST_GAMES:
        raise TooLarge(f"{games:,} games are too many at once: the most is {MOST_GAMES:,}.")
    if seed < 0:
        raise UsageError(f"A seed is a whole number of at least 0, not {seed}.")


def simulate(
    game: Game | str,
    strategy: Strategy | Omniscient | Chooser | LookAhead | Player | str = "optimal",
    *,
    games: int = 100_000,
    seed: int = 1,
    against: Sequence[Who] | Who | None = None,
    progress: Progress = silent,
) -> Simulation:
    """Play many games with a strategy; the same seed gives the same games.

    `against` names the other players of a match, for players who look at them: "emp-1" against
    "optimal", or against several.
    """
    require_games(games, seed)
    if against is not None or _looks_ahead(strategy):
        return _simulate_match(game, strategy, against, games, seed, progress)
    rules = game_named(game) if isinstance(game, str) else game
    if isinstance(rules, KeepRerollGame):
        if isinstance(strategy, str) and strategy in CARD_STRATEGIES:
            return _simulate_card(rules, strategy, games, seed, progress)
        require_small(rules, strategy)  # type: ignore[arg-type]  # no player: those are asked above
    plan = as_strategy(rules, strategy)  # type: ignore[arg-type]
    generator = np.random.default_rng(seed)
    if isinstance(plan, Omniscient):
        scores = omniscient_scores(rules, games, generator)
        return Simulation(str(rules), plan.name, seed, scores, {})
    from dicedevil.solvers.playing import play_games

    played = play_games(rules, plan, games, generator, progress)
    boxes = {
        name: BoxStatistics(float(total) / games, float(zeroes) / games)
        for name, total, zeroes in zip(played.boxes, played.box_sum, played.box_zeroes, strict=True)
    }
    return Simulation(str(rules), plan.name, seed, played.scores, boxes)


def _looks_ahead(strategy: Any) -> bool:
    """Tell whether this is a player for a table; most strategies are told at a glance."""
    if isinstance(strategy, (Strategy, Omniscient)) or strategy in CARD_STRATEGIES:
        return False
    from dicedevil.players.player import looks_ahead

    return looks_ahead(strategy)


def _simulate_match(
    game: Game | str, who: Who, against: Any, games: int, seed: int, progress: Progress
) -> Simulation:
    """Return the scores of the first player in matches."""
    from dicedevil.players.match import match

    if against is None:
        name = getattr(who, "name", who)
        raise UsageError(
            f"{quoted(name)} looks at the other players: say who they are, as in --against optimal."
        )
    others = list(against) if isinstance(against, (list, tuple)) else [against]
    played = match(game, [who, *others], games=games, seed=seed, progress=progress)
    if played.is_race:
        raise UsageError(f"{played.game} is a race: see who wins it with 'match'.")
    name = f"{played.players[0]} against {', '.join(played.players[1:])}"
    return Simulation(played.game, name, seed, played.scores[:, 0].copy(), {})


def _simulate_card(
    game: KeepRerollGame, strategy: str, games: int, seed: int, progress: Progress
) -> Simulation:
    """Play a score card of any size."""
    values = card_values(game, strategy, progress)
    from dicedevil.solvers.card_games import play_card_games

    played = play_card_games(game.encoding, values, games, seed, progress=progress)
    boxes = {name: BoxStatistics(*line) for name, line in played.lines.items()}
    return Simulation(str(game), strategy, seed, played.scores, boxes)


def omniscient_scores(game: Game, games: int, generator: np.random.Generator) -> NDArray[np.int64]:
    """Roll whole games, sort each, and put the lowest roll on the lowest multiplier."""
    if not isinstance(game, PlacementGame) or not game.is_linear:
        raise UsageError(f"Nobody can be omniscient at {game}.")
    totals = np.array(list(game.totals), np.int64)
    chances = np.array(game.chances)
    multipliers = np.array(game.multipliers, np.int64)
    scores = []
    for begin in range(0, games, 100_000):
        shape = (min(100_000, games - begin), game.slots)
        rolled = generator.choice(totals, size=shape, p=chances / chances.sum())
        rolled.sort(axis=1)
        scores.append(rolled @ multipliers)
    return np.concatenate(scores)
