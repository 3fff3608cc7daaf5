"""Scripts: those that are written without spaces between words (Han, Hiragana, Katakana), and those of no language that
comes with Ragatta (extensions/languages)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from unicodedata import name

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f"
UNSPACED = f"{HAN}{HIRAGANA}{KATAKANA}"  # for a character class
RUN = re.compile(f"[{UNSPACED}]+")
_PIECE = re.compile(f"[{HAN}]|[{KATAKANA}]+|[{HIRAGANA}]{{3,}}")

_KNOWN = ("LATIN", "CJK", "HIRAGANA", "KATAKANA", "FULLWIDTH", "HALFWIDTH", "MODIFIER", "MATHEMATICAL")
_SAMPLE = 20_000  # letters
_SHARE = 1 / 3  # of the letters: a few Greek ones are signs of a formula


def script_of_no_language(texts: Iterable[str]) -> str:
    """The script of at least a third of the first letters, such as "Arabic"; "" where it is one of a language that
    comes with Ragatta."""
    counts: Counter[str] = Counter()
    for text in texts:
        if counts.total() > _SAMPLE:
            break
        if text.isascii():
            counts["LATIN"] += len(text)
        else:
            counts.update(_script(letter) for letter in text[:_SAMPLE] if letter.isalpha())
    if not counts:
        return ""
    script, count = max(
        ((script, count) for script, count in counts.items() if script not in _KNOWN),
        key=lambda one: one[1],
        default=("", 0),
    )
    return script.capitalize() if count >= _SHARE * counts.total() else ""


def _script(letter: str) -> str:
    return "LATIN" if letter.isascii() else name(letter, "MODIFIER").partition(" ")[0]


def apart(text: str) -> str:
    """The text with spaces around what counts as a word of such a script: a Han character, a run of Katakana, a run of
    at least three Hiragana. Shorter runs of these are particles and endings; they are left out. Other scripts stay.
    Source: the characters of CMRC 2018 (Cui et al. 2019) and MLQA (Lewis et al. 2020), whose F1 is over them."""
    return text if text.isascii() else RUN.sub(lambda run: f" {' '.join(_PIECE.findall(run[0]))} ", text)


def units(text: str) -> float:
    """The length of a text in words of a language with spaces; a character of the others counts half."""
    within = sum(map(len, RUN.findall(text)))
    return len((RUN.sub(" ", text) if within else text).split()) + within / 2
