"""How often a match on disk is won, tied and lost: best play followed, round by round.

Where games come to, with which lead, is held for two layers; values are read from disk as they were
when the layers were made, and those between are worked out again.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from dicedevil.solvers.budget import ESTIMATED, Budget
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import cores
from dicedevil.solvers.placement.kernels.pairs import Layer, follow
from dicedevil.solvers.placement.leads import Ints
from dicedevil.solvers.placement.players import score_range
from dicedevil.solvers.placement.rounds import PIECES, Rounds, by_set
from dicedevil.solvers.placement.shards import NUMBER, Floats, MatchCuts
from dicedevil.solvers.placement.values import MatchLaw, error_bound, law_error
from dicedevil.solvers.where import run_pieces


def two_layers(cuts: MatchCuts) -> int:
    """Return the bytes of two layers, the largest."""
    layers = [cuts.values(layer) for layer in range(cuts.game.slots + 1)]
    return NUMBER * max(a + b for a, b in pairwise(layers))


def law_by_shards(rounds: Rounds, budget: Budget) -> MatchLaw:
    """Follow best play (the first of the best slots) from the start to the end."""
    cuts, slots, tally = rounds.cuts, rounds.slots, np.zeros(3)
    watch, mass, done = budget.watch(f"Wins and ties of {cuts.game}", instead=ESTIMATED), np.ones(1), 0
    for layer in range(slots, 0, -1):
        out, begin = np.zeros(cuts.values(layer - 1)), 0
        for shard in cuts.shards(layer):
            part = mass[begin : begin + shard.values]
            if part.any():
                _follow(rounds, shard, part, out, tally)
            begin += shard.values
            done += shard.values
            if layer < slots:
                watch.look(done)
            else:  # one pair, for which kernels were loaded or compiled
                watch.begin("following", _steps(cuts))
        mass = out
    rolls, pairs = len(cuts.game.chances), math.comb(2 * slots + 1, slots)
    off = law_error(2 * slots, slots, slots, rolls, score_range(cuts.game) + 1, 2 * pairs)
    return MatchLaw(float(tally[0]), float(mass.sum()), float(tally[1]), (), off)


def _steps(cuts: MatchCuts) -> int:
    return sum(cuts.values(layer) for layer in range(1, cuts.game.slots + 1))


def _follow(rounds: Rounds, shard: Shard, mass: Floats, out: Floats, tally: Floats) -> None:
    """Carry the games at the pairs of a shard on by a round."""
    between, after = rounds.between(shard)
    half = np.zeros(len(after))
    _follow_first(rounds, shard, mass, between, after, half, tally)
    _follow_second(rounds, shard, between, half, out, tally)


def _follow_first(
    rounds: Rounds,
    shard: Shard,
    mass: Floats,
    between: Layer,
    after: Floats,
    out: Floats,
    tally: Floats,
) -> None:
    """Carry them on by a move of the first player: some sets of the second for each thread."""
    here, many = rounds.cuts.laid_out(shard), shard.stop - shard.begin
    step = rounds.first_step(shard)
    size = -(-many // (PIECES * cores()))
    tallies = np.zeros((-(-many // size), 3))

    def followed(piece: int) -> int:
        begin, stop = piece * size, min(many, (piece + 1) * size)
        own = step._replace(second_rank=step.second_rank - begin)
        pairs = _of_second(here, begin, stop), _of_second(between, begin, stop)
        follow(own, *pairs, after, _tie(rounds), mass, out, tallies[piece])
        return 0

    run_pieces(followed, range(len(tallies)), rounds.threads)
    _add_up(tallies, tally)


def _follow_second(
    rounds: Rounds, shard: Shard, between: Layer, mass: Floats, out: Floats, tally: Floats
) -> None:
    """Carry them on by a move of the second player, strip by strip."""
    cuts, layer, needed = rounds.cuts, shard.layer - 1, rounds.cuts.needed(shard)
    held, strips = rounds.held(layer), cuts.strips(layer)
    begins = np.concatenate(([0], np.cumsum(cuts.columns(layer))))[needed].tolist()
    tallies = np.zeros((len(strips), 3))

    def followed(strip: int) -> int:
        begin, stop = strips[strip]
        after, values = rounds.strip(held, strip, needed)
        came, here = np.zeros(len(values)), _of_first(between, begin, stop)
        step = rounds.second_step(begin, layer, needed)
        follow(step, here, after, values, _tie(rounds), mass, came, tallies[strip])
        for place, of_set, part in zip(needed.tolist(), begins, by_set(after, came), strict=True):
            into = of_set + cuts.before(layer, place, begin)
            out[into : into + len(part)] += part
        return 0

    run_pieces(followed, range(len(strips)), rounds.threads)
    _add_up(tallies, tally)


def _tie(rounds: Rounds) -> float:
    """Return how far values may be apart that are taken for equal."""
    return 2 * error_bound(rounds.cuts.game)


def _add_up(tallies: Floats, tally: Floats) -> None:
    """Add what threads have found, in its order: the same sums, whoever was first."""
    for one in tallies:
        tally += one


def _of_first(layer: Layer, begin: int, stop: int) -> Layer:
    """Return the pairs of some sets of the first player; rows stay where they are."""
    many = len(layer.second)
    pairs = slice(begin * many, stop * many)
    start = layer.start[begin * many : stop * many + 1]
    return Layer(layer.first[begin:stop], layer.second, layer.low[pairs], layer.high[pairs], start)


def _of_second(layer: Layer, begin: int, stop: int) -> Layer:
    """Return the same of the second player."""
    many = len(layer.second)

    def some(by_pair: Ints) -> Ints:
        return by_pair.reshape(-1, many)[:, begin:stop].reshape(-1)

    start = np.append(some(layer.start[:-1]), layer.start[-1])
    seconds = layer.second[begin:stop]
    return Layer(layer.first, seconds, some(layer.low), some(layer.high), start)
