"""Rewrites numbers from their many forms in prose to the form that `eval.matching.numbers` reads.

"six hundred and four" becomes "604", "a dozen" 12, "1½" 1.5 and "an hour and a half" 1.5 hours; "$1.544M" and "2,018mn"
get a scale word, "(0.133)%", "$(729)" and "minus 5" a sign, "604 USD" its currency in front. Figures in the notation of
other countries get a decimal point and no marks between thousands: "1.250,50", "12'500", "2,50,000". Ranges are read
from such numbers: "between six and eight" states an expected "6-8", and 6 alone does not.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.matching.numbers import Number, close_up, numbers
from ragatta.pipeline.text.number_words import ONES, SMALL
from ragatta.pipeline.text.numbers import LARGE

_WORD = "|".join(sorted([*SMALL, "hundred", *LARGE], key=len, reverse=True))
_RUN = re.compile(
    rf"(?<![\w.,$€£-])(?:a (?=hundred|{'|'.join(LARGE)}))?(?:{_WORD})\b"
    rf"(?:(?:[ -]|,? and |, )(?:{_WORD})\b)*(?: point(?P<decimals>(?: (?:{'|'.join(ONES[:10])})\b)+))?",
    re.IGNORECASE,
)
MANY = 20  # words: no number that is meant has more
_ONLY_ONE = re.compile(r"(?:^|\b(?:only|exactly|just|is|are|was|were|answer)\b\W*)one$", re.IGNORECASE)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_POWER = re.compile(
    r"(?<![\w.,^])(?:(?P<figure>\d+(?:\.\d+)?)(?:\s*(?:[×x*·]|\\times)\s*(?=10[\s^*⁻⁰¹²³⁴⁵⁶⁷⁸⁹])|(?=[eE][+-]?\d)))?"
    r"(?:10(?:\s*(?:\^|\*\*)\s*\{?(?P<power>[-−]?\d{1,3})\}?|(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))|(?<=\d)[eE](?P<exponent>[+-]?\d{1,3})\b)"
)
_TIMES = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)[x×](?!\w)")
_HALVES = re.compile(rf"\b(?P<whole>\d+|{'|'.join(ONES)}) and (?:a|one) (?P<part>half|quarter)\b", re.IGNORECASE)
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}

# Figures of countries that do not write 1,250.50: "1'250.50", "1,00,000"; "1.250,50", "1.250.000", "0,5", "3,75".
_GROUPED = re.compile(r"(?<![\w.,'’])(?:\d{1,3}(?:['’]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?(?![\w'’]|,\d)")
_DECIMAL_COMMA = re.compile(
    r"(?<![\w.,])(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}|0,\d+|\d+,\d{2}"
    r"|\d+,\d(?=\s?(?:%|[€°]|[a-zµ]{1,3}\b))|\A\d+,\d\Z)(?![\w,]|\.\d)"
)
_FRACTIONS = {
    **{"½": "5", "¼": "25", "¾": "75", "⅓": "3333", "⅔": "6667", "⅕": "2", "⅖": "4", "⅗": "6", "⅘": "8", "⅙": "1667"},
    **{"⅚": "8333", "⅛": "125", "⅜": "375", "⅝": "625", "⅞": "875"},
}
_FRACTION = re.compile(rf"(?<![.\d])(\d*)\s?([{''.join(_FRACTIONS)}])")
_MIXED = re.compile(r"(?<![\w.,/])(\d+)[ -]([1-9])/(2|3|4|5|6|8|10|16)(?![\w/.,]\d|[\w/])")
_DOZENS = re.compile(
    r"\b(?:(?P<half>half a)|(?P<one>an?)|(?P<count>\d{1,9}|" + "|".join(SMALL) + r"))[ -](?P<dozen>dozen|score)\b"
    r"(?P<more> and a half\b)?",
    re.IGNORECASE,
)
_PART_OF_HOUR = re.compile(
    r"\b(?:(?P<half>half(?: an?)?)|(?P<three>three quarters of an?)|an? quarter of an?)[ -]hour\b", re.IGNORECASE
)
_AND_A_HALF = re.compile(r"\ban? (?P<unit>hour|day|week|month|year)s? and a half\b", re.IGNORECASE)
_DURATION = re.compile(
    r"(?<![\w.,])(?P<hours>\d{1,9})\s?(?:hours?|hrs?|h)\b[\s,]*(?:and\s+)?(?P<minutes>[0-5]?\d)\s?(?:minutes?|mins?|m)\b",
    re.IGNORECASE,
)
_PART = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_OF_A_MILLION = re.compile(r"\b(?:(half)|(?:a )?quarter of) an? (?=(?:million|billion|trillion)\b)", re.IGNORECASE)
_SHARE = re.compile(
    rf"\b(?:(?P<count>an?|one|two|three|four|five|seven|nine)[ -](?P<part>{'|'.join(_PART)})s?"
    r"(?=\s+(?:of\b|majority\b)|\W*$|[.,;:)])|(?<!first )(?<!second )(?<!other )half(?= of (?:the|all|its|their)\b))",
    re.IGNORECASE,
)
_RATIO = re.compile(r"(?<![\w./,-])(?<!\d )([1-9]\d?)/([2-9]|10|12|16)(?![\w/,-]|\.\d)")
_INDIAN = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)\s?(?P<scale>lakh|crore)s?\b", re.IGNORECASE)

_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_MONEY = r"(?:US\$|[$€£¥])"
# A sign in words, in the brackets of accounts, or away from its figure.
_SIGNS = (
    (re.compile(r"\b(CHF|SEK|NOK|DKK|JPY|INR)(?=\d)"), r"\1 "),
    (re.compile(rf"\(\s*((?:{_MONEY})?\s?(?:{_AMOUNT}))\s*\)\s?(?=%)"), r"-\1"),
    (re.compile(rf"({_MONEY})\s?\(\s*({_AMOUNT})\s*\)"), r"-\1\2"),
    (re.compile(rf"({_MONEY})\s?[-−–](?=(?:{_AMOUNT}))"), r"-\1"),
    (
        re.compile(
            rf"(?<![\w)%])(?:(?:minus|negative)\s+(?=(?:{_MONEY})?\s?(?:{_AMOUNT}))|(?<!\.)[-−–]\s(?={_MONEY}\s?(?:{_AMOUNT})))",
            re.IGNORECASE,
        ),
        "-",
    ),
)
_SCALED = re.compile(
    rf"(?P<money>[$€£¥]\s?(?:{_AMOUNT}))\s?(?P<letter>(?i:mm|mn|mio|mil|m|bn|bln|b|tn|trn|t))\b\.?(?!\w)"
    rf"|(?<!\w-)(?<![\w.])(?P<figure>{_AMOUNT})\s?(?P<scale>M|MM|B|(?i:mn|mio|mln|bn|bln))\b(?!\w)"
)
_SCALES = {"m": "million", "b": "billion", "t": "trillion"}
_GLUED = re.compile(
    r"(?<!\w-)(?<![\w.,])(\d+(?:,\d{3})*(?:\.\d+)?)(mm|cm|m|km|mg|g|kg|ml|l|m?V|m?A|[kM]?W|[kM]?Wh|[kMG]?Hz|[kKMGT]B|h|min|ms|s"
    r"|ft|lbs?|oz|bps?|pp|°C|°F)(?![\w²³/])"
)
_CURRENCIES = {
    "$": r"USD|US dollars?|U\.S\. dollars?|dollars?", "€": "EUR|euros?", "£": "GBP|pounds sterling",
    "CHF ": "CHF|(?:Swiss )?francs?", "SEK ": "SEK|(?:Swedish )?kron(?:a|or)", "NOK ": "NOK|Norwegian kroner?",
    "DKK ": "DKK|Danish kroner?", "¥": "JPY|(?:Japanese )?yen", "₹": "INR|(?:Indian )?rupees?",
}  # fmt: skip
_CODE_BEHIND = re.compile(
    rf"(?P<sign>[$€£¥]\s?)?(?P<figure>(?<![\w.,])(?:{_AMOUNT})(?:\s?(?:k|thousand|million|billion|trillion)\b)?)\s?"
    rf"(?P<code>{'|'.join(_CURRENCIES.values())})\b(?!\s*/)",
    re.IGNORECASE,
)

Range = tuple[Decimal, Decimal]
_RANGE_MARK = re.compile(
    r"\s*[°%€$£a-z]{0,8}\s*(?:-|–|—|\bto\b|\band\b|\bthrough\b)\s*(?:US\$|[$€£])?\s*", re.IGNORECASE
)
_BEFORE_RANGE = re.compile(r"(?:between|from)?\s*\W?$", re.IGNORECASE)

_HAS_DIGIT = re.compile(rf"[\d{''.join(_FRACTIONS)}]")


def in_digits(text: str) -> str:
    """The text with such numbers rewritten, the rest unchanged."""
    text = _OF_A_MILLION.sub(_part_of, text)
    if _HAS_DIGIT.search(text):
        text = _RATIO.sub(lambda match: _share(int(match[1]), int(match[2])), text)
        text = _TIMES.sub(r"\1 times", _POWER.sub(_written_out, _in_one_notation(text)))
    else:  # most texts: words alone
        text = _dozens_and_hours(text)
    text = _RUN.sub(_digits, _SHARE.sub(_in_words, _HALVES.sub(_with_part, _AND_A_HALF.sub(r"1.5 \g<unit>s", text))))
    return _in_one_form(text) if _HAS_DIGIT.search(text) else text


def _in_one_form(text: str) -> str:
    """Signs, scale words, units and currencies of figures in one form."""
    text = _DURATION.sub(lambda match: f"{60 * int(match['hours']) + int(match['minutes'])} minutes", text)
    text = _INDIAN.sub(lambda match: f"{Decimal(match[1]) * (10**5 if match['scale'][0] in 'lL' else 10**7):f}", text)
    for pattern, figure in _SIGNS:
        text = pattern.sub(figure, text)
    text = _SCALED.sub(
        lambda found: f"{found['money'] or found['figure']} {_SCALES[(found['letter'] or found['scale'])[0].lower()]}",
        text,
    )
    text = _GLUED.sub(r"\1 \2", text)
    return _CODE_BEHIND.sub(lambda match: f"{match['sign'] or _sign(match['code'])}{match['figure']}", text)


def _in_one_notation(text: str) -> str:
    text = _GROUPED.sub(lambda match: re.sub("['’,]", "", match[0]), text)
    text = _DECIMAL_COMMA.sub(lambda match: match[0].replace(".", "").replace(",", "."), text)
    text = _FRACTION.sub(lambda match: f"{match[1] or 0}.{_FRACTIONS[match[2]]}", text)
    text = _MIXED.sub(lambda match: str(Decimal(match[1]) + Decimal(match[2]) / Decimal(match[3])), text)
    return _dozens_and_hours(text)


def _dozens_and_hours(text: str) -> str:
    text = _PART_OF_HOUR.sub(
        lambda match: f"{'0.5' if match['half'] else '0.75' if match['three'] else '0.25'} hours", text
    )
    return _DOZENS.sub(_dozens, text)


def _share(count: int, parts: int) -> str:
    return f"{Decimal(count) / parts:.4f}".rstrip("0").rstrip(".")


def _part_of(match: re.Match[str]) -> str:
    return "0.5 " if match[1] else "0.25 "


def _in_words(match: re.Match[str]) -> str:
    count = (match["count"] or "a").lower()
    return _share(1 if count in ("a", "an") else SMALL[count], _PART[(match["part"] or "half").lower()])


def _dozens(match: re.Match[str]) -> str:
    size = 12 if match["dozen"].lower() == "dozen" else 20
    count = (match["count"] or "1").lower()
    more = size // 2 if match["more"] else 0
    return str(size // 2 if match["half"] else size * int(SMALL.get(count, count)) + more)


def _written_out(match: re.Match[str]) -> str:
    exponent = int((match["power"] or match["raised"] or match["exponent"]).translate(_RAISED))
    return f"{Decimal(match['figure'] or 1).scaleb(exponent):f}" if abs(exponent) < 30 else match[0]


def _with_part(match: re.Match[str]) -> str:
    whole = match["whole"].lower()
    return str(Decimal(SMALL.get(whole, whole)) + _PARTS[match["part"].lower()])


def _sign(code: str) -> str:
    return next(sign for sign, names in _CURRENCIES.items() if re.fullmatch(names, code, re.IGNORECASE))


def _counts_one(text: str, behind: str) -> bool:
    """Whether the "one" at the text's end is a number: in "one of them" it is not."""
    return bool(_ONLY_ONE.search(text)) and not behind.startswith(" of")


