"""Decides by the record of answers like it what the form of an answer does not, or makes the guess."""

from __future__ import annotations

from dataclasses import replace

from ragatta.eval.record.classes import side
from ragatta.eval.record.table import Record
from ragatta.eval.verdict import Verdict, is_text

ERROR = 0.03  # the share of decided texts that people may judge otherwise, unless `scoring.error` says another
TOO_OFTEN = "people judge such answers otherwise too often"
NONE_LIKE_IT = "no answers like it are recorded"


def with_record(found: Verdict, record: Record, error: float) -> Verdict:
    """The verdict of a rule with the record of its class.

    The form of an answer decides as the rule says, unless the record of its class shows an error above `error`. A text
    is decided where its class is. The score of what is undecided is the share of answers like it that people judged
    right; the rule's own score where no such answers are recorded.
    """
    if not found.group:
        return found
    own, like = record.of(found.group), record.like(found.group)
    decides = own.decides_from <= error if own else not is_text(found.group)
    if decides and is_text(found.group):
        settled = float(side(found.score) == "right") if found.undecided else found.score
        return replace(found, score=settled, undecided="", record=own)
    if decides and not found.undecided:
        return replace(found, record=own)
    score = like.share_right if like else found.score
    why = found.undecided or (TOO_OFTEN if own else NONE_LIKE_IT)
    return replace(found, score=score, undecided=why, record=like)
