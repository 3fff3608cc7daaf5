"""Finds words of a question that its source lacks and that change the question's meaning: "how many doctors" is not
answered by a number of nurses, "every ward but A" not by ward A. Answers that lack such a word are not certain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ragatta.extensions.extractive.question.asked import words_of
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.mentions import COUNTS, mentions
from ragatta.pipeline.text.words import STOP, terms

_TO_WHAT = r"of|in|on|at|for|from|with|per|by|to|under|over|above|below|than|when|if|where|while|after|before|during"
_VERB = r"do|does|did|is|are|was|were|be|been|has|have|had|can|may|must|will|would|should|need|who|that|which|whose"
_DONE = r"sent|held|kept|made|built|sold|bought|paid|left|given|taken|written|drawn|driven|lent|let|\w+(?:ed|ing)"
_ENDS = rf"(?:{_TO_WHAT}|{_VERB}|{_DONE}|and|or|but|more|less|\w+er than)"
_NOUNS = rf"(?P<nouns>(?!{_ENDS}\b)[a-z][a-z’'-]+(?: (?!{_ENDS}\b)[a-z][a-z’'-]+){{0,3}})"
_SUBJECT = re.compile(
    rf"\b(?:(?:for|from|of|do|does)(?: (?:the|an?|any|each|every))?|(?:to|with|by) (?:the|an?|any|each|every)) {_NOUNS}"
    r"(?![\w’'-])"
)
_EXCLUDES = re.compile(
    r"\b(?P<no>other than|except(?:ing)?(?: for)?|excluding|apart from|without|but not|not)\s+"
    r"(?:(?:an?|the|any|in|on|of|for)\s+)*(?P<what>[^\W\d_]{2,})",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    rf"\b(?<!which )(?<!the )(?<!these )(?<!all )(?P<count>{'|'.join(sorted(COUNTS - {'one'}))})"
    r" (?!decimal|digit|place)(?:[a-z-]+ ){0,2}[a-z]+s\b",
    re.IGNORECASE,
)
# What any measure may be called: a rule says a "discount of 5%" where the question asks for the discount rate.
_TYPES = frozenset(terms("percentage percent amount value number total size rate quantity count sum"))


def subjects(question: str) -> frozenset[str]:
    """The terms of the question's subject nouns: "letters" of "the handling fee for letters of 50 kg"."""
    heads = (match["nouns"].rpartition(" ")[2] for match in _SUBJECT.finditer(question))
    return frozenset(term for head in heads for term in terms(head)) - _TYPES


def lacking(question: str, texts: Iterable[str], row: Sequence[str] = ()) -> list[str]:
    """The words with which the question excludes something or asks for several, if the source has no such words:
    "without a lift" may be a column "Lift" or a row "without lift", and a count a cell of the `row`."""
    found, text = [], "\n".join(texts).lower()
    for match in _EXCLUDES.finditer(question):
        what = match["what"].lower()
        if what in STOP or not re.search(rf"(?:\b(?:{match['no'].lower()}|no|not)\s+(?:an? )?|[;\n] ?){what}", text):
            found.append(match.group())
    several = {match["count"] for match in _SEVERAL.finditer(question)}
    counts = (one for one in mentions(question) if one.text in several)
    return [*found, *(one.text for one in counts if not any(map(one.met_by, row)))]


def unsaid(question: str, passages: Sequence[Passage], row: Sequence[str] = ()) -> list[str]:
    """The result of `lacking` on the passages, and the question's subjects that no passage names."""
    passage_terms = frozenset(term for one in passages for term in terms(f"_ {one.source_file}\n{one.text}"))
    absent = words_of(sorted(subjects(question) - passage_terms), question)
    return [*lacking(question, [one.text for one in passages], row), *absent]
