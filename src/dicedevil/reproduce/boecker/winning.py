"""Section 10: winning with the same rolls, and the two questions that the paper leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dicedevil.ask.equilibrium import equilibrium
from dicedevil.families.placement.game import PlacementGame, open_slots
from dicedevil.objectives import ReachTarget
from dicedevil.reproduce import Row
from dicedevil.reproduce.boecker.comparing import question, words
from dicedevil.reproduce.boecker.ours import Paper, ten_times_18
from dicedevil.reproduce.boecker.replies import Replies
from dicedevil.rules import Position
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve

SLOTS = 3
"""Three slots are enough for everything here, and all of it can be told in fractions."""
POWERS = "x/x**2/x**3"


def winning(paper: Paper) -> Iterator[Row]:
    """Yield what can be said of winning."""
    game = ten_times_18(f":slots={SLOTS}")
    replies = Replies(game)
    b_wins, c_wins, a_wins = (
        replies.chance(1, against=0),
        replies.chance(2, against=1),
        1 - replies.chance(2, against=0),
    )
    yield words(
        "Section 10, an upper hand over the score-optimal strategy",
        "possible",
        "possible" if b_wins > 0.5 else "impossible",
        f"With {SLOTS} slots and the same rolls its best reply wins {float(b_wins):.6f} of the games "
        f"(exactly {b_wins}), ties counting half. docs/ten-times-18.md has all ten slots.",
    )
    yield words(
        "Section 10, A beats B, B beats C, C beats A",
        "possible",
        "possible" if min(a_wins, b_wins, c_wins) > 0.5 else "not found",
        f"With {SLOTS} slots and the same rolls: B is the best reply to A, the score-optimal strategy, "
        f"and C the best reply to B. B beats A ({float(b_wins):.6f}), C beats B ({float(c_wins):.6f}), "
        f"and A beats C ({float(a_wins):.6f}).",
    )
    yield _both_at_their_best(game)
    yield from _open_questions(game)


def _both_at_their_best(game: PlacementGame) -> Row:
    best = equilibrium(game)
    rolls = [(state, roll) for state in best.values for roll in game.rolls(state.mine)]
    mixed = sum(best.at(state, roll).is_mixed for state, roll in rolls)
    return question(
        "Section 10, two players with the same rolls, both at their best",
        "one optimal strategy?",
        "one that mixes" if mixed else "one without chance",
        f"With {SLOTS} slots, solved roll by roll as a matrix game: whoever plays it wins "
        f"{best.value} at least, whatever the other does. At {mixed} of {len(rolls):,} rolls, "
        "mirror images once, the choice must be left to chance.",
    )


def _open_questions(game: PlacementGame) -> Iterator[Row]:
    """Show why the short cut for the mean score is none here."""
    by_mean = solve(game, exact=True, lane="reference")
    plain = _which_matters(by_mean)
    told = (
        f"For the mean score the place depends only on how many slots are open: "
        f"{'so it is' if plain is None else 'not so'} for all sets of {SLOTS} slots."
    )
    yield question(
        "Section 10, reaching a score",
        "in polynomial time?",
        "open; not by that short cut",
        f"{told} For a target it matters which: {_for_a_target(game)} With k different multipliers "
        "there are at most (n + 1)^k sets to tell apart, so for fixed k the time is polynomial.",
    )
    by_powers = solve(f"ten-times-18:functions={POWERS}", exact=True, lane="reference")
    yield question(
        "Section 10, slots that score by any function",
        "which complexity?",
        "open; not by that short cut",
        f"With slots that pay {POWERS.replace('/', ', ')} it matters which are open: "
        f"{_which_matters(by_powers)} With k kinds of slots there are at most (n + 1)^k sets to tell "
        "apart, so for fixed k the time is "
        "polynomial; multiples of one function are Table 4 with that function of the roll.",
    )


def _for_a_target(game: PlacementGame) -> str:
    """Find a number of points that are missing for which the place depends on the set."""
    highest = sum(max(game.points(slot, total) for total in game.totals) for slot in _all(game))
    for missing in range(1, highest + 1):
        solution = solve(game, ReachTarget(missing), exact=True, lane="reference")
        found = _which_matters(solution)
        if found is not None:
            return f"with {missing} points missing, {found}"
    return "no example was found."


def _which_matters(solution: Solution) -> str | None:
    """Find two sets of equally many open slots in which a total clearly goes to different places."""
    game: PlacementGame = solution.game  # type: ignore[assignment]
    for total in game.totals:
        for one, other in combinations(_pairs_of_slots(game), 2):
            first, second = _only_best(solution, one, total), _only_best(solution, other, total)
            if first is not None and second is not None and first != second:
                slots = open_slots(one)[first], open_slots(other)[second]
                return (
                    f"a roll of {total} goes on slot {slots[0]} if slots {_told(one)} are open, "
                    f"on slot {slots[1]} if {_told(other)} are."
                )
    return None


def _only_best(solution: Solution, state: int, total: int) -> int | None:
    """Return the place among the open slots that is better than all others."""
    worths = solution.choice_worths(Position(0, state), (total,))
    best = max(worths)
    return worths.index(best) if worths.count(best) == 1 else None


def _all(game: PlacementGame) -> range:
    return range(1, game.slots + 1)


def _pairs_of_slots(game: PlacementGame) -> list[int]:
    return [1 << (low - 1) | 1 << (high - 1) for low, high in combinations(_all(game), 2)]


def _told(state: int) -> str:
    return " and ".join(map(str, open_slots(state)))
