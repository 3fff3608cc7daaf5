"""Numbers and dates of a language in the notation that the scorers read: "1.234,56 €" as "€1,234.56" where the decimal
sign is a comma, "3億2000万円" as "¥320000000", "12. März 2024" as "12 March 2024".

In such a language "1.234" is one thousand two hundred thirty-four, and "1.5", which groups no three digits, is one and
a half.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from ragatta.pipeline.text.calendar import MONTHS
from ragatta.pipeline.text.languages import Language
from ragatta.pipeline.text.scripts import UNSPACED

_COMMA = re.compile(
    r"(?<![\w.,'’])(?:(?P<whole>\d{1,3}(?P<sign>[. \u00a0\u2009\u202f'’])\d{3}(?:(?P=sign)\d{3})*)"
    r"(?:(?P<decimal>[.,])(?P<rest>\d+))?|(?P<units>\d+),(?P<tenths>\d+))(?!\d|[.,'’]\d)"
)
_CURRENCY_BEHIND = re.compile(r"(?<![\w.,])(?P<figure>\d[\d,]*(?:\.\d+)?)\s?(?P<sign>[€£$¥])(?!\w)")
_SIGNS = {"円": "¥", "元": "¥", "人民币": "¥", "ドル": "$", "美元": "$", "ユーロ": "€", "欧元": "€"}
_DAY_FIRST = re.compile(r"(?<![\d/.-])(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>(?:1[5-9]|20)\d\d)(?![\d/])")

_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_NUMERALS = "".join((*_DIGITS, *_UNITS, *_MYRIADS))
_FIGURE = r"(?<![\d.,])\d[\d,]{0,30}(?:\.\d{1,20})?"  # bounded: a run of digits is read in linear time
_COUNTED = r"年月日円元名人件個个か箇ヶ条回次枚台社家週周時点歳岁%％割"  # behind a single numeral
_WRITTEN = re.compile(
    rf"(?:{_FIGURE}\s?[{''.join(_MYRIADS)}千])(?:(?:{_FIGURE})?\s?[{''.join((*_UNITS, *_MYRIADS))}])*(?:{_FIGURE})?"
    rf"|[{_NUMERALS}]{{1,40}}(?=[{_COUNTED}])|(?<![{UNSPACED}])[{_NUMERALS}]{{1,40}}(?![{UNSPACED}])|[{_NUMERALS}]{{2,40}}"
)
_PART = re.compile(rf"{_FIGURE}|[{_NUMERALS}]")
_BROKEN = re.compile(
    rf"(?P<units>[{_NUMERALS}]{{1,20}})点(?P<tenths>[{''.join(_DIGITS)}]{{1,20}})(?![{_NUMERALS}分点])"
)
_PARTS = re.compile(
    rf"(?P<below>{_FIGURE}|[{_NUMERALS}]{{1,20}})\s?分[之の]\s?(?P<above>{_FIGURE}|[{_NUMERALS}]{{1,20}})"
)
_MINUS = re.compile(r"(?:[▲△]|マイナス|负|負(?!債))\s?(?=[$€£¥]?\d)")
_RANGE = re.compile(r"(?<=[\d%])\s?(?:[〜～~至到]|[年日円元人個件歳]?から)\s?(?=\d)")
_YEAR_FIRST = re.compile(r"(?<![\d/])(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/])")
_HUNDREDTHS = re.compile(rf"百分之\s?(?P<figure>{_FIGURE}|[{_NUMERALS}]{{1,40}})")
_TENTHS = re.compile(r"(?<![\d.])(\d{1,3})割(?:(\d)分)?")
_NO_NUMBERS = {"十分", "千万", "万一", "百般", "万千", "千百"}
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
_ERA = re.compile(rf"({'|'.join(_ERAS)})\s?(\d{{1,2}}|元)(?=年)")
_DATE = re.compile(r"(?:(?P<year>\d{4})\s?年\s?)?(?P<month>\d{1,2})\s?月(?:\s?(?P<day>\d{1,2})\s?[日号])?")
_MONEY = re.compile(rf"({_FIGURE})\s?(円|元|人民币|ドル|美元|ユーロ|欧元)")
_BESIDE = re.compile(rf"(?<=[{UNSPACED}])(?=[\d$€£¥])|(?<=[\d%])(?=[{UNSPACED}])")


def in_english_notation(text: str, own: Language) -> str:
    """The text with such numbers and dates rewritten, the rest unchanged."""
    if not own.spaced:
        text = _east_asian(text)
    elif own.decimal == ",":
        text = _COMMA.sub(_with_point, _dates(text, own))
    return _CURRENCY_BEHIND.sub(r"\g<sign>\g<figure>", text)


def _with_point(match: re.Match[str]) -> str:
    if match["units"]:
        return f"{match['units']}.{match['tenths']}"
    if match["decimal"] == "." and match["sign"] not in "'’":  # "1 234.56" and "1.234.5": of another notation
        return match[0]
    whole = match["whole"].replace(match["sign"], ",")
    return f"{whole}.{match['rest']}" if match["rest"] else whole


def _dates(text: str, own: Language) -> str:
    if own.months:
        text = _named_date(own.months).sub(lambda match: _date(match, own.months), text)
    return _DAY_FIRST.sub(lambda match: _written(match["day"], int(match["month"]), match["year"]) or match[0], text)


@lru_cache(maxsize=32)
def _named_date(months: tuple[str, ...]) -> re.Pattern[str]:
    of = r"(?:\s+(?:de|del|van))?"
    return re.compile(
        rf"(?:\b(?P<day>\d{{1,2}})(?:\.|er|º|ª|°)?{of}\s+)?\b(?P<month>{'|'.join(months)})\b\.?(?:{of}\s+(?P<year>\d{{4}})\b)?",
        re.IGNORECASE,
    )


def _date(match: re.Match[str], months: tuple[str, ...]) -> str:
    if not match["day"] and not match["year"]:
        return match[0]  # "mars" and "Mai" are also other words
    name = match["month"].casefold()
    number = next(at for at, forms in enumerate(months, 1) if name in forms.casefold().split("|"))
    return _written(match["day"], number, match["year"]) or match[0]


def _written(day: str | None, month: int, year: str | None) -> str:
    """ "" for what is no date."""
    if not 1 <= month <= 12 or not 1 <= int(day or 1) <= 31:
        return ""
    return " ".join(part for part in (day and str(int(day)), MONTHS[month - 1], year) if part)


def _east_asian(text: str) -> str:
    text = _BROKEN.sub(_with_tenths, text)
    text = _HUNDREDTHS.sub(lambda match: f"{_value(match['figure'])}%", text)
    text = _PARTS.sub(lambda match: f"{_value(match['above'])}/{_value(match['below'])}", text)
    text = _WRITTEN.sub(_figure, text)
    text = _ERA.sub(lambda match: str(_ERAS[match[1]] + (1 if match[2] == "元" else int(match[2]))), text)
    text = _TENTHS.sub(lambda match: f"{int(match[1]) * 10 + int(match[2] or 0)}%", text)
    text = _YEAR_FIRST.sub(r"\g<year>年\g<month>月\g<day>日", text)
    text = _DATE.sub(lambda match: f" {_written(match['day'], int(match['month']), match['year']) or match[0]} ", text)
    text = _RANGE.sub("-", _MINUS.sub("-", text))
    text = _MONEY.sub(lambda match: f"{_SIGNS[match[2]]}{match[1]} ", text)
    return _BESIDE.sub(" ", text)


def _figure(match: re.Match[str]) -> str:
    value = None if match[0] in _NO_NUMBERS else _value(match[0])
    return match[0] if value is None else f"{value.normalize():f}"


def _with_tenths(match: re.Match[str]) -> str:
    units = _value(match["units"])
    return match[0] if units is None else f"{units}.{''.join(str(_DIGITS[digit]) for digit in match['tenths'])}"


def _value(written: str) -> Decimal | None:
    """The value of "3億2000万", "三百二十" and "二〇二四"; None for what is no number."""
    parts = [part.replace(",", "") for part in _PART.findall(written)]
    if all(part in _DIGITS for part in parts):
        return Decimal("".join(str(_DIGITS[part]) for part in parts))
    total = section = Decimal(0)
    number: Decimal | None = None
    last = None  # the unit before
    for part in parts:
        if part in _MYRIADS:
            total, section, number, last = (
                total + (section + (number or 0) or 1) * _MYRIADS[part],
                Decimal(0),
                None,
                None,
            )
        elif part in _UNITS:
            if last is not None and _UNITS[part] >= last:
                return None
            section, number, last = section + (1 if number is None else number) * _UNITS[part], None, _UNITS[part]
        elif number is not None and part not in ("〇", "零") and number:
            return None
        else:
            number = Decimal(_DIGITS[part]) if part in _DIGITS else Decimal(part)
    return total + section + (number or 0)
