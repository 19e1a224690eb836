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

from dicedevil.errors import UsageError, quoted
from dicedevil.evaluation import CARD_STRATEGIES, is_large
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.matches import TurnByTurn, match_strategy
from dicedevil.notebook import html_table
from dicedevil.players.own_card import MixedTurn
from dicedevil.players.player import (
    WIN,
    OwnCard,
    Player,
    Who,
    look_ahead,
    looks_ahead,
    player,
    require_known,
)
from dicedevil.players.standings import Standings, require_players
from dicedevil.players.tossing import Tosses, draw
from dicedevil.rules import Game, Position
from dicedevil.simulation import require_games, simulate
from dicedevil.solvers.progress import Progress, silent
from dicedevil.strategy import Strategy, strategy_named

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
        return tuple((best / best.sum(axis=1, keepdims=True)).mean(axis=0).tolist())

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
    def mean_score(self) -> tuple[float, ...] | None:
        """By player: the mean score; a race has none."""
        return None if self.is_race else tuple(self.scores.mean(axis=0).tolist())

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `match --json` prints it."""
        means = self.mean_score
        return {
            "game": self.game,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "same_rolls": self.same_rolls,
            "wins": list(self.wins),
            "ties": self.ties,
            "win_share": list(self.win_share),
            "mean_rank": list(self.mean_rank),
            "standard_error": list(self.standard_error),
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
) -> MatchSimulation:
    """Play many matches; the players play in the order given, the same seed gives the same matches.

    With `same_rolls` every player gets the same chance: the same random number decides the k-th roll of
    everybody's t-th turn.
    """
    rules = game_named(game) if isinstance(game, str) else game
    rules = rules.game if isinstance(rules, TurnByTurn) else rules
    require_match(rules, players, games, seed)
    race = rules.view("win")
    names = tuple(_name(who) for who in players)
    if race.players == 2:
        scores = _races(rules, race, players, games, Tosses(seed, 2, same_rolls), progress)
        return MatchSimulation(str(rules), names, seed, same_rolls, scores, is_race=True)
    if not same_rolls and all(_plays_alone(rules, who) for who in players):
        scores = _alone(rules, players, games, seed, progress)
    else:
        seated = [player(who, rules, progress=progress, missing_ok=missing_ok) for who in players]
        scores = _turn_by_turn(rules, seated, games, Tosses(seed, len(players), same_rolls), progress)
    return MatchSimulation(str(rules), names, seed, same_rolls, scores, rules.lower_is_better)


def require_match(game: Game, players: Sequence[Who], games: int, seed: int) -> None:
    """Refuse what cannot be played, before anything is solved."""
    if isinstance(players, str):
        raise UsageError(f"Players are a list, as in ['emp-1', 'optimal'], not {quoted(players)}.")
    require_games(games, seed)
    require_players(len(players))
    if game.view("win").players == 2:
        if len(players) != 2:
            raise UsageError(
                f"{game} is a race, whose matches are for 2 players here, not for {len(players)}."
            )
        return
    for who in players:
        if isinstance(who, str):
            require_known(game, who)


def _name(who: Who) -> str:
    if isinstance(who, str):
        look = look_ahead(who)
        return who.strip() if look is None else look.name
    return str(getattr(who, "name", getattr(who, "__name__", "own")))


# -- players who do not disturb each other ---------------------------------------------------------


def _plays_alone(game: Game, who: Who) -> bool:
    """Tell whether a player's scores can be simulated without the others."""
    if isinstance(who, OwnCard):
        who = who.strategy
    if looks_ahead(who):
        return False
    if isinstance(game, KeepRerollGame) and is_large(game):
        return isinstance(who, str) and who.strip() in CARD_STRATEGIES
    return True


def _alone(game: Game, players: Sequence[Who], games: int, seed: int, progress: Progress) -> Scores:
    seeds = np.random.SeedSequence(seed).generate_state(len(players), np.uint64).tolist()
    columns = []
    for who, own_seed in zip(players, seeds, strict=True):
        strategy: Any = who.strategy if isinstance(who, OwnCard) else who
        plan = strategy.strip() if isinstance(strategy, str) else strategy
        played = simulate(game, plan, games=games, seed=own_seed, progress=progress)
        columns.append(played.scores)
    return np.stack(columns, axis=1)


# -- turn by turn ----------------------------------------------------------------------------------


def _turn_by_turn(
    game: Game, players: Sequence[Player], games: int, tosses: Tosses, progress: Progress
) -> Scores:
    scores = np.empty((games, len(players)), np.int64)
    start = Standings.start(game, len(players))
    for number in range(games):
        progress("playing", number, games)
        tosses.begin(number)
        standings = start
        while not standings.is_over:
            standings = _one_turn(standings, players[standings.mover], tosses)
        scores[number] = [position.points for position in standings.positions]
    return scores


def _one_turn(standings: Standings, who: Player, tosses: Tosses) -> Standings:
    """Play a turn to its end."""
    game, seat = standings.game, standings.mover
    turn, position, over = who.turn(standings), standings.mine, False
    tosses.next_turn(seat)
    while not over:
        roll = draw(game.rolls(position.state), tosses.roll(seat))
        choice = turn.choose(position, roll, tosses.choice(seat))
        points, after = game.play(position.state, roll, choice)
        over = game.ends_turn(position.state, roll, choice) or game.is_over(after)
        position = position._replace(points=position.points + points, state=after)
    return standings.moved(position, True)


# -- races -----------------------------------------------------------------------------------------


def _races(
    game: Game, race: Game, players: Sequence[Who], games: int, tosses: Tosses, progress: Progress
) -> Scores:
    """Play a race of two by its own states; a score is 1 for the winner."""
    turns = [MixedTurn(race, _race_strategy(game, race, who)) for who in players]
    scores = np.empty((games, 2), np.int64)
    for number in range(games):
        progress("playing", number, games)
        tosses.begin(number)
        state, before = race.start(), -1
        while not race.is_over(state):
            seat = race.to_move(state)
            if seat != before:
                tosses.next_turn(seat)
                before = seat
            roll = draw(race.rolls(state), tosses.roll(seat))
            choice = turns[seat].choose(Position(0, state), roll, tosses.choice(seat))
            state = race.play(state, roll, choice)[1]
        share = race.win_share(state)
        scores[number] = [int(2 * share), int(2 - 2 * share)]
    return scores // 2


def _race_strategy(game: Game, race: Game, who: Who) -> Strategy:
    if isinstance(who, Strategy):
        return who
    if isinstance(who, str):
        if who.strip() != WIN and looks_ahead(who):
            raise UsageError(
                f"{quoted(who)} compares scores, and {game} is a race: here play optimal, hold-at-20 "
                "and the like."
            )
        name = "optimal" if who.strip() == WIN else who.strip()
        found = strategy_named(race, name)
        return found if isinstance(found, Strategy) else match_strategy(race, name)
    if callable(who):
        return Strategy(_name(who), who)
    raise UsageError(f"{quoted(who)} cannot play the race {game}: give a name or a function.")
