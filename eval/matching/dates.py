"""The same day in other words: "2/16/00" where a page has "16th day of February, 2000". English; a bare "2/3/00" begins
with the month."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ragatta.eval.matching.evidence import Corpus
from ragatta.pipeline.annotations.values import NoSuchValue, day

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = re.compile(
    rf"\b(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[/.-]\d{{1,2}}[/.-](?:\d{{4}}|\d\d)"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\s?,?\s+\d{{4}}"
    rf"|\d{{1,2}}\s?(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+{_MONTH}\s?,?\s+\d{{4}})\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s?\b(?:st|nd|rd|th)?(?:\s+day)?\s+of\b", re.IGNORECASE)


def same_day(answer: str, corpus: Corpus, files: Sequence[str] = ()) -> list[str]:
    """The dates that these pages print for the day that the answer is, in the order of the pages, each once with single
    spaces; none where the answer is no day."""
    sought = _day(answer)
    if not sought:
        return []
    texts = (page.text for file in files or corpus for page in corpus.get(file, ()))
    return list(dict.fromkeys(date for text in texts for date in _dates(text) if _day(date) == sought))


def _dates(text: str) -> Iterator[str]:
    return (" ".join(match[0].split()) for match in _DATE.finditer(text))


def _day(text: str) -> str:
    try:
        return day(re.sub(r"\s+,", ",", _BETWEEN.sub(" ", text)))
    except NoSuchValue:
        return ""
