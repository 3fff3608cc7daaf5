"""The groups of a configuration whose choices are techniques, each with their kind (pipeline/plugins/registry.py)."""

from __future__ import annotations

from collections.abc import Mapping

GROUPS: Mapping[str, str] = {
    "parser": "parsers", "ocr": "ocr", "chunking": "chunkers", "embedder": "embedders", "retrieval": "searches",
    "queries": "queries", "reranker": "rerankers", "window": "windows", "detector": "detectors",
    "architecture": "architectures", "llm": "backends", "scoring/judge_llm": "backends",
}  # fmt: skip
