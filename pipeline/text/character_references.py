"""Reads character references of HTML and XML, "&amp;" and "&#233;"."""

from __future__ import annotations

import html
import re

# Longer than any character's number: Python reads no integer of thousands of digits.
_LONG = re.compile(r"&#(?:[0-9]{8,}+|[xX][0-9a-fA-F]{7,}+)")
_DIGITS = 7  # of the last character's number, and one more in hexadecimal


def shortened(text: str) -> str:
    """The text with the numbers of its references without zeros in front; a number that is no character's is that of
    U+FFFD, which HTML shows for it."""
    return _LONG.sub(_shorter, text) if "&#" in text else text


def unescaped(text: str) -> str:
    """The text with the characters in place of their references."""
    return html.unescape(shortened(text)) if "&" in text else text


def _shorter(reference: re.Match[str]) -> str:
    digits = reference[0][2:]
    base = digits[0] if digits[0] in "xX" else ""
    digits = digits.removeprefix(base).lstrip("0") or "0"
    return f"&#{base}{digits}" if len(digits) <= _DIGITS else "&#65533"
