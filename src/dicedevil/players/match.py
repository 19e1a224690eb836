"""Many matches between players, from a seed: who wins, ties and comes in where.

Players who look at their own card only do not disturb each other: their scores are simulated by
themselves. Everybody else is asked turn by turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.ask.simulate import Simulation, simulate_alone
from dicedevil.ask.strategies import EVERYWHERE
from dicedevil.dice import require_games
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.players.player import (
    WIN,
    OwnCard,
    Player,
    Who,
    known_player,
    looks_ahead,
    seated,
)
from dicedevil.players.standings import Standings
from dicedevil.players.tosses import Tosses
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.ladders import Rolls
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solver import lanes_of
from dicedevil.strategy import Foreseeing, Strategy
from dicedevil.wrapped.boards import require_players

Scores = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MatchSimulation:
    """The scores of simulated matches, (games, players); equal if all the scores are."""

    game: str
    players: tuple[str, ...]
    """In the order of play: the first begins."""
    seed: int
    same_rolls: bool
    scores: Scores
    lower_is_better: bool = False
    is_race: bool = False
    """Whether a score is only 1 for the winner and 0 for the other."""

    def __post_init__(self) -> None:
        """Keep the scores from being changed."""
        self.scores.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        """The same matches were played."""
        return (
            isinstance(other, MatchSimulation)
            and (self.game, self.players, self.seed, self.same_rolls)
            == (other.game, other.players, other.seed, other.same_rolls)
            and np.array_equal(self.scores, other.scores)
        )

    def __hash__(self) -> int:
        """Equal simulations have equal hashes."""
        return hash((self.game, self.players, self.seed, self.same_rolls, self.games))

    @property
    def games(self) -> int:
        """How many matches were played."""
        return len(self.scores)

    @property
    def places(self) -> NDArray[np.float64]:
        """(games, players): who came in where; equal players share the mean of their places."""
        scores = self.scores if self.lower_is_better else -self.scores
        mine, other = scores[:, :, None], scores[:, None, :]
        better, equal = (other < mine).sum(axis=2), (other == mine).sum(axis=2)
        places: NDArray[np.float64] = 1.0 + better + (equal - 1) / 2
        return places

    @property
    def wins(self) -> tuple[int, ...]:
        """By player: matches won alone."""
        return tuple((self.places == 1.0).sum(axis=0).tolist())

    @property
    def ties(self) -> int:
        """Matches whose best score is shared."""
        return self.games - sum(self.wins)

    @property
    def win_share(self) -> tuple[float, ...]:
        """By player: matches won, a shared win counting in parts."""
        places = self.places
        best = places == places.min(axis=1, keepdims=True)
        whole = math.lcm(*range(1, len(self.players) + 1))  # in whole parts: rounded once, at the end
        parts = (best * (whole // best.sum(axis=1, keepdims=True))).sum(axis=0)
        return tuple(part / (whole * self.games) for part in parts.tolist())

    @property
    def mean_rank(self) -> tuple[float, ...]:
        """By player: the mean place, 1 being the first."""
        return tuple(self.places.mean(axis=0).tolist())

    @property
    def standard_error(self) -> tuple[float, ...]:
        """By player: the standard error of the mean place; with two players, of the win share too."""
        if self.games < 2:
            return (0.0,) * len(self.players)
        return tuple((self.places.std(axis=0, ddof=1) / math.sqrt(self.games)).tolist())

    @property
    def error_bound(self) -> float:
        """What rounding can have done to any of these means; chance does far more."""
        return 2.0**-52 * max(*self.mean_rank, *(map(abs, self.mean_score or ())))

    @property
    def mean_score(self) -> tuple[float, ...] | None:
        """By player: the mean score; a race has none."""
        if self.is_race:
            return None
        return tuple(sum(column) / self.games for column in self.scores.T.tolist())

    def first_alone(self) -> Simulation:
        """Return the first player's scores."""
        name = f"{self.players[0]} against {', '.join(self.players[1:])}"
        return Simulation(self.game, name, self.seed, self.scores[:, 0].copy(), {})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `match --json` prints it."""
        means = self.mean_score
        return {
            "game": self.game,
            "what": "match",
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "same_rolls": self.same_rolls,
            "wins": list(self.wins),
            "ties": self.ties,
            "win_share": list(self.win_share),
            "mean_rank": list(self.mean_rank),
            "standard_error": list(self.standard_error),
            "error_bound": self.error_bound,
            "mean_score": None if means is None else list(means),
        }

    def __str__(self) -> str:
        """Everybody's mean place in a line."""
        ranks = zip(self.players, self.mean_rank, self.standard_error, strict=True)
        told = ", ".join(f"{name} {rank:.4f} ± {error:.2g}" for name, rank, error in ranks)
        return f"{self.game}, {self.games:,} matches: mean place of {told}"

    def __repr__(self) -> str:
        """The same: all the scores would fill pages."""
        return f"<MatchSimulation {self}>"

    def columns(self) -> tuple[str, ...]:
        """Return the headings of `rows`."""
        score = () if self.is_race else ("mean score",)
        return ("player", "wins", "win share", "mean place", "± error", *score)

    def rows(self) -> list[tuple[str, ...]]:
        """Return a line a player, as told to people."""
        means = self.mean_score
        lines = zip(
            self.players, self.wins, self.win_share, self.mean_rank, self.standard_error, strict=True
        )
        return [
            (name, f"{won:,}", f"{share:.4f}", f"{rank:.4f}", f"{error:.4f}")
            + (() if means is None else (f"{means[seat]:.3f}",))
            for seat, (name, won, share, rank, error) in enumerate(lines)
        ]

    def _repr_html_(self) -> str:
        heading = f"{self.game}: {self.games:,} matches, {self.ties:,} ties"
        return html_table(self.rows(), self.columns(), heading)


