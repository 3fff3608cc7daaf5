"""Decides whether an answer says yes or no.

A plain "yes" or "no" decides. Without one, the sentence closest to the question is a guess, by whether it is negated:
"The policy does not cover floods." An answer with both, or one that declines or hedges, says neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.eval.answers.plain import plain_sentences
from ragatta.eval.answers.stance import (
    ANSWERS,
    GUESSES,
    NEGATION,
    OPENS_CONCLUSION,
    TAKES_BACK,
    any_of,
    sentence_declines,
)
from ragatta.pipeline.text.words import terms

# The share of the question's terms that a sentence without yes or no must hold to say no, and to say yes.
CLOSE, CLOSE_YES = 0.25, 0.5

_PRONOUN = r"(?:it|they|he|she|this|that|there|these|those|you|we|i)"
_AUXILIARY = r"(?:is|are|was|were|does|do|did|has|have|had|can|could|may|must|will|would|should|shall)"
_GOES_ON = (  # what follows a "no" that is an answer, not a part of "no smoking"
    rf"(?=\W*(?:$|[,.;:!)(\"'”—–-]|(?:{_PRONOUN}|the|an?|because|since|as|according|based|unless|if|and|but|on|in)\b))"
)
_YES = r"yes|y(?=\W*$)|ja|oui|s[ií]|yeah|yep|true|correct|affirmative|absolutely|certainly|indeed|definitely|of course"
_NO = (
    rf"(?:(?:absolutely|certainly|definitely|of course) )?(?:no\b{_GOES_ON}|not(?! (?:only|just|merely|simply)))"
    r"|nope|n(?=\W*$)|nein|non|false|incorrect|negative|never|by no means"
)
_OPENING = re.compile(
    rf"^\W*(?:(?:well|sure|ok(?:ay)?|so|hmm|unfortunately|sorry|correction|actually|apparently)\W+)*(?:(?P<no>{_NO})\b|(?P<yes>{_YES})\b)",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r":(?=\W*(?:yes|no)\W*$)", re.IGNORECASE)
_REPEATS = re.compile(
    rf"\W*{_PRONOUN}\s+(?:\w+ly\s+)?{_AUXILIARY}(?P<no>n['’]t|\s+not)?\W*(?:$|(?<=[,;:—–!]))", re.IGNORECASE
)
_ABOUT_IT = re.compile(rf"\W*{_PRONOUN}\s+{_AUXILIARY}(?:n['’]t| not)?\s+\w+\W*", re.IGNORECASE)  # "It is allowed."
_REFUSES = any_of(
    r"fail(?:s|ed) to", r"prohibit(?:s|ed)?", r"forbid(?:s|den)?", r"banned", r"exclude[ds]", r"refuse[ds]",
    r"den(?:y|ies|ied)", r"lacks?",
)  # fmt: skip
_HEDGED = any_of(
    r"yes,? (?:and|or) no", r"no,? and yes", r"yes/no", r"(?:both|either) yes", r"might", r"unclear", r"uncertain",
    r"not clear", r"(?:it )?depends", r"cannot be determined", r"partially", r"partly",
)  # fmt: skip


def yes_or_no(text: str, question: str = "") -> str:
    """ "yes", "no", or "" if the text says neither or both."""
    statements = [one for one in plain_sentences(text) if not one.endswith("?")]
    statements = statements[
        max((at for at, one in enumerate(statements) if at and TAKES_BACK.search(one)), default=0) :
    ]
    marked = [word for one in statements if (word := _marked(one))]
    opening = [word for one in statements if (word := _word(one))]
    return (marked[-1:] or opening[:1] or [_implied(statements, question)])[0]


def is_plain(text: str, question: str = "") -> bool:
    """Whether the text opens with one yes or no, or marks one as its answer, and neither hedges nor goes on to say the
    opposite."""
    statements = plain_sentences(text)
    if not statements or any(cue.search(one) for cue in (GUESSES, TAKES_BACK, _HEDGED) for one in statements):
        return False
    plain = {word for word in (_word(statements[0]), *map(_marked, statements)) if word}
    goes_on = _OPENING.sub("", statements[0])
    return len(plain) == 1 and _implied([goes_on, *statements[1:]], question) in {"", *plain}


def _marked(sentence: str) -> str:
    """The yes or no behind "answer:", or with which a sentence concludes or ends."""
    marker = ANSWERS.search(sentence) or OPENS_CONCLUSION.match(sentence) or _LAST_WORD.search(sentence)
    return _word(sentence[marker.end() :]) if marker else ""


def _word(sentence: str) -> str:
    """The yes or no that a sentence opens with; "" if it hedges."""
    found = None if _hedges(sentence) else _OPENING.match(sentence) or _REPEATS.match(sentence)
    return "" if not found else "no" if found["no"] else "yes"


def _hedges(sentence: str) -> bool:
    return bool(_HEDGED.search(sentence) or GUESSES.search(sentence))


def _implied(statements: Sequence[str], question: str) -> str:
    """What the sentence closest to the question says, by whether it is negated."""
    asked = set(terms(question))
    if len(statements) == 1 and _ABOUT_IT.fullmatch(statements[0]):
        return _polarity(statements[0])
    weighed = [
        (len(asked & set(terms(one))) / max(1, len(asked)), -at)
        for at, one in enumerate(statements)
        if not sentence_declines(one)
    ]
    closeness, at = max(weighed, default=(0.0, 0))
    if closeness < CLOSE or _hedges(statements[-at]):
        return ""
    said = _polarity(statements[-at])
    return said if said == "no" or closeness >= CLOSE_YES else ""


def _polarity(sentence: str) -> str:
    """ "no" if a sentence is negated or refuses something; two negations cancel out."""
    return "no" if bool(NEGATION.search(sentence)) != bool(_REFUSES.search(sentence)) else "yes"
