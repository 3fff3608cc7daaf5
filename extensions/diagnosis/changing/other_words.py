"""A text with other names and figures: a near copy of a document, as made for a corpus that grows, or one that
contradicts it.

Which words are names is a guess: those with a capital letter that the document never writes without it. The same word
or figure becomes the same other one throughout a copy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
YEAR = re.compile(r"(?:19|20)\d\d")
WORD = re.compile(r"[^\W\d_]{3,}")
SYLLABLES = (
    "ba", "bel", "cor", "dan", "del", "far", "gil", "hol", "jan", "kel", "lor", "mar", "mel", "nor", "pel", "ren",
    "sal", "tam", "tor", "val", "ver", "wil", "zan",
)  # fmt: skip


@dataclass(frozen=True)
class OtherWords:
    """Changes the texts of one document. `seed` tells its copies apart; `names`: also the names are others, and the
    years, which else stay."""

    texts: tuple[str, ...]
    seed: str
    names: bool = True

    @cached_property
    def _written_small(self) -> frozenset[str]:
        return frozenset(word for text in self.texts for word in WORD.findall(text) if word[0].islower())

    def pages(self) -> list[str]:
        return [self(text) for text in self.texts]

    def __call__(self, text: str) -> str:
        changed = FIGURE.sub(lambda found: self._figure(found[0]), text)
        return WORD.sub(lambda found: self._name(found[0]), changed) if self.names else changed

    def _figure(self, figure: str) -> str:
        """Of the same length and form; one digit alone stays, as it numbers pages and lists."""
        drawn = self._drawn(figure)
        if YEAR.fullmatch(figure):
            return str(int(figure) - 1 - self._drawn("years")[0] % 9) if self.names else figure
        if sum(map(str.isdigit, figure)) < 2:
            return figure
        digits = iter(range(len(figure)))
        return re.sub(r"\d", lambda found: _digit(int(found[0]), next(digits), drawn), figure)

    def _name(self, word: str) -> str:
        if not word[0].isupper() or word.lower() in self._written_small:
            return word
        drawn = self._drawn(word.lower())
        name = "".join(SYLLABLES[one % len(SYLLABLES)] for one in drawn[: max(2, len(word) // 3)])
        return name.upper() if word.isupper() else name.capitalize()

    def _drawn(self, word: str) -> bytes:
        return sha256(f"{self.seed}:{word}".encode()).digest()


def _digit(digit: int, place: int, drawn: bytes) -> str:
    """Another one at the first place, and no 0 there; any at the others."""
    shift = drawn[place % len(drawn)]
    return str((digit + shift % 8) % 9 + 1) if place == 0 else str((digit + shift) % 10)
