"""The room of press-your-luck games: which questions its lane answers, and their answers.

    one turn's best score        `turn`     fractions, threshold derived
    the chance of a target       `targets`  one sweep for all targets
    fewest turns, within n       `race`     one unknown for each banked total
    the match, or a best reply   `match`    two unknowns for each pair of banked totals

A player of a match plays as `seats` tells; other strategies go through the graph lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dicedevil.errors import DiceDevilError, UsageError
from dicedevil.families.press_luck import (
    Contest,
    EachTurnAlone,
    HoldAt,
    PressLuckGame,
    PressLuckLongRun,
    PressLuckMatch,
    PressLuckRace,
    PressLuckTable,
    Solitaire,
)
from dicedevil.objectives import (
    Average,
    FewestTurns,
    MaxScore,
    ReachTarget,
    ReachWithin,
    WinMatch,
)
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Lane, Law, Looking, Played, Size, TurnSearch
from dicedevil.solvers.press_luck.seats import (
    LANE,
    has_ties,
    match_from,
    name_of,
    plan_of,
    require_memory,
    seated,
    seats_of,
)
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.tables import Arrays, kept, key_of
from dicedevil.strategy import Foreseeing, Strategy
from dicedevil.wrapped.counted import TurnsCounted
from dicedevil.wrapped.within import WithinTurns

MOST_FRACTIONS = 150_000
"""Rows times outcomes of a turn that are solved in fractions without being asked: about a second."""
MOST_LAID_OUT = 500_000
"""Choices of a race that are laid out to play it by any strategy: a few seconds."""

OF_A_TURN = "points in a turn, each with the dice to roll"


@dataclass(frozen=True)
class PressLuckLane(Lane):
    """Turns, races and matches of press-your-luck games at full size."""

    name = LANE

    def fits(self, question: Question) -> bool:
        """Tell whether this lane answers the question."""
        game, objective = question.game, question.objective
        if isinstance(objective, MaxScore):
            return isinstance(game, PressLuckGame)
        if isinstance(objective, Average):
            return isinstance(game, PressLuckLongRun)
        if isinstance(objective, ReachTarget) and isinstance(game, PressLuckGame):
            return not question.exact or bool(game.rules.free_dice)
        if question.exact:
            return False
        if isinstance(objective, FewestTurns):
            return isinstance(game, PressLuckRace)
        if isinstance(objective, ReachWithin):
            return isinstance(game, WithinTurns) and isinstance(game.game, PressLuckRace)
        return isinstance(objective, WinMatch) and seats_of(game) is not None

    def solve(self, question: Question) -> Solution:
        """Solve a turn or a race at once; a match is kept in a table."""
        if not self.fits(question):
            raise UsageError(
                f"The press-luck lane does not answer '{question.objective.name}' for {question.game}"
                f"{' in fractions' if question.exact else ''}; the graph and reference lanes solve "
                "small games."
            )
        game = question.game
        if isinstance(game, PressLuckLongRun):
            return self._long_run(question, game)
        if isinstance(game, PressLuckGame):
            aims = isinstance(question.objective, ReachTarget)
            return self._target(question, game) if aims else self._turn(question, game)
        if isinstance(game, PressLuckRace):
            return self._race(question, game)
        if isinstance(game, WithinTurns):
            return self._within(question, game)
        return self._match(question)

    def _turn(self, question: Question, game: PressLuckGame) -> Solution:
        """Solve one turn: in fractions, unless that would take long and was not asked for."""
        from dicedevil.solvers.press_luck.values import solved_turn

        values, error = solved_turn(game, question.exact, MOST_FRACTIONS, question.budget)
        states = len(values.solved.rolling) * len(game.rules.hands)
        return self._answer(question, values, states, error, OF_A_TURN)

    def _target(self, question: Question, game: PressLuckGame) -> Solution:
        from dicedevil.solvers.press_luck.targets import turn_targets

        values = turn_targets(game, question)
        states = values.cap * len(game.rules.hands)
        return self._answer(question, values, states, values.error_bound, OF_A_TURN)

    def _long_run(self, question: Question, game: PressLuckLongRun) -> Solution:
        from dicedevil.solvers.press_luck.long_run import long_run

        values, error = long_run(game, question.exact, question.budget)
        states = game.most // game.rules.unit * len(game.rules.hands) * len(game.lengths)
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
        from dicedevil.solvers.press_luck.values import match_values

        found = seats_of(question.game)
        if found is None:
            raise UsageError(f"{question.game} is no match that the press-luck lane knows.")
        match, players = found
        require_memory(match, question.budget)
        alone = has_ties(question)
        first, second = map(name_of, players)
        key = key_of(question, room=__name__, name=f"{match}, {first} and {second}")

        def answered(arrays: Arrays) -> Solution:
            seats, states = seated(players, alone), int(arrays["states"][0])
            solved = match_from(match, seats, arrays)
            values = match_values(match, solved, question.objective)
            return self._answer(question, values, states, solved.error_bound)

        def make() -> Arrays:
            from dicedevil.solvers.held import glance, looks_at
            from dicedevil.solvers.press_luck.match import match_arrays

            arrays = match_arrays(match, seated(players, alone), question)
            if key is not None and players == (None, None):  # one step knows best play only
                glance(__name__, arrays, looks_at(answered(arrays)))
            return arrays

        return answered(kept(key, make, {}, question.budget) or {})

    def _answer(
        self, question: Question, values: Any, states: int, error: float, counted: str = "states"
    ) -> Solution:
        if not error < float("inf"):
            game = question.game
            raise DiceDevilError(
                f"No error bound could be proven for {game}: a turn is too long in it."
            )
        return Solution.of(question, self.name, values, states, error, counted=counted)

    def size(self, game: Game) -> Size | None:
        """Return how many points in a turn with so many dice to roll there are."""
        if not isinstance(game, PressLuckGame):
            return None
        states = max(game.rules.threshold, game.most) // game.rules.unit * len(game.rules.hands)
        return Size(states, None, OF_A_TURN, 2e-6 * states)  # on one core at 3 GHz

    def require_law(self, game: Game, exact: bool | None, budget: Budget, strategy: str = "") -> None:
        """Refuse the fractions of a law without a last score."""
        if exact and _has_free_dice(game):
            raise UsageError(
                f"A turn of {game} has no largest score, so its law cannot be listed in fractions: "
                "without --exact it is told in floats, as far as they go."
            )

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Follow a strategy through a turn that has no largest score; others are left to the rules."""
        if not (isinstance(strategy, Strategy) and _has_free_dice(game)):
            return None
        from dicedevil.solvers.press_luck.laws import law_of_turn

        chances, error = law_of_turn(game, strategy, position.state, budget)
        return Law(chances, {}, error)

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
        from dicedevil.solvers.races import asked_races

        solution, asked = behind(strategy), strategy.choose
        many = games, seed, budget
        if isinstance(asked, (HoldAt, Solitaire)) and asked.game.rules == race.rules:
            return Played(playing.planned_races(race, plan_of(strategy), strategy.name, *many), {})
        if solution is not None and solution.game == race and isinstance(solution.values, RaceValues):
            return Played(playing.best_races(race, solution.values.race, *many), {})
        if race.size()[1] <= MOST_LAID_OUT:
            return None
        return Played(asked_races(race, strategy, *many), {})

    def compare(self, game: Game, strategy: Strategy, budget: Budget) -> Any:
        """Set hold-at-N or solitaire beside best play of the match, decision by decision."""
        if type(game) is not PressLuckMatch or not plan_of(strategy).size:
            return None
        from dicedevil.solvers.press_luck.compare import differences

        solution = self.solve(Question(game, WinMatch(), budget=budget))
        return differences(solution.values.match, plan_of(strategy))  # type: ignore[attr-defined]


LANES = (PressLuckLane(),)


def _has_free_dice(game: Game) -> bool:
    """Tell whether turns of a game have no largest score: some dice cannot bust."""
    played = game.game if isinstance(game, TurnsCounted) else game
    return isinstance(played, (PressLuckGame, PressLuckLongRun)) and bool(played.rules.free_dice)
