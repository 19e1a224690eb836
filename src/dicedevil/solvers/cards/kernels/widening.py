"""What curves need of SIMD vectors beyond `simd`: reading either precision, and the ends of a curve.

Curves are worked on in double precision. Where they are kept in single, a load widens, number by
number; which of the two it is, is known when a kernel is compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from dicedevil.solvers.machine import SIMD
from dicedevil.solvers.simd import VECTOR, VECTOR_IR, intrinsic, spread_number

_NARROW = ir.VectorType(ir.FloatType(), SIMD)
_INTS = ir.VectorType(ir.IntType(32), SIMD)


@intrinsic
def load_wide(typing_context: Any, values: Any, start: Any) -> Any:
    """load_wide(values, start): SIMD successive numbers, float32 or float64, as float64."""
    is_double = values.dtype == types.float64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(values)(context, builder, arguments[0]).data
        index = context.cast(builder, arguments[1], start, types.intp)
        stored = VECTOR_IR if is_double else _NARROW
        pointer = builder.bitcast(builder.gep(data, [index]), stored.as_pointer())
        if is_double:
            return builder.load(pointer, align=8)
        return builder.fpext(builder.load(pointer, align=4), VECTOR_IR)

    return VECTOR(values, start), generate


@intrinsic
def with_ends(typing_context: Any, vector: Any, ones: Any, stop: Any) -> Any:
    """with_ends(vector, ones, stop): the first `ones` numbers become 1, those from `stop` on 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = ir.Constant(_INTS, list(range(SIMD)))
        certain, over = (
            _spread_int(builder, context.cast(builder, argument, kind, types.int32))
            for argument, kind in zip(arguments[1:], (ones, stop), strict=True)
        )
        one, zero = (
            spread_number(builder, ir.Constant(ir.DoubleType(), number)) for number in (1.0, 0.0)
        )
        inside = builder.select(builder.icmp_signed("<", places, over), arguments[0], zero)
        return builder.select(builder.icmp_signed("<", places, certain), one, inside)

    return VECTOR(VECTOR, ones, stop), generate


def _spread_int(builder: Any, number: Any) -> Any:
    undefined = ir.Constant(_INTS, ir.Undefined)
    one = builder.insert_element(undefined, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(_INTS, [0] * SIMD))
