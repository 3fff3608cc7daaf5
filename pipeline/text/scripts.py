"""The scripts that are written without spaces between words: Han, Hiragana, Katakana."""

from __future__ import annotations

import re

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f"
UNSPACED = f"{HAN}{HIRAGANA}{KATAKANA}"  # for a character class
RUN = re.compile(f"[{UNSPACED}]+")
_PIECE = re.compile(f"[{HAN}]|[{KATAKANA}]+|[{HIRAGANA}]{{3,}}")


def apart(text: str) -> str:
    """The text with spaces around what counts as a word of such a script: a Han character, a run of Katakana, a run of
    at least three Hiragana. Shorter runs of these are particles and endings; they are left out. Other scripts stay.
    Source: the characters of CMRC 2018 (Cui et al. 2019) and MLQA (Lewis et al. 2020), whose F1 is over them."""
    return text if text.isascii() else RUN.sub(lambda run: f" {' '.join(_PIECE.findall(run[0]))} ", text)


def units(text: str) -> float:
    """The length of a text in words of a language with spaces; a character of the others counts half."""
    within = sum(map(len, RUN.findall(text)))
    return len((RUN.sub(" ", text) if within else text).split()) + within / 2
