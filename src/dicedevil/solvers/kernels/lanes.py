"""A SIMD vector for the kernels: LANES float64 values that are always worked on together.

A row of a (rows, LANES) array is loaded, added, compared and stored as one value. LLVM splits it
into the registers of the machine (four of AVX2's), so the kernels vectorise by construction: no
loop to analyse, no aliasing checks, no fast-math, and the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import extending, types

from dicedevil.families.keep_reroll.states import LANES

# the types are those of ordinary Python: what numba makes of a function it finds out by itself
intrinsic: Callable[[Callable[..., Any]], Callable[..., Any]] = extending.intrinsic


class _LanesType(types.Type):  # type: ignore[misc]  # numba has no types for mypy
    def __init__(self) -> None:
        super().__init__(name=f"Lanes{LANES}")


_LANES = _LanesType()
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)


@extending.register_model(_LanesType)
class _LanesModel(extending.models.PrimitiveModel):  # type: ignore[misc]  # as above
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, _VECTOR)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


def _row_start(context: Any, builder: Any, index_type: Any, row: Any) -> Any:
    row = context.cast(builder, row, index_type, types.intp)
    return builder.mul(row, ir.Constant(row.type, LANES))


def _spread(builder: Any, number: Any) -> Any:
    """The same number in every lane."""
    one = builder.insert_element(
        ir.Constant(_VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0)
    )
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(_VECTOR, ir.Undefined), zeros)


@intrinsic
def load(typing_context: Any, values: Any, start: Any) -> Any:
    """load(values, start): LANES successive numbers of a one-dimensional array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = context.cast(builder, arguments[1], start, types.intp)
        pointer = _pointer(context, builder, values, arguments[0], index)
        return builder.load(pointer, align=8)

    return _LANES(values, start), generate


@intrinsic
def load_row(typing_context: Any, rows: Any, row: Any) -> Any:
    """load_row(rows, row): one row of a (rows, LANES) array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = _row_start(context, builder, row, arguments[1])
        pointer = _pointer(context, builder, rows, arguments[0], index)
        return builder.load(pointer, align=8)

    return _LANES(rows, row), generate


@intrinsic
def store_row(typing_context: Any, rows: Any, row: Any, lanes: Any) -> Any:
    """store_row(rows, row, lanes): write one row of a (rows, LANES) array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = _row_start(context, builder, row, arguments[1])
        pointer = _pointer(context, builder, rows, arguments[0], index)
        builder.store(arguments[2], pointer, align=8)
        return context.get_dummy_value()

    return types.void(rows, row, lanes), generate


@intrinsic
def spread(typing_context: Any, number: Any) -> Any:
    """spread(number): the same number in every lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _spread(builder, arguments[0])

    return _LANES(types.float64), generate


@intrinsic
def add(typing_context: Any, left: Any, right: Any) -> Any:
    """add(left, right), lane by lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments)

    return _LANES(_LANES, _LANES), generate


@intrinsic
def times(typing_context: Any, left: Any, right: Any) -> Any:
    """times(left, right), lane by lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fmul(*arguments)

    return _LANES(_LANES, _LANES), generate


@intrinsic
def larger(typing_context: Any, left: Any, right: Any) -> Any:
    """larger(left, right), lane by lane: the comparison that is one `vmaxpd`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        is_larger = builder.fcmp_ordered(">", *arguments)
        return builder.select(is_larger, *arguments)

    return _LANES(_LANES, _LANES), generate
