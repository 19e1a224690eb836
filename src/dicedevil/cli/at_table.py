"""A game at the terminal, line by line: what is on the table, what was typed, what comes of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
from rich.cells import cell_len

from dicedevil.cli.drawing import WIDTH, drawn_dice, drawn_table, in_columns, wrapped
from dicedevil.cli.telling import Waiting, note
from dicedevil.coach.boards import have_pips
from dicedevil.coach.hints import BEST, FEW, Hint
from dicedevil.coach.reading import understood
from dicedevil.errors import DiceDevilError
from dicedevil.naming import shown

if TYPE_CHECKING:
    from dicedevil.coach.replay import PlayedMove
    from dicedevil.coach.session import Session

LEAVE = ("quit", "q", "exit")
HINT = ("?", "hint")
UNDO = ("undo", "u")
FEW_CHOICES = 4
"""So many choices are named whenever somebody is asked."""
LONG_QUESTION = 64
"""A longer one has a line of its own, so that there is room to type."""
PARTS = 6
"""Of a difference, that are told: the largest."""
HELP = """\
Type what you want to do, in any of these ways:
  the dice to keep, in any order      3456
  the same by their places            bcde
  a box, or how it begins             sixes, fh, large
  the words of the game               score chance, stop, flip 4+6
  the number of a choice              #3   ('choices' lists them)
