"""What differs between the languages of documents, a file a language, named by its ISO 639-1 code.

BM25 takes stop words and stems from it (retrieval/analyser.py), the scorers how numbers, dates and a few function words
are written (eval/matching/in_english.py). See extensions/languages/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ragatta.pipeline.plugins.registry import Kind


@dataclass(frozen=True)
class Language:
    """`stemmer`: the Snowball algorithm; "" for none. `wording`: lines of "regular expressions, separated by commas =
    the English words that scorers read"; the first that matches counts.

    `decimal`: the sign between units and tenths; where it is a comma, points, spaces and apostrophes group thousands.
    `months`: January to December, forms separated by "|". `capitals`: whether every noun begins with one, so that a
    capital letter marks no name. `spaced`: whether spaces separate words; if not, `cut` gives the words of a text where
    `package` is installed; `joins` and `ends` are what stands between two items of a list, and behind the last.
    """

    name: str
    stop_words: frozenset[str]
    wording: str
    stemmer: str = ""
    decimal: str = ","
    months: tuple[str, ...] = ()
    capitals: bool = False
    spaced: bool = True
    joins: str = ""
    ends: str = ""
    package: str = ""
    cut: Callable[[str], Iterable[str]] | None = None


LANGUAGES = Kind("languages")  # each file has its own as LANGUAGE
ENGLISH = "en"


def language(code: str) -> Language:
    """The language with that code. Raises ValueError for an unknown one."""
    found: Language = LANGUAGES.imported(code).LANGUAGE
    return found
