"""Whole files with something wrong in them, for properties of whoever reads them."""

from __future__ import annotations

from hypothesis import strategies as st

ODD = st.sampled_from(
    (
        b'"',
        b"'",
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\n",
        b"\r",
        b"\x00",
        b"\xff",
        b"\xef\xbb\xbf",
        b"null",
        b"true",
        b"-1",
        b"1e999",
        b"NaN",
        b"\\ud800",
        b"9" * 5_000,
        b"[" * 200,
        b"&a ",
        b"*a",
        b"<<: ",
        b"!!python/name:os ",
    )
)


def spliced(good: bytes) -> st.SearchStrategy[bytes]:
    """The bytes with pieces of them replaced, in one to three places."""
    place = st.tuples(st.integers(0, len(good)), st.integers(0, 30), st.binary(max_size=8) | ODD)
    return st.lists(place, min_size=1, max_size=3).map(lambda places: _with(good, places))


def _with(good: bytes, places: list[tuple[int, int, bytes]]) -> bytes:
    for start, length, piece in places:
        good = good[:start] + piece + good[start + length :]
    return good
