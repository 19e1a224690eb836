"""Tables 7 and 10: what one turn brings to each box, without and with modification attempts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dicedevil.ask.evaluate import evaluate
from dicedevil.families.cards.card import Box
from dicedevil.reproduce import Row, bounded
from dicedevil.reproduce.verhoeff import printed
from dicedevil.reproduce.verhoeff.bags import lists, members
from dicedevil.reproduce.verhoeff.ours import Official, card_game, one_box_value
from dicedevil.reproduce.verhoeff.telling import PAPER, number, words

BAG_MODEL = "Section 3.2.1"


def single_roll_rows() -> Iterator[Row]:
    """Yield Table 7 and the counts its explanation gives."""
    boxes = {box.name: box for box in card_game("basic-yahtzee").card.boxes}
    grand_total = Fraction(0)
    for line in printed.TABLE_7:
        name, chance, score = line.split("|")
        ours = single_roll_score(boxes[name])
        grand_total += ours
        yield words(f"Table 7, {name}, probability", chance, _over_all(lists_meeting(boxes[name])))
        yield number(f"Table 7, {name}, expected score", score, ours, f"exactly {ours}")
    yield number("Table 7, grand total", "45.95", grand_total, f"exactly {grand_total}")
    yield from _explanation(boxes)


def lists_meeting(box: Box) -> int:
    """Return how many of the 7776 lists meet a box's condition."""
    return sum(ways for roll, ways in lists().items() if box.condition(roll))


def single_roll_score(box: Box) -> Fraction:
    """Return the exact mean of a box for one roll of all dice."""
    total = sum(ways * box.points(roll) for roll, ways in lists().items())
    return Fraction(total, sum(lists().values()))


def _over_all(ways: int) -> str:
    total = sum(lists().values())
    return "1" if ways == total else f"{ways}/{total}"


def _explanation(boxes: dict[str, Box]) -> Iterator[Row]:
    for name, claim in (
        ("yahtzee", "6"),
        ("full-house", "300"),
        ("four-of-a-kind", "156"),
        ("three-of-a-kind", "1656"),
        ("large-straight", "240"),
        ("small-straight", "1200"),
    ):
        yield number(f"{BAG_MODEL}, lists with {name}", claim, lists_meeting(boxes[name]))
    for name, kind, claim in (
        ("large-straight", "1 1 1 1 1", "2"),
        ("small-straight", "1 1 1 1 1", "4"),
        ("small-straight", "2 1 1 1", "12"),
    ):
        ours = sum(1 for bag in members(kind) if boxes[name].condition(bag))
        yield number(f"{BAG_MODEL}, bags {kind} with {name}", claim, ours)
    for name in ("three-of-a-kind", "four-of-a-kind", "chance"):
        box = boxes[name]
        met = [(roll, ways) for roll, ways in lists().items() if box.condition(roll)]
        mean = Fraction(sum(ways * sum(roll) for roll, ways in met), sum(ways for _, ways in met))
        yield number(f"{BAG_MODEL}, mean of the dice in {name}", "17.5", mean)
    yield from _played_blind()
    blind = sum((single_roll_score(box) for box in boxes.values()), Fraction(0))
    item = f"{BAG_MODEL}, score without looking at the dice"
    yield bounded(PAPER, item, "just less than 46", blind, f"{float(blind):.2f}", f"exactly {blind}")


BLIND = (
    ("blind", "topmost free box, no dice rerolled"),
    ("blind-reroll", "topmost free box, all dice rerolled"),
    (
        "blind=" + "+".join(name.split("|")[0] for name in reversed(printed.TABLE_7)),
        "from the bottom up",
    ),
    ("blind-reroll=chance+yahtzee+ones", "chance, Yahtzee and ones first, all dice rerolled"),
)
"""Arbitrary choices of the paper, and an order or two that it does not name."""


def _played_blind() -> Iterator[Row]:
    """Play some of the strategies that do not look at the dice: the law of their games."""
    game = card_game("basic-yahtzee:bonus=no")
    for name, told in BLIND:
        law = evaluate(game, name, exact=False)
        note = f"all games of it: sd {law.sd:.4f}, {law.min} to {law.max} points"
        yield number(f"{BAG_MODEL}, played blind, {told}", "45.95", law.mean, note)


def single_turn_rows(official: Official) -> Iterator[Row]:
    """Yield Table 10: the last box of the official card, with 0, 1 and 2 attempts."""
    for line in printed.TABLE_10:
        name, *cells = line.split("|")
        for attempts, claim in enumerate(cells):
            ours = official.last_box_value(name, attempts)
            alone = one_box_value(name, attempts)
            note = (
                ""
                if abs(ours - alone) < 1e-9
                else f"a Yahtzee counts as joker, as on the official card; without it {alone:.5f}"
            )
            item = f"Table 10, {name}, {attempts} attempts"
            yield number(item, claim, ours, note)
