"""`dicedevil solve`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import (
    budget_options,
    game_argument,
    in_a_row_option,
    json_option,
    objective_options,
    require_total,
    several,
    state_option,
    utility_told,
    where_options,
)

if TYPE_CHECKING:
    from dicedevil.ask.outcomes import Outcomes
    from dicedevil.objectives import Objective
    from dicedevil.rules import Game
    from dicedevil.solvers.budget import Budget
    from dicedevil.solvers.solution import Solution

EXACT_OUTCOME = {"wins": "exact_win", "ties": "exact_tie", "loses": "exact_lose"}


@click.command("solve")
@game_argument
@state_option
@in_a_row_option
@objective_options
@click.option("--exact", is_flag=True, help="Solve in fractions: slower, and without any rounding.")
@click.option(
    "--lane",
    metavar="LANE",
    help="How to solve; by default the fastest way that answers the question. Every game has reference "
    "and graph; cards have keep-reroll, endgames and several-cards, placement games polynomial and "
    "pairs, press-your-luck games press-luck.",
)
@click.option("--fresh", is_flag=True, help="Neither read nor write the tables on disk.")
@click.option(
    "--against",
    metavar="STRATEGY",
    help="Win against a second player who plays this strategy: the exact best reply.",
)
@click.option(
    "--same-rolls",
    is_flag=True,
    help="The second player (see --against) gets the same rolls; also tells wins from ties.",
)
@click.option(
    "--endgames",
    type=click.IntRange(0, 40),
    metavar="N",
    help="Solve the endgames of a match of two score cards (objective win): all positions with up to "
    "N open boxes of both players together. Kept on disk; 'advise' searches deeper from there.",
)
@budget_options
@where_options
@json_option
def command(
    game: str,
    state: str,
    in_a_row: int | None,
    objective: str | None,
    target: int | None,
    turns: int | None,
    utility: str | None,
    exact: bool,
    lane: str | None,
    fresh: bool,
    against: str | None,
    same_rolls: bool,
    endgames: int | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Solve GAME: its value under best play, from the start or from a position.

    \b
    Examples:
      dicedevil solve klappenspiel
      dicedevil solve yahtzee --state ones=3,sixes=18,yahtzee=50
      dicedevil solve ten-times-18 --exact
      dicedevil solve ten-times-18 --target 700
      dicedevil solve ten-times-18:slots=4 --objective win
      dicedevil solve ten-times-18:slots=3 --against random
      dicedevil solve yahtzee --state points=200,open=yahtzee+chance --utility capped=250
      dicedevil solve yahtzee --in-a-row 6
      dicedevil solve pig --objective win
      dicedevil solve pig --against hold-at-20
      dicedevil solve ten-thousand --objective within --turns 30
      dicedevil solve ten-times-18 --objective win --against optimal --same-rolls
      dicedevil solve yahtzee --objective win --endgames 4
      dicedevil solve yahtzee --objective win --endgames 4 --workers 2
      dicedevil solve 'ten-times-18:slots=5,dice=2d{1..11:1;12:2}' --json
    """
    from dicedevil.ask.outcomes import followed_to_the_end, replied
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.objectives import UTILITY, chosen_objective
    from dicedevil.solvers.question import Question
    from dicedevil.solvers.solver import answer

    with Waiting("solving") as waiting:
        budget = waiting.budget(**allowed)
        wins = against is not None or endgames is not None
        rules = game_named(game)
        if in_a_row is not None:
            rules = several(rules, in_a_row)
        worths = None if utility is None else utility_told(rules, utility, objective, budget, exact)
        aim = chosen_objective(objective, target, turns, worths, default="win" if wins else "score")
        if in_a_row is not None:
            require_total(aim)
        if endgames is not None:
            from dicedevil.cli.endgames import require_plain, solve_endgames

            require_plain(aim, exact=exact, lane=lane, fresh=fresh, against=against, state=state)
            facts = solve_endgames(rules, endgames, budget)
        else:
            played = aim.view(the_match(rules, aim, against, same_rolls, budget))
            points, at = played.read_state(state) if state.strip() else (0, None)
            only = played.start() if at is None and (aim.name == UTILITY or in_a_row) else at
            question = Question(played, aim, exact, fresh, only, budget, points=points)
            solution = answer(question, lane)
            facts = solution.to_dict(state.strip())
            results = followed_to_the_end(solution, budget) if same_rolls and at is None else None
    if endgames is not None:
        from dicedevil.cli.endgames import tell_endgames

        tell_json(facts) if as_json else tell_endgames(facts)
    elif as_json:
        tell_json(replied(facts, results, against, same_rolls) if against else facts)
    else:
        tell(solution, facts, against, target, results)


