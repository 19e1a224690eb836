"""Dice Devil solves dice games exactly.

    >>> import dicedevil as dd
    >>> game = dd.game("klappenspiel")
    >>> solution = dd.solve(game, exact=True)
    >>> round(solution.value, 4)
    0.003
    >>> solution.advise("up=4+6+10", "46").best.choice
    'flip 4+6'

Names are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicedevil.ask.chances import TargetChances as TargetChances
    from dicedevil.ask.chances import chances as chances
    from dicedevil.ask.check import check_game as check_game
    from dicedevil.ask.closest import closest_calls as closest_calls
    from dicedevil.ask.curve import TargetCurve as TargetCurve
    from dicedevil.ask.curve import curve as curve
    from dicedevil.ask.equilibrium import Equilibrium as Equilibrium
    from dicedevil.ask.equilibrium import equilibrium as equilibrium
    from dicedevil.ask.evaluate import Distribution as Distribution
    from dicedevil.ask.evaluate import evaluate as evaluate
    from dicedevil.ask.outcomes import Outcomes as Outcomes
    from dicedevil.ask.outcomes import outcomes as outcomes
    from dicedevil.ask.simulate import Simulation as Simulation
    from dicedevil.ask.versus import Versus as Versus
    from dicedevil.ask.versus import differences as differences
    from dicedevil.ask.versus import versus as versus
    from dicedevil.coach.bots import BotStrength as BotStrength
    from dicedevil.coach.bots import bot as bot
    from dicedevil.coach.bots import bots as bots
    from dicedevil.coach.grade import GradedGame as GradedGame
    from dicedevil.coach.grade import grade as grade
    from dicedevil.coach.proficiency import ProficiencyTest as ProficiencyTest
    from dicedevil.coach.proficiency import proficiency as proficiency
    from dicedevil.coach.records import Record as Record
    from dicedevil.coach.records import read_records as read_records
    from dicedevil.design.compare import compare as compare
    from dicedevil.design.comparison import Comparison as Comparison
    from dicedevil.design.rows import Sweep as Sweep
    from dicedevil.design.sweep import sweep as sweep
    from dicedevil.design.tune import Tuned as Tuned
    from dicedevil.design.tune import tune as tune
    from dicedevil.design.variant import Variant as Variant
    from dicedevil.dice import Dice as Dice
    from dicedevil.dice import Die as Die
    from dicedevil.dice import Roll as Roll
    from dicedevil.errors import DiceDevilError as DiceDevilError
    from dicedevil.expansion import Expansion as Expansion
    from dicedevil.figures.draw import plot as plot
    from dicedevil.games import game as game
    from dicedevil.objectives import Average as Average
    from dicedevil.objectives import FewestTurns as FewestTurns
    from dicedevil.objectives import MaxScore as MaxScore
    from dicedevil.objectives import Objective as Objective
    from dicedevil.objectives import ReachTarget as ReachTarget
    from dicedevil.objectives import ReachWithin as ReachWithin
    from dicedevil.objectives import WinAlone as WinAlone
    from dicedevil.objectives import WinMatch as WinMatch
    from dicedevil.objectives import Worst as Worst
    from dicedevil.players.advise import advise as advise
    from dicedevil.players.judge import judge as judge
    from dicedevil.players.match import MatchSimulation as MatchSimulation
    from dicedevil.players.match import match as match
    from dicedevil.players.move_errors import MoveErrors as MoveErrors
    from dicedevil.players.player import EMP as EMP
    from dicedevil.players.player import DynS as DynS
    from dicedevil.players.player import Player as Player
    from dicedevil.players.player import player as player
    from dicedevil.players.simulate import simulate as simulate
    from dicedevil.players.standings import Standings as Standings
    from dicedevil.rules import Game as Game
    from dicedevil.rules import Position as Position
    from dicedevil.solvers.advice import Advice as Advice
    from dicedevil.solvers.budget import Budget as Budget
    from dicedevil.solvers.solution import Solution as Solution
    from dicedevil.solvers.solver import solve as solve
    from dicedevil.solvers.why import Why as Why
    from dicedevil.strategy import Strategy as Strategy
    from dicedevil.utility import Utility as Utility
    from dicedevil.wrapped.in_a_row import InARow as InARow
    from dicedevil.wrapped.same_rolls import SameRolls as SameRolls
    from dicedevil.wrapped.turn_by_turn import TurnByTurn as TurnByTurn

__version__ = "0.1.0"

_HOMES = {
    "ask.chances": ("TargetChances", "chances"),
    "ask.check": ("check_game",),
    "ask.closest": ("closest_calls",),
    "ask.curve": ("TargetCurve", "curve"),
    "ask.evaluate": ("Distribution", "evaluate"),
    "ask.equilibrium": ("Equilibrium", "equilibrium"),
    "ask.outcomes": ("Outcomes", "outcomes"),
    "ask.simulate": ("Simulation",),
    "ask.versus": ("Versus", "differences", "versus"),
    "coach.bots": ("BotStrength", "bot", "bots"),
    "coach.grade": ("GradedGame", "grade"),
    "coach.proficiency": ("ProficiencyTest", "proficiency"),
    "coach.records": ("Record", "read_records"),
    "design.compare": ("compare",),
    "design.comparison": ("Comparison",),
    "design.rows": ("Sweep",),
    "design.sweep": ("sweep",),
    "design.tune": ("Tuned", "tune"),
    "design.variant": ("Variant",),
    "dice": ("Dice", "Die", "Roll"),
    "errors": ("DiceDevilError",),
    "expansion": ("Expansion",),
    "figures.draw": ("plot",),
    "games": ("game",),
    "objectives": (
        "FewestTurns",
        "MaxScore",
        "Objective",
        "ReachTarget",
        "ReachWithin",
        "Average",
        "WinAlone",
        "WinMatch",
        "Worst",
    ),
    "players.advise": ("advise",),
    "players.judge": ("judge",),
    "players.match": ("MatchSimulation", "match"),
    "players.move_errors": ("MoveErrors",),
    "players.player": ("EMP", "DynS", "Player", "player"),
    "players.simulate": ("simulate",),
    "players.standings": ("Standings",),
    "rules": ("Game", "Position"),
    "solvers.budget": ("Budget",),
    "solvers.advice": ("Advice",),
    "solvers.solution": ("Solution",),
    "solvers.solver": ("solve",),
    "solvers.why": ("Why",),
    "strategy": ("Strategy",),
    "utility": ("Utility",),
    "wrapped.in_a_row": ("InARow",),
    "wrapped.same_rolls": ("SameRolls",),
    "wrapped.turn_by_turn": ("TurnByTurn",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

_FILLED_IN = ("Budget", "InARow", "ReachTarget", "Record", "SameRolls", "Strategy")
"""Classes whose fields a caller fills in, and which do not look at them themselves."""

__all__ = sorted([*_HOME_OF, "__version__"])


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'dicedevil' has no attribute {name!r}")
    found = getattr(import_module(f"dicedevil.{_HOME_OF[name]}"), name)
    if isinstance(found, FunctionType) or name in _FILLED_IN:
        from dicedevil.doors import handed_out

        found = handed_out(found, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
