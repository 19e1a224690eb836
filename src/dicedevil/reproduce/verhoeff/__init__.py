"""T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, incomplete draft, June 1999.

Every printed number in the order of the paper, ours beside it. Counts come from listing, small games
from fractions, the official game from its solved table and the exact law of its best strategy. The
draft asks some questions in its section 5 without answering them: those rows hold our answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedevil.reproduce import Row
from dicedevil.reproduce.verhoeff.cards import card_rows
from dicedevil.reproduce.verhoeff.counting import counting_rows
from dicedevil.reproduce.verhoeff.micro import micro_rows
from dicedevil.reproduce.verhoeff.official import best_score_rows, question_rows, table_11_rows
from dicedevil.reproduce.verhoeff.ours import Official, official_game
from dicedevil.reproduce.verhoeff.turns import single_roll_rows, single_turn_rows

__all__ = ["rows"]


def rows(official: Official | None = None) -> Iterator[Row]:
    """Yield every printed number with ours beside it."""
    official = official or official_game()
    yield from card_rows()
    yield from micro_rows()
    yield from counting_rows()
    yield from single_roll_rows()
    yield from best_score_rows(official)
    yield from question_rows(official)
    yield from single_turn_rows(official)
    yield from table_11_rows(official)
