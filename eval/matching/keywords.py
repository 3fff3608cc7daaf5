"""The set of content words of a text, and words without their endings, so that "covers" and "covered" are one word. See
docs/scoring.md, "Texts"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ragatta.eval.matching.normalise import normalise
from ragatta.eval.matching.numbers import numbers
from ragatta.pipeline.text.scripts import apart

# Words without content of their own. No negation: "not covered" must differ from "covered".
_STOP_WORDS = """
a an and are as at be been being by did do does for from had has have he her his i if in into is it its of on
or our she so such than that the their them then there these they this those to was we were what when where
which who whom whose will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def keywords(text: str) -> frozenset[str]:
    """Content words and numbers; all words if there are only stop words. A number is one keyword in any notation:
    "$1,000" is "1000", "5 percent" is "5%", "-5" is not "5"."""
    found = numbers(text)
    starts, ends = [0, *(n.span[1] for n in found)], [*(n.span[0] for n in found), len(text)]
    rest = " ".join(text[start:end] for start, end in zip(starts, ends, strict=True))
    words = {*_WORD.findall(apart(normalise(rest))), *(number.canonical for number in found)}
    return frozenset(words - STOP_WORDS or words)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The stem of a word in lower case and American spelling; anything but letters stays unchanged."""
    if not word.isalpha() or word in ("yes", "no"):
        return word
    return str(_stemmer().stemWord(_american(word)))


def _american(word: str) -> str:
    """One spelling for "colour" and "color", "centre" and "center"."""
    if len(word) > 5:
        word = re.sub(r"our(?=s?$|ed$|ing$)", "or", re.sub(r"tre(?=s?$)", "ter", word))
        word = re.sub(r"is(?=e[sd]?$|ing$|ations?$)", "iz", word)
    return word


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from Stemmer import Stemmer  # not needed where no text is expected

    return Stemmer("english")
