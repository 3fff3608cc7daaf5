"""The names of the collections of the six variations, which cut by document or by page, over a small corpus, with code
and library versions held still: a part that is added must not move them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.collection import collection_ingredients, collection_name, key
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedding import model_choice, onnx_encoder, opened, pooled
from ragatta.pipeline.index.embedding.model_choice import choose
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.plugins.reach import reached
from ragatta.pipeline.types import Page

KEPT = {
    "baseline": ("pdf_document_1000_200_d6b9b338e34f", "1d678e1f5a5b"),
    "page_window": ("pdf_page_1000_200_09cb403b8dee", "e8e29a711b50"),
}


def corpus() -> Corpus:
    sentences = [f"Rule {number} applies to territory {number % 7}." for number in range(120)]
    pages = tuple(Page("a.pdf", at + 1, " ".join(sentences[at * 40 : at * 40 + 40])) for at in range(3))
    return Corpus("0" * 64, {"a.pdf": "0"}, {"a.pdf": pages})


def named(variation: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[str, str]:
    for module in (key, onnx_encoder, pooled):
        monkeypatch.setattr(module, "code_digest", lambda *_: "code")
    monkeypatch.setattr(key, "version_of", lambda _: "1")
    monkeypatch.setattr(onnx_encoder, "version", lambda _: "1")
    monkeypatch.setattr(model_choice, "choose", lambda *given: replace(choose(*given), sha256="files"))
    (point,) = compose_grid([f"variation={variation}", *words])
    config = point.config
    encoder = opened.open_embedder(config.embedder, cast(Any, SimpleNamespace(models=MODELS)))
    ingredients = collection_ingredients(corpus(), config.chunking, config.parser, encoder)
    chunks = [[c.text, c.first_page, c.char_start, c.char_end] for c in cut(corpus(), config.chunking)]
    content = hashlib.sha256(json.dumps(chunks).encode()).hexdigest()[:12]
    return collection_name(config.chunking, digest(ingredients)), content


@pytest.mark.parametrize("variation", KEPT)
def test_collections_keep_their_names(variation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert named(variation, monkeypatch) == KEPT[variation]
    assert named(variation, monkeypatch, "embedder.long=cut") == KEPT[variation]
    name, content = named(variation, monkeypatch, "embedder.long=pool")
    assert (name != KEPT[variation][0], content) == (True, KEPT[variation][1])


def test_no_setting_of_another_part_makes_new_vectors() -> None:
    assert not [file for file in reached(onnx_encoder.__name__) if file.parent.name == "settings"]
