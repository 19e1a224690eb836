"""The exact law of the final score of a score card, and what is written in each box.

    visits(start) = 1,  visits(after) += visits(state) * prob(outcome of the turn)
    law(full card) = {0: 1},  law(state) = sum over outcomes of prob * law(after) shifted by points

Within a turn the start is not one state but those the rest of the turn can lead to.

Nothing is simulated. A solved strategy is one fixed strategy: ties go to the first choice in the
game's own order. Only states it can come to are worked on, one layer at a time, and only two layers
of laws are held.

How exact the floats are
    Chances are only ever added up and multiplied, so `solvers.rounding` says what to count: the
    roundings on a path. Within a turn, the chance of a roll; for each reroll its share (random play),
    the sum of the rolls that keep the same dice, and for each die that is added its weight, its share,
    the rounding of that and the sum over the faces; at last the sum of the rolls that come to the same
    outcome (random play: once a reroll). Then

    backward   a product and the sum over the outcomes of the turn
    forward    a product and the sum of what comes to a state: from any member of a set of boxes with
               one more, by any outcome; for a box, the sum over a set, and over all sets

    once a turn. Where the games begin within a turn, each roll of it rounds a share, a product and the
    sum over all dice kept before it and all rolls, and the law is a sum over where the turn ends.
    Weaker players round a weight beside (`weight_error`), once a roll.
    Points of both signs can cancel: then the error of a mean is in parts of the largest sum of points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np

from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.families.cards.names import EXTRA_YAHTZEES, UPPER_BONUS
from dicedevil.families.cards.priorities import Priorities
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.kernels.choices import follow_rows, random_groups, turn_groups
from dicedevil.solvers.cards.kernels.flows import law_groups, support_groups, visit_groups
from dicedevil.solvers.cards.kernels.soft import FARTHEST, soft_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.mean import SHARDS_PER_THREAD, CardValues, padded, split_groups
from dicedevil.solvers.cards.ruled import rule_choices
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.machine import cores
from dicedevil.solvers.rounding import UNIT, relative_error
from dicedevil.solvers.soft import Soft
from dicedevil.strategy import Strategy

INSTEAD = "Simulate it instead."


class LawErrors(NamedTuple):
    """How far off a law can be, in parts of what is told."""

    chances: float
    lines: float


@dataclass(frozen=True, eq=False)
class CardLaw:
    """All that is known exactly about a strategy's games."""

    law: Mapping[int, float]
    lines: Mapping[str, tuple[float, float]]
    """By box, then upper bonus and extra Yahtzees: mean points, and the share of games with none."""
    errors: LawErrors


@dataclass(frozen=True)
class Beginning:
    """Where games begin: at the state of this number, with points made, with this chance."""

    number: int
    points: int = 0
    chance: float = 1.0


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
        self.states = [int(encoded.sizes[groups].sum()) for groups in encoded.layers[: turns + 1]]
        there_and_back = 2 * sum(self.states[1:])
        self.done = 0
        self.watch = budget.watch(
            "The law of the final score", "following the games", there_and_back, INSTEAD
        )
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
        self.done += self.states[layer]
        self.watch.look(self.done)

    def turn(self, layer: int, visits: Floats) -> Ints64:
        """Work out the turns of the visited states of a layer; the states, in order."""
        states = states_of(self.encoded, self.groups(layer))
        states = states[visits[states] > 0]
        self.wanted[:] = -1
        if self.solved is not None:
            self._solved_turns(self.solved, layer, states)
        else:
            self._turns_by_boxes(layer, states)
        return states

    def _solved_turns(self, solved: CardValues, layer: int, states: Ints64) -> None:
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
            layer,
        )

    def _turns_by_boxes(self, layer: int, states: Ints64) -> None:
        """Turns that are the same for all states with the same open boxes."""
        encoded, groups = self.encoded, self.groups(layer)
        self._make_room(len(groups))
        row_of = np.zeros(len(encoded.sizes), dtype=np.int64)
        row_of[groups] = np.arange(len(groups))
        open_boxes = np.searchsorted(encoded.arrays.base, states, side="right") - 1
        self.wanted[states] = row_of[open_boxes]
        lattice, card, rerolls = encoded.lattice.arrays, encoded.arrays, encoded.card.rerolls
        if isinstance(self.player, Priorities):
            keeps, outcomes = rule_choices(encoded, self.player, groups)
            follow_rows(lattice, keeps, outcomes, self.outcome_prob)
            return
        self.run(
            lambda part: random_groups(lattice, card, rerolls, part, row_of[part], self.outcome_prob),
            layer,
        )

    def _make_room(self, rows: int) -> None:
        outcomes = len(self.encoded.arrays.outcome_points)
        self.outcome_prob = np.empty((0, 0))  # that of the last layer goes first
        self.watch.room_for(8 * rows * outcomes)
        self.outcome_prob = np.empty((rows, outcomes))

    def run(self, work: Callable[[Ints64], Any], layer: int) -> None:
        parts = split_groups(self.encoded, self.groups(layer), self.shards)
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
        walk.turn(layer, visits)
        groups = walk.groups(layer)
        visit_groups(card, groups, walk.wanted, walk.outcome_prob, visits, clean, paid)
        walk.finish(layer)
    paid[-2, 1] = 1.0 - paid[-2, 1]
    paid[-1, 1] = clean[states_of(encoded, walk.groups(0))].sum()
    return visits, paid


