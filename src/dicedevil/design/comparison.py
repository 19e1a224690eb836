"""Variants of games side by side, as rows for people: what a command prints and a notebook shows.

~   in front of a figure: games were simulated, and a note says how many
-   a game does not have it, or it is too large: a note says why
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from dicedevil.ask.evaluate import Distribution
from dicedevil.ask.measures import Figure
from dicedevil.design.ladder import Result
from dicedevil.design.variant import NEAR, Variant
from dicedevil.notebook import html_table

NONE = "-"
BLOCKS = " ▁▂▃▄▅▆▇█"
SHAPE = 10
"""How many blocks a small picture of a law has."""
ENDS = 0.005
"""The share of all games at either end that it leaves out."""
WIDE = 80
"""Wider tables name their columns by letters."""
KEYS = {
    "mean": "best play",
    "optimal": "law of best play",
    "first_player": "first player",
    "ties": "ties",
    "length": "length",
    "decisions": "decisions",
}
"""What notes are about, in words; others are about the play of a strategy."""

Row = tuple[str, list[str]]


@dataclass(frozen=True)
class Comparison:
    """Variants, side by side."""

    variants: tuple[Variant, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `compare --json` prints it."""
        return {
            "variants": [one.to_dict() for one in self.variants],
            "matters": self.variants[0].matters,
            "near": NEAR,
        }

    # -- rows ------------------------------------------------------------------------------------

    def rows(self, shapes: bool = True) -> list[Row]:
        """Return what is told of each: a label, and a cell a variant; what nobody has is left out."""
        has_scores = any(one.players == 1 for one in self.variants)
        found = [
            *(self._score_rows(shapes) if has_scores else ()),
            *self._skill_rows(),
            self._row("first player wins", lambda one: _chance(one, "first_player")),
            self._row("ties", lambda one: _chance(one, "ties")),
            self._row(
                "turns a game", lambda one: NONE if one.length is None else f"{one.length.value:.4g}"
            ),
            self._row(f"decisions a {self._made_in}", lambda one: _counted(one, _decisions(one))),
            self._row("  that matter", lambda one: _counted(one, one.decisions)),
            self._row("  near ties", lambda one: _counted(one, one.near_ties)),
            self._row(
                "closest call loses",
                lambda one: one.amount(None if one.closest is None else one.closest.loss),
            ),
        ]
        return [(label, cells) for label, cells in found if set(cells) != {NONE}]

    def _score_rows(self, shapes: bool) -> Iterator[Row]:
        yield self._row("mean", lambda one: one.amount(one.mean))
        yield self._row("sd", lambda one: _about(one.skill.optimal, one.amount(one.sd)))
        for share, label in ((0.05, "5% quantile"), (0.5, "median"), (0.95, "95% quantile")):
            yield self._row(label, lambda one, share=share: _quantile(one, share))  # type: ignore[misc]
        if shapes:
            yield "shape", [self._shape(one) for one in self.variants]

    def _skill_rows(self) -> Iterator[Row]:
        for label, place in (("random play", "random"), ("greedy play", "greedy")):
            yield self._row(label, lambda one, place=place: _result(one, place))  # type: ignore[misc]
        yield self._row("rule of thumb", lambda one: _result(one, "thumb"))
        yield self._row("best play", lambda one: one.amount(_value(one.value)))
        labels = (("sds below: random", "random"), ("  greedy", "greedy"), ("  rule of thumb", "thumb"))
        for label, place in labels:
            yield self._row(label, lambda one, place=place: _below(one, place))  # type: ignore[misc]
        yield self._row("choices can move", _moved)

    def box_rows(self) -> tuple[list[Row], list[Row]]:
        """Return what each box brings on average, and how often it is empty: two tables."""
        boxes = [one.boxes or {} for one in self.variants]
        names = list(dict.fromkeys(name for one in boxes for name in one))
        if all(name.isdigit() for name in names):
            names.sort(key=int)
        means, zeroes = [], []
        for name in names:
            there = [one.get(name) for one in boxes]
            means.append((name, [NONE if box is None else f"{box.mean:.2f}" for box in there]))
            zeroes.append((name, [NONE if box is None else _percent(box.zero_share) for box in there]))
        return means, zeroes

    def _row(self, label: str, cell: Callable[[Variant], str]) -> Row:
        return label, [cell(one) for one in self.variants]

    @property
    def units(self) -> list[str]:
        """What results are told in, each once."""
        return list(dict.fromkeys(_told_in(one) for one in self.variants))

    @property
    def _made_in(self) -> str:
        """What decisions are counted in."""
        kinds = {"turn" if one.what == "turn" else "game" for one in self.variants}
        return kinds.pop() if len(kinds) == 1 else "game or turn"

    def _shape(self, one: Variant) -> str:
        """Draw a law in a few blocks, between the same scores as others of its kind."""
        alike = [
            other.law
            for other in self.variants
            if other.law is not None and _told_in(other) == _told_in(one) and not other.is_win
        ]
        if one.law is None or one.is_win:
            return NONE
        low = min(law.quantile(ENDS) for law in alike)
        high = max(law.quantile(1 - ENDS) for law in alike)
        return blocks(one.law, low, high)

    # -- words -----------------------------------------------------------------------------------

    def names(self, rows: Sequence[Row]) -> list[str]:
        """Return what columns are called: the games, or letters where those make the table too wide."""
        games = [one.game for one in self.variants]
        return games if table_width(games, rows) <= WIDE else list(ascii_uppercase[: len(games)])

    def lines(self) -> list[str]:
        """Return what is to be said below the table: what words mean, closest calls, and notes."""
        letters = self.names(self.rows())
        named = dict(zip(letters, self.variants, strict=True))
        mixed = len(self.units) > 1
        told = [
            f"{name}: {one.game}{f', told in {_told_in(one)}' if mixed and not one.is_win else ''}."
            for name, one in named.items()
            if name != one.game or mixed
        ]
        if any(one.play is not None for one in self.variants):
            told.append(self._matter_words(named))
        if any(one.skill.moved is not None for one in self.variants):
            told.append(
                "Choices can move: of the variance of the scores of a table where every second game is "
                "played best and every second at random, the share between the two."
            )
        told += [f"{name}: {thumb}." for name, one in named.items() if (thumb := _thumb_words(one))]
        told += [f"{name}: {call}." for name, one in named.items() if (call := call_words(one))]
        for name, one in named.items():
            told += [f"{name}, {KEYS.get(key, key)}: {note}" for key, note in one.notes.items()]
        return told

    def _matter_words(self, named: dict[str, Variant]) -> str:
        losses = ", ".join(
            f"{name} {one.amount(one.threshold)}" for name, one in named.items() if one.play is not None
        )
        share = self.variants[0].matters
        return (
            f"A decision matters if its second best choice loses more than {share:.4g} standard "
            f"deviations ({losses}); in a near tie it loses {NEAR:g} or less."
        )

    def __str__(self) -> str:
        """The table, and what is to be said below it."""
        rows = self.rows()
        return "\n".join([*text_table(self.names(rows), rows), *self.lines()])

    def _repr_html_(self) -> str:
        rows = [(label, *cells) for label, cells in self.rows()]
        games = [one.game for one in self.variants]
        tables = [html_table(rows, ("", *games), "; ".join(self.units))]
        means, zeroes = self.box_rows()
        if means:
            tables.append(
                html_table([(name, *cells) for name, cells in means], ("box", *games), "points")
            )
            tables.append(
                html_table([(name, *cells) for name, cells in zeroes], ("box", *games), "empty")
            )
        return "".join(tables)


