"""Indexing as jobs of a launcher: each reads a part of the documents and embeds their chunks, into caches that all
share. The process that launched them then finds every page and vector there, and stores the collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ragatta.experiments.composing.config import Point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.index import Index
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.pipeline.documents.files import document_files
from ragatta.pipeline.documents.pages import NothingRead
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.types import Progress

SWEEPER = ("hydra/sweeper=", "hydra.sweeper.")  # a part is no choice of the sweeper's


def jobs(points: Sequence[Point], given: Sequence[str]) -> Iterator[list[str]]:
    """The words of a multirun for each collection of the points; `given` are the words of the whole grid."""
    hydra = [word for word in given if word.startswith("hydra") and not word.startswith(SWEEPER)]
    seen = []
    for point in points:
        settings = point.config.pipeline()
        what = [settings.parser.key, plain(settings.chunking), plain(settings.embedder)]
        if settings.architecture.searches() and what not in seen:
            seen.append(what)
            numbers = ",".join(map(str, range(1, point.config.runner.index_jobs + 1)))
            yield [*hydra, *point.overrides, f"runner.part={numbers}"]


def embed(point: Point, progress: Progress) -> None:
    """What a job does: every index_jobs-th document, beginning with its own."""
    runner, settings = point.config.runner, point.config.pipeline()
    dataset = open_dataset(point.config.dataset, progress, with_questions=False)
    files = document_files(dataset.pdfs, dataset.aside, dataset.links)
    mine = sorted(files)[runner.part - 1 :: runner.index_jobs]
    others = [path for name, path in files.items() if name not in mine]
    passwords = {name: dataset.passwords[name] for name in mine if name in dataset.passwords}
    part = replace(dataset, aside=(*dataset.aside, *others), passwords=passwords)
    if mine:
        try:
            Index(Documents(part, progress, Measured())).embed(settings)
        except NothingRead:
            progress(f"note: part {runner.part}: none of its documents has text", 1, 1)
