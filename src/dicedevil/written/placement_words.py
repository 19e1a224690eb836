"""What a written placement game means, in words and numbers: what `dicedevil check` tells."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dicedevil.dice import dice_words
from dicedevil.errors import count_text, listed
from dicedevil.families.placement.game import PlacementGame
from dicedevil.families.placement.slots import Slot, way_words

MOST_LINES = 60
"""Slots that are told one by one."""


def placement_words(game: PlacementGame) -> list[str]:
    """Say what the rules mean, a line a rule."""
    low, high, mean = min(game.totals), max(game.totals), _mean(game, game.totals)
    told = [
        f"A turn: {dice_words(len(game.dice))} ({game.dice}) are added up, {low:,} to {high:,}, "
        f"{mean:.6g} on average; the total goes into an open slot.",
        f"There are {game.slots:,} slots, and so {game.slots:,} turns.",
    ]
    if game.multipliers is None:
        told += [slot_words(game, slot) for slot in range(1, game.slots + 1)]
    else:
        told.append(f"The slots multiply by {listed(game.multipliers, MOST_LINES)}.")
    return [*told, *_in_all(game), _how_solved(game)]


def slot_words(game: PlacementGame, slot: int) -> str:
    """`Slot 2: x**2, 9 to 324 points, 119 on average.`"""
    way = game.ways[slot - 1]
    paid = [game.points(slot, total) for total in game.totals]
    points = f"{min(paid):,} to {max(paid):,}" if len(set(paid)) > 1 else f"{paid[0]:,}"
    fits = ""
    if isinstance(way, Slot):
        weight = sum(times for total, times in game.totals.items() if way.fits(total))
        fits = f"; a roll fits with a chance of {weight / game.dice.total_weight:.2%}"
    return f"Slot {slot}: {way_words(way)}; {points} points, {_mean(game, paid):.6g} on average{fits}."


def _in_all(game: PlacementGame) -> list[str]:
    """Say what all slots bring together: by chance, and at the very least and most."""
    slots = range(1, game.slots + 1)
    if game.multipliers is not None:
        blind = _mean(game, game.totals) * sum(game.multipliers)
        ends = [(min(game.totals) * one, max(game.totals) * one) for one in game.multipliers]
    else:
        blind, ends = 0.0, []
        for slot in slots:
            paid = [game.points(slot, total) for total in game.totals]
            blind += _mean(game, paid)
            ends.append((min(paid), max(paid)))
    least, most = sum(map(min, ends)), sum(map(max, ends))
    return [
        f"Filled without a look at the dice the slots bring {blind:.8g} on average; all games score "
        f"{least:,} to {most:,}."
    ]


def _how_solved(game: PlacementGame) -> str:
    if game.is_linear:
        return "Numbers that never fall: the best slot follows from how many are open, quick to solve."
    falls = "" if game.multipliers is None else " Numbers that never fall would be quick to solve."
    sets = count_text(1 << game.slots)
    return f"The best slot depends on which others are open: {sets} sets of them.{falls}"


def _mean(game: PlacementGame, scores: Iterable[int]) -> float:
    """Return the mean of what each total scores."""
    weights = game.totals.values()
    total = sum(score * weight for score, weight in zip(scores, weights, strict=True))
    return float(Fraction(total, game.dice.total_weight))
