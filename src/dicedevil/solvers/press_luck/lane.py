"""Which questions about press-your-luck games this lane answers, and their answers as a `Solution`.

    one turn's best score        `turn`     fractions, threshold derived
    fewest turns, within n       `race`     one unknown for each banked total
    the match, or a best reply   `match`    two unknowns for each pair of banked totals

A player of a match plays best, or by a strategy that looks at one turn only (hold-at-N, solitaire), or
as the solved match says (optimal); other strategies go through the graph lane.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import DiceDevilError, TooLarge, UsageError
from dicedevil.families.press_luck import HoldAt, PressLuckGame, PressLuckMatch, PressLuckRace
from dicedevil.matches import BestReply
from dicedevil.objectives import FewestTurns, MaxScore, Objective, ReachWithin, WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.press_luck.match import BEST, Match, Seat, solve_match
from dicedevil.solvers.press_luck.race import chances_within, fewest_turns
from dicedevil.solvers.press_luck.turn import (
    SolitairePlay,
    best_turn,
    exact_turn,
    hold_at,
    outcome_count,
)
from dicedevil.solvers.press_luck.values import MatchValues, RaceValues, TurnValues, WithinValues
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Solution
from dicedevil.within import WithinTurns

LANE = "press-luck"
MOST_FRACTIONS = 150_000
"""Rows times outcomes of a turn that are solved in fractions without being asked: about a second."""
MOST_FRACTIONS_ASKED = 3_000_000

Arrays = dict[str, NDArray[Any]]


def answers(game: Game, objective: Objective, exact: bool) -> bool:
    """Tell whether this lane answers the question."""
    if isinstance(objective, MaxScore):
        return isinstance(game, PressLuckGame)
    if exact:
        return False
    if isinstance(objective, FewestTurns):
        return isinstance(game, PressLuckRace)
    if isinstance(objective, ReachWithin):
        return isinstance(game, WithinTurns) and isinstance(game.game, PressLuckRace)
    return isinstance(objective, WinMatch) and seats_of(game) is not None


def solve_alone(
    game: Game, objective: Objective, exact: bool, memory: int, progress: Progress
) -> tuple[TurnValues | RaceValues | WithinValues, int, float]:
    """Answer a question about one player, a turn or a race: values, states, error bound."""
    values: TurnValues | RaceValues | WithinValues
    if isinstance(game, PressLuckGame):
        values, error = _turn_values(game, exact)
        states = len(values.solved.rolling) * game.rules.dice
    elif isinstance(game, PressLuckRace):
        race = fewest_turns(game.rules)
        values, error, states = RaceValues(game, race), race.error_bound, game.size()[0]
    elif isinstance(game, WithinTurns) and isinstance(game.game, PressLuckRace):
        if 8 * game.game.rules.goal * (game.turns + 1) > memory:
            raise TooLarge(f"{game.turns:,} turns of {game} do not fit in {memory >> 20:,} MB.")
        chances = chances_within(game.game.rules, game.turns, progress)
        values, error = WithinValues(game, game.game, chances), chances.error_bound
        states = game.game.size()[0] * game.turns
    else:
        raise UsageError(f"The press-luck lane does not answer '{objective.name}' for {game}.")
    _require_bound(game, error)
    return values, states, error


def _turn_values(game: PressLuckGame, exact: bool) -> tuple[TurnValues, float]:
    """Solve one turn: in fractions, unless that would take long and was not asked for."""
    work = game.most // game.rules.unit * outcome_count(game.rules)
    if exact and work > MOST_FRACTIONS_ASKED:
        raise TooLarge(f"A turn of {game} is too long for fractions; solve it in floats.")
    if not exact and work > MOST_FRACTIONS:
        solved, error = best_turn(game.rules, game.most)
        return TurnValues(game, solved, exact=False), error
    # Rounded once: half a unit in the last place of the largest value.
    error = 0.0 if exact else float(np.spacing(float(game.most + 1))) / 2
    return TurnValues(game, exact_turn(game.rules, game.most), exact), error


def _require_bound(game: Game, error: float) -> None:
    if not np.isfinite(error):
        raise DiceDevilError(f"No error bound could be proven for {game}: a turn is too long in it.")


# -- two players ----------------------------------------------------------------------------------


def seats_of(game: Game) -> tuple[PressLuckMatch, tuple[Any, Any]] | None:
    """Return the match and how each player plays (None: best), if this lane knows all of it."""
    known: dict[int, Any] = {}
    while isinstance(game, BestReply):
        known.setdefault(game.seat, game.strategy.choose)
        game = game.match
    if not isinstance(game, PressLuckMatch):
        return None
    players = (known.get(0), known.get(1))
    return (game, players) if all(map(_is_known, players)) else None


def _is_known(player: Any) -> bool:
    return player is None or isinstance(player, (HoldAt, SolitairePlay)) or _guide(player) is not None


def _guide(player: Any) -> Match | None:
    """Return the solved match whose best choices a player follows."""
    solution = getattr(player, "__self__", None)
    if isinstance(solution, Solution) and isinstance(solution.values, MatchValues):
        match = solution.values.match
        return match if all(one is BEST for one in match.seats) else None
    return None


def player_name(player: Any) -> str:
    """Return the word for how a player plays."""
    if player is None:
        return "best"
    return player.name if isinstance(player, (HoldAt, SolitairePlay)) else "optimal"


def seat(player: Any) -> Seat:
    """Return a player as the kernels know it; an unknown one plays best."""
    if player is None:
        return BEST
    if isinstance(player, HoldAt):
        return Seat(plan=hold_at(player.game.rules, player.points))
    if isinstance(player, SolitairePlay):
        return Seat(plan=player.solved.plan())
    guide = _guide(player)
    return BEST if guide is None else Seat(guide=guide.first)


def require_memory(match: PressLuckMatch, memory: int) -> None:
    """Refuse a match whose tables would not fit."""
    goal = match.rules.goal
    if 4 * 8 * goal * goal > memory:
        raise TooLarge(
            f"A match of {match} has {goal:,} x {goal:,} pairs of totals, which do not fit in "
            f"{memory >> 20:,} MB (allow more memory, or a lower target)."
        )


def match_arrays(
    match: PressLuckMatch, players: tuple[Any, Any], progress: Progress = silent
) -> Arrays:
    """Solve a match into the arrays of its table."""
    first = seat(players[0])
    second = first if players[0] is players[1] else seat(players[1])
    solved = solve_match(match.rules, first, second, progress=progress)
    _require_bound(match, solved.error_bound)
    arrays: Arrays = {"first": solved.first, "first_turns": solved.first_turns}
    if second is not first:
        arrays |= {"second": solved.second, "second_turns": solved.second_turns}
    return arrays | {"error_bound": np.array([solved.error_bound])}


def match_from(match: PressLuckMatch, players: tuple[Any, Any], arrays: Any) -> Match:
    """Make a solved match from the arrays of its table."""
    # Copies: a mapped table is read-only, which to the kernels would be another type of array.
    tables = {name: np.array(array) for name, array in arrays.items()}
    first = seat(players[0])
    second = first if players[0] is players[1] else seat(players[1])
    values, turns = tables["first"], tables["first_turns"]
    return Match(
        match.rules,
        (first, second),
        values,
        tables.get("second", values),
        turns,
        tables.get("second_turns", turns),
        float(tables["error_bound"][0]),
    )
