"""UTF-16 without a mark of its byte order, told by the zero bytes of its spaces, figures and Latin letters."""

from __future__ import annotations

SAMPLE = 100_000  # bytes
LEAST = 20  # a byte in so many is zero, and of these all but one in so many stand on one side of their pairs


def unmarked_utf16(data: bytes) -> str:
    """ "utf-16-le" or "utf-16-be"; "" for bytes that are another encoding, or a text of too few such signs to tell."""
    sample = data[:SAMPLE]
    high, low = sample[::2].count(0), sample[1::2].count(0)
    if len(data) % 2 or (high + low) * LEAST < len(sample) or min(high, low) * LEAST > high + low:
        return ""
    return "utf-16-le" if low > high else "utf-16-be" if high else ""