def table_width(names: Sequence[str], rows: Sequence[Row]) -> int:
    """Return how wide a table is, as commands draw it."""
    columns = [[name, *(cells[place] for _, cells in rows)] for place, name in enumerate(names)]
    label = max((len(label) for label, _ in rows), default=0)
    return 4 + label + sum(3 + max(map(len, column)) for column in columns)


def text_table(names: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Return a plain table as lines."""
    label = max(len(one) for one, _ in rows)
    widths = [max(len(name), *(len(cells[k]) for _, cells in rows)) for k, name in enumerate(names)]
    return [
        "  ".join([f"{first:<{label}}", *(f"{c:>{w}}" for c, w in zip(cells, widths, strict=True))])
        for first, cells in (("", list(names)), *rows)
    ]


def blocks(law: Distribution, low: int, high: int) -> str:
    """Draw a law between two scores in a few blocks; the highest is the most likely part."""
    heights = [0.0] * SHAPE
    for score, chance in law.law.items():
        if low <= score <= high:
            heights[min(SHAPE - 1, (score - low) * SHAPE // max(1, high - low + 1))] += float(chance)
    tallest = max(heights) or 1.0
    drawn = (-(-height * (len(BLOCKS) - 1) // tallest) for height in heights)
    return "".join(BLOCKS[int(one)] for one in drawn)


def call_words(one: Variant) -> str:
    """Say where the closest call of a variant is."""
    call = one.closest
    if call is None:
        return ""
    where = f"at {call.state}" if call.state else "at the start"
    unit = "" if one.is_win else " turns" if one.unit == "turns" else " points"
    often = f"once in {1 / call.times:,.0f} {'turns' if one.what == 'turn' else 'games'}"
    return (
        f"the closest call is {where}, roll {call.roll}: {call.best} is {one.amount(call.loss)}{unit} "
        f"better than {call.runner_up} ({often if call.times < 0.5 else f'{call.times:.3g} a game'})"
    )


def _thumb_words(one: Variant) -> str:
    return "" if one.skill.thumb is None else f"the rule of thumb is {one.skill.thumb.strategy}"


def _told_in(one: Variant) -> str:
    if one.is_win:
        return "chance to win"
    return one.unit if one.unit == "turns" else f"{one.unit} a {one.what}"


def _value(figure: Figure | None) -> float | None:
    return None if figure is None else figure.value


def _percent(chance: float) -> str:
    return f"{chance:.2%}" if chance >= 0.001 or chance == 0.0 else f"{100 * chance:.2g}%"


def _about(result: Result | None, cell: str) -> str:
    """Mark a figure of games that were simulated."""
    simulated = result is not None and result.games is not None
    return f"~{cell}" if simulated and cell != NONE else cell


def _result(one: Variant, place: str) -> str:
    found: Result | None = getattr(one.skill, place)
    return NONE if found is None else _about(found, one.amount(found.mean))


def _below(one: Variant, place: str) -> str:
    found: Result | None = getattr(one.skill, place)
    below = one.skill.below(found)
    cell = NONE if below is None else f"{below.value:.2f}"
    return _about(found, _about(one.skill.optimal, cell) if not cell.startswith("~") else cell)


def _moved(one: Variant) -> str:
    moved = one.skill.moved
    cell = NONE if moved is None else _percent(moved.value)
    return f"~{cell}" if moved is not None and one.skill.is_simulated else cell


def _quantile(one: Variant, share: float) -> str:
    return NONE if one.law is None or one.is_win else f"{one.law.quantile(share):,}"


def _chance(one: Variant, what: str) -> str:
    found = None if one.match is None else getattr(one.match, what)
    if found is None or one.match is None:
        return NONE
    return f"{'~' if one.match.games is not None else ''}{_percent(found)}"


def _decisions(one: Variant) -> float | None:
    return None if one.play is None else one.play.decisions


def _counted(one: Variant, count: float | None) -> str:
    simulated = one.play is not None and one.play.games is not None
    return NONE if count is None else f"{'~' if simulated else ''}{count:.2f}"
