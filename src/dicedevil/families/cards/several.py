"""Several score cards at once: every turn is scored on any of them (Verhoeff 1999, section 2.6).

The state is `(cards, rerolls, kept)`: of each card the open boxes, the upper total and the Yahtzee
mark of `CardState`. Each card goes by its own rules: bonuses are earned card by card, and an extra
Yahtzee or a joker counts on the card it is written on.

Cards are interchangeable. A box that matters to no other box of its card is *loose*: on which card it
is filled makes no difference, so the first card where it is open is told. Of the others, the *linked*
ones, the first of cards that are alike is. What is left apart by that is a matter of names:
`canonical` returns one state for all that differ in nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import comb
from typing import Any, ClassVar

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, RulesError, listed, quoted
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.families.cards.numbered import CardsChoice, CardsState, NumberedCards, Part, ScoreOn
from dicedevil.families.cards.upper import turns_met, upper_section
from dicedevil.naming import meant
from dicedevil.parameters import Parameter, Values, WholeNumber, write_values
from dicedevil.rules import Game

MOST_CARDS = 6
"""More than people play with, and than anybody solves of a card worth the name."""
CARDS = Parameter(
    "cards",
    "1",
    WholeNumber(1, MOST_CARDS, costly=True),
    "how many cards are filled at once; a turn is scored on any of them",
)
MOST_REMEMBERED = 10_000


def with_boxes(card: ScoreCard, numbers: int) -> ScoreCard:
    """Return a card with only these of its boxes, as bits."""
    boxes = tuple(box for number, box in enumerate(card.boxes) if numbers >> number & 1)
    if numbers & card.yahtzee_bit:
        return replace(card, boxes=boxes)
    return replace(card, boxes=boxes, yahtzee_box=None, yahtzee_bonus=0, joker="none")


class ListedCard(KeepRerollGame):
    """A score card among the listed games: several of them can be filled at once."""

    parameters: ClassVar[tuple[Parameter, ...]] = (CARDS,)

    @classmethod
    def from_values(cls, values: Values) -> Game:
        """Make the game of one card, or of several."""
        count = values.pop(CARDS.name)
        one = cls(cls.card_of(values), write_values(cls.parameters, values))
        if count > 1 and one.card.saved:
            raise RulesError("Throws are saved on one card: saved=yes needs cards=1.")
        return one if count == 1 else SeveralCards(one, count)

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """Return the card that the parameters make: here always the same."""
        return cls.card  # type: ignore[misc]  # a field, whose default is the class's own


@dataclass(frozen=True)
class SeveralCards(NumberedCards):
    """Some cards of one kind, all of them to be filled."""

    solved_in = "dicedevil.solvers.cards.lanes"
    size_words = "states with those within turns"

    one: KeepRerollGame
    count: int

    # -- the words of the game of one card ---------------------------------------------------------

    @property
    def name(self) -> str:  # type: ignore[override]  # a class's own word, here that of one card
        """As the game of one card."""
        return self.one.name

    @property
    def title(self) -> str:  # type: ignore[override]
        """The title of one, and how many."""
        return f"{self.one.title or type(self.one).__name__}, {self.count} cards"

    @property
    def parameters(self) -> tuple[Parameter, ...]:  # type: ignore[override]
        """As the game of one card."""
        return self.one.parameters

    @property
    def sources(self) -> tuple[str, ...]:  # type: ignore[override]
        """As the game of one card."""
        return self.one.sources

    @property
    def described_by(self) -> type[Game]:
        """The class of one card."""
        return type(self.one)

    @property
    def values(self) -> Mapping[str, Any]:
        """Those of one card, and how many cards there are."""
        return {**self.one.values, CARDS.name: self.count}

    @property
    def spec(self) -> str:
        """The name with every parameter that differs from its default."""
        if CARDS not in self.parameters:
            return ""
        return f"{self.name}:{write_values(self.parameters, self.values)}"

    @property
    def lower_is_better(self) -> bool:
        """As on one card."""
        return self.one.lower_is_better

    @property
    def tells_dice_apart(self) -> bool:
        """Whether a roll says which die shows what."""
        return self.one.tells_dice_apart

    # -- cards -------------------------------------------------------------------------------------

    @cached_property
    def linked(self) -> int:
        """The boxes that matter to others on their card, as bits: with jokers or extra Yahtzees all."""
        card = self.card
        if card.yahtzee_box is not None and (card.joker != "none" or card.yahtzee_bonus):
            return (1 << len(card.boxes)) - 1
        return sum(1 << number for number in card.upper) if self.one.upper.threshold else 0

    def canonical(self, state: CardsState) -> CardsState:
        """Return the state that stands for all that differ only in which card is which."""
        parts = sorted((opened & self.linked, upper, mark) for opened, upper, mark in state.cards)
        cards = [list(part) for part in parts]
        for number in range(len(self.card.boxes)):
            if not self.linked >> number & 1:
                still_open = sum(part[0] >> number & 1 for part in state.cards)
                for card in cards[self.count - still_open :]:
                    card[0] |= 1 << number
        return state._replace(cards=tuple((opened, upper, mark) for opened, upper, mark in cards))

    # -- the rules ---------------------------------------------------------------------------------

    def start(self) -> CardsState:
        """Empty cards."""
        opened, upper, mark, rerolls, kept, _ = self.one.start()
        return CardsState(((opened, upper, mark),) * self.count, rerolls, kept)

    def is_over(self, state: CardsState) -> bool:
        """No box of any card is open."""
        return not any(part[0] for part in state.cards)

    def rolls(self, state: CardsState) -> Mapping[Roll, int]:
        """Every roll of all dice that the kept dice can become, kept dice included."""
        self._require_cards(state)
        return self.one.rolls(self.in_hand(state))

    def choices(self, state: CardsState, roll: Roll) -> Sequence[CardsChoice]:
        """The boxes that may be filled, card by card, each of those that are alike once; the keeps."""
        boxes = self._fillings(state.cards, roll if self._speaks_of(roll) else ())
        return [*boxes, *self.one.keeps(roll)] if state.rerolls else list(boxes.keys())

    def _speaks_of(self, roll: Roll) -> bool:
        """Whether the joker rule may say something about a roll."""
        return self.card.yahtzee_box is not None and self.card.is_yahtzee(roll)

    @cached_property
    def _fillings(self) -> Callable[[tuple[Part, ...], Roll], dict[ScoreOn, Any]]:
        return lru_cache(MOST_REMEMBERED)(self._told_fillings)

    def _told_fillings(self, cards: tuple[Part, ...], yahtzee: Roll) -> dict[ScoreOn, Any]:
        """Return the boxes that are told, with what tells each from the others."""
        told: dict[Any, ScoreOn] = {}
        for place in range(self.count):
            for number in self._open_to(cards[place], yahtzee):
                told.setdefault(
                    self._kind(cards[place], number), ScoreOn(place, self.card.names[number])
                )
        return {choice: kind for kind, choice in told.items()}

    def _open_to(self, part: Part, yahtzee: Roll) -> list[int]:
        """The boxes of a card that may be filled; `yahtzee` is the roll where jokers are asked for."""
        allowed = part[0]
        if allowed and yahtzee:
            turn = self.one.start()
            allowed = self.one.allowed(CardState(*part, turn.rerolls, turn.kept), yahtzee)[0]
        return [number for number in range(len(self.card.boxes)) if allowed >> number & 1]

    def _kind(self, part: Part, number: int) -> Any:
        """What tells the filling of a box from others: for a loose one the box alone."""
        if not self.linked >> number & 1:
            return number
        return number, part[0] & self.linked, part[1], part[2]

    def play(self, state: CardsState, roll: Roll, choice: CardsChoice) -> tuple[int, CardsState]:
        """Keep dice, or fill a box of a card by the rules of that card."""
        if isinstance(choice, KeepDice):
            return 0, CardsState(state.cards, state.rerolls - 1, choice.dice)
        place, box = choice
        gain, after = self.one.play(self.of_card(state, place), roll, ScoreBox(box))
        cards = (*state.cards[:place], after[:3], *state.cards[place + 1 :])
        return gain, CardsState(cards, after.rerolls, after.kept)

    def points_by_box(self, state: CardsState, roll: Roll, choice: CardsChoice) -> Mapping[str, int]:
        """What is written in the box, and the bonuses that it earns on its card."""
        if isinstance(choice, KeepDice):
            return {}
        found = self.one.points_by_box(self.of_card(state, choice.card), roll, ScoreBox(choice.box))
        return {f"{choice.card + 1}-{name}": points for name, points in found.items()}

    def progress(self, state: CardsState) -> int:
        """Filled boxes, and within a turn the rerolls used."""
        rerolls = self.card.rerolls
        return self.turns_played(state) * (rerolls + 1) + rerolls - state.rerolls

    def turns_played(self, state: CardsState) -> int:
        """Every turn fills a box."""
        return self.turns_in_all() - self.turns_left(state)

    def turns_in_all(self) -> int:
        """As many as there are boxes on all cards."""
        return self.count * len(self.card.boxes)

    def turns_left(self, state: CardsState) -> int:
        """As many as there are open boxes."""
        return sum(part[0].bit_count() for part in state.cards)

    def is_in_turn(self, state: CardsState) -> bool:
        """Dice are on the table."""
        return self.one.is_in_turn(self.of_card(state, 0))

    def ends_turn(self, state: CardsState, roll: Roll, choice: CardsChoice) -> bool:
        """Filling a box ends the turn."""
        return isinstance(choice, ScoreOn)

    def box(self, choice: CardsChoice) -> str | None:
        """The box that is filled, with the number of its card."""
        return f"{choice.card + 1}-{choice.box}" if isinstance(choice, ScoreOn) else None

    def strategies(self) -> Mapping[str, Any]:
        """Those of one card, played card after card."""
        return {name: CardAfterCard(self, choose) for name, choose in self.one.strategies().items()}

    def own_strategy(self, name: str) -> Any:
        """As for one card, which may know more than it lists."""
        found = self.one.own_strategy(name)
        return CardAfterCard(self, found) if callable(found) else None

    @cached_property
    def between_turns(self) -> int:
        """How many states there are before the first roll of a turn, of those that stand for others."""
        parts = 1
        if self.linked:
            parts = int(upper_section(with_boxes(self.card, self.linked)).group_sizes.sum())
        loose: int = (self.count + 1) ** (len(self.card.boxes) - self.linked.bit_count())
        return comb(parts + self.count - 1, self.count) * loose

    def size(self) -> tuple[int, int]:
        """Positions before every roll of a turn, and at least so many choices."""
        met, met_rerolling = turns_met(self.card)
        states = self.between_turns
        return states * (1 + self.card.rerolls * self.card.keep_count), states * (met + met_rerolling)

    def read_choice(self, state: CardsState, roll: Roll, text: str) -> CardsChoice:
        """Find a choice; of fillings that are alike any is read, and the one that is told meant."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        if verb.lower() == "keep" and state.rerolls:
            kept = self.one.read_choice(self.in_hand(state), roll, text)
            return kept if isinstance(kept, KeepDice) else super().read_choice(state, roll, text)
        yahtzee = roll if self._speaks_of(roll) else ()
        told = self._fillings(state.cards, yahtzee)
        every = {
            f"{place + 1}-{self.card.names[number]}": self._kind(part, number)
            for place, part in enumerate(state.cards)
            for number in self._open_to(part, yahtzee)
        }
        found = [rest] if rest in every else meant(rest, every, self.words_for(every))
        kinds = {every[name] for name in found if verb.lower() == "score"}
        if len(kinds) > 1:
            raise PositionError(f"{quoted(rest)} can mean {listed(found)}: say which.")
        for choice, kind in told.items():
            if kind in kinds:
                return choice
        read: CardsChoice = super().read_choice(state, roll, text)  # says what would be right
        return read

    @cached_property
    def _known_cards(self) -> Callable[[tuple[Part, ...]], bool]:
        return lru_cache(MOST_REMEMBERED)(self._can_be)

    def _can_be(self, cards: tuple[Part, ...]) -> bool:
        every = (1 << len(self.card.boxes)) - 1
        return len(cards) == self.count and all(
            0 <= opened <= every and self.one.upper.can_be(opened, upper, mark)
            for opened, upper, mark in cards
        )

    def _require_cards(self, state: CardsState) -> None:
        """Refuse a state that cannot occur; where in the turn it is the game of one card looks."""
        try:
            if len(state) == len(CardsState._fields) and self._known_cards(state.cards):
                return
        except (TypeError, ValueError, AttributeError):
            pass
        raise PositionError(f"The state {quoted(state)} cannot occur in {self}.")


@dataclass(frozen=True)
class CardAfterCard:
    """A chooser for one card, who fills the cards one after the other."""

    game: SeveralCards
    choose: Any

    def __call__(self, state: CardsState, roll: Roll) -> CardsChoice:
        """Choose as if the first card that is not full were the only one."""
        place = next(place for place, part in enumerate(state.cards) if part[0])
        one = self.game.of_card(state, place)
        choices = self.game.one.choices(one, roll)
        choice = choices[0] if len(choices) == 1 else self.choose(one, roll)
        return choice if isinstance(choice, KeepDice) else ScoreOn(place, choice.box)


class SortedCards(SeveralCards):
    """The same game, whose states are all canonical: fewer, for those who list them."""

    def play(self, state: CardsState, roll: Roll, choice: CardsChoice) -> tuple[int, CardsState]:
        """Play, and sort the cards."""
        points, after = super().play(state, roll, choice)
        return points, self.canonical(after) if isinstance(choice, ScoreOn) else after
