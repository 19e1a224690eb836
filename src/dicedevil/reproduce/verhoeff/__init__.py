"""T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, incomplete draft, June 1999.

Every printed number in the order of the paper, ours beside it. Counts come from listing, small games
from fractions, the official game from its solved table and the exact law of its best strategy. The
draft asks some questions in its section 5 without answering them: those rows hold our answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedevil.reproduce import Parts, Row, from_parts
from dicedevil.reproduce.verhoeff.cards import card_rows
from dicedevil.reproduce.verhoeff.counting import counting_rows
from dicedevil.reproduce.verhoeff.micro import micro_rows
from dicedevil.reproduce.verhoeff.official import best_score_rows, question_rows, table_11_rows
from dicedevil.reproduce.verhoeff.ours import Official, official_game
from dicedevil.reproduce.verhoeff.turns import single_roll_rows, single_turn_rows

CARDS = (
    "Section 2.1|Section 2.2|Table 1|Section 2.3|Table 2|Footnote 1|Sections 2.2 to 2.4|Section 2.4|"
    "Section 2.6|Footnote 3"
)
COUNTING = (
    "Section 3.2|Footnote 2|Equation 6|Equation 7|Equation 8|Section 3.2.1|Equation 9|Table 6|"
    "Equation 10|Equation 11|Section 3.2.2|Table 8|Equation 12|Table 9|Equation 13|Equation 14"
)
__all__ = ["parts", "rows"]


def rows(official: Official | None = None, item: str = "") -> Iterator[Row]:
    """Yield every printed number with ours beside it."""
    yield from from_parts(parts(official or official_game()), item)


def parts(official: Official) -> Parts:
    """Return the parts of the paper, the last two tables last."""
    return (
        (CARDS, card_rows),
        ("Table 3|Section 3.1|Figure 1|Table 4|Table 5", micro_rows),
        (COUNTING, counting_rows),
        ("Table 7|Section 3.2.1", single_roll_rows),
        ("Abstract|Section 3.2.3", lambda: best_score_rows(official)),
        ("Section 5", lambda: question_rows(official)),
        ("Table 10", lambda: single_turn_rows(official)),
        ("Table 11", lambda: table_11_rows(official)),
    )
