"""The exact law of the final score of a score card, and what is written in each box.

    visits(start) = 1,  visits(after) += visits(state) * prob(outcome of the turn)
    law(full card) = {0: 1},  law(state) = sum over outcomes of prob * law(after) shifted by points

Within a turn the start is not one state but those the rest of the turn can lead to.

Nothing is simulated. A solved strategy is one fixed strategy: ties go to the first choice in the
game's own order. Only states it can come to are worked on, one layer at a time, and only two layers
of laws are held.

How exact the floats are: `law_errors`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from dicedevil.errors import quoted
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.families.cards.priorities import Priorities
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.asked import AskedPlayer
from dicedevil.solvers.cards.kernels.choices import follow_rows, random_groups, turn_groups
from dicedevil.solvers.cards.kernels.flows import law_groups, support_groups, visit_groups
from dicedevil.solvers.cards.kernels.soft import soft_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import Beginning, LawErrors, law_errors, named_lines, states_of
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.ruled import rule_choices
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, split_groups, split_visited
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.machine import cores
from dicedevil.solvers.soft import Soft
from dicedevil.strategy import Strategy

INSTEAD = "Simulate it instead."


@dataclass(frozen=True, eq=False)
class CardLaw:
    """All that is known exactly about a strategy's games."""

    law: Mapping[int, float]
    lines: Mapping[str, tuple[float, float]]
    """By box, then upper bonus and extra Yahtzees: mean points, and the share of games with none."""
    errors: LawErrors


def card_law(
    encoded: Encoding,
    player: Any,
    *,
    starts: Sequence[Beginning] = (),
    budget: Budget = USUAL,
    threads: int | None = None,
) -> CardLaw:
    """Return the law and the statistics of every box; the player is one that `following` knows.

    All starts have as many open boxes; without any, games begin with an empty card.
    """
    threads = threads or cores()
    begin = starts or (Beginning(encoded.start),)
    executor = budget.executor
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        walk = _Walk(encoded, player, workers, threads, budget, _turns_from(encoded, begin))
        visits, paid = _forward(walk, begin)
        lines = {}  # which boxes are open differs, where there are several starts
        if len(begin) == 1:
            lines = named_lines(encoded.card, encoded.open_boxes(begin[0].number), paid)
        law = _backward(walk, visits, begin)
    return CardLaw(law, lines, law_errors(encoded, begin, player))


def card_mean(encoded: Encoding, player: Any, *, budget: Budget = USUAL) -> float:
    """Return the mean score from the start: what is written in all boxes, and the bonuses."""
    threads, begin, executor = cores(), (Beginning(encoded.start),), budget.executor
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        walk = _Walk(encoded, player, workers, threads, budget, _turns_from(encoded, begin))
        return float(_forward(walk, begin)[1][:, 0].sum())


def turn_ends(
    game: KeepRerollGame, strategy: Strategy, state: CardState
) -> dict[tuple[int, CardState], float]:
    """Return what the rest of a turn leads to: (points, state of the next turn) and its chance."""
    ends: dict[tuple[int, CardState], float] = {}
    here = {state: 1.0}
    while here:  # roll by roll: rerolls only become fewer
        later: dict[CardState, float] = {}
        for place, chance in here.items():
            for points, after, share in _after_a_roll(game, strategy, place):
                if game.turns_played(after) > game.turns_played(place):
                    ends[points, after] = ends.get((points, after), 0.0) + chance * share
                else:
                    later[after] = later.get(after, 0.0) + chance * share
        here = later
    return ends


def _after_a_roll(
    game: KeepRerollGame, strategy: Strategy, state: CardState
) -> Iterator[tuple[int, CardState, float]]:
    rolls = game.rolls(state)
    in_all = sum(rolls.values())
    for roll, weight in rolls.items():
        mix = strategy.mix(game, state, roll)
        of_mix = sum(mix.values())
        for choice, share in mix.items():
            yield *game.play(state, roll, choice), weight * share / (in_all * of_mix)


