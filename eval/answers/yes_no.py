"""Decides whether an answer says yes or no.

A plain "yes" or "no" decides. Without one, the sentence closest to the question is a guess, by whether it is negated:
"The policy does not cover floods." An answer with both, or one that declines or hedges, says neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache

from ragatta.eval.answers.patterns import any_of
from ragatta.eval.answers.plain import plain_lines, sentences
from ragatta.eval.answers.stance import ANSWERS, CONCLUDES, GUESSES, OPENS_CONCLUSION, TAKES_BACK
from ragatta.pipeline.text.words import terms

CONCLUDING = 0.3  # more for a clause that concludes
VERY_CLOSE = 0.75  # such a sentence decides before a yes or no of a later one
# The share of the question's terms that a sentence without yes or no must hold to say no, and to say yes.
CLOSE, CLOSE_YES = 0.25, 0.5

_BOTH = any_of(r"yes,? (?:and|or) no", r"no,? and yes", r"yes/no", r"(?:both|either) yes")
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
_SAID = re.compile(
    r"(?:[:,;—–]\s*|\b(?:is|was|would be|be|answer|says?|conclude|conclusion|therefore|so|thus|then|an?|clear|definite"
    r"|simple|short)\s+[\"'“*]*)"
    r"(?P<said>yes|no)\b(?=[\"'”*]*\s*(?:[.,;:!)—–-]|$|because|since|as\b|it\b|they\b|the\b))",
    re.IGNORECASE,
)
_NEGATED = any_of(
    r"not", r"\w+n['’]t", r"never", r"no", r"none", r"neither", r"nor", r"cannot", r"nobody", r"nothing", r"nowhere"
)
_REFUSES = any_of(
    r"fail(?:s|ed) to", r"prohibit(?:s|ed)?", r"forbid(?:s|den)?", r"exclude[ds]", r"refuse[ds]", r"den(?:y|ies|ied)",
    r"lacks?",
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
    r"whether", r"(?:no|not enough|insufficient) (?:information|mention|data|details?)",
    r"(?:cannot|can['’]t|could not) (?:determine|answer|say|tell|find)", r"unable to", r"i(?: a|['’])m sorry",
    r"do(?:es)?(?: not|n['’]t) (?:say|state|mention|specify|indicate|know|provide|address)",
)  # fmt: skip
_CLAUSE = re.compile(r",?\s+(?:but|while|whereas|however|although|so|therefore)\s+", re.IGNORECASE)
_WITHOUT = re.compile(r"\b(?:without|with no)\s+(?P<what>(?:[\w'’-]+\s*){1,4})", re.IGNORECASE)
_REPEATS = re.compile(
    rf"\W*{_PRONOUN}\s+(?:\w+ly\s+)?{_AUXILIARY}(?P<no>n['’]t|\s+not)?\W*(?:$|(?<=[,;:—–!]))", re.IGNORECASE
)
# What repeats nothing of the question: "It is forbidden.", "Permitted."
_ABOUT_IT = re.compile(
    r"\W*(?:(?:it|that|this|they|these|those)\s+(?:is|are|was|were)(?: not|n['’]t)?\s+)?"
    r"(?:allowed|permitted|possible|forbidden|prohibited|banned|required|mandatory)\W*",
    re.IGNORECASE,
)
# Pairs of opposites: who says the one of what the question asks as the other says no.
_OPPOSITES = """
open closed, open shut, allow prohibit, allow forbidden, allow banned, permit prohibit, permit forbidden, permit
banned, approve reject, accept reject, accept refuse, accept decline, grant deny, grant refuse, pass fail, include
exclude, increase decrease, rise fall, grow shrink, mandatory optional, mandatory voluntary, required optional,
compulsory optional, compulsory voluntary, won lost, win lose, present absent, valid invalid, legal illegal, profit
loss, improve worsen, enabled disabled, succeed fail, higher lower, start stop, possible impossible, available
unavailable, safe unsafe, confirm deny, agree disagree, public private, upheld dismissed, full empty, remain leave,
guilty acquitted, adopted rejected
"""


def yes_or_no(text: str, question: str = "") -> str:
    """ "yes", "no", or "" if the text says neither or both."""
    statements = [one for line in plain_lines(text) for one in sentences(line.text) if not one.endswith("?")]
    if not statements or _BOTH.search(text):
        return ""
    taken_back = max((at for at, one in enumerate(statements) if at and TAKES_BACK.search(one)), default=0)
    statements = statements[taken_back:]
    explicit, asked = _explicit(statements), set(terms(question))
    if asked and not _word(statements[0]) and not any(map(_after_marker, statements)):
        first = max((closeness for closeness, _ in _clauses(statements[0], asked)), default=0.0)
        if first >= VERY_CLOSE and not _within(statements[0]) and not _DECLINED.search(statements[0]):
            return _implied(statements[:1], question)
    return explicit if explicit is not None else _implied(statements, question)


def is_plain(text: str, question: str = "") -> bool:
    """Whether the text opens with one yes or no, or marks one as its answer, and neither hedges nor goes on to say the
    opposite."""
    statements = [one for line in plain_lines(text) for one in sentences(line.text)]
    if not statements or any(cue.search(one) for cue in (GUESSES, TAKES_BACK, _HEDGED) for one in statements):
        return False
    plain = {word for word in (_word(statements[0]), *map(_after_marker, statements)) if word}
    goes_on = _OPENING.sub("", statements[0])
    return len(plain) == 1 and _implied([goes_on, *statements[1:]], question) in {"", *plain}


@cache
def _opposites() -> Mapping[str, Set[str]]:
    """The stem of each such word, with the stems of its opposites."""
    found: dict[str, set[str]] = {}
    for pair in _OPPOSITES.replace("\n", " ").split(","):
        one, other = terms(pair)
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def _explicit(statements: Sequence[str]) -> str | None:
    """The plain yes or no of a text, looked for after "answer:", then at the beginning of a sentence, then within one;
    "" if both occur, None if neither."""
    marked = [_after_marker(one) or _concluded(one) for one in statements]
    opening = [word for one in statements if (word := _word(one))]
    within = [word for one in statements if (word := _within(one))]
    for found in ([word for word in marked if word][-1:], opening[:1], within):
        if found:
            return found[0] if len(set(found)) == 1 else ""
    return None


def _after_marker(sentence: str) -> str:
    marker = ANSWERS.search(sentence)
    return (_word(sentence[marker.end() :]) or _within(sentence)) if marker else ""


def _concluded(sentence: str) -> str:
    opens = OPENS_CONCLUSION.match(sentence)
    return _word(sentence[opens.end() :]) if opens else ""


def _word(sentence: str) -> str:
    found = None if _HEDGED.match(sentence) else _OPENING.match(sentence) or _REPEATS.match(sentence)
    if not found:
        return ""
    return "no" if found["no"] else "yes"


def _within(sentence: str) -> str:
    found = _SAID.search(sentence)
    return found["said"].lower() if found and not _HEDGED.search(sentence[: found.start("said")]) else ""


def _implied(statements: Sequence[str], question: str) -> str:
    asked = set(terms(question))
    if len(statements) == 1 and _ABOUT_IT.fullmatch(statements[0]):
        return "no" if _is_negated(statements[0], asked) else "yes"
    weighed = [
        (closeness - 0.001 * at, clause)
        for at, one in enumerate(statements)
        if not _DECLINED.search(one)
        for closeness, clause in _clauses(one, asked)
    ]
    closest = max(weighed, default=(0.0, ""), key=lambda pair: pair[0])
    if closest[0] < CLOSE or _HEDGED.search(closest[1]):
        return ""
    if _is_negated(closest[1], asked):
        return "no"
    return "yes" if closest[0] >= CLOSE_YES else ""


def _clauses(sentence: str, asked: set[str]) -> Iterator[tuple[float, str]]:
    """The clauses of a sentence, each with its closeness to the question. A clause inherits the subject of the clauses
    before it if it adds something of the question: "the valve has to be checked, but it does not have to be replaced".
    """
    before: set[str] = set()
    for clause in _CLAUSE.split(sentence):
        own = asked & set(terms(clause))
        closeness = len(own | before if own - before else own) / max(1, len(asked))
        yield closeness + (CONCLUDING if own and CONCLUDES.search(clause) else 0.0), clause
        before |= own


def _is_negated(clause: str, asked: set[str]) -> bool:
    """Whether a clause is negated; two negations cancel out. "Without" counts only before the words that are asked
    for."""
    clause = _NOT_NEGATED.sub(" ", clause)
    without = [found for found in _WITHOUT.finditer(clause) if asked & set(terms(found["what"]))]
    is_opposite = bool(_REFUSES.search(clause)) or _is_opposite(clause, asked)
    return bool(without or _NEGATED.search(_WITHOUT.sub(" ", clause))) != is_opposite


def _is_opposite(clause: str, asked: set[str]) -> bool:
    """Whether a clause has the opposite of one of the question's words in that word's place."""
    own = set(terms(clause))
    return any(word not in own and _opposites().get(word, frozenset()) & own for word in asked)
