"""`dicedevil evaluate --objective win`: a strategy's chances against another player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicedevil.ask.versus import Versus
    from dicedevil.rules import Game


def tell_versus(
    rules: Game, names: list[str], against: str, exact: bool, as_json: bool, **allowed: Any
) -> None:
    """Find the winning chances of each strategy and print them."""
    from dicedevil.ask.strategies import played_in, require_playable
    from dicedevil.ask.versus import as_document, parting, versus
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.objectives import WinMatch

    require_playable(played_in(WinMatch().view(rules)), *names)
    with Waiting("solving the match") as waiting:
        budget = waiting.budget(**allowed)
        found = [versus(rules, name, against, exact=exact, budget=budget) for name in names]
        parted = [parting(rules, name, against, budget) for name in names]
    if as_json:
        answers = [as_document(one, parts) for one, parts in zip(found, parted, strict=True)]
        tell_json(answers[0] if len(answers) == 1 else answers)
        return
    for one, parts in zip(found, parted, strict=True):
        _tell(one, parts)


def _tell(found: Versus, parts: Any) -> None:
    from dicedevil.cli.telling import fraction_words, tell_pairs
    from dicedevil.solvers.solution import fraction_text

    pairs = [("wins, beginning", f"{float(found.first):.12g}")]
    fraction = fraction_text(found.first)
    if fraction:
        pairs.append(("exactly", fraction_words(fraction)))
    pairs.append(("wins, replying", f"{float(found.second):.12g}"))
    if fraction:
        pairs.append(("exactly", fraction_words(fraction_text(found.second) or "")))
    pairs.append(("average", f"{float(found.average):.12g}"))
    if fraction:
        pairs.append(("exactly", fraction_words(fraction_text(found.average) or "")))
    pairs += [
        ("below one half by", f"{float(found.cost):.6g}"),
        ("error", "none: fractions" if fraction else f"at most {found.error_bound:.1e}"),
    ]
    if parts is not None:
        pairs += parts.words()
    tell_pairs(f"{found.game}, {found.strategy} against {found.against}", pairs)
