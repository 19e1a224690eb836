"""The room of press-your-luck games: which questions its lane answers, and their answers.

    one turn's best score        `turn`     fractions, threshold derived
    fewest turns, within n       `race`     one unknown for each banked total
    the match, or a best reply   `match`    two unknowns for each pair of banked totals

A player of a match plays best, or by a strategy that looks at one turn only (hold-at-N, solitaire), or
as the solved match says (optimal); other strategies go through the graph lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from dicedevil.errors import DiceDevilError, UsageError
from dicedevil.families.press_luck import (
    Contest,
    EachTurnAlone,
    HoldAt,
    PressLuckGame,
    PressLuckLastRound,
    PressLuckMatch,
    PressLuckRace,
    PressLuckTable,
    Solitaire,
)
from dicedevil.objectives import FewestTurns, MaxScore, ReachWithin, WinAlone, WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget, tell_nobody
from dicedevil.solvers.lane import Lane, Looking, Played, Size, TurnSearch
from dicedevil.solvers.machine import cores, megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.tables import Arrays, kept, key_of
from dicedevil.strategy import Foreseeing, Strategy
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.counted import TurnsCounted
from dicedevil.wrapped.within import WithinTurns

if TYPE_CHECKING:
    from dicedevil.solvers.press_luck.match import Match, Seat

MOST_FRACTIONS = 150_000
"""Rows times outcomes of a turn that are solved in fractions without being asked: about a second."""
MOST_LAID_OUT = 500_000
"""Choices of a race that are laid out to play it by any strategy: a few seconds."""

SECONDS_PER_STEP = 6e-9
"""Measured: a step of a sweep, one option of one roll, on one core at 3 GHz."""
OF_A_TURN = "points in a turn, each with the dice to roll"

Players = tuple[Strategy | None, Strategy | None]
"""How each player plays; None plays best."""


@dataclass(frozen=True)
class MatchCost:
    """What solving a match takes, told before it is begun."""

    goal: int
    """The units to the target."""
    seconds: float

    @property
    def memory_bytes(self) -> int:
        """Values and turns of both players."""
        return 4 * 8 * self.goal**2

    @property
    def table_bytes(self) -> int:
        """What is kept of it, at most."""
        return self.memory_bytes

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"{self.goal:,} x {self.goal:,} pairs of totals, up to {megabytes(self.table_bytes)} on "
            f"disk and of memory, {about(self.seconds)} on {cores()} cores"
        )


@dataclass(frozen=True)
class PressLuckLane(Lane):
    """Turns, races and matches of press-your-luck games at full size."""

    name = "press-luck"

    def fits(self, question: Question) -> bool:
        """Tell whether this lane answers the question."""
        game, objective = question.game, question.objective
        if isinstance(objective, MaxScore):
            return isinstance(game, PressLuckGame)
        if question.exact:
            return False
        if isinstance(objective, FewestTurns):
            return isinstance(game, PressLuckRace)
        if isinstance(objective, ReachWithin):
            return isinstance(game, WithinTurns) and isinstance(game.game, PressLuckRace)
        found = seats_of(game) if isinstance(objective, WinMatch) else None
        if found is None:
            return False
        # Who plays as a solved match says shares ties in it, also in the last turn.
        return not has_ties(question) or all(_guide(player) is None for player in found[1] if player)

    def solve(self, question: Question) -> Solution:
        """Solve a turn or a race at once; a match is kept in a table."""
        if not self.fits(question):
            raise UsageError(
                f"The press-luck lane does not answer '{question.objective.name}' for {question.game}"
                f"{' in fractions' if question.exact else ''}; the graph and reference lanes solve "
                "small games."
            )
        game = question.game
        if isinstance(game, PressLuckGame):
            return self._turn(question, game)
        if isinstance(game, PressLuckRace):
            return self._race(question, game)
        if isinstance(game, WithinTurns):
            return self._within(question, game)
        return self._match(question)

    def _turn(self, question: Question, game: PressLuckGame) -> Solution:
        """Solve one turn: in fractions, unless that would take long and was not asked for."""
        from dicedevil.solvers.press_luck.values import solved_turn

        values, error = solved_turn(game, question.exact, MOST_FRACTIONS, question.budget)
        states = len(values.solved.rolling) * game.rules.dice
        return self._answer(question, values, states, error, OF_A_TURN)

    def _race(self, question: Question, game: PressLuckRace) -> Solution:
        from dicedevil.solvers.press_luck.race import fewest_turns
        from dicedevil.solvers.press_luck.values import RaceValues

        race = fewest_turns(game.rules)
        return self._answer(question, RaceValues(game, race), game.size()[0], race.error_bound)

    def _within(self, question: Question, game: WithinTurns) -> Solution:
        from dicedevil.solvers.press_luck.race import chances_within
        from dicedevil.solvers.press_luck.values import WithinValues

        race = game.game
        if not isinstance(race, PressLuckRace):
            raise UsageError(f"{race} is no race.")
        question.budget.require(
            f"A table of {game.turns:,} turns of {game}", 8 * race.rules.goal * (game.turns + 1)
        )
        chances = chances_within(race.rules, game.turns, question.budget)
        values, states = WithinValues(game, race, chances), race.size()[0] * game.turns
        return self._answer(question, values, states, chances.error_bound)

    def _match(self, question: Question) -> Solution:
        from dicedevil.solvers.press_luck.values import RollMatchValues

        found = seats_of(question.game)
        if found is None:
            raise UsageError(f"{question.game} is no match that the press-luck lane knows.")
        match, players = found
        _require_memory(match, question.budget)
        alone = has_ties(question)
        first, second = map(_name, players)
        key = key_of(question, room=__name__, name=f"{match}, {first} and {second}")

        def answered(arrays: Arrays) -> Solution:
            seats, states = _seats(players, alone), int(arrays["states"][0])
            solved = _match_from(match, seats, arrays)
            values = RollMatchValues(match, solved, question.objective)
            return self._answer(question, values, states, solved.error_bound)

        def make() -> Arrays:
            from dicedevil.solvers.held import glance, looks_at

            arrays = _match_arrays(match, _seats(players, alone), question)
            if key is not None and players == (None, None):  # one step knows best play only
                glance(__name__, arrays, looks_at(answered(arrays)))
            return arrays

        return answered(kept(key, make, {}, question.budget) or {})

    def _answer(
        self, question: Question, values: Any, states: int, error: float, counted: str = "states"
    ) -> Solution:
        _require_bound(question.game, error)
        return Solution.of(question, self.name, values, states, error, counted=counted)

    def size(self, game: Game) -> Size | None:
        """Return how many points in a turn with so many dice to roll there are."""
        if not isinstance(game, PressLuckGame):
            return None
        rules = game.rules
        return Size(max(rules.threshold, game.most) // rules.unit * rules.dice, None, OF_A_TURN)

    def strategy(self, game: Game, name: str, budget: Budget) -> Strategy | None:
        """Solve the single turn that `solitaire` plays in a race or a match, and `greedy` too."""
        found = game.own_strategy("solitaire" if name == "greedy" else name)
        if not isinstance(found, Solitaire):
            return None
        from dicedevil.solvers.press_luck.turn import exact_turn

        return Strategy(name, replace(found, solved=exact_turn(found.game.rules, budget=budget)))

    def carried(self, game: Game) -> tuple[Game, Callable[[Any], Any]] | None:
        """Weaker players of a race or a match play its turns."""
        if not isinstance(game, Contest) or not isinstance(game.game, PressLuckGame):
            return None
        return game.game, partial(EachTurnAlone, game)

    def table(self, game: Game, players: int) -> PressLuckTable | None:
        """Several race to the target, turn by turn."""
        return game.at_table(players) if isinstance(game, PressLuckGame) else None

    def search(self, game: Game, looking: Looking, budget: Budget) -> TurnSearch | None:
        """Look one turn ahead in a race of several players."""
        if not isinstance(game, PressLuckTable):
            return None
        if looking != Looking("emp", 1):
            raise UsageError(
                f"In races players look one turn ahead, by expected match points: emp-1, not "
                f"{looking.evaluation}-{looking.depth}."
            )
        from dicedevil.solvers.press_luck.search import RaceSearch, turns_needed

        return RaceSearch(game, turns_needed(game, budget))

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play whole races and count their turns; small ones are left to others."""
        race = game.game if isinstance(game, TurnsCounted) else None
        if not isinstance(race, PressLuckRace) or not isinstance(strategy, Strategy):
            return None
        from dicedevil.solvers.press_luck import playing
        from dicedevil.solvers.press_luck.values import RaceValues

        solution, asked = behind(strategy), strategy.choose
        if isinstance(asked, (HoldAt, Solitaire)) and asked.game.rules == race.rules:
            plan = _plan_of(strategy)
            return Played(playing.planned_races(race, plan, strategy.name, games, seed, budget), {})
        if solution is not None and solution.game == race and isinstance(solution.values, RaceValues):
            return Played(playing.best_races(race, solution.values.race, games, seed, budget), {})
        if race.size()[1] <= MOST_LAID_OUT:
            return None
        return Played(playing.asked_races(race, strategy, games, seed, budget), {})

    def compare(self, game: Game, strategy: Strategy, budget: Budget) -> Any:
        """Set hold-at-N or solitaire beside best play of the match, decision by decision."""
        if type(game) is not PressLuckMatch or not _plan_of(strategy).size:
            return None
        from dicedevil.solvers.press_luck.compare import differences

        solution = self.solve(Question(game, WinMatch(), budget=budget))
        return differences(solution.values.match, _plan_of(strategy))  # type: ignore[attr-defined]


