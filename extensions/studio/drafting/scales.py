"""Scales and units as tables state them: "(in thousands)", "in $ million", "£000", "in Tsd. €", "(kg)"."""

from __future__ import annotations

import re

from ragatta.pipeline.text.measures import kind_of_column

_CURRENCY = r"(?:(?:US|C|A|NZ|HK|S)?\s?[$€£¥]|\b(?:USD|EUR|GBP|CHF|NOK|SEK|DKK|JPY|US dollars|euros?|pounds)\b)"
_WORDS = (  # "miles" alone are a length in English
    r"(?:thousand|million|billion|millier|milliard)s?|(?<=\ben\s)miles|miles(?=\sde\s)|mill(?:ones|ions)|migliaia"
    "|milion[ie]|milhares|milhões|duizenden|miljoen(?:en)?"
)
_OF = r"(?:\s(?:of|di|d[e’'])\s?(?:[\w$€£-]+\sdollars|[\w$€£]+))?"
SCALE = re.compile(
    r"\((?P<bracket>000s?\b(?:\s\w+)?)"
    rf"|(?:\b(?:in|en|em)\s|\()(?P<in>(?:{_CURRENCY}\s?)?(?:{_WORDS})\b{_OF}"
    rf"|(?:{_CURRENCY}\s?)?['’]?000s?\b(?:['’]s)?|(?:Tsd|Mio|Mrd)\b\.?(?:\s?(?:€|EUR|Euro))?"
    r"|(?:Tausend|Millionen|Milliarden)(?:\s(?:€|EUR|Euro))?)"
    rf"|(?P<sign>{_CURRENCY}\s?(?:(?:million|thousand|billion)s?|mn|bn|m|k|['’]?000s?)\b(?:['’]s)?)"
    r"|\b(?P<short>(?:T|k|M)(?:€|EUR\b))|(?P<thousands>['’]000s?\b)",
    re.IGNORECASE,
)
TIMES = ("minute", "month")
_BRACKET = re.compile(r"\(((?:[^()]|\([^()]*\))+)\)\s*$")
_PLAIN = re.compile(r"%|/|\bper\b|[$€£¥]|\bpercent", re.IGNORECASE)  # of a unit that has no scale but its own


def scale_of(text: str) -> str:
    """The scale that a text states, as it is printed: "thousands", "$ million"; "" if it states none."""
    match = SCALE.search(text)
    return " ".join(next(filter(None, match.groups())).split()) if match else ""


def without_scale(name: str) -> str:
    """A header without the scale that stands beside its period: "2022 £000", "in Mio. € 2022"."""
    bare = " ".join(SCALE.sub(" ", name).split())
    return re.sub(r"\(\s*(?:,.*)?\)", "", bare).strip(" ,;–-") or name


def unit_of(name: str) -> str:
    """What stands in brackets at the end of a name, such as its unit; "" if nothing does."""
    match = _BRACKET.search(name)
    return match[1].strip() if match else ""


def is_unit(cell: str) -> bool:
    """Whether a cell of a column of units has one: a dash says that there is none."""
    return any(character.isalpha() or character in "%‰°$€£¥" for character in cell)


def has_own_scale(name: str) -> bool:
    """Whether a name states its figure's scale, or a unit to which no scale of the table applies."""
    return bool(scale_of(name) or _PLAIN.search(unit_of(name)))


def has_bare_unit(name: str) -> bool:
    """Whether a header ends with a unit without brackets: "Thickness mm", "Change %", "Stay, minutes", "Tonnes"; but
    "Due after five years" has money."""
    before, _, last = name.rpartition(" ")
    kind = kind_of_column(f"({last})")
    return name.endswith("%") or bool(kind and (kind not in TIMES or before.endswith(",")))


def is_of_money(scale: str) -> bool:
    """Whether a scale names a currency."""
    return bool(re.search(rf"{_CURRENCY}|€|dollar", scale, re.IGNORECASE))
