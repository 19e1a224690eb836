"""A rule of thumb that people play Yahtzee by: what the encyclopedia tells a beginner.

Wikipedia, "Yahtzee", section "Strategy": keep as many like dice as there are and roll the others; of
two pairs keep the higher one, but rather one whose upper box is open; a straight, a full house or a
Yahtzee goes into its own box, though four in a row are rolled on for the large straight; three or more
alike go into their upper box first. What the article leaves open is settled here, as simply as people
would:

    rolling    like dice, for the upper box of their number, then for any box that like dice fill; two
               pairs together, if the full house is the only one of those; with no pair three or more in
               a row, if a straight is open; else the highest die that a box wants
    scoring    three or four of a kind once the upper box is filled; chance for 22 or more; else ones or
               twos; then chance; and at last a zero, first where points come seldom
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.families.cards.game import CardChoice, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.families.cards.priorities import Priorities, Priority

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
OF_A_KIND = ("three-of-a-kind", "four-of-a-kind")
ALIKE = (*OF_A_KIND, "yahtzee", "full-house")
STRAIGHTS = ("small-straight", "large-straight")
GOOD_CHANCE = 22
GIVEN_UP = (
    *("ones", "twos", "chance", "four-of-a-kind", "yahtzee", "large-straight", "three-of-a-kind"),
    *("full-house", "small-straight", "threes", "fours", "fives", "sixes"),
)
"""What is filled when nothing fits, first things first."""


def plays_by_thumb(game: KeepRerollGame) -> bool:
    """Tell whether the rule knows a card: five dice of six faces, not told apart, and its boxes."""
    card = game.card
    return (
        len(card.dice) == len(UPPER) - 1
        and card.faces == tuple(range(1, len(UPPER) + 1))
        and not card.tells_dice_apart
        and set(card.names) <= {*UPPER, *ALIKE, *STRAIGHTS, "chance"}
    )


@dataclass(frozen=True)
class RuleOfThumb(Priorities):
    """Yahtzee as the encyclopedia advises."""

    def lines(self, roll: Roll, rerolls: int) -> Sequence[Priority]:
        """Return hands that are made, then what to roll for, or what to fill."""
        found = self._made(roll, rerolls)
        found += self._kept(roll) if rerolls else self._filled(roll)
        return tuple(line for line in found if line.boxes)  # the card may have fewer

    def _made(self, roll: Roll, rerolls: int) -> list[Priority]:
        """Straights, full houses and Yahtzees: the same whatever rerolls are left, boxes given."""
        counts = sorted((roll.count(face) for face in set(roll)), reverse=True)
        run = longest_run(roll)
        if counts[0] == len(roll):
            jokers = () if self.game.card.joker == "none" else (*reversed(STRAIGHTS), "full-house")
            return self._fill("yahtzee", UPPER[roll[0] - 1], *jokers, *reversed(OF_A_KIND), "chance")
        if len(run) == len(roll):
            return self._fill("large-straight", "small-straight")
        if counts == [3, 2]:
            return self._fill("full-house")
        if len(run) == len(roll) - 1:
            on = self._keep(run, "large-straight") if rerolls else []
            return on + self._fill("small-straight")
        return []

    def _kept(self, roll: Roll) -> list[Priority]:
        """What to roll on with."""
        counts = {face: roll.count(face) for face in sorted(set(roll), reverse=True)}
        most = max(counts.values())
        alike = [(face,) * many for face, many in counts.items() if many == most]
        by_upper = [line for dice in alike for line in self._keep(dice, UPPER[dice[0] - 1])]
        run, found = longest_run(roll), []
        if most == 1:
            found += self._keep(run, *STRAIGHTS) if len(run) > 2 else []
        pairs = tuple(sorted(die for dice in alike for die in dice)) if most == 2 else alike[0]
        for_kinds = self._keep(alike[0], *OF_A_KIND, "yahtzee")
        found += [*by_upper, *for_kinds, *self._keep(pairs, "full-house")]
        found += self._keep(run, *STRAIGHTS)
        found += self._keep(tuple(die for die in roll if die > 3), "chance")
        for face in counts:  # boxes above that only a single die fits
            found += self._keep((face,) * counts[face], UPPER[face - 1])
        return [*found, *self._keep((), *self.game.card.names)]

    def _filled(self, roll: Roll) -> list[Priority]:
        """What to fill at last."""
        most, face = max((roll.count(face), face) for face in set(roll))
        found: list[Priority] = []
        if most > 2:
            found += self._fill(UPPER[face - 1], *(OF_A_KIND[1:] if most > 3 else ()), OF_A_KIND[0])
        if sum(roll) >= GOOD_CHANCE:
            found += self._fill("chance")
        return found + self._fill(*GIVEN_UP)

    # -- lines -------------------------------------------------------------------------------------

    def _fill(self, *names: str) -> list[Priority]:
        return [self._line(ScoreBox(name), name) for name in names]

    def _keep(self, dice: Roll, *names: str) -> list[Priority]:
        return [self._line(KeepDice(dice), *names)]

    def _line(self, choice: CardChoice, *names: str) -> Priority:
        here = self.game.card.names
        return Priority(sum(1 << here.index(name) for name in names if name in here), choice)


def longest_run(roll: Roll) -> Roll:
    """Return the longest run of numbers in a row, each once; the highest of equally long ones."""
    runs: list[list[int]] = []
    for face in sorted(set(roll)):
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    length = max(map(len, runs))
    return tuple([run for run in runs if len(run) == length][-1])
