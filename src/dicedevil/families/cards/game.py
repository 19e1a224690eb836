"""Keep-and-reroll games as a `Game`: the rules of a score card and the notation of its positions.

The state is `(open, upper, yahtzee, rerolls, kept, saved)`: the open boxes as bits (box 0 is bit 0),
the upper total that stands for all totals with the same future, whether the Yahtzee box holds points
that earn bonuses, the turn's own rerolls left after the coming roll, the dice that are kept now, and
the throws saved in earlier turns, which are used when those are gone.

Choices come in this order: open boxes as on the card, then keeps, more dice first, then low faces
first. So of equally good choices the first is to score, then to keep more dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

from dicedevil.dice import Roll, read_faces
from dicedevil.errors import NotationError, PositionError, RulesError, listed, nearest, quoted
from dicedevil.families.cards.card import ScoreCard, joker_boxes, keeps_of, rolls_from
from dicedevil.families.cards.choices import CardChoice as CardChoice
from dicedevil.families.cards.choices import CardState as CardState
from dicedevil.families.cards.choices import KeepDice as KeepDice
from dicedevil.families.cards.choices import ScoreBox as ScoreBox
from dicedevil.families.cards.furniture import SAVED, TURN, CardFurniture
from dicedevil.families.cards.kept import can_keep, nothing_kept, read_kept, write_kept
from dicedevil.families.cards.names import ALSO_CALLED, BLIND, EXTRA_YAHTZEES, UPPER_BONUS
from dicedevil.families.cards.summed import SUMMED, Summed, noted
from dicedevil.families.cards.upper import UpperSection, turn_positions, upper_section
from dicedevil.naming import meant
from dicedevil.parameters import Values, write_values
from dicedevil.rules import Game, Position, read_fields, read_whole_number


@dataclass(frozen=True)
class KeepRerollGame(CardFurniture, Game):
    """Roll, keep some dice and roll the rest, fill a box; until the card is full."""

    solved_in = "dicedevil.solvers.cards.lanes"
    card: ScoreCard
    changed: str = ""
    """Parameters that differ from the game's own, as its name on the command line writes them."""

    @classmethod
    def from_values(cls, values: Values) -> Game:
        """Make the game from the values of its parameters, and keep those that were changed."""
        return cls(cls.card_of(values), write_values(cls.parameters, values))

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """Return the card that the parameters make. Here: there are none."""
        raise RulesError(f"{cls.name or cls.__name__} has no parameters: it is made from a card.")

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters as they were given: a card without the Yahtzee box has forgotten jokers."""
        return Values(self.parameters, read_fields(self.changed, None) if self.changed else {})

    @property
    def spec(self) -> str:
        """The name with every parameter that differs from its default."""
        return f"{self.name}:{self.changed}" if self.changed else self.name

    @property
    def tells_dice_apart(self) -> bool:
        """Whether a roll says which die shows what."""
        return self.card.tells_dice_apart

    @property
    def carried_in(self) -> str:  # type: ignore[override]  # a class's own word, here by the card
        """Rows are carried from card to card where throws are not saved."""
        return "" if self.card.saved else "dicedevil.solvers.cards.in_a_row"

    @cached_property
    def upper(self) -> UpperSection:
        """What of the upper section still matters."""
        return upper_section(self.card)

    @cached_property
    def nothing_kept(self) -> Roll:
        """All dice are rolled."""
        return nothing_kept(self.card)

    @cached_property
    def _every_box(self) -> int:
        return (1 << len(self.card.boxes)) - 1

    # -- the rules -------------------------------------------------------------------------------

    def start(self) -> CardState:
        """An empty card."""
        return self.before_turn(self._every_box, 0, 0)

    def before_turn(self, open_boxes: int, upper: int, yahtzee: int, saved: int = 0) -> CardState:
        """Before the first roll of a turn, with the upper total reduced to what matters of it."""
        total = self.upper.total(open_boxes, upper)
        kept = saved if self.card.saved and open_boxes else 0
        return CardState(open_boxes, total, yahtzee, self.card.rerolls, self.nothing_kept, kept)

    def is_over(self, state: CardState) -> bool:
        """No box is open."""
        return state.open == 0

    def rolls(self, state: CardState) -> Mapping[Roll, int]:
        """Every roll of all dice that the kept dice can become, kept dice included."""
        self._require_state(state)
        return self._rolls_from(state.kept)

    @cached_property
    def _rolls_from(self) -> Callable[[Roll], dict[Roll, int]]:
        return cache(partial(rolls_from, self.card))

    def choices(self, state: CardState, roll: Roll) -> Sequence[CardChoice]:
        """The boxes that may be filled; while rerolls are left, also every different keep."""
        boxes = self._boxes(self.allowed(state, roll)[0])
        return [*boxes, *self.keeps(roll)] if state.rerolls or state.saved else list(boxes)

    @cached_property
    def _boxes(self) -> Callable[[int], list[ScoreBox]]:
        return cache(self._listed_boxes)

    def _listed_boxes(self, allowed: int) -> list[ScoreBox]:
        names = enumerate(self.card.names)
        return [ScoreBox(name) for number, name in names if allowed >> number & 1]

    @cached_property
    def keeps(self) -> Callable[[Roll], Sequence[KeepDice]]:
        """Every different keep of a roll, more dice first, then low faces first."""
        return cache(self._listed_keeps)

    def _listed_keeps(self, roll: Roll) -> list[KeepDice]:
        return [KeepDice(dice) for dice in keeps_of(self.card, roll)]

    def play(self, state: CardState, roll: Roll, choice: CardChoice) -> tuple[int, CardState]:
        """Keep dice, or fill a box: its points, and the bonuses this earns."""
        if isinstance(choice, KeepDice):
            open_boxes, upper, yahtzee, rerolls, _, saved = state  # what `_replace` does, far quicker
            if rerolls:
                return 0, CardState(open_boxes, upper, yahtzee, rerolls - 1, choice.dice, saved)
            return 0, CardState(open_boxes, upper, yahtzee, 0, choice.dice, saved - 1)
        card, number = self.card, self._number_of[choice.box]
        points, is_extra = self._filled(state, roll, number)
        gain, upper, yahtzee = points, state.upper, state.yahtzee
        if is_extra:
            gain += card.yahtzee_bonus
        if card.boxes[number].is_upper and self.upper.threshold:
            if upper < self.upper.threshold <= upper + points:
                gain += card.upper_bonus
            upper += points
        if card.tells_yahtzee_zero and choice.box == card.yahtzee_box:
            yahtzee = int(points > 0)
        left = state.rerolls + state.saved
        return gain, self.before_turn(state.open & ~(1 << number), upper, yahtzee, left)

    def _filled(self, state: CardState, roll: Roll, number: int) -> tuple[int, bool]:
        """Return what is written in a box, and whether an extra Yahtzee earns its bonus there."""
        card, joker = self.card, self.card.boxes[number].joker
        points = card.scores(roll)[number]
        if joker is not None and self.allowed(state, roll)[1]:
            points = joker
        is_extra = bool(state.yahtzee) and card.is_yahtzee(roll)
        return points, is_extra and card.earns_extra(state.open, number, roll[0])

    def points_by_box(self, state: CardState, roll: Roll, choice: CardChoice) -> Mapping[str, int]:
        """What is written in the box, and the bonuses that it earns."""
        if isinstance(choice, KeepDice):
            return {}
        points, is_extra = self._filled(state, roll, self._number_of[choice.box])
        extra = self.card.yahtzee_bonus if is_extra else 0
        bonus = self.play(state, roll, choice)[0] - points - extra
        return {choice.box: points, UPPER_BONUS: bonus, EXTRA_YAHTZEES: extra}

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.card.names)}

    def allowed(self, state: CardState, roll: Roll) -> tuple[int, bool]:
        """Return the boxes this roll may fill, as bits, and whether they pay their joker scores."""
        if self.card.yahtzee_box is None or not self.card.is_yahtzee(roll):
            return state.open, False
        upper = self.card.upper_number(roll[0])
        return joker_boxes(self.card, state.open, 0 if upper is None else 1 << upper)

    def progress(self, state: CardState) -> int:
        """Filled boxes, and within a turn the rerolls used."""
        card, turns = self.card, self.turns_played(state)
        most = card.rerolls * (len(card.boxes) if card.saved else 1)  # that a turn can have
        return turns * (most + 1) + most - state.rerolls - state.saved

    def turns_played(self, state: CardState) -> int:
        """Every turn fills a box."""
        return len(self.card.boxes) - state.open.bit_count()

    def highest_score(self) -> int:
        """Every box at its best, and every bonus."""
        return self.card.most_points

    def turns_in_all(self) -> int:
        """As many as there are boxes."""
        return len(self.card.boxes)

    def is_in_turn(self, state: CardState) -> bool:
        """Dice are on the table."""
        return state.rerolls != self.card.rerolls or state.kept != self.nothing_kept

    def ends_turn(self, state: CardState, roll: Roll, choice: CardChoice) -> bool:
        """Filling a box ends the turn."""
        return isinstance(choice, ScoreBox)

    def box(self, choice: CardChoice) -> str | None:
        """The box that is filled."""
        return choice.box if isinstance(choice, ScoreBox) else None

    def own_strategy(self, name: str) -> Any:
        """Those that are listed; and whoever fills the boxes in a given order, whatever is rolled."""
        if name.partition("=")[0] in BLIND:
            from dicedevil.families.cards.blind import blind_strategy  # late: few ask for one

            return blind_strategy(self, name)
        return super().own_strategy(name)

    size_words = "states with those within turns"

    def size(self) -> tuple[int, int]:
        """Positions before every roll of a turn, and the choices there: told before any is listed."""
        return turn_positions(self.upper)

    # -- the words -------------------------------------------------------------------------------

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Points, the upper total where the boxes are told, and the rerolls left."""
        told = [f"{position.points:,} points so far"]
        if written.strip() and self.card.has_upper_bonus:
            above = {box.name for box in self.card.boxes if box.is_upper}
            fields = self.read_keys(written)
            total = sum(int(points) for key, points in fields.items() if key in above)
            if "open" not in fields:
                told.append(f"upper total {total} of {self.card.threshold}")
            elif "upper" in fields:
                told.append(f"upper total {fields['upper']} of {self.card.threshold}")
        left, saved = position.state.rerolls, position.state.saved
        told.append(f"{left} reroll{'' if left == 1 else 's'} left")
        if self.card.saved:
            told.append(f"{saved} throw{'' if saved == 1 else 's'} saved")
        return tuple(told)

    def write_choice(self, choice: CardChoice) -> str:
        """`keep 666`, `keep none`, `score sixes`."""
        if isinstance(choice, ScoreBox):
            return f"score {choice.box}"
        return f"keep {self.write_kept(choice.dice)}"

    def read_choice(self, state: CardState, roll: Roll, text: str) -> CardChoice:
        """Find a choice; the dice of a keep may be written in any order."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        choice: CardChoice | None = None
        if verb.lower() == "score":
            choice = self._named_box(rest)
        elif verb.lower() == "keep":
            with suppress(NotationError, PositionError):
                choice = KeepDice(self.read_kept(rest))
        if choice is not None and self._is_choice(state, roll, choice):
            return choice
        found: CardChoice = super().read_choice(state, roll, text)  # says what would be right
        return found

    @property
    def also_called(self) -> Mapping[str, Sequence[str]]:
        """What people call the boxes of this card."""
        return {name: ALSO_CALLED[name] for name in self.card.names if name in ALSO_CALLED}

    def _named_box(self, name: str) -> ScoreBox | None:
        """Find a box by its name, or by what people call it."""
        found = [name] if name in self._number_of else meant(name, self.card.names, self.also_called)
        if len(found) > 1:
            raise PositionError(f"{quoted(name)} can mean {listed(found)}: say which.")
        return ScoreBox(found[0]) if found else None

    def _is_choice(self, state: CardState, roll: Roll, choice: CardChoice) -> bool:
        if isinstance(choice, ScoreBox):
            return bool(self.allowed(state, roll)[0] >> self._number_of[choice.box] & 1)
        return state.rerolls + state.saved > 0 and choice in self.keeps(roll)

    def write_kept(self, kept: Roll) -> str:
        """Write kept dice so that `read_kept` reads them again."""
        return write_kept(self.card, kept)

    def read_kept(self, text: str) -> Roll:
        """Read the kept dice: digits, or plus signs between; `-` for a die not kept, if told apart."""
        return read_kept(self.card, text)

    def read_roll(self, state: CardState, text: str) -> Roll:
        """Read a roll of all dice; where they are told apart, in their order."""
        if not self.tells_dice_apart:
            return super().read_roll(state, text)
        roll = read_faces(text) if text.strip() else ()
        self.require_roll(state, roll, text)
        return roll

    def write_state(self, state: CardState) -> str:
        """The filled boxes, with points that lead to this state, and where in the turn we are."""
        filled = self.upper.points_that_lead_to(state.open, state.upper, state.yahtzee)
        return ",".join(
            [*(f"{name}={points}" for name, points in filled.items()), *self.turn_words(state)]
        )

    def turn_words(self, state: CardState) -> list[str]:
        """Write where in the turn we are."""
        rerolls = f"rerolls={state.rerolls}" if state.rerolls != self.card.rerolls else ""
        kept = f"kept={self.write_kept(state.kept)}" if state.kept != self.nothing_kept else ""
        saved = f"saved={state.saved}" if state.saved else ""
        return [word for word in (rerolls, kept, saved) if word]

    def noted(self, written: str, state: CardState, roll: Roll, choice: CardChoice) -> str:
        """Write what was filled in: a state keeps only what still matters of it."""
        turn = self.turn_words(self.play(state, roll, choice)[1])
        if isinstance(choice, KeepDice):
            return noted(written, turn)
        return noted(written, turn, choice.box, *self._filled(state, roll, self._number_of[choice.box]))

    def read_state(self, text: str) -> Position:
        """Read `ones=3,yahtzee=50,extra-yahtzees=1,rerolls=1`, `kept=66` in a turn; or see `summed`."""
        if not text.strip():
            return Position(0, self.start())
        fields = self.read_keys(text)
        kept_text = fields.pop("kept", "none")
        summed = {key: fields.pop(key) for key in SUMMED if key in fields}
        numbers = {key: read_whole_number(value, key) for key, value in fields.items()}
        rerolls = numbers.pop("rerolls", self.card.rerolls)
        extra, saved = numbers.pop("extra-yahtzees", 0), numbers.pop("saved", 0)
        if summed:
            told = Summed(self.card, numbers, summed, self._box_called, bool(self.upper.threshold))
            points, state = told.points(extra, text), self.before_turn(*told.state)
        else:
            points, state = self._read_card(numbers)
            points += self.card.extra_points(numbers, extra)
        if not 0 <= rerolls <= self.card.rerolls:
            raise PositionError(f"rerolls={rerolls}: a turn has 0 to {self.card.rerolls} of them left.")
        kept = self.read_kept(kept_text)
        if kept != self.nothing_kept and rerolls == self.card.rerolls:
            raise PositionError(
                f"kept={kept_text}: before the first roll of a turn no dice are kept; say how many "
                "rerolls are left, such as rerolls=0."
            )
        if state.open == 0 and rerolls != self.card.rerolls:
            raise PositionError(f"The card is full in {quoted(text)}: no rerolls are left to count.")
        most = self.card.most_saved(state.open)
        if not 0 <= saved <= most:
            raise PositionError(f"saved={saved}: {self._can_be_saved(most)}.")
        return Position(points, state._replace(rerolls=rerolls, kept=kept, saved=saved))

    def _can_be_saved(self, most: int) -> str:
        return f"0 to {most} throws can have been saved here" if self.card.saved else "none are here"

    def read_keys(self, text: str) -> dict[str, str]:
        """Read the keys of a position, or what people call them, and what is said of each."""
        turn = (*TURN, SAVED) if self.card.saved else TURN
        keys = (*self.card.names, *turn, "extra-yahtzees", *SUMMED)
        return read_fields(text, keys, called=self.also_called)

    def _read_card(self, filled: Mapping[str, int]) -> tuple[int, CardState]:
        """Return the points in filled boxes, the upper bonus included, and the state they leave."""
        card, threshold = self.card, self.upper.threshold
        card.require_points(filled)
        open_boxes = self._every_box
        for name in filled:
            open_boxes &= ~(1 << self._number_of[name])
        upper = sum(p for name, p in filled.items() if card.boxes[self._number_of[name]].is_upper)
        won = threshold and upper >= threshold
        points = sum(filled.values()) + (card.upper_bonus if won else 0)
        holds = card.tells_yahtzee_zero and filled.get(card.yahtzee_box or "", 0) > 0
        return points, self.before_turn(open_boxes, upper, int(holds))

    def _box_called(self, name: str) -> int:
        found = self._named_box(name)
        if found is None:
            raise NotationError(f"There is no box {quoted(name)}.{nearest(name, self.card.names)}")
        return self._number_of[found.box]

    def _require_state(self, state: CardState) -> None:
        """Refuse a state that cannot occur."""
        if isinstance(state, tuple) and len(state) == len(CardState._fields):
            open_boxes, upper, yahtzee, rerolls, kept, saved = state
            if (
                0 < open_boxes <= self._every_box
                and self.upper.can_be(open_boxes, upper, yahtzee)
                and 0 <= rerolls <= self.card.rerolls
                and (rerolls < self.card.rerolls or kept == self.nothing_kept)
                and can_keep(self.card, kept)
                and 0 <= saved <= self.card.most_saved(open_boxes)
            ):
                return
        raise PositionError(f"The state {quoted(state)} cannot occur in {self}.")
