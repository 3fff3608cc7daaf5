"""A document by the names that other systems give it."""

from __future__ import annotations

import unicodedata

import pytest

from ragatta.extensions.contestants.alignment.names import Names

NAMES = Names(["a/pumps.pdf", "b/pumps.pdf", "pumps.pdf", "Größe 1.pdf", "rates (v3).pdf", "C# rates.pdf"])


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("a/pumps.pdf", "a/pumps.pdf"),
        ("/home/me/data/b/pumps.pdf", "b/pumps.pdf"),
        ("C:\\data\\A\\Pumps.PDF", "a/pumps.pdf"),
        ("/in/pumps.pdf", "pumps.pdf"),
        ("rates%20%28v3%29.pdf", "rates (v3).pdf"),
        ("file:///in/rates%20(v3).pdf#page=5", "rates (v3).pdf"),
        ("rates (v3).pdf#page=5", "rates (v3).pdf"),
        ("C# rates.pdf", "C# rates.pdf"),
        ("https://[host/C%23%20rates.pdf#page=5", "C# rates.pdf"),
        ("https://host/store/rates%20(v3).pdf?sig=1", "rates (v3).pdf"),
        (unicodedata.normalize("NFD", "größe 1.pdf"), "Größe 1.pdf"),
        ("rates (v3).txt", "rates (v3).pdf"),
        ("rates", ""),
        ("", ""),
    ],
)
def test_a_document_is_found_by(given: str, found: str) -> None:
    assert NAMES.find(given) == found


def test_one_name_of_two_documents_is_none() -> None:
    assert Names(["a/pumps.pdf", "b/pumps.pdf"]).find("/in/pumps.pdf") == ""
