"""A cell's value as a spreadsheet displays it, by its number format.

Source: ECMA-376, Part 1, section 18.8.31. Names of months and days are English. Built-in formats whose form depends on
the user's region show dates as 2026-03-31. Colours, widths and fill characters are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from ragatta.pipeline.text.calendar import DAYS, MONTHS

BY_REGION = {"mm-dd-yy": "yyyy-mm-dd", "m/d/yy h:mm": "yyyy-mm-dd hh:mm"}  # built-in formats 14 and 22
DIGITS = 10  # significant, of a number without a format
MOST_DECIMALS = 30  # that a spreadsheet shows
_TOKENS = re.compile(
    r'"([^"]*)"?|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]|\[(h+|m+|s+)\]|\[[^\]]*\]'
    r"|(am/pm|a/p)|(e[+-]0+)|(general|@)|(y+|m+|d+|h+|s+)|([0#?])|(.)",
    re.IGNORECASE | re.DOTALL,
)
LITERAL, CURRENCY, ELAPSED, HALF, POWER, PLAIN, TIME, DIGIT, SIGN = range(9)
_Part = tuple[int, str]


def displayed(value: object, code: str) -> str:
    """The text of a cell with this value and format. A text stays as it is."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return _number(value, code or "General")
    if isinstance(value, datetime | date | time | timedelta):
        return _moment(value, _sections(BY_REGION.get(code.lower(), code))[0][1])
    return "" if value is None else str(value)


@lru_cache(maxsize=512)
def _sections(code: str) -> Sequence[tuple[tuple[str, float] | None, tuple[_Part, ...]]]:
    """The parts of each section of a format, with the condition that it states."""
    found: list[tuple[tuple[str, float] | None, tuple[_Part, ...]]] = []
    condition: tuple[str, float] | None = None
    parts: list[_Part] = []
    for token in _TOKENS.finditer(code):
        quoted, escaped, currency, sign, limit, elapsed, half, power, plain, moment, digit, other = token.groups()
        if other == ";":
            found.append((condition, tuple(parts)))
            condition, parts = None, []
        elif sign:
            condition = (sign, float(limit))
        else:
            groups = (quoted or escaped, currency, elapsed, half, power, plain, moment, digit, other)
            parts += [(kind, text) for kind, text in enumerate(groups) if text]
    return [*found, (condition, tuple(parts))]


def _number(value: float, code: str) -> str:
    sections = _sections(code)
    exact = Decimal(repr(value))
    if not exact.is_finite():
        return str(value)
    at = _chosen(exact, sections)
    parts = sections[at][1]
    signed = exact < 0 and (at == 0 or sections[at][0] is not None)
    if not any(kind in (DIGIT, PLAIN) for kind, _ in parts):
        return "".join(text for kind, text in parts if kind in (LITERAL, CURRENCY)) if parts else ""
    text = _formatted(abs(exact), parts)
    return f"-{text}" if signed and any(char in "123456789" for char in text) else text


def _chosen(value: Decimal, sections: Sequence[tuple[tuple[str, float] | None, tuple[_Part, ...]]]) -> int:
    """Which section of a format shows a number: the first whose condition holds, else by its sign."""
    if any(condition for condition, _ in sections[:2]):
        return next((at for at, (condition, _) in enumerate(sections) if _holds(value, condition)), len(sections) - 1)
    if len(sections) > 1 and value < 0:
        return 1
    return 2 if len(sections) > 2 and not value else 0


def _holds(value: Decimal, condition: tuple[str, float] | None) -> bool:
    if condition is None:
        return True
    sign, limit = condition
    return (value < limit and "<" in sign) or (value > limit and ">" in sign) or (value == limit and "=" in sign)


def _formatted(value: Decimal, parts: Sequence[_Part]) -> str:
    signs = [text for kind, text in parts if kind == SIGN]
    value *= 100 ** signs.count("%")
    power = next((text for kind, text in parts if kind == POWER), "")
    if "/" in signs and (at := parts.index((SIGN, "/"))):
        return _fraction(value, parts, at)
    last = max((at for at, (kind, _) in enumerate(parts) if kind == DIGIT), default=-1)
    for kind, text in parts[last + 1 :]:  # a comma behind the last digit divides by a thousand
        if last < 0 or (kind, text) != (SIGN, ","):
            break
        value /= 1000
    point = next((at for at, part in enumerate(parts) if part == (SIGN, ".")), len(parts))
    whole = [at for at, (kind, _) in enumerate(parts) if kind == DIGIT and at < point]
    places = [text for kind, text in parts[point:] if kind == DIGIT][:MOST_DECIMALS]
    exponent = value.adjusted() if power and value else 0
    scaled = _rounded(value.scaleb(-exponent), len(places))
    if power and scaled >= 10:
        scaled, exponent = scaled / 10, exponent + 1
    before, _, after = f"{scaled:f}".partition(".")
    grouped = bool(whole) and any(part == (SIGN, ",") for part in parts[whole[0] : whole[-1]])
    ahead = _spread(before.lstrip("0"), whole, parts, grouped)
    return _written(parts, point, ahead, _fitting(after, places), _power(power, exponent), value)


