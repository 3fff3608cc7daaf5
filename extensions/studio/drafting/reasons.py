"""What sentences of English prose give as the reason of a change: that fees rose because of a storm, say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragatta.extensions.studio.drafting.facts import REFERS
from ragatta.extensions.studio.drafting.reading import YEAR, Document
from ragatta.extensions.studio.drafting.sentences import as_spoken, prose, stands_alone

CHANGES = {
    "increased": "increase", "decreased": "decrease", "rose": "rise", "fell": "fall", "grew": "growth",
    "declined": "decline", "dropped": "drop", "improved": "improvement",
}  # fmt: skip
_MOSTLY = r"(?:(?:primarily|mainly|largely|principally|mostly|partly|chiefly)\s)?"
_BECAUSE = r"(?:due to|because of|because|as a result of|owing to|driven by|caused by)"
_REASON = r"(?P<reason>[^;()“”\"]+)\.$"
CHANGED = re.compile(
    rf"^(?P<subject>[A-Z][^,;:()“”\"]+?)\s(?P<did>{'|'.join(CHANGES)})\b(?P<further>[^;()“”\"]*?),?\s"
    rf"{_MOSTLY}{_BECAUSE}\s{_REASON}"
)
WAS_DUE = re.compile(  # "The increase in port fees in 2021 was mainly due to the storm."
    rf"^The\s(?P<noun>{'|'.join(CHANGES.values())})\s(?:in|of)\s(?P<subject>[^,;:()“”\"]+?)"
    rf"(?P<further>\s(?:in|during|for|from)\s(?:fiscal\s|the\s)?(?:year\s)?(?:19|20)\d\d[^;()“”\"]*?)?,?\s(?:is|was)\s"
    rf"{_MOSTLY}(?:{_BECAUSE}|attributable to|attributed to|the result of)\s{_REASON}"
)
# What may be another change, or another thing that it is compared with.
ELSE = re.compile(
    rf"\b(?:while|whereas|but|although|though|compared|than|versus|{'|'.join([*CHANGES, *CHANGES.values()])})\b"
)
NOT = re.compile(r"\b(?:never|not|hardly|barely|scarcely|neither|nor)\b", re.IGNORECASE)
IN_YEAR = re.compile(r"\b(?:in|during|for)\s(?:fiscal\s)?(?:year\s)?((?:19|20)\d\d)\b")
POINTING = re.compile(r"\b(?:this|that|these|those|such|it|they|them|same|latter|former)\b", re.IGNORECASE)
WORDS = range(2, 26)  # of a reason


@dataclass(frozen=True)
class Reason:
    """Why something changed, and the sentence that says so."""

    document: Document
    page: int
    subject: str
    change: str  # as a noun
    year: int  # that it names; 0 if none
    why: str
    quote: str


def reasons(document: Document) -> Iterator[Reason]:
    """Those that sentences give of a subject that stands by itself, and name by themselves."""
    for page, sentence in prose(document):
        match = CHANGED.match(sentence) or WAS_DUE.match(sentence)
        if match and len(match["reason"].split()) in WORDS:
            parts = match.groupdict()
            subject = as_spoken(parts["subject"], document) if "did" in parts else parts["subject"]
            if _is_plain(sentence, parts["further"] or "", parts["reason"]) and stands_alone(
                subject, document, parts.get("did") or parts["noun"]
            ):
                found = IN_YEAR.search(parts["further"] or "")
                change = CHANGES[parts["did"]] if "did" in parts else parts["noun"]
                yield Reason(document, page, subject, change, int(found[1]) if found else 0, parts["reason"], sentence)


def _is_plain(sentence: str, further: str, reason: str) -> bool:
    """Whether a sentence tells of one change, in the one year that it names if any, for one reason."""
    years = {*YEAR.findall(sentence)}
    of_a_year = not years or (len(years) == 1 and IN_YEAR.search(further) and not YEAR.search(reason))
    more = ELSE.search(further) or NOT.search(sentence) or re.search(_BECAUSE, reason)
    return bool(of_a_year) and not (more or POINTING.search(reason) or REFERS.search(sentence))
