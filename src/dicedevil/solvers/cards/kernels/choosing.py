"""Choosing by two values at once, number by number: what matches of two need of SIMD vectors."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from dicedevil.objectives import TIE
from dicedevil.solvers.simd import VECTOR, intrinsic, spread_number


@intrinsic
def preferred(
    typing_context: Any, mine: Any, my_best: Any, theirs: Any, their_best: Any, yes: Any, no: Any
) -> Any:
    """preferred(mine, my_best, theirs, their_best, yes, no): `yes` where they are preferred.

    A choice is, if it is better for me than the best so far, or as good and worse for them.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        mine, my_best, theirs, their_best, yes, no = arguments
        tie, below = (spread_number(builder, ir.Constant(ir.DoubleType(), gap)) for gap in (TIE, -TIE))
        gap = builder.fsub(mine, my_best)
        better = builder.fcmp_ordered(">", gap, tie)
        as_good = builder.fcmp_ordered(">=", gap, below)
        worse_for_them = builder.fcmp_ordered("<", builder.fsub(theirs, their_best), below)
        chosen = builder.or_(better, builder.and_(as_good, worse_for_them))
        return builder.select(chosen, yes, no)

    return VECTOR(*[VECTOR] * 6), generate
