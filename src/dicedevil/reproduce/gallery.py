"""The gallery: what is shown of each paper, with a caption and the command that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.reproduce import PAPERS, require_paper
from dicedevil.reproduce.exhibits import Exhibit, JudgedPlayers, Plotted, printed_tables


@dataclass(frozen=True)
class Room:
    """A paper in the gallery."""

    paper: str
    game: str
    """What it is about."""
    about: str
    figures: tuple[Exhibit, ...]
    tables: tuple[Exhibit, ...]

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        """All there is to see, figures first."""
        return (*self.figures, *self.tables)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        source = PAPERS[self.paper]
        authors, _, rest = source.partition(", ")
        title, _, year = rest.rpartition(", ")
        return {
            "paper": self.paper,
            "title": title.removesuffix(", draft"),
            "authors": authors,
            "year": int(year),
            "source": source,
            "game": self.game,
            "about": self.about,
            "figures": [one.to_dict() for one in self.figures],
            "tables": [one.to_dict() for one in self.tables],
        }


TEN_THOUSAND = Room(
    "ten-thousand",
    "ten-thousand",
    "When to stop in a game of pressing one's luck, worked out in finitely many steps: a turn of "
    "Ten Thousand, of Pig, and the match that is made of such turns.",
    (
        Exhibit(
            "solid",
            "Pig to 100: roll inside the solid, hold outside it",
            "For every pair of scores, the turn totals at which rolling wins more often than "
            "holding. Who is behind goes on longer, and close to the target nobody holds. Here and "
            "there the surface folds back: hold at some totals, and roll again at higher ones.",
            Plotted("boundary", "pig"),
        ),
        Exhibit(
            "turn",
            "Ten Thousand: what a turn is worth as its points grow",
            "Each line has so many dice in hand. Where it meets the straight line, banking is as "
            "good as rolling; below, what rolling gains. The more dice in hand, the longer one "
            "goes on.",
            Plotted("value", "ten-thousand"),
        ),
        Exhibit(
            "pig-turn",
            "Pig: what a turn is worth as its points grow",
            "One die, and a 1 takes it all. Rolling gains until the turn has 20 points: there it "
            "is exactly as good as holding.",
            Plotted("value", "pig"),
        ),
    ),
    printed_tables(
        "ten-thousand",
        (
            ("Table 1", "what dice score", 1.0),
            ("Table 2", "what may be done", 1.0),
            ("Table 3", "the moves, and what they mean", 1.0),
            ("Section 4, W_k", "what a turn is worth to who may roll k times, up to its value", 2.0),
            ("Table 4", "what a turn is worth, the more one may do with the dice", 2.0),
            ("Table 5", "the 45 configurations of dice", 1.0),
            ("Table 6", "what a turn is worth, by its points and the dice thrown", 1.0),
        ),
    ),
)
BOECKER = Room(
    "boecker",
    "ten-times-18",
    "Ten rolls of three dice go into ten slots that multiply them by 1 to 10. Best play is found "
    "over all sets of open slots, and then by a table of 55 numbers.",
    (
        Exhibit(
            "laws",
            "How three players of Ten Times 18 score",
            "One places rolls at random, one as well as can be, and one knows all rolls "
            "beforehand: knowing the future gains less than knowing how to play. The laws are "
            "exact, in bins of 10 points.",
            Plotted("distribution", "ten-times-18", ("random", "optimal", "omniscient"), 10),
            1.5,
        ),
        Exhibit(
            "slots",
            "Which slot for which roll",
            "Only the number of open slots matters, not which they are: the cell says which of "
            "them, counted from the lowest.",
            Plotted("policy", "ten-times-18"),
        ),
        Exhibit(
            "curve",
            "Going for a target, and playing for the mean",
            "The best chance of each target, every one with a strategy of its own, beside what the "
            "player of the best mean reaches.",
            Plotted("curve", "ten-times-18", ("optimal",)),
            2.0,
        ),
    ),
    printed_tables(
        "boecker",
        (
            ("Table 1", "the totals of three dice", 2.0),
            ("Table 2", "what is left when one slot is filled", 1.0),
            ("Table 3", "the first move", 1.0),
            ("Table 4", "what the slots may expect, E by the number of open ones", 1.0),
            ("Table 5", "three players compared", 2.0),
            ("Table 6", "two loaded dice", 1.0),
            ("Table 7", "their slots", 1.0),
        ),
    ),
)
KLAPPENSPIEL = Room(
    "klappenspiel",
    "klappenspiel",
    "Ten tiles and two dice: flip the two tiles that the dice show (IND), or the one with their "
    "sum (SUM). All 1,024 boards are solved; some tiles interfere.",
    (
        Exhibit(
            "interference",
            "A tile that turns the choice, though it has no part in the roll",
            "What the two choices for a roll are worth with one more tile up, one that the roll "
            "cannot flip: a tile that turns the order interferes. Set other tiles, and other dice.",
            Plotted("interference", "klappenspiel", state="up=4+6+10", roll="46"),
        ),
        Exhibit(
            "rolls",
            "Two tiles or one?",
            "For each roll: on what share of the boards that leave a choice the two tiles of the "
            "dice (IND) are better than the one with the sum. With a sum up to 6 mostly IND, above "
            "mostly SUM.",
            Plotted("policy", "klappenspiel"),
        ),
        Exhibit(
            "players",
            "Six players, and how often they win",
            "From the worst choice always to the best always. The paper's rule of thumb (IND up to "
            "a sum of 6, SUM above) comes close to best play.",
            Plotted(
                "distribution",
                "klappenspiel",
                ("worst", "ind", "random", "sum", "heuristic", "optimal"),
            ),
            1.5,
        ),
    ),
    printed_tables(
        "klappenspiel",
        (
            ("Table 1", "the best play of 25 of the boards", 1.0),
            ("Table 2", "how each tile can be flipped", 1.0),
            ("Table 3a", "tiles that turn IND into SUM", 1.0),
            ("Table 3b", "tiles that do so one after the other", 1.0),
            ("Table 4", "tiles that turn SUM into IND", 1.0),
            ("Table 5", "six strategies", 1.5),
        ),
    ),
)
VERHOEFF = Room(
    "verhoeff",
    "yahtzee",
    "Yahtzee for one player by the official rules, solved: what the best player expects, and why.",
    (
        Exhibit(
            "law",
            "What the best player of Yahtzee scores",
            "The exact law of the final score under the strategy of the best mean. The hump on the "
            "right has a second Yahtzee in it, and its bonus of a hundred points.",
            Plotted("distribution", "yahtzee", bin_width=5),
            5.0,
            preview="law-junior",
        ),
        Exhibit(
            "law-junior",
            "Junior Yahtzee: what two players score",
            "Six boxes and a bonus: the upper half of the card as a game of its own, played at "
            "random and as well as can be.",
            Plotted("distribution", "junior-yahtzee", ("random", "optimal")),
            1.5,
        ),
    ),
    printed_tables(
        "verhoeff",
        (
            ("Table 1", "the upper boxes", 1.0),
            ("Table 2", "all boxes", 1.0),
            ("Table 3", "Micro Yahtzee: the boxes", 1.0),
            ("Table 4", "Micro Yahtzee: states and values", 1.0),
            ("Table 5", "Micro Yahtzee: the first roll", 1.0),
            ("Table 6", "the kinds of rolls", 1.0),
            ("Table 7", "a card filled with thirteen single rolls", 1.0),
            ("Table 8", "what may be kept of each", 1.0),
            ("Table 9", "what may become of what is kept", 1.0),
            ("Table 10", "one box in one turn, by the rerolls left", 1.5),
            ("Table 11", "what each box brings, and how often nothing", 10.0),
        ),
    ),
)
PLAYERS = ("emp-0", "emp-1", "dyns-0", "dyns-1", "optimal")
PAWLEWICZ = Room(
    "pawlewicz",
    "yahtzee",
    "Yahtzee against others, which nobody can solve whole: curves of the best chance of every "
    "score, from every state, and players who read them and err by next to nothing.",
    (
        Exhibit(
            "curve",
            "Yahtzee: the best chance of at least each score",
            "Each point belongs to a strategy of its own: who needs 300 plays otherwise than who "
            "needs 200. All 310,656 states have such a curve; this is the first one's.",
            Plotted("curve", "yahtzee:joker=used"),
            80.0,
            preview="curve-junior",
        ),
        Exhibit(
            "curve-junior",
            "Junior Yahtzee: the best chance of at least each score",
            "Six boxes and a bonus. Beside it what the strategy of the best mean score reaches: "
            "for every single target there is something better.",
            Plotted("curve", "junior-yahtzee", ("optimal",)),
            2.0,
        ),
        Exhibit(
            "errors",
            "What a move of nearly optimal players gives away",
            "The mean error of a move in the last turns of a match, held against exact best play: "
            "players who read curves (EMP, DynS, looking so many turns ahead) and the one of the "
            "best mean score, who does not look at the opponent.",
            JudgedPlayers("yahtzee:joker=used", PLAYERS, 64, up_to=3),
            200.0,
            preview="errors-micro",
        ),
        Exhibit(
            "errors-junior",
            "Junior Yahtzee: what a move gives away, from the first turn on",
            "Small enough for two to be solved whole. Early on there is no score to chase yet, and the "
            "player of the best mean score errs least; towards the end EMP does.",
            JudgedPlayers("junior-yahtzee:bonus=no", PLAYERS, 48),
            8.0,
            preview="errors-micro",
        ),
        Exhibit(
            "errors-micro",
            "Micro Yahtzee: what a move gives away, from the first turn on",
            "Two boxes each: nearly everybody plays nearly everything right.",
            JudgedPlayers("micro-yahtzee", PLAYERS, 100),
            2.0,
        ),
    ),
    printed_tables("pawlewicz", (("Table 1", "the boxes and what they pay", 1.0),)),
)
GALLERY = {room.paper: room for room in (TEN_THOUSAND, BOECKER, KLAPPENSPIEL, VERHOEFF, PAWLEWICZ)}
"""The papers in the order in which they are shown."""


def exhibit(paper: str, name: str) -> Exhibit:
    """Return a figure or table of a paper by its name."""
    require_paper(paper)
    there = {one.name: one for one in GALLERY[paper].exhibits}
    if name not in there:
        hint = nearest(name, there) or f" There are: {listed(there)}."
        raise UsageError(f"{paper} has no figure or table {quoted(name)} here.{hint}")
    return there[name]
