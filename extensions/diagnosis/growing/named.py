"""Which questions still ask one thing when documents are added: those that name what they are about.

A question whose gold names no document was written for the whole collection and counts. Another counts if a name in it
(words with a capital letter that follow each other, or a word with digits), or the name of its document, stands in
its own documents and in no other, also of those that are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Page, Question

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
