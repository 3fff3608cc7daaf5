"""English words without their endings, so that "covers" and "covered" are one word."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any


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
