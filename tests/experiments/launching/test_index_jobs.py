"""Which jobs index the documents before the points of a sweep are asked."""

from __future__ import annotations

from dataclasses import replace

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.launching.index_jobs import jobs
from ragatta.pipeline.index.chunking.page import PageChunker

CONFIG = Config()
TWO_JOBS = replace(CONFIG, runner=replace(CONFIG.runner, index_jobs=2))
POINTS = [
    Point("few", ("retrieval.top_k=1",), replace(TWO_JOBS, retrieval=replace(CONFIG.retrieval, top_k=1))),
    Point("many", ("retrieval.top_k=9",), replace(TWO_JOBS, retrieval=replace(CONFIG.retrieval, top_k=9))),
    Point("pages", ("chunking=page",), replace(TWO_JOBS, chunking=PageChunker())),
]


def test_each_collection_is_indexed_in_parts_under_the_launcher_and_no_sweeper() -> None:
    launcher = ["hydra/launcher=joblib", "hydra.launcher.n_jobs=2"]
    words = [*launcher, "hydra/sweeper=climber", "hydra.sweeper.steps=3", "retrieval.top_k=1,9", "chunking=page"]
    assert [*jobs(POINTS, words)] == [
        [*launcher, "retrieval.top_k=1", "runner.part=1,2"],
        [*launcher, "chunking=page", "runner.part=1,2"],
    ]
