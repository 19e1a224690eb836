"""What lowered functions call: Python's arithmetic on int64, or an exception where it is not that.

Whatever is raised here, or would be by Python, ends the lowered way: the game is then asked by its
plain functions, which raise what the rules really do.

run    int64[length, width]  a tuple or list: an element a row
work   int64[2]              steps of loops so far, and how many are allowed
pool   int64[...]            the constants of a game; of a run, where it begins and its length
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.simd import copy_rows

Ints = NDArray[np.int64]

LEAST = -(2**63)
HALF = 2**31
FAR = 2**62
MOST_SORTED = 2_000


@kernel
def spend(work: Ints, steps: int) -> None:
    """Count steps of a loop: one that never ends must not run where nothing can stop it."""
    work[0] += max(steps, 0)
    if work[0] > work[1]:
        raise TimeoutError


@kernel
def add(one: int, other: int) -> int:
    """Add, unless the sum leaves 64 bits."""
    total = one + other
    if ((one ^ total) & (other ^ total)) < 0:
        raise OverflowError
    return total


@kernel
def subtract(one: int, other: int) -> int:
    """Subtract, unless the difference leaves 64 bits."""
    left = one - other
    if ((one ^ other) & (one ^ left)) < 0:
        raise OverflowError
    return left


@kernel
def times(one: int, other: int) -> int:
    """Multiply, unless the product leaves 64 bits."""
    if -HALF < one < HALF and -HALF < other < HALF:
        return one * other
    if one == 0 or other == 0:
        return 0
    if one == LEAST or other == LEAST:
        raise OverflowError
    if abs(one) > (2**63 - 1) // abs(other):
        raise OverflowError
    return one * other


@kernel
def divide(one: int, other: int) -> int:
    """Python's //, which rounds down."""
    if other == 0 or (one == LEAST and other == -1):
        raise ZeroDivisionError
    return one // other


@kernel
def rest(one: int, other: int) -> int:
    """Python's %, which has the sign of the divisor."""
    if other == 0:
        raise ZeroDivisionError
    if other == -1:
        return 0
    return one % other


@kernel
def power(base: int, exponent: int) -> int:
    """Multiply so often; a negative exponent would be a fraction."""
    if exponent < 0:
        raise ValueError
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = times(result, base)
        exponent >>= 1
        if exponent > 0:
            base = times(base, base)
    return result


@kernel
def shift_left(one: int, places: int) -> int:
    """Shift, unless a bit is lost."""
    if places < 0:
        raise ValueError
    if one == 0:
        return 0
    if places > 62:
        raise OverflowError
    return times(one, 1 << places)


@kernel
def shift_right(one: int, places: int) -> int:
    """Shift, rounding down."""
    if places < 0:
        raise ValueError
    return one >> min(places, 63)


@kernel
def place_in(length: int, index: int) -> int:
    """Where an index points to, from the end if it is negative."""
    if index < 0:
        index += length
    if index < 0 or index >= length:
        raise IndexError
    return index


@kernel
def steps_of(start: int, stop: int, step: int) -> int:
    """The length of a range."""
    if step == 0:
        raise ValueError
    if max(abs(start), abs(stop), abs(step)) >= FAR or min(start, stop, step) == LEAST:
        raise OverflowError
    if step > 0:
        return max(0, (stop - start + step - 1) // step)
    return max(0, (start - stop - step - 1) // -step)


@kernel
def kept_run(pool: Ints, at: int, width: int) -> Ints:
    """A constant run."""
    begin, length = pool[at], pool[at + 1]
    return pool[begin : begin + length * width].reshape(length, width)


@kernel
def with_room(run: Ints, length: int) -> Ints:
    """The same run, with room for one element more."""
    if length < run.shape[0]:
        return run
    grown = np.empty((2 * length + 8, run.shape[1]), np.int64)
    copy_rows(run[:length], grown)
    return grown


@kernel
def cut(run: Ints, begin: int, end: int) -> Ints:
    """A slice, cut off at the ends as Python does."""
    length = run.shape[0]
    if begin < 0:
        begin = max(0, begin + length)
    if end < 0:
        end = max(0, end + length)
    end = min(end, length)
    begin = min(begin, length)
    return run[begin : max(begin, end)]


@kernel
def together(one: Ints, other: Ints, work: Ints) -> Ints:
    """One run behind the other."""
    spend(work, one.shape[0] + other.shape[0])
    length = one.shape[0]
    made = np.empty((length + other.shape[0], one.shape[1]), np.int64)
    copy_rows(one, made)
    copy_rows(other, made[length:])
    return made


@kernel
def repeated(run: Ints, often: int, work: Ints) -> Ints:
    """A run so many times."""
    often = max(0, often)
    if often >= HALF:
        raise OverflowError
    spend(work, often * run.shape[0])
    made = np.empty((often * run.shape[0], run.shape[1]), np.int64)
    for place in range(made.shape[0]):
        made[place] = run[place % run.shape[0]]
    return made


@kernel
def backwards(run: Ints, work: Ints) -> Ints:
    """A run from its end."""
    spend(work, run.shape[0])
    made = np.empty_like(run)
    for place in range(run.shape[0]):
        made[place] = run[run.shape[0] - 1 - place]
    return made


@kernel
def _compared(one: Ints, other: Ints) -> int:
    for place in range(min(one.shape[0], other.shape[0])):
        for k in range(one.shape[1]):
            if one[place, k] != other[place, k]:
                return -1 if one[place, k] < other[place, k] else 1
    return int(one.shape[0] - other.shape[0])


@kernel
def compared(one: Ints, other: Ints, work: Ints) -> int:
    """Below, equal to or above 0 as Python orders the two."""
    spend(work, min(one.shape[0], other.shape[0]))
    return _compared(one, other)


@kernel
def in_order(run: Ints, once: int, work: Ints) -> Ints:
    """A run sorted; `once`: without what is there twice."""
    if run.shape[0] > MOST_SORTED:
        raise TimeoutError
    spend(work, run.shape[0] * run.shape[0])
    made = run.copy()
    for place in range(1, made.shape[0]):
        k = place
        while k > 0 and _compared(made[k - 1 : k], made[k : k + 1]) > 0:
            for column in range(made.shape[1]):
                made[k - 1, column], made[k, column] = made[k, column], made[k - 1, column]
            k -= 1
    if once == 0:
        return made
    length = 0
    for place in range(made.shape[0]):
        if place == 0 or _compared(made[place - 1 : place], made[place : place + 1]) != 0:
            length += 1
    single = np.empty((length, made.shape[1]), np.int64)
    length = 0
    for place in range(made.shape[0]):
        if place == 0 or _compared(made[place - 1 : place], made[place : place + 1]) != 0:
            single[length] = made[place]
            length += 1
    return single


@kernel
def find_in(run: Ints, number: int, work: Ints) -> int:
    """The first place of a number in a run of numbers, or -1."""
    spend(work, run.shape[0])
    for place in range(run.shape[0]):
        if run[place, 0] == number:
            return place
    return -1


@kernel
def require_found(place: int) -> int:
    """A place that was found."""
    if place < 0:
        raise KeyError
    return place


@kernel
def how_often(run: Ints, number: int, work: Ints) -> int:
    """How often a number is in a run of numbers."""
    spend(work, run.shape[0])
    found = 0
    for place in range(run.shape[0]):
        if run[place, 0] == number:
            found += 1
    return found


@kernel
def magnitude(number: int) -> int:
    """The distance from 0."""
    if number == LEAST:
        raise OverflowError
    return abs(number)
