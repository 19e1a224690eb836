"""How kept dice are written: `66`, `none`; where dice are told apart, `-66--` with a place for each."""

from __future__ import annotations

from dicedevil.dice import Roll, read_faces, write_roll
from dicedevil.errors import PositionError, quoted
from dicedevil.families.cards.card import NOT_KEPT, ScoreCard


def nothing_kept(card: ScoreCard) -> Roll:
    """All dice are rolled."""
    return (NOT_KEPT,) * len(card.dice.dice) if card.tells_dice_apart else ()


def write_kept(card: ScoreCard, kept: Roll) -> str:
    """Write kept dice so that `read_kept` reads them again."""
    if kept == nothing_kept(card):
        return "none"
    if not card.tells_dice_apart:
        return write_roll(kept)
    joint = "" if max(kept) < 10 else "+"
    return joint.join("-" if face == NOT_KEPT else str(face) for face in kept)


def read_kept(card: ScoreCard, text: str) -> Roll:
    """Read the kept dice: digits, or plus signs between; `-` for a die not kept, if told apart."""
    if text.lower() in ("none", "nothing"):
        return nothing_kept(card)
    if not card.tells_dice_apart:
        kept = tuple(sorted(read_faces(text)))
    else:
        shown = text.split("+") if "+" in text else list(text)
        kept = tuple(NOT_KEPT if one == "-" else read_faces(one)[0] for one in shown)
    if not can_keep(card, kept):
        raise PositionError(f"kept={quoted(text)} cannot be kept of {card.dice}.")
    return kept


def can_keep(card: ScoreCard, kept: Roll) -> bool:
    """Tell whether dice of a card can show this."""
    dice = card.dice.dice
    if not card.tells_dice_apart:
        return len(kept) <= len(dice) and set(kept) <= set(card.faces)
    return len(kept) == len(dice) and all(
        face in (NOT_KEPT, *die.faces) for face, die in zip(kept, dice, strict=True)
    )
