"""How questions are worded. Each form has several wordings; which one is chosen depends on the facts alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

from ragatta.extensions.studio.drafting.cells import PERIOD
from ragatta.pipeline.text.calendar import MONTHS
from ragatta.pipeline.text.words import terms

MONTH = re.compile(rf"(?:{'|'.join(MONTHS)})\b")
LOOK_UP_OF_A_PERIOD = (
    "What was the figure for {row} {under}{scale}{source}?",
    "How much is reported as {row} {under}{scale}{source}?",
    "What does {document} report as {row} {under}{scale}?",
)
LOOK_UP = (
    "What {be} the {column} for {row}{scale}{source}?",
    "What {column} does {document} give for {row}{scale}?",
    "What does {document} give as {column} for {row}{scale}?",
)
LOOK_UP_QUOTED = LOOK_UP[::2]  # of a header that is no word of running text
DIFFERENCE = (
    "By how much does {row} differ between {earlier} and {later}{scale}{source}?",
    "How large is the change in {row} from {earlier} to {later}{scale}{source}?",
)
SUM = (
    "What do {row} and {other} add up to {under}{scale}{source}?",
    "How much are {row} and {other} together {under}{scale}{source}?",
)
SHARE = (
    "What percentage of {total} {be} {row} {under}, to one decimal place{source}?",
    "What share of {total} {be} {row} {under}, in percent to one decimal place{source}?",
)
COMPARISON = ("How do {one} and {two} compare in {row} {under}?", "What is {row} {under} in {one}, and what in {two}?")
PART = "What is {row} {under} in {document}?"
FIELD = {
    "en": ("What {be} the {label} stated in {document}?", "What {label} does {document} give?",
           "According to {document}, what {be} the {label}?"),
    "de": ("Was steht in {document} unter „{label}“?", "Welche Angabe macht {document} zu „{label}“?"),
    "ja": ("{document}の「{label}」は何ですか。", "{document}には「{label}」として何が書かれていますか。"),
}  # fmt: skip
DEFINITION = ("What does “{label}” mean in {document}?", "How does {document} define “{label}”?")
LIST = {
    "en": ("What does {document} list under “{lead}”?", "Which items follow “{lead}” in {document}?"),
    "de": ("Was führt {document} unter „{lead}“ auf?", "Welche Punkte nennt {document} nach „{lead}“?"),
    "ja": ("{document}の「{lead}」には何が挙げられていますか。", "{document}で「{lead}」に続く項目は何ですか。"),
}
LANGUAGES = tuple(LIST)  # of the documents that are drafted from; but for English, lists and labelled lines alone
ALIKE = ("Which entries under {lead} have {value} as their {column}{source}?",
         "For which {lead} does {document} give {value} as {column}?")  # fmt: skip
COUNT = ("How many entries under {lead} have {value} as their {column}{source}?",
         "For how many entries under {lead} does {document} give {value} as {column}?")  # fmt: skip


def worded(forms: tuple[str, ...], **parts: str) -> str:
    """A wording with its parts."""
    at = int(sha256(repr(sorted(parts.items())).encode()).hexdigest(), 16) % len(forms)
    return " ".join(forms[at].format(**parts).split())


def table(caption: str, document: str) -> str:
    """How a question names a table, or the document where its row says enough by itself."""
    return f"the table “{caption}” of {document}" if caption else document


def under(column: str, ended: bool | None = False) -> str:
    """How a question names a column: the period that it is of, or its header. `ended`: of a day, whether a period ended
    on it; None where nobody knows."""
    if not (period := PERIOD.fullmatch(column)):
        return f"under “{column}”"
    if period["year"] == column:
        return f"in {column}"
    said = re.sub(r"^(?:for the|as of|at)\s", "", column, flags=re.IGNORECASE)
    if MONTH.match(said):
        return f"under “{column}”" if ended is None else f"for the period ended {said}" if ended else f"as of {said}"
    said = re.sub(
        r"\b(?:Fiscal|Years?|Months|Quarters?|Ended|Ending|Three|Six|Nine|Twelve)\b", _lower, said, flags=re.I
    )
    return f"for the {re.sub(r'years ended', 'year ended', said)}" if "ende" in said.lower() else f"for {said}"


def _lower(match: re.Match[str]) -> str:
    return match[0].lower()


def in_scale(scale: str) -> str:
    return f", in {scale}," if scale else ""


def be(name: str) -> str:
    """The verb for a name that may be a plural."""
    return "are" if name.endswith("s") and not name.endswith(("ss", "us", "is")) else "is"


def source(document: str) -> str:
    return f" according to {document}" if document else ""


def as_spoken(name: str, running: str) -> str:
    """A name in lower case if the documents write it so in running text; else as it is printed."""
    lowered = name[:1].lower() + name[1:] if name[1:2].islower() else name
    whole = name.lower()
    return whole if f" {whole} " in running else lowered if f" {lowered} " in running else name


def overlap(question: str, quotes: Iterable[str]) -> float:
    """The share of the question's terms that its evidence has."""
    asked = frozenset(terms(question))
    return len(asked & frozenset(terms(" ".join(quotes)))) / len(asked) if asked else 0.0
