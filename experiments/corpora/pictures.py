"""The pictures of a dataset's pages."""

from __future__ import annotations

from collections.abc import Mapping

from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.experiments.paths import CACHE
from ragatta.pipeline.documents.files import real_files
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.drawing.pages import SCREEN, Pages, Sharpness


def pages_of(dataset: OpenDataset, files: Mapping[str, str], parser: Parser, sharpness: Sharpness = SCREEN) -> Pages:
    """The pictures of a dataset's documents; `files` are their SHA-256 as they were read."""
    paths = real_files(dataset.pdfs, dataset.aside, dataset.links)
    return Pages(paths, files, dataset.passwords, CACHE, parser, sharpness)
