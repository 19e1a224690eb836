"""What a written tile game means, in words and numbers: what `dicedevil check` tells a designer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil

from dicedevil.dice import Dice, Roll, dice_words
from dicedevil.errors import listed
from dicedevil.families.tiles.game import TileGame
from dicedevil.families.tiles.rules import COUNT, REMAINING, WIN, TileRules, Tiles

SHUT = {
    "dice": "the tiles that the dice show, one by one",
    "die": "one tile that one of the dice shows",
    "sum": "the one tile with their sum",
    "any": "any tiles that add up to their sum",
}
COUNTED = {
    WIN: "1 for shutting all tiles, else 0",
    REMAINING: "the sum of the tiles left, low is good",
    COUNT: "the number of tiles left, low is good",
}


def tile_words(game: TileGame) -> list[str]:
    """Say what the rules mean, a line a rule."""
    rules, dice = game.rules, game.rules.dice
    rolls = dice.rolls()
    total = Fraction(sum(sum(roll) * weight for roll, weight in rolls.items()), dice.total_weight)
    most = "" if rules.most_tiles is None else f", at most {rules.most_tiles} at once"
    told = [
        f"Tiles: {game.tile_words}, {sum(game.numbers):,} in all.",
        f"A roll: {dice_words(len(dice))} ({dice}), {float(total):.4g} on average.",
        f"It shuts {', or '.join(SHUT[one] for one in SHUT if one in rules.shuts)}{most}.",
    ]
    if rules.one_die.ever:
        told.append(one_die_words(rules))
    told.append(f"Score: {COUNTED[rules.score]}.")
    first = Dice(dice.dice[: game.start().dice or len(dice)])
    stuck = sum(weight for roll, weight in first.rolls().items() if not fits(rules, roll))
    told.append(f"The first roll fits no tiles with a chance of {stuck / first.total_weight:.2%}.")
    return [*told, *_how_far(game)]


def one_die_words(rules: TileRules) -> str:
    """`One die may be rolled where the open tiles add up to 6 or less: on 13 of 511 boards.`"""
    rule = rules.one_die
    asked = {
        "the open tiles add up to {} or less": rule.sum_at_most,
        "no tile above {} is open": rule.highest_at_most,
        "no more tiles than {} are open": rule.tiles_at_most,
    }
    where = " and ".join(words.format(number) for words, number in asked.items() if number is not None)
    boards = (1 << len(rules.numbers)) - 1
    may = "must" if rule.must else "may"
    return f"One die {may} be rolled where {where}: on {rules.one_die_boards:,} of {boards:,} boards."


def _how_far(game: TileGame) -> list[str]:
    """Say which tiles are never shut, or how many rolls it takes to shut all."""
    never = never_shut(game.rules)
    if never:
        end = ": nobody can win" if game.score_is_win else ""
        return [f"No roll ever shuts {listed(never, 20)}{end}."]
    highest = max(map(sum, game.rules.dice.rolls()))
    by_sum, by_count = ceil(sum(game.numbers) / highest), ceil(game.tiles / _at_once(game.rules))
    return [f"To shut all tiles takes at least {max(by_sum, by_count)} rolls."]


# -- what fits, without listing all sets of tiles ------------------------------------------------------


def fits(rules: TileRules, roll: Roll) -> bool:
    """Tell whether a roll may shut something while all tiles are open."""
    by_sets = "any" in rules.shuts and sums(rules.numbers, _most(rules)) >> sum(roll) & 1
    return bool(by_sets) or bool(_by_dice(rules, roll))


def never_shut(rules: TileRules) -> list[int]:
    """Return the tiles that no roll shuts, however many are open."""
    dice = [rules.dice, Dice(rules.dice.dice[:1])] if rules.one_die.ever else [rules.dice]
    rolls = [roll for some in dice for roll in some.rolls()]
    shut = {tile for roll in rolls for tiles in _by_dice(rules, roll) for tile in tiles}
    if "any" in rules.shuts:
        totals = sum(1 << total for total in set(map(sum, rolls)))
        for tile in rules.numbers:
            others = tuple(number for number in rules.numbers if number != tile)
            if (sums(others, _most(rules) - 1) | 1) << tile & totals:
                shut.add(tile)
    return [tile for tile in rules.numbers if tile not in shut]


def sums(numbers: Tiles, most: int) -> int:
    """Return the sums that at most so many of the numbers have, one at least, as bits."""
    by_count = [1] + [0] * most
    for number in numbers:
        for count in range(most, 0, -1):
            by_count[count] |= by_count[count - 1] << number
    found = 0
    for some in by_count[1:]:
        found |= some
    return found


def _at_once(rules: TileRules) -> int:
    """Return how many tiles one roll can shut at most."""
    by_way = {"dice": len(rules.dice), "die": 1, "sum": 1, "any": len(rules.numbers)}
    return min(_most(rules), max(by_way[one] for one in rules.shuts))


def _most(rules: TileRules) -> int:
    return min(rules.most_tiles or len(rules.numbers), len(rules.numbers))


def _by_dice(rules: TileRules, roll: Roll) -> Sequence[Tiles]:
    """Return what a roll may shut otherwise than as any set with its sum."""
    others = tuple(one for one in rules.shuts if one != "any")
    return replace(rules, shuts=others).flips((1 << len(rules.numbers)) - 1, roll) if others else ()
