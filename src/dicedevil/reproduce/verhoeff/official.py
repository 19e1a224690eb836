"""The official game solved: the best score, 1575, Table 11, and the questions of section 5.

Table 11 was simulated, a million games; ours is exact. A printed number agrees if it lies within
four standard errors of a million games (and the rounding of print) from ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from dicedevil.dice import write_roll
from dicedevil.reproduce import Row
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.reproduce.verhoeff import printed
from dicedevil.reproduce.verhoeff.bags import lists
from dicedevil.reproduce.verhoeff.ours import Line, Official, Opening
from dicedevil.reproduce.verhoeff.telling import PAPER, answer, number, often, percent, words

STANDARD_ERRORS = 4
QUESTIONS = "Section 5"


def best_score_rows(official: Official) -> Iterator[Row]:
    """Yield the main result and the greatest score."""
    value = official.solution.value
    note = f"{value:.10f} from {official.solution.states:,} states of play"
    yield number("Abstract, maximum expected score", "254.5896", value, note)
    played = greatest_game(official)
    upper = [str(one.box_points) for one in played[:6]]
    lower = [str(one.box_points) for one in played[6:]]
    bonus = sum(one.upper_bonus for one in played)
    terms = [*upper, str(bonus), *lower]
    for place, (claim, ours) in enumerate(zip(printed.GREATEST_SUM.split(), terms, strict=True), 1):
        yield words(f"Section 3.2.3, term {place} of the greatest score", claim, ours)
    extras = [one.yahtzee_bonus for one in played if one.yahtzee_bonus]
    yield words("Section 3.2.3, extra Yahtzees in it", "12*100", f"{len(extras)}*{extras[0]}")
    above = sum(map(int, upper)) + bonus
    thirties = sum(int(points) for points in lower if points == "30")
    others = sum(int(points) for points in lower if points != "30")
    yield number("Section 3.2.3, upper section with its bonus", "140", above)
    yield number("Section 3.2.3, lower boxes of 30", "120", thirties)
    yield number("Section 3.2.3, other lower boxes", "115", others)
    total = above + thirties + others + sum(extras)
    yield number("Section 3.2.3, greatest score", "1575", total, "thirteen Yahtzees, played out")
    yield number("Section 3.2.3, greatest score by the exact law", "1575", official.law.max)


@dataclass(frozen=True)
class Scored:
    """A turn of the greatest game."""

    box: str
    box_points: int
    upper_bonus: int
    yahtzee_bonus: int


def greatest_game(official: Official) -> list[Scored]:
    """Play thirteen Yahtzees, in card order: the Yahtzee box first, the upper boxes, then jokers."""
    game = official.game
    state, scored = game.start(), []
    names, bonus = game.card.names, game.card.yahtzee_bonus
    for box in ("yahtzee", *names[:6], *(name for name in names[6:] if name != "yahtzee")):
        face = names.index(box) + 1 if box in names[:6] else 6
        roll, extra = (face,) * 5, bonus if state.yahtzee else 0
        gained, state = game.play(state, roll, game.read_choice(state, roll, f"score {box}"))
        above = gained - extra - 5 * face if box in names[:6] else 0
        scored.append(Scored(box, gained - extra - above, above, extra))
    return sorted(scored, key=lambda one: names.index(one.box))


# -- Table 11 --------------------------------------------------------------------------------------


def table_11_rows(official: Official) -> Iterator[Row]:
    """Yield the simulated means and shares of zeroes beside the exact ones."""
    means = [line.split("|")[1] for line in printed.TABLE_11]
    for line in printed.TABLE_11:
        name, mean, zeroes = line.split("|")
        ours = official.lines[name]
        simulated = official.simulated.get(name)
        own_mean = "" if simulated is None else f"; our own million games {simulated.mean:.2f}"
        own_zero = "" if simulated is None else f"; our own {100 * simulated.zero_share:.2f}"
        yield _simulated(f"Table 11, {name}, average", mean, ours.mean, ours.sd, own_mean)
        zero = 100 * ours.zero_prob
        spread = 100 * sqrt(ours.zero_prob * (1 - ours.zero_prob))
        slip = _zero_slip(ours, mean, zeroes)
        yield _simulated(f"Table 11, {name}, % zero", zeroes, zero, spread, own_zero + slip)
    total = sum(map(Fraction, means[:-1]))
    yield Row(
        PAPER,
        "Table 11, sum of the averages as printed",
        means[-1],
        f"{float(total):.2f}",
        Verdict.READING,
        "its own averages, added up: nothing of ours",
    )


def _simulated(item: str, published: str, exact: float, sd: float, more: str) -> Row:
    """Compare a simulated number with the exact one."""
    error = sd / sqrt(printed.GAMES)
    off = abs(float(published) - exact)
    agrees = off <= STANDARD_ERRORS * error + 0.005
    many = f"{off / error:.1f} standard errors of {error:.4f} off" if error else "no spread"
    return Row(
        PAPER, item, published, f"{exact:.4f}", Verdict.of(agrees), f"exact; {many}{more}", exact
    )


def _zero_slip(ours: Line, mean: str, zeroes: str) -> str:
    """Say what a printed average implies, for a box that pays all or nothing."""
    if not ours.all_or_nothing:
        return ""
    implied = 100 * (1 - float(mean) / max(ours.pays))
    if abs(implied - float(zeroes)) < 0.05:
        return ""
    return f"; slip of the paper, digits changed round: its own average means {implied:.2f}"


# -- section 5: the questions ----------------------------------------------------------------------


def question_rows(official: Official) -> Iterator[Row]:
    """Yield an answer to every question the paper leaves open."""
    yield from _opening_rolls(official)
    yield from _four_sixes(official)
    yield from _sacrifices(official, "yahtzee")
    yield from _sacrifices(official, "large-straight")
    boxes = [official.lines[name] for name in official.game.card.names]
    zeroed = sum(line.zero_prob for line in boxes)
    most = sorted(boxes, key=lambda line: -line.zero_prob)[:3]
    note = ", ".join(f"{line.name} {percent(line.zero_prob)}" for line in most)
    yield answer(f"{QUESTIONS}, zeroed boxes", "how many are expected?", f"{zeroed:.4f}", note)
    law = official.law
    yield answer(
        f"{QUESTIONS}, minimum score",
        "what is it?",
        str(law.min),
        f"{often(float(law.law[law.min]))}; the lowest score the best strategy can come to",
    )
    yield answer(
        f"{QUESTIONS}, median score",
        "what is it?",
        str(law.median),
        f"mean {law.mean:.4f}, standard deviation {law.sd:.4f} (ties go to the first choice on "
        f"the card; {official.spread.sd_least:.4f} to {official.spread.sd_greatest:.4f} by how they "
        f"are broken), greatest {law.max}",
    )


def _opening_rolls(official: Official) -> Iterator[Row]:
    opening = official.opening_rolls
    worst, best = opening[0], opening[-1]
    tied = [one.roll for one in opening if one.value > best.value - 1e-9]
    after = opening[-1 - len(tied)]
    total = sum(lists().values())
    mean = sum(lists()[one.roll] * one.value for one in opening) / total
    yield answer(
        f"{QUESTIONS}, worst opening roll",
        "which is it?",
        write_roll(worst.roll),
        f"worth {worst.value:.4f} ({worst.value - mean:+.4f}), by {worst.choice}; next "
        f"{_listed(opening[1:4])}",
    )
    yield answer(
        f"{QUESTIONS}, best opening roll",
        "which is it?",
        "any five equal" if len(tied) == 6 else _listed(opening[-len(tied) :]),
        f"worth {best.value:.4f} ({best.value - mean:+.4f}) in the Yahtzee box; the best without "
        f"a Yahtzee is {write_roll(after.roll)}, {after.value:.4f}",
    )


def _listed(rolls: Sequence[Opening]) -> str:
    return ", ".join(f"{write_roll(one.roll)} {one.value:.4f}" for one in rolls)


def _four_sixes(official: Official) -> Iterator[Row]:
    for rerolls, when in ((2, "after the first roll"), (1, "after one attempt"), (0, "at the end")):
        advice = official.advise(f"rerolls={rerolls}", "56666")
        others = [one for one in advice.choices if one.loss > 1e-9]
        note = "; ".join(f"{one.choice} {one.value:.4f} (-{one.loss:.4f})" for one in others[:3])
        yield answer(
            f"{QUESTIONS}, opening with 66665, {when}",
            "what to do?",
            f"{advice.best.choice}, {advice.best.value:.4f}",
            note,
        )


def _sacrifices(official: Official, box: str) -> Iterator[Row]:
    """Say when a zero is written into a box: how often, in which turns, after which other boxes."""
    zeroes, total = official.zeroes[box], official.lines[box].zero_prob
    first = official.earliest_zero(box)
    yield answer(
        f"{QUESTIONS}, zero for {box}",
        "when?",
        f"in {percent(total)} of games, {percent(zeroes[-1].prob)} as the last box",
        _conditions(official, box),
    )
    position, rolls = first.positions[0]
    yield answer(
        f"{QUESTIONS}, zero for {box}, earliest",
        "when?",
        f"turn {first.turn}",
        f"for example {position} with {', '.join(map(write_roll, rolls))} after both attempts; "
        f"{len(first.positions)} positions in all, together {often(zeroes[first.turn - 1].prob)}",
    )
    for turn, zero in enumerate(zeroes, 1):
        note = f"{often(zero.hazard)} of the games in which it is open then" if zero.prob else ""
        yield answer(f"{QUESTIONS}, zero for {box}, turn {turn}", "how often?", often(zero.prob), note)


def _conditions(official: Official, box: str) -> str:
    """Say what is filled or open when a box takes a zero."""
    gone = [name for name in official.game.card.names if name in official.filled_before_zero(box)]
    never = f"never while {' or '.join(gone)} is open; " if gone else ""
    still_open = official.open_at_zero(box)
    often = sorted(still_open, key=lambda name: -still_open[name])[:3]
    shares = ", ".join(f"{name} {percent(still_open[name], 0)}" for name in often)
    return f"{never}most often open beside it then: {shares}"
