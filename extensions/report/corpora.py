"""Finds the page texts to which a run's spans refer, or the reason why they cannot be shown.

A context is kept as spans of document texts. They fit only the texts of the run: the same PDFs and the same page texts
(both digests are in its manifest). Wrong text is never shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ragatta.conf.schema import Dataset
from ragatta.eval.matching.evidence import Corpus
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.experiments.results.reading import RunResult
from ragatta.pipeline.documents.parser import Parser, parser_of
from ragatta.pipeline.types import Progress


@dataclass(frozen=True)
class Reading:
    """The pages of a run by file, with what they were read from and by; or None and the reason."""

    pages: Corpus | None
    missing: str = ""
    dataset: OpenDataset | None = None
    files: Mapping[str, str] = field(default_factory=dict)  # their SHA-256
    parser: Parser | None = None


Read = Callable[[RunResult], Reading]


def reader(progress: Progress) -> Read:
    """Reads the documents of runs; runs with the same documents and parser share them."""
    documents: dict[str, Documents] = {}
    readings: dict[str, Reading] = {}

    def read(run: RunResult) -> Reading:
        config, manifest = run.config, run.manifest
        parser = manifest["collection_ingredients"]["parser"]
        known = repr([config["dataset"], config["parser"], manifest["corpus_digest"], parser])
        if known not in readings:
            try:
                readings[known] = _read(run, documents, progress)
            except (Fault, OSError, ValueError, TypeError) as fault:
                readings[known] = Reading(None, f"the documents could not be read: {fault}")
        return readings[known]

    return read


def _read(run: RunResult, documents: dict[str, Documents], progress: Progress) -> Reading:
    which = repr(run.config["dataset"])
    if which not in documents:
        dataset = open_dataset(Dataset(**run.config["dataset"]), progress, with_questions=False)
        documents[which] = Documents(dataset, progress, Measured())
    parser = parser_of(run.config)
    corpus = documents[which].corpus(parser)
    if corpus.digest != run.manifest["corpus_digest"]:
        return Reading(None, "the documents are no longer those of the sweep: their digest differs")
    if corpus.content != run.manifest["collection_ingredients"]["texts"]:
        return Reading(None, "the parser, its library or its settings have changed since the sweep")
    return Reading(corpus.pages, "", documents[which].dataset, corpus.files, parser)