? is a hint: the best few, again ? the best, once more all of them and why.
undo takes your choice back, as long as no new dice were seen.
board shows the table again. quit ends, and keeps the game for --resume."""


class Left(Exception):
    """Somebody has left the table."""


class AtTable:
    """A session, played by people at this terminal."""

    def __init__(self, session: Session, quick: bool, allowed: dict[str, Any]) -> None:
        self.session, self.quick, self.allowed = session, quick, allowed
        self.is_terminal = sys.stdin.isatty()
        self.early: list[str] = []  # lines of a script that answer the roll to come
        self.told_roll = -1  # the number of the move whose dice were shown
        self.told_board = False
        self.trouble = ""

    def play(self) -> bool:
        """Play until the game is over; return False if somebody leaves before."""
        session, rolling = self.session, True
        try:
            while not session.is_over:
                self._tell_trouble()
                if not rolling and session.can_undo and session.begins_turn and not self.quick:
                    rolling = self._paused()
                    continue
                rolling = False
                if session.bot is not None:
                    self._bots_turn()
                else:
                    self._persons_roll()
        except Left:
            return False
        finally:
            self._tell_trouble()
        return True

    def _tell_trouble(self) -> None:
        if self.session.trouble != self.trouble:
            self.trouble = self.session.trouble
            note(f"{self.trouble} The game goes on, but it is not kept.")

    @property
    def name(self) -> str:
        """Whoever is to move."""
        return shown(self.session.players[self.session.mover])

    # -- turns -----------------------------------------------------------------------------------

    def _paused(self) -> bool:
        """Wait before a turn: until its dice are seen, a choice can be taken back. True: roll."""
        session = self.session
        what = "rolls" if len(session.players) == 1 else f"rolls for {self.name}"
        last = session.steps[-1]
        word = last.table.rules.write_choice(last.choice)
        text = self._typed(f"Enter {what}, undo takes back '{word}'> ")
        if not text:
            return True
        if text.lower() in UNDO:
            session.undo()
            self.told_roll = -1
            say(f"'{word}' is taken back.")
        elif not self._obeyed(text):
            if not self.is_terminal:
                self.early.append(text)
                return True
            say(f"The dice come first: Enter {what}.")
        return False

    def _bots_turn(self) -> None:
        """Have a bot play its turn, and tell it in a line."""
        session, seat, name = self.session, self.session.mover, self.name
        told: list[str] = []
        while not session.is_over and session.mover == seat and not (told and session.begins_turn):
            session.throw()
            with Waiting("thinking"):
                told.append(_words(session.let_bot_choose()))
        say(f"{name}: {', '.join(told)}.", "  ")

    def _persons_roll(self) -> None:
        """Throw the dice for a person, and ask once what to do with them."""
        session = self.session
        if not self.told_board or (session.roll is None and session.begins_turn):
            click.echo()
            self._tell_board()  # also of a game that is gone on with in the middle of a turn
            self.told_board = True
        session.throw()
        if self.told_roll != len(session.steps):
            self._tell_roll()
        if session.is_forced:
            say(f"Nothing to choose: {session.choices()[0]}.")
            self._tell_points(session.make_forced())
            return
        text = self._typed(self._question())
        if not self._is_choice(text) and self._obeyed(text):
            return
        try:
            self._tell_points(session.choose(text))
        except DiceDevilError as error:
            say(str(error) if text else "Say what you want to do; 'help' tells how.")

    def _tell_points(self, step: PlayedMove) -> None:
        """Say what filling a box has brought."""
        rules = step.table.rules
        if rules.box(step.choice) is not None:
            points = rules.play(step.table.position.state, step.roll, step.choice)[0]
            say(f"{rules.write_choice(step.choice)}: {points} point{'' if points == 1 else 's'}.")

    def _is_choice(self, text: str) -> bool:
        """Tell whether a text is a choice in the game's own words, before it is a word of ours."""
        return text in self.session.choices()

    def _obeyed(self, text: str) -> bool:
        """Do what a word of the table asks for; return whether it is one."""
        word = text.lower()
        if word in LEAVE:
            raise Left
        if word in HINT:
            self._hint()
        elif word in UNDO:
            say("Nothing can be taken back: a choice can be, until the next dice are seen.")
        elif word in ("help", "h"):
            click.echo(HELP)
            say(f"The rules: dicedevil show {self.session.record.game}")
        elif word == "board":
            self._tell_board()
        elif word == "choices":
            self._tell_choices()
        else:
            return False
        return True

    def _typed(self, prompt: str) -> str:
        """Ask for a line; the end of all lines is to leave."""
        if cell_len(prompt) > LONG_QUESTION:
            say(prompt.rstrip())
            prompt = "> "
        if self.early:
            click.echo(f"{prompt}{_short(self.early[0], prompt)}")
            return self.early.pop(0)
        try:
            text = input(prompt)
        except EOFError:
            click.echo()
            raise Left from None
        if not self.is_terminal:
            click.echo(_short(text, prompt))  # so that it can be read what was answered
        return " ".join(text.split())

    # -- telling ---------------------------------------------------------------------------------

    def _tell_board(self) -> None:
        session = self.session
        for line in drawn_table(session.table, session.players, session.mover):
            click.echo(line)

    def _tell_roll(self) -> None:
        """Show the dice, and what they would score now where there are boxes to fill."""
        session, table = self.session, self.session.table
        self.told_roll = len(session.steps)
        rules, position, roll = table.rules, table.position, session.throw()
        facts = rules.facts(position, table.written)
        if facts:
            say(f"{', '.join(facts)}:")
        for line in drawn_dice(roll, have_pips(rules.rolls(position.state), roll)):
            click.echo(line)
        boxes: dict[str, int] = {}
        for choice in rules.choices(position.state, roll):
            box = rules.box(choice)
            if box is not None and not box.isdigit():
                boxes[box] = rules.play(position.state, roll, choice)[0]
        scores = sorted((-points, box) for box, points in boxes.items() if points)
        if len(scores) > 1:
            say(f"Now: {', '.join(f'{box} {-points}' for points, box in scores)}.", "  ")
        if len(self._kinds()) > FEW_CHOICES:
            self._tell_choices()

    def _question(self) -> str:
        """Ask what to do, with examples from what can be done."""
        words = self.session.choices()
        who = f"{self.name}, " if len(self.session.players) > 1 else ""
        if len(words) <= FEW_CHOICES:
            return f"{who}{' or '.join(words)}? "
        kinds = self._kinds()
        if len(kinds) > FEW_CHOICES:
            return f"{who}which one, by its words or its number? "
        middle = (sorted(kind, key=len)[len(kind) // 2] for kind in kinds.values())
        examples = [self._short(word) for word in middle]
        return f"{who}{' or '.join(kinds)} (such as {', '.join(examples)})? "

    def _kinds(self) -> dict[str, list[str]]:
        """Return the choices by what they begin with: to keep, to score."""
        kinds: dict[str, list[str]] = {}
        for word in self.session.choices():
            kinds.setdefault(word.rpartition(" ")[0] or word, []).append(word)
        return kinds

    def _short(self, word: str) -> str:
        """Return a choice as short as it is understood."""
        table, short = self.session.table, word.rpartition(" ")[2]
        roll = self.session.throw()
        try:
            found = understood(table.rules, table.position.state, roll, short)
        except DiceDevilError:
            return word
        return short if table.rules.write_choice(found) == word else word

    def _tell_choices(self) -> None:
        if self.session.roll is not None:
            words = [f"#{number} {word}" for number, word in enumerate(self.session.choices(), 1)]
            for line in in_columns(words):
                click.echo(line)

    def _hint(self) -> None:
        """Tell the next rung of the ladder."""
        session = self.session
        if session.roll is None:
            say("Hints are for dice that lie on the table.")
            return
        try:
            with Waiting("working it out") as waiting:
                session.budget = waiting.budget(**self.allowed)
                hint = session.hint()
        except DiceDevilError as error:
            say(f"There is no hint: {error}")
            return
        for line in hint_words(hint):
            click.echo(line)


def _short(text: str, prompt: str) -> str:
    """Return what was typed, as far as it fits behind the question."""
    return shown(text, WIDTH - 2 - cell_len(prompt)) if text.strip() else ""


def say(text: str, indent: str = "") -> None:
    """Print a text, broken into lines."""
    for line in wrapped(text, indent):
        click.echo(line)


def _words(step: PlayedMove) -> str:
    """Return a move in words: the roll, where there was one, and the choice."""
    rules = step.table.rules
    return f"{rules.write_roll(step.roll)} {rules.write_choice(step.choice)}".strip()


# -- hints -----------------------------------------------------------------------------------------


def hint_words(hint: Hint) -> list[str]:
    """Say what a rung tells, and what the next one would."""
    if hint.rung == FEW:
        more = " Another ? says which" + ("." if hint.good else " is better.") if hint.at_stake else ""
        return wrapped(f"{hint.sentence}{more}")
    if hint.rung == BEST:
        return wrapped(f"{hint.sentence} Another ? says why.")
    return [*why_words(hint), *in_columns(_losses(hint))]


def why_words(hint: Hint) -> list[str]:
    """Say in a sentence why the best is the best, and what the difference is made of."""
    if hint.why is None:
        return []
    lines = wrapped(hint.sentence)
    largest = sorted(hint.why.parts, key=lambda part: -abs(part.difference))[:PARTS]
    for part in largest:
        if part.difference:
            sign = "+" if part.difference > 0 else "-"
            lines += wrapped(f"  {part.what}: {sign}{hint.amount(abs(part.difference))}", "    ")
    return lines


def _losses(hint: Hint) -> list[str]:
    """Return every choice with what it gives away, those that come to the same once."""
    options = [group[0] for group in hint.advice.distinct]
    width = max(len(one.choice) for one in options)
    losses = ["best", *("-" + hint.amount(one.loss, short=True) for one in options[1:])]
    return [f"{one.choice.ljust(width)} {loss:>8}" for one, loss in zip(options, losses, strict=True)]
