"""docs/games.md: a gallery of all listed games, made from their rules and from what was worked out.

    python docs/games.py               work out the games whose rules have changed, and write the page
    python docs/games.py pig -yahtzee  these games, by a name or by a part of it, and write the page
    python docs/games.py --check       exit 1 if page, figures or pictures are not those of the rules

What takes long is kept: figures in docs/games.json, each with a fingerprint of what it is of, and
pictures in docs/img/games. So the page is written, and checked, without solving anything. All games
anew take some ten minutes of two cores, half of it for Maxi Yatzy.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import matplotlib as mpl

import dicedevil as dd
from dicedevil.ask.measures import MEASURES
from dicedevil.coach.shown import count_states, docstring_sections
from dicedevil.figures.distribution import distribution_figure
from dicedevil.figures.style import COLOURS as INKS
from dicedevil.figures.style import new_figure, render
from dicedevil.games import names
from dicedevil.objectives import natural_aim
from dicedevil.solvers.tables import listing, read

DOCS = Path(__file__).parent
PAGE, FIGURES, PICTURES = DOCS / "games.md", DOCS / "games.json", DOCS / "img" / "games"
MOST_BYTES = 60_000
"""The most that a picture may take."""
TINTS, WIDTH = 32, 900
"""Of pictures that are made of points."""
SIMULATED, SEED = 20_000, 1
BUDGET = dd.Budget(patience=float("inf"), memory=6_000_000_000)
BOXES = "boxes"
"""The kind of picture that `plot` does not have: what each box brings in simulated games."""
LONGEST_FRACTION = 40
"""Characters of a fraction that is shown."""
INTRODUCTION = """\
# The games

All {count} listed games: their rules, how large they are, what best play is worth, and a picture that
tells something of them. `dicedevil show NAME` says more. The rules are text files in
`src/dicedevil/games` ([rules-files.md](rules-files.md)), but for what data cannot say.

The page is made by `docs/games.py` from the rules and from what Dice Devil worked out. All figures are
exact: fractions, or floats with a proven error bound. What was simulated instead is said to be.

{contents}
"""


@dataclass(frozen=True)
class Picture:
    """What is drawn of a game, as `dicedevil plot` draws it, and what that tells."""

    kind: str
    tells: str
    strategies: tuple[str, ...] = ()
    game: str = ""
    """The variant that is drawn, where it is not the game itself."""
    ending: str = "svg"

    def command(self, name: str) -> str:
        """Return the command that draws it, or tells its numbers."""
        played = self.game or name
        if self.kind == BOXES:
            return f"dicedevil simulate {played} --games {SIMULATED} --seed {SEED}"
        words = ["dicedevil plot", self.kind, played]
        words += [f"--strategy {one}" for one in self.strategies]
        return " ".join([*words, "-o", f"{name}.{self.ending}"])


def laws(tells: str, *strategies: str, game: str = "", ending: str = "svg") -> Picture:
    """Return a picture of the laws of strategies' scores."""
    return Picture("distribution", tells, strategies, game, ending)