def _turns_from(encoded: Encoding, starts: Sequence[Beginning]) -> int:
    return encoded.open_boxes(starts[0].number).bit_count()


def named_lines(card: ScoreCard, open_boxes: int, paid: Floats) -> dict[str, tuple[float, float]]:
    """Name the rows of `paid`: boxes that were open, then the bonuses that the card has."""
    names = [name if open_boxes >> number & 1 else "" for number, name in enumerate(card.names)]
    names.append(UPPER_BONUS if card.has_upper_bonus else "")
    names.append(EXTRA_YAHTZEES if card.tells_yahtzee_zero else "")
    rows = paid.tolist()
    return {name: (mean, zero) for name, (mean, zero) in zip(names, rows, strict=True) if name}


def _backward(walk: _Walk, visits: Floats, starts: Sequence[Beginning]) -> dict[int, float]:
    encoded = walk.encoded
    lowest, highest, start = (np.zeros(encoded.states, dtype=np.int64) for _ in range(3))
    laws = np.ones(1)  # of every full card
    for layer in range(1, _turns_from(encoded, starts) + 1):
        states = walk.turn(layer, visits)
        _run_support(walk, layer, lowest, highest)
        lengths = highest[states] - lowest[states] + 1
        start[states] = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        walk.watch.room_for(8 * int(lengths.sum()))
        laws_after, laws = laws, np.zeros(int(lengths.sum()))
        shared = (walk.wanted, walk.outcome_prob, lowest, highest, start, laws_after, laws)
        _run_laws(walk, layer, shared)
        walk.finish(layer)
    law: dict[int, float] = {}
    for one in starts:
        low, high, first = (int(array[one.number]) for array in (lowest, highest, start))
        for place, chance in enumerate(laws[first : first + high - low + 1].tolist()):
            score = one.points + low + place
            law[score] = law.get(score, 0.0) + one.chance * chance
    return {score: chance for score, chance in sorted(law.items()) if chance > 0.0}


def _run_support(walk: _Walk, layer: int, lowest: Ints64, highest: Ints64) -> None:
    card, wanted, prob = walk.encoded.arrays, walk.wanted, walk.outcome_prob
    walk.run(lambda part: support_groups(card, part, wanted, prob, lowest, highest), layer)


def _run_laws(walk: _Walk, layer: int, shared: tuple[Any, ...]) -> None:
    card = walk.encoded.arrays
    walk.run(lambda part: law_groups(card, part, *shared), layer)


def states_of(encoded: Encoding, groups: Ints64) -> Ints64:
    """Return the states of these groups, in order."""
    base, members = encoded.arrays.base[groups], encoded.sizes[groups]
    within = np.arange(members.sum()) - np.repeat(np.cumsum(members) - members, members)
    return np.asarray(np.repeat(base, members) + within, dtype=np.int64)


def law_errors(encoded: Encoding, starts: Sequence[Beginning], player: Any = None) -> LawErrors:
    """Bound the errors of a card's laws; see the module's text."""
    card, arrays, rolls = encoded.card, encoded.arrays, encoded.lattice.arrays.rolls
    dice, faces, turns = len(card.dice), len(card.faces), len(card.boxes)
    outcomes, members = len(arrays.outcome_points), int(encoded.sizes.max())
    a_turn = 2 + (card.rerolls + 1) * (1 + 2 * rolls + dice * (faces + 3))
    backward = turns * (a_turn + outcomes + 2)
    forward = turns * (a_turn + members * outcomes + 2) + members * outcomes + len(encoded.sizes)
    if len(starts) > 1 or starts[0].chance < 1.0:
        begun = (card.rerolls + 1) * (4 + encoded.lattice.arrays.keeps * rolls) + len(starts) + 2
        backward, forward = backward + begun, forward + begun
    points = [*arrays.outcome_points.tolist(), card.upper_bonus, card.yahtzee_bonus]
    size = turns * max(map(abs, points)) if min(points) < 0 else 1
    weighed = 0.0
    if isinstance(player, Soft):
        weighed = turns * (card.rerolls + 1) * weight_error(player)
    return LawErrors(relative_error(backward) + weighed, (relative_error(forward) + weighed) * size)


def weight_error(player: Soft) -> float:
    """Bound the relative error of a weight over a sum of weights: values are off, and so is exp."""
    off = 2 * player.solution.error_bound / player.temperature
    return 2.02 * (off + (FARTHEST + 4) * 2 * UNIT)
