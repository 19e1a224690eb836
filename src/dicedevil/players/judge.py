"""How much players give away: the error of their moves, held against exact best play.

Games are played by typical players, and at every decision each player in question is asked what it
would do. The error of a move is what the best move is worth more, in chances to win (Pawlewicz 2010,
section 4.2). Typical players move by EMP(1), at random among moves of nearly the same value: a move of
value v has the weight exp(sharpness * (v - best)).

In a score card every turn has as many moves as rolls: who scores early keeps all dice until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import Roll, require_games
from dicedevil.errors import UsageError
from dicedevil.games import game as game_named
from dicedevil.games import is_listed
from dicedevil.objectives import TIE, WinMatch, first_best
from dicedevil.players.move_errors import Judged, MoveErrors, summed_up
from dicedevil.players.player import WIN, OwnCard, Player, Winner, known_player, player
from dicedevil.players.standings import Standings
from dicedevil.players.turns import TableTurn
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.solvers.lane import LastTurns, TurnWorth
from dicedevil.solvers.processes import dealt_out
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solver import lanes_of, solve

Floats = NDArray[np.float64]
Ints64 = NDArray[np.int64]

PART = 4
"""Games that a process plays before it tells of them."""
SHARPNESS = 100.0
"""How sharply typical players tell good moves from bad ones, as in the paper."""


@dataclass(frozen=True)
class Experiment:
    """Who is asked, who plays, and who knows."""

    game: Game
    players: tuple[Player, ...]
    typical: Player
    truth: Player
    up_to: int
    """Positions with more turns to go than this are played, and not judged."""
    noise: float = TIE
    """Differences that the exact values cannot tell from none."""
    sharpness: float = SHARPNESS

    def play(self, generator: np.random.Generator) -> Iterator[Judged]:
        """Play one game, and judge what can be judged."""
        standings = Standings.start(self.game, 2)
        tosses = generator.spawn(1)[0]  # whoever is asked, the same games are played
        while not standings.is_over:
            judge = _Judge(self, standings, tosses) if self.to_go(standings) <= self.up_to else None
            standings = self._turn(standings, judge, generator)
            if judge is not None:
                yield from judge.turns_judged()

    def _turn(
        self, standings: Standings, judge: _Judge | None, generator: np.random.Generator
    ) -> Standings:
        """Play one turn, as typical players do."""
        typical, mover, ended = self.typical.turn(standings), standings.mover, False
        while not ended:
            position = standings.positions[mover]
            roll = _rolled(self.game, position, generator)
            choices = self.game.choices(position.state, roll)
            moves = _moves(self.game, position, roll, choices)
            if judge is not None:
                judge.ask(position, roll, choices, moves)
            values = _values(typical, position, roll)[moves]
            weights = np.exp(self.sharpness * (values - values.max()))
            choice = choices[moves[generator.choice(len(moves), p=weights / weights.sum())]]
            ended = self.game.ends_turn(position.state, roll, choice)
            standings = standings.play(roll, choice)
        return standings

    def to_go(self, standings: Standings) -> int:
        """Return how many turns both players have still to take."""
        taken = [self.game.turns_played(place.state) for place in standings.positions]
        return sum(turns_in_all(self.game) - (one or 0) for one in taken)


class _Judge:
    """Asks every player about every roll of a turn."""

    def __init__(
        self, experiment: Experiment, standings: Standings, tosses: np.random.Generator
    ) -> None:
        self.tosses = tosses
        self.to_go = experiment.to_go(standings)
        self.noise = experiment.noise
        self.truth = experiment.truth.turn(standings)
        self.turns = {player.name: player.turn(standings) for player in experiment.players}
        self.errors: dict[str, list[float]] = {name: [] for name in self.turns}

    def ask(self, position: Position, roll: Roll, choices: Sequence[Choice], moves: Ints64) -> None:
        """Note what every player would give away here."""
        worth = _values(self.truth, position, roll)[moves]
        toss = self.tosses.random()
        for name, turn in self.turns.items():
            chosen = _choice(turn, position, roll, choices, moves, toss)
            error = float(worth.max() - worth[chosen])
            self.errors[name].append(error if error > self.noise else 0.0)

    def turns_judged(self) -> Iterator[Judged]:
        """Return the turn of each player."""
        for name, errors in self.errors.items():
            wrong = sum(error > 0 for error in errors)
            yield Judged(self.to_go, name, sum(errors), len(errors), wrong)


def _values(turn: TableTurn | TurnWorth, position: Position, roll: Roll) -> Floats:
    if not isinstance(turn, TurnWorth):
        raise UsageError("Typical players, and who knows best, must value every choice.")
    return np.asarray(turn.values(position, roll), np.float64)


def _choice(
    turn: TableTurn | TurnWorth,
    position: Position,
    roll: Roll,
    choices: Sequence[Choice],
    moves: Ints64,
    toss: float,
) -> int:
    """Return the place among the moves of what a player does; scoring early is keeping all dice."""
    if isinstance(turn, TurnWorth):
        return first_best(_values(turn, position, roll)[moves].tolist())
    found = np.flatnonzero(moves == list(choices).index(turn.choose(position, roll, toss)))
    return int(found[0]) if len(found) else 0


def _moves(game: Game, position: Position, roll: Roll, choices: Sequence[Choice]) -> Ints64:
    """Return the places of the moves: while dice may be kept, the keeps, all dice first."""
    ends = np.array([game.ends_turn(position.state, roll, choice) for choice in choices])
    return np.flatnonzero(~ends) if not ends.all() else np.arange(len(choices))


def _rolled(game: Game, position: Position, generator: np.random.Generator) -> Roll:
    rolls = game.rolls(position.state)
    weights = np.fromiter(rolls.values(), np.float64, len(rolls))
    return list(rolls)[generator.choice(len(rolls), p=weights / weights.sum())]


@cache
def turns_in_all(game: Game) -> int:
    """Return how many turns a player takes in a game, where that is always the same."""
    taken, state = game.turns_played(game.start()), game.start()
    while taken is not None and not game.is_over(state):
        roll = next(iter(game.rolls(state)))
        _, state = game.play(state, roll, game.choices(state, roll)[0])
        taken = game.turns_played(state)
    if taken is None:
        raise UsageError(
            f"The turns of {game} are not numbered, and errors are told by turns to go. Who wins how "
            "often tells 'match', what a strategy gives away 'evaluate --objective win'."
        )
    return taken


# -- who knows best --------------------------------------------------------------------------------


class Known(NamedTuple):
    """Who plays best, with up to how many turns to go, and what the values cannot tell apart."""

    player: Player
    reach: int
    noise: float


def who_knows(
    game: Game, up_to: int | None = None, tables: int | None = None, budget: Budget = USUAL
) -> Known:
    """Return who plays best with up to so many turns to go: by default all of them.

    Of a match that is too large as a whole, the default is what tables of endgames hold, made with up
    to `tables` turns to go; more is searched.
    """
    last = last_turns(game, budget.unhurried())
    if last is None:
        whole = solve(game, WinMatch(), budget=budget)
        noise = max(TIE, 2 * whole.error_bound)
        return Known(Winner(WIN, game, budget, whole), up_to or 2 * turns_in_all(game), noise)
    made = last.usual_turns if tables is None else tables
    reach = up_to or (last.all_turns if last.is_small else made)
    last.make(reach if last.is_small else min(reach, made))
    return Known(Winner(WIN, game, budget, last.solution()), reach, 2 * last.error_bound(reach))


def last_turns(game: Game, budget: Budget = USUAL) -> LastTurns | None:
    """Return the endgames of a game's matches, by the first of its lanes that has them."""
    told = (lane.endgames(game, budget) for lane in lanes_of(game))
    return next((one for one in told if one is not None), None)