LADDER = ("random", "greedy", "optimal")
SCORES = laws("The final score: random play, greedy play, best play.", *LADDER)
TURN = Picture("value", "What a turn is worth as its points grow, and when to bank.")
SHOWN: dict[str, Picture] = {
    "ten-times-18": Picture(
        "policy", "The best slot for each total, of those that are open.", ending="png"
    ),
    "klappenspiel": Picture("policy", "How often it is best to flip the tiles of the single dice."),
    "shut-the-box": laws(
        "The sum of the tiles left, where that is the score: random play, greedy play, best play.",
        *LADDER,
        game="shut-the-box:score=remaining",
    ),
    "pig": Picture("boundary", "When to roll and when to hold in a match of two.", ending="png"),
    "ten-thousand": TURN,
    "farkle": TURN,
    "zilch": TURN,
    "two-dice-pig": TURN,
    "hog": laws("The points of a turn of one, five and ten dice.", "roll-1", "roll-5", "roll-10"),
    "cant-stop": laws(
        "The turns that a board of three-sided dice takes: by the rule of 28, and at best.",
        *("rule-of-28", "optimal"),
        game="cant-stop:sides=3",
        ending="png",  # a long tail has many bars
    ),
    "micro-yahtzee": Picture("tree", "A part of the game's tree, with one complete game."),
    "junior-yahtzee": SCORES,
    "basic-yahtzee": SCORES,
    "yahtzee": laws(
        "The final score: random play, a beginner's rule of thumb, best play.",
        *("random", "rule-of-thumb", "optimal"),
    ),
    "pairs-yahtzee": SCORES,
    "yatzy": SCORES,
    "maxi-yatzy": Picture(BOXES, "What each box brings in best play, and how often it is empty."),
    "kniffel": SCORES,
    "yacht": SCORES,
    "crag": SCORES,
    "threes": laws(
        "The sum, low is good: at random, keeping threes only, keeping low dice, best play.",
        *("random", "threes-only", "low-dice", "optimal"),
    ),
    "midnight": SCORES,
    "decathlon": laws("The points of all events: random play, greedy play, best play.", *LADDER),
}
SOLVED = {"cant-stop": "cant-stop:sides=3"}
"""Games that are too large to be solved, and the variant that is told of instead."""
PLAYED = {"cant-stop": ("rule-of-28",), "maxi-yatzy": ("optimal", "greedy", "random")}
"""Whose games are simulated, because their laws are too large or take half an hour."""
MATCHES = (
    "ten-times-18",
    "pig",
    "ten-thousand",
    "zilch",
    "two-dice-pig",
    "hog",
    "micro-yahtzee",
    "threes",
)
RACES = ("pig", "ten-thousand", "farkle", "two-dice-pig", "hog")
"""Games whose match of two, and whose race, is solved within a minute or so."""


def fingerprint(name: str) -> str:
    """Return a text that differs where the figures or the picture of a game have to be made anew."""
    told = (
        dd.game(name).fingerprint,
        dd.game(SOLVED.get(name, name)).fingerprint,
        repr(SHOWN[name]),
        PLAYED.get(name),
        name in MATCHES,
        name in RACES,
    )
    return blake2b(repr(told).encode(), digest_size=8).hexdigest()


# -- what is worked out ------------------------------------------------------------------------------


def worked_out(name: str) -> dict[str, Any]:
    """Solve a game, draw it, and return all its figures."""
    game = dd.game(name)
    solved = dd.game(SOLVED.get(name, name))
    aim = natural_aim(solved)
    solution = dd.solve(solved, aim, budget=BUDGET)
    size = count_states(game)
    played = PLAYED.get(name, ())
    best = None if "optimal" in played else law(str(solved), "optimal")
    draw(name)
    return {
        "of": fingerprint(name),
        "states": size.states,
        "counted": size.counted,
        "table": table_bytes(str(solved), aim.name),
        "value": solution.value,
        "exact": fraction(solution.exact),
        "error_bound": solution.error_bound,
        "law": None if best is None else law_facts(best),
        "others": {
            one: float(law(str(solved), one).mean) for one in ("greedy", "random") if name not in PLAYED
        },
        "simulated": {one: simulated(game, one) for one in played},
        "first_player": figure(game, "first-player") if name in MATCHES else None,
        "turns": figure(game, "turns") if name in RACES else None,
    }


@lru_cache(maxsize=8)
def law(game: str, strategy: str) -> dd.Distribution:
    """Return the law of a strategy's score, worked out once for figures and picture."""
    return dd.evaluate(game, strategy, budget=BUDGET)


def law_facts(best: dd.Distribution) -> dict[str, Any]:
    """Return what the page tells of a law."""
    middle = [best.quantile(0.05), best.median, best.quantile(0.95)]
    return {"sd": best.sd, "middle": middle, "ends": [best.min, best.max]}


def figure(game: dd.Game, measure: str) -> list[float]:
    """Work out a measure, with its error bound."""
    found = MEASURES[measure].of(game, BUDGET)
    return [found.value, found.error_bound]


@lru_cache(maxsize=8)
def games_of(game: dd.Game, strategy: str) -> dd.Simulation:
    """Play the games that are told of where laws are not."""
    played = dd.simulate(game, strategy, games=SIMULATED, seed=SEED)
    assert isinstance(played, dd.Simulation)
    return played


def simulated(game: dd.Game, strategy: str) -> list[float]:
    """Return the mean of simulated games, its standard error, and the standard deviation."""
    played = games_of(game, strategy)
    return [played.mean, played.standard_error, played.sd]