def _written(
    parts: Sequence[_Part], point: int, ahead: dict[int, str], decimals: str, power: str, value: Decimal
) -> str:
    made, left = "", decimals
    for at, (kind, text) in enumerate(parts):
        if kind == DIGIT:
            made += ahead.get(at, "") if at < point else left[:1]
            left = left if at < point else left[1:]
        elif kind == SIGN:
            made += "" if text == "," or (text == "." and at == point and not decimals) else text
        else:
            made += general(value) if kind == PLAIN else power if kind == POWER else text
    return made.strip()


def _spread(digits: str, places: Sequence[int], parts: Sequence[_Part], grouped: bool) -> dict[int, str]:
    """The digits at each place before the point: from the right one each, all others at the first place."""
    found = {}
    count = 0
    for at in reversed(places):
        taken = digits if at == places[0] else digits[-1:]
        digits = digits[: len(digits) - len(taken)]
        text = ""
        for digit in reversed(taken or ("0" if parts[at][1] == "0" else "")):
            text = digit + ("," if grouped and count and count % 3 == 0 else "") + text
            count += 1
        found[at] = text
    return found


def _fitting(decimals: str, places: Sequence[str]) -> str:
    """The decimals without zeros that the format does not ask for."""
    least = max((at for at, place in enumerate(places, 1) if place == "0"), default=0)
    return decimals[:least] + decimals[least:].rstrip("0")


def _power(form: str, exponent: int) -> str:
    if not form:
        return ""
    sign = "-" if exponent < 0 else "+" if "+" in form else ""
    return f"{form[:1].upper()}{sign}{abs(exponent):0{len(form) - 2}}"


def _fraction(value: Decimal, parts: Sequence[_Part], at: int) -> str:
    """Of a format such as # ?/?; its denominator may be given."""
    below = "".join(text for kind, text in parts[at + 1 :] if kind in (DIGIT, SIGN) and text.strip())[:9]
    stated = int(below) if below.isdigit() and int(below) else 0
    most = 10 ** min(len(below), 4) - 1
    mixed = any(part == (SIGN, " ") for part in parts[:at])
    whole = int(value) if mixed else 0
    rest = Fraction(value) - whole
    top, bottom = (round(rest * stated), stated) if stated else rest.limit_denominator(max(most, 1)).as_integer_ratio()
    if mixed and top == bottom:
        whole, top = whole + 1, 0
    fraction = f"{top}/{bottom}" if top or not mixed else ""
    return f"{whole or '' if fraction else whole} {fraction}".strip() if mixed else fraction


def _rounded(value: Decimal, places: int) -> Decimal:
    if value.adjusted() + places > 26:  # beyond what a decimal of this context can hold
        return value
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def general(value: Decimal) -> str:
    """A number without a format."""
    if value == value.to_integral() and value.adjusted() < 15:
        return f"{value:.0f}"
    return f"{float(value):.{DIGITS}g}".replace("e", "E")


def _moment(value: date | time | timedelta, parts: Sequence[_Part]) -> str:
    if not any(kind in (TIME, ELAPSED) for kind, _ in parts):
        return value.isoformat(" ") if isinstance(value, datetime) else str(value)
    twelve = any(kind == HALF for kind, _ in parts)
    made, before, decimals = "", "", False
    for at, (kind, text) in enumerate(parts):
        code = text.lower()
        if kind == TIME:
            following = next((each.lower() for kind, each in parts[at + 1 :] if kind == TIME), "")
            minutes = code[0] == "m" and len(code) < 3 and (before[:1] == "h" or following[:1] == "s")
            made += _field(value, "n" * len(code) if minutes else code, twelve)
            before = code
        elif kind == ELAPSED:
            seconds = int(_elapsed(value))
            made += f"{seconds // {'h': 3600, 'm': 60, 's': 1}[code[0]]:0{len(code)}}"
            before = code
        elif kind == HALF:
            half = "AM" if _clock(value).hour < 12 else "PM"
            made += half if len(code) > 3 else half[0]
        elif kind == DIGIT:  # of a second
            made += "" if decimals else f"{_clock(value).microsecond // 100_000}"
            decimals = True
        elif kind != PLAIN:
            made += text
    return made.strip()


def _field(value: date | time | timedelta, code: str, twelve: bool) -> str:
    """One part of a date or time: its code in lower case, with n for minutes."""
    kind, length = code[0], len(code)
    if kind in "hns":
        clock = _clock(value)
        hour = clock.hour % 12 or 12 if twelve else clock.hour
        number = hour if kind == "h" else clock.minute if kind == "n" else clock.second
        return f"{number:0{min(length, 2)}}"
    if not isinstance(value, date):
        return ""
    if kind == "y":
        return f"{value.year:04}" if length > 2 else f"{value.year % 100:02}"
    if length < 3:
        return f"{value.month if kind == 'm' else value.day:0{length}}"
    name = (MONTHS[value.month - 1]) if kind == "m" else DAYS[value.weekday()]
    return name[:1] if length == 5 else name[:3] if length == 3 else name


def _clock(value: date | time | timedelta) -> time:
    if isinstance(value, timedelta):
        return (datetime.min + value % timedelta(days=1)).time()
    return value.time() if isinstance(value, datetime) else value if isinstance(value, time) else time()


def _elapsed(value: date | time | timedelta) -> float:
    if isinstance(value, timedelta):
        return value.total_seconds()
    clock = _clock(value)
    return timedelta(hours=clock.hour, minutes=clock.minute, seconds=clock.second).total_seconds()
