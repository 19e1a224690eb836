"""Section 2: the score cards. The paper's words are read afresh and held against our boxes.

A rule agrees if it gives the same points as our box on each of the 252 rolls; the rules that look
at the card (bonuses, jokers) are played out on our game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from dicedevil.dice import Dice, Roll
from dicedevil.families.cards.card import Box, ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.patterns import Total
from dicedevil.reproduce import Row
from dicedevil.reproduce.verhoeff import printed
from dicedevil.reproduce.verhoeff.bags import bags, subbags
from dicedevil.reproduce.verhoeff.ours import card_game
from dicedevil.reproduce.verhoeff.telling import number, words
from dicedevil.solvers.solver import solve

CONDITIONS: Mapping[str, Callable[[Roll], bool]] = {
    "none": lambda roll: True,
    ">= 3 equals": lambda roll: max(map(roll.count, roll)) >= 3,
    ">= 4 equals": lambda roll: max(map(roll.count, roll)) >= 4,
    "2 + 3 equals": lambda roll: sorted(Counter(roll).values()) == [2, 3],
    "sequence of 4": lambda roll: _has_sequence(roll, 4),
    "sequence of 5": lambda roll: _has_sequence(roll, 5),
    "5 equals": lambda roll: len(set(roll)) == 1,
}
"""What the conditions of Table 2 say."""


def _has_sequence(roll: Roll, length: int) -> bool:
    return any(set(range(low, low + length)) <= set(roll) for low in range(1, 7))


def score_in_words(score: str, roll: Roll) -> int:
    """Return what the scores of Tables 1 and 2 say."""
    value = score.rpartition(" ")[2]
    if score.isdigit():
        return int(score)
    if value == "dice":
        return sum(roll)
    face = printed.TABLE_1.index(value) + 1
    return face * roll.count(face)


def card_rows() -> Iterator[Row]:
    """Yield the rules of section 2."""
    junior, official = card_game("junior-yahtzee"), card_game("yahtzee")
    yield from _turns(official)
    yield number("Section 2.2, patterns of Junior Yahtzee", "6", len(junior.card.boxes))
    for name, box in zip(printed.TABLE_1, junior.card.boxes, strict=True):
        score = f"total value of all {name}"
        yield _score_row(f"Table 1, {name}", score, "none", box)
    yield number("Section 2.3, patterns of Basic Yahtzee", "13", len(official.card.boxes))
    for box in official.card.boxes:
        condition, score = printed.TABLE_2[box.name]
        yield _condition_row(f"Table 2, {box.name}, condition", condition, box)
        yield _score_row(f"Table 2, {box.name}, score", score, condition, box)
    yield _footnote_1(official)
    yield from _upper_bonus()
    yield from _extra_yahtzees(official)
    yield from _jokers(official)
    yield from _pairs()
    yield _footnote_3()


def _turns(game: KeepRerollGame) -> Iterator[Row]:
    """Dice, attempts, and what may be kept."""
    yield number("Section 2.1, dice", "5", len(game.card.dice))
    yield number("Section 2.1, modification attempts", "2", game.card.rerolls)
    for attempt, left in (("first", 2), ("second", 1)):
        any_set = all(_keeps(game, roll, left) == len(subbags(roll)) for roll in bags(5))
        yield words(
            f"Section 2.1, keepers of the {attempt} attempt",
            "any set",
            "any set" if any_set else "not any set",
            "every subset of each of the 252 rolls is offered, all dice and none included",
        )


def _keeps(game: KeepRerollGame, roll: Roll, rerolls: int) -> int:
    state = game.read_state(f"rerolls={rerolls}").state
    choices = map(game.write_choice, game.choices(state, roll))
    return sum(choice.startswith("keep") for choice in choices)


def _condition_row(item: str, condition: str, box: Box) -> Row:
    differ = [roll for roll in bags(5) if box.condition(roll) != CONDITIONS[condition](roll)]
    met = sum(1 for roll in bags(5) if box.condition(roll))
    ours = condition if not differ else f"another on {len(differ)} rolls"
    return words(item, condition, ours, f"{met} of 252 rolls meet it")


def _score_row(item: str, score: str, condition: str, box: Box) -> Row:
    differ = [
        roll
        for roll in bags(5)
        if box.points(roll) != (score_in_words(score, roll) if CONDITIONS[condition](roll) else 0)
    ]
    best = max(bags(5), key=box.points)
    note = f"the same on all 252 rolls; the most is {box.points(best)}, {''.join(map(str, best))}"
    return words(item, score, score if not differ else f"another on {len(differ)} rolls", note)


def _footnote_1(game: KeepRerollGame) -> Row:
    pays = {points_for(game, "", (face,) * 5, "full-house") for face in range(1, 7)}
    ours = "no full house" if pays == {0} else f"{pays}"
    return words("Footnote 1, five equal dice as a full house", "no full house", ours)


# -- rules that look at the card -------------------------------------------------------------------


def points_for(game: KeepRerollGame, filled: str, roll: Roll, box: str) -> int:
    """Play a roll into a box of a half-filled card and return the points, bonuses included."""
    text = f"{filled},rerolls=0" if filled else "rerolls=0"
    state = game.read_state(text).state
    return game.play(state, roll, game.read_choice(state, roll, f"score {box}"))[0]


SIXES = (6, 6, 6, 6, 6)


def _upper_bonus() -> Iterator[Row]:
    nearly = "ones=3,twos=6,threes=9,fours=12,fives=15"
    less, roll = nearly.replace("ones=3", "ones=2"), (1, 1, 6, 6, 6)
    for name in ("junior-yahtzee", "basic-yahtzee", "yahtzee"):
        game = card_game(name)
        at_63 = points_for(game, nearly, roll, "sixes") - 18
        at_62 = points_for(game, less, roll, "sixes") - 18
        yield number(f"Sections 2.2 to 2.4, bonus of {name} at 63", "35", at_63)
        yield number(f"Sections 2.2 to 2.4, bonus of {name} at 62", "0", at_62)
    for name in ("junior-yahtzee:bonus=no", "basic-yahtzee:bonus=no"):
        without = points_for(card_game(name), nearly, roll, "sixes") - 18
        yield number(f"Sections 2.2 to 2.4, bonus of {name} at 63", "0", without)


def _extra_yahtzees(game: KeepRerollGame) -> Iterator[Row]:
    section = "Section 2.4, extra Yahtzee"
    yield number(f"{section}, bonus", "100", points_for(game, "yahtzee=50", SIXES, "sixes") - 30)
    for box, points in (("chance", 30), ("ones", 0), ("three-of-a-kind", 30)):
        bonus = points_for(game, "yahtzee=50", SIXES, box) - points
        yield number(f"{section}, bonus when scored as {box}", "100", bonus)
    after_zero = points_for(game, "yahtzee=0", SIXES, "sixes") - 30
    yield number(f"{section}, bonus after a zero for Yahtzee", "0", after_zero)
    upper = "ones=0,twos=0,threes=0,fours=0,fives=0,yahtzee=50"
    towards = points_for(game, upper, SIXES, "sixes") - 30 - 100
    yield number(f"{section}, what it adds towards the upper bonus", "0", towards)


def _jokers(game: KeepRerollGame) -> Iterator[Row]:
    for box, claim in (("full-house", "25"), ("small-straight", "30"), ("large-straight", "40")):
        joker = points_for(game, "yahtzee=0,sixes=0", SIXES, box)
        yield number(f"Section 2.4, joker, {box}, both boxes zero", claim, joker)
        joker = points_for(game, "yahtzee=50,sixes=18", SIXES, box) - 100
        yield number(f"Section 2.4, joker, {box}, both boxes scored", claim, joker)
        for missing, filled in (("sixes", "yahtzee=50"), ("yahtzee", "sixes=18")):
            bonus = 100 if missing == "sixes" else 0
            none = points_for(game, filled, SIXES, box) - bonus
            yield number(f"Section 2.4, joker, {box}, {missing} open", "0", none)


def _pairs() -> Iterator[Row]:
    """Section 2.6: the two extra patterns."""
    boxes = {box.name: box for box in card_game("pairs-yahtzee").card.boxes}
    claim = "the value in the pair(s)"
    for name, says in (("one-pair", _one_pair), ("two-pairs", _two_pairs)):
        same = all(boxes[name].points(roll) == says(roll) for roll in bags(5))
        yield words(f"Section 2.6, {name}", claim, claim if same else "another score")


def _one_pair(roll: Roll) -> int:
    return 2 * max((face for face in roll if roll.count(face) >= 2), default=0)


def _two_pairs(roll: Roll) -> int:
    paired = [face for face in set(roll) if roll.count(face) >= 2]
    return 2 * sum(paired) if len(paired) == 2 else 0


def _footnote_3() -> Row:
    """Find two rolls with the same values that want different keeps when one die is loaded."""
    dice = Dice.parse("1d6+1d{1..5:1;6:5}")
    game = KeepRerollGame(ScoreCard((Box("total", Total()),), dice=dice, rerolls=1))
    solution = solve(game, exact=True, lane="reference")
    kept = {}
    for roll in ((4, 3), (3, 4)):
        shown = solution.best_choice(game.start(), roll)
        kept[roll] = game.write_choice(shown)
    differ = len({choice.replace("-", "") for choice in kept.values()}) > 1
    return words(
        "Footnote 3, dice unfair each in its own way",
        "bags do not do",
        "bags do not do" if differ else "bags do",
        f"one box for the total, a fair die and a loaded one, one attempt: with 4 3 {kept[4, 3]}, with "
        f"3 4 {kept[3, 4]}",
    )
