"""Normalises texts that differ only in typesetting.

Unifies case, spacing (also around "/" and "-"), dashes, quotes, ligatures and full-width letters; the Greek question
mark (U+037E) becomes the semicolon that it looks like. Soft hyphens and zero-width characters are removed. U+FFFE,
pdfium's mark for a hyphen at the end of a line, becomes a hyphen. Between characters of scripts without spaces there is
none. A letter and its combining marks, as macOS and LaTeX write "é", are the one character that they look like.
A raised figure is written as a page's is, "10^6". See docs/scoring.md.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ragatta.pipeline.text.scripts import UNSPACED

Span = tuple[int, int]  # offsets, the end exclusive

_SPACE = r"[\s\u00ad\u200b-\u200d\u2060\ufeff]"
_DASH = r"[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d\ufffe]"
_TYPESETTING = re.compile(
    rf"(?P<dash>{_SPACE}*{_DASH}{_SPACE}*)"
    rf"|(?P<slash>{_SPACE}*[/\uff0f]{_SPACE}*)"
    rf"|(?P<unspaced>(?<=[{UNSPACED}]){_SPACE}+(?=[{UNSPACED}]))"  # a line's end within a sentence
    rf"|(?P<space>{_SPACE}{{2,}}|(?! ){_SPACE})"  # a single plain space is as it should be
    r"|(?P<single>[\u2018\u2019\u201a\u201b\u2032`\u00b4\uff40])"
    r"|(?P<double>[\u201c-\u201f\u2033\u00ab\u00bb])"
    r"|(?P<compatible>[\u037e\ufb00-\ufb06\uff01-\uff0c\uff0e\uff10-\uff3f\uff41-\uff5e])"
    r"|(?P<raised>\u207b?[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]+)"
)
_UNSHOWN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_MARKS = "[\u0300-\u036f\u3099\u309a]"
_MARKED = re.compile(_MARKS)
_TYPESETTING_AND_MARKS = re.compile(
    rf"(?P<marked>\w(?:{_UNSHOWN.pattern}*{_MARKS})+)|(?P<apart>{_SPACE}+(?={_MARKS}))|{_TYPESETTING.pattern}"
)
_SKIPPED = re.compile(  # what a person who copies a sentence leaves out: footnote marks, and hyphens within words
    r"(?<!\b10)\^[(\[]?\d+(?:,\d+)*[)\]]?| ?\[\d{1,3}(?:[,-] ?\d{1,3})*\]|(?<=[^\W\d_])-(?=[^\W\d_])"
)
_PLAIN = {"dash": "-", "slash": "/", "single": "'", "double": '"', "apart": " "}
_AT_THE_EDGES = " \t.,;:!?\u2026\u00b7*\u2022_'\""


def normalise(text: str) -> str:
    """The text in normal form, for comparison. Idempotent."""
    return _pattern(text).sub(_replacement, text).casefold().strip()


def loosened(text: str) -> str:
    """The text in the normal form of `Loose`."""
    return _SKIPPED.sub("", normalise(text)).strip()


def _pattern(text: str) -> re.Pattern[str]:
    """The slower one only where it is needed."""
    return _TYPESETTING_AND_MARKS if not text.isascii() and _MARKED.search(text) else _TYPESETTING


def key(item: str) -> str:
    """A whole item in normal form, without punctuation, quotes or emphasis at its edges."""
    return normalise(item).strip(_AT_THE_EDGES)


def _replacement(match: re.Match[str]) -> str:
    kind = match.lastgroup or ""
    if kind == "unspaced":
        return ""
    if kind == "space":
        return " " if any(c.isspace() for c in match[0]) and "\u00ad" not in match[0] else ""
    if kind == "marked":
        return unicodedata.normalize("NFC", _UNSHOWN.sub("", match[0]).casefold())
    if kind == "raised":
        return "^" + unicodedata.normalize("NFKC", match[0]).replace("\u2212", "-")
    if kind == "compatible":
        return unicodedata.normalize("NFKC", match[0])
    return _PLAIN[kind]


@dataclass(frozen=True)
class Normal:
    """A raw text and its normalised form, with a map from positions in the latter to the former."""

    raw: str

    @cached_property
    def _parts(self) -> tuple[str, list[int], list[Span]]:
        """The normalised text, where each piece of it begins, and the raw spans of the pieces."""
        text, begins, spans, at = list[str](), list[int](), list[Span](), 0
        for piece, start, end in _pieces(self.raw):
            if piece:
                text.append(piece)
                begins.append(at)
                spans.append((start, end))
                at += len(piece)
        return "".join(text), begins, spans

    @property
    def text(self) -> str:
        """Like `normalise(raw)`, except for spaces at the edges."""
        return self._parts[0]

    def raw_span(self, start: int, end: int) -> Span:
        """The raw span of `text[start:end]`, which must not be empty."""
        return self._raw(start)[0], self._raw(end - 1)[1]

    def _raw(self, at: int) -> Span:
        """The raw span of the character at that position."""
        text, begins, spans = self._parts
        piece = bisect_right(begins, at) - 1
        start, end = spans[piece]
        size = (begins[piece + 1] if piece + 1 < len(begins) else len(text)) - begins[piece]
        if size != end - start:
            return start, end
        return start + at - begins[piece], start + at - begins[piece] + 1


class Loose(Normal):
    """A text without its footnote marks ("^1", "[1]") and without hyphens between letters, which split words at the
    ends of lines."""

    @cached_property
    def _kept(self) -> tuple[str, list[int], list[int]]:
        """The text, where each stretch of it begins, and where that begins in the normalised text."""
        text = super().text
        borders = [0, *(border for match in _SKIPPED.finditer(text) for border in match.span()), len(text)]
        kept = [span for span in zip(borders[::2], borders[1::2], strict=True) if span[0] < span[1]]
        begins = [0, *accumulate(end - start for start, end in kept)][:-1]
        return "".join(text[slice(*span)] for span in kept), begins, [start for start, _ in kept]

    @property
    def text(self) -> str:
        """Like `loosened(raw)`, except for spaces at the edges."""
        return self._kept[0]

    def _raw(self, at: int) -> Span:
        _, begins, starts = self._kept
        stretch = bisect_right(begins, at) - 1
        return super()._raw(starts[stretch] + at - begins[stretch])


def _pieces(raw: str) -> Iterator[tuple[str, int, int]]:
    """The normalised pieces in order, each with its raw span."""
    done = 0
    for match in _pattern(raw).finditer(raw):
        yield from _folded(raw, done, match.start())
        yield _replacement(match).casefold(), match.start(), match.end()
        done = match.end()
    yield from _folded(raw, done, len(raw))


def _folded(raw: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    folded = raw[start:end].casefold()
    if len(folded) == end - start:
        yield folded, start, end
    else:  # a letter such as ß grew: fold one by one, so that offsets stay true
        for at in range(start, end):
            yield raw[at].casefold(), at, at + 1
