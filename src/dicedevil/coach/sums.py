"""Numbers that add up as they are told: what a game came to is par, and luck, less the errors."""

from __future__ import annotations

import math
from dataclasses import dataclass

from dicedevil.coach.grade import GradedGame

SEEN = 1e-6
"""Luck and errors below this are not worth their digits."""


@dataclass(frozen=True)
class Sum:
    """Result, par, luck and errors as they are told: result = par + luck - errors, digit by digit."""

    result: str
    par: str
    luck: str
    errors: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data."""
        return dict(vars(self))


def told_sum(game: GradedGame) -> Sum:
    """Round a game's numbers so that they add up as they stand: luck's last digit gives way."""
    places = _places(game)
    scale = 10.0**places * (100 if game.unit == "chance" else 1)
    result, par = round(game.result * scale), round(game.start_value * scale)
    luck, loss = game.luck * scale, game.loss * scale
    errors = min(
        (math.floor(loss), math.ceil(loss)),
        key=lambda one: max(abs(one - loss), abs(result - par + one - luck)),
    )

    def written(digits: int, sign: str = "") -> str:
        number = f"{digits / 10**places:{sign}.{places}f}" if digits or not sign else "0"
        return f"{number} %" if game.unit == "chance" else number

    return Sum(
        written(game.sign * result),
        written(game.sign * par),
        written(game.sign * (result - par + errors), "+"),
        written(-game.sign * errors, "+"),
    )


def _places(game: GradedGame) -> int:
    """Return after how many places luck and errors can be seen, where there were any."""
    places = 2 if game.unit == "opponents" else 1
    scale = 100 if game.unit == "chance" else 1
    small_ones = [abs(one) * scale for one in (game.luck, game.loss) if abs(one) * scale > SEEN]
    while small_ones and min(small_ones) * 10**places < 0.5:
        places += 1
    return places
