"""Whether an answer says yes or no, wherever and however it says it.

A plain "yes" or "no" decides; where there is none, the sentence that is closest to the question does, by whether it is
negated: "The policy does not cover floods." An answer that says both, declines or hedges says neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from eval.answers.patterns import any_of
from eval.answers.plain import plain_lines, sentences
from eval.answers.stance import ANSWERS, CONCLUDES, TAKES_BACK
from pipeline.words import terms

CLOSE = 0.34  # the share of the question's terms that a sentence without yes or no must hold to decide

_BOTH = any_of(r"yes,? (?:and|or) no", r"no,? and yes", r"yes/no", r"(?:both|either) yes")
_YES = r"yes|yeah|yep|true|correct|affirmative|absolutely|certainly|indeed|definitely|of course"
_NO = (
    r"(?:(?:absolutely|certainly|definitely|of course) )?(?:no|not(?! (?:only|just|merely|simply)))|nope|false"
    r"|incorrect|negative|never|by no means"
)
_FOLLOWED = r"(?:one|longer|more|less|doubt|problem|matter|changes?|information|data|mention|evidence|idea|\w+s)"
_OPENING = re.compile(
    rf"^\W*(?:(?:well|sure|ok(?:ay)?|so|hmm|unfortunately|sorry|correction|actually|apparently)\W+)*(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b(?!\s+{_FOLLOWED}\b)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"(?:[:,;—–]\s*|\b(?:is|was|would be|be|answer|says?|conclude|conclusion|therefore|so|thus|then|an?|clear|definite"
    r"|simple|short)\s+[\"'“*]*)"
    r"(?P<said>yes|no)\b(?=[\"'”*]*\s*(?:[.,;:!)—–-]|$|because|since|as\b|it\b|they\b|the\b))",
    re.IGNORECASE,
)
_NEGATED = any_of(
    r"not", r"\w+n['’]t", r"never", r"no", r"none", r"neither", r"nor", r"cannot", r"without", r"nobody", r"nothing",
    r"nowhere", r"fail(?:s|ed) to", r"prohibit(?:s|ed)?", r"forbid(?:s|den)?", r"exclude[ds]", r"refuse[ds]",
    r"den(?:y|ies|ied)", r"lacks?",
)  # fmt: skip
_NOT_NEGATED = any_of(
    r"not (?:only|just|merely|simply)", r"no doubt", r"no(?:t)? (?:longer|more|less|later|earlier) than",
    r"without (?:doubt|question|exception)", r"whether or not",
)  # fmt: skip
_HEDGED = any_of(
    r"perhaps", r"maybe", r"possibly", r"might", r"unclear", r"uncertain", r"not (?:sure|certain|clear)",
    r"hard to say", r"(?:it )?depends", r"cannot be determined", r"partially", r"partly",
)  # fmt: skip
_DECLINED = any_of(
    r"(?:no|not enough|insufficient) (?:information|mention|data|details?)",
    r"(?:cannot|can['’]t|could not) (?:determine|answer|say|tell|find)", r"unable to", r"i(?: a|['’])m sorry",
    r"do(?:es)?(?: not|n['’]t) (?:say|state|mention|specify|indicate|know|provide|address)",
)  # fmt: skip
_CLAUSE = re.compile(r",?\s+(?:but|while|whereas|however|although)\s+", re.IGNORECASE)
_PRONOUN = r"(?:it|they|he|she|this|that|there|these|those|you|we|i)"
_AUXILIARY = r"(?:is|are|was|were|does|do|did|has|have|had|can|could|may|must|will|would|should|shall)"
_REPEATS = re.compile(rf"\W*{_PRONOUN}\s+(?:\w+ly\s+)?{_AUXILIARY}(?:n['’]t|\s+not)?\W*$", re.IGNORECASE)


def yes_or_no(text: str, question: str = "") -> str:
    """ "yes", "no", or "" where the text says neither or both."""
    said = [sentence for line in plain_lines(text) for sentence in sentences(line.text)]
    if not said or _BOTH.search(text):
        return ""
    taken_back = max((at for at, one in enumerate(said) if at and TAKES_BACK.search(one)), default=0)
    said = said[taken_back:]
    explicit = _explicit(said)
    return explicit if explicit is not None else _implied(said, question)


def _explicit(said: Sequence[str]) -> str | None:
    """What a plain yes or no says: after "answer:" first, then at a sentence's beginning, then within one; "" for
    both, None without any."""
    marked = [_after_marker(one) for one in said]
    opening = [word for one in said if (word := _word(one))]
    within = [word for one in said if (word := _within(one))]
    for found in ([word for word in marked if word][-1:], opening[:1], within):
        if found:
            return found[0] if len(set(found)) == 1 else ""
    return None


def _after_marker(sentence: str) -> str:
    marker = ANSWERS.search(sentence)
    return (_word(sentence[marker.end() :]) or _within(sentence)) if marker else ""


def _word(sentence: str) -> str:
    found = _OPENING.match(sentence)
    if not found or _HEDGED.match(sentence):
        return ""
    return "no" if found["no"] else "yes"


def _within(sentence: str) -> str:
    found = _SAID.search(sentence)
    return found["said"].lower() if found and not _HEDGED.search(sentence[: found.start("said")]) else ""


def _implied(said: Sequence[str], question: str) -> str:
    asked = set(terms(question))
    stated = [clause for one in said if not _DECLINED.search(one) for clause in _CLAUSE.split(one)]
    weighed = [(_closeness(one, asked, at), one) for at, one in enumerate(stated)]
    closest = max(weighed, default=(0.0, ""), key=lambda pair: pair[0])
    if closest[0] < CLOSE or _HEDGED.search(closest[1]):
        return ""
    return "no" if _is_negated(closest[1]) else "yes"


def _closeness(sentence: str, asked: set[str], at: int) -> float:
    share = len(asked & set(terms(sentence))) / max(1, len(asked))
    repeats = bool(_REPEATS.match(sentence))
    return share + (0.5 if repeats else 0.0) + (0.3 if CONCLUDES.search(sentence) and share else 0.0) - 0.001 * at


def _is_negated(sentence: str) -> bool:
    return bool(_NEGATED.search(_NOT_NEGATED.sub(" ", sentence)))
