"""`check_game`: finds mistakes in a game's rules and says them in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, RulesError, TooLarge, error_words, quoted
from dicedevil.expansion import Expansion
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.soundness import (
    RulesFailed,
    is_strangers,
    require_outcome,
    require_rolls,
    unlooked_rolls,
)

MOST_PROBLEMS = 20
LOWERED = "lowered"
FEWER = "Fewer states are quicker: --states 200."
ROLLS_AT_ONCE = 1_000
"""So many rolls of a state are looked at between two looks at the clock."""
DEEPEST = 20_000
"""An end is looked for through so many states, first choices first."""


@dataclass(frozen=True)
class Check:
    """What `check_game` found."""

    game: str
    states: int
    problems: tuple[str, ...]
    speed: str = ""
    """Of somebody's own game: `lowered` if compiled code can lay it out, or why it cannot."""
    is_large: bool = False
    """Whether there are more states than were looked at."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def __bool__(self) -> bool:
        """True if nothing is wrong."""
        return self.ok

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `check --json` prints it."""
        return {
            "game": self.game,
            "ok": self.ok,
            "states": self.states,
            "problems": list(self.problems),
            "speed": self.speed,
        }

    def __str__(self) -> str:
        """One problem a line."""
        found = "\n".join(f"- {problem}" for problem in self.problems)
        problems = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        slow = self.is_large and self.speed not in ("", LOWERED)
        return (
            f"{self.game}: {self.states:,} states looked at, "
            + (f"{problems}\n{found}" if found else "no problem found")
            + (f"\nIts functions are asked one by one, not compiled: {self.speed}." if slow else "")
        )


def check_game(game: Game, most_states: int = 2_000, *, budget: Budget = USUAL) -> Check:
    """Look at states from the start on and return every kind of mistake found, once each."""
    problems: dict[str, str] = {}
    start, problem = _asked(game.start, "start()")
    if problem:
        return Check(str(game), 0, (problem,))
    seen: dict[State, list[State]] = {}
    waiting: deque[State] = deque([start])
    watch = budget.watch(
        f"Checking up to {most_states:,} states of {game}", "checking", most_states, FEWER
    )
    while waiting and len(seen) < most_states and len(problems) < MOST_PROBLEMS:
        state = waiting.popleft()
        try:
            if state in seen:
                continue
        except TypeError:
            problems["hash"] = (
                f"The state {quoted(state)} cannot be a key: use int, tuple or NamedTuple."
            )
            break
        seen[state] = []
        try:
            for kind, trouble in _state_problems(game, state, seen[state], watch):
                problems.setdefault(kind, trouble)
        except TooLarge:
            raise
        except (Exception, SystemExit) as error:  # somebody's rules may do anything
            failure = f"The rules failed at {quoted(state)}: {_what(error)}"
            problems.setdefault("failure", failure)
        waiting.extend(seen[state])
        watch.look(len(seen))
    if not problems:
        problems.update(_expansion_problems(game, list(seen)))
    if not waiting and not problems:
        problems.update(_dead_ends(game, seen))
    elif not problems and not any(map(game.is_over, seen)):
        try:
            problems.update(_no_way_out(game, start, watch))
        except TooLarge:
            raise
        except (Exception, SystemExit) as error:
            problems["failure"] = f"The rules failed further on: {_what(error)}"
    speed = ""
    if not problems and is_strangers(game) and type(game).expand is Game.expand:
        from dicedevil.solvers.plain.lowered.speeding import checked

        # A game that is small enough to be seen whole is never laid out by compiled code.
        why_not, differs = checked(game, list(seen) if waiting else [], budget)
        speed = why_not or LOWERED
        problems.update({"lowered": differs} if differs else {})
    return Check(str(game), len(seen), tuple(problems.values()), speed, bool(waiting))


def _asked(question: Callable[[], Any], name: str) -> tuple[Any, str]:
    """Ask a rule; a failure becomes a sentence."""
    try:
        return question(), ""
    except (Exception, SystemExit) as error:
        ours = isinstance(error, RulesError) and not isinstance(error, RulesFailed)
        return None, str(error) if ours else f"{name} failed: {_what(error)}"


def _what(error: BaseException) -> str:
    """Say what went wrong in rules, and where if they told."""
    if isinstance(error, RulesFailed):
        return f"{error.what} (in {error.place})"
    return str(error) if isinstance(error, DiceDevilError) else error_words(error)


