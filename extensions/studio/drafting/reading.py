"""The documents of a corpus as drafts need them: their lines by words, what they are called, and a second reading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from unicodedata import combining, normalize

from ragatta.eval.matching.local_numbers import in_english_notation
from ragatta.eval.matching.numbers import Number, numbers, only_number
from ragatta.pipeline.retrieval.analyser import plain
from ragatta.pipeline.tables.model import counted
from ragatta.pipeline.text.languages import ENGLISH, LANGUAGES, language
from ragatta.pipeline.text.scripts import HIRAGANA, RUN
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Page

SHORT = 40  # characters of a name that needs no shortening
CODE = re.compile(r"^\W*[\d\W]+(?=[A-Z])")  # numbers of a register before the words of a name
YEAR = re.compile(r"(?:19|20)\d\d")
NUMBERED = re.compile(r"\D*[a-z]\d{1,2}")  # the second of two: "Agreement2"; other parts with digits are codes
ENDING = re.compile(r"(?<=[a-z]{3})(\d{1,2})$")  # but "v2" is one word
TITLE = re.compile(r"^[A-ZÀ-Þ][^\d.]*$|\s")  # a code or one word of small letters is no name of a document
DAY = re.compile(r"(?<!\d)(?:19|20)\d{6}(?!\d)")  # "20181001", which tells two contracts of one name apart
COPY = re.compile(r"\s?\(\d\)?$")  # of a file: "Agreement (1)"
HYPHENED = re.compile(r"[\s-]+")
READ = 20_000  # characters that tell the language
CLEARLY = 1.5
TELLING = 4  # function words of a language, and words with accents, each once
REPEATED = 3  # pages that a header or footer stands on
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Line:
    """A line of a page, its terms, and its figures."""

    page: int
    text: str
    terms: frozenset[str]
    figures: frozenset[str]


def figures(text: str) -> set[str]:
    """The numbers of a text, without years ("5%" and "5" are two)."""
    return {one.canonical for one in numbers(text) if not YEAR.fullmatch(one.canonical)}


def _has_accent(word: str) -> bool:
    return not word.isascii() and any(map(combining, normalize("NFD", word)))


class Document:
    """A document's pages, as the pipeline reads them. `second`: the texts of another reader, by page; None where there
    is no other (a document that is no PDF)."""

    def __init__(self, file: str, pages: Sequence[Page], second: Mapping[int, str] | None) -> None:
        self.file, self.pages, self._second = file, pages, second

    @cached_property
    def language(self) -> str:
        """The code of the language that its text is in; English where few words tell."""
        return ENGLISH if self.is_in_doubt else self._seeming

    @cached_property
    def _seeming(self) -> str:
        """The language with most stop words in the text, clearly more than English has; else English. Each counts once,
        and letters alone do not: "DIN EN" and "mg/l" come again in each row of a table."""
        read = self.folded[:READ].casefold()
        if sum(map(len, RUN.findall(read))) > len(read) / 4:
            return "ja" if re.search(f"[{HIRAGANA}]", read) else "zh"
        words = {word for word in plain(read) if len(word) > 1}
        stop_words = {code: len(words & language(code).stop_words) for code in LANGUAGES.names()}
        best = max(stop_words, key=stop_words.__getitem__)
        return best if stop_words[best] > CLEARLY * stop_words[ENGLISH] else ENGLISH

    @cached_property
    def is_in_doubt(self) -> bool:
        """Whether it seems to be in another language than English, and few words tell."""
        code = self._seeming
        if code == ENGLISH or not language(code).spaced:
            return False
        own = language(code).stop_words - language(ENGLISH).stop_words
        words = {word.strip(".,;:()").casefold() for word in self.folded.split()}
        telling = (words & {word for word in own if len(word) > 1}) | {word for word in words if _has_accent(word)}
        return len(telling) < TELLING

    @property
    def decimal(self) -> str:
        """The sign between units and tenths."""
        return language(self.language).decimal

    def number(self, text: str) -> Number | None:
        """The number, if a text is one in the notation of the document's language."""
        return only_number(in_english_notation(text, language(self.language)))

    def figures(self, text: str) -> frozenset[str]:
        """The numbers of a text, in the notation of the document's language too."""
        return frozenset(figures(text) | figures(in_english_notation(text, language(self.language))))

    @cached_property
    def texts(self) -> dict[int, str]:
        return {page.number: page.text for page in self.pages}

    @cached_property
    def folded(self) -> str:
        """All words with single spaces, as they are printed."""
        return " ".join(" ".join(page.text.split()) for page in self.pages)

    @cached_property
    def running(self) -> str:
        """The lines with single spaces, so that what stands beside a word is of its line."""
        return "\n".join(f" {line.text} " for line in self.lines)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(
            Line(page.number, text, frozenset(terms(text)), self.figures(text))
            for page in self.pages
            for line in page.text.split("\n")
            if (text := " ".join(line.split()))
        )

    @cached_property
    def page_terms(self) -> dict[int, frozenset[str]]:
        found: dict[int, set[str]] = {page.number: set() for page in self.pages}
        for line in self.lines:
            found[line.page] |= line.terms
        return {page: frozenset(own) for page, own in found.items()}

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset().union(*self.page_terms.values())

    @cached_property
    def sentence_terms(self) -> tuple[frozenset[str], ...]:
        """The terms of each sentence."""
        return tuple(frozenset(terms(one)) for one in passage_sentences(self.folded))

    def pages_with(self, text: str) -> int:
        """How many pages have these words one after the other."""
        sought = " ".join(text.split()).casefold()
        return sum(sought in page for page in self._closed)

    @cached_property
    def _closed(self) -> tuple[str, ...]:
        return tuple(" ".join(page.text.split()).casefold() for page in self.pages)

    def pages_headed(self, text: str) -> int:
        """How many pages have a line of these words alone."""
        return self._heads[" ".join(text.split()).casefold()]

    @cached_property
    def _heads(self) -> Counter[str]:
        return Counter(line for _, line in {(line.page, line.text.casefold()) for line in self.lines})

    def is_furniture(self, line: str) -> bool:
        """Whether a line is a page's number, or one that many pages have but for its figures: a header or footer."""
        bare = re.sub(r"\d+", "", " ".join(line.split()))
        return not any(map(str.isalpha, bare)) or self._furniture[bare] >= REPEATED

    @cached_property
    def _furniture(self) -> Counter[str]:
        every = {
            (page.number, re.sub(r"\d+", "", " ".join(line.split())))
            for page in self.pages
            for line in page.text.split("\n")
        }
        return Counter(line for _, line in every)

    def is_read_alike(self, page: int, texts: Sequence[str]) -> bool:
        """Whether each text stands on the page in the second reading too, whatever spaces it has."""
        if self._second is None:
            return True
        whole = counted(self._second.get(page, "")).casefold()
        return all(counted(text).casefold() in whole for text in texts)


