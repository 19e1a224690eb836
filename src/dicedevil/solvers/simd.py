"""A SIMD vector for the kernels: SIMD float64 values that are always worked on together.

A row of a (rows, SIMD) array is loaded, added, compared and stored as one value. LLVM splits it
into the registers of the machine (four of AVX2's), so the kernels vectorise by construction: no
loop to analyse, no aliasing checks, no fast-math, and the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import extending, types

from dicedevil.solvers.machine import SIMD

_F = TypeVar("_F", bound=Callable[..., Any])
# the types are those of ordinary Python: what numba makes of a function it finds out by itself
intrinsic: Callable[[Callable[..., Any]], Callable[..., Any]] = extending.intrinsic
for_kernels: Callable[[_F], _F] = extending.register_jitable


class _VectorType(types.Type):  # type: ignore[misc]  # numba has no types for mypy
    def __init__(self) -> None:
        super().__init__(name=f"Vector{SIMD}")


VECTOR = _VectorType()
VECTOR_IR = ir.VectorType(ir.DoubleType(), SIMD)


@extending.register_model(_VectorType)
class _VectorModel(extending.models.PrimitiveModel):  # type: ignore[misc]  # as above
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, VECTOR_IR)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), VECTOR_IR.as_pointer())


def _row_start(context: Any, builder: Any, index_type: Any, row: Any) -> Any:
    row = context.cast(builder, row, index_type, types.intp)
    return builder.mul(row, ir.Constant(row.type, SIMD))


def spread_number(builder: Any, number: Any) -> Any:
    """The same number everywhere in a vector."""
    one = builder.insert_element(
        ir.Constant(VECTOR_IR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0)
    )
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), SIMD), [0] * SIMD)
    return builder.shuffle_vector(one, ir.Constant(VECTOR_IR, ir.Undefined), zeros)


@intrinsic
def load(typing_context: Any, values: Any, start: Any) -> Any:
    """load(values, start): SIMD successive numbers of a one-dimensional array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = context.cast(builder, arguments[1], start, types.intp)
        pointer = _pointer(context, builder, values, arguments[0], index)
        return builder.load(pointer, align=8)

    return VECTOR(values, start), generate


@intrinsic
def load_row(typing_context: Any, rows: Any, row: Any) -> Any:
    """load_row(rows, row): one row of a (rows, SIMD) array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = _row_start(context, builder, row, arguments[1])
        pointer = _pointer(context, builder, rows, arguments[0], index)
        return builder.load(pointer, align=8)

    return VECTOR(rows, row), generate


@intrinsic
def row_at(typing_context: Any, rows: Any, numbers: Any, place: Any) -> Any:
    """row_at(rows, numbers, place): the row that a list of rows has at a place, none of them negative.

    What `load_row(rows, numbers[place])` is, without looking for places that count from the end.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        listed = context.make_array(numbers)(context, builder, arguments[1]).data
        where = builder.gep(listed, [context.cast(builder, arguments[2], place, types.intp)])
        row = builder.zext(builder.load(where), ir.IntType(64))
        index = builder.mul(row, ir.Constant(row.type, SIMD))
        return builder.load(_pointer(context, builder, rows, arguments[0], index), align=8)

    return VECTOR(rows, numbers, place), generate


@intrinsic
def store_row(typing_context: Any, rows: Any, row: Any, vector: Any) -> Any:
    """store_row(rows, row, vector): write one row of a (rows, SIMD) array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = _row_start(context, builder, row, arguments[1])
        pointer = _pointer(context, builder, rows, arguments[0], index)
        builder.store(arguments[2], pointer, align=8)
        return context.get_dummy_value()

    return types.void(rows, row, vector), generate


@intrinsic
def spread(typing_context: Any, number: Any) -> Any:
    """spread(number): the same number everywhere in a vector."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return spread_number(builder, arguments[0])

    return VECTOR(types.float64), generate


@intrinsic
def add(typing_context: Any, left: Any, right: Any) -> Any:
    """add(left, right), number by number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments)

    return VECTOR(VECTOR, VECTOR), generate


@intrinsic
def times(typing_context: Any, left: Any, right: Any) -> Any:
    """times(left, right), number by number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fmul(*arguments)

    return VECTOR(VECTOR, VECTOR), generate


@intrinsic
def larger(typing_context: Any, left: Any, right: Any) -> Any:
    """larger(left, right), number by number: the comparison that is one `vmaxpd`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        is_larger = builder.fcmp_ordered(">", *arguments)
        return builder.select(is_larger, *arguments)

    return VECTOR(VECTOR, VECTOR), generate


@intrinsic
def smaller(typing_context: Any, left: Any, right: Any) -> Any:
    """smaller(left, right), number by number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        is_smaller = builder.fcmp_ordered("<", *arguments)
        return builder.select(is_smaller, *arguments)

    return VECTOR(VECTOR, VECTOR), generate


# -- whole arrays ----------------------------------------------------------------------------------


@for_kernels
def copy(source: Any, out: Any) -> None:
    """`out[:] = source`: numba compiles that for seconds, to word what might be wrong with it."""
    for place in range(len(source)):
        out[place] = source[place]


@for_kernels
def copy_rows(source: Any, out: Any) -> None:
    """The same for two dimensions."""
    for row in range(len(source)):
        for place in range(source.shape[1]):
            out[row, place] = source[row, place]