# -- playing ---------------------------------------------------------------------------------------


def judge(
    game: Game | str,
    players: Sequence[str],
    *,
    games: int = 100,
    seed: int = 1,
    up_to: int | None = None,
    tables: int | None = None,
    typical: str = "emp-1",
    workers: int = 1,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> MoveErrors:
    """Play games of typical players and return the errors of the moves that others would make.

    Positions with at most `up_to` turns to go are judged: by default all, if the match can be solved
    whole, else as many as tables of endgames hold, which are made for up to `tables` open boxes; more
    turns are searched, which takes the longer the more there are. The same seed gives the same games,
    however many processes (`workers`; for listed games only) play them.
    """
    rules = game_named(game) if isinstance(game, str) else game
    require_games(games, seed)
    wanted = tuple(dict.fromkeys(players))
    cost = budget or Budget(progress=progress)
    plan = Plan(rules, wanted, typical, up_to, tables, cost.without_listeners())
    experiment = plan.prepared(cost)  # what is missing is made once, before others read it
    if workers > 1 and is_listed(rules):
        judged = _side_by_side(replace(plan, game=str(rules)), games, seed, workers, cost)
    else:
        judged = _one_by_one(experiment, range(games), seed, cost)
    return MoveErrors(str(rules), typical, games, seed, summed_up(judged, experiment.noise))


@dataclass(frozen=True)
class Plan:
    """An experiment in words, as other processes are told."""

    game: Game | str
    players: tuple[str, ...]
    typical: str = "emp-1"
    up_to: int | None = None
    tables: int | None = None
    budget: Budget = USUAL

    def prepared(self, budget: Budget | None = None) -> Experiment:
        """Bring everybody to the table; within the plan's budget, unless somebody is to be told."""
        budget, rules = budget or self.budget, self.required()
        known = who_knows(rules, self.up_to, self.tables, budget)
        seats = tuple(player(name, rules, budget=budget) for name in self.players)
        typical = player(self.typical, rules, budget=budget)
        if not typical.looks_at_others:
            raise UsageError(
                f"Typical players value choices in chances to win, as emp-1 does, not {typical.name}."
            )
        return Experiment(rules, seats, typical, known.player, known.reach, noise=known.noise)

    def required(self) -> Game:
        """Return the game; refuse what makes no sense, before anything is worked out."""
        rules = game_named(self.game) if isinstance(self.game, str) else self.game
        in_all = 2 * turns_in_all(rules)
        if self.up_to is not None and not 1 <= self.up_to <= in_all:
            raise UsageError(
                f"Two players of {rules} have 1 to {in_all} turns to go, not {self.up_to}."
            )
        for name in (*self.players, self.typical):
            who = known_player(rules, name)
            if isinstance(who, str):
                OwnCard(who, rules, rules.own_strategy(who)).require_asking()
        return rules


def _one_by_one(
    experiment: Experiment, numbers: Iterable[int], seed: int, budget: Budget
) -> list[Judged]:
    judged: list[Judged] = []
    games = list(numbers)
    watch = _watch(budget, len(games))
    for done, number in enumerate(games):
        watch.look(done)
        judged += experiment.play(np.random.default_rng((seed, number)))
    return judged


def _watch(budget: Budget, games: int) -> Watch:
    return budget.unhurried().watch(f"Judging {games:,} games", "playing and judging", games)


def _side_by_side(plan: Plan, games: int, seed: int, workers: int, budget: Budget) -> list[Judged]:
    """Deal the games out to processes; what they tell is put in the order of the games."""
    parts = [range(begin, min(begin + PART, games)) for begin in range(0, games, PART)]
    found: dict[int, list[Judged]] = {}
    watch = _watch(budget, games)
    with closing(dealt_out(partial(_at_the_table, plan, seed), parts, workers)) as told:
        for number, judged in told:
            found[number] = judged
            watch.check(sum(len(parts[one]) for one in found))
    return [turn for number in sorted(found) for turn in found[number]]


def _at_the_table(plan: Plan, seed: int) -> Callable[[range], list[Judged]]:
    """In a process that plays games for another: sit down."""
    experiment = plan.prepared()
    return lambda numbers: _one_by_one(experiment, numbers, seed, plan.budget)
