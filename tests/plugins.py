"""Every plug-in beside the protocol that it follows: mypy checks the types, tests/pipeline/test_plugins.py that none is
missing."""

from __future__ import annotations

from typing import Any

from ragatta.eval.scorers import (
    SCORERS,
    ScorerModule,
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
from ragatta.pipeline.text.languages import LANGUAGES, LanguageModule, de, en, es, fr, it, ja, nl, pt, zh

scorers: list[ScorerModule] = [
    citation_precision, citation_validity, components, evidence_recall, exact_match, filter_correctness,
    injected_obeyed, judge, judged, page_recall, partial_match, passage_ranking, passages_aligned, router_recall, score,
    semantic_similarity, sub_answers, tool_calls,
]  # fmt: skip
languages: list[LanguageModule] = [de, en, es, fr, it, ja, nl, pt, zh]

ALL: dict[Any, list[object]] = {
    SCORERS: [*scorers],
    LANGUAGES: [*languages],
}
