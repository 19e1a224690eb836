"""Wrapped games: what a wrapper does not change is answered by the game inside."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.ask.outcomes import Told
from dicedevil.ask.strategies import best_reply, match_strategy, same_rolls
from dicedevil.errors import PositionError
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.best_reply import THEIR_MOVE, BestReply
from dicedevil.wrapped.counted import TurnsCounted
from dicedevil.wrapped.in_a_row import InARow
from dicedevil.wrapped.same_rolls import SameRolls
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from dicedevil.wrapped.within import WithinTurns

GAMES = (
    "micro-yahtzee",
    "yahtzee:boxes=ones/sixes,dice=2d6+1d{6},rerolls=1",  # dice told apart
    "ten-times-18:slots=3,dice=2d12",
    "klappenspiel:tiles=5",
    "shut-the-box:tiles=5,score=remaining",  # low scores win
)
OWN = {
    "innermost": "the innermost game",
    "view": "a wrapped game is what is solved, whatever the objective",
    "roots": "the states of the game inside are others",
    "expand": "the same",
    "size": "as many states as the wrapper makes of them",
    "from_texts": "a class method of listed games",
    "from_values": "the same",
    "fingerprint": "of the whole game, wrapper included",
    "values": "parameters of listed games",
    "scored_in": "a wrapper's score is its own",
    "points_by_box": "the same: by the wrapper's own points",
    "highest_score": "the same: the rules inside do not tell what it comes to",
    "spec": "what a wrapper is called, tested for each below",
    "start": "tested by playing through",
    "start_for": "the same",
    "is_over": "the same",
    "rolls": "the same",
    "choices": "the same",
    "play": "the same",
    "progress": "the same",
    "to_move": "the same",
    "win_share": "the same",
    "ends_turn": "the same",
    "read_state": "the same",
    "write_state": "the same",
    "read_position": "the same",
    "players": "the same",
}
"""What a wrapper answers for itself."""


def wrappers() -> Iterator[type[Wrapped]]:
    waiting = [Wrapped]
    while waiting:
        for cls in waiting.pop().__subclasses__():
            if cls.__module__.startswith("dicedevil."):
                waiting.append(cls)
                yield cls


def wrapped(cls: type[Wrapped], game: Game) -> Wrapped:
    """Put a wrapper around a game, as the library does."""
    if cls is TurnsCounted:
        return TurnsCounted(game)
    if cls is WithinTurns:
        return WithinTurns(game, 4)
    if cls is InARow:
        return InARow(game, 3)
    if cls is SameRolls:
        return same_rolls(game, "random")
    match = TurnByTurn(game)
    if cls is BestReply:
        return best_reply(match, "random")
    return Told(match) if cls is Told else match


def public_names() -> list[str]:
    return [name for name in vars(Game) if not name.startswith("_")]


def test_every_wrapper_is_tested() -> None:
    assert set(wrappers()) == {
        TurnByTurn,
        BestReply,
        SameRolls,
        WithinTurns,
        InARow,
        Told,
        TurnsCounted,
    }


def test_every_method_of_a_game_is_passed_on_or_changed_on_purpose() -> None:
    passed_on = set(vars(Wrapped))
    for name in public_names():
        if name in OWN or name in ("name", "title", "parameters", "sources", "known_values", "prose"):
            continue
        if name in ("drawn_in", "carried_in") or name.endswith("_words"):
            continue  # pictures are of the game itself, and so is what carries it on
        assert name in passed_on, f"Wrapped should pass on {name}"


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("cls", sorted(wrappers(), key=lambda cls: cls.__name__))
def test_questions_go_to_the_game_inside(cls: type[Wrapped], spec: str) -> None:
    game = wrapped(cls, dd.game(spec))
    if cls is SameRolls and "tiles" in spec:
        pytest.skip("two boards may call for different dice")
    inside = game.game
    for name in ("lower_is_better", "score_is_win", "tells_dice_apart", "solved_in"):
        if name == "solved_in" and cls is InARow:
            continue  # it has a room of its own
        assert getattr(game, name) == getattr(inside, name), name
    assert game.innermost is dd.game(spec).innermost or game.innermost == dd.game(spec)
    for state in states(game, 60):
        if game.is_over(state):
            continue
        inner = game.inner(state)
        assert game.stage(state) == inside.stage(inner)
        if cls is not TurnByTurn:  # whose turns are both players'
            assert game.turns_played(state) == inside.turns_played(inner)
        assert game.is_in_turn(state) == inside.is_in_turn(inner)
        for roll in game.rolls(state):
            words_are_the_inner_ones(game, state, roll)


def states(game: Game, most: int) -> list[Any]:
    found, waiting = dict[Any, None](), [game.start()]
    while waiting and len(found) < most:
        state = waiting.pop(0)
        if state in found:
            continue
        found[state] = None
        if not game.is_over(state):
            for roll in game.rolls(state):
                waiting += [game.play(state, roll, one)[1] for one in game.choices(state, roll)[:2]]
    return list(found)


def words_are_the_inner_ones(game: Wrapped, state: Any, roll: Any) -> None:
    """Rolls and choices are written and read as inside, unless another player's move is meant."""
    choices = game.choices(state, roll)
    theirs = [choice for choice in choices if choice in (THEIR_MOVE, "their choice")]
    if theirs:
        assert list(choices) == theirs
        assert game.read_choice(state, roll, theirs[0]) == theirs[0]
        assert game.box(theirs[0]) is None
        if game.rolls(state) != game.game.rolls(game.inner(state)):
            return  # numbered outcomes
    written = game.write_roll(roll)
    assert written == game.game.write_roll(roll)
    assert game.read_roll(state, written) == roll
    game.require_roll(state, roll, written)
    with pytest.raises(PositionError):
        game.require_roll(state, (99,), "99")
    for choice in set(choices) - set(theirs):
        assert game.write_choice(choice) == game.game.write_choice(choice)
        assert game.read_choice(state, roll, game.write_choice(choice)) == choice
        assert game.box(choice) == game.game.box(choice)


