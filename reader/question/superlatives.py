"""The words that rank: which end they mean, and what they measure. One table for every rule that reads them."""

from __future__ import annotations

import re

MOST = "highest|largest|biggest|greatest|maximum"  # of any measure
LEAST = "lowest|smallest|minimum"
LATEST, EARLIEST = "latest|newest|most recent", "earliest|oldest"
DEAREST, CHEAPEST = (
    "(?:most (?:expensive|costly)|costliest|dearest|priciest)",
    "(?:least (?:expensive|costly)|cheapest)",
)
LONGEST, SHORTEST = "longest", "shortest"
MAXIMUM = f"{DEAREST}|{LATEST}|{MOST}|{LONGEST}"
MINIMUM = f"{CHEAPEST}|{EARLIEST}|{LEAST}|{SHORTEST}"

_DAYS = re.compile(rf"\b(?:{LATEST}|{EARLIEST})\b", re.IGNORECASE)
_LENGTHS = re.compile(rf"\b(?:{LONGEST}|{SHORTEST})\b", re.IGNORECASE)
_PRICES = re.compile(
    rf"\b(?:{DEAREST}|{CHEAPEST}|costs?|pay(?:s|ing)?|paid|prices?|priced|spen[dt]|bring(?:s|ing)? in|charged?)\b",
    re.IGNORECASE,
)


def ranks_days(question: str) -> bool:
    """Whether days are ranked: "the latest"."""
    return bool(_DAYS.search(question))


def ranks_prices(question: str) -> bool:
    """Whether what is paid is meant: "the cheapest", "what does it cost"."""
    return bool(_PRICES.search(question))


def ranks_lengths(question: str) -> bool:
    """Whether lengths, of things or of time, are ranked: "the longest"."""
    return bool(_LENGTHS.search(question))
