"""Upper totals that cannot be told apart by what is still to come.

With the bonus paid when the threshold is reached, an upper total matters only through which sums of
the still open upper boxes reach it. That is decided by the smallest such sum that is enough, so totals
with the same smallest sum are one class; "already paid" and "out of reach" are one class too.
"""

from __future__ import annotations

from typing import NamedTuple


class UpperSet(NamedTuple):
    """The upper classes while one set of upper boxes is open."""

    totals: list[int]  # by class: a total that stands for it; the threshold for "settled"
    class_of: list[int]  # by upper total 0..threshold: its class, -1 for a total never met


def upper_set(filled: list[list[int]], still_open: list[list[int]], threshold: int) -> UpperSet:
    """Sort the totals that filled boxes can hold by what the open ones can add; what each pays."""
    made, coming = 1, 1
    for pays in filled:
        made = _sums(made, pays)
    for pays in still_open:
        coming |= _sums(coming, pays)  # a box may stay open, so its "nothing yet" is a sum too
    enough = [_smallest_enough(threshold - total, coming) for total in range(threshold + 1)]
    met = [total for total in range(threshold) if made >> total & 1]
    if made >> threshold:
        met.append(threshold)
    first_total: dict[int, int] = {}
    for total in met:
        first_total.setdefault(enough[total], total if enough[total] else threshold)
    totals = sorted(first_total.values())
    number = {key: totals.index(total) for key, total in first_total.items()}
    return UpperSet(totals, [number.get(key, -1) for key in enough])


def _smallest_enough(short: int, coming: int) -> int:
    """The smallest coming sum of at least `short` > 0; 0 if the bonus is settled either way."""
    if short <= 0 or not coming >> short:
        return 0
    rest = coming >> short
    return short + (rest & -rest).bit_length() - 1


def _sums(totals: int, pays: list[int]) -> int:
    """Sums as bits of one integer: bit t is set if t can be reached."""
    united = 0
    for points in pays:
        united |= totals << points
    return united
