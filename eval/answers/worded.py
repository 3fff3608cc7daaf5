"""Numbers in the many forms of prose as the one form that `eval.numbers` reads.

"six hundred and four" becomes "604", "$1.544M" and "2,018mn" get their scale word, "(0.133)%", "$(729)" and "minus 5"
their sign, "604 USD" its currency in front.
"""

from __future__ import annotations

import re
from decimal import Decimal

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_SMALL = {word: number for number, word in enumerate(_ONES.split())}
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = "|".join(sorted([*_SMALL, "hundred", *_LARGE], key=len, reverse=True))
_RUN = re.compile(
    rf"(?<![\w.,$€£-])(?:a (?=hundred|thousand|million|billion|trillion))?(?:{_WORD})\b"
    rf"(?:(?:[ -]|,? and |, )(?:{_WORD})\b)*(?: point(?P<decimals>(?: (?:{'|'.join(_ONES.split()[:10])})\b)+))?",
    re.IGNORECASE,
)
_ONLY_ONE = re.compile(r"(?:^|\b(?:only|exactly|just|is|are|was|were|answer)\b\W*)one$", re.IGNORECASE)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER = re.compile(
    r"(?<![\w.,])(?P<figure>\d+(?:\.\d+)?)(?:\s*[×x*]\s*10(?:\s*(?:\^|\*\*)\s*\{?(?P<power>-?\d+)\}?|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))"
    r"|[eE](?P<exponent>[+-]?\d+)\b)"
)
_TIMES = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)[x×](?!\w)")
_HALVES = re.compile(
    rf"\b(?P<whole>\d+|{'|'.join(_ONES.split())}) and (?:a|one) (?P<part>half|quarter)\b", re.IGNORECASE
)
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}

_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_SIGNS = (
    (re.compile(rf"\(\s*(?P<figure>(?:US\$|[$€£¥])?\s?(?:{_AMOUNT}))\s*\)\s?(?=%)"), r"-\g<figure>"),
    (re.compile(rf"(?P<currency>US\$|[$€£¥])\s?\(\s*(?P<figure>{_AMOUNT})\s*\)"), r"-\g<currency>\g<figure>"),
    (
        re.compile(rf"(?<![\w)%])(?:minus|negative)\s+(?P<figure>(?:US\$|[$€£¥])?\s?(?:{_AMOUNT}))", re.IGNORECASE),
        r"-\g<figure>",
    ),
    (re.compile(rf"(?<![\w)%.])[-−–]\s(?P<figure>(?:US\$|[$€£¥])\s?(?:{_AMOUNT}))"), r"-\g<figure>"),
    (re.compile(rf"(?P<currency>US\$|[$€£¥])\s?[-−–](?P<figure>{_AMOUNT})"), r"-\g<currency>\g<figure>"),
)
_ABBREVIATED = (
    (re.compile(rf"(?P<figure>[$€£¥]\s?(?:{_AMOUNT}))\s?(?:mm|mn|mio|mil|m)\b\.?(?!\w)", re.IGNORECASE), "million"),
    (re.compile(rf"(?P<figure>[$€£¥]\s?(?:{_AMOUNT}))\s?(?:bn|bln|b)\b\.?(?!\w)", re.IGNORECASE), "billion"),
    (re.compile(rf"(?P<figure>[$€£¥]\s?(?:{_AMOUNT}))\s?(?:tn|trn|t)\b\.?(?!\w)", re.IGNORECASE), "trillion"),
    (re.compile(rf"(?<![\w.])(?P<figure>{_AMOUNT})\s?(?:M|MM|mn|mio|mln)\b(?!\w)"), "million"),
    (re.compile(rf"(?<![\w.])(?P<figure>{_AMOUNT})\s?(?:B|bn|bln)\b(?!\w)"), "billion"),
)
_CODE_BEHIND = re.compile(
    rf"(?P<sign>[$€£¥]\s?)?(?P<figure>(?<![\w.,])(?:{_AMOUNT})(?:\s?(?:k|thousand|million|billion|trillion)\b)?)\s?"
    r"(?P<code>USD|US dollars?|U\.S\. dollars?|dollars?|EUR|euros?|GBP|pounds sterling)\b(?!\s*/)",
    re.IGNORECASE,
)
_CURRENCIES = {"us": "$", "u.s": "$", "dollar": "$", "eur": "€", "gbp": "£", "pounds": "£"}


def in_digits(text: str) -> str:
    """The text with such numbers rewritten; any other text comes back as it is."""
    text = _TIMES.sub(r"\1 times", _POWER.sub(_written_out, text))
    text = _RUN.sub(_digits, _HALVES.sub(_with_part, text))
    for pattern, figure in _SIGNS:
        text = pattern.sub(figure, text)
    for pattern, scale in _ABBREVIATED:
        text = pattern.sub(rf"\g<figure> {scale}", text)
    return _CODE_BEHIND.sub(lambda match: f"{match['sign'] or _sign(match['code'])}{match['figure']}", text)


def _written_out(match: re.Match[str]) -> str:
    exponent = int((match["power"] or match["raised"] or match["exponent"]).translate(_RAISED))
    return f"{Decimal(match['figure']).scaleb(exponent):f}" if abs(exponent) < 30 else match[0]


def _with_part(match: re.Match[str]) -> str:
    whole = match["whole"].lower()
    return str(Decimal(_SMALL.get(whole) or whole) + _PARTS[match["part"].lower()])


def _sign(code: str) -> str:
    return next(sign for begin, sign in _CURRENCIES.items() if code.lower().startswith(begin))


def _counts_one(text: str, behind: str) -> bool:
    """Whether the "one" at the text's end is a number: "one of them" counts nothing."""
    return bool(_ONLY_ONE.search(text)) and not behind.startswith(" of")


def _digits(run: re.Match[str]) -> str:
    words = re.findall(_WORD, run[0].split(" point")[0].lower())
    if words[0] in _LARGE and not run[0].lower().startswith("a "):  # "million" alone scales a figure before it
        return run[0]
    value = _value(words)
    if run[0].lower() == "one" and not _counts_one(run.string[: run.end()], run.string[run.end() :]):
        return run[0]
    if value is None:  # several numbers: "two, three and four"
        return re.sub(_WORD, lambda word: str(_SMALL.get(word[0].lower(), word[0])), run[0], flags=re.IGNORECASE)
    decimals = "".join(str(_SMALL[word]) for word in (run["decimals"] or "").lower().split())
    return f"{value}.{decimals}" if decimals else str(value)


def _value(words: list[str]) -> int | None:
    """What the words say together; None where they are several numbers, as in "two three"."""
    total = part = 0
    last = None
    for word in words:
        if word in _LARGE:
            total, part, last = total + max(part, 1) * _LARGE[word], 0, None
        elif word == "hundred":
            part, last = max(part, 1) * 100, 100
        else:
            number = _SMALL[word]
            if last is not None and not (last == 100 or (20 <= last < 100 and 0 < number < 10)):
                return None
            part, last = part + number, number
    return total + part
