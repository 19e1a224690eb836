"""Many random games, whatever kind of game it is: scores, turns of a race, or who wins a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.simulate import Simulation, simulate_alone
from dicedevil.dice import require_games
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.players.match import MatchSimulation, match
from dicedevil.players.player import OwnCard, Who, looks_ahead
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent


def simulate(
    game: Game | str,
    strategy: Who = "optimal",
    *,
    games: int = 100_000,
    seed: int = 1,
    against: Sequence[Who] | Who | None = None,
    turn: bool = False,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Simulation | MatchSimulation:
    """Play many games with a strategy; the same seed gives the same games.

    A race such as Pig is played to its target, and the turns are counted (`optimal` takes the fewest);
    with `turn` one turn is played for its points. `against` names the other players of a match, for
    players who look at them: "emp-1" against "optimal", or against several. The matches are those of
    `match`, of which the first player's scores are told. Where a match has no scores, in races and in
    games of two players (by default both play the same strategy), who won is told: `MatchSimulation`.
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress)
    others = require_simulated(rules, strategy, games, seed, against, turn)
    if others:
        played = match(rules, [strategy, *others], games=games, seed=seed, budget=cost)
        return played if played.is_race else played.first_alone()
    alone = rules.view("turns") if rules.scored_in == "turn" and not turn else rules
    return simulate_alone(alone, _own(strategy), games=games, seed=seed, budget=cost)


def told(played: Simulation | MatchSimulation) -> dict[str, Any]:
    """Return plain data, as `simulate --json` prints it; of matches with the share that was won."""
    if isinstance(played, Simulation):
        return played.to_dict()
    return played.to_dict() | {"strategy": played.players[0], "mean": played.win_share[0]}


def require_simulated(
    rules: Game,
    strategy: Who,
    games: int,
    seed: int,
    against: Sequence[Who] | Who | None = None,
    turn: bool = False,
) -> list[Who]:
    """Refuse what cannot be simulated; return who else plays, in a match."""
    require_games(games, seed)
    others = [strategy] if against is None and rules.players == 2 else _listed(against)
    if turn and (others or rules.scored_in != "turn"):
        raise UsageError(
            f"One turn alone is a question about races such as pig, not about "
            f"{'a match' if others else rules}."
        )
    if not others and looks_ahead(strategy):
        raise UsageError(
            f"{quoted(getattr(strategy, 'name', strategy))} looks at the other players: say who "
            "they are, as in --against optimal."
        )
    return others


def _listed(against: Sequence[Who] | Who | None) -> list[Who]:
    if against is None:
        return []
    return list(against) if isinstance(against, (list, tuple)) else [against]


def _own(who: Who) -> Any:
    """Return the strategy of a player who is to play alone."""
    return who.strategy if isinstance(who, OwnCard) else who
