"""Every plug-in beside the protocol that it follows: mypy checks the types, tests/pipeline/test_plugins.py that none is
missing."""

from __future__ import annotations

from typing import Any

from ragatta.eval.scorers import (
    SCORERS,
    Scorer,
    citation_precision,
    citation_validity,
    components,
    evidence_recall,
    exact_match,
    filter_correctness,
    injected_obeyed,
    judge,
    judged,
    page_recall,
    partial_match,
    passage_ranking,
    passages_aligned,
    router_recall,
    score,
    semantic_similarity,
    sub_answers,
    tool_calls,
)
from ragatta.pipeline.agents.guarded.detection import DETECTORS, OrderDetector, model, rules
from ragatta.pipeline.architectures import (
    ARCHITECTURES,
    ArchitectureModule,
    agentic,
    external,
    guarded,
    multi_query,
    router_planner,
    single_pass,
    tool_loop,
)
from ragatta.pipeline.documents.formats import FORMATS, DocumentFormat, csv, docx, html, pptx, txt, xlsx
from ragatta.pipeline.documents.formats import markdown as markdown_format
from ragatta.pipeline.documents.ocr import OCR_ENGINES, OcrEngine, tesseract
from ragatta.pipeline.documents.parsers import PARSERS, PdfParser, docling, pdfium, pdfplumber, pypdf
from ragatta.pipeline.index.chunker import CHUNKERS, Chunker
from ragatta.pipeline.index.chunking import document, markdown, page, recursive, semantic, sentence, table
from ragatta.pipeline.index.embedder import EMBEDDERS, EmbedderModule
from ragatta.pipeline.index.embedders import minilm, onnx, sentence_transformers, tei
from ragatta.pipeline.index.embedders import ollama as ollama_embedder
from ragatta.pipeline.index.embedders import openai as openai_embedder
from ragatta.pipeline.llm.backends import ollama, openai, smollm2
from ragatta.pipeline.llm.seam import BACKENDS, BackendModule
from ragatta.pipeline.llm.services import http, predictions, python
from ragatta.pipeline.retrieval.queries import QUERIES, QueryModule, hyde, multi, rewrite
from ragatta.pipeline.retrieval.rerankers import RERANKERS, RerankerModule, cohere, cross_encoder, maxsim, mmr
from ragatta.pipeline.retrieval.rerankers import tei as tei_reranker
from ragatta.pipeline.retrieval.retrievers import RETRIEVERS, RetrieverModule, convex
from ragatta.pipeline.text.languages import LANGUAGES, LanguageModule, de, en, es, fr, it, ja, nl, pt, zh
from ragatta.reader import backend

parsers: list[PdfParser] = [docling, pdfium, pdfplumber, pypdf]
formats: list[DocumentFormat] = [csv, docx, html, markdown_format, pptx, txt, xlsx]
ocr_engines: list[OcrEngine] = [tesseract]
chunkers: list[Chunker] = [document, markdown, page, recursive, semantic, sentence, table]
embedders: list[EmbedderModule] = [minilm, ollama_embedder, onnx, openai_embedder, sentence_transformers, tei]
backends: list[BackendModule] = [ollama, openai, smollm2, backend]
services: list[BackendModule] = [http, predictions, python]
architectures: list[ArchitectureModule] = [
    agentic,
    external,
    guarded,
    multi_query,
    router_planner,
    single_pass,
    tool_loop,
]
rerankers: list[RerankerModule] = [cohere, cross_encoder, maxsim, mmr, tei_reranker]
retrievers: list[RetrieverModule] = [convex]
queries: list[QueryModule] = [hyde, multi, rewrite]
scorers: list[Scorer] = [
    citation_precision, citation_validity, components, evidence_recall, exact_match, filter_correctness,
    injected_obeyed, judge, judged, page_recall, partial_match, passage_ranking, passages_aligned, router_recall, score,
    semantic_similarity, sub_answers, tool_calls,
]  # fmt: skip
detectors: list[OrderDetector] = [model, rules]
languages: list[LanguageModule] = [de, en, es, fr, it, ja, nl, pt, zh]

ALL: dict[Any, list[object]] = {
    PARSERS: [*parsers],
    FORMATS: [*formats],
    OCR_ENGINES: [*ocr_engines],
    CHUNKERS: [*chunkers],
    EMBEDDERS: [*embedders],
    BACKENDS: [*backends],
    ARCHITECTURES: [*architectures],
    RERANKERS: [*rerankers],
    RETRIEVERS: [*retrievers],
    QUERIES: [*queries],
    SCORERS: [*scorers],
    DETECTORS: [*detectors],
    LANGUAGES: [*languages],
}
