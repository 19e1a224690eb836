"""`dicedevil evaluate --objective win`: a strategy's chances against another player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicedevil.opponents import Versus
    from dicedevil.rules import Game
    from dicedevil.solvers.press_luck.compare import Differences


def tell_versus(rules: Game, names: list[str], against: str, exact: bool, as_json: bool) -> None:
    """Find the winning chances of each strategy and print them."""
    from dicedevil.cli.telling import tell_json
    from dicedevil.cli.waiting import Waiting
    from dicedevil.opponents import versus

    with Waiting("solving the match") as progress:
        found = [versus(rules, name, against, exact=exact, progress=progress) for name in names]
        parted = [_differences(rules, name, against) for name in names]
    if as_json:
        answers = [_answer(one, parts) for one, parts in zip(found, parted, strict=True)]
        tell_json(answers[0] if len(answers) == 1 else answers)
        return
    for one, parts in zip(found, parted, strict=True):
        _tell(one, parts)


def _differences(rules: Game, name: str, against: str) -> Differences | None:
    """Compare the strategy with the best play of the match, where that can be done."""
    from dicedevil.families.press_luck import HoldAt, PressLuckPlay, Solitaire
    from dicedevil.opponents import differences

    if against != "optimal" or not isinstance(rules, PressLuckPlay):
        return None
    known = isinstance(rules.own_strategy(name), (HoldAt, Solitaire))
    return differences(rules, name) if known else None


def _answer(found: Versus, parts: Differences | None) -> dict[str, Any]:
    return found.to_dict() | ({} if parts is None else {"differences": parts.to_dict()})


def _tell(found: Versus, parts: Differences | None) -> None:
    from dicedevil.cli.telling import fraction_words, tell_pairs
    from dicedevil.dice import write_roll
    from dicedevil.solvers.solution import fraction_text

    pairs = [("wins, beginning", f"{float(found.first):.12g}")]
    fraction = fraction_text(found.first)
    if fraction:
        pairs.append(("exactly", fraction_words(fraction)))
    pairs += [
        ("wins, replying", f"{float(found.second):.12g}"),
        ("average", f"{float(found.average):.12g}"),
        ("below one half by", f"{float(found.cost):.6g}"),
        ("error", "none: fractions" if fraction else f"at most {found.error_bound:.1e}"),
    ]
    if parts is not None:
        worst = parts.worst
        where = f"me={worst.me},them={worst.them},turn={worst.turn},dice={worst.dice}"
        pairs += [
            ("decisions", f"{parts.decisions:,}, of which {parts.total:,} are not the best"),
            ("best rolls on", f"{parts.best_rolls_plan_banks:,} times where it banks"),
            ("best banks", f"{parts.best_banks_plan_rolls:,} times where it rolls on"),
            ("other set-asides", f"{parts.other_set_aside:,}"),
            ("worst decision", f"{where}, roll {write_roll(worst.roll)}: loses {worst.loss:.6g}"),
        ]
    tell_pairs(f"{found.game}, {found.strategy} against {found.against}", pairs)
