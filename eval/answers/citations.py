"""Removes citation marks, which are not part of the answer's statement: "[Source 2]", "【4†source】", "(Exhibit 6)",
"[^3]"."""

from __future__ import annotations

import re

_PLACE = (
    r"(?:sources?|pages?|pp?\.|pgs?\.?|docs?|documents?|chunks?|passages?|contexts?|excerpts?|refs?\.?|references?"
    r"|exhibits?|sections?|sec\.|§+|tables?|figures?|figs?\.|appendix|annex|schedule|rules?|chapters?|ch\.|articles?"
    r"|art\.|clauses?|footnotes?|fn\.?|notes?|items?|lines?|paragraphs?|paras?\.?|parts?|files?|attachment|form)"
)
_FILE = r"\.(?:pdf|docx|pptx|html?|md|markdown|txt|csv|tsv)"
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
_POWER = re.compile(
    r"(?<=\b[a-z]{2})[\u00b2\u00b3]|(?<=\bm)[\u00b2\u00b3]|(?<=\d)[\u00b2\u00b3\u2070-\u2079]+", re.IGNORECASE
)
_HELD = {"\u00b2": "\ue002", "\u00b3": "\ue003"}


def without_citations(text: str) -> str:
    """The text without citation marks; other brackets stay, and so do squares and cubes."""
    if not any(mark in text for mark in "[(【\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079"):
        return text
    held = _POWER.sub(lambda match: _HELD.get(match[0], match[0]), text)
    return _CITATIONS.sub("", held).replace("\ue002", "\u00b2").replace("\ue003", "\u00b3")
