"""Several small games one after the other, one total: the events of a decathlon.

Each event is a game of its own, of one of the families whose positions are small. The state is the
number of the event and the state in it. Points of earlier events change nothing, so best play of all
events is best play of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, RulesError, quoted
from dicedevil.families.heights import HeightsGame, try_words
from dicedevil.families.set_aside import SetAsideGame
from dicedevil.families.set_aside.words import aside_words
from dicedevil.families.sets import SetsGame
from dicedevil.furniture import TOTALS, Edit, Piece, Spot, Uses, spelled
from dicedevil.naming import meant
from dicedevil.rules import Choice, Game, Position, State, read_whole_number

Event = SetAsideGame | SetsGame | HeightsGame
MOST_EVENTS = 100
KEYS = ("event", "earlier")

_WITHIN = (
    "earlier",
    "attempt",
    "best",
    "run-up",
    "turn",
    "needs",
    "dice",
    "next",
    "set",
    "rerolls",
    "height",
    "tries",
    "points",
)
"""What positions within events say: none of it holds in another one."""
_DEEP = 1 << 20
"""More steps than an event has."""


class EventState(NamedTuple):
    """The number of the event, from 0, and the state in it."""

    event: int
    state: State


@dataclass(frozen=True)
class EventsGame(Game):
    """Events one after the other; the points of all of them count."""

    events: tuple[tuple[str, Event], ...]

    def __post_init__(self) -> None:
        """Refuse no events, too many, and those of which some count low and some high."""
        if not 1 <= len(self.events) <= MOST_EVENTS:
            raise RulesError(f"There are 1 to {MOST_EVENTS} events, not {len(self.events)}.")
        if len({event.lower_is_better for _, event in self.events}) > 1:
            raise RulesError("In some events low wins and in others high: they have no total.")

    @property
    def lower_is_better(self) -> bool:
        """As in each event."""
        return self.events[0][1].lower_is_better

    @cached_property
    def over(self) -> EventState:
        """The state after the last event."""
        return EventState(len(self.events), ())

    def inner(self, state: EventState) -> Event:
        """Return the event that is on."""
        if not 0 <= state.event < len(self.events):
            raise PositionError(f"There is no event {state.event + 1}: there are {len(self.events)}.")
        return self.events[state.event][1]

    def start(self) -> EventState:
        """The first event."""
        return EventState(0, self.events[0][1].start())

    def is_over(self, state: EventState) -> bool:
        """All events are behind."""
        return state.event == len(self.events)

    def rolls(self, state: EventState) -> Mapping[Roll, int]:
        """As in the event."""
        return self.inner(state).rolls(state.state)

    def choices(self, state: EventState, roll: Roll) -> Sequence[Choice]:
        """As in the event."""
        return self.inner(state).choices(state.state, roll)

    def play(self, state: EventState, roll: Roll, choice: Choice) -> tuple[int, EventState]:
        """As in the event; after it the next one begins."""
        number, inside = state
        event: Game = self.events[number][1]
        points, after = event.play(inside, roll, choice)
        return points, EventState(number, after) if not event.is_over(after) else self._begun(
            number + 1
        )

    def _begun(self, number: int) -> EventState:
        return (
            EventState(number, self.events[number][1].start())
            if number < len(self.events)
            else self.over
        )

    def progress(self, state: EventState) -> int:
        """The events behind, and how far the present one has come."""
        within = 0 if self.is_over(state) else self.inner(state).progress(state.state)
        return state.event * _DEEP + within

    def size(self) -> tuple[int, int]:
        """All events together: the end of each is the start of the next."""
        sizes = [event.size() for _, event in self.events]
        return 1 + sum(states - 1 for states, _ in sizes), sum(choices for _, choices in sizes)

    def ends_turn(self, state: EventState, roll: Roll, choice: Choice) -> bool:
        """As in the event."""
        return self.inner(state).ends_turn(state.state, roll, choice)

    def is_in_turn(self, state: EventState) -> bool:
        """As in the event."""
        return not self.is_over(state) and self.inner(state).is_in_turn(state.state)

    def stuck(self, state: EventState, roll: Roll) -> str:
        """As in the event."""
        return self.inner(state).stuck(state.state, roll)

    def points_by_box(self, state: EventState, roll: Roll, choice: Choice) -> Mapping[str, int]:
        """Points go to the event that is on."""
        points = self.play(state, roll, choice)[0]
        return {self.events[state.event][0]: points} if points else {}

    def stage(self, state: EventState) -> int:
        """Events behind."""
        return state.event

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "events behind"

    # -- words -----------------------------------------------------------------------------------

    def write_choice(self, choice: Choice) -> str:
        """As in the events: dice are set aside, a number is that of the dice to try with."""
        return try_words(choice) if isinstance(choice, (str, int)) else aside_words(choice)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Which event it is, beside what it tells."""
        state: EventState = position.state
        if self.is_over(state):
            return (f"{position.points:,} points",)
        inside = Position(position.points, state.state)
        return (self._told(state.event), *self.inner(state).facts(inside))

    def _told(self, number: int) -> str:
        name = spelled(self.events[number][0])
        return f"{name} ({number + 1} of {len(self.events)})" if len(self.events) > 1 else name

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """The event that is on, and what lies there."""
        state: EventState = position.state
        points = Spot("points", "All points", f"{position.points:,}", position.points)
        if self.is_over(state):
            return (Piece(TOTALS, ((points,),)),)
        names = [name for name, _ in self.events]
        edit = Edit("event", names, drops=_WITHIN) if len(names) > 1 else None
        which = Spot("event", "Event", names[state.event], state.event, edit=edit)
        inside = self.inner(state).furniture(Position(position.points, state.state), "", seat)
        return (*inside, Piece(TOTALS, ((which, points),)))

    def uses(self, state: EventState, roll: Roll, choice: Choice) -> Uses:
        """As in the event."""
        return self.inner(state).uses(state.state, roll, choice)

    def lying(self, state: EventState) -> Sequence[int | None]:
        """As in the event."""
        return self.inner(state).lying(state.state)

    def write_state(self, state: EventState) -> str:
        """`event=javelin,attempt=2,best=12,dice=6`; `event=over` is the end."""
        if self.is_over(state):
            return "event=over"
        name, event = self.events[state.event]
        inside = event.write_state(state.state) if state.state != event.start() else ""
        return f"event={name},{inside}" if inside else f"event={name}"

    def read_state(self, text: str) -> Position:
        """Read `event=javelin,earlier=150` and a state of that event; the first one unless said."""
        number, earlier, rest = self._apart(text)
        if number == len(self.events):
            return Position(earlier, self.over)
        points, state = self.events[number][1].read_state(rest)
        event = self.events[number][1]
        after = self._begun(number + 1) if event.is_over(state) else EventState(number, state)
        return Position(earlier + points, after)

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll together, as the event does."""
        number, earlier, rest = self._apart(state_text)
        if number == len(self.events):
            raise PositionError(f"The game is over at {quoted(state_text)}: nothing is left to choose.")
        (points, state), roll = self.events[number][1].read_position(rest, roll_text)
        return Position(earlier + points, EventState(number, state)), roll

    def read_roll(self, state: EventState, text: str) -> Roll:
        """As in the event."""
        return self.inner(state).read_roll(state.state, text)

    def _apart(self, text: str) -> tuple[int, int, str]:
        """Return the number of the event, the points of earlier ones, and what is said of its state."""
        said: dict[str, str] = {}
        others = []
        for item in (one.strip() for one in text.split(",") if one.strip()):
            key, _, value = (part.strip() for part in item.partition("="))
            if key not in KEYS:
                others.append(item)
            elif key in said:
                raise PositionError(f"{quoted(text)} says twice what {quoted(key)} is.")
            else:
                said[key] = value
        earlier = read_whole_number(said.get("earlier", "0"), "earlier")
        number = self._number(said["event"]) if "event" in said else 0
        return number, earlier, ",".join(others)

    def _number(self, name: str) -> int:
        names: list[Any] = [*(name for name, _ in self.events), "over"]
        found = [name] if name in names else meant(name, names)
        if len(found) != 1:
            raise PositionError(f"event is one of {', '.join(names)}, not {quoted(name)}.")
        return names.index(found[0])
