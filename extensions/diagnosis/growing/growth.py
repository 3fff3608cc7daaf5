"""How a corpus grows: its sizes, without others that cannot be read or that it holds already, and the questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.conf.schema import Config
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.progress import Bars
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.extensions.diagnosis.changing.derived import derived, documents_of
from ragatta.extensions.diagnosis.growing.named import naming
from ragatta.extensions.diagnosis.growing.others import Documents as Files
from ragatta.extensions.diagnosis.growing.others import Size, sizes
from ragatta.pipeline.documents.corpus import Skipped
from ragatta.pipeline.documents.files import digest_if_read
from ragatta.pipeline.documents.names import shown_name
from ragatta.pipeline.types import Question


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
