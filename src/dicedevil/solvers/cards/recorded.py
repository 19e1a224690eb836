"""Recorded games of a card, valued all at once: read by dictionaries, walked by a compiled kernel.

Only games that begin with empty cards and are written as the game itself writes; of any other nothing
is said, and whoever asks plays it again move by move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np

from dicedevil.families.cards.game import KeepDice, KeepRerollGame, ScoreBox
from dicedevil.families.cards.summed import noted
from dicedevil.objectives import TIE
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.written import ValuedGame, ValuedMove, WrittenGame

UNKNOWN = -(1 << 20)
"""A choice that is not written as the game writes it."""


Found = tuple[float, float, int, int, int, bool, int]
"""What the kernel tells of a move."""


class RecordedCards:
    """What is needed to value the recorded games of a card."""

    def __init__(self, game: KeepRerollGame, table: Floats, sign: int, error_bound: float) -> None:
        self.game, self.sign, self.tie = game, sign, max(TIE, 2 * error_bound)
        self.values: Floats = sign * table
        """More is better."""
        self.encoded = encoding(game.card)

    @cached_property
    def words(self) -> list[str]:
        """How the keeps are written."""
        return [self.game.write_choice(KeepDice(keep)) for keep in self.encoded.lattice.keeps]

    @cached_property
    def boxes(self) -> list[str]:
        """How the boxes are written when they are filled."""
        return [self.game.write_choice(ScoreBox(name)) for name in self.game.card.names]

    @cached_property
    def choice_number(self) -> dict[str | None, int]:
        """The numbers of choices as written."""
        found: dict[str | None, int] = {word: -1 - box for box, word in enumerate(self.boxes)}
        return found | {word: keep for keep, word in enumerate(self.words)}

    @cached_property
    def roll_number(self) -> dict[str, int]:
        """The numbers of rolls that can come, as written."""
        lattice = self.encoded.lattice
        weighed = zip(lattice.rolls, lattice.roll_weights, strict=True)
        return {
            self.game.write_roll(roll): number
            for number, (roll, weight) in enumerate(weighed)
            if weight
        }

    def valued(self, games: Sequence[WrittenGame]) -> list[ValuedGame | None]:
        """Value games; None for one that has to be played again."""
        from dicedevil.solvers.cards.kernels.moves import value_moves  # late: few games need no kernel

        moves = [move for game in games for move in game.moves]
        first = np.array([0, *accumulate(len(game.moves) for game in games)], np.int64)
        rolls, choices, count = self.roll_number, self.choice_number, len(moves)
        legal, (best, chosen) = np.zeros(len(games), np.bool_), np.empty((2, count))
        instead, options, paid = np.empty((3, count), np.int32)
        extra, totals = np.zeros(count, np.bool_), np.zeros(count, np.int64)
        value_moves(
            self.encoded.lattice.arrays,
            self.encoded.arrays._replace(sign=self.sign),
            self.game.card.rerolls,
            self.values,
            self.tie,
            self.encoded.start,
            np.array([game.players for game in games], np.int32),
            first,
            np.array([move.player for move in moves], np.int32),
            np.array([rolls.get(move.roll, -1) for move in moves], np.int32),
            np.array([choices.get(move.choice, UNKNOWN) for move in moves], np.int32),
            legal,
            *(best, chosen, instead, options, paid, extra, totals),
        )
        columns = (one.tolist() for one in (best, chosen, instead, options, paid, extra, totals))
        found, begins = list(zip(*columns, strict=True)), first.tolist()
        return [
            self._told(game, found[begins[number] : begins[number + 1]]) if legal[number] else None
            for number, game in enumerate(games)
        ]

    def _told(self, game: WrittenGame, found: list[Found]) -> ValuedGame:
        """Put into words what was found: positions, and better choices."""
        words, boxes, rerolls = self.words, self.boxes, self.game.card.rerolls
        filled, scores = [""] * game.players, [0] * game.players
        left, turn, turns, told = rerolls, "", 0, []
        for move, (best, chosen, instead, options, paid, extra, total) in zip(
            game.moves, found, strict=True
        ):
            seat, made = move.player, move.choice or ""
            card = filled[seat]
            better = words[instead] if instead >= 0 else boxes[-1 - instead]
            told.append(
                ValuedMove(
                    f"{card},{turn}" if card and turn else card or turn,
                    better,
                    best,
                    chosen,
                    options == 1,
                    "keep" if paid < 0 else made,
                    "keep" if instead >= 0 else better,
                )
            )
            scores[seat] = total
            if paid < 0:
                left -= 1
                kept = made.removeprefix("keep ")
                turn = f"rerolls={left}" if kept == "none" else f"rerolls={left},kept={kept}"
            else:
                filled[seat] = noted(card, [], made.removeprefix("score "), paid, extra)
                left, turn, turns = rerolls, "", turns + 1
        return ValuedGame(told, tuple(scores), turns == game.players * len(boxes))