class _Walk:
    """One walk through the layers; holds what its steps share."""

    def __init__(
        self,
        encoded: Encoding,
        player: Any,
        executor: Executor,
        threads: int,
        budget: Budget,
        turns: int,
    ) -> None:
        self.encoded, self.player = encoded, player
        layers = encoded.layers[: turns + 1]
        self.work = [int(encoded.sizes[groups].sum()) for groups in layers]
        """By layer, for the clock: states; for a rule of thumb, which few boxes tell apart, as much."""
        if isinstance(player, Priorities):
            self.work = [1] * len(layers)
        in_all = 2 * sum(self.work[1:])  # there and back
        self.done = 0
        self.watch = budget.watch("The law of the final score", "following the games", in_all, INSTEAD)
        self.executor = executor
        self.shards = threads * SHARDS_PER_THREAD
        self.wanted: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
        self.outcome_prob: Floats = np.empty((0, 0))
        self.solved: CardValues | None = player if isinstance(player, CardValues) else None
        if isinstance(player, Soft):
            self.solved = cast(CardValues, player.solution.values)
        if self.solved is not None:
            self.values = padded(self.solved.sign * self.solved.table)

    def groups(self, layer: int) -> Ints64:
        return self.encoded.layers[layer]

    def finish(self, layer: int) -> None:
        """Count a layer whose turns are worked out."""
        self.done += self.work[layer]
        if not isinstance(self.player, AskedPlayer):  # with whom calls are counted
            self.watch.look(self.done)

    def turns(self, layer: int, visits: Floats) -> Iterator[tuple[Ints64, Ints64]]:
        """Work out the turns of the visited states of a layer: groups and their states, in order.

        As many at a time as there is memory for: what is known of a part goes when the next one comes.
        """
        for groups in split_visited(self.encoded, self.groups(layer), visits, self.most_rows):
            states = states_of(self.encoded, groups)
            states = states[visits[states] > 0]
            self.wanted[:] = -1
            if self.solved is not None:
                self._solved_turns(self.solved, groups, states)
            elif isinstance(self.player, AskedPlayer):
                self._asked_turns(self.player, layer, states)
            else:
                self._turns_by_boxes(states)
            yield groups, states

    @property
    def most_rows(self) -> int:
        """States whose turns are worked out at a time: half of the memory that is left."""
        self.outcome_prob = np.empty((0, 0))  # that of the last layer goes first
        outcomes = len(self.encoded.arrays.outcome_points)
        return self.watch.budget.room() // (2 * 8 * outcomes)

    def _solved_turns(self, solved: CardValues, groups: Ints64, states: Ints64) -> None:
        """Turns that differ from state to state."""
        self.wanted[states] = np.arange(len(states))
        self._make_room(len(states))
        lattice, rerolls = self.encoded.lattice.arrays, self.encoded.card.rerolls
        card = self.encoded.arrays._replace(sign=solved.sign)
        follow: Callable[..., None] = turn_groups
        about = 2 * solved.error_bound
        if isinstance(self.player, Soft):
            follow, about = soft_groups, self.player.temperature
        self.run(
            lambda part: follow(
                lattice, card, rerolls, part, self.values, about, self.wanted, self.outcome_prob
            ),
            groups,
        )

    def _asked_turns(self, player: AskedPlayer, layer: int, states: Ints64) -> None:
        """Turns that somebody is asked about; what they lead to is remembered for the way back."""
        self.wanted[states] = np.arange(len(states))
        self._make_room(len(states))
        self.outcome_prob[:] = 0.0
        share = len(states) / self.work[layer]
        known = int(len(states) + share * sum(self.work[1:layer])) * self.a_turn
        player.calls = 0
        self.watch.begin(f"asking {quoted(player.strategy.name)}")  # the clock is for asking alone
        for row, state in enumerate(states.tolist()):
            outcomes, chances = player.turn(state, self.watch, known)
            self.outcome_prob[row, outcomes] = chances

    @property
    def a_turn(self) -> int:
        """How often somebody is asked in a turn, as a rule: after every roll that can come."""
        return (self.encoded.card.rerolls + 1) * self.encoded.lattice.arrays.rolls

    def _turns_by_boxes(self, states: Ints64) -> None:
        """Turns that are the same for all states with the same open boxes."""
        encoded = self.encoded
        open_boxes = np.searchsorted(encoded.arrays.base, states, side="right") - 1
        groups = np.unique(open_boxes)
        self._make_room(len(groups))
        row_of = np.zeros(len(encoded.sizes), dtype=np.int64)
        row_of[groups] = np.arange(len(groups))
        self.wanted[states] = row_of[open_boxes]
        lattice, card, rerolls = encoded.lattice.arrays, encoded.arrays, encoded.card.rerolls
        if isinstance(self.player, Priorities):
            keeps, outcomes = rule_choices(encoded, self.player, groups)
            follow_rows(lattice, keeps, outcomes, self.outcome_prob)
            return
        self.run(
            lambda part: random_groups(lattice, card, rerolls, part, row_of[part], self.outcome_prob),
            groups,
        )

    def _make_room(self, rows: int) -> None:
        outcomes = len(self.encoded.arrays.outcome_points)
        self.outcome_prob = np.empty((0, 0))  # that of the last layer goes first
        self.watch.room_for(8 * rows * outcomes)
        self.outcome_prob = np.empty((rows, outcomes))

    def run(self, work: Callable[[Ints64], Any], groups: Ints64) -> None:
        parts = split_groups(self.encoded, groups, self.shards)
        list(self.executor.map(work, parts))


