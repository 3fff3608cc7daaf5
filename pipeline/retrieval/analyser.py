"""Text → the terms that BM25 counts. `plain`: lower-case tokens that keep their hyphens, so that "C-1" is one token.
`english`, or the code of another language: the same tokens without the language's most common words, each reduced to
its stem. `lucene` is the EnglishAnalyzer of Lucene and Anserini. Japanese and Chinese have no spaces: their terms are
words where a segmenter is installed, else pairs of characters, as in Lucene's CJKAnalyzer.

The stemmers are Snowball's (Porter 2001), as PyStemmer builds them; stop words: pipeline/text/languages/.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from unicodedata import normalize

from ragatta.pipeline.plugins.checks import one_of
from ragatta.pipeline.text.languages import ENGLISH, LANGUAGES, Language, language
from ragatta.pipeline.text.languages.en import LANGUAGE as _ENGLISH
from ragatta.pipeline.text.scripts import RUN

Analyser = Callable[[str], list[str]]

_TOKEN = re.compile(r"\b[\w\-]+\b")
STOP_WORDS = _ENGLISH.stop_words
_BUILT_IN = ("plain", "english", "lucene")
# A letter's word goes on after a mark before another letter (U.S.A, o'clock), a digit's before another digit (1,000.5).
_WORD = re.compile(r"\w+(?:(?:(?<=[^\W\d_])[.'’:·](?=[^\W\d_])|(?<=\d)[.,;'’](?=\d))\w+)*")
_POSSESSIVE = re.compile(r"['’＇][sS]$")
_STEMMED_FROM = 3  # letters: Porter's own program leaves shorter words, where his paper does not say so
_ONE_AT_A_TIME = Lock()  # a stemmer or segmenter is for one thread at a time


def plain(text: str) -> list[str]:
    return _TOKEN.findall((text if text.isascii() else normalize("NFC", text)).lower())


def english(text: str) -> list[str]:
    return _stemmed(_ENGLISH, text)


def lucene(text: str) -> list[str]:
    """Words as StandardTokenizer cuts them (Unicode's UAX #29, for scripts with spaces), without a possessive "'s" and
    the 33 stop words, by Porter's stemmer."""
    words = (_POSSESSIVE.sub("", word).lower() for word in _WORD.findall(text))
    kept = (word for word in words if word not in STOP_WORDS)
    return [stem("porter", word) if len(word) >= _STEMMED_FROM else word for word in kept]


def problems(key: str, name: str) -> list[str]:
    """What is wrong with a setting that names an analyser."""
    return one_of(key, name, (*_BUILT_IN, *LANGUAGES.names()))


def modules(name: str) -> list[str]:
    """The modules of a language other than English."""
    return [] if name in (*_BUILT_IN, ENGLISH) else [LANGUAGES.module(name)]


def load(name: str) -> Analyser:
    """The analyser of that name: plain, english, lucene, or a language's code. Raises ValueError for an unknown one."""
    if name in ("plain", "lucene"):
        return plain if name == "plain" else lucene
    if name in ("english", ENGLISH):
        return english
    own = language(name)
    return partial(_stemmed if own.spaced else _unspaced, own)


def identity(name: str) -> dict[str, str]:
    """What determines its terms besides Ragatta's code."""
    if name == "plain":
        return {"name": name}
    if name in ("english", ENGLISH, "lucene"):
        return {"name": "lucene" if name == "lucene" else "english", "PyStemmer": version("PyStemmer")}
    own = language(name)
    package = own.package if segmented(own) else "PyStemmer" if own.spaced else ""
    return {"name": name, **({package: version(package)} if package else {})}


def segmented(own: Language) -> bool:
    """Whether the segmenter of a language without spaces is installed."""
    return bool(own.package) and find_spec(own.package) is not None


def _stemmed(own: Language, text: str) -> list[str]:
    if own is not _ENGLISH:
        text = normalize("NFKC", text)
    stemmed = partial(stem, own.stemmer) if own.stemmer else str
    return [stemmed(token) for token in plain(text) if token not in own.stop_words]


def _unspaced(own: Language, text: str) -> list[str]:
    """Words or pairs of characters; runs of other scripts as in `plain`."""
    found: list[str] = []
    cut = own.cut if segmented(own) else None
    for run, is_east_asian in _runs(normalize("NFKC", text).lower()):
        if not is_east_asian:
            found += _TOKEN.findall(run)
        elif cut is not None:
            with _ONE_AT_A_TIME:
                found += [word for word in cut(run) if word not in own.stop_words]
        else:
            found += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
    return found


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and whether each is of scripts without spaces."""
    begin = 0
    for match in RUN.finditer(text):
        yield text[begin : match.start()], False
        yield match[0], True
        begin = match.end()
    yield text[begin:], False


@lru_cache(maxsize=1 << 17)  # the words of a large corpus: each is stemmed once
def stem(algorithm: str, word: str) -> str:
    """The stem of a lower-case word by one of Snowball's algorithms."""
    with _ONE_AT_A_TIME:
        found: str = _stemmer(algorithm)(word)
        return found


@cache
def _stemmer(algorithm: str) -> Callable[[str], str]:
    from Stemmer import Stemmer  # needed by these analysers alone

    stem: Callable[[str], str] = Stemmer(algorithm, 0).stemWord  # its own cache is slower than none
    return stem
