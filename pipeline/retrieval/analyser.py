"""Text → the terms that BM25 counts. `plain`: lower-case tokens that keep their hyphens, so that "C-1" is one token
(seed 001, decision 12). `english`: the same tokens without the most common words, each reduced to its stem.

The stop words are Lucene's for English, used for the published BM25 figures (Thakur et al. 2021, BEIR,
arXiv 2104.08663); the stemmer is Snowball's English one (Porter 2001), as PyStemmer builds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import version
from threading import Lock

Analyser = Callable[[str], list[str]]

_TOKEN = re.compile(r"\b[\w\-]+\b")
STOP_WORDS = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of",
    "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
})  # fmt: skip
_STEMMING = Lock()  # a stemmer is for one thread at a time


def plain(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def english(text: str) -> list[str]:
    return [_stem(token) for token in plain(text) if token not in STOP_WORDS]


def load(name: str) -> Analyser:
    """The analyser of settings.retrieval.ANALYSERS by that name."""
    return {"plain": plain, "english": english}[name]


def identity(name: str) -> dict[str, str]:
    """What determines its terms besides Ragatta's code."""
    return {"name": name, **({"PyStemmer": version("PyStemmer")} if name == "english" else {})}


@lru_cache(maxsize=1 << 17)  # the words of a large corpus: each is stemmed once
def _stem(word: str) -> str:
    with _STEMMING:
        stem: str = _stemmer()(word)
        return stem


@cache
def _stemmer() -> Callable[[str], str]:
    from Stemmer import Stemmer  # needed by this analyser alone

    stem: Callable[[str], str] = Stemmer("english", 0).stemWord  # its own cache is slower than none
    return stem
