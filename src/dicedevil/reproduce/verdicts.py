"""What can be said of a printed number and ours, and how many there are of each.

Only what is printed and computed is compared: it agrees, it differs, or a sample does not decide it.
Everything else is told apart, under its own word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum


class Verdict(StrEnum):
    """One word for a row."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    """Ours is a sample, and its interval leaves both open."""
    BLANK = "blank"
    """A cell is blank in print, and there is nothing of ours to stand in it."""
    UNREADABLE = "unreadable"
    """The scan has lost it."""
    PICTURE = "picture"
    """Drawn, without numbers."""
    QUESTION = "question"
    """Asked in the paper, and answered by us."""
    READING = "reading"
    """How the paper's words are understood, or its own numbers put together: nothing of ours."""
    NOTHING_PRINTED = "nothing printed"
    """Ours alone."""
    OTHER_MACHINE = "another machine"
    """A time or an effort: printed of the author's machine, ours of this one."""
    NOT_COMPUTED = "not computed"
    """Printed, and nobody but the author can compute it."""

    @classmethod
    def of(cls, agrees: bool) -> Verdict:
        """Return the word for a comparison."""
        return cls.AGREES if agrees else cls.DIFFERS

    @property
    def agrees(self) -> bool | None:
        """Whether ours is what is printed; None where the two were not compared, or not decided."""
        return {Verdict.AGREES: True, Verdict.DIFFERS: False}.get(self)

    @property
    def compared(self) -> bool:
        """Whether something printed was held against something computed."""
        return self in COMPARED


COMPARED = (Verdict.AGREES, Verdict.DIFFERS, Verdict.UNDECIDED)
TOLD_APART = {
    Verdict.BLANK: ("blank", "blank"),
    Verdict.UNREADABLE: ("unreadable", "unreadable"),
    Verdict.PICTURE: ("picture", "pictures"),
    Verdict.QUESTION: ("question answered", "questions answered"),
    Verdict.READING: ("reading of the text", "readings of the text"),
    Verdict.NOTHING_PRINTED: ("of ours alone", "of ours alone"),
    Verdict.OTHER_MACHINE: ("time of another machine", "times of another machine"),
    Verdict.NOT_COMPUTED: ("that only the author can compute", "that only the author can compute"),
}
"""How one is counted, and how several are."""


def apart(verdicts: Iterable[Verdict]) -> str:
    """Say how many there are of what is not compared: 3 pictures, 1 question answered."""
    found = Counter(verdicts)
    return ", ".join(
        f"{found[word]} {told[found[word] > 1]}" for word, told in TOLD_APART.items() if found[word]
    )