def _outcome(game: Game, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
    outcome = game.play(state, roll, choice)
    require_outcome(game, state, outcome)
    return outcome


def _state_problems(
    game: Game, state: State, after: list[State], watch: Watch
) -> Iterator[tuple[str, str]]:
    """Yield (kind, sentence) for each mistake at a state, and note the states it leads to."""
    where = f"at {quoted(state)}"
    over, problem = _asked(lambda: game.is_over(state), f"is_over {where}")
    if problem:
        yield "is_over", problem
        return
    yield from _word_problems(game, state)
    if game.to_move(state) not in range(game.players):
        yield "to_move", f"to_move {where} is {quoted(game.to_move(state))}, not a player's number."
    if over:
        return
    rolls, problem = _asked(partial(unlooked_rolls, game, state), f"rolls {where}")
    problem = problem or _asked(partial(require_rolls, game, state, rolls), "rolls")[1]
    if problem:
        yield "rolls", problem
    if not isinstance(rolls, Mapping):
        return
    for number, roll in enumerate(rolls, 1):
        if number % ROLLS_AT_ONCE == 0:
            watch.keep_to_time()
        if not isinstance(roll, tuple) or not (game.tells_dice_apart or list(roll) == sorted(roll)):
            yield "roll", f"The roll {quoted(roll)} {where} is not a sorted tuple of faces."
        yield from _choice_problems(game, state, roll, after)


def _choice_problems(
    game: Game, state: State, roll: Any, after: list[State]
) -> Iterator[tuple[str, str]]:
    where = f"at {quoted(state)} with roll {quoted(roll)}"
    choices, problem = _asked(lambda: list(game.choices(state, roll)), f"choices {where}")
    if problem:
        yield "choices", problem
        return
    if not choices:
        yield "no choice", f"There is no choice {where}: give at least one, if only to pass."
    words = [game.write_choice(choice) for choice in choices]
    if len(set(words)) < len(words):
        yield "words", f"Two choices {where} are written alike: {words}."
    for choice, written in zip(choices, words, strict=True):
        result, problem = _asked(
            partial(_outcome, game, state, roll, choice), f"play {quoted(choice)} {where}"
        )
        if problem:
            yield "play", problem
            continue
        if game.play(state, roll, choice) != result:
            yield (
                "pure",
                f"play {quoted(choice)} {where} gave two different answers: rules must be pure.",
            )
        following = result[1]
        after.append(following)
        if game.progress(following) < game.progress(state):
            yield (
                "progress",
                f"Progress falls from {game.progress(state)} {where} to "
                f"{game.progress(following)} at {quoted(following)} by {quoted(written)}.",
            )
        if len(set(words)) == len(words) and game.read_choice(state, roll, written) != choice:
            yield "read_choice", f"The choice {quoted(written)} {where} does not read back."


def _word_problems(game: Game, state: State) -> Iterator[tuple[str, str]]:
    written, problem = _asked(lambda: game.write_state(state), f"write_state at {quoted(state)}")
    if problem:
        yield "write_state", problem
        return
    try:
        position: Position = game.read_state(written)
    except DiceDevilError as error:
        yield (
            "read_state",
            f"The state {quoted(state)} is written {quoted(written)}, which does not read: {error}",
        )
        return
    if position.state != state:
        yield (
            "read_state",
            f"The state {quoted(state)} is written {quoted(written)}, which reads as "
            f"{quoted(position.state)}.",
        )


def _dead_ends(game: Game, leads_to: dict[State, list[State]]) -> Iterator[tuple[str, str]]:
    """Yield a problem if some state can never reach the end."""
    ends = {state for state in leads_to if game.is_over(state)}
    grown = True
    while grown:
        before = len(ends)
        ends |= {state for state, after in leads_to.items() if not ends.isdisjoint(after)}
        grown = len(ends) > before
    stuck = [state for state in leads_to if state not in ends]
    if stuck:
        yield "endless", f"From {quoted(stuck[0])} the game can never end."


def _no_way_out(game: Game, start: State, watch: Watch) -> Iterator[tuple[str, str]]:
    """Yield a problem if no end is found, by playing on with the first choices that lead on."""
    seen, path = {start}, [_following(game, start)]
    while path and len(seen) < DEEPEST:
        state = next(path[-1], None)
        if state is None:
            path.pop()
        elif state not in seen:
            if game.is_over(state):
                return
            seen.add(state)
            path.append(_following(game, state))
            watch.keep_to_time()
    if path:
        yield "endless", f"No end is found in {DEEPEST:,} states played through: can the game end?"
    else:
        yield "endless", f"From {quoted(start)} the game can never end."


def _following(game: Game, state: State) -> Iterator[State]:
    """Yield the states that follow, roll by roll and choice by choice."""
    for roll in game.rolls(state):
        for choice in game.choices(state, roll):
            yield game.play(state, roll, choice)[1]


def _expansion_problems(game: Game, states: list[State]) -> Iterator[tuple[str, str]]:
    """Yield a problem if `expand` tells something else than the plain functions."""
    if type(game).expand is Game.expand:
        return
    import numpy as np

    for state in states:
        told, problem = _asked(
            partial(game.expand, np.array([state], np.int64)), f"expand at {quoted(state)}"
        )
        if problem:
            yield "expand", problem
            return
        if told is None:
            return
        plain = _plain_expansion(game, state)
        found = Expansion(*(np.asarray(part).tolist() for part in told))
        for name, ours, theirs in zip(Expansion._fields, plain, found, strict=True):
            if ours != theirs:
                yield (
                    "expand",
                    f"expand at {quoted(state)} gives {name} {theirs}; the rules give {ours}.",
                )
                return


def _plain_expansion(game: Game, state: State) -> Expansion:
    """Return what `expand` should tell of one state."""
    rolls = {} if game.is_over(state) else game.rolls(state)
    choices = {roll: game.choices(state, roll) for roll in rolls}
    played = [game.play(state, roll, choice) for roll in rolls for choice in choices[roll]]
    return Expansion(
        [len(rolls)],
        list(rolls.values()),
        [len(made) for made in choices.values()],
        [points for points, _ in played],
        [list(after) for _, after in played],
    )
