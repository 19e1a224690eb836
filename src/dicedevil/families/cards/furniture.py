"""A score card as it lies on the table: the boxes above and below, what stands in them, the total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from dicedevil.dice import Roll, write_roll
from dicedevil.errors import DiceDevilError
from dicedevil.families.cards.card import NOT_KEPT, Box, ScoreCard
from dicedevil.families.cards.names import EXTRA_YAHTZEES
from dicedevil.furniture import CARD, TOTALS, Edit, Piece, Spot, Uses, places, spelled, stands
from dicedevil.rules import Position

TURN = ("rerolls", "kept")
SAVED = "saved"


class CardFurniture:
    """What a score card shows, and how it is filled."""

    card: ScoreCard

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """Return the card, and of a turn that goes on the rerolls that are left."""
        card, state, said = self.card, position.state, stands(written)
        shown = [self._box(number, box, state, said) for number, box in enumerate(card.boxes)]
        upper = [spot for spot, box in zip(shown, card.boxes, strict=True) if box.is_upper]
        lower = [spot for spot, box in zip(shown, card.boxes, strict=True) if not box.is_upper]
        if card.has_upper_bonus:
            upper += self._bonus(upper)
        holds = int(said.get(card.yahtzee_box or "", "0")) > 0
        if card.tells_yahtzee_zero and holds:
            extra = said.get(EXTRA_YAHTZEES, "")
            edit = Edit(EXTRA_YAHTZEES, low=0, high=self._filled_boxes(said) - 1)
            lower.append(Spot("extra yahtzees", "Extra Yahtzees", extra, int(extra or "0"), edit=edit))
        total = Spot("total", "Total", f"{position.points:,}", position.points)
        sections = [lines for lines in (upper, [*lower, total]) if lines]
        return (Piece(CARD, sections), *self._turn_piece(state))

    def _box(self, number: int, box: Box, state: Any, said: Mapping[str, str]) -> Spot:
        is_open = bool(state.open >> number & 1)
        text = said.get(box.name, "")
        if not is_open and not text:
            text = "filled"  # the card was told by its sum
        points = int(text) if text.lstrip("-").isdigit() else None
        edit = self._box_edit(number, box, state, said)
        return Spot(box.name, spelled(box.name), text, points, is_open, edit=edit)

    def _box_edit(self, number: int, box: Box, state: Any, said: Mapping[str, str]) -> Edit | None:
        values: list[str] = []
        with suppress(DiceDevilError):  # dice with too many rolls to list what they can pay
            values = [str(points) for points in sorted(self.card.possible_points[number])]
        drops = list(TURN) if state.open == 1 << number else []  # a full card has no turn
        is_tight = state.saved > self.card.most_saved(state.open) - self.card.rerolls
        if self.card.saved and (drops or is_tight):
            drops.append(SAVED)
        tight = int(said.get(EXTRA_YAHTZEES, "0")) >= self._filled_boxes(said) - 1
        if EXTRA_YAHTZEES in said and (tight or box.name == self.card.yahtzee_box):
            drops.append(EXTRA_YAHTZEES)
        return Edit(box.name, values, drops=drops) if values else None

    def _filled_boxes(self, said: Mapping[str, str]) -> int:
        return sum(name in said for name in self.card.names)

    def _bonus(self, upper: Sequence[Spot]) -> list[Spot]:
        """Return the upper total, where it is known, and the bonus that it earns."""
        card = self.card
        made = sum(spot.points or 0 for spot in upper)
        known = all(spot.open or spot.points is not None for spot in upper)
        total = Spot(
            "upper total", "Upper total", f"{made:,}" if known else "", made, of=card.threshold
        )
        won = card.upper_bonus if known and made >= card.threshold else None
        label = f"Bonus of {card.upper_bonus:,}"
        return [total, Spot("bonus", label, "" if won is None else f"{won:,}", won)]

    def _turn_piece(self, state: Any) -> Sequence[Piece]:
        most = self.card.rerolls
        if not state.open or not most:
            return ()
        edit = Edit("rerolls", low=0, high=most, drops=("kept",))
        left = Spot("rerolls left", "Rerolls left", str(state.rerolls), state.rerolls, edit=edit)
        if not self.card.saved:
            return (Piece(TOTALS, ((left,),)),)
        edit = Edit(SAVED, low=0, high=self.card.most_saved(state.open))
        saved = Spot("saved throws", "Saved throws", str(state.saved), state.saved, edit=edit)
        return (Piece(TOTALS, ((left, saved),)),)

    def uses(self, state: Any, roll: Roll, choice: Any) -> Uses:
        """A box, or the dice that are kept."""
        if not hasattr(choice, "dice"):
            return Uses(spelled(choice.box), spots=(choice.box,))
        return self.held(roll, choice)

    def held(self, roll: Roll, choice: Any) -> Uses:
        """The dice that are kept."""
        apart = self.card.tells_dice_apart
        faces = [face for face in choice.dice if face != NOT_KEPT] if apart else choice.dice
        if apart:
            held = [place for place, face in enumerate(choice.dice) if face != NOT_KEPT]
        else:
            held = places(roll, choice.dice)
        if len(faces) == len(roll):
            return Uses(f"Keep all: {write_roll(tuple(faces))}", held)
        return Uses(f"Keep {write_roll(tuple(faces))}" if faces else "Roll all dice again", held)

    def plainly(self: Any, written: str) -> str:
        """Write a card with its own names for the boxes; points are told apart from a card."""
        fields = self.read_keys(written) if written.strip() else {}
        if "kept" in fields:
            fields["kept"] = self.write_kept(self.read_kept(fields["kept"]))
        items = ((key, text if key == "kept" else int(text)) for key, text in fields.items())
        return ",".join(f"{key}={text}" for key, text in items if key != "points")

    def lying(self, state: Any) -> Sequence[int | None]:
        """The dice that were kept."""
        return [None if face == NOT_KEPT else face for face in state.kept]


class SeveralFurniture:
    """What several cards show: each what it would show alone, its spots with its number in front."""

    def furniture(self: Any, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """Return the cards as one piece, a section each, with what all hold together at the end."""
        texts, turn = self.by_card(written)
        last = bool(turn) and self.turns_left(position.state) == 1
        sections = []
        for place, text in enumerate(texts):
            state = self.of_card(position.state, place)
            points = self.one.read_state(text).points
            card, *_ = self.one.furniture(Position(points, state), text, seat)
            spots = [spot for section in card.sections for spot in section]
            sections.append([_numbered(spot, place + 1, last) for spot in spots])
        total = Spot("total", "Total", f"{position.points:,}", position.points)
        pieces = self.one.furniture(Position(0, self.in_hand(position.state)), "", seat)
        return (Piece(CARD, (*sections, (total,))), *pieces[1:])

    def uses(self: Any, state: Any, roll: Roll, choice: Any) -> Uses:
        """A box of a card, or the dice that are kept."""
        if hasattr(choice, "dice"):
            return self.one.held(roll, choice)  # type: ignore[no-any-return]  # as its class says
        front = choice.card + 1
        return Uses(_on_card(spelled(choice.box), front), spots=(f"{front}-{choice.box}",))

    def lying(self: Any, state: Any) -> Sequence[int | None]:
        """The dice that were kept."""
        return self.one.lying(state)  # type: ignore[no-any-return]  # as its class says


def _numbered(spot: Spot, card: int, ends: bool) -> Spot:
    """Return a spot of one card as one of several; filling the last box of all ends the turn."""
    edit = spot.edit
    if edit is not None:
        drops = [f"{card}-{one}" for one in edit.drops if one not in TURN]
        edit = edit._replace(key=f"{card}-{edit.key}", drops=[*drops, *TURN] if ends else drops)
    return spot._replace(name=f"{card}-{spot.name}", label=_on_card(spot.label, card), edit=edit)


def _on_card(label: str, card: int) -> str:
    return f"{label}, card {card}"