LANES = (PressLuckLane(),)


# -- two players ----------------------------------------------------------------------------------


def seats_of(game: Game) -> tuple[PressLuckMatch, Players] | None:
    """Return the match and how each player plays (None: best), if this lane knows all of it."""
    known: dict[int, Strategy] = {}
    while isinstance(game, BestReply):
        known[game.seat] = game.strategy  # the innermost plays: to others its moves are chance
        game = game.game
    if not isinstance(game, PressLuckMatch):
        return None
    players = (known.get(0), known.get(1))
    return (game, players) if all(_is_known(player, game) for player in players) else None


def has_ties(question: Question) -> bool:
    """Tell whether ties count for one player only: a win alone is asked for, and ties are possible."""
    game = question.game
    while isinstance(game, BestReply):
        game = game.game
    # Only a last round can end in a tie: without one, a win is a win alone.
    return isinstance(question.objective, WinAlone) and isinstance(game, PressLuckLastRound)


def _is_known(player: Strategy | None, match: PressLuckMatch) -> bool:
    """Tell whether a player plays best, or by a strategy for these very rules."""
    if player is None:
        return True
    if isinstance(player.choose, (HoldAt, Solitaire)):
        return bool(player.choose.game.rules == match.rules)
    guide = _guide(player)
    return guide is not None and guide.rules == match.rules


