"""Somebody's own strategy on a score card of any size: asked wherever its games come.

An answer is a number, as kernels know choices,

    keep                 0 or more: the number of the dice that are kept
    -1 - outcome         a box is filled: what is written there

or a mix of such numbers. What happens in a turn follows from it, from roll to roll:

    prob(keep) = sum of prob(roll) over the rolls that are answered so, and then as the dice fall

A state tells which dice were kept, too. Hardly anybody looks at that, who sees the roll; so it is
asked with a state that notes it (`Noting`), once for all the dice that may have been kept. Where
somebody does look, every keep is asked about by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from dicedevil.dice import Roll
from dicedevil.families.cards.card import joker_boxes
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.solvers.budget import Watch
from dicedevil.solvers.cards.kernels.choices import roll_kept
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.states import Encoding, Ints64, card_state, encoding
from dicedevil.strategy import Strategy


class MixedAnswer(NamedTuple):
    """Several choices, and how often each is made."""

    codes: tuple[int, ...]
    weights: tuple[int, ...]

    def drawn(self, chance: float) -> int:
        """Return the choice that a number from 0 to 1 decides for."""
        sums = list(accumulate(self.weights))
        return self.codes[min(bisect_right(sums, chance * sums[-1]), len(sums) - 1)]


Answer = int | MixedAnswer


class Noting(CardState):
    """A state that notes whether anybody looks at the dice that were kept."""

    looked = False

    @property
    def kept(self) -> Roll:
        """The dice, as in any state."""
        self.looked = True
        return CardState.kept.__get__(self)  # type: ignore[attr-defined, no-any-return]  # a field


def _noted(name: str) -> Callable[..., Any]:
    told = getattr(CardState, name)

    def looking(self: Noting, *given: Any, **named: Any) -> Any:
        self.looked = True
        return told(self, *given, **named)

    return looking


for _name in (
    *("__iter__", "__getitem__", "__contains__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__"),
    *("__ge__", "__hash__", "__repr__", "__add__", "__mul__", "__rmul__", "__getnewargs__"),
    *("__reduce_ex__", "count", "index", "_asdict", "_replace"),
):
    setattr(Noting, _name, _noted(_name))


class AskedPlayer:
    """A strategy of one's own, and what it answered."""

    def __init__(self, game: KeepRerollGame, strategy: Strategy) -> None:
        self.game, self.strategy = game, strategy
        self.calls = 0
        """How often it was asked, since somebody set the clock."""
        self.looks_at_kept = False
        self.turns: dict[int, tuple[Ints64, Floats]] = {}
        """By state: what its turn leads to, outcomes and their chances."""

    @cached_property
    def encoded(self) -> Encoding:
        """The numbers of states and outcomes."""
        return encoding(self.game.card)

    @cached_property
    def _keeps(self) -> list[dict[Any, int]]:
        """By roll: the numbers of its keeps, themselves and in words."""
        found, number = [], self.encoded.lattice.number
        for roll in self.encoded.lattice.rolls:
            keeps: dict[Any, int] = {keep: number[keep.dice] for keep in self.game.keeps(roll)}
            words = {self.game.write_choice(keep): code for keep, code in keeps.items()}
            found.append(keeps | words)
        return found

    @cached_property
    def _boxes(self) -> dict[Any, int]:
        """The numbers of the boxes, themselves and in words."""
        found: dict[Any, int] = {}
        for number, name in enumerate(self.game.card.names):
            found[ScoreBox(name)] = found[self.game.write_choice(ScoreBox(name))] = number
        return found

    @cached_property
    def _outcomes(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        """By roll and box: what is written, also by a joker; and the upper box of a Yahtzee."""
        card = self.encoded.arrays
        return card.outcome_of.tolist(), card.joker_outcome.tolist(), card.matching.tolist()

    def answer(self, state: CardState, place: int) -> Answer:
        """Ask what to do at a state with the roll of this number."""
        normal, joker, matching = self._outcomes
        allowed, outcomes = state.open, normal[place]
        if matching[place] >= 0:
            allowed, is_joker = joker_boxes(self.encoded.arrays, allowed, matching[place])
            outcomes = joker[place] if is_joker else outcomes
        rerolls = state.rerolls
        if not rerolls and allowed & (allowed - 1) == 0:
            return -1 - outcomes[allowed.bit_length() - 1]  # nothing to choose: nobody is asked
        self.calls += 1
        roll = self.encoded.lattice.rolls[place]
        made = self.strategy.ask(state, roll)
        try:
            box = self._boxes.get(made, -1)
            if box >= 0 and allowed >> box & 1:
                return -1 - outcomes[box]
            keep = self._keeps[place].get(made, -1) if rerolls else -1
        except TypeError:  # a mix cannot be a key, nor can what is no choice at all
            keep = -1
        if keep >= 0:
            return keep
        mix = self.strategy.read(self.game, CardState._make(tuple.__iter__(state)), roll, made)
        codes = tuple(self._code(choice, outcomes) for choice in mix)
        return codes[0] if len(codes) == 1 else MixedAnswer(codes, tuple(mix.values()))

    def _code(self, choice: Any, outcomes: list[int]) -> int:
        if isinstance(choice, KeepDice):
            return self.encoded.lattice.number[choice.dice]
        return -1 - outcomes[self._boxes[choice]]

    def answers_at(
        self, states: Ints64, kept: Ints64, rolls: Ints64, left: int, answered: Callable[[int], None]
    ) -> tuple[Ints64, dict[int, MixedAnswer]]:
        """Ask at many places: the codes, and the mixes by their place (whose code means nothing)."""
        keeps = self.encoded.lattice.keeps
        codes: Ints64 = np.empty(len(states), np.int64)
        mixes: dict[int, MixedAnswer] = {}
        number, dice, state = -1, -1, self.game.start()
        for place, (here, held, roll) in enumerate(
            zip(states.tolist(), kept.tolist(), rolls.tolist(), strict=True)
        ):
            if (here, held) != (number, dice):
                number, dice = here, held
                state = card_state(self.game, here)._replace(rerolls=left, kept=keeps[held])
            answer = self.answer(state, roll)
            if isinstance(answer, MixedAnswer):
                mixes[place] = answer
            else:
                codes[place] = answer
            answered(place)
        return codes, mixes

    # -- the law of a turn -----------------------------------------------------------------------

    def turn(self, number: int, watch: Watch, known: int) -> tuple[Ints64, Floats]:
        """Return what the turn at a state leads to: outcomes, and their chances."""
        found = self.turns.get(number)
        if found is None:
            prob = self._follow(card_state(self.game, number), watch, known)
            outcomes = np.flatnonzero(prob)
            found = self.turns[number] = outcomes, prob[outcomes]
        return found

    def _follow(self, state: CardState, watch: Watch, known: int) -> Floats:
        arrays = self.encoded.lattice.arrays
        flow = _Flow(arrays.keeps, len(self.encoded.arrays.outcome_points))
        mass = np.zeros(arrays.keeps)
        mass[: arrays.rolls] = arrays.roll_prob
        for left in range(state.rerolls, -1, -1):
            answers = self._answers_for_all(state, left, mass, watch, known)
            if answers is not None:
                flow.add(answers, mass)
            for keep in flow.kept() if answers is None else ():
                alone = np.zeros(arrays.keeps)
                alone[keep] = flow.before[keep]
                roll_kept(arrays, alone)
                here = state._replace(rerolls=left, kept=self.encoded.lattice.keeps[keep])
                flow.add(self._answers(here, alone, watch, known), alone)
            mass = flow.next()
            roll_kept(arrays, mass)
        return flow.prob

    def _answers_for_all(
        self, state: CardState, left: int, mass: Floats, watch: Watch, known: int
    ) -> list[tuple[int, Answer]] | None:
        """Ask once, whatever was kept before; None where that is looked at."""
        if left == state.rerolls:
            return self._answers(state, mass, watch, known)
        if self.looks_at_kept:
            return None
        here = Noting(*state[:3], left, state.kept)
        answers = self._answers(here, mass, watch, known)
        self.looks_at_kept = here.looked
        return None if here.looked else answers

    def _answers(
        self, state: CardState, mass: Floats, watch: Watch, known: int
    ) -> list[tuple[int, Answer]]:
        """Ask about every roll that can come."""
        watch.look(self.calls, known=known)
        rolls = np.flatnonzero(mass[: self.encoded.lattice.arrays.rolls]).tolist()
        told = []
        for place in rolls:
            told.append((place, self.answer(state, place)))
            watch.look(self.calls, known=known)
        return told


class _Flow:
    """Chances on their way through a turn."""

    def __init__(self, keeps: int, outcomes: int) -> None:
        self.before, self.prob = np.zeros(keeps), np.zeros(outcomes)
        self._after = np.zeros(keeps)

    def kept(self) -> list[int]:
        """Return the keeps that were chosen after the last roll."""
        return np.flatnonzero(self.before).tolist()

    def add(self, answers: list[tuple[int, Answer]], mass: Floats) -> None:
        """Pass the chances of rolls on to what was answered; added up by themselves first."""
        after, prob, chances = [0.0] * len(self.before), [0.0] * len(self.prob), mass.tolist()
        for place, answer in answers:
            mix = answer if isinstance(answer, MixedAnswer) else MixedAnswer((answer,), (1,))
            share = chances[place] / sum(mix.weights)
            for code, weight in zip(mix.codes, mix.weights, strict=True):
                chance = share * weight
                if code >= 0:
                    after[code] += chance
                else:
                    prob[-1 - code] += chance
        self._after += after
        self.prob += prob

    def next(self) -> Floats:
        """Go on to the next roll: the chances of the keeps."""
        self.before, self._after = self._after, np.zeros(len(self.before))
        return self.before.copy()
