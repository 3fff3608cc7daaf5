"""Removes citation marks, which are not part of the answer's statement: "[Source 2]", "【4†source】", "(Exhibit 6)",
"[^3]"."""

from __future__ import annotations

import re

_PLACE = (
    r"(?:sources?|pages?|pp?\.|pgs?\.?|docs?|documents?|chunks?|passages?|contexts?|excerpts?|refs?\.?|references?"
    r"|exhibits?|sections?|sec\.|§+|tables?|figures?|figs?\.|appendix|annex|schedule|rules?|chapters?|ch\.|articles?"
    r"|art\.|clauses?|footnotes?|fn\.?|notes?|items?|lines?|paragraphs?|paras?\.?|parts?|files?|attachment|form)"
)
# Of any file that may be cited; those that can be read are in pipeline/documents/formats.
_FILE = r"\.(?:pdf|docx?|pptx?|xlsx?|html?|md|markdown|txt|csv|tsv|rtf|od[tsp]|epub|xml|json|eml)"
_NUMBERED = r"#?[A-Z]{0,3}[-.]?\d+(?:[-–.,:/]\d+)*[a-z]?"
_LEAD = (
    r"(?:(?:see|cf\.?|from|per|in|on|at|as (?:shown|stated|listed|given) (?:in|on)|according to|source)[:\s]+)?"
    r"(?:the )?"
)
_ONE = (
    rf"{_LEAD}(?:[^()\[\]]{{0,300}}{_FILE}\b[^()\[\]]{{0,300}}"
    rf"|{_PLACE}\s*{_NUMBERED}(?:\s+(?:and|to|&)\s+{_NUMBERED})?)"
)
_ENDED = r"(?=\s*[,;\])])"
_RAISED = r"[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]"
# A match begins at the first of several spaces or raised digits, and each part of a bracket is decided once (?>): else
# the time grows with the square of the text, or doubles with each part.
_CITATIONS = re.compile(
    r"(?<!\s)\s*+(?:"
    r"【[^】]{0,200}】"
    r"|\[\^\w+\](?::(?=\s))?"
    r"|\[\s*\d+\s*,\s*pp?\.?\s*\d+(?:[-–]\d+)?\s*\]"
    r"|\[\s*(?:sources?\s*)?\d+(?:\s*[,;–-]\s*(?:sources?\s*)?\d+)*\s*\](?!\()"
    r"|[\[(][A-Z][^\[\]()\n]{0,60},\s*pp?\.?\s*\d+(?:[-–]\d+)?[\])]"
    rf"|\[[^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*)*{_FILE}\]"  # its name may hold brackets
    rf"|[\[(]\s*(?>{_ONE}{_ENDED})"
    rf"(?:\s*[,;]\s*(?:and\s+)?(?>(?:{_ONE}|{_NUMBERED}|[A-Z][\w\s.-]{{0,40}}){_ENDED}))*+\s*[\])]"
    rf"|(?<!{_RAISED}){_RAISED}++(?=[\s.,;:)]|$)"
    r")",
    re.IGNORECASE,
)
_SQUARE = re.compile(r"(?<=\b[a-z]{2})[\u00b2\u00b3]|(?<=\bm)[\u00b2\u00b3]|(?<=\d)[\u00b2\u00b3]", re.IGNORECASE)
_HELD = {"\u00b2": "\ue002", "\u00b3": "\ue003"}
_POWER_OF_TEN = re.compile(
    r"(?<![\w.,])10(?:<sup>\s*([-\u2212+]?\d{1,3})\s*</sup>|(\u207b?[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}))"
)
_RAISED_DIGITS = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u2212", "0123456789--"
)
_ANNOUNCED = re.compile(
    r"(?:[:=]|\b(?:is|are|was|were|answer))[\s*_\[]*$", re.IGNORECASE
)  # a citation follows what it proves
_BEFORE = 20  # characters that are looked at for it


def without_citations(text: str) -> str:
    """The text without citation marks; other brackets stay, and so do squares, cubes and powers of ten ("10^6"). What
    is nothing but a mark, or announced as the answer ("It is [42]"), is none."""
    if not any(mark in text for mark in "[(【<\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079"):
        return text
    text = powers_of_ten(text)
    kept_marks = _SQUARE.sub(lambda match: _HELD[match[0]], text)
    left = _CITATIONS.sub(_removed, kept_marks)
    kept = left if any(map(str.isalnum, left)) else kept_marks
    return kept.replace("\ue002", "\u00b2").replace("\ue003", "\u00b3")


def powers_of_ten(text: str) -> str:
    """The text with "10⁶" and "10<sup>6</sup>" as "10^6"."""
    return _POWER_OF_TEN.sub(lambda match: f"10^{(match[1] or match[2]).translate(_RAISED_DIGITS)}", text)


def _removed(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    return match[0] if match[0].strip()[:1] == "[" and _ANNOUNCED.search(before) else ""