def test_sound_rules_stay_sound_in_a_match() -> None:
    """Dice that are told apart were taken for rolls that are not sorted."""
    game = dd.game("yahtzee:boxes=ones/sixes,dice=2d6+1d{6},rerolls=1")
    assert dd.check_game(game)
    found = dd.check_game(TurnByTurn(game))
    assert found, str(found)


def test_a_best_reply_reads_rolls_as_the_game_does() -> None:
    """A total of 11 was read as two ones."""
    match = TurnByTurn(dd.game("ten-times-18:slots=3"))
    reply = best_reply(match, "random")
    assert reply.read_roll(reply.start(), "11") == (11,)
    solution = dd.solve(reply, WinMatch())
    assert solution.advise("", "11").best.choice.startswith("place")


def test_a_keep_is_read_in_any_order_in_a_match_too() -> None:
    game = dd.game("yahtzee:boxes=ones/sixes,rerolls=1")
    match = TurnByTurn(game)
    roll = (2, 3, 4, 6, 6)
    alone = game.read_choice(game.start(), roll, "keep 626")
    assert match.read_choice(match.start(), roll, "keep 626") == alone
    reply = best_reply(match, "random")
    assert reply.read_choice(reply.start(), roll, "keep 626") == alone


def test_strategies_of_a_wrapped_game_look_at_their_own_part() -> None:
    match = TurnByTurn(dd.game("micro-yahtzee"))
    own = match.strategies()["s.4"]
    game = dd.game("micro-yahtzee")
    assert own(match.start(), (3,)) == game.strategies()["s.4"](game.start(), (3,))
    assert match.own_strategy("nobody") is None
    assert TurnByTurn(dd.game("ten-times-18")).own_strategy("omniscient") is None


def test_wrapped_games_are_named() -> None:
    match = TurnByTurn(dd.game("micro-yahtzee"))
    assert str(match) == "micro-yahtzee"
    reply = best_reply(match, "random")
    assert str(reply) == "micro-yahtzee against random"
    assert str(BestReply(match, match_strategy(match, "random"), 0)) == "random plays micro-yahtzee"
    assert str(same_rolls(dd.game("micro-yahtzee"), "random")).endswith("against random, same rolls")
    assert str(WithinTurns(dd.game("micro-yahtzee"), 4)) == str(Told(match)) == "micro-yahtzee"


def test_nothing_of_a_game_is_forgotten() -> None:
    """The list above names only what a game has."""
    names = {name for name, _ in inspect.getmembers(Game)}
    assert set(OWN) <= names


@pytest.mark.parametrize("spec", ["ten-times-18:slots=3", "micro-yahtzee", "klappenspiel:tiles=4"])
@pytest.mark.parametrize("cls", sorted(wrappers(), key=lambda cls: cls.__name__))
def test_turns_in_all_are_those_that_end(cls: type[Wrapped], spec: str) -> None:
    """Whichever choices are made, the first or the last."""
    if cls is SameRolls and "tiles" in spec:
        return  # two boards may call for different dice
    game = wrapped(cls, dd.game(spec))
    told = game.turns_in_all()
    assert (told is None) == ("tiles" in spec or cls is SameRolls)
    for place in (0, -1):
        state, ended = game.start(), 0
        while not game.is_over(state):
            roll = list(game.rolls(state))[place]
            choice = game.choices(state, roll)[place]
            ended += game.ends_turn(state, roll, choice)
            _, state = game.play(state, roll, choice)
        assert told in (None, ended)
