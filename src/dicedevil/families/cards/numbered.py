"""How positions and choices of several cards are written: as those of one, with the number of a card.

1-ones=3,2-sixes=18,2-yahtzee=50,2-extra-yahtzees=1,rerolls=1,kept=66
score 2-fours
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dicedevil.dice import Roll
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.furniture import TURN, SeveralFurniture
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.families.cards.summed import SUMMED
from dicedevil.naming import Called
from dicedevil.rules import Game, Position, read_fields

Part = tuple[int, int, int]
"""Of one card: the open boxes, the upper total, and whether its Yahtzee box holds points."""


class CardsState(NamedTuple):
    """What matters of each card, and where in its turn the player is."""

    cards: tuple[Part, ...]
    rerolls: int
    kept: Roll = ()


class ScoreOn(NamedTuple):
    """Fill this box of this card; the first card is 0 here, and 1 where it is written."""

    card: int
    box: str


CardsChoice = KeepDice | ScoreOn


class NumberedCards(SeveralFurniture, Game):
    """The words of several cards."""

    one: KeepRerollGame
    """The game of one card."""
    count: int

    @property
    def card(self) -> ScoreCard:
        """The card of which there are several."""
        return self.one.card

    def highest_score(self) -> int:
        """Every card at its best."""
        return self.count * self.card.most_points

    def of_card(self, state: CardsState, card: int) -> CardState:
        """Return one of the cards as a state of the game of one card."""
        return CardState(*state.cards[card], state.rerolls, state.kept)

    def in_hand(self, state: CardsState) -> CardState:
        """Return the first card with an open box; any where all are full."""
        place = next((place for place, part in enumerate(state.cards) if part[0]), 0)
        return self.of_card(state, place)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Points and the rerolls left."""
        points, *_, left = self.one.facts(Position(position.points, self.of_card(position.state, 0)))
        return points, left

    def write_choice(self, choice: CardsChoice) -> str:
        """`keep 666`, `score 2-sixes`."""
        if isinstance(choice, ScoreOn):
            return f"score {choice.card + 1}-{choice.box}"
        return self.one.write_choice(choice)

    @property
    def also_called(self) -> Called:
        """What people call the boxes; without a number those of the first card."""
        names = self.card.names
        return self.words_for(f"{place + 1}-{name}" for place in range(self.count) for name in names)

    def words_for(self, boxes: Iterable[str]) -> dict[str, list[str]]:
        """Return what boxes with the numbers of their cards are also called.

        Without a number a box is that of the first card that has it among these.
        """
        called: dict[str, list[str]] = {}
        plain: set[str] = set()
        for key in boxes:
            card, _, name = key.partition("-")
            words = self.one.also_called.get(name, ())
            called[key] = [f"{card}-{word}" for word in words]
            if name not in plain:
                called[key] += [name, *words]
                plain.add(name)
        return called

    def read_state(self, text: str) -> Position:
        """Read `1-ones=3,2-sixes=18,rerolls=1,kept=66`: each card as that of one, with its number."""
        if not text.strip():
            return Position(0, self.start())
        texts, turn = self.by_card(text)
        read = [self.one.read_state(one) for one in texts]
        place = next((place for place, one in enumerate(read) if one.state.open), 0)
        read[place] = self.one.read_state(",".join(filter(None, (texts[place], turn))))
        rerolls, kept = read[place].state[3:5]
        cards = tuple(one.state[:3] for one in read)
        return Position(sum(one.points for one in read), CardsState(cards, rerolls, kept))

    def by_card(self, text: str) -> tuple[list[str], str]:
        """Return what is written of each card, in its own words, and of the turn."""
        fields = self.read_keys(text) if text.strip() else {}
        cards = [
            ",".join(f"{key[len(front) :]}={said}" for key, said in fields.items() if key[:2] == front)
            for front in (f"{place + 1}-" for place in range(self.count))
        ]
        return cards, ",".join(f"{key}={fields[key]}" for key in TURN if key in fields)

    def read_keys(self, text: str) -> dict[str, str]:
        """Read the keys of a position, or what people call them, and what is said of each."""
        keys = (*self.card.names, "extra-yahtzees", *SUMMED)
        known = [f"{place + 1}-{key}" for place in range(self.count) for key in keys]
        return read_fields(text, [*known, *TURN], called=self.also_called)

    def write_state(self, state: CardsState) -> str:
        """The filled boxes of each card, with points that lead to this state, and the turn."""
        whole = self.start()
        texts = [
            self.one.write_state(CardState(*part, whole.rerolls, whole.kept)) for part in state.cards
        ]
        return self._joined(texts, self.one.turn_words(self.in_hand(state)))

    def noted(self, written: str, state: CardsState, roll: Roll, choice: CardsChoice) -> str:
        """Write what was filled in: a state keeps only what still matters of it."""
        texts, _ = self.by_card(written)
        if isinstance(choice, KeepDice):
            after = self.play(state, roll, choice)[1]
            return self._joined(texts, self.one.turn_words(self.in_hand(after)))
        place, box = choice
        texts[place] = self.one.noted(texts[place], self.of_card(state, place), roll, ScoreBox(box))
        return self._joined(texts, [])

    def _joined(self, texts: Sequence[str], turn: Sequence[str]) -> str:
        """Write the cards with their numbers, and the turn."""
        items = [
            f"{place}-{item}" for place, text in enumerate(texts, 1) for item in text.split(",") if item
        ]
        return ",".join([*items, *turn])

    def plainly(self, written: str) -> str:
        """Write all cards with their own names for the boxes; points are told apart from a card."""
        texts, turn = self.by_card(written)
        told = [self.one.plainly(text) for text in texts]
        return self._joined(told, [turn] if turn else [])

    def read_roll(self, state: CardsState, text: str) -> Roll:
        """Read a roll as with one card."""
        return self.one.read_roll(self.in_hand(state), text)
