"""Which kinds of questions agentic is made for."""

from __future__ import annotations

from ragatta.conf.schema import Dataset
from ragatta.experiments.corpora.dataset import supported
from ragatta.extensions.agentic.architectures.agentic import Agentic
from tests.experiments.corpora.test_dataset import KINDS, ids


def test_agentic_is_asked_to_compare_and_to_filter() -> None:
    asked, others = supported(KINDS, Dataset(), Agentic())
    assert (ids(asked), ids(others)) == (["T", "C", "F"], ["U"])
