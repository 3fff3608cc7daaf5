"""How questions are worded. Each form has several wordings; which one is chosen depends on the facts alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from ragatta.extensions.studio.drafting.periods import PERIOD, is_bare, is_of_a_day
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms

LOOK_UP_OF_A_PERIOD = (
    "What was the figure for {row} {under}{scale}{source}?",
    "How much is reported as {row} {under}{scale}{source}?",
    "What figure does {document} give for {row} {under}{scale}?",
)
LOOK_UP = (
    "What {be} the {column} for {row}{scale}{source}?",
    "What {column} does {document} give for {row}{scale}?",
    "What does {document} give as {column} for {row}{scale}?",
)
LOOK_UP_QUOTED = LOOK_UP[2:]  # of a header that is no word of running text
LOOK_UP_SWAPPED = (
    "What {be} the {row} for {column}{scale}{source}?",
    "What {row} does {document} give for {column}{scale}?",
)
LOOK_UP_BOUND = (
    "What {be} the {bound} {row}{scale}{source}?",
    "What {bound} {row} does {document} give{scale}?",
)
# In other languages names stand in quotes, which need no grammar.
LOOK_UP_IN = {
    "de": ("Welche Angabe macht {document} zu „{row}“ unter „{column}“{scale}?",
           "Was steht in {document} zu „{row}“ unter „{column}“{scale}?"),
    "fr": ("Quelle valeur {document} donne-t-il pour « {row} » sous « {column} »{scale} ?",
           "Qu'indique {document} pour « {row} » sous « {column} »{scale} ?"),
    "es": ("¿Qué valor da {document} para «{row}» en «{column}»{scale}?",),
    "it": ("Quale valore dà {document} per «{row}» sotto «{column}»{scale}?",),
    "nl": ("Welke waarde geeft {document} voor ‘{row}’ onder ‘{column}’{scale}?",),
    "pt": ("Que valor dá {document} para «{row}» em «{column}»{scale}?",),
}  # fmt: skip
# A table, in the quotes of the language.
TABLE_IN = {
    "de": "{document} (Tabelle „{caption}“)", "fr": "{document} (tableau « {caption} »)",
    "es": "{document} (tabla «{caption}»)", "it": "{document} (tabella «{caption}»)",
    "nl": "{document} (tabel ‘{caption}’)", "pt": "{document} (tabela «{caption}»)",
}  # fmt: skip
IN_SCALE = {"fr": ", en {}", "es": ", en {}", "it": ", in {}", "pt": ", em {}"}
DIFFERENCE = (
    "By how much did {row} change from {earlier} to {later}{scale}{source}?",
    "How large is the change in {row} from {earlier} to {later}{scale}{source}?",
)
SUM = (
    "What do “{row}” and “{other}” add up to {under}{scale}{source}?",
    "How much are “{row}” and “{other}” together {under}{scale}{source}?",
)
SHARE = (
    "What percentage of {total} {be} {row} {under}, to one decimal place,{source}?",
    "What share of {total} {be} {row} {under}, in percent to one decimal place,{source}?",
)
COMPARISON = (
    "How do {one} and {two} compare in {row} {under}{scale}?",
    "What is {row} {under}{scale} in {one}, and what in {two}?",
)
PART = "What is {row} {under}{scale} in {document}?"
FIELD = {
    "en": ("What {be} the {label} according to {document}?", "What does {document} state as “{printed}”?"),
    "de": ("Was steht in {document} unter „{printed}“?", "Welche Angabe macht {document} zu „{printed}“?"),
    "fr": ("Qu'indique {document} sous « {printed} » ?", "Que lit-on dans {document} sous « {printed} » ?"),
    "es": ("¿Qué indica {document} en «{printed}»?",),
    "it": ("Che cosa indica {document} sotto «{printed}»?",),
    "nl": ("Wat staat er in {document} onder ‘{printed}’?",),
    "pt": ("O que indica {document} em «{printed}»?",),
    "ja": ("{document}の「{printed}」は何ですか。", "{document}には「{printed}」として何が書かれていますか。"),
}
DEFINITION = ("What does “{label}” mean in {document}?", "How does {document} define “{label}”?")
ABBREVIATION = {
    "en": ("What does “{label}” stand for in {document}?", "What is the long form of “{label}” in {document}?"),
    "de": ("Wofür steht „{label}“ in {document}?",),
    "fr": ("Que signifie le sigle « {label} » dans {document} ?",),
    "es": ("¿Qué significa la sigla «{label}» en {document}?",),
    "it": ("Che cosa significa la sigla «{label}» in {document}?",),
    "nl": ("Waar staat ‘{label}’ voor in {document}?",),
    "pt": ("O que significa a sigla «{label}» em {document}?",),
}
LIST = {
    "en": ("What does {document} list under “{lead}”?", "Which items does {document} give after “{lead}”?"),
    "de": ("Was führt {document} unter „{lead}“ auf?", "Welche Punkte nennt {document} nach „{lead}“?"),
    "fr": ("Quels éléments {document} énumère-t-il sous « {lead} » ?", "Que liste {document} après « {lead} » ?"),
    "es": ("¿Qué elementos enumera {document} en «{lead}»?",),
    "it": ("Quali elementi elenca {document} sotto «{lead}»?",),
    "nl": ("Welke punten noemt {document} onder ‘{lead}’?",),
    "pt": ("Que itens enumera {document} em «{lead}»?",),
    "ja": ("{document}の「{lead}」には何が挙げられていますか。", "{document}で「{lead}」に続く項目は何ですか。"),
}
LANGUAGES = tuple(LIST)  # of the documents that are drafted from
ALIKE = ("Which entries under {lead} have {value} as their {column}{source}?",
         "For which {lead} does {document} give {value} as {column}?")  # fmt: skip
COUNT = ("How many entries under {lead} have {value} as their {column}{source}?",
         "For how many entries under {lead} does {document} give {value} as {column}?")  # fmt: skip


def worded(forms: tuple[str, ...], **parts: str) -> str:
    """A wording with its parts."""
    at = int(sha256(repr(sorted(parts.items())).encode()).hexdigest(), 16) % len(forms)
    return " ".join(forms[at].format(**parts).split())


SIGN = re.compile(r"(?:Q[1-4]|[1-4]Q|H[12]|[369]M|FY)\b|FY\s?\d|(?:19|20)\d\d\S", re.IGNORECASE)  # "Q3 2023", "2022/23"
SPOKEN = re.compile(
    r"\b(?:fiscal|years?|months|quarters?|half|ended|ending|first|second|third|fourth|three|six|nine|twelve)\b", re.I
)


def table(caption: str, document: str, language: str = ENGLISH) -> str:
    """How a question names a table, or the document where its row says enough by itself."""
    if caption and language != ENGLISH:
        return TABLE_IN[language].format(document=document, caption=caption)
    return f"the table “{caption}” of {document}" if caption else document


def under(column: str, ended: bool | None = False) -> str:
    """How a question names a column: the period that it is of, or its header. `ended`: of a day, whether a period ended
    on it; None where nobody knows."""
    if not PERIOD.fullmatch(column):
        return f"under “{column}”"
    if is_bare(column) or SIGN.match(column):
        return f"in {column}"
    said = re.sub(r"^(?:for the|as of|at)\s", "", column, flags=re.IGNORECASE)
    if is_of_a_day(said):
        return f"under “{column}”" if ended is None else f"for the period ended {said}" if ended else f"as of {said}"
    lowered = SPOKEN.sub(_lower, said)
    is_counted = re.match(r"(?:first|second|third|fourth|three|six|nine|twelve)\b", lowered)
    the = "the " if is_counted or "ende" in lowered else ""
    return f"for {the}{re.sub(r'years ended', 'year ended', lowered)}"


def _lower(match: re.Match[str]) -> str:
    return match[0].lower()


def in_scale(scale: str, language: str = "en") -> str:
    return f"{IN_SCALE.get(language, ', in {}').format(scale)}{',' * (language == 'en')}" if scale else ""


def be(name: str) -> str:
    """The verb for a name that may be a plural: that of its noun, which stands before "of" and the like."""
    noun = re.split(r"\s(?:of|for|in|at|on|per|to|from|by|with)\s|\s?[(,]", name)[0]
    return "are" if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else "is"


def source(document: str) -> str:
    return f" according to {document}" if document else ""


@lru_cache(maxsize=4096)  # of a row for each of its columns
def as_spoken(name: str, running: str, header: bool = False) -> str:
    """A name in lower case if the documents write it so in running text, or if only its first word has a capital letter
    and that word is no name within a line; else as it is printed. `header`: one word alone may be lowered too."""
    lowered = name[:1].lower() + name[1:] if name[1:2].islower() else name
    whole, first, further = name.lower(), *(name.partition(" ")[::2])
    if f" {whole} " in running:
        return whole
    if f" {lowered} " in running:
        return lowered
    is_sentence = (further or header) and first[1:].islower() and not re.search(r"\b[A-Z]", BRACKETED.sub("", further))
    return lowered if is_sentence and not re.search(rf"[a-z,;] {re.escape(first)}\b", running) else name


BRACKETED = re.compile(r"\([^()]*\)")


def overlap(question: str, quotes: Iterable[str]) -> float:
    """The share of the question's terms that its evidence has."""
    asked = frozenset(terms(question))
    return len(asked & frozenset(terms(" ".join(quotes)))) / len(asked) if asked else 0.0
