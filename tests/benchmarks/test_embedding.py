from pathlib import Path

import numpy as np

from benchmarks.embedding import SIZE, chromadb_function, synthetic_texts
from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder


def test_generated_texts_are_chunks_and_the_same_each_time() -> None:
    texts = synthetic_texts(6)
    assert texts == synthetic_texts(6)
    assert len(set(texts)) == 6
    assert {len(text) for text in texts} == {SIZE}


def test_the_rival_computes_the_same_vectors(tmp_path: Path) -> None:
    fetch(MODELS)
    texts = ["roof", *synthetic_texts(3)]  # short and padded, long and cut
    ours = open_encoder(MiniLM(precision="fp32"), MODELS).embed(texts)
    assert np.abs(ours - np.array(chromadb_function(tmp_path)(texts))).max() < 1e-4
