"""Infers the kind of an expected answer from its text, and its items if it is a list."""

from __future__ import annotations

import re

from ragatta.eval.answers.units import unit_of
from ragatta.eval.answers.worded import in_digits, range_of
from ragatta.eval.gold.records import ITEMS_OR_TEXT
from ragatta.eval.matching.in_english import in_english
from ragatta.eval.matching.numbers import close_up, numbers, only_number
from ragatta.pipeline.text.languages import ENGLISH

_LOSS = re.compile(r"\((?:US\$|[$€£¥])?\s?\d[\d,]*[.,]\d+\)")
BULLETS = ("* ", "- ", "• ")


def inferred(kind: str, text: str, language: str = ENGLISH) -> tuple[str, list[str] | str]:
    """The kind (given, or inferred from the expected text in that language), and the expected items or text.

    Lines that all begin with a bullet are a list, an amount or number is a number, yes or no a yes_no, anything
    else text. A lone "- 5.2%" is the number -5.2%. If the given kind cannot be a list, bullets stay in the text.
    """
    expected: list[str] | str = _items_or_text(text) if kind in ("", "list", *ITEMS_OR_TEXT) else text
    if not kind and (amount := _negative(text)):
        expected = amount
    return kind or _kind(expected, language), expected


def without_bullet(kind: str, text: str) -> str:
    """The first line without a bullet if another line has one and the kind may be a list; else empty."""
    bulleted = [line.startswith(BULLETS) for line in _lines(text)]
    mixed = kind in ("", "list") and any(bulleted) and not all(bulleted)
    return _lines(text)[bulleted.index(False)] if mixed else ""


def _items_or_text(text: str) -> list[str] | str:
    lines = _lines(text)
    if lines and all(line.startswith(BULLETS) for line in lines):
        return [line[2:].strip() for line in lines]
    return text


def _negative(text: str) -> str:
    """The negative number, if the text is a lone "- 5.2%"; else empty."""
    amount = "-" + text.removeprefix("- ").strip()
    return amount if text.startswith("- ") and only_number(close_up(amount)) else ""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _kind(expected: list[str] | str, language: str) -> str:
    if isinstance(expected, list):
        return "list"
    expected = in_english(expected, language).strip()
    if only_number(close_up(expected)) or range_of(expected) or _is_quantity(expected):
        return "number"
    return "yes_no" if expected.lower().rstrip(".") in ("yes", "no") else "text"


def _is_quantity(text: str) -> bool:
    """Whether the whole text is a figure with a known unit or currency ("5 km", "120 dollars"), one in another notation
    ("1,5"), or a loss as accountants write it."""
    if _LOSS.fullmatch(text):
        return True
    read = in_digits(close_up(text.rstrip(".")))
    if any(character.isdigit() for character in text) and only_number(read):
        return True
    found = numbers(read)
    if len(found) != 1 or found[0].span[0]:
        return False
    unit = found[0].unit
    return bool(unit_of(unit)) and read[found[0].span[1] :].strip() == unit
