"""Who sits at a match of a press-your-luck game, as far as the lane knows them.

A player plays best, or by a strategy that looks at one turn only (hold-at-N, solitaire), or as the
solved match says (optimal).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicedevil.families.press_luck import HoldAt, PressLuckLastRound, PressLuckMatch, Solitaire
from dicedevil.objectives import WinAlone
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import behind
from dicedevil.solvers.tables import Arrays
from dicedevil.strategy import Strategy
from dicedevil.wrapped.best_reply import BestReply

if TYPE_CHECKING:
    from dicedevil.solvers.press_luck.match import Match, Seat

LANE = "press-luck"
Players = tuple[Strategy | None, Strategy | None]
"""How each player plays; None plays best."""


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
    guide = guide_of(player)
    return guide is not None and guide.rules == match.rules


def guide_of(player: Strategy) -> Match | None:
    """Return the solved match whose best choices a player follows."""
    solution = behind(player)
    if solution is None or solution.lane != LANE:
        return None
    match: Match | None = getattr(solution.values, "match", None)
    return match if match is not None and match.both_play_best else None


def name_of(player: Strategy | None) -> str:
    """Return the word for how a player plays."""
    if player is None:
        return "best"
    return player.choose.name if isinstance(player.choose, (HoldAt, Solitaire)) else "optimal"


def plan_of(player: Strategy) -> Any:
    """Return how a player of single turns plays, as the kernels know it; empty for others."""
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
    guide = guide_of(player)
    return BEST if guide is None else Seat(guide=guide.first)


def seated(players: Players, alone: bool) -> tuple[Seat, Seat]:
    """Return both players; one object if they play alike. The first may have to win alone."""
    from dicedevil.solvers.press_luck.kernels.turn import TIES

    first = _seat(players[0])
    second = first if players[0] is players[1] else _seat(players[1])
    if not alone:
        return first, second
    return first._replace(tie=TIES.index(0.0)), second._replace(tie=TIES.index(1.0))


def require_memory(match: PressLuckMatch, budget: Budget) -> None:
    """Refuse a match whose tables would not fit."""
    goal = match.rules.goal
    budget.require(
        f"A match of {match} with its {goal:,} x {goal:,} pairs of totals",
        4 * 8 * goal * goal,
        instead="A lower target needs less.",
    )


def match_from(match: PressLuckMatch, seats: tuple[Seat, Seat], arrays: Arrays) -> Match:
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