def match(
    game: Game | str,
    players: Sequence[Who],
    *,
    games: int = 1000,
    seed: int = 1,
    same_rolls: bool = False,
    progress: Progress = silent,
    missing_ok: bool = True,
    budget: Budget | None = None,
) -> MatchSimulation:
    """Play many matches; the players play in the order given, the same seed gives the same matches.

    With `same_rolls` every player gets the same chance: the same random number decides the k-th roll of
    everybody's t-th turn.

    One of four doors to "A against B". This one plays many random matches of two and more players, and
    tells who came in where; `simulate(against=)` plays the same matches and tells the first player's
    scores. `versus` gives the exact chance of one strategy against another, or against its best reply;
    `solve(SameRolls(...))` the exact best reply where both get the same rolls. See docs/matches.md.
    """
    rules = (game_named(game) if isinstance(game, str) else game).innermost
    cost = budget or Budget(progress=progress, missing_ok=missing_ok)
    called = require_match(rules, players, games, seed, same_rolls)
    race = rules.view("win")
    names = tuple(_name(who) for who in called)
    tosses = Tosses(seed, len(called), same_rolls)
    if race.players == 2:
        from dicedevil.players.races import race_scores

        scores, won = race_scores(rules, called, games, tosses, cost)
        return MatchSimulation(str(rules), names, seed, same_rolls, scores, is_race=won)
    start = Standings.start(rules, len(called))
    at_table = [seated(who, rules, cost) for who in called]
    alone = [_alone(who) for who in at_table]
    if not same_rolls and all(_can_be_played(rules, one) for one in alone):
        scores = _side_by_side(rules, alone, games, seed, cost)
    else:
        for who in at_table:
            if isinstance(who, OwnCard):
                who.require_asking()
        scores = _turn_by_turn(start, at_table, games, tosses, cost)
    return MatchSimulation(str(rules), names, seed, same_rolls, scores, rules.lower_is_better)


def require_match(
    game: Game, players: Sequence[Who], games: int, seed: int, same_rolls: bool = False
) -> list[Who]:
    """Refuse what cannot be played, before anything is solved; return who plays, names read."""
    if isinstance(players, str):
        raise UsageError(f"Players are a list, as in ['emp-1', 'optimal'], not {quoted(players)}.")
    require_games(games, seed)
    if game.view("win").players == 2:
        from dicedevil.players.races import require_racer, table_of

        for who in players:
            require_racer(game, who)
        require_players(len(players))
        if len(players) != 2 and table_of(game, len(players)) is None:
            raise UsageError(f"Matches of {game} are for 2 players, not for {len(players)}.")
        return [who.strip() if isinstance(who, str) else who for who in players]
    called = [known_player(game, who) if isinstance(who, str) else who for who in players]
    asked = same_rolls or any(looks_ahead(who) for who in called)
    for who in called:
        if isinstance(who, str) and who == WIN and len(called) != 2 and game.own_strategy(WIN) is None:
            raise UsageError(f"'win' is best play of two players, not of {len(called)}.")
        if asked and isinstance(who, str) and who not in EVERYWHERE:
            OwnCard(who, game, game.own_strategy(who)).require_asking()
    return called


def _name(who: Who) -> str:
    return (
        str(who) if isinstance(who, str) else str(getattr(who, "name", getattr(who, "__name__", "own")))
    )


# -- players who do not disturb each other ---------------------------------------------------------


def _alone(who: Player) -> Strategy | Foreseeing | None:
    """Return the strategy of a player who looks at nothing but the own card."""
    return who.strategy if isinstance(who, OwnCard) else None


def _can_be_played(game: Game, strategy: Strategy | Foreseeing | None) -> bool:
    """Tell whether a player's scores can be simulated without the others."""
    if strategy is None:
        return False
    told = (lane.plays(game, strategy) for lane in lanes_of(game))
    return bool(next((answer for answer in told if answer is not None), False))


def _side_by_side(
    game: Game,
    strategies: Sequence[Strategy | Foreseeing | None],
    games: int,
    seed: int,
    budget: Budget,
) -> Scores:
    seeds = np.random.SeedSequence(seed).generate_state(len(strategies), np.uint64).tolist()
    columns = [
        simulate_alone(game, strategy or "", games=games, seed=own_seed, budget=budget).scores
        for strategy, own_seed in zip(strategies, seeds, strict=True)
    ]
    return np.stack(columns, axis=1)


# -- turn by turn ----------------------------------------------------------------------------------


def _turn_by_turn(
    start: Standings, players: Sequence[Player], games: int, tosses: Tosses, budget: Budget
) -> Scores:
    scores = np.empty((games, len(players)), np.int64)
    rolls = Rolls(start.game)
    watch = budget.unhurried().watch(f"Playing {games:,} matches", "playing", games)
    for number in range(games):
        watch.look(number)
        tosses.begin(number)
        standings = start
        while not standings.is_over:
            standings = _one_turn(standings, players[standings.mover], tosses, rolls)
        scores[number] = [position.points for position in standings.positions]
    return scores


def _one_turn(standings: Standings, who: Player, tosses: Tosses, rolls: Rolls) -> Standings:
    """Play a turn to its end."""
    game, seat = standings.game, standings.mover
    turn, position, over = who.turn(standings), standings.mine, False
    tosses.next_turn(seat)
    while not over:
        roll = rolls.draw(position.state, tosses.roll(seat))
        choice = turn.choose(position, roll, tosses.choice(seat))
        points, after = game.play(position.state, roll, choice)
        over = game.ends_turn(position.state, roll, choice) or game.is_over(after)
        position = position._replace(points=position.points + points, state=after)
    return standings.moved(position, True)
