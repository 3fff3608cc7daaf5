"""The metadata of a corpus: rules read labelled lines, a model reads the rest.

A model's replies are stored per document, so that a stopped run continues. The result is one SQLite file whose name is
a hash of everything that affects it; a damaged file is built again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.annotations.extraction import labelled
from ragatta.pipeline.annotations.file import Annotated, Damaged, open_annotations, write_annotations
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.annotations.values import Value
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.machine.checksums import keep, kept
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.identity import code_digest, digest, short
from ragatta.pipeline.types import Page, Progress

NOT_THERE = "it is not there"
CODE = (__name__, "ragatta.pipeline.llm.ask")


@dataclass(frozen=True)
class Annotating:
    """One corpus to annotate with one schema. `maker` is a digest of the model and of everything else that decides its
    replies. `folder` holds the stores and the reply for each document."""

    corpus: Corpus
    buckets: tuple[Bucket, ...]
    settings: Annotator
    maker: str
    folder: Path

    @cached_property
    def key(self) -> str:
        """The key of the store: a hash of everything that affects its contents."""
        texts = {name: [page.text for page in self._read(name)] for name in self.corpus.pages}
        places = {name: self.corpus.bucket(name) for name in self.corpus.pages}
        buckets = [asdict(bucket) for bucket in self.buckets]
        return digest([texts, places, buckets, plain(self.settings), self.maker, code_digest(*CODE)])

    @property
    def path(self) -> Path:
        return self.folder / f"{short(self.key)}.sqlite"

    @cached_property
    def by_rule(self) -> Mapping[str, Annotated]:
        """The values in the labelled lines of each document."""
        return by_rule(self.corpus, self.buckets, self.settings.pages)

    def to_ask(self, again: bool = False) -> tuple[str, ...]:
        """The documents about which a model must be asked (`again`: all with fields that no line states); calls no
        model."""
        if not again and self._stored() is not None:
            return ()
        return tuple(name for name in self.by_rule if self._missing(name) and (again or self._kept(name) is None))

    def made(self, ask: Ask, progress: Progress | None = None, again: bool = False, threads: int = 1) -> Annotations:
        """The store, opened if it exists, else made now. `threads` ask at once. Raises ModelError, OSError if it cannot
        be written."""
        reason = NOT_THERE
        if not again:
            try:
                return open_annotations(self.path, self.key)
            except Damaged as damage:
                reason = str(damage) if self.path.exists() else NOT_THERE
        self._ask_for_the_rest(ask, self.to_ask(again), progress, threads)
        documents = {
            name: Annotated(known.bucket, {**(self._kept(name) or {} if self._missing(name) else {}), **known.values})
            for name, known in self.by_rule.items()
        }
        write_annotations(self.path, self.key, self.buckets, documents)
        if progress and reason != NOT_THERE:
            progress(f"note: the annotations were made again: {reason}", 1, 1)
        return open_annotations(self.path, self.key)

    def asked(self, name: str, ask: Ask) -> dict[str, Value]:
        """The model's values for the fields that no labelled line of a document states. Raises ModelError."""
        pages = self.corpus.pages[name]
        return self.settings.annotate(name, self._bucket(name), self._missing(name), pages, ask)

    def _ask_for_the_rest(self, ask: Ask, names: Sequence[str], progress: Progress | None, threads: int) -> None:
        def make(name: str) -> None:
            reply = {"values": self.asked(name, ask)}
            keep(self._place(name), json.dumps(reply, ensure_ascii=False, sort_keys=True))

        side_by_side(make, names, threads, progress and (lambda done: progress("annotating", done, len(names))))

    def _read(self, name: str) -> tuple[Page, ...]:
        return self.corpus.pages[name][: self.settings.pages]

    def _bucket(self, name: str) -> Bucket:
        return _bucket(self.corpus.bucket(name), self.buckets)

    def _missing(self, name: str) -> tuple[Field, ...]:
        """The fields that no labelled line states."""
        return tuple(field for field in self._bucket(name).fields if field.name not in self.by_rule[name].values)

    def _stored(self) -> Annotations | None:
        try:
            return open_annotations(self.path, self.key)
        except Damaged:
            return None

    def _place(self, name: str) -> Path:
        """The path of the reply about one document; its name is a hash of everything that decides the reply."""
        missing = [asdict(field) for field in self._missing(name)]
        texts = [page.text for page in self._read(name)]
        bucket = [self._bucket(name).name, self._bucket(name).description]
        key = digest([name, texts, bucket, missing, plain(self.settings), self.maker, code_digest(*CODE)])
        return self.folder / "documents" / f"{key}.json"

    def _kept(self, name: str) -> dict[str, Value] | None:
        """The stored reply of a model about a document; None if there is none or it is damaged."""
        if (data := kept(self._place(name))) is None:
            return None
        values: dict[str, Value] = json.loads(data)["values"]
        return values


def by_rule(corpus: Corpus, buckets: Sequence[Bucket], pages: int) -> dict[str, Annotated]:
    """The values in the labelled lines of each document's first pages, by the schema of its bucket; keyed by document
    name."""
    return {
        name: Annotated(place, labelled(corpus.pages[name][:pages], _bucket(place, buckets).fields))
        for name in sorted(corpus.pages)
        for place in [corpus.bucket(name)]
    }


def _bucket(name: str, buckets: Sequence[Bucket]) -> Bucket:
    return next((bucket for bucket in buckets if bucket.name == name), Bucket(name))
