"""The number of two-player positions: Pawlewicz 2010, appendix D; small cards counted one by one."""

from __future__ import annotations

from collections import defaultdict

import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.cards.counting import Bounds, bounds, count_positions, effort
from dicedevil.solvers.cards.states import encoding


def test_the_number_of_appendix_d() -> None:
    """12,671,976,997,282 positions, 24 times fewer than first estimated; 92 TB of 8 bytes each."""
    count = count_positions(dd.game("yahtzee:joker=used"))
    assert count.states == 310_656
    assert count.highest == 1_575
    assert count.first_estimate == 310_656**2 * 2 * 1_575
    assert count.positions == 12_671_976_997_282
    assert round(count.first_estimate / count.positions) == 24
    assert count.first_estimate > count.turns > count.undecided > count.possible > count.positions
    needed = effort(count, values_per_core_second=600_000)
    assert round(needed.table_bytes / 2**40) == 92
    largest = max(count.layers, key=lambda layer: layer.positions)
    assert (largest.first, largest.second) == (7, 7)
    assert largest.positions * 8 < needed.peak_bytes < needed.table_bytes
    assert 5_000 < needed.core_hours < 7_000


SMALL = (
    "yahtzee:boxes=ones/twos/chance,dice=3d3,threshold=6,upper-bonus=5",
    "yahtzee:boxes=ones/twos/yahtzee/chance,dice=2d3,yahtzee-bonus=3,threshold=4,upper-bonus=2",
    "yahtzee:boxes=ones/threes/yahtzee/full-house,dice=3d3,joker=forced,yahtzee-bonus=4",
    "yahtzee:boxes=ones/threes/yahtzee/full-house,dice=3d3,joker=used,yahtzee-bonus=4",
)
OPEN_ENDED = (
    SMALL[0],
    "yahtzee:boxes=fives/sixes/yahtzee/large-straight/chance,threshold=40",
    "yahtzee:boxes=sixes/yahtzee/three-of-a-kind/chance,joker=forced,yahtzee-bonus=7",
)


def walked(game: KeepRerollGame) -> dict[int, list[int]]:
    """The least and greatest points made in every state, from all cards that can be filled."""
    encoded = encoding(game.card)
    card, everything = game.card, (1 << len(game.card.boxes)) - 1
    made: dict[int, list[int]] = defaultdict(list)
    seen = set()
    waiting: list[tuple[tuple[tuple[str, int], ...], int]] = [((), 0)]
    while waiting:
        filled, points = waiting.pop()
        if (filled, points) in seen:
            continue
        seen.add((filled, points))
        made[encoded.state_index(dict(filled))].append(points)
        open_boxes = everything - sum(1 << card.box_number(name) for name, _ in filled)
        for roll in encoded.lattice.rolls:
            for name, paid, gain in writings(card, open_boxes, dict(filled), roll):
                waiting.append((tuple(sorted((*filled, (name, paid)))), points + gain))
    return made


def writings(card, open_boxes, filled, roll):  # type: ignore[no-untyped-def]
    """Where a roll may be written: box, points in the box, points in all. In plain words."""
    is_yahtzee = card.yahtzee_box is not None and len(set(roll)) == 1
    upper = card.upper_number(roll[0]) if is_yahtzee else None
    upper_open = upper is not None and open_boxes >> upper & 1
    box_filled = card.yahtzee_box in filled
    before = sum(filled[box.name] for box in card.boxes if box.is_upper and box.name in filled)
    for number, box in enumerate(card.boxes):
        if not open_boxes >> number & 1:
            continue
        is_joker = is_yahtzee and box_filled and card.joker != "none" and not upper_open
        if is_yahtzee and box_filled and card.joker == "forced":
            lower_open = any(
                open_boxes >> other & 1 and not card.boxes[other].is_upper
                for other in range(len(card.boxes))
            )
            if upper_open and number != upper:
                continue
            if not upper_open and lower_open and box.is_upper:
                continue
        paid = box.joker if is_joker and box.joker is not None else box.points(tuple(sorted(roll)))
        gain = paid
        if is_yahtzee and filled.get(card.yahtzee_box, 0) > 0:
            used = not upper_open or number == upper
            gain += card.yahtzee_bonus if used or card.joker != "used" else 0
        if box.is_upper and before < card.threshold <= before + paid:
            gain += card.upper_bonus
        yield box.name, paid, gain


@pytest.mark.parametrize("spec", SMALL)
def test_points_made_are_those_of_all_cards(spec: str) -> None:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    found = bounds(encoding(game.card))
    made = walked(game)
    assert len(made) == encoding(game.card).states
    for state, points in made.items():
        assert (found.made_low[state], found.made_high[state]) == (min(points), max(points))
    ends = [points for state, points in made.items() if found.filled[state] == found.filled.max()]
    start = encoding(game.card).start
    assert found.coming_low[start] == min(map(min, ends))
    assert found.coming_high[start] == found.highest == max(map(max, ends))


def one_by_one(found: Bounds) -> int:
    """Every pair of states, every lead."""
    total = 0
    for mine in range(len(found.filled)):
        for theirs in range(len(found.filled)):
            if not 0 <= found.filled[mine] - found.filled[theirs] <= 1:
                continue
            low = max(
                found.made_low[mine] - found.made_high[theirs],
                found.coming_low[theirs] - found.coming_high[mine],
            )
            high = min(
                found.made_high[mine] - found.made_low[theirs],
                found.coming_high[theirs] - found.coming_low[mine],
            )
            total += max(0, int(high - low) + 1)
    return total


@pytest.mark.parametrize("spec", OPEN_ENDED)
def test_small_cards_are_counted_one_by_one(spec: str) -> None:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    assert count_positions(game).positions == one_by_one(bounds(encoding(game.card)))


def test_what_is_not_counted() -> None:
    with pytest.raises(UsageError, match="no score card"):
        count_positions(dd.game("pig"))
    with pytest.raises(UsageError, match="beaten by others"):
        count_positions(dd.game("yahtzee:boxes=ones/yahtzee"))
