"""How a corpus grows: its sizes, without others that cannot be read or that it holds already, and the questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ragatta.conf.schema import Config
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.extensions.diagnosis.changing.derived import derived, documents_of
from ragatta.extensions.diagnosis.growing.others import Documents as Files
from ragatta.extensions.diagnosis.growing.others import Size, sizes
from ragatta.pipeline.documents.corpus import Skipped
from ragatta.pipeline.documents.files import digest_if_read
from ragatta.pipeline.documents.names import shown_name
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Page, Question

# Which questions still ask one thing when documents are added: those that name what they are about.
#
# A question whose gold names no document was written for the whole collection and counts. Another counts if a name in
# it (words with a capital letter that follow each other, or a word with digits), or the name of its document, stands in
# its own documents and in no other, also of those that are added.


_NAME = re.compile(r"(?:\b[A-Z][\w'’.&-]*[\w](?:\s+(?=[A-Z\d]))?|\b\d+(?:\s+(?=[A-Z]))?)+")
_WORD = re.compile(r"\w+")
_LETTER = re.compile(r"[^\W\d_]")


def naming(questions: Iterable[Question], pages: Mapping[str, Sequence[Page]]) -> list[Question]:
    """Those that count, in order; `pages` are those of all documents, by name."""
    texts = {file: _plain(" ".join(page.text for page in own)) for file, own in pages.items()}
    named = {file: terms(PurePath(file).stem.replace("_", " ")) for file in pages}
    titles = {file: frozenset(filter(_LETTER.search, words)) for file, words in named.items()}
    return [question for question in questions if _names(question, texts, titles)]


def _names(question: Question, texts: Mapping[str, str], titles: Mapping[str, frozenset[str]]) -> bool:
    own = {*question.documents} & texts.keys()
    if not question.documents:
        return True
    asked, others = frozenset(terms(question.question)), [name for name in texts if name not in own]
    titled = (titles[file] for file in own if titles[file] and titles[file] <= asked)
    if any(not any(title <= titles[name] for name in others) for title in titled):
        return True
    return any(
        any(phrase in texts[file] for file in own) and not any(phrase in texts[name] for name in others)
        for phrase in _phrases(question.question)
    )


def _phrases(question: str) -> Iterator[str]:
    """Its names, with a space on either side. The first word of a sentence has its capital for that alone."""
    for found in _NAME.finditer(question):
        words = found[0].split()
        if found.start() == 0:
            words = words[1:]
        if words and any(map(_LETTER.search, words)):
            yield _plain(" ".join(words))


def _plain(text: str) -> str:
    """Words alone, in lower case."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


@dataclass(frozen=True)
class Growth:
    """The sizes, and the questions that name what they are about among the documents of the largest."""

    sizes: Sequence[Size]
    asked: Sequence[Question]
    copies: int  # others left out: the corpus has a document of the same bytes
    skipped: Sequence[Skipped]  # others left out: they cannot be read


def growth(config: Config, base: OpenDataset, others: Files, times: Sequence[float], bars: Bars) -> Growth:
    """The documents of `base` with `others`, at these multiples. Raises the errors of reading."""
    own = Documents(base, bars, Measured()).corpus(config.parser)
    known = {*own.files.values()} - {""}
    left = {place: path for place, path in others.items() if digest_if_read(path) not in known}
    copies, skipped = len(others) - len(left), list[Skipped]()
    places = {shown_name(place): place for place in left}
    while True:  # only as many others are read as are needed
        grown = sizes(documents_of(base), left, own.pages, times)
        whole = open_dataset(derived(config.dataset, "whole", grown[-1].documents, ()), bars, with_questions=False)
        corpus = Documents(whole, bars, Measured()).corpus(config.parser)
        lost = [one for one in corpus.skipped if one.source_file in places]
        if not lost:
            return Growth(grown, naming(base.questions, corpus.pages), copies, skipped)
        skipped += lost
        for one in lost:
            del left[places[one.source_file]]