def fraction(exact: Any) -> str | None:
    """Write a fraction, if there is room for it."""
    told = "" if exact is None else str(exact)
    return told if 0 < len(told) <= LONGEST_FRACTION else None


def table_bytes(game: str, objective: str) -> int:
    """Return how large a solved game's table is on disk, the newest; 0 where none is kept."""
    tables = [
        path
        for path in listing()
        if (facts := read(path).facts)["game"] == game
        and str(facts["objective"]).split(" ")[0] == objective
    ]
    newest = max(tables, key=lambda path: path.stat().st_mtime, default=None)
    return 0 if newest is None else sum(file.stat().st_size for file in newest.iterdir())


def draw(name: str) -> None:
    """Draw the picture of a game: letters stay letters, points are few, so that files are small."""
    shown = SHOWN[name]
    played = shown.game or name
    with mpl.rc_context({"svg.fonttype": "none"}):
        if shown.kind == "distribution":
            drawn = distribution_figure([law(played, one) for one in shown.strategies])
        elif shown.kind == BOXES:
            drawn = boxes_figure(dd.game(played))
        else:
            drawn = dd.plot(shown.kind, played, budget=BUDGET)
        content = render(drawn, shown.ending)
    path = picture_file(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if shown.ending == "png":
        shrink(path)


def boxes_figure(game: dd.Game) -> Any:
    """Draw what each box brings in simulated games of best play, and how often it is empty."""
    boxes = games_of(game, "optimal").boxes
    drawn, axes = new_figure(f"What the boxes of {game} bring, {SIMULATED:,} simulated games", 8, 6)
    bars = axes.barh(list(boxes), [one.mean for one in boxes.values()], color=INKS[0])
    empty = [f"{one.zero_share:.0%} empty" for one in boxes.values()]
    axes.bar_label(bars, empty, padding=3, fontsize=8)
    axes.set_xlabel("points on average")
    axes.invert_yaxis()
    axes.margins(x=0.15)
    return drawn


def shrink(path: Path) -> None:
    """Write a picture of points again, smaller and with few colours."""
    from PIL import Image

    with Image.open(path) as large:
        small = large.convert("RGB").resize((WIDTH, large.height * WIDTH // large.width))
    small.quantize(TINTS).save(path, optimize=True)


def picture_file(name: str) -> Path:
    """Return the file of a game's picture."""
    return PICTURES / f"{name}.{SHOWN[name].ending}"


# -- the page ----------------------------------------------------------------------------------------


def page(figures: dict[str, Any]) -> str:
    """Return the whole page."""
    contents = " · ".join(f"[{dd.game(name).title}](#{name})" for name in names())
    parts = [INTRODUCTION.format(count=len(names()), contents=contents)]
    parts += [section(name, figures[name]) for name in names() if name in figures]
    return "\n".join(parts)


def section(name: str, figures: dict[str, Any]) -> str:
    """Return what the page says of one game."""
    game, shown = dd.game(name), SHOWN[name]
    told = docstring_sections(game)["Rules"].strip()
    rows = "\n".join(f"| {what} | {value} |" for what, value in facts(game, figures))
    sources = "; ".join(game.sources)
    return f"""\
<a id="{name}"></a>
## {game.title}

{told}

![{game.title}: {shown.tells}](img/games/{picture_file(name).name})

*{shown.tells}* `{shown.command(name)}`

| `{name}` | |
|---|---|
{rows}

Source: {sources}.
"""


def facts(game: dd.Game, found: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the lines of a game's table."""
    solved = SOLVED.get(game.name, "")
    of = f", `{solved}`" if solved else ""
    rows = [("parameters", parameters(game)), ("size", size_words(found, solved))]
    rows.append((f"{value_words(game)}{of}", value_text(found)))
    if found["law"] and not game.score_is_win:
        ends = found["law"]["ends"] if game.scored_in == "game" else ()
        rows.append((f"its law{of}", law_text(found["law"], ends)))
    others = [f"{one} {digits(value)}" for one, value in found["others"].items()]
    rows += [(f"other play{of}", ", ".join(others))] if others else []
    for one, (mean, error, sd) in found["simulated"].items():
        played = f"{mean:.5g} ± {error:.1g}, sd {sd:.3g} ({SIMULATED:,} games)"
        rows.append((f"{one}, simulated", played))
    for key, words in (("first_player", "first player wins"), ("turns", "fewest turns to the target")):
        if found[key]:
            rows.append((words, f"{found[key][0]:.9f} ({error_words(found[key][1])})"))
    return [*rows, *known(game)]


def law_text(told: dict[str, Any], ends: Sequence[int]) -> str:
    """Write a law in a line; those of turns and races have no end that says anything."""
    low, median, high = told["middle"]
    middle = f"sd {told['sd']:.5g}; 5% {low:,}, median {median:,}, 95% {high:,}"
    return f"{middle}; {ends[0]:,} to {ends[1]:,}" if ends else middle


def parameters(game: dd.Game) -> str:
    """Write the parameters with their defaults."""
    told = [
        f"`{one.name}={one.default}`" if one.default else f"`{one.name}`" for one in game.parameters
    ]
    return ", ".join(told) or "none"


def size_words(found: dict[str, Any], solved: str) -> str:
    """Write how many states there are, and how large the table is."""
    states = f"{found['states']:,} {found['counted']}"
    if not found["table"]:
        return f"{states}; no table, it is solved in a moment"
    return f"{states}; table{f' of `{solved}`' if solved else ''} {bytes_words(found['table'])}"


def bytes_words(count: int) -> str:
    """Write a size on disk."""
    return f"{count / 1e6:,.1f} MB" if count >= 100_000 else f"{count / 1e3:,.1f} kB"


def value_words(game: dd.Game) -> str:
    """Say what the value is."""
    if game.score_is_win:
        return "best chance to win"
    if game.scored_in == "race":
        return "fewest turns"
    best = "lowest mean" if game.lower_is_better else "best mean"
    return f"{best} of a turn" if game.scored_in == "turn" else f"{best} score"


def value_text(found: dict[str, Any]) -> str:
    """Write the value with what is known of its error."""
    if found["exact"]:
        return f"**{digits(found['value'])}** = {found['exact']}, exactly"
    return f"**{digits(found['value'])}** ({error_words(found['error_bound'])})"


def digits(value: float) -> str:
    """Write a value with the digits that matter to a reader."""
    return f"{value:.10g}"


def error_words(bound: float) -> str:
    """Write an error bound."""
    return f"error at most {bound:.1e}" if bound else "no error"


def known(game: dd.Game) -> list[tuple[str, str]]:
    """Return the published values of the game itself, with their sources."""
    return [
        (f"published: {one.question}", f"{one.value} ({one.source})")
        for one in game.known_values
        if not one.game or one.game == game.name
    ]


# -- written or checked ------------------------------------------------------------------------------


def problems(figures: dict[str, Any], written: str) -> list[str]:
    """Say what is not as it should be, without solving anything."""
    found = []
    for name in names():
        if name not in SHOWN:
            found.append(f"{name} has no picture in docs/games.py")
            continue
        if figures.get(name, {}).get("of") != fingerprint(name):
            found.append(f"{name}: other rules than those the figures are of")
        picture = picture_file(name)
        if not picture.exists() or picture.stat().st_size > MOST_BYTES:
            found.append(f"{name}: no picture, or one above {MOST_BYTES:,} bytes")
    if not found and page(figures) != written:
        found.append("docs/games.md is not what the rules and figures make")
    return found


def read_figures() -> dict[str, Any]:
    """Return the figures that were worked out."""
    return dict(json.loads(FIGURES.read_text(encoding="utf-8"))) if FIGURES.exists() else {}


def chosen(words: list[str]) -> list[str]:
    """Return the games of these names, and those whose names contain what is no name itself."""
    parts = [word for word in words if word not in names()]
    return [name for name in names() if name in words or any(part in name for part in parts)]


def main(words: list[str]) -> int:
    """Write the page, or say what is not as it should be."""
    figures = read_figures()
    if "--check" in words:
        wrong = problems(figures, PAGE.read_text(encoding="utf-8"))
        for one in wrong:
            print(f"{one}; run: python docs/games.py", file=sys.stderr)
        return int(bool(wrong))
    stale = [name for name in names() if figures.get(name, {}).get("of") != fingerprint(name)]
    for name in chosen(words) if words else stale:
        print(name, file=sys.stderr, flush=True)
        made = worked_out(name)
        figures = {**read_figures(), name: made}
        ordered = {one: figures[one] for one in names() if one in figures}
        FIGURES.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