def _guide(player: Strategy) -> Match | None:
    """Return the solved match whose best choices a player follows."""
    solution = behind(player)
    if solution is None or solution.lane != PressLuckLane.name:
        return None
    match: Match | None = getattr(solution.values, "match", None)
    return match if match is not None and match.both_play_best else None


def _name(player: Strategy | None) -> str:
    """Return the word for how a player plays."""
    if player is None:
        return "best"
    return player.choose.name if isinstance(player.choose, (HoldAt, Solitaire)) else "optimal"


def _plan_of(player: Strategy) -> Any:
    return _seat(player).plan


def _seat(player: Strategy | None) -> Seat:
    """Return a player as the kernels know it; an unknown one plays best."""
    from dicedevil.solvers.press_luck.match import BEST, Seat
    from dicedevil.solvers.press_luck.turn import hold_at

    if player is None:
        return BEST
    if isinstance(player.choose, HoldAt):
        return Seat(plan=hold_at(player.choose.game.rules, player.choose.points))
    if isinstance(player.choose, Solitaire):
        return Seat(plan=player.choose.solved.plan())
    guide = _guide(player)
    return BEST if guide is None else Seat(guide=guide.first)


def _seats(players: Players, alone: bool) -> tuple[Seat, Seat]:
    """Return both players; one object if they play alike. The first may have to win alone."""
    from dicedevil.solvers.press_luck.kernels.turn import TIES

    first = _seat(players[0])
    second = first if players[0] is players[1] else _seat(players[1])
    if not alone:
        return first, second
    return first._replace(tie=TIES.index(0.0)), second._replace(tie=TIES.index(1.0))


def _require_memory(match: PressLuckMatch, budget: Budget) -> None:
    """Refuse a match whose tables would not fit."""
    goal = match.rules.goal
    budget.require(
        f"A match of {match} with its {goal:,} x {goal:,} pairs of totals",
        4 * 8 * goal * goal,
        instead="A lower target needs less.",
    )


def _require_bound(game: Game, error: float) -> None:
    if not error < float("inf"):
        raise DiceDevilError(f"No error bound could be proven for {game}: a turn is too long in it.")


def _match_arrays(match: PressLuckMatch, seats: tuple[Seat, Seat], question: Question) -> Arrays:
    """Solve a match into the arrays of its table."""
    import numpy as np

    from dicedevil.solvers.press_luck.match import solve_match, work_by_layer

    goal, budget, (first, second) = match.rules.goal, question.budget, seats
    work = sum(work_by_layer(match.rules)) * (1 if first is second else 2)
    cost = MatchCost(goal, work * SECONDS_PER_STEP / cores())
    budget.allow(
        cost,
        f"Solving a match of {match}: {cost}.",
        f"The match of {match} is not on disk. It is solved by 'dicedevil solve {match} --objective "
        f"{question.objective.name}': {cost}.",
    )
    announced = replace(budget, announce=tell_nobody)
    solved = solve_match(match.rules, first, second, budget=announced)
    _require_bound(match, solved.error_bound)
    arrays = {"first": solved.first, "first_turns": solved.first_turns}
    if second is not first:
        arrays |= {"second": solved.second, "second_turns": solved.second_turns}
    facts = {"error_bound": solved.error_bound, "states": match.size()[0]}
    return arrays | {name: np.array([fact]) for name, fact in facts.items()}


def _match_from(match: PressLuckMatch, seats: tuple[Seat, Seat], arrays: Arrays) -> Match:
    """Make a solved match from the arrays of its table."""
    from dicedevil.solvers.press_luck.match import Match

    values, turns = arrays["first"], arrays["first_turns"]
    return Match(
        match.rules,
        seats,
        values,
        arrays.get("second", values),
        turns,
        arrays.get("second_turns", turns),
        float(arrays["error_bound"][0]),
    )