def _forward(walk: _Walk, starts: Sequence[Beginning]) -> tuple[Floats, Floats]:
    """Return how often the games come to each state, and what is written: see `visit_groups`."""
    encoded, card = walk.encoded, walk.encoded.arrays
    visits, clean = np.zeros(encoded.states), np.zeros(encoded.states)
    for one in starts:
        visits[one.number] += one.chance
        clean[one.number] += one.chance
    boxes = len(encoded.card.boxes)
    paid = np.zeros((boxes + 2, 2))
    for layer in range(_turns_from(encoded, starts), 0, -1):
        for groups, _ in walk.turns(layer, visits):
            visit_groups(card, groups, walk.wanted, walk.outcome_prob, visits, clean, paid)
        walk.finish(layer)
    paid[-2, 1] = 1.0 - paid[-2, 1]
    paid[-1, 1] = clean[states_of(encoded, walk.groups(0))].sum()
    return visits, paid


def _turns_from(encoded: Encoding, starts: Sequence[Beginning]) -> int:
    return encoded.open_boxes(starts[0].number).bit_count()


def _backward(walk: _Walk, visits: Floats, starts: Sequence[Beginning]) -> dict[int, float]:
    encoded = walk.encoded
    lowest, highest, start = (np.zeros(encoded.states, dtype=np.int64) for _ in range(3))
    laws = np.ones(1)  # of every full card
    for layer in range(1, _turns_from(encoded, starts) + 1):
        parts = []
        for groups, visited in walk.turns(layer, visits):
            _run_support(walk, groups, lowest, highest)
            parts.append(visited)
        states = np.concatenate(parts)
        lengths = highest[states] - lowest[states] + 1
        start[states] = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        laws_after = laws  # those two layers back go before there are more
        walk.watch.room_for(8 * int(lengths.sum()))
        laws = np.zeros(int(lengths.sum()))
        shared = (lowest, highest, start, laws_after, laws)
        if len(parts) == 1:
            _run_laws(walk, groups, shared)
        else:  # only now it is known where the laws of a part begin
            for groups, _ in walk.turns(layer, visits):
                _run_laws(walk, groups, shared)
        walk.finish(layer)
    law: dict[int, float] = {}
    for one in starts:
        low, high, first = (int(array[one.number]) for array in (lowest, highest, start))
        for place, chance in enumerate(laws[first : first + high - low + 1].tolist()):
            score = one.points + low + place
            law[score] = law.get(score, 0.0) + one.chance * chance
    return {score: chance for score, chance in sorted(law.items()) if chance > 0.0}


def _run_support(walk: _Walk, groups: Ints64, lowest: Ints64, highest: Ints64) -> None:
    card, wanted, prob = walk.encoded.arrays, walk.wanted, walk.outcome_prob
    walk.run(lambda part: support_groups(card, part, wanted, prob, lowest, highest), groups)


def _run_laws(walk: _Walk, groups: Ints64, shared: tuple[Any, ...]) -> None:
    card, wanted, prob = walk.encoded.arrays, walk.wanted, walk.outcome_prob
    walk.run(lambda part: law_groups(card, part, wanted, prob, *shared), groups)
