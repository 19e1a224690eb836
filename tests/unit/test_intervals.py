"""What a sample says of a printed number: three words, and never two of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dicedevil.reproduce.intervals import SIGMAS, Interval, all_of, decided, largest_is
from dicedevil.reproduce.verdicts import COMPARED, Verdict

NUMBERS = st.floats(-1e3, 1e3)
ERRORS = st.floats(0, 1e3)


@given(NUMBERS, ERRORS, NUMBERS, st.floats(-1, 1))
def test_a_verdict_holds_wherever_in_the_interval_the_truth_is(
    mean: float, error: float, bound: float, place: float
) -> None:
    interval = Interval.around(mean, error)
    truth = mean + place * SIGMAS * error * (1 - 1e-12)
    verdict = interval.below(bound)
    if verdict is Verdict.AGREES:
        assert truth < bound
    if verdict is Verdict.DIFFERS:
        assert truth >= bound - 1e-9
    if not error:
        assert verdict is Verdict.of(mean < bound)  # what is known exactly is decided


@given(NUMBERS, ERRORS, NUMBERS, ERRORS)
def test_more_is_decided_by_a_larger_sample_and_never_the_other_way_round(
    mean: float, error: float, bound: float, smaller: float
) -> None:
    wide = Interval.around(mean, error + smaller).below(bound)
    narrow = Interval.around(mean, error).below(bound)
    assert wide in COMPARED
    assert wide is Verdict.UNDECIDED or wide is narrow


@given(st.lists(st.tuples(NUMBERS, ERRORS), min_size=2, max_size=6), st.data())
def test_the_largest_is_told_only_where_no_other_may_be(
    sample: list[tuple[float, float]], data: st.DataObject
) -> None:
    intervals = [Interval.around(*one) for one in sample]
    told = [largest_is(place, intervals) for place in range(len(intervals))]
    assert told.count(Verdict.AGREES) <= 1
    truth = [data.draw(st.floats(one.low, one.high)) for one in intervals]
    for place, verdict in enumerate(told):
        if verdict is Verdict.AGREES:
            assert truth[place] == max(truth)
        if verdict is Verdict.DIFFERS:
            assert truth[place] < max(truth)


def test_within_and_several_at_once() -> None:
    assert Interval(3.6, 4.2).within(3.5, 9.5) is Verdict.AGREES
    assert Interval(3.4, 4.2).within(3.5, 9.5) is Verdict.UNDECIDED
    assert Interval(1.0, 3.4).within(3.5, 9.5) is Verdict.DIFFERS
    assert Interval(1, 2).less_than(Interval(2.5, 3)) is Verdict.AGREES
    assert Interval(1, 2).less_than(Interval(0.5, 1)) is Verdict.DIFFERS
    assert all_of([Verdict.AGREES, Verdict.AGREES]) is Verdict.AGREES
    assert all_of([Verdict.AGREES, Verdict.UNDECIDED]) is Verdict.UNDECIDED
    assert all_of([Verdict.UNDECIDED, Verdict.DIFFERS]) is Verdict.DIFFERS
    assert decided(False, False) is Verdict.UNDECIDED


def test_the_case_that_was_called_agreed() -> None:
    """0.0000968 ± 0.000097 says nothing of "< 0.00006"."""
    assert Interval.around(0.0000968, 0.000097).below(0.00006) is Verdict.UNDECIDED
