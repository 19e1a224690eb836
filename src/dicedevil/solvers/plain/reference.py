"""The reference lane: plain Python, exact fractions, any game.

    V(state) = mean over rolls of  best over choices of  gain + V(next state)
    V(over)  = end value

Short enough to believe by reading; every faster lane is tested against it. States that can come
back to themselves (only within equal progress) are solved together by policy iteration: fix every
choice, solve the linear equations exactly, improve the choices, until none improves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush

from dicedevil.errors import RulesError, count_text, quoted
from dicedevil.objectives import Objective, ReachTarget
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import A_MOMENT, USUAL, Budget, Watch, growth
from dicedevil.solvers.plain.laws import ExactCurve

Option = tuple[int, State]
"""What a choice adds and where it leads."""
Decision = tuple[int, list[Option]]
"""The weight of a roll and what can be done with it."""

SECONDS_PER_STATE, BYTES_PER_STATE = 3e-4, 500
"""What a state takes in fractions, about, where it is known before how many there are."""
SMALL_BLOCK = 200
"""States that can return to each other: more than these take long enough to be looked after."""
INSTEAD = "Without --exact it is far smaller and quicker, within a bound that is told."


def solve_reference(
    game: Game,
    objective: Objective,
    roots: Iterable[State],
    budget: Budget = USUAL,
) -> dict[State, Fraction]:
    """Return the exact value of every state that the roots lead to."""
    turns = Turns(game, objective, roots, budget.watch(f"{game} in fractions", instead=INSTEAD))
    values: dict[State, Fraction] = {}
    for block in turns.blocks():
        state = block[0]
        if len(block) > 1 or returns_to_itself(state, turns):
            more = {state: objective.wants_more(game, state) for state in block}
            solve_block(block, turns, values, more, turns.watch)
        elif turns[state]:
            best = max if objective.wants_more(game, state) else min
            values[state] = _mean_over_rolls(turns[state], values, best)
        else:
            values[state] = objective.end(game, state)
    return values


def solve_reference_curves(
    game: Game, roots: Iterable[State], budget: Budget = USUAL
) -> dict[State, ExactCurve]:
    """Return, for every state, the best exact probability of each number of points still to come."""
    watch = budget.watch(f"Finding the exact curves of {game}", instead=INSTEAD)
    turns = Turns(game, ReachTarget(), roots, watch)
    curves: dict[State, ExactCurve] = {}
    for block in turns.blocks():
        if len(block) > 1 or returns_to_itself(block[0], turns):
            raise RulesError(f"{game} can return to a state, so it has no curve of final scores.")
        state = block[0]
        if not turns[state]:
            curves[state] = ExactCurve.nothing_to_come()
            continue
        decisions = [
            (weight, ExactCurve.best(curves[after].shifted(points) for points, after in options))
            for weight, options in turns[state]
        ]
        curves[state] = ExactCurve.mix(decisions)
    return curves


class Turns(dict[State, list[Decision]]):
    """The rolls of every state and what each choice leads to, asked of the game when first needed."""

    def __init__(self, game: Game, objective: Objective, roots: Iterable[State], watch: Watch) -> None:
        self.game, self.objective, self.watch = game, objective, watch
        self.roots = list(roots)
        size = game.size() if game.start() in self.roots else None
        self.least = size[0] if size else 0  # of some games it is known how many there are at least
        self.asked = self.solved = 0
        watch.budget.require(
            f"{game} in fractions, with its {count_text(self.least)} {game.size_words} or more,",
            memory=self.least * BYTES_PER_STATE,
            seconds=self.least * SECONDS_PER_STATE,
            instead=INSTEAD,
        )

    def __missing__(self, state: State) -> list[Decision]:
        """Ask the game."""
        self.asked += 1
        if self.asked & 0xFF == 0:
            self.watch.check(self.solved or self.asked, growth(self), self.least)
        over = self.game.is_over(state)
        self[state] = [] if over else list(_decisions(self.game, self.objective, state))
        return self[state]

    def blocks(self) -> Iterator[list[State]]:
        """Yield sets of states to solve together, later ones in the game first.

        What can be asked in a moment is asked before, so that it is known how much there is to do; the
        rest is asked on the way and forgotten once it is solved.
        """
        in_all = len(self) if self.explore(A_MOMENT / 2) else 0
        self.watch.begin("solving in fractions", in_all, growing=True)
        for block in blocks(self, self.roots):
            yield block
            self.solved += len(block)
            if len(block) > SMALL_BLOCK:  # it has reported for itself
                self.watch.begin("solving in fractions", in_all, growing=True)
            for state in block:
                del self[state]
            self.watch.look(self.solved, growth(self), self.least)

    def explore(self, seconds: float) -> bool:
        """Ask about all states, or for so long; tell whether that was all."""
        until = time.monotonic() + seconds
        self.watch.begin("finding states")
        found = dict.fromkeys(self.roots)
        waiting = list(found)
        while waiting and time.monotonic() < until:
            state = waiting.pop()
            new = {after for _, options in self[state] for _, after in options} - found.keys()
            found |= dict.fromkeys(new)
            waiting.extend(new)
        return not waiting


def _decisions(game: Game, objective: Objective, state: State) -> Iterator[Decision]:
    sign = -1 if isinstance(objective, ReachTarget) and game.lower_is_better else 1
    for roll, weight in game.rolls(state).items():
        options = []
        for choice in game.choices(state, roll):
            points, after = game.play(state, roll, choice)
            options.append((sign * objective.gain(game, state, roll, choice, points), after))
        if not options:
            raise RulesError(f"{game}: the roll {quoted(roll)} at {quoted(state)} leaves no choice.")
        yield weight, options


def _mean_over_rolls(
    decisions: list[Decision],
    values: dict[State, Fraction],
    best: Callable[[Iterable[Fraction]], Fraction],
) -> Fraction:
    total = sum(
        (w * best([_worth(option, values) for option in options]) for w, options in decisions),
        Fraction(0),
    )
    return total / sum(weight for weight, _ in decisions)


def _worth(option: Option, values: dict[State, Fraction]) -> Fraction:
    gain, after = option
    return gain + values[after] if gain else values[after]  # to add nothing takes as long


# -- states that can come back to themselves ------------------------------------------------------


def returns_to_itself(state: State, turns: dict[State, list[Decision]]) -> bool:
    """Tell whether a choice can lead straight back."""
    return any(after == state for _, options in turns[state] for _, after in options)


def blocks(turns: dict[State, list[Decision]], roots: Iterable[State]) -> Iterator[list[State]]:
    """Yield sets of states that can reach each other, later ones in the game first (Tarjan)."""
    number: dict[State, int] = {}
    lowest: dict[State, int] = {}
    stack: list[State] = []
    on_stack: set[State] = set()
    for root in roots:
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
    watch: Watch | None = None,
) -> None:
    """Solve states that can come back to themselves, by policy iteration in fractions.

    Choices begin with those that lead out and change only for strictly better ones; so the game
    always ends, and putting off the end for ever is never an option. With two players, whoever wants
    less answers fully to each improvement of the other (Hoffman and Karp): then values only rise.
    """
    chosen = _choices_that_leave(block, turns)
    if watch is not None and len(block) <= SMALL_BLOCK:
        watch = None
    while True:
        _evaluate(block, turns, chosen, values, watch)
        while _improve(block, turns, chosen, values, more, False):
            _evaluate(block, turns, chosen, values, watch)
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
            raise RulesError(f"The game can get stuck: no choice leads out of {quoted(block[0])}.")
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
            worth = [_worth(option, values) for option in options]
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
    watch: Watch | None = None,
) -> None:
    """Solve the linear equations of fixed choices exactly: Gauss, on what is not zero.

    Each state in turn is told by those behind it in the block, as `certain + sum of share * value`; the
    last one then by itself, and so, backwards, all.
    """
    if watch is not None:
        watch.begin(f"solving {len(block):,} states together in fractions", len(block), growing=True)
    place_of = {state: place for place, state in enumerate(block)}
    told: list[tuple[Fraction, dict[int, Fraction]]] = []
    for place, state in enumerate(block):
        if watch is not None:
            watch.look(place)
        certain, shares = _equation(turns[state], chosen[state], place_of, values)
        waiting = [other for other in shares if other < place]
        heapify(waiting)
        while waiting:
            other = heappop(waiting)
            share = shares.pop(other)
            certain += share * told[other][0]
            for behind, part in told[other][1].items():
                if behind in shares:
                    shares[behind] += share * part
                else:
                    shares[behind] = share * part
                    if behind < place:
                        heappush(waiting, behind)
        leaving = 1 - shares.pop(place, 0)
        if not leaving:
            raise RulesError(f"Play can go on for ever from {quoted(block[0])} and always bring more.")
        told.append((certain / leaving, {behind: part / leaving for behind, part in shares.items()}))
    for state, (certain, shares) in zip(reversed(block), reversed(told), strict=True):
        values[state] = certain + sum(part * values[block[behind]] for behind, part in shares.items())


def _equation(
    decisions: list[Decision],
    picks: list[int],
    place_of: dict[State, int],
    values: dict[State, Fraction],
) -> tuple[Fraction, dict[int, Fraction]]:
    """Return a state's value by its choices: what is certain, and shares of others in the block."""
    weight_of_all = sum(weight for weight, _ in decisions)
    certain, weights = Fraction(0), dict[int, int]()
    for (weight, options), pick in zip(decisions, picks, strict=True):
        gain, after = options[pick]
        place = place_of.get(after)
        certain += weight * (gain if place is not None else _worth(options[pick], values))
        if place is not None:
            weights[place] = weights.get(place, 0) + weight
    shares = {place: Fraction(weight, weight_of_all) for place, weight in weights.items()}
    return certain / weight_of_all, shares