def names(files: Sequence[str]) -> dict[str, str]:
    """What questions call each document: its file's name without its folder, ending and codes, if no other has it. Of
    "License Agreement2" the number too is left out if no other remains with that name."""
    stems = {file: PurePosixPath(file).stem for file in files}
    found = [{file: _name(stem, ending) for file, stem in stems.items()} for ending in ("", r" \1")]
    found.append({file: f"{name} ({day[0]})" for file, name in found[0].items() if (day := DAY.search(stems[file]))})
    often = [Counter(each.values()) for each in found]
    pairs = [*zip(found, often, strict=True)]
    named = {
        file: next((one[file] for one, of in pairs if of[one.get(file, "")] == 1), stem) for file, stem in stems.items()
    }
    return {file: name if TITLE.search(name) else PurePosixPath(file).name for file, name in named.items()}


def _name(stem: str, numbered: str) -> str:
    """The words of a stem; `numbered` is put for the number behind one of them."""
    if len(CODE.sub("", stem)) >= 4:
        stem = CODE.sub("", stem)
    if len(stem) <= SHORT:
        return " ".join(stem.replace("_", " ").split())
    parts = [part.strip(" ()[]") for part in stem.split("_")]
    spoken = (part if not any(map(str.isdigit, part)) or NUMBERED.fullmatch(part) else _worded(part) for part in parts)
    worded = [ENDING.sub(numbered, CAMEL.sub(" ", part)) for part in spoken if len(part) > 3]
    between = " " if all(map(str.islower, worded)) else ", "
    return between.join(worded) or " ".join(stem.replace("_", " ").split())


def _worded(part: str) -> str:
    """The words of a part that begins with a date or the code of a form: "2020-EX-10.14-SERVICES AGREEMENT"."""
    words = HYPHENED.split(COPY.sub("", part))
    first = next((at for at, word in enumerate(words) if word.isalpha() and len(word) > 3), len(words))
    own = words[first:]
    return " ".join(own) if len(own) > 1 and all(map(str.isalpha, own)) else ""
