"""The reference lane: plain Python, exact fractions, any game.

    V(state) = mean over rolls of  best over choices of  gain + V(next state)
    V(over)  = end value

Short enough to believe by reading; every faster lane is tested against it. States that can come
back to themselves (only within equal progress) are solved together by policy iteration: fix every
choice, solve the linear equations exactly, improve the choices, until none improves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from dicedevil.errors import RulesError, TooLarge
from dicedevil.objectives import Objective, ReachTarget
from dicedevil.rules import Game, State
from dicedevil.solvers.plain.laws import ExactCurve

Option = tuple[int, State]
"""What a choice adds and where it leads."""
Decision = tuple[int, list[Option]]
"""The weight of a roll and what can be done with it."""

MOST_STATES = 2_000_000


def solve_reference(
    game: Game, objective: Objective, roots: Iterable[State], limit: int = MOST_STATES
) -> dict[State, Fraction]:
    """Return the exact value of every state that the roots lead to."""
    turns = explore(game, objective, roots, limit)
    values = {state: objective.end(game, state) for state in turns if game.is_over(state)}
    for block in blocks(turns):
        if len(block) == 1 and not returns_to_itself(block[0], turns):
            state = block[0]
            if state not in values:
                best = max if objective.wants_more(game, state) else min
                values[state] = _mean_over_rolls(turns[state], values, best)
        else:
            more = {state: objective.wants_more(game, state) for state in block}
            solve_block(block, turns, values, more)
    return values


def solve_reference_curves(
    game: Game, roots: Iterable[State], limit: int = MOST_STATES
) -> dict[State, ExactCurve]:
    """Return, for every state, the best exact probability of each number of points still to come."""
    turns = explore(game, ReachTarget(), roots, limit)
    curves: dict[State, ExactCurve] = {}
    for block in blocks(turns):
        if len(block) > 1 or returns_to_itself(block[0], turns):
            raise RulesError(f"{game} can return to a state, so it has no curve of final scores.")
        state = block[0]
        if game.is_over(state):
            curves[state] = ExactCurve.nothing_to_come()
            continue
        decisions = [
            (weight, ExactCurve.best(curves[after].shifted(points) for points, after in options))
            for weight, options in turns[state]
        ]
        curves[state] = ExactCurve.mix(decisions)
    return curves


def explore(
    game: Game, objective: Objective, roots: Iterable[State], limit: int = MOST_STATES
) -> dict[State, list[Decision]]:
    """Return, for every state that can be reached, its rolls and what each choice leads to."""
    turns: dict[State, list[Decision]] = {}
    waiting = list(roots)
    size = game.size() if game.start() in waiting else None
    if size is not None and size[0] > limit:
        raise TooLarge(f"{game} has more than {limit:,} states: too many for fractions.")
    while waiting:
        state = waiting.pop()
        if state in turns:
            continue
        turns[state] = [] if game.is_over(state) else list(_decisions(game, objective, state))
        if len(turns) > limit:
            raise TooLarge(f"{game} has more than {limit:,} states: too many for fractions.")
        waiting.extend(after for _, options in turns[state] for _, after in options)
    return turns


def _decisions(game: Game, objective: Objective, state: State) -> Iterator[Decision]:
    sign = -1 if isinstance(objective, ReachTarget) and game.lower_is_better else 1
    for roll, weight in game.rolls(state).items():
        options = []
        for choice in game.choices(state, roll):
            points, after = game.play(state, roll, choice)
            options.append((sign * objective.gain(game, state, roll, choice, points), after))
        if not options:
            raise RulesError(f"{game}: the roll {roll!r} at {state!r} leaves no choice.")
        yield weight, options


def _mean_over_rolls(
    decisions: list[Decision],
    values: dict[State, Fraction],
    best: Callable[[Iterable[Fraction]], Fraction],
) -> Fraction:
    total = sum(
        (w * best(gain + values[after] for gain, after in options) for w, options in decisions),
        Fraction(0),
    )
    return total / sum(weight for weight, _ in decisions)


# -- states that can come back to themselves ------------------------------------------------------


def returns_to_itself(state: State, turns: dict[State, list[Decision]]) -> bool:
    """Tell whether a choice can lead straight back."""
    return any(after == state for _, options in turns[state] for _, after in options)


def blocks(turns: dict[State, list[Decision]]) -> Iterator[list[State]]:
    """Yield sets of states that can reach each other, later ones in the game first (Tarjan)."""
    number: dict[State, int] = {}
    lowest: dict[State, int] = {}
    stack: list[State] = []
    on_stack: set[State] = set()
    for root in turns:
        if root in number:
            continue
        work = [(root, _successors(turns, root))]
        number[root] = lowest[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            state, successors = work[-1]
            for after in successors:
                if after not in number:
                    number[after] = lowest[after] = len(number)
                    stack.append(after)
                    on_stack.add(after)
                    work.append((after, _successors(turns, after)))
                    break
                if after in on_stack:
                    lowest[state] = min(lowest[state], number[after])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[state])
                if lowest[state] == number[state]:
                    block: list[State] = []
                    while not block or block[-1] != state:
                        block.append(stack.pop())
                        on_stack.discard(block[-1])
                    yield block


def _successors(turns: dict[State, list[Decision]], state: State) -> Iterator[State]:
    return iter([after for _, options in turns[state] for _, after in options])


def solve_block(
    block: list[State],
    turns: dict[State, list[Decision]],
    values: dict[State, Fraction],
    more: dict[State, bool],
) -> None:
    """Solve states that can come back to themselves, by policy iteration in fractions.

    Choices begin with those that lead out and change only for strictly better ones; so the game
    always ends, and putting off the end for ever is never an option. With two players, whoever wants
    less answers fully to each improvement of the other (Hoffman and Karp): then values only rise.
    """
    chosen = _choices_that_leave(block, turns)
    while True:
        _evaluate(block, turns, chosen, values)
        while _improve(block, turns, chosen, values, more, False):
            _evaluate(block, turns, chosen, values)
        if not _improve(block, turns, chosen, values, more, True):
            return


def _choices_that_leave(
    block: list[State], turns: dict[State, list[Decision]]
) -> dict[State, list[int]]:
    """Choose for a start so that the game surely ends: walk back from the states outside."""
    leaves = {after for s in block for _, options in turns[s] for _, after in options} - set(block)
    chosen: dict[State, list[int]] = {}
    while len(chosen) < len(block):
        found = {}
        for state in block:
            if state in chosen:
                continue
            picks = [
                next((place for place, (_, after) in enumerate(options) if after in leaves), -1)
                for _, options in turns[state]
            ]
            if any(pick >= 0 for pick in picks):
                found[state] = [max(pick, 0) for pick in picks]
        if not found:
            raise RulesError(f"The game can get stuck: no choice leads out of {block[0]!r}.")
        chosen |= found
        leaves |= found.keys()
    return chosen


def _improve(
    block: list[State],
    turns: dict[State, list[Decision]],
    chosen: dict[State, list[int]],
    values: dict[State, Fraction],
    more: dict[State, bool],
    wants_more: bool,
) -> bool:
    """Let the states of one player switch to strictly better choices; tell whether any did."""
    improved = False
    for state in block:
        if more[state] != wants_more:
            continue
        for place, (_, options) in enumerate(turns[state]):
            worth = [gain + values[after] for gain, after in options]
            best = max(worth) if wants_more else min(worth)
            if worth[chosen[state][place]] != best:
                chosen[state][place] = worth.index(best)
                improved = True
    return improved


def _evaluate(
    block: list[State],
    turns: dict[State, list[Decision]],
    chosen: dict[State, list[int]],
    values: dict[State, Fraction],
) -> None:
    """Solve the linear equations of fixed choices exactly (Gauss and Jordan)."""
    place_of = {state: place for place, state in enumerate(block)}
    size = len(block)
    rows = [[Fraction(0)] * (size + 1) for _ in block]
    for row, state in zip(rows, block, strict=True):
        row[place_of[state]] += 1
        weight_of_all = sum(weight for weight, _ in turns[state])
        for (weight, options), pick in zip(turns[state], chosen[state], strict=True):
            gain, after = options[pick]
            share = Fraction(weight, weight_of_all)
            row[size] += share * gain
            if after in place_of:
                row[place_of[after]] -= share
            else:
                row[size] += share * values[after]
    for column in range(size):
        pivot = next((line for line in range(column, size) if rows[line][column]), None)
        if pivot is None:
            raise RulesError(f"Play can go on for ever from {block[0]!r} and always bring more.")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [entry / scale for entry in rows[column]]
        for line in range(size):
            factor = rows[line][column]
            if line != column and factor:
                rows[line] = [a - factor * b for a, b in zip(rows[line], rows[column], strict=True)]
    for state in block:
        values[state] = rows[place_of[state]][size]
