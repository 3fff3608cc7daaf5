"""The draw of a sweep's questions, where dataset.limit left some out."""

from __future__ import annotations

from ragatta.eval.draw import Drawn
from ragatta.experiments.results.reading import SweepResult


def drawn_of(sweep: SweepResult) -> Drawn | None:
    """None where all questions were asked, and of a sweep whose version took the first ones."""
    drawn = sweep.info.get("drawn")
    return Drawn(**drawn) if drawn else None


def narrow_draw(sweep: SweepResult) -> str:
    """The sentence that the draw is a reason why documents are few; empty where it is none."""
    drawn = drawn_of(sweep)
    if drawn is None or not drawn.is_narrow:
        return ""
    of_all = f"{drawn.documents} of {drawn.of_documents} documents"
    return f"The draw is a reason: {drawn.questions:,} of {drawn.of_questions:,} questions, about {of_all}."