def _digits(run: re.Match[str]) -> str:
    words = re.findall(_WORD, run[0].split(" point")[0].lower())
    if len(words) > MANY:
        return run[0]
    if words[0] in LARGE and not run[0].lower().startswith("a "):  # "million" alone scales a figure before it
        return run[0]
    value = _value(words)
    if run[0].lower() == "one" and not _counts_one(run.string[: run.end()], run.string[run.end() :]):
        return run[0]
    if value is None:  # several numbers: "two, three and four"
        return re.sub(_WORD, lambda word: str(SMALL.get(word[0].lower(), word[0])), run[0], flags=re.IGNORECASE)
    decimals = "".join(str(SMALL[word]) for word in (run["decimals"] or "").lower().split())
    return f"{value}.{decimals}" if decimals else str(value)


def _value(words: list[str]) -> int | None:
    """The number that the words form together; None if they are several numbers, as in "two three"."""
    total = part = 0
    last = None
    for word in words:
        if word in LARGE:
            total, part, last = total + max(part, 1) * LARGE[word], 0, None
        elif word == "hundred":
            part, last = max(part, 1) * 100, 100
        else:
            number = SMALL[word]
            if last is not None and not (last == 100 or (20 <= last < 100 and 0 < number < 10)):
                return None
            part, last = part + number, number
    return total + part


def range_of(text: str) -> Range | None:
    """The range, if an expected text is one, such as "6-8 weeks"; None for any other text."""
    found = _ranges(text)
    return found[0][0] if len(found) == 1 and _BEFORE_RANGE.fullmatch(found[0][1]) else None


def says_range(text: str, wanted: Range) -> bool:
    """Whether the first range of an answer is the wanted one."""
    found = _ranges(without_citations(text))
    return bool(found) and found[0][0] == wanted


def _ranges(text: str) -> list[tuple[Range, str]]:
    """Each ascending range of a text, with the text before it."""
    written = in_digits(close_up(text))
    found = numbers(written)
    pairs = [(one, other) for one, other in pairwise(found) if _joins(written, one, other)]
    return [((one.value, other.value), written[: one.span[0]]) for one, other in pairs]


def _joins(text: str, one: Number, other: Number) -> bool:
    between, before = text[one.span[1] : other.span[0]], text[: one.span[0]]
    rises = one.value < other.value
    joins_two = bool(re.search(r"\band\b", between)) and not re.search(r"\bbetween\s+\W?$", before, re.IGNORECASE)
    return rises and bool(_RANGE_MARK.fullmatch(between)) and not joins_two