def the_match(rules: Game, aim: Objective, against: str | None, shared: bool, budget: Budget) -> Game:
    """Return the game to solve: as named, or the match against a known strategy."""
    if against is None and not shared:
        return rules
    from dicedevil.ask.strategies import match_against
    from dicedevil.errors import UsageError
    from dicedevil.objectives import WinMatch

    if against is None:
        raise UsageError("--same-rolls needs a strategy to play against: --against optimal.")
    if not isinstance(aim, WinMatch):
        raise UsageError(f"--against goes with the objective 'win', not with '{aim.name}'.")
    return match_against(rules, aim, against, shared, budget)


def tell(
    solution: Solution,
    facts: Mapping[str, Any],
    against: str | None,
    target: int | None,
    results: Outcomes | None = None,
) -> None:
    """Print a solution for a person."""
    from dicedevil.cli.telling import count_words, fraction_words, percent, tell_pairs

    pairs = [(value_words(solution, facts["state"], against, target), f"{facts['value']:.12g}")]
    if solution.interval is not None:
        low, high = solution.interval
        pairs = [(f"{pairs[0][0]}, between", f"{low:.10g} and {high:.10g} (both proven)")]
    if facts["exact"]:
        pairs.append(("exactly", fraction_words(facts["exact"])))
    if results:
        chances = (("wins", results.win), ("ties", results.tie), ("loses", results.lose))
        pairs.append(
            (", ".join(name for name, _ in chances), "   ".join(percent(float(c)) for _, c in chances))
        )
        if solution.exact is not None:
            told = results.to_dict()
            for name, _ in chances:
                pairs.append((f"{name} exactly", fraction_words(told[EXACT_OUTCOME[name]])))
        elif results.error_bound:
            pairs.append(("", f"each right to {results.error_bound:.1e}"))
        if results.differs:
            pairs.append(("differs, by round", " ".join(percent(one) for one in results.differs)))
    pairs += [
        ("counted", f"{count_words(solution.states)} {solution.counted}"),
        ("solved by", f"{solution.lane} lane in {solution.seconds:.2f} s"),
        ("error", "none: fractions" if facts["exact"] else f"at most {facts['error_bound']:.1e}"),
    ]
    tell_pairs(f"{solution.game}{': ' if facts['state'] else ''}{facts['state']}", pairs)


def value_words(solution: Solution, state: str, against: str | None, target: int | None) -> str:
    """Say what the value is."""
    wins = "the player to move wins" if state else "first player wins"
    low = solution.game.lower_is_better
    part = "one turn's " if solution.game.scored_in == "turn" else ""
    score = "expected score" if part else "mean score"
    if solution.game.score_is_win:
        score = "chance to win"
    turns = f"fewest turns {'still to come, ' if state else ''}on average"
    race = solution.game.scored_in == "race"
    return {
        "score": turns if race else f"{part}{'lowest' if low else 'best'} {score}",
        "worst": f"{part}{'highest' if low else 'worst'} {score}",
        "turns": turns,
        "within": f"best chance to be done within {getattr(solution.objective, 'turns', 0):,} turns",
        "average": "most points a turn in the long run",
        "utility": f"{part}best expected worth of the score, {solution.objective}",
        "target": f"{part}best chance of {'at most' if low else 'at least'} {target}",
        "win": f"chance to win against {against}, ties half" if against else wins,
        "win-alone": f"chance to win outright against {against}" if against else wins,
    }[solution.objective.name]
