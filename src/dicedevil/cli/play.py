"""`dicedevil play`."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from dicedevil.cli.group import parting
from dicedevil.cli.options import budget_options, data_option
from dicedevil.errors import UsageError, quoted

if TYPE_CHECKING:
    from dicedevil.coach.session import Session
    from dicedevil.coach.store import KeptGame, Store
    from dicedevil.rules import Game


@click.command("play")
@click.argument("game", metavar="[GAME]", required=False)
@click.option(
    "--against",
    "bots",
    default="",
    metavar="BOT,...",
    help="Who plays against you: beginner, casual, club, skill=2.5 (points given away in a game), "
    "greedy, optimal, emp-1, random, and the game's own strategies.",
)
@click.option(
    "--players",
    "people",
    default="me",
    show_default=True,
    metavar="NAME,...",
    help="Who sits at the keyboard, in the order of play; bots come after them.",
)
@click.option("--seed", type=int, metavar="K", help="The same seed, the same dice.")
@click.option("--resume", is_flag=True, help="Go on with the last game that was left.")
@click.option("--quick", is_flag=True, help="Roll at once after a turn; then nothing can be undone.")
@click.option(
    "--record",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the record to a file too, for 'dicedevil grade'.",
)
@data_option
@click.option("--no-keep", is_flag=True, help="Keep nothing of this game.")
@budget_options
def command(
    game: str | None,
    bots: str,
    people: str,
    seed: int | None,
    resume: bool,
    quick: bool,
    file: Path | None,
    folder: Path | None,
    no_keep: bool,
    **allowed: Any,
) -> None:
    """Play GAME here, alone, against bots, or with friends at one keyboard.

    Type what you want to do: the dice to keep (3456), a box (sixes), any choice in the words of the
    game (stop). '?' is a hint, and again '?' a better one; 'undo' takes a choice back before the next
    roll is seen; 'quit' keeps the game, and --resume goes on with it. At the end you see what was luck
    and what your choices gave away.

    \b
    Examples:
      dicedevil play yahtzee
      dicedevil play yahtzee --against club
      dicedevil play pig --against optimal --seed 7
      dicedevil play yatzy --players Ann,Bob --against random
      dicedevil play klappenspiel --record game.jsonl
      dicedevil play yahtzee --resume
      printf 'roll\\nstop\\nquit\\n' | dicedevil play pig
    """
    from dicedevil.cli.files import require_writable, write_text
    from dicedevil.cli.telling import note

    require_writable(file)
    if game is None and not resume:
        raise click.UsageError(
            "Name a game, as in: dicedevil play yahtzee. 'dicedevil games' lists them."
        )
    if resume and (no_keep or seed is not None):
        raise click.UsageError("--resume goes on with a game as it was kept, its seed too.")
    sitting = asked_for(game, names(people, "--players"), names(bots, "--against"), seed, resume)
    store = None if no_keep else opened(folder, needed=resume)
    with store or nullcontext():
        session = seated(sitting, resume, store, allowed)
        go_on = f"Go on with: dicedevil play {sitting.named or session.record.game} --resume"
        parting[:] = [f"The game is kept. {go_on}"] if session.is_kept else []
        is_over = played(session, quick, allowed)
        if is_over:
            from dicedevil.cli.after_game import tell_end

            tell_end(session, allowed)
        elif session.leave():
            note(f"Kept. {go_on}")
        if file is not None:
            write_text(file, session.record.to_line() + "\n")
            note(f"The record is in {quoted(str(file))}.")


class Sitting(NamedTuple):
    """What was asked for: a game as it was named, who plays, and where the dice come from."""

    named: str | None
    rules: Game | None
    people: list[str]
    bots: list[str]
    seed: int | None


def asked_for(
    named: str | None, people: list[str], bots: list[str], seed: int | None, resume: bool
) -> Sitting:
    """Read the game, and refuse what cannot be before anything is opened or worked out."""
    from dicedevil.coach.session import table_for
    from dicedevil.games import game as game_named

    rules = None if named is None else game_named(named)
    if rules is not None and not resume:
        table_for(rules, people, bots, seed)
    return Sitting(named, rules, people, bots, seed)


def names(text: str, option: str) -> list[str]:
    """Read names with commas between."""
    found = [name.strip() for name in text.split(",")] if text.strip() else []
    if not all(found):
        raise click.UsageError(
            f"{option} takes names with commas between, as in Ann,Bob; one is empty."
        )
    return found


def opened(folder: Path | None, needed: bool) -> Store | None:
    """Open the database; where that cannot be, say so and play without."""
    from dicedevil.cli.telling import note
    from dicedevil.coach.store import Store, StoreError

    try:
        return Store(folder)
    except StoreError as error:
        if needed:
            raise
        note(f"{error} This game is not kept.")
        return None


def seated(sitting: Sitting, resume: bool, store: Store | None, allowed: dict[str, Any]) -> Session:
    """Begin a game, or go on with one that was left."""
    from dicedevil.cli.telling import Waiting
    from dicedevil.coach.replay import recorded_name
    from dicedevil.coach.session import Session

    named, rules, people, bots, seed = sitting
    name = None if rules is None else recorded_name(rules, named or "")
    kept = None if store is None else left(store, name, sitting, resume)
    with Waiting("getting ready") as waiting:
        budget = waiting.budget(**allowed)
        if kept is not None and store is not None:
            return Session.resume(kept, rules or recorded_game(kept), store, budget)
        if rules is None:
            raise UsageError("No game was left: begin one, as in dicedevil play yahtzee.")
        return Session.begin(
            rules, people, bots, named=named or "", seed=seed, store=store, budget=budget
        )


def left(store: Store, name: str | None, sitting: Sitting, resume: bool) -> KeptGame | None:
    """Return the game to go on with: the last one left if that was asked for, or agreed to."""
    found = store.under_way(name)
    if resume:
        if not found:
            of_what = f" of {name}" if name else ""
            raise UsageError(f"No game{of_what} was left: leave out --resume to begin one.")
        return found[0]
    players = (*sitting.people, *sitting.bots)
    found = [one for one in found if one.record.players == players and one.record.moves]
    if not found or sitting.seed is not None:
        return None
    moves = len(found[0].record.moves)
    count = f"after {moves} move{'' if moves == 1 else 's'}"
    if not sys.stdin.isatty():
        click.echo(f"A game that was left {count} is kept: --resume goes on with it.")
        return None
    if click.confirm(f"You left this game {count}. Go on with it?", default=True):
        return found[0]
    store.finish(found[0].number, None)
    return None


def recorded_game(kept: KeptGame) -> Game:
    """Return the game of a record: nobody has named it, so it must be one of ours."""
    from dicedevil.coach.records import RecordError
    from dicedevil.coach.replay import recorded_game

    try:
        return recorded_game(kept.record.game)
    except RecordError:
        raise UsageError(
            f"The game that was left is {quoted(kept.record.game)}: name its rules, as in dicedevil "
            f"play {kept.record.game} --resume."
        ) from None


def played(session: Session, quick: bool, allowed: dict[str, Any]) -> bool:
    """Say who plays what, and play; return whether the game came to its end."""
    from dicedevil.cli.at_table import AtTable, say
    from dicedevil.naming import shown

    getattr(sys.stdin, "reconfigure", lambda **_: None)(
        errors="replace"
    )  # what is no text is no choice
    game = session.table.game
    who = " against ".join(shown(name) for name in session.players)
    say(f"{game.title or game}: {who}. Seed {session.seed}: the same seed, the same dice.")
    say("Say what you want to do; ? is a hint. Also: undo, board, choices, help, quit.")
    return AtTable(session, quick, allowed).play()
